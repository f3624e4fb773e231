"""What a list is judged to be: every problem, by its own edition; corrected data judge it again, and say why."""

import msgspec
import pytest

from cards import pinned
from cards.adding import may_add
from cards.list_models import ListVerdict
from games.lists import CardList, Entry
from games.registry import catalogue_of
from tests.cards.lists_kit import CADRES, DECKS, PHOENIX, content, deck, new, printed, problem, save

pytestmark = pytest.mark.django_db


def corrected(monkeypatch, **cards):
    """The edition's own data after a correction: codes (``pc_006``) with the values that are other now."""
    by_code = {code.replace("_", "-"): values for code, values in cards.items()}
    changed = tuple(msgspec.structs.replace(card, **by_code.get(card.code, {})) for card in PHOENIX.cards)
    data = msgspec.structs.replace(PHOENIX, cards=changed, hash="c0ffee" * 10)
    monkeypatch.setattr(pinned, "catalogue_of", lambda game, edition=None: data)


def test_every_problem_at_once_with_the_data_it_was_judged_by(api):
    entries = [("pc-006", 4), ("pc-003", 2, "side"), ("pc-003", 1)]
    saved = new(api, deck(*entries))
    verdict = api.get(f"{DECKS}{saved['id']}/problems/").json()
    assert {one["rule"] for one in verdict["problems"]} == {"PC-MIN", "PC-CPY", "PC-STR1", "PC-SEC"}
    assert (verdict["edition"], verdict["data_hash"], verdict["revision"]) == ("rulebook-1", PHOENIX.hash, 1)
    for one in verdict["problems"]:
        assert set(one) == {"rule", "message", "severity", "entries", "have", "need", "source"}
        assert api.get(f"/api/games/phoenix_covenant/rules/{one['rule']}/").status_code == 200
    assert verdict["correction"] is None


def test_an_older_revision_is_judged_by_itself(api):
    saved = new(api, printed("puzzle-deck"))
    save(api, saved, printed("warband"))
    assert api.get(f"{DECKS}{saved['id']}/problems/").json()["legal"] is True
    old = api.get(f"{DECKS}{saved['id']}/problems/?revision=1").json()
    assert (old["legal"], old["revision"]) == (False, 1)
    problem(api.get(f"{DECKS}{saved['id']}/problems/?revision=7"), 404, "not_found")
    assert problem(api.get(f"{DECKS}{saved['id']}/problems/?revision=x"), 400, "unreadable") == ["?revision"]


def test_a_correction_of_the_data_judges_again_and_says_what_and_why(api, monkeypatch):
    saved = new(api)
    three = next(entry for entry in saved["content"]["entries"] if entry["count"] == 3)
    corrected(monkeypatch, **{three["code"].replace("-", "_"): {"limited": True}})
    verdict = api.get(f"{DECKS}{saved['id']}/problems/").json()
    assert (verdict["legal"], verdict["edition"]) == (False, "rulebook-1")
    found = verdict["correction"]
    assert (found["became_illegal"], found["became_legal"]) == (True, False)
    assert found["before_hash"] == PHOENIX.hash != verdict["data_hash"]
    assert [(one["rule"], one["entries"]) for one in found["new_problems"]] == [("PC-LIM", [three["code"]])]
    assert [(one["code"], one["fields"]) for one in found["cards"]] == [(three["code"], {"limited": [None, True]})]
    index = api.get(DECKS).json()["results"][0]
    assert (index["legal"], index["corrected"], index["revision"]) == (False, True, 1)
    now = api.get(f"{DECKS}{saved['id']}/").json()
    assert now["content"] == saved["content"]
    after = save(api, now, content(now) | {"name": "Seen"}).json()
    assert (after["legal"], after["corrected"]) == (False, False)


def test_a_correction_that_changes_nothing_for_a_list_is_told_as_such(api, monkeypatch):
    saved = new(api)
    corrected(monkeypatch)
    found = api.get(f"{DECKS}{saved['id']}/problems/").json()["correction"]
    assert (found["became_illegal"], found["new_problems"], found["cards"]) == (False, [], [])


def test_a_verdict_that_was_kept_is_never_taken_for_other_data(api):
    saved = new(api)
    kept = ListVerdict.objects.get()
    assert (kept.revision, kept.data_hash, kept.legal) == (1, PHOENIX.hash, True)
    ListVerdict.objects.update(data_hash="0" * 64, legal=False, problems=9, verdict="{}")
    assert api.get(f"{DECKS}{saved['id']}/").json()["legal"] is True
    ListVerdict.objects.update(revision=7, legal=False, problems=9, verdict="{}")
    assert api.get(DECKS).json()["results"][0]["legal"] is True


