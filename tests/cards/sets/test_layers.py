"""The pure half of merging: an edition with layers over it, typed, with a hash of exactly its data."""

import pytest

from cards.layers import Layer, hash_of, merge
from games.catalogue import Unreadable
from games.lists import CardList, Entry
from games.registry import catalogue_of, game_named

GAME = game_named("relic_knights")
PRINTED = catalogue_of("relic_knights")
KATE = {"kind": "unit", "name": "Calico Kate", "type": "relic_knight", "faction": "Star Nebula Corsairs", "cost": 20}
MATE = {"kind": "unit", "name": "First Mate", "type": "minion", "faction": "Star Nebula Corsairs", "cost": 3}


def layer(prefix="my", **more):
    return Layer(prefix=prefix, name=prefix, **more)


def test_nothing_over_it_is_the_edition_itself():
    assert merge(GAME, PRINTED, ()) is PRINTED
    assert hash_of(PRINTED, ()) == PRINTED.hash


def test_rk_a2_a_cadre_of_calico_kate_is_judged_by_cards_filled_in():
    found = merge(GAME, PRINTED, [layer(cards={"my-001": KATE, "my-002": MATE})])

    def rules(*codes):
        entries = tuple(Entry(code=code, name=found.by_code[code].name) for code in codes)
        cadre = CardList(game=GAME.slug, edition="first-1", entries=entries, options={"size": "Battle"})
        return [problem.rule for problem in GAME.problems(cadre, found)]

    assert rules("my-001", "my-002") == []
    others = [card for card in PRINTED.cards if card.kind == "unit" and card.type in ("unique", "minion")]
    for card in others:
        expected = "RK-VOID1" if card.trait == "Void" else "RK-RAD1" if card.trait == "Radiant" else "RK-FAC"
        assert rules("my-001", card.code) == ([] if card.trait == "Void" else [expected]), card.name


def test_own_cards_stand_behind_and_overridden_ones_where_they_were():
    found = merge(GAME, PRINTED, [layer(cards={"my-001": KATE}, overrides={"rk-004": {"cost": 6}})])
    assert [card.code for card in found.cards] == [*PRINTED.by_code, "my-001"]
    assert (found.by_code["rk-004"].cost, found.by_code["rk-004"].range) == (6, 3)
    assert (found.sets[-1].code, found.sets[-1].origin) == ("my", "own")


def test_the_hash_is_that_of_the_content():
    one = [layer(cards={"my-001": KATE})]
    hashes = {
        hash_of(PRINTED, layers)
        for layers in (
            one,
            [layer(cards={"my-001": {**KATE, "cost": 21}})],
            [layer(cards={"my-002": KATE})],
            [layer(cards={"my-001": KATE}, removed={"my-002": "Gone"})],
            [layer("other", cards={"other-001": KATE})],
            [*one, layer("other")],
            [layer("other"), *one],
        )
    }
    assert len(hashes) == 7
    assert hash_of(PRINTED, one) == hash_of(PRINTED, [layer(cards={"my-001": dict(reversed(KATE.items()))})])


def test_objects_inside_are_filled_in():
    maiden = catalogue_of("phoenix_covenant").by_code["pc-064"]
    overrides = {"pc-064": {"sides": {"left": "plain"}}}
    found = merge(game_named("phoenix_covenant"), catalogue_of("phoenix_covenant"), [layer(overrides=overrides)])
    sides = found.by_code["pc-064"].sides
    assert (sides.left, sides.front, sides.rear) == ("plain", maiden.sides.front, maiden.sides.rear)


@pytest.mark.parametrize(
    "layers",
    [
        [layer(), layer()],
        [layer("rk")],
        [layer(cards={"my-001": {**KATE, "cost": "many"}})],
        [layer(overrides={"rk-004": {"wings": 2}})],
    ],
)
def test_what_does_not_go_together_is_refused(layers):
    with pytest.raises(Unreadable):
        merge(GAME, PRINTED, layers)
