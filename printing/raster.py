"""Pages of our own PDFs as pixels."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

one_at_a_time = threading.Lock()
"""PDFium may not be used by two threads at once."""


class Pages:
    """The pages of an open PDF."""

    def __init__(self, document: Any) -> None:
        self._document = document

    def picture(self, page: int, width: int, height: int) -> Any:
        """A page (from 0) as a Pillow image of exactly so many pixels, its edges on theirs."""
        import pypdfium2
        import pypdfium2.raw as pdfium

        with one_at_a_time:
            opened = self._document[page]
            bitmap = pypdfium2.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGR)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            pdfium.FPDF_RenderPageBitmap(bitmap, opened, 0, 0, width, height, 0, 0)
            made = bitmap.to_pil().convert("RGB")
            opened.close()
        return made


@contextmanager
def opened(pdf: Path) -> Iterator[Pages]:
    """The pages of a PDF."""
    import pypdfium2

    with one_at_a_time:
        document = pypdfium2.PdfDocument(pdf)
    try:
        yield Pages(document)
    finally:
        with one_at_a_time:
            document.close()
