"""``print_sheets SOURCE -o FILE``: cards on sheets to cut. 0 clean, 1 written but not as meant, 2 not written."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.catalogue import Unreadable, read_text
from printing import pieces
from printing.faces.binding import FaceFault
from printing.faces.layout import Layout, load_layout
from printing.named import (
    Part,
    access_person,
    find_saved,
    find_source,
    printer_named,
    upload_named,
    write_saved,
)
from printing.options import Options, gutter_of, margin_of, options_from
from printing.paper import CARDS, PAPERS, WrongOption
from printing.render import Progress, write_sheets
from printing.report import Report
from printing.sources import Source, layout_in, layout_named, layout_text, with_lines
from printing.tabled import UnknownFaces, unreadable_table

if TYPE_CHECKING:
    from companion.accounts.models import User

PLAIN = (
    "paper", "orientation", "card", "shape", "bleed", "bleed_on", "bleed_edge", "marks", "mark_side", "mark_length",
    "mark_offset", "mark_width", "mark_colour", "backs", "flip", "order", "ink_saver", "test", "preset", "dpi",
    "format",
)  # fmt: skip
"""Options that are passed on as they are typed."""

LONGEST = 60
"""Characters of a card's text or code that a line of the report shows."""


class Command(BaseCommand):
    """Print cards on sheets to cut, on pages for a printing service, or as pictures."""

    help = "Print cards on sheets to cut: print_sheets reliquary -o out/reliquary.pdf"
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options, named as the API names them."""
        parser.add_argument(
            "source",
            help="a game, as reliquary; a list or a table in a file; the id of a list, a set, a table or a saved "
            "print that is kept here; reliquary/tokens, reliquary/board; calibration: a sheet to set a printer up",
        )
        parser.add_argument(
            "-o", "--output", required=True, type=Path, help="the file that is written; for several a .zip or a folder"
        )
        _add_part(parser)
        parser.add_argument(
            "--layout", metavar="FILE", help="faces of your own instead of the game's; also a game, plain, or an id"
        )
        parser.add_argument("--images", type=Path, metavar="FOLDER", help="where the pictures are that cards name")
        parser.add_argument(
            "--font", action="append", metavar="FILE", help="for characters that our fonts lack, or its id; repeatable"
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
        except UnknownFaces as refused:
            raise CommandError(str(unreadable_table(refused.file, refused)), returncode=2) from None
        except (Unreadable, FaceFault) as error:
            raise CommandError(str(error), returncode=2) from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise CommandError(f"{wishes['output']} cannot be written: {reason}", returncode=2) from None
        except KeyboardInterrupt:
            raise CommandError("stopped; nothing is written", returncode=2) from None
        except DatabaseError as error:
            words = f"the database cannot be read ({error}); manage.py migrate prepares it"
            raise CommandError(words, returncode=2) from None
        self._tell(report, wishes["output"])
        if not report.clean:
            sys.exit(1)

    def _print(self, wishes: dict[str, Any]) -> Report:
        word, part = wishes["source"], pieces.part_of(wishes["source"])
        person = access_person(wishes["person"]) if wishes["person"] else None
        given = _options(wishes, person)
        if (saved := find_saved(word)) is not None:
            _without(wishes, (), "font")
            with self._progress() as progress:
                return write_saved(wishes["output"], saved, given, progress)
        options = options_from(given)
        if part or word == pieces.CALIBRATION:
            _without(wishes, ("sheet",) if part and part[1] == pieces.BOARD else ())
        if word == pieces.CALIBRATION:
            return pieces.write_calibration(wishes["output"], options)
        if part and part[1] == pieces.BOARD:
            return pieces.write_board(wishes["output"], part[0], _one(wishes["sheet"]), options)
        if part:
            options = pieces.token_options(part[0], options)
            source, layout = pieces.tokens_of(part[0])
            return self._write(wishes, source, layout, options)
        options.settled()
        source = find_source(word, _part(wishes), person)
        if wishes["images"]:
            source = msgspec.structs.replace(source, pictures={**source.pictures, **_pictures(wishes["images"])})
        layout = _layout(wishes["layout"]) if wishes["layout"] else layout_named(source.layout)
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

        size = get_terminal_size()  # a terminal that does not say how large it is has a bar too
        with tqdm(unit=" cards", file=sys.stderr, leave=False, ncols=size.columns or 80, nrows=size.lines or 24) as bar:

            def show(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            yield show

    def _tell(self, report: Report, output: Path) -> None:
        pages = f" on {report.pages} page{'' if report.pages == 1 else 's'}" if report.pages else ""
        cards = f"{report.cards_drawn} of {report.cards_in} cards" if report.cards_in else ""
        self.stdout.write(f"{output}: {cards}{pages}".replace(":  on", ":"))
        for found in report.found_bleeds:
            self.stdout.write(f"{_card(found.card)}: {found.image} has a bleed of {found.bleed:g} mm, cut at its trim")
        for unknown in report.unknown_cards:
            place = f" ({unknown.where})" if unknown.where else ""
            self.stdout.write(f"{_card(unknown.card)}{place}: the catalogue has no such card; its name is printed")
        for text in report.cut_texts:
            where = _card(text.card) if text.card else f"page {text.page}"
            self.stderr.write(f"{where}, {text.box}: the text does not fit: {_short(text.text)!r}")
        for glyphs in report.missing_glyphs:
            where = _card(glyphs.card) if glyphs.card else f"page {glyphs.page}"
            self.stderr.write(f"{where}, {glyphs.box}: no font has {glyphs.characters!r}")
        for image in report.missing_images:
            self.stderr.write(f"{_card(image['card'])}, {image['box']}: {image['image']!r}: {image['reason']}")


def _card(code: str) -> str:
    """A card as a line of the report begins with it: whatever its code is, it stays a line."""
    return f"card {_short(code)}"


def _short(words: str) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(words.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _add_part(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--sheet", action="extend", type=_numbers, metavar="N[,…]", help="only these sheets of the source; which board"
    )
    parser.add_argument(
        "--codes",
        action="extend",
        type=_words,
        metavar="CODE[,…]",
        help="of a game or a set: only these cards, as often as named",
    )
    parser.add_argument("--game", metavar="GAME", help="of a list in a file; else the one that knows its cards")
    parser.add_argument("--edition", metavar="NAME", help="of the game's cards")
    parser.add_argument("--revision", type=int, metavar="N", help="of a list that is kept here (the newest)")
    parser.add_argument("--since", type=int, metavar="N", help="of such a list: only what it has beyond this revision")
    parser.add_argument("--not-owned", action="store_true", help="of a list: only what its owner, or --person, lacks")
    parser.add_argument("--person", metavar="NAME", help="whose sets, collection and printer a file is printed with")


def _numbers(words: str) -> list[int]:
    parts = words.split(",")
    if not all(part.strip().isdecimal() and len(part) < 10 for part in parts):
        raise ArgumentTypeError(f"{words!r} are no numbers; write them as 1,5")
    return [int(part) for part in parts]


def _words(words: str) -> list[str]:
    return [part.strip() for part in words.split(",")]


def _one(numbers: Sequence[int] | None) -> int | None:
    """The number of the one board that is printed."""
    if numbers and len(numbers) > 1:
        raise WrongOption("sheet", f"one board is printed at a time, not {len(numbers)}")
    return numbers[0] if numbers else None


def _part(wishes: dict[str, Any]) -> Part:
    return msgspec.convert({name: wishes[name] for name in Part.__struct_fields__ if wishes[name]}, Part)


def _add_paper(parser: ArgumentParser) -> None:
    parser.add_argument("--paper", metavar="PAPER", help=f"{', '.join(PAPERS)}, W×H in mm, or card: one a page (a4)")
    parser.add_argument("--orientation", choices=["auto", "portrait", "landscape"], help="auto: what holds more (auto)")
    parser.add_argument("--card", metavar="CARD", help=f"{', '.join(CARDS)} or W×H in mm (poker)")
    parser.add_argument("--shape", choices=["rectangle", "round"])
    parser.add_argument("--margin", metavar="MM[,…]", help="free of cards: all, or top,right,bottom,left (3)")
    parser.add_argument("--gutter", metavar="MM[,MM]", help="between columns, between rows (0)")
    parser.add_argument(
        "--skip",
        action="extend",
        type=_numbers,
        metavar="N[,…]",
        help="places that stay empty, counted from 1 row by row",
    )
    parser.add_argument(
        "--printer",
        metavar="X,Y[,W,H]",
        help="shift of the back in mm, and stretch, as 0.5,-1,1.002,1; or the id or name of a kept printer",
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


def _options(wishes: dict[str, Any], person: "User | None") -> dict[str, Any]:
    """The options that are given, as plain values."""
    values = {name: wishes[name] for name in (*PLAIN, "skip") if wishes[name] is not None}
    if wishes["gutter"] is not None:
        values["gutter"] = gutter_of(wishes["gutter"])
    if wishes["margin"] is not None:
        values["margin"] = margin_of(wishes["margin"])
    if wishes["printer"] is not None:
        values["printer"] = msgspec.to_builtins(printer_named(wishes["printer"], person))
    return values


def _layout(word: str) -> Layout:
    kept = upload_named(word, "layout")
    return layout_in(Path(word)) if kept is None else load_layout(read_text(kept.path), kept.name, layout_text)


def _without(wishes: dict[str, Any], known: Sequence[str], *others: str) -> None:
    """Raise :class:`WrongOption` for what has no meaning where the source alone says what is printed."""
    for name in (*Part.__struct_fields__, "layout", "images", *others):
        if wishes[name] and name not in known:
            raise WrongOption(name, f"it has no meaning for {wishes['source']}")


def _pictures(folder: Path) -> dict[str, Path]:
    """The files of a folder by the names that a table or a layout calls them."""
    from printing.images import by_names

    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise WrongOption("images", f"{folder}: {error.strerror}") from None
    return by_names({path.name: path for path in files})


def _fonts(words: Sequence[str]) -> list[Any]:
    from printing.fonts import MOST_FONTS, BadFont, look_at

    if len(words) > MOST_FONTS:
        raise WrongOption("font", f"{len(words)} fonts; {MOST_FONTS} are the most")
    found = []
    for word in words:
        kept = upload_named(word, "font")
        path = Path(word) if kept is None else kept.path
        try:
            found.append(look_at(path.read_bytes()))
        except OSError as error:
            raise WrongOption("font", f"{path}: {error.strerror}") from None
        except BadFont as error:
            raise WrongOption("font", f"{path}: {error}") from None
    return found
