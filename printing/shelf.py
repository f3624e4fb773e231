"""The files of finished jobs: pictures of their pages, and clearing away what nobody may fetch any more."""

import io
import os
import shutil
import time
import uuid
import zipfile
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db.models.functions import Now

from companion.problems import Problem, not_found
from printing.models import PrintJob, Worker
from printing.raster import one_at_a_time

PICTURE_DPI = 110
MOST_PIXELS = 1600
"""Of the longer side of a picture of a page."""

FORGOTTEN_AFTER = timedelta(days=1)
"""So old is a worker's last sign when its row goes, and a folder without a job when it goes."""


def picture(file: Path, page: int) -> bytes:
    """A page (from 1) of a PDF, or of all that is in a ZIP, as PNG; made once and kept beside it.

    Raises ``Problem`` ``not_found``.
    """
    kept = file.with_name(f"{file.stem}-{page}.png")
    with suppress(FileNotFoundError):
        return kept.read_bytes()
    draft = kept.with_name(f"{kept.name}.{uuid.uuid4().hex}.draft")
    try:
        if file.suffix == ".zip":
            _from_bundle(file, page, draft)
        elif not _rasterise(file, page, draft):
            raise _no_page(page)
        made = draft.read_bytes()
        draft.rename(kept)
    finally:
        draft.unlink(missing_ok=True)
    return made


def _from_bundle(file: Path, page: int, target: Path) -> None:
    """Pictures count as a page each, PDFs as many as they have."""
    before = 0
    with zipfile.ZipFile(file) as bundle:
        for name in bundle.namelist():
            if name.endswith(".png"):
                before += 1
                if before == page:
                    _smaller(bundle.read(name), target)
                    return
            elif name.endswith(".pdf"):
                content = bundle.read(name)
                if _rasterise(content, page - before, target):
                    return
                before += _pages(content)
    raise _no_page(page)


def _smaller(content: bytes, target: Path) -> None:
    """A picture of our own, no larger than a preview is."""
    from PIL import Image

    with Image.open(io.BytesIO(content)) as picture:
        picture.thumbnail((MOST_PIXELS, MOST_PIXELS))
        picture.save(target, format="PNG")


def _rasterise(pdf: Path | bytes, page: int, target: Path) -> bool:
    """Whether there is such a page; it is in the target then."""
    import pypdfium2

    with one_at_a_time:
        document = pypdfium2.PdfDocument(pdf)
        try:
            if not 1 <= page <= len(document):
                return False
            sheet = document[page - 1]
            scale = min(PICTURE_DPI / 72, MOST_PIXELS / max(sheet.get_size()))
            sheet.render(scale=scale).to_pil().save(target, format="PNG")
            return True
        finally:
            document.close()


def _pages(pdf: bytes) -> int:
    import pypdfium2

    with one_at_a_time:
        document = pypdfium2.PdfDocument(pdf)
        try:
            return len(document)
        finally:
            document.close()


def _no_page(page: int) -> Problem:
    return not_found(f"There is no page {page}.")


def clear(folder: Path) -> None:
    """The folder of a job goes, with all that is in it."""
    shutil.rmtree(folder, ignore_errors=True)


def sweep() -> None:
    """Jobs that ended ``PRINT_DAYS`` ago go with their files; so do folders without a job, and long gone workers."""
    old = PrintJob.objects.filter(finished__lt=Now() - timedelta(days=settings.PRINT_DAYS))
    for job in list(old[:1000]):
        clear(job.folder)
        job.delete()
    Worker.objects.filter(seen__lt=Now() - FORGOTTEN_AFTER).delete()
    for folder in _old_folders():
        if not PrintJob.objects.filter(id=folder.name).exists():
            clear(folder)


def _old_folders() -> list[Path]:
    oldest = time.time() - FORGOTTEN_AFTER.total_seconds()
    found = []
    with suppress(FileNotFoundError), os.scandir(settings.PRINT_DIR) as entries:
        for entry in entries:
            with suppress(ValueError, FileNotFoundError):
                uuid.UUID(entry.name)
                if entry.is_dir(follow_symlinks=False) and entry.stat().st_mtime < oldest:
                    found.append(Path(entry.path))
    return found
