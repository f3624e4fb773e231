"""The files of finished jobs: pictures of their pages, and clearing away what nobody may fetch any more."""

import os
import shutil
import time
import uuid
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db.models.functions import Now

from companion.problems import not_found
from printing.models import PrintJob, Worker
from printing.raster import one_at_a_time

PICTURE_DPI = 110
MOST_PIXELS = 1600
"""Of the longer side of a picture of a page."""

FORGOTTEN_AFTER = timedelta(days=1)
"""So old is a worker's last sign when its row goes, and a folder without a job when it goes."""


def picture(pdf: Path, page: int) -> bytes:
    """A page (from 1) of a file as PNG; made once and kept beside it. Raises ``Problem`` ``not_found``."""
    kept = pdf.with_name(f"{pdf.stem}-{page}.png")
    with suppress(FileNotFoundError):
        return kept.read_bytes()
    draft = kept.with_name(f"{kept.name}.{uuid.uuid4().hex}.draft")
    try:
        _rasterise(pdf, page, draft)
        made = draft.read_bytes()
        draft.rename(kept)
    finally:
        draft.unlink(missing_ok=True)
    return made


def _rasterise(pdf: Path, page: int, target: Path) -> None:
    import pypdfium2

    with one_at_a_time:
        document = pypdfium2.PdfDocument(pdf)
        try:
            if not 1 <= page <= len(document):
                raise not_found(f"There is no page {page}; the file has {len(document)}.")
            sheet = document[page - 1]
            scale = min(PICTURE_DPI / 72, MOST_PIXELS / max(sheet.get_size()))
            sheet.render(scale=scale).to_pil().save(target, format="PNG")
        finally:
            document.close()


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
