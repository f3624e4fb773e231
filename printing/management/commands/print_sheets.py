"""``print_sheets SOURCE -o FILE``: cards on sheets to cut. 0 clean, 1 written but not as meant, 2 not written."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import shorten
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.catalogue import Unreadable
from printing import pieces
from printing.faces.binding import FaceFault
from printing.faces.layout import Layout
from printing.named import Part, find_source
from printing.options import Options, gutter_of, lengths_of, margin_of, options_from
from printing.paper import CARDS, PAPERS, WrongOption
from printing.render import Progress, write_sheets
from printing.report import Report
from printing.sources import Source, layout_in, layout_named, with_lines

PLAIN = (
    "paper", "orientation", "card", "shape", "bleed", "bleed_on", "bleed_edge", "marks", "mark_side", "mark_length",
    "mark_offset", "mark_width", "mark_colour", "backs", "flip", "order", "ink_saver", "test", "preset", "dpi",
    "format",
)  # fmt: skip
"""Options that are passed on as they are typed."""


class Command(BaseCommand):
    """Print cards on sheets to cut, on pages for a printing service, or as pictures."""

    help = "Print cards on sheets to cut: print_sheets reliquary -o out/reliquary.pdf"
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options, named as the API names them."""
        parser.add_argument(
            "source",
            help="a game, as reliquary; a list or a table in a file; the id of a list or a set; reliquary/tokens, "
            "reliquary/board; calibration: a sheet to set a printer up",
        )
        parser.add_argument(
            "-o", "--output", required=True, type=Path, help="the file that is written; for several a .zip or a folder"
        )
        _add_part(parser)
        parser.add_argument("--layout", type=Path, metavar="FILE", help="faces of your own instead of the game's")
        parser.add_argument("--images", type=Path, metavar="FOLDER", help="where the pictures are that cards name")
        parser.add_argument(
            "--font", type=Path, action="append", metavar="FILE", help="for characters that our fonts lack; repeatable"
        )
        _add_paper(parser)
        _add_bleed_and_marks(parser)
        _add_backs(parser)
        parser.add_argument("--preset", choices=["drivethrucards", "gamecrafter", "mbprint"], help="a printing service")
        parser.add_argument("--ink-saver", action="store_true", default=None, help="outlines instead of areas")
        parser.add_argument("--test", action="store_true", default=None, help="one page with the first card only")
        parser.add_argument("--format", choices=["pdf", "png", "tts"], help="sheets, a picture a card, tables (pdf)")
        parser.add_argument("--dpi", type=int, metavar="N", help="of pictures (300)")

    def handle(self, *args: Any, **wishes: Any) -> None:
        """Print; the exit code tells how it went."""
        try:
            report = self._print(wishes)
        except WrongOption as error:
            named = error.option if error.option == "source" else f"--{error.option.replace('_', '-')}"
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
        options, word = _options(wishes), wishes["source"]
        part = pieces.part_of(word)
        if part or word == pieces.CALIBRATION:
            _without(wishes, ("sheet",) if part and part[1] == pieces.BOARD else ())
        if word == pieces.CALIBRATION:
            return pieces.write_calibration(wishes["output"], options)
        if part and part[1] == pieces.BOARD:
            return pieces.write_board(wishes["output"], part[0], wishes["sheet"], options)
        if part:
            options = pieces.token_options(part[0], options)
            source, layout = pieces.tokens_of(part[0])
            return self._write(wishes, source, layout, options)
        options.grid()
        source = find_source(word, _part(wishes))
        if wishes["images"]:
            source = msgspec.structs.replace(source, pictures={**source.pictures, **_pictures(wishes["images"])})
        layout = layout_in(wishes["layout"]) if wishes["layout"] else layout_named(source.layout)
        if wishes["layout"]:
            source = with_lines(source)
        return self._write(wishes, source, layout, options)

    def _write(self, wishes: dict[str, Any], source: Source, layout: Layout, options: Options) -> Report:
        fonts = _fonts(wishes["font"] or ())
        with self._progress() as progress:
            return write_sheets(wishes["output"], source, layout, options, progress, fonts)

    @contextmanager
    def _progress(self) -> Iterator[Progress | None]:
        """A bar on a terminal, and nothing anywhere else."""
        if not self.stderr.isatty():
            yield None
            return
        from tqdm import tqdm

        with tqdm(unit=" cards", file=sys.stderr, leave=False) as bar:

            def show(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            yield show

    def _tell(self, report: Report, output: Path) -> None:
        pages = f" on {report.pages} page{'' if report.pages == 1 else 's'}" if report.pages else ""
        cards = f"{report.cards_drawn} of {report.cards_in} cards" if report.cards_in else ""
        self.stdout.write(f"{output}: {cards}{pages}".replace(":  on", ":"))
        for found in report.found_bleeds:
            self.stdout.write(f"card {found.card}: {found.image} has a bleed of {found.bleed:g} mm, cut at its trim")
        for text in report.cut_texts:
            where = f"card {text.card}" if text.card else f"page {text.page}"
            self.stderr.write(
                f"{where}, {text.box}: the text does not fit: {shorten(text.text, 60, placeholder='…')!r}"
            )
        for glyphs in report.missing_glyphs:
            where = f"card {glyphs.card}" if glyphs.card else f"page {glyphs.page}"
            self.stderr.write(f"{where}, {glyphs.box}: no font has {glyphs.characters!r}")
        for image in report.missing_images:
            self.stderr.write(f"card {image['card']}, {image['box']}: {image['image']!r}: {image['reason']}")


def _add_part(parser: ArgumentParser) -> None:
    parser.add_argument("--sheet", type=int, metavar="N", help="only this sheet of the source")
    parser.add_argument("--game", metavar="GAME", help="of a list in a file; else the one that knows its cards")
    parser.add_argument("--edition", metavar="NAME", help="of the game's cards")
    parser.add_argument("--revision", type=int, metavar="N", help="of a list that is kept here (the newest)")
    parser.add_argument("--since", type=int, metavar="N", help="of such a list: only what it has beyond this revision")
    parser.add_argument("--not-owned", action="store_true", help="of such a list: only what its owner does not own")


def _part(wishes: dict[str, Any]) -> Part:
    return Part(**{name: wishes[name] for name in Part.__struct_fields__})


def _add_paper(parser: ArgumentParser) -> None:
    parser.add_argument("--paper", metavar="PAPER", help=f"{', '.join(PAPERS)}, W×H in mm, or card: one a page (a4)")
    parser.add_argument("--orientation", choices=["auto", "portrait", "landscape"], help="auto: what holds more (auto)")
    parser.add_argument("--card", metavar="CARD", help=f"{', '.join(CARDS)} or W×H in mm (poker)")
    parser.add_argument("--shape", choices=["rectangle", "round"])
    parser.add_argument("--margin", metavar="MM[,…]", help="free of cards: all, or top,right,bottom,left (3)")
    parser.add_argument("--gutter", metavar="MM[,MM]", help="between columns, between rows (0)")
    parser.add_argument("--skip", metavar="N[,…]", help="places that stay empty, counted from 1 row by row")
    parser.add_argument(
        "--printer", metavar="X,Y[,W,H]", help="shift of the back in mm, and stretch, as 0.5,-1,1.002,1"
    )


def _add_bleed_and_marks(parser: ArgumentParser) -> None:
    parser.add_argument("--bleed", type=float, metavar="MM", help="beyond the trim (0)")
    parser.add_argument("--bleed-on", choices=["every", "outer"], help="every card, or outer edges only (every)")
    parser.add_argument("--bleed-edge", choices=["mirror", "solid"], help="of faces that end at the trim (mirror)")
    parser.add_argument("--marks", choices=["corner", "outer", "edge", "full", "none"], help="cut marks (corner)")
    parser.add_argument("--mark-side", choices=["front", "back", "both"])
    parser.add_argument("--mark-length", type=float, metavar="MM", help="(4)")
    parser.add_argument("--mark-offset", type=float, metavar="MM", help="from the trim (1, or the bleed)")
    parser.add_argument("--mark-width", type=float, metavar="MM", help="(0.1)")
    parser.add_argument("--mark-colour", metavar="#RRGGBB", help="(#000000)")


def _add_backs(parser: ArgumentParser) -> None:
    parser.add_argument("--backs", choices=["none", "one", "each"])
    parser.add_argument("--flip", choices=["long", "short", "fold"], help="edge to turn the paper on, or fold (long)")
    parser.add_argument("--order", choices=["interleaved", "after", "files"])


def _options(wishes: dict[str, Any]) -> Options:
    values = {name: wishes[name] for name in PLAIN}
    if wishes["gutter"] is not None:
        values["gutter"] = gutter_of(wishes["gutter"])
    if wishes["margin"] is not None:
        values["margin"] = margin_of(wishes["margin"])
    if wishes["skip"] is not None:
        if not all(part.strip().isdecimal() for part in wishes["skip"].split(",")):
            raise WrongOption("skip", f"{wishes['skip']!r} are no places; write their numbers, as 1,5")
        values["skip"] = [int(part) for part in wishes["skip"].split(",")]
    if wishes["printer"] is not None:
        numbers = lengths_of("printer", wishes["printer"], (2, 4))
        values["printer"] = {"back": numbers[:2], "scale": numbers[2:] or (1, 1)}
    return options_from(values)


def _without(wishes: dict[str, Any], known: Sequence[str]) -> None:
    """Raise :class:`WrongOption` for what has no meaning where no cards of a game or a table are printed."""
    for name in ("sheet", "game", "edition", "revision", "since", "not_owned", "layout", "images"):
        if wishes[name] and name not in known:
            raise WrongOption(name, f"it has no meaning for {wishes['source']}")


def _pictures(folder: Path) -> dict[str, Path]:
    """The files of a folder by their names, with and without what follows the last dot."""
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise WrongOption("images", f"{folder}: {error.strerror}") from None
    return {path.stem: path for path in files} | {path.name: path for path in files}


def _fonts(paths: Sequence[Path]) -> list[Any]:
    from printing.fonts import MOST_FONTS, BadFont, look_at

    if len(paths) > MOST_FONTS:
        raise WrongOption("font", f"{len(paths)} fonts; {MOST_FONTS} are the most")
    found = []
    for path in paths:
        try:
            found.append(look_at(path.read_bytes()))
        except OSError as error:
            raise WrongOption("font", f"{path}: {error.strerror}") from None
        except BadFont as error:
            raise WrongOption("font", f"{path}: {error}") from None
    return found
