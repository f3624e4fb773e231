"""What users of other list builders ran into, each as a test, by the numbers that they were collected under."""

import io
import json
import threading
import zipfile

import msgspec
import pytest
from django.db import connection

from cards import merging, pinned, reading
from tests.cards.lists_kit import CADRES, DECKS, PHOENIX, PRINTED, content, deck, new, printed, problem, save

pytestmark = pytest.mark.django_db
READ, CHECK, IMPORT = "/api/lists/read/", "/api/lists/check/", "/api/lists/import/"


def read(api, text, game="phoenix_covenant", **more):
    return api.post(READ, {"game": game, "text": text, **more}).json()


def bring(api, text, **more):
    answer = api.post(IMPORT, {"game": "phoenix_covenant", "text": text, **more})
    assert answer.status_code == 201, answer.content
    return answer.json()["list"]


def rules(api, saved, tree=DECKS):
    return [one["rule"] for one in api.get(f"{tree}{saved['id']}/problems/").json()["problems"]]


def own_set(api, *cards, game="phoenix_covenant", prefix="own"):
    """The id of a new set, and the codes of its cards."""
    made = api.post("/api/sets/", {"game": game, "prefix": prefix, "name": "Mine"})
    assert made.status_code == 201, made.content
    url = f"/api/sets/{made.json()['id']}/cards/"
    return made.json()["id"], [api.post(url, card).json()["code"] for card in cards]


def unit(name, **more):
    return {"kind": "unit", "name": name, **more}


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_1_what_is_exported_is_imported_again_with_subtitles_and_levels(api, form):
    names = ("Quill: Seeker", "Quill: Seeker [3]", "Fire // Ice", "Semi; Colon", "Mr. Fox.", "Unit (2)")
    set_id, codes = own_set(api, *map(unit, names))
    saved = new(api, {"sets": [set_id], **deck(*((code, 2) for code in codes))})
    text = api.get(f"{DECKS}{saved['id']}/export/?format={form}").content.decode()
    again = bring(api, text)
    assert [(one["code"], one["name"], one["count"]) for one in again["content"]["entries"]] == [
        (code, name, 2) for code, name in zip(codes, names, strict=True)
    ]
    assert again["content"]["sets"] == [set_id]


@pytest.mark.parametrize("text", ["", "\n\n", "gibberish\nmore of it", "{", "<xml/>"])
def test_3_an_import_that_finds_nothing_says_so(api, text):
    answer = api.post(IMPORT, {"game": "phoenix_covenant", "text": text})
    if answer.status_code == 400:
        assert all(error["message"] for error in answer.json()["errors"])
        return
    body = answer.json()
    assert (body["list"]["legal"], body["reading"]["counts"]["matched"]) == (False, 0)
    unknown = [line["line"] for line in body["reading"]["lines"] if line["read_as"] == "unknown"]
    assert len(unknown) == len(body["list"]["content"]["entries"]) == len(text.strip().splitlines())


def test_5_the_name_comes_before_a_set_code(api):
    set_id, (short, long) = own_set(api, unit("Tyrannax"), unit("Tyrannax Rex"))
    found = read(api, "1 Tyrannax Rex\n1 Tyrannax (REX)", sets=[set_id])
    assert [line["code"] for line in found["lines"]] == [long, short]


def test_7_a_name_may_end_with_any_sign(api):
    set_id, (code,) = own_set(api, unit("Continue?"))
    assert [line["code"] for line in read(api, "3 Continue?\n3x Continue? ", sets=[set_id])["lines"]] == [code, code]


@pytest.mark.parametrize("style", ["plain", "prefix", "arena"])
def test_9_the_side_part_is_written_in_every_style_and_always_last(api, style):
    saved = new(api)
    url = f"{DECKS}{saved['id']}/export/?style={style}"
    rows = [row for row in api.get(url).content.decode().split("\n") if row and not row.startswith("//")]
    marks = {"plain": "1 Bastion", "prefix": "SB: 1 Bastion", "arena": "Side-Deck"}
    assert rows.index(marks[style]) > rows.index("3 Battlecry")
    assert bring(api, api.get(url).content.decode())["totals"] == saved["totals"]


