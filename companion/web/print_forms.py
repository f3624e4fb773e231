"""The form of a print: what it offers, the wish that it makes, a wish as a form again, and faults by its fields."""

import re
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from companion.problems import FieldError, Problem, take, unreadable
from games.catalogue import GAMES_FOLDER
from games.faults import sentence
from printing.kinds import BoardSource, CalibrationSource, GameSource, ListSource, TextSource, TokenSource
from printing.report import Report
from printing.wishes import Wish

PLAIN = ("paper", "card", "marks", "backs", "format")
MOST_CODES = 200
"""So many cards fit into an address."""

CHOICES = {
    "paper": (("a4", "A4"), ("letter", "US Letter"), ("a3", "A3"), ("card", "One card a page")),
    "card": (("poker", "Poker, 63.5 × 88.9 mm"), ("bridge", "Bridge"), ("tarot", "Tarot"), ("mini", "Mini")),
    "marks": (
        ("corner", "At the corners"),
        ("edge", "At the edge of the page"),
        ("full", "Lines right through"),
        ("none", "None"),
    ),
    "backs": (("none", "None"), ("one", "The game's back"), ("each", "Each card's own")),
    "flip": (("long", "On the long edge"), ("short", "On the short edge"), ("fold", "Beside the fronts, to fold")),
    "format": (("pdf", "PDF, sheets to cut"), ("png", "PNG, a picture of each card"), ("tts", "Tabletop Simulator")),
}
LENGTHS = ("gutter", "bleed", "shift_x", "shift_y")
LABELS = {
    "paper": "Paper",
    "card": "Card",
    "marks": "Cut marks",
    "backs": "Backs",
    "flip": "How the paper turns",
    "format": "File",
    "gutter": "Gap between cards, mm",
    "bleed": "Bleed, mm",
    "shift_x": "Move backs to the right, mm",
    "shift_y": "Move backs down, mm",
    "printer": "Printer",
}
"""Of the fields that a fault can stand beside."""

_PLACES = {"printer.back[0]": "shift_x", "printer.back[1]": "shift_y"}


def kinds_of(game: str) -> list[tuple[str, str]]:
    """What can be printed of a game: its cards, and whatever else there is a file for."""
    found = [("game", "Cards")]
    if (GAMES_FOLDER / game / "tokens.yaml").exists():
        found.append(("tokens", "Tokens"))
    if (GAMES_FOLDER / game / "board.yaml").exists():
        found.append(("board", "The board"))
    return [*found, ("calibration", "A sheet to set up the printer")]


def wish_of(form: QueryDict) -> Wish:
    """The print that a form asks for. Raises ``Problem`` ``unreadable``."""
    options: dict[str, Any] = {name: form[name] for name in PLAIN if form.get(name)}
    if options.get("backs", "none") != "none" and options.get("format", "pdf") == "pdf" and form.get("flip"):
        options["flip"] = form["flip"]
    options |= {name: True for name in ("ink_saver", "test") if form.get(name) == "yes"}
    if form.get("gutter"):
        options["gutter"] = [_length(form, "gutter")] * 2
    if form.get("bleed"):
        options["bleed"] = _length(form, "bleed")
    if form.get("shift_x") or form.get("shift_y"):
        options["printer"] = {"back": [_length(form, "shift_x"), _length(form, "shift_y")]}
    profile = {"printer": form["printer"]} if form.get("printer") else {}
    wish: Wish = take({"source": _source(form), "options": options, **profile}, Wish)
    return wish


def _source(form: QueryDict) -> dict[str, Any]:
    kind, game = form.get("kind", "game"), form.get("game", "")
    if kind == "list":
        return {"kind": "list", "list": form.get("list", ""), "link": form.get("link", "")}
    edition = {"edition": form["edition"]} if form.get("edition") else {}
    if kind == "text":
        return {"kind": "text", "game": game, "text": form.get("text", ""), **edition}
    if kind in ("tokens", "board"):
        return {"kind": kind, "game": game}
    if kind == "calibration":
        return {"kind": kind}
    if kind == "codes":
        return {"kind": "game", "game": game, "codes": form.getlist("codes"), **edition}
    numbers = [int(word) for word in form.getlist("sheets") if word.isascii() and word.isdigit() and len(word) < 6]
    return {"kind": kind, "game": game, "sheets": numbers, **edition}


