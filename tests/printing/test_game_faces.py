"""Every card that a game prints, plain and with ink saved: it fits, it can be read, it stays inside its frame."""

from itertools import combinations

import msgspec
import pytest

from games.registry import catalogue_of, game_named
from printing.faces.arrange import Arranger
from printing.faces.canvas import luminance
from printing.faces.drawing import Run
from printing.paper import CARDS
from printing.sources import layout_named, printed_as
from tests.printing.seen import apart, bounds, ink_of, is_in_frame, runs_of

GAMES = ("phoenix_covenant", "relic_knights", "relic", "reliquary")


def all_printed(game):
    catalogue = catalogue_of(game)
    cards = [card for one in catalogue.cards for card in printed_as(game_named(game), catalogue, one)]
    return list({(card.code, card.face): card for card in cards}.values())


@pytest.fixture(scope="session")
def arranged(metrics):
    """All that a game prints, arranged once: ``arranged("relic", ink_saver=True)``."""
    made = {}

    def arranged(game, ink_saver):
        if (game, ink_saver) not in made:
            layout = layout_named(game)
            arranger = Arranger(layout, metrics, layout.card, ink_saver=ink_saver)
            made[game, ink_saver] = [(card, arranger.face(card.face, card.fields)) for card in all_printed(game)]
        return made[game, ink_saver]

    return arranged


@pytest.fixture(params=[(game, saver) for game in GAMES for saver in (False, True)], ids=str)
def drawn(request, arranged):
    return arranged(*request.param)


def test_nothing_is_cut_lacking_missing_or_under_6_pt(drawn):
    for card, elements in drawn:
        faults = [
            (one.id, one.cut, one.lacking, one.missing) for one in elements if one.cut or one.lacking or one.missing
        ]
        assert (card.code, faults) == (card.code, [])
        assert all(run.size >= 6 for run in runs_of(elements))


def test_no_text_lies_on_another(drawn, metrics):
    for card, elements in drawn:
        for one, other in combinations(runs_of(elements), 2):
            assert apart(ink_of(one, metrics), ink_of(other, metrics)), (card.code, card.face, one.text, other.text)


def test_nothing_is_outside_the_frame(drawn, metrics):
    for card, elements in drawn:
        for one in elements:
            for shape in one.instructions:
                assert is_in_frame(shape, CARDS["poker"], metrics), (card.code, card.face, one.id)


def test_text_is_readable_in_greyscale(drawn):
    def relative(colour):
        red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
        return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2

    for card, elements in drawn:
        below = [((0, 0, 100, 100), "#ffffff")]
        for one in elements:
            for shape in one.instructions:
                if isinstance(shape, Run):
                    at = (shape.x + 0.2, shape.y - 0.2)
                    ground = next(
                        colour
                        for box, colour in reversed(below)
                        if box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]
                    )
                    light, dark = sorted((relative(shape.colour), relative(ground)), reverse=True)
                    assert (light + 0.05) / (dark + 0.05) >= 4.5, (card.code, card.face, one.id, shape.text)
                elif shape.ink.fill:
                    below.append((bounds(shape), shape.ink.fill))


def area(shape):
    left, top, right, bottom = bounds(shape)
    return (right - left) * (bottom - top)


@pytest.mark.parametrize("game", GAMES)
def test_where_ink_is_saved_no_large_area_is_dark(game, arranged):
    for card, elements in arranged(game, True):
        for one in elements:
            for shape in one.instructions:
                if not isinstance(shape, Run) and shape.ink.fill and luminance(shape.ink.fill) < 0.6:
                    assert area(shape) < 130, (card.code, card.face, one.id)


@pytest.mark.parametrize("game", GAMES)
def test_the_back_of_a_game_has_no_field_and_an_ink_saver(game, metrics):
    layout = layout_named(game)
    full, saved = (Arranger(layout, metrics, layout.card, ink_saver=saver).face("back", {}) for saver in (False, True))
    assert not any(one.bound for one in full)
    fills = [[shape.ink.fill for one in back for shape in one.instructions] for back in (full, saved)]
    assert min(luminance(fill) for fill in fills[0] if fill) < 0.3
    assert all(
        area(shape) < 60 or luminance(shape.ink.fill or "#ffffff") > 0.6 for one in saved for shape in one.instructions
    )


BARE = {
    "reliquary": [
        {"kind": "agnostic_move", "pattern": [], "stamp": "key"},
        {"kind": "agnostic_move", "pattern": [[7, 7], [-7, 0]], "stamp": "skull", "escort": True},
        {"kind": "unique_move", "pattern": [[4, 0]], "stamp": "key", "attacks": []},
        {"kind": "faction", "hp": 5, "attacks": []},
        {"kind": "faction", "hp": 4, "attacks": [], "passive": {"id": "hardy", "text": "It holds."}},
        {"kind": "aid", "parts": []},
        {"kind": "rite", "rite": "harrow", "parts": []},
        {"kind": "module", "parts": []},
    ],
    "phoenix_covenant": [
        *({"kind": kind} for kind in ("unit", "spell", "structure", "auxiliary", "hardpoint", "card")),
        {"kind": "unit", "tier": 99, "range": {"least": 1, "greatest": 9}, "commander": True, "gates": [[3, 3]]},
    ],
    "relic_knights": [
        {"kind": "unit"},
        {"kind": "unit", "type": "relic_knight", "traits": ["Void"], "actions": [{"name": "Odd", "cost": {"law": 1}}]},
        {"kind": "unit", "type": "minion", "squad": {"least": 1, "greatest": 12}, "health": 9, "held_esper": 30},
        {"kind": "boost", "cost": 1, "range": None, "effect": "None."},
        {"kind": "objective", "rank": "primary", "base": 50, "size": 3, "health": 12},
        {"kind": "condition", "group": "special", "points": 1, "text": "Do it."},
        {"kind": "esper"},
    ],
    "relic": [{"kind": "character"}, {"kind": "threat"}, {"kind": "threat", "charges": 9, "type": "event"}],
}
"""Cards as somebody may write them into a set: with as little as there may be, and with more than a printed one has."""


@pytest.mark.parametrize(
    ("game", "values"), [(game, values) for game, all_ in BARE.items() for values in all_], ids=str
)
def test_any_card_of_a_set_of_ones_own_has_its_face(game, values, metrics):
    card = msgspec.convert({"code": "my-001", "name": "Of My Own", **values}, game_named(game).card)
    layout = layout_named(game)
    for printed in printed_as(game_named(game), catalogue_of(game), card):
        fields = {**printed.fields, "image": "art"}
        for one in Arranger(layout, metrics, layout.card, pictures=Picture()).face(printed.face, fields):
            assert (one.id, one.cut, one.missing) == (one.id, None, ())


class Picture:
    """A picture by any name."""

    def size_of(self, name):
        return (3, 4)