def test_11_an_unknown_card_that_is_moved_goes_on_existing(api):
    saved = bring(api, "Deck\n2x Fireboll  (XYZ)\nSide-Deck\n1 Bastion")
    moved = content(saved)
    moved["entries"][0]["section"] = "side"
    entry = save(api, saved, moved).json()["content"]["entries"][0]
    assert (entry["section"], entry["count"], entry["text"]) == ("side", 2, "2x Fireboll  (XYZ)")
    written = api.get(f"{DECKS}{saved['id']}/export/").content.decode()
    assert "2x Fireboll  (XYZ)" in written.split("\n")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "windows-1252"])
def test_13_a_byte_order_mark_is_no_part_of_the_first_line(api, encoding):
    data = "3 Bind\n1 Mage’s Library".encode(encoding)
    answer = api.client.post(f"{READ}?game=phoenix_covenant", data=data, content_type="text/plain").json()
    assert [line["code"] for line in answer["lines"]] == ["pc-006", "pc-043"]


def test_15_a_fault_names_its_line(api):
    answer = api.post(IMPORT, {"game": "phoenix_covenant", "text": "3 Bind\n0 Shift\n1 Sprint\n1000000000000 Weaken"})
    problem(answer, 400, "unreadable")
    assert [error["line"] for error in answer.json()["errors"]] == [2, 4]
    table = "count,name\n3,Bind\nmany,Shift"
    answer = api.post(IMPORT, {"game": "phoenix_covenant", "text": table})
    assert [(error["line"], error["path"]) for error in answer.json()["errors"]] == [(3, "count")]


def test_17_a_name_of_two_cards_is_never_the_first_of_them(api):
    set_id, (first, second) = own_set(api, unit("Kestrel"), {"kind": "spell", "name": "Kestrel"})
    found = read(api, "2 Kestrel", sets=[set_id])
    assert (found["lines"][0]["read_as"], found["counts"]["unknown"]) == ("unknown", 2)
    assert set(found["lines"][0]["suggestions"]) >= {first, second}
    saved = new(api, {"sets": [set_id], **deck((first, 1), (second, 2))})
    text = api.get(f"{DECKS}{saved['id']}/export/").content.decode()
    assert [(one["code"], one["count"]) for one in bring(api, text)["content"]["entries"]] == [(first, 1), (second, 2)]


def test_19_a_copy_limit_counts_every_printing_of_a_name(api):
    set_id, (code,) = own_set(api, unit("Bind"))
    saved = new(api, {"sets": [set_id], **deck(("pc-006", 2), (code, 2))})
    (found,) = [one for one in api.get(f"{DECKS}{saved['id']}/problems/").json()["problems"] if one["rule"] == "PC-CPY"]
    assert (found["have"], found["need"], set(found["entries"])) == (4, 3, {"pc-006", code})


@pytest.mark.parametrize("name", ["warband", "sword-and-shield", "move-and-groove", "scrap-tech", "puzzle-deck"])
def test_21_as_many_copies_come_out_as_went_in(api, name):
    text = f"{(PRINTED / f'{name}.txt').read_text(encoding='utf-8')}\n3 Nobody\n3 Nobody"
    found = read(api, text)
    assert found["counts"]["read"] == sum(one["count"] for one in found["list"]["entries"])
    saved = bring(api, text)
    for form in ("text", "json", "csv"):
        again = read(api, api.get(f"{DECKS}{saved['id']}/export/?format={form}").content.decode())
        assert again["counts"] == found["counts"]


def test_23_owned_reprints_are_not_missing(api):
    set_id, (code,) = own_set(api, unit("Bind"))
    api.put("/api/collection/phoenix_covenant/", {"cards": {code: 2, "pc-006": 1}, "sets": [set_id]})
    saved = new(api, {"sets": [set_id], **deck(("pc-006", 3))})
    assert api.get(f"{DECKS}{saved['id']}/missing/").json()["complete"] is True