def _length(form: QueryDict, name: str) -> float:
    word = form.get(name, "").strip() or "0"
    try:
        return float(word.replace(",", "."))
    except ValueError:
        message = f"This must be a length in mm, not {word[:20]!r}."
        raise unreadable(message, FieldError(path=f"$.options.{name}", message=message)) from None


def query_of(wish: Wish) -> str | None:
    """The query by which the form opens with a print's choices; ``None`` for a print that the form cannot make."""
    source, options = _as_fields(wish), wish.options
    if source is None or wish.layout or wish.images or wish.fonts:
        return None
    fields: list[tuple[str, str]] = [*source, *((name, getattr(options, name)) for name in PLAIN)]
    fields += [(name, "yes") for name in ("ink_saver", "test") if getattr(options, name)]
    lengths = {"gutter": options.gutter[0], "bleed": options.bleed}
    lengths |= {"shift_x": options.printer.back[0], "shift_y": options.printer.back[1]}
    fields += [(name, f"{value:g}") for name, value in lengths.items() if value]
    query = urlencode([*fields, *([("flip", options.flip)] if options.flip else [])])
    whole = isinstance(wish.source, TokenSource) or wish_of(QueryDict(query)).options == options
    return query if whole else None


def _as_fields(wish: Wish) -> list[tuple[str, str]] | None:
    match wish.source:
        case GameSource(codes=codes) if len(codes) > MOST_CODES:
            return None
        case GameSource(game=game, sheets=sheets, codes=codes, edition=edition):
            fields = [("kind", "codes" if codes else "game"), ("game", game), ("edition", edition or "")]
            return [*fields, *(("sheets", str(number)) for number in sheets), *(("codes", code) for code in codes)]
        case ListSource(list=found, link=link, since=None, not_owned=False, sheets=()):
            return [("list", str(found)), *([("link", link)] if link else [])]
        case TextSource(game=str(game), text=text, edition=edition, not_owned=False, sheets=()) if len(text) < 2000:
            return [("kind", "text"), ("game", game), ("edition", edition or ""), ("text", text)]
        case TokenSource(game=game):
            return [("kind", "tokens"), ("game", game)]
        case BoardSource(game=game, number=None):
            return [("kind", "board"), ("game", game)]
        case CalibrationSource():
            return [("kind", "calibration")]
        case _:
            return None


def faults_of(problem: Problem | None) -> dict[str, str]:
    """Field of the form -> what is wrong with it."""
    found: dict[str, str] = {}
    for error in problem.errors if problem else ():
        path = (error.path or "").removeprefix("$.").removeprefix("options.")
        name = _PLACES.get(path) or re.split(r"[.\[]", path)[0]
        if name in LABELS:
            found.setdefault(name, sentence(error.message))
    return found


def told(report: Report) -> list[str]:
    """Everything that is not as it was meant, in words."""
    lines = []
    for text in report.cut_texts:
        lines.append(f"{_on(text)}: the text in “{text.box}” did not fit and was cut: “{text.text}”")
    for glyphs in report.missing_glyphs:
        lines.append(f"{_on(glyphs)}, “{glyphs.box}”: no font has {' '.join(glyphs.characters)}")
    for one in report.missing_images:
        lines.append(f"Card {one['card']}, “{one['box']}”: the picture {one['image']} is missing: {one['reason']}")
    return lines


def noted(report: Report) -> list[str]:
    """What is no fault, but good to know."""
    lines = [f"Card {one.card}: {one.image} brings {one.bleed:g} mm of bleed along" for one in report.found_bleeds]
    for unknown in report.unknown_cards:
        place = f" ({unknown.where})" if unknown.where else ""
        lines.append(f"Card {unknown.card}{place}: the catalogue has no such card; its name is printed")
    if report.scale != (1, 1):
        across, down = report.scale
        lines.append(f"Stretched for your printer: × {across:g} across, × {down:g} down")
    return lines


def _on(one: Any) -> str:
    return f"Card {one.card}" if one.card else f"Page {one.page}"