def test_an_edition_that_is_gone_leaves_the_list_whole(api, monkeypatch):
    saved = new(api)

    def gone(game, edition=None):
        return catalogue_of(game, None if edition is None else "rulebook-0")

    monkeypatch.setattr(pinned, "catalogue_of", gone)
    now = api.get(f"{DECKS}{saved['id']}/").json()
    assert (now["legal"], now["edition"], now["content"]) == (False, "rulebook-1", saved["content"])
    assert [one["rule"] for one in api.get(f"{DECKS}{saved['id']}/problems/").json()["problems"]] == ["LS-EDITION"]
    assert save(api, now, content(now) | {"name": "Still here"}).json()["edition"] == "rulebook-1"


def test_a_set_that_is_gone_is_told_and_its_cards_are_unknown(api):
    own = api.post("/api/sets/", {"game": "phoenix_covenant", "prefix": "own", "name": "Mine"})
    if own.status_code == 404:
        pytest.skip("there are no own sets yet")
    card = {"kind": "unit", "name": "Night Owl"}
    code = api.post(f"/api/sets/{own.json()['id']}/cards/", card).json()["code"]
    saved = new(api, {"sets": [own.json()["id"]], "entries": [{"code": code, "count": 2}]})
    assert saved["content"]["entries"][0]["name"] == "Night Owl"
    assert [one["rule"] for one in api.get(f"{DECKS}{saved['id']}/problems/").json()["problems"]] == ["PC-MIN"]
    assert api.delete(f"/api/sets/{own.json()['id']}/", If_Match="*").status_code == 204
    now = api.get(f"{DECKS}{saved['id']}/").json()
    assert now["content"] == saved["content"]
    rules = [one["rule"] for one in api.get(f"{DECKS}{saved['id']}/problems/").json()["problems"]]
    assert rules == ["LS-SET", "LS-UNKNOWN", "PC-MIN"]


def may(api, saved, query, tree=DECKS):
    return api.get(f"{tree}{saved['id']}/may-add/?{query}").json()


def test_may_i_add_this_card_and_if_not_why(api):
    saved = new(api)
    entries = {entry["code"]: entry["count"] for entry in saved["content"]["entries"] if entry["section"] == "main"}
    three, two = (next(code for code, count in entries.items() if count == n) for n in (3, 2))
    yes = may(api, saved, f"code={two}")
    assert (yes["may"], yes["why"], yes["section"], yes["totals"]["cards"]) == (True, [], "main", 46)
    no = may(api, saved, f"code={three}")
    assert (no["may"], [one["rule"] for one in no["why"]]) == (False, ["PC-CPY"])
    assert (no["why"][0]["have"], no["why"][0]["need"]) == (4, 3)
    assert may(api, saved, f"code={two}&count=2")["may"] is False
    misplaced = may(api, saved, f"code={two}&section=side")
    assert [one["rule"] for one in misplaced["why"]] == ["PC-SEC"]
    assert api.get(f"{DECKS}{saved['id']}/").json() == saved


def test_a_problem_that_is_there_already_forbids_nothing_unless_it_gets_worse(api):
    saved = new(api, deck(("pc-006", 4)))
    assert may(api, saved, "code=pc-020")["may"] is True
    worse = may(api, saved, "code=pc-006")
    assert [one["rule"] for one in worse["why"]] == ["PC-CPY"]
    nearly = new(api, printed("warband"))
    entries = content(nearly)["entries"]
    entries[0]["count"] -= 1
    nearly = save(api, nearly, {"entries": entries}).json()
    assert [one["rule"] for one in may(api, nearly, f"code={entries[0]['code']}")["solves"]] == ["PC-MIN"]


def test_points_say_no_as_well(api):
    entries = [{"code": code, "count": 2, "section": "boosts"} for code in ("rk-001", "rk-002", "rk-004", "rk-006")]
    saved = new(api, {"options": {"size": "Encounter"}, "entries": entries}, "relic_knights", CADRES)
    rules = {one["rule"] for one in may(api, saved, "code=rk-004", CADRES)["why"]}
    assert "RK-BST" in rules


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("", "?code"),
        ("code=zz-001", "?code"),
        ("code=pc-006&count=0", "?count"),
        ("code=pc-006&count=1000000000000", "?count"),
        ("code=pc-006&section=attic", "?section"),
        ("code=pc-006&deck=1", "?deck"),
    ],
)
def test_a_card_that_cannot_be_asked_for(api, query, path):
    saved = new(api, deck())
    assert problem(api.get(f"{DECKS}{saved['id']}/may-add/?{query}"), 400, "unreadable") == [path]


def test_asking_changes_nothing():
    before = CardList(game="phoenix_covenant", edition="rulebook-1", entries=(Entry(code="pc-006", name="Bind"),))
    found = may_add(before, PHOENIX, Entry(code="pc-006", name="Bind", count=3))
    assert (found.may, before.copies()) == (False, 1)