def test_25_a_verdict_follows_the_data_without_a_new_copy(api):
    set_id, (code,) = own_set(api, unit("Watchman", limited=True))
    body = printed("warband")
    body["entries"] = [*body["entries"], {"code": code, "count": 3}]
    saved = new(api, {"sets": [set_id], **body})
    assert rules(api, saved) == ["PC-LIM"]
    url = f"/api/sets/{set_id}/cards/{code}/"
    assert api.put(url, unit("Watchman", limited=False), If_Match="*").status_code == 200
    assert rules(api, saved) == []
    assert api.get(f"{DECKS}{saved['id']}/").json()["legal"] is True
    assert api.get(DECKS).json()["results"][0]["legal"] is True


def test_27_another_edition_judges_every_card_again(api, monkeypatch):
    """Going to another edition is one save; what that changes is told before and after."""
    first = next(one["code"] for one in printed("warband")["entries"] if one["count"] == 3)
    changed = tuple(
        msgspec.structs.replace(card, limited=True) if card.code == first else card for card in PHOENIX.cards
    )
    other = msgspec.structs.replace(PHOENIX, edition="rulebook-2", hash="2" * 64, cards=changed)
    editions = {None: PHOENIX, "rulebook-1": PHOENIX, "rulebook-2": other}
    for module in (pinned, merging, reading):
        monkeypatch.setattr(module, "catalogue_of", lambda game, edition=None: editions[edition])
    saved = new(api)
    assert saved["legal"] is True
    moved = save(api, saved, content(saved) | {"edition": "rulebook-2"}).json()
    assert (moved["legal"], moved["edition"]) == (False, "rulebook-2")
    found = api.get(f"{DECKS}{saved['id']}/diff/?from=1&to=2").json()
    assert [one["rule"] for one in found["new_problems"]] == ["PC-LIM"]
    assert found["fields"]["edition"] == ["rulebook-1", "rulebook-2"]
    assert api.get(f"{DECKS}{saved['id']}/problems/?revision=1").json()["legal"] is True


def test_29_every_cause_is_told_by_itself(api):
    saved = new(api, {"entries": [*deck(("pc-006", 5), ("pc-003", 2))["entries"], {"name": "Nobody"}]})
    found = api.get(f"{DECKS}{saved['id']}/problems/").json()["problems"]
    assert {one["rule"] for one in found} == {"LS-UNKNOWN", "PC-MIN", "PC-CPY", "PC-STR1", "PC-SEC"}
    assert len({one["message"] for one in found}) == len(found)


def test_31_a_card_from_outside_the_edition_makes_a_list_illegal(api):
    body = printed("warband")
    body["entries"] = [*body["entries"], {"code": "rq-001", "name": "Pilgrim"}]
    saved = new(api, body)
    assert rules(api, saved) == ["LS-UNKNOWN"]
    own = {"format": "companion-list", "version": "1.0", "game": "phoenix_covenant", **body}
    assert api.post(CHECK, {"text": json.dumps(own)}).json()["legal"] is False


def test_33_points_that_are_overridden_are_the_same_everywhere(api):
    set_id, _ = own_set(api, game="relic_knights")
    answer = api.put(f"/api/sets/{set_id}/cards/rk-004/", {"cost": 7}, If_Match="*")
    assert answer.status_code == 200, answer.content
    body = {
        "sets": [set_id],
        "options": {"size": "Skirmish"},
        "entries": [{"code": "rk-004", "count": 2, "section": "boosts"}],
    }
    saved = new(api, body, "relic_knights", CADRES)
    url = f"{CADRES}{saved['id']}/"
    exported = json.loads(api.get(f"{url}export/?format=json").content)
    assert {
        saved["totals"]["points"],
        api.get(CADRES).json()["results"][0]["totals"]["points"],
        api.get(f"{url}problems/").json()["totals"]["points"],
        api.get(f"{url}curves/").json()["points"][0]["points"],
        exported["claims"]["totals"]["points"],
    } == {14}
    assert "TOTAL POINTS: 14" in api.get(f"{url}export/?style=points").content.decode()


