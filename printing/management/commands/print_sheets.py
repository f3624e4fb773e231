"""``print_sheets SOURCE -o FILE``: cards on sheets to cut. 0 clean, 1 written but not as meant, 2 not written."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from textwrap import shorten
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.catalogue import Unreadable
from printing.faces.binding import FaceFault
from printing.options import gutter_of, options_from
from printing.paper import CARDS, PAPERS, WrongOption
from printing.render import Progress, write_sheets
from printing.report import Report
from printing.sources import layout_in, layout_named, source_named


class Command(BaseCommand):
    """Print a game's cards, or one of its sheets, into a PDF."""

    help = "Print cards on sheets to cut: print_sheets reliquary -o out/reliquary.pdf"
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options, named as the API names them."""
        parser.add_argument("source", help="a game, as reliquary")
        parser.add_argument("-o", "--output", required=True, type=Path, help="the PDF that is written")
        parser.add_argument("--sheet", type=int, metavar="N", help="only this sheet of the game")
        parser.add_argument("--paper", metavar="PAPER", help=f"{', '.join(PAPERS)} or W×H in mm (a4)")
        parser.add_argument("--card", metavar="CARD", help=f"{', '.join(CARDS)} or W×H in mm (poker)")
        parser.add_argument("--gutter", metavar="MM[,MM]", help="between columns, between rows (0)")
        parser.add_argument("--bleed", type=float, metavar="MM", help="beyond the trim (0)")
        parser.add_argument("--marks", choices=["corner", "edge", "full", "none"], help="cut marks (corner)")
        parser.add_argument("--backs", choices=["none", "one", "each"])
        parser.add_argument("--flip", choices=["long", "short"])
        parser.add_argument("--order", choices=["interleaved", "after", "files"])
        parser.add_argument("--layout", type=Path, metavar="FILE", help="faces of your own instead of the game's")
        parser.add_argument("--dpi", type=int, metavar="N")
        parser.add_argument("--format", choices=["pdf", "png", "tts"])

    def handle(self, *args: Any, **wishes: Any) -> None:
        """Print; the exit code tells how it went."""
        try:
            report = self._print(wishes)
        except WrongOption as error:
            named = error.option if error.option == "source" else f"--{error.option}"
            raise CommandError(f"{named}: {error.message}", returncode=2) from None
        except (Unreadable, FaceFault) as error:
            raise CommandError(str(error), returncode=2) from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise CommandError(f"{wishes['output']} cannot be written: {reason}", returncode=2) from None
        self._tell(report, wishes["output"])
        if not report.clean:
            sys.exit(1)

    def _print(self, wishes: dict[str, Any]) -> Report:
        names = ("paper", "card", "bleed", "marks", "backs", "flip", "order", "dpi", "format")
        values = {name: wishes[name] for name in names}
        values["gutter"] = gutter_of(wishes["gutter"]) if wishes["gutter"] is not None else None
        options = options_from(values)
        options.grid()
        source = source_named(wishes["source"], wishes["sheet"])
        layout = layout_in(wishes["layout"]) if wishes["layout"] else layout_named(source.layout)
        return write_sheets(wishes["output"], source, layout, options, self._progress())

    def _progress(self) -> Progress | None:
        """A count that runs on a terminal, and nowhere else."""
        if not self.stderr.isatty():
            return None

        def show(done: int, total: int) -> None:
            self.stderr.write(f"\r{done} of {total} cards", ending="\n" if done == total else "")

        return show

    def _tell(self, report: Report, output: Path) -> None:
        self.stdout.write(f"{output}: {report.cards_drawn} of {report.cards_in} cards on {report.pages} pages")
        for text in report.cut_texts:
            where = f"card {text.card}" if text.card else f"page {text.page}"
            self.stderr.write(
                f"{where}, {text.box}: the text does not fit: {shorten(text.text, 60, placeholder='…')!r}"
            )
        for glyphs in report.missing_glyphs:
            self.stderr.write(f"card {glyphs.card}, {glyphs.box}: no font has {glyphs.characters!r}")
        for image in report.missing_images:
            self.stderr.write(f"card {image['card']}, {image['box']}: there is no image {image['image']!r}")
