"""What a game is played with beside cards: round tokens, a board; and the sheet that sets a printer up.

Tokens are data too: ``games/<game>/tokens.yaml`` lists them, ``token_faces.yaml`` beside it draws them; they are
printed as cards are. ``relic_knights/tokens`` and ``reliquary/board`` are the names that they are asked for by.
"""

from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec

from games.catalogue import GAMES_FOLDER, parse_yaml, read_text
from games.registry import UnknownGame, game_named
from printing import boards, calibration
from printing.boards import Board, BoardFile
from printing.bundle import whole_file
from printing.faces.layout import Layout, load_layout
from printing.faces.schema import Hex
from printing.options import Options
from printing.paper import Edges, Rect, Size, WrongOption, paper_named
from printing.report import Report
from printing.sources import PrintedCard, PrintedSheet, Source, layout_text

TOKENS, BOARD, CALIBRATION = "tokens", "board", "calibration"
TOKEN_LAYOUT = Path(__file__).parent / "faces" / "token.yaml"
BOARD_MARGIN = 8.0
"""The least margin of a board's page: what most printers leave blank, and its title."""


TOKEN_MARGIN = 12.0
"""Around tokens, which would else fill the paper and leave no room for a title and a ruler, mm."""


class Token(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of token, and how many of it are printed."""

    code: str
    name: str
    icon: str
    colour: Hex
    count: Annotated[int, msgspec.Meta(ge=1, le=200)]


class TokenFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``games/<game>/tokens.yaml``: their diameter and the space between them (mm), and what there is."""

    size: Annotated[float, msgspec.Meta(ge=20, le=100)]
    gutter: Annotated[float, msgspec.Meta(ge=0, le=20)] = 2
    tokens: Annotated[tuple[Token, ...], msgspec.Meta(min_length=1)]


def part_of(word: str) -> tuple[str, str] | None:
    """``reliquary/board`` -> the game's slug and ``board``; ``None`` for any other word."""
    slug, slash, part = word.partition("/")
    return (slug, part) if slash and part in (TOKENS, BOARD) else None


def tokens_of(slug: str) -> tuple[Source, Layout]:
    """The tokens of a game and their faces. Raises :class:`WrongOption` where it has none, :class:`Unreadable`."""
    game, path = _file(slug, "tokens.yaml", "tokens")
    found: TokenFile = parse_yaml(read_text(path), TokenFile, f"games/{slug}/tokens.yaml")
    cards = tuple(
        PrintedCard(
            code=token.code,
            face="token",
            fields={"name": token.name, "icon": token.icon, "colour": token.colour},
            back="token",
        )
        for token in found.tokens
        for _ in range(token.count)
    )
    sheet = PrintedSheet(number=1, title="Tokens", cards=cards)
    faces = path.with_name("token_faces.yaml")
    layout = load_layout(read_text(faces), f"games/{slug}/{faces.name}", _layout)
    return Source(name=game, edition="tokens", layout=slug, sheets=(sheet,)), layout


def token_options(slug: str, options: Options) -> Options:
    """Options for a game's tokens: round, of their size, with their space between them, where nothing else is asked."""
    _, path = _file(slug, "tokens.yaml", "tokens")
    found: TokenFile = parse_yaml(read_text(path), TokenFile, f"games/{slug}/tokens.yaml")
    size = f"{found.size:g}x{found.size:g}" if options.card == Options().card else options.card
    gutter = (found.gutter, found.gutter) if options.gutter == Options().gutter else options.gutter
    margin = (TOKEN_MARGIN,) * 4 if options.margin == Options().margin else options.margin
    return msgspec.structs.replace(options, card=size, shape="round", gutter=gutter, margin=margin)


def _layout(name: str) -> tuple[str, str]:
    return (read_text(TOKEN_LAYOUT), "printing/faces/token.yaml") if name == "token" else layout_text(name)


def _file(slug: str, name: str, words: str) -> tuple[str, Path]:
    try:
        game = game_named(slug)
    except UnknownGame as error:
        raise WrongOption("source", str(error)) from None
    path = GAMES_FOLDER / slug / name
    if not path.is_file():
        raise WrongOption("source", f"{game.name} has no {words}")
    return game.name, path


def board_of(slug: str, number: int | None = None) -> Board:
    """A board of a game: the usual one, or that of a number. Raises :class:`WrongOption`, :class:`Unreadable`."""
    game, path = _file(slug, "board.yaml", "board")
    found: BoardFile = parse_yaml(read_text(path), BoardFile, f"games/{slug}/board.yaml")
    by_number = {board.number: board for board in found.boards}
    if number is None:
        return found.boards[0]
    if number not in by_number:
        raise WrongOption("sheet", f"{game} has no board {number}; it has {', '.join(map(str, by_number))}")
    return by_number[number]


def spread_of(board: Board, options: Options) -> boards.Tiling:
    """The pages that a board takes. Raises :class:`WrongOption`."""
    _only(options, "a board", ("paper", "orientation", "margin", "printer"))
    margin = Edges(*(max(side, BOARD_MARGIN) for side in options.margin))
    return boards.tiling(board.size, paper_named(options.paper), margin, options.orientation)


def write_board(target: Path, slug: str, number: int | None, options: Options) -> Report:
    """A board over as many pages as it takes, as a PDF. Raises :class:`WrongOption`, ``OSError``."""
    board = board_of(slug, number)
    spread = spread_of(board, options)
    name = f"{game_named(slug).name}, {board.name}"

    def draw(file: BinaryIO) -> None:
        from printing.pdf import PdfFile, ShippedFonts

        metrics = ShippedFonts()
        pdf = PdfFile(file, name, metrics)
        content, used = pdf.content(boards.draw_board(board, metrics), board.size.height)
        whole = pdf.store(content, used, Rect(0, 0, board.size.width, board.size.height))
        for tile in spread.tiles:
            pdf.begin_page(spread.page, tile.window, tile.window)
            shown = Rect(tile.window.x - tile.part.x, tile.window.y - tile.part.y, board.size.width, board.size.height)
            pdf.place(f"/{pdf.resource(whole)} Do", {whole}, shown, window=tile.window)
            pdf.draw(boards.tile_marks(tile, spread, name, metrics))
            pdf.end_page()
        pdf.save()

    with whole_file(target) as opened:
        draw(opened)
    return Report(cards_in=0, cards_drawn=0, pages=len(spread.tiles))


def calibration_page(options: Options) -> Size:
    """The paper of a calibration sheet. Raises :class:`WrongOption`."""
    _only(options, "a calibration sheet", ("paper", "orientation", "flip", "backs", "printer"))
    try:
        return calibration.page_of(msgspec.structs.replace(options, flip=None, backs="none"))
    except WrongOption as error:
        if error.option != "card":
            raise
        raise WrongOption("paper", f"a calibration sheet is as large as that of cards: {error.message}") from None


def write_calibration(target: Path, options: Options) -> Report:
    """The sheet that sets a printer up, front and back, as a PDF. Raises :class:`WrongOption`, ``OSError``."""
    page = calibration_page(options)
    across, down = options.printer.scale
    x, y = options.printer.back

    def draw(file: BinaryIO) -> None:
        from printing.pdf import PdfFile, ShippedFonts
        from printing.render import moved

        metrics = ShippedFonts()
        pdf = PdfFile(file, "Calibration sheet", metrics)
        sheet = Rect(0, 0, page.width, page.height)
        for sides, shift in ((calibration.front, (0.0, 0.0)), (calibration.back, (x, y))):
            pdf.begin_page(page, sheet, sheet, moved(page, (across, down), shift))
            pdf.draw(sides(page, options, metrics))
            pdf.end_page()
        pdf.save()

    with whole_file(target) as opened:
        draw(opened)
    return Report(cards_in=0, cards_drawn=0, pages=2, scale=options.printer.scale)


def _only(options: Options, what: str, names: tuple[str, ...]) -> None:
    """Raise :class:`WrongOption` for what is asked for and has no meaning here."""
    for name in options.__struct_fields__:
        if name not in names and getattr(options, name) != getattr(Options(), name):
            raise WrongOption(name, f"{what} has none; it has {', '.join(names)}")