def test_35_an_empty_list_has_spent_nothing(api):
    saved = new(api, {"options": {"size": "Encounter"}}, "relic_knights", CADRES)
    assert saved["totals"].get("points", 0) == 0
    assert "RK-PTS" not in rules(api, saved, CADRES)


def test_37_looking_at_a_list_takes_nothing_out_of_it(api, stranger):
    entries = [{"code": "pc-006", "count": 9, "options": ["an upgrade of before"]}, {"code": "zz-001", "name": "Gone"}]
    saved = new(api, {"entries": entries})
    link = api.put(f"{DECKS}{saved['id']}/sharing/", {"sharing": "link"}).json()["link"]
    for _ in range(2):
        for end in ("", "problems/", "export/", "curves/"):
            assert stranger.get(f"{DECKS}{saved['id']}/{end}?link={link}").status_code == 200
    now = api.get(f"{DECKS}{saved['id']}/").json()
    assert (now["content"], now["revision"]) == (saved["content"], 1)


def test_39_a_list_over_the_limit_is_kept_shown_and_exported_with_its_stamp(api):
    saved = new(api, deck(("pc-006", 900), ("pc-003", 7, "side")))
    assert saved["legal"] is False
    text = api.get(f"{DECKS}{saved['id']}/export/").content.decode()
    assert "900x Bind <pc-006>" in text
    assert "// Illegal: " in text


def test_41_a_card_that_leaves_its_set_does_not_leave_the_list(api):
    set_id, (code,) = own_set(api, unit("Night Owl"))
    saved = new(api, {"sets": [set_id], **deck((code, 2))})
    assert api.delete(f"/api/sets/{set_id}/cards/{code}/", If_Match="*").status_code == 204
    now = api.get(f"{DECKS}{saved['id']}/").json()
    assert [(one["code"], one["name"], one["count"]) for one in now["content"]["entries"]] == [(code, "Night Owl", 2)]
    assert "LS-UNKNOWN" in rules(api, saved)
    assert [one["code"] for one in api.get(f"{DECKS}{saved['id']}/problems/").json()["correction"]["cards"]] == [code]


def test_43_a_save_that_fails_in_the_morning_loses_nothing_of_the_night(api):
    saved = new(api)
    night = deck(("pc-006", 3), name="All night")
    draft = api.put(f"{DECKS}{saved['id']}/draft/", {"based_on": 1, "content": night}, If_None_Match="*")
    save(api, saved, deck(name="Phone"))
    stale = save(api, saved, night)
    problem(stale, 412, "stale")
    assert stale.json()["yours"]["name"] == "All night"
    kept = api.get(f"{DECKS}{saved['id']}/draft/")
    assert (kept.json()["content"]["name"], kept.json()["stale"], kept["ETag"]) == ("All night", True, draft["ETag"])
    assert save(api, saved, content({"content": kept.json()["content"]}), seen=2).json()["revision"] == 3


