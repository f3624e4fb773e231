"""Cards on the screen as they are printed: one face of a card as an SVG, its letters as outlines."""

from functools import lru_cache
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from companion.problems import not_found
from companion.web.face_svg import svg_of
from games.registry import catalogue_of, game_named
from printing.faces.arrange import Arranger
from printing.sources import layout_named, printed_as

A_DAY = 86_400
ONE_AT_A_TIME = Lock()
"""Reading a font's outlines is no work for two threads at once."""


@require_GET
def face(request: HttpRequest, game: str, edition: str, code: str) -> HttpResponse:
    """The face of a card of a built-in edition. Raises ``Problem`` ``not_found``."""
    with ONE_AT_A_TIME:
        picture = drawn(game, edition, code)
    return HttpResponse(picture, content_type="image/svg+xml", headers={"Cache-Control": f"max-age={A_DAY}"})


@lru_cache(maxsize=512)
def drawn(game: str, edition: str, code: str) -> str:
    """The SVG of a card's face. Raises ``UnknownGame``, ``Problem`` ``not_found``."""
    from printing.pdf import ShippedFonts

    found = catalogue_of(game, edition)
    card = found.by_code.get(code)
    if card is None:
        raise not_found(f"{found.name} has no card {code!r}.")
    layout = layout_named(game)
    printed = printed_as(game_named(game), found, card)[0]
    arranged = Arranger(layout, ShippedFonts(), layout.card).face(printed.face, printed.fields)
    return svg_of(tuple(one for part in arranged for one in part.instructions), layout.card, card.name)
