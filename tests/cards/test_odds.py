"""Odds against counting every possible hand; curves; sample hands; what a flip is worth."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.curves import spread
from cards.hands import sample
from cards.odds import at_least, hypergeometric, with_mulligans
from games.drawing import Drawing
from games.lists import CardList, Entry
from games.registry import catalogue_of, game_named
from tests.cards.lists_kit import CADRES, DECKS, PHOENIX, deck, new, printed, problem

PC = game_named("phoenix_covenant").drawing
RK = game_named("relic_knights").drawing
SMALL = st.integers(1, 8).flatmap(lambda deck: st.tuples(st.just(deck), st.integers(0, deck), st.integers(0, deck)))


def hands(deck, size):
    return list(itertools.combinations(range(deck), size))


@given(SMALL, st.integers(0, 4))
def test_every_hand_counted(sizes, want):
    deck, wanted, drawn = sizes
    all_hands = hands(deck, drawn)
    good = sum(1 for hand in all_hands if sum(card < wanted for card in hand) >= want)
    assert at_least(deck, wanted, drawn, want) == Fraction(good, len(all_hands))
    assert sum(hypergeometric(deck, wanted, drawn, n) for n in range(drawn + 1)) == 1


def counted(drawing, deck, wanted, want, mulligans, draws=0):
    """The same chance by going through every hand, and every hand after it."""

    def after(hand, stock, taken):
        if sum(card < wanted for card in hand) >= want:
            return Fraction(1)
        if taken == min(mulligans, len(drawing.mulligans)):
            return average([_enough(hand + more) for more in itertools.combinations(stock, min(draws, len(stock)))])
        return redrawn(hand, tuple(card for card in hand if card < wanted)[: drawing.keep], stock, taken)

    def redrawn(hand, keep, stock, taken):
        rest = stock + tuple(card for card in hand if card not in keep) if drawing.returns else stock
        size = min(drawing.mulligans[taken] - len(keep), len(rest))
        chances = [
            after(keep + new, tuple(card for card in rest if card not in new), taken + 1)
            for new in itertools.combinations(rest, size)
        ]
        return average(chances)

    def _enough(hand):
        return Fraction(int(sum(card < wanted for card in hand) >= want))

    def average(chances):
        return sum(chances, Fraction(0)) / len(chances)

    cards = tuple(range(deck))
    first = min(drawing.hand, deck)
    return average(
        [after(hand, tuple(c for c in cards if c not in hand), 0) for hand in itertools.combinations(cards, first)]
    )


@settings(max_examples=40, deadline=None)
@given(
    st.integers(3, 6),
    st.integers(0, 4),
    st.integers(1, 2),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 2),
    st.booleans(),
)
def test_mulligans_counted(cards, wanted, want, mulligans, draws, keep, returns):
    drawing = Drawing(deck=PC.deck, hand=3, mulligans=(3, 2), keep=keep, returns=returns)
    wanted = min(wanted, cards)
    assert with_mulligans(drawing, cards, wanted, want, mulligans, draws) == counted(
        drawing, cards, wanted, want, mulligans, draws
    )


def test_the_opening_hand_of_phoenix_covenant():
    """Three of forty in six cards; and with hands of 6, 5, 4 and 3 after it, each from a whole deck."""
    once = 1 - Fraction(37 * 36 * 35 * 34 * 33 * 32, 40 * 39 * 38 * 37 * 36 * 35)
    assert at_least(40, 3, 6, 1) == once
    missed = Fraction(1)
    for size in (6, 6, 5, 4, 3):
        missed *= 1 - at_least(40, 3, size, 1)
    assert with_mulligans(PC, 40, 3, 1, 4) == 1 - missed
    assert with_mulligans(PC, 40, 3, 1, 0) == once


def test_a_mulligan_of_relic_knights_lays_the_rest_aside():
    found = with_mulligans(RK, 42, 6, 1, 1)
    assert found == 1 - (1 - at_least(42, 6, 5, 1)) * (1 - at_least(37, 6, 5, 1))


@pytest.mark.django_db
def test_odds_over_http(api):
    saved = new(api)
    found = api.get(f"{DECKS}{saved['id']}/odds/").json()
    assert (found["deck"], found["hand"], found["mulligans"], found["per_flip"]) == (40, 6, [6, 5, 4, 3], {})
    three = next(card for card in found["cards"] if card["copies"] == 3)
    assert three["opening"]["exact"] == str(at_least(40, 3, 6, 1))
    assert three["opening"]["value"] == pytest.approx(float(at_least(40, 3, 6, 1)))
    assert len(three["with_mulligans"]) == 4
    assert [one["exact"] for one in three["by_turn"]] == [str(at_least(40, 3, 6 + turn, 1)) for turn in range(1, 6)]
    assert three["by_turn_with_mulligans"][0]["value"] > three["by_turn"][0]["value"]
    assert sum(card["copies"] for card in found["cards"]) == 40
    codes = [card["codes"][0] for card in found["cards"][:2]]
    copies = sum(card["copies"] for card in found["cards"][:2])
    group = api.get(f"{DECKS}{saved['id']}/odds/?code={codes[0]}&code={codes[1]}&want=2&turns=1").json()
    (both,) = group["cards"]
    assert (both["copies"], both["opening"]["exact"]) == (copies, str(at_least(40, copies, 6, 2)))
    for query in ("want=0", "want=11", "turns=0", "turns=x", "turns=1000000000000", "code=pc-003"):
        assert problem(api.get(f"{DECKS}{saved['id']}/odds/?{query}"), 400, "unreadable") == [f"?{query.split('=')[0]}"]


@pytest.mark.django_db
def test_a_flip_of_the_esper_deck_is_worth_half_a_point_of_each_type(api):
    saved = new(api, {}, "relic_knights", CADRES)
    found = api.get(f"{CADRES}{saved['id']}/odds/").json()
    types = ("creation", "law", "corruption", "entropy", "chaos", "essence")
    assert found["per_flip"] == {one: {"exact": "1/2", "value": 0.5} for one in types}
    assert (found["deck"], found["hand"], found["mulligans"]) == (42, 5, [5])


@pytest.mark.django_db
def test_games_that_draw_otherwise(api):
    seven = [{"code": card.code} for card in catalogue_of("reliquary").cards[:7]]
    match = new(api, {"entries": seven, "options": {"use": "match"}}, "reliquary")
    found = api.get(f"{DECKS}{match['id']}/odds/").json()
    assert (found["deck"], found["hand"], found["cards"][0]["opening"]["exact"]) == (7, 3, "3/7")
    sheet = new(api, {"entries": seven, "options": {"use": "print"}}, "reliquary")
    assert api.get(f"{DECKS}{sheet['id']}/odds/").json()["deck"] == 0
    problem(api.get(f"{DECKS}{sheet['id']}/sample-hand/"), 404, "not_found")
    relic = new(api, {}, "relic")
    assert api.get(f"{DECKS}{relic['id']}/odds/").json()["deck"] == 0
    problem(api.get(f"{DECKS}{relic['id']}/sample-hand/"), 404, "not_found")


@pytest.mark.django_db
def test_sample_hands_over_http(api):
    saved = new(api)
    url = f"{DECKS}{saved['id']}/sample-hand/"
    one = api.get(f"{url}?seed=tide").json()
    assert (one["seed"], one["deck"], len(one["hand"]), len(one["next"])) == ("tide", 40, 6, 10)
    assert api.get(f"{url}?seed=tide").json() == one
    assert api.get(f"{url}?seed={api.get(url).json()['seed']}").status_code == 200
    again = api.get(f"{url}?seed=tide&mulligans=2&keep=1&keep=3").json()
    assert len(again["hand"]) == 5
    for query, path in (
        ("mulligans=5", "?keep"),
        ("mulligans=x", "?mulligans"),
        ("mulligans=1&keep=7", "?keep"),
        ("mulligans=1&keep=1&keep=2&keep=3&keep=4", "?keep"),
        ("mulligans=1&keep=x", "?keep"),
    ):
        assert problem(api.get(f"{url}?{query}"), 400, "unreadable") == [path]
    large = new(api, deck(("pc-006", 900), ("pc-006", 900_000)))
    problem(api.get(f"{DECKS}{large['id']}/sample-hand/"), 413, "too_large")


def test_a_hand_holds_no_more_copies_than_the_deck():
    entries = (Entry(code="pc-006", name="Bind", count=2), Entry(code="pc-020", name="Fireball", count=3))
    content = CardList(game="phoenix_covenant", edition="rulebook-1", entries=entries)
    for number in range(50):
        found = sample(content, PHOENIX, PC, seed=str(number), mulligans=number % 5, keep=(1,) if number % 5 else ())
        cards = [card.code for card in (*found.hand, *found.next)]
        assert (cards.count("pc-006"), cards.count("pc-020")) == (2, 3)


def test_curves_and_the_unknown():
    entries = (
        Entry(code="pc-037", name="Kagitsume Samurai", count=2),
        Entry(code="pc-006", name="Bind", count=3),
        Entry(code=None, name="Nobody", count=4),
    )
    content = CardList(game="phoenix_covenant", edition="rulebook-1", entries=entries)
    curves = {one.field: one for one in spread(content, PHOENIX).curves}
    assert set(curves) == {"kind", "faction", "cp", "mp", "force", "tier"}
    for curve in curves.values():
        assert sum(step.copies for step in curve.steps) + curve.without == 9
    kinds = {step.value: step.copies for step in curves["kind"].steps}
    assert sum(kinds.values()) == 5
    assert curves["kind"].without == 4
    costs = [step.value for step in curves["cp"].steps]
    assert costs == sorted(costs, key=lambda value: (value is None, value or 0))


@pytest.mark.django_db
def test_points_of_each_entry(api):
    entries = [{"code": "rk-004", "count": 2, "section": "boosts"}, {"name": "Nobody"}]
    saved = new(api, {"entries": entries, "options": {"size": "Skirmish"}}, "relic_knights", CADRES)
    found = api.get(f"{CADRES}{saved['id']}/curves/").json()
    assert [(one["name"], one["points"]) for one in found["points"]] == [("Darkfield", 8), ("Nobody", None)]
    assert (found["totals"]["points"], found["unknown_points"]) == (8, 1)
    assert api.get(f"{DECKS}{new(api)['id']}/curves/").json()["points"] is None


@pytest.mark.django_db
def test_a_deck_that_nobody_could_shuffle(api):
    entries = [{"code": card.code, "count": n} for n, card in enumerate(PHOENIX.cards[:61], 1)]
    many = new(api, {"entries": entries})
    problem(api.get(f"{DECKS}{many['id']}/odds/"), 413, "too_large")
    assert api.get(f"{DECKS}{many['id']}/odds/?code={entries[0]['code']}").status_code == 200
    large = new(api, deck(("pc-006", 10_001)))
    problem(api.get(f"{DECKS}{large['id']}/odds/"), 413, "too_large")


@pytest.mark.parametrize("name", ["warband", "puzzle-deck"])
@pytest.mark.django_db
def test_curves_of_the_printed_decks(api, name):
    saved = new(api, printed(name))
    found = api.get(f"{DECKS}{saved['id']}/curves/").json()
    assert found["totals"] == saved["totals"]