@pytest.mark.django_db(transaction=True)
def test_45_two_devices_neither_lock_nor_overwrite_a_list(new_person):
    api = new_person()
    saved = new(api)
    answers = {}
    together = threading.Barrier(2)

    def device(name):
        together.wait()
        answers[name] = save(api, saved, deck(name=name))
        connection.close()

    threads = [threading.Thread(target=device, args=(name,)) for name in ("phone", "laptop")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    late = next(name for name, answer in answers.items() if answer.status_code == 412)
    seen = answers[late].json()["current"]["revision"]
    assert save(api, saved, deck(name=late), seen=seen).json()["revision"] == 3


def test_47_a_tab_that_saves_something_else_loses_no_edit_of_the_deck(api):
    saved = new(api)
    save(api, saved, deck(("pc-006", 3), name="Edited"))
    problem(save(api, saved, content(saved) | {"tags": ["from the other tab"]}), 412, "stale")
    api.put(f"{DECKS}{saved['id']}/sharing/", {"sharing": "public"})
    api.put(f"{DECKS}{saved['id']}/built/", {"built": True})
    api.post("/api/lists/many/", {"ids": [saved["id"]], "do": "tag", "tag": "x"})
    now = api.get(f"{DECKS}{saved['id']}/").json()
    assert (now["content"]["name"], now["tags"], now["sharing"]) == ("Edited", ["x"], "public")


def test_49_a_guests_lists_are_no_browser_data(api):
    saved = new(api)
    account = api.post("/api/accounts/", {"username": "keeper", "password": "a long pass phrase"})
    assert account.status_code == 201
    assert [one["id"] for one in api.get(DECKS).json()["results"]] == [saved["id"]]


def test_51_three_words_for_who_sees_a_list_and_a_link_that_opens(api, stranger):
    saved = new(api)
    url = f"{DECKS}{saved['id']}/"
    seen = {}
    for sharing in ("private", "link", "public"):
        link = api.put(f"{url}sharing/", {"sharing": sharing}).json()["link"]
        seen[sharing] = (stranger.get(url).status_code, stranger.get(f"{url}?link={link or ''}").status_code)
    assert seen == {"private": (404, 404), "link": (404, 200), "public": (200, 200)}


def test_53_a_copy_keeps_the_notes_and_the_way_to_the_original(api, new_person):
    saved = new(api, {"notes": "Hold the gate.", "entries": [{"code": "pc-006", "note": "keep one"}]})
    api.put(f"{DECKS}{saved['id']}/sharing/", {"sharing": "public"})
    copied = new_person().post(f"{DECKS}{saved['id']}/copy/").json()
    assert (copied["content"]["notes"], copied["content"]["entries"][0]["note"]) == ("Hold the gate.", "keep one")
    assert copied["parent"]["id"] == saved["id"]


def test_55_what_is_chosen_for_a_unit_is_in_every_export(api):
    entries = [{"code": "rk-004", "options": ["by the gate"], "note": "second turn", "section": "boosts"}]
    saved = new(api, {"entries": entries, "options": {"size": "Skirmish"}}, "relic_knights", CADRES)
    for form in ("text", "json", "csv", "markdown"):
        text = api.get(f"{CADRES}{saved['id']}/export/?format={form}").content.decode()
        assert all(word in text for word in ("by the gate", "second turn", "Skirmish"))


def test_57_sample_hands_next_draws_and_odds_from_the_middle(api):
    saved = new(api)
    url = f"{DECKS}{saved['id']}/"
    assert len(api.get(f"{url}sample-hand/").json()["hand"]) == 6
    found = api.get(f"{url}odds/?turns=3").json()
    assert all(len(card["by_turn"]) == 3 for card in found["cards"])
    assert all(card["by_turn"][0]["value"] >= card["opening"]["value"] for card in found["cards"])


def test_59_all_lists_are_one_file(api):
    ids = {new(api, deck(name=str(n)))["id"] for n in range(3)}
    answer = api.get("/api/me/archive/")
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        lists = {name.split("/")[1] for name in archive.namelist() if name.startswith("lists/")}
    assert lists == ids


def test_61_many_lists_are_sorted_and_deleted_at_once(api):
    ids = [new(api, deck(name=str(n)))["id"] for n in range(3)]
    api.post("/api/lists/many/", {"ids": ids[:2], "do": "tag", "tag": "league"})
    assert api.get(f"{DECKS}?tag=league").json()["count"] == 2
    assert api.post("/api/lists/many/", {"ids": ids[:2], "do": "delete"}).json() == {"done": 2}
    assert [one["id"] for one in api.get(DECKS).json()["results"]] == ids[2:]
