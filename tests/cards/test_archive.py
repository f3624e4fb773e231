"""Everything of a person in one file, and back: given lists, their history, a collection, then the same again."""

import asyncio
import io
import json
import uuid
import zipfile

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from cards.archive_api import Streamed
from cards.list_models import ListRevision, OwnedCard, PlayerList
from cards.set_models import SetCard
from cards.zip_files import Unpacked, packed
from companion.problems import Problem
from tests.cards.lists_kit import DECKS, deck, new, printed, problem, save

pytestmark = pytest.mark.django_db
URL = "/api/me/archive/"


def fetched(api):
    answer = api.get(URL)
    assert (answer.status_code, answer["Content-Type"], answer.streaming) == (200, "application/zip", True)
    return b"".join(answer.streaming_content)


def sent(api, data):
    return api.client.post(URL, data=data, content_type="application/zip")


def files(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(contents, compression=zipfile.ZIP_DEFLATED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
    return target.getvalue()


@pytest.fixture
def full(api):
    """A person with a list of three revisions, a copy of it, a draft, a name, a built one, and a collection."""
    first = new(api, printed("warband") | {"notes": "n", "tags": ["a", "b"]})
    save(api, first, deck(("pc-006", 2), name="Two"))
    api.post(f"{DECKS}{first['id']}/revisions/1/restore/", If_Match='"2"')
    api.put(f"{DECKS}{first['id']}/revisions/2/", {"name": "the bad idea"})
    api.put(f"{DECKS}{first['id']}/draft/", {"based_on": 3, "content": deck(("pc-006", 1))}, If_None_Match="*")
    api.put(f"{DECKS}{first['id']}/built/", {"built": True})
    api.put(f"{DECKS}{first['id']}/sharing/", {"sharing": "public"})
    api.post(f"{DECKS}{first['id']}/copy/")
    api.put("/api/collection/phoenix_covenant/", {"cards": {"pc-006": 3}})
    return api


def test_everything_comes_back_to_another_account(full, new_person):
    data = fetched(full)
    person = new_person()
    answer = sent(person, data)
    assert answer.status_code == 200, answer.content
    assert answer.json() == {"lists": 2, "revisions": 4, "sets": 0, "collection": 1, "skipped": []}
    before = {one["name"]: one for one in full.get(DECKS).json()["results"]}
    after = person.get(DECKS).json()["results"]
    assert len(after) == 2
    original = next(one for one in after if one["built"])
    copy = next(one for one in after if not one["built"])
    assert (original["revision"], original["sharing"], original["tags"]) == (3, "private", ["a", "b"])
    assert original["created"] == min(one["created"] for one in full.get(DECKS).json()["results"])
    assert copy["parent"]["id"] == original["id"]
    url = f"{DECKS}{original['id']}/"
    revisions = person.get(f"{url}revisions/").json()["results"]
    assert [(row["number"], row["name"], row["restored"]) for row in revisions] == [
        (3, "", 1),
        (2, "the bad idea", None),
        (1, "", None),
    ]
    theirs = PlayerList.objects.get(built=True, origin=None)
    rows = ListRevision.objects.filter(list=theirs).order_by("number").values_list("digest", "created")
    mine = ListRevision.objects.filter(list=original["id"]).order_by("number").values_list("digest", "created")
    assert list(mine) == list(rows)
    assert person.get(f"{url}draft/").json()["content"]["entries"][0]["count"] == 1
    assert person.get("/api/collection/").json()["results"][0]["owned"] == 3
    assert set(before) == {"Warband"}


def test_what_is_there_is_not_restored_twice(full, new_person):
    data = fetched(full)
    again = sent(full, data).json()
    assert (again["lists"], again["revisions"], again["collection"], len(again["skipped"])) == (0, 0, 0, 2)
    person = new_person()
    assert sent(person, data).json()["lists"] == 2
    assert sent(person, data).json()["lists"] == 0
    assert PlayerList.objects.count() == 4


def test_what_else_is_kept_of_a_person_is_in_it(full):
    found = files(fetched(full))
    assert {"companion.json", "collection.json", "kept/matches.json", "kept/printing.json"} <= set(found)
    assert all(json.loads(data) is not None for data in found.values())


def test_an_archive_is_for_its_owner(stranger):
    problem(stranger.get(URL), 401, "not_authenticated")
    problem(sent(stranger, zipped({})), 401, "not_authenticated")


def broken(full_files, name, change):
    body = json.loads(full_files[name])
    change(body)
    return zipped(full_files | {name: json.dumps(body)})


def test_one_fault_and_nothing_is_written(full, new_person):
    whole = files(fetched(full))
    revision = next(name for name in whole if name.endswith("revisions/000002.json"))
    listed = next(name for name in whole if name.endswith("list.json") and name.split("/")[1] in revision)
    person = new_person()
    counts = PlayerList.objects.count(), OwnedCard.objects.count()
    for data in (
        broken(whole, revision, lambda body: body["content"]["entries"][0].update(count=10**12)),
        broken(whole, revision, lambda body: body["content"]["entries"][0].update(count=0)),
        broken(whole, revision, lambda body: body["content"].update(game="relic")),
        broken(whole, revision, lambda body: body["content"].update(name="\x01")),
        broken(whole, revision, lambda body: body["content"].update(sets=["no id"])),
        broken(whole, revision, lambda body: body.update(number=7)),
        broken(whole, listed, lambda body: body.update(head=9)),
        broken(whole, listed, lambda body: body.update(head=10**12)),
        broken(whole, listed, lambda body: body["draft"]["content"].update(notes="\x00")),
        broken(whole, "companion.json", lambda body: body.update(version=2)),
        zipped({name: data for name, data in whole.items() if name != revision}),
        zipped({name: data for name, data in whole.items() if name != "companion.json"}),
        zipped(whole | {"collection.json": "[" * 60_000}),
        zipped(whole | {"collection.json": '[{"game":"relic","code":"x","name":"x","copies":0}]'}),
    ):
        problem(sent(person, data), 400, "unreadable")
    assert counts == (PlayerList.objects.count(), OwnedCard.objects.count())


@pytest.mark.parametrize(
    "contents",
    [{"../../etc/passwd": "x"}, {"/companion.json": "x"}, {"a\\b": "x"}, {"lists/é.json": "x"}, {"a" * 300: "x"}],
)
def test_odd_names_are_refused(api, contents):
    problem(sent(api, zipped(contents)), 400, "unreadable")


def test_a_file_that_unpacks_to_far_too_much_is_refused(api):
    problem(sent(api, zipped({"companion.json": b"\0" * 50_000_000})), 413, "too_large")
    problem(sent(api, zipped({"companion.json": b" " * 3_000_000}, zipfile.ZIP_STORED)), 413, "too_large")


def test_what_is_no_archive_is_refused(api):
    for data in (b"", b"PK\x03\x04", b"hello", zipped({}), zipped({})[:-5]):
        problem(sent(api, data), 400, "unreadable")
    answer = api.client.post(URL, data="{}", content_type="application/json")
    problem(answer, 415, "unsupported")


def test_a_game_that_is_not_here_is_told(full, new_person):
    whole = files(fetched(full))
    name = next(name for name in whole if name.endswith("list.json"))
    answer = sent(new_person(), broken(whole, name, lambda body: body.update(game="chess"))).json()
    assert (answer["lists"], [one["id"] for one in answer["skipped"]]) == (1, [name.split("/")[1]])


def test_own_sets_come_back_with_their_pictures_and_the_lists_that_use_them(api, new_person):
    made = api.post("/api/sets/", {"game": "phoenix_covenant", "prefix": "own", "name": "Mine"}).json()
    codes = [
        api.post(f"/api/sets/{made['id']}/cards/", {"kind": "unit", "name": name, "force": 3}).json()["code"]
        for name in ("Owl", "Fox")
    ]
    api.put(f"/api/sets/{made['id']}/cards/pc-006/", {"mp": 2}, If_Match="*")
    picture = io.BytesIO()
    Image.new("RGB", (30, 40), "red").save(picture, "PNG")
    api.client.put(
        f"/api/sets/{made['id']}/cards/{codes[0]}/image/",
        data=picture.getvalue(),
        content_type="image/png",
        headers={"If-Match": "*"},
    )
    api.delete(f"/api/sets/{made['id']}/cards/{codes[1]}/", If_Match="*")
    new(api, {"sets": [made["id"]], **deck((codes[0], 3))})
    data = fetched(api)
    person = new_person()
    restored = sent(person, data).json()
    assert (restored["sets"], restored["lists"], restored["skipped"]) == (1, 1, [])
    assert [one["why"] for one in sent(person, data).json()["skipped"]][1] == "You have this list."
    (there,) = person.get("/api/sets/").json()["results"]
    assert (there["prefix"], there["sharing"]) == ("own", "private")
    rows = {row.code: row for row in SetCard.objects.filter(set=there["id"])}
    before = {row.code: row for row in SetCard.objects.filter(set=made["id"])}
    assert {code: (row.values, row.name, bool(row.removed), row.image) for code, row in rows.items()} == {
        code: (row.values, row.name, bool(row.removed), row.image) for code, row in before.items()
    }
    assert rows[codes[0]].image
    (saved,) = person.get(DECKS).json()["results"]
    assert person.get(f"{DECKS}{saved['id']}/").json()["content"]["sets"] == [there["id"]]
    rules = [one["rule"] for one in person.get(f"{DECKS}{saved['id']}/problems/").json()["problems"]]
    assert rules == ["PC-MIN"]


def test_an_archive_is_made_piece_by_piece():
    made = []

    def endless():
        for number in range(1000):
            made.append(number)
            yield f"{number}.txt", b"x" * 1000

    pieces = packed(endless())
    next(pieces)
    assert len(made) < 3
    assert len(zipfile.ZipFile(io.BytesIO(b"".join(packed(endless())))).namelist()) == 1000


def test_pieces_are_sent_one_by_one_under_asgi_too():
    made = []

    def pieces():
        for piece in (b"a", b"b", b"c"):
            made.append(piece)
            yield piece

    async def first_and_rest():
        answer = Streamed(pieces())
        stream = answer.__aiter__()
        first, by_then = await anext(stream), len(made)
        return first, by_then, [piece async for piece in stream]

    assert asyncio.run(first_and_rest()) == (b"a", 1, [b"b", b"c"])


def test_two_files_of_one_name():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("a.json", "1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.json", "2")
    with pytest.raises(Problem):
        Unpacked(target)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=400), st.integers(0, 400))
def test_any_bytes_are_an_archive_or_refused(data, cut):
    whole = zipped({"companion.json": '{"format": "companion-archive"}', "collection.json": "[]"})
    for sample in (data, whole[:cut] + data + whole[cut:]):
        try:
            archive = Unpacked(io.BytesIO(sample))
            for name in archive.names:
                archive.read(name, 1000)
        except Problem as refused:
            kind = refused.code
        else:
            kind = "read"
        assert kind in ("unreadable", "too_large", "read")


def test_an_id_is_never_taken_over(full, new_person):
    """A list comes back as another one, even where its id is free."""
    whole = files(fetched(full))
    ids = {uuid.UUID(name.split("/")[1]) for name in whole if name.startswith("lists/")}
    full.delete("/api/me/")
    person = new_person()
    assert sent(person, zipped(whole)).json()["lists"] == 2
    assert not PlayerList.objects.filter(id__in=ids).exists()
    assert Client().get(URL).status_code == 401
