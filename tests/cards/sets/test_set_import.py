"""Tables into a set: all of it or nothing, every fault with its row and column, what becomes of each row told."""

import io
import json

import openpyxl
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.django_db

TABLE = """Kind;Name;Cost;Faction;Type;Speed.initial;Speed.follow_up;Traits;Abilities;count
unit;Grey Gate Keeper;4;noh empire;Minion;5;4;Beast; Aegis;2
unit;Ember Hound;3;Noh Empire;minion;8;4;"Agha; Beast";"Belligerent;Brutality";
boost;Flare;1;;;;;;;
""".replace("boost;Flare;1;;;;;;;", "unit;Lamp;;;;;;;;0")


def faults(answer):
    assert answer.status_code == 400, answer.content[:500]
    return [(error.get("line"), error["path"], error.get("column")) for error in answer.json()["errors"]]


def cards(owner):
    return {one["code"]: one["card"] for one in owner.api.get(f"{owner.url}cards/").json()["results"]}


def test_a_table_of_cards(owner):
    done = owner.send(TABLE.encode()).json()
    assert (done["read"], done["new"], done["updated"], done["same"]) == (3, 3, 0, 0)
    assert (done["format"], done["delimiter"], done["encoding"], done["passed_over"]) == (
        "csv",
        ";",
        "utf-8",
        ["count"],
    )
    assert [(row["row"], row["code"], row["fate"]) for row in done["rows"]] == [
        (2, "my-001", "new"),
        (3, "my-002", "new"),
        (4, "my-003", "new"),
    ]
    hound = cards(owner)["my-002"]
    assert (hound["cost"], hound["faction"], hound["speed"]) == (3, "Noh Empire", {"initial": 8, "follow_up": 4})
    assert (hound["traits"], [one["name"] for one in hound["abilities"]]) == (
        ["Agha", "Beast"],
        ["Belligerent", "Brutality"],
    )
    assert cards(owner)["my-003"]["cost"] is None


def test_the_same_table_again_changes_nothing(owner):
    owner.send(TABLE.encode())
    again = owner.send(TABLE.encode()).json()
    assert (again["read"], again["same"]) == (3, 3)
    assert len(cards(owner)) == 3


def test_a_changed_table_updates_what_it_names(owner):
    owner.send(TABLE.encode())
    changed = TABLE.replace("Ember Hound;3", "Ember Hound;5").replace(";8;4;", ";;;")
    done = owner.send(changed.encode()).json()
    assert [(row["fate"], row["changed"]) for row in done["rows"]] == [
        ("same", []),
        ("updated", ["cost"]),
        ("same", []),
    ]
    part = owner.send(b"code,cost\nmy-002,\n").json()
    assert [(row["fate"], row["changed"]) for row in part["rows"]] == [("updated", ["cost"])]
    hound = cards(owner)["my-002"]
    assert (hound["cost"], hound["name"], hound["traits"]) == (None, "Ember Hound", ["Agha", "Beast"])


def test_a_preview_keeps_nothing(owner):
    before = owner.etag()
    shown = owner.api.client.post(f"{owner.url}import/?dry_run=1", data=TABLE, content_type="text/csv")
    assert (shown.status_code, shown.json()["dry_run"], shown.json()["new"]) == (200, True, 3)
    assert cards(owner) == {}
    assert owner.etag() == before


def test_an_import_is_under_what_was_seen(owner):
    answer = owner.api.client.post(f"{owner.url}import/", data=TABLE, content_type="text/csv")
    assert answer.status_code == 428
    old = owner.etag()
    owner.add()
    answer = owner.send(TABLE.encode(), etag=old)
    assert (answer.status_code, answer.json()["current"]["cards"]) == (412, 1)
    assert len(cards(owner)) == 1


def test_every_fault_at_once_and_nothing_half_imported(owner):
    bad = """kind,name,cost,faction,type,squad.least,squad.greatest
unit,Fine,3,Noh Empire,minion,,
dragon,Odd,3,,,,
unit,,3,,,,
unit,Two,three,Nobody,minion,0,x
boost,Flare,1,,,,
"""
    found = faults(owner.send(bad.encode()))
    assert found == [
        (3, "kind", 1),
        (4, "name", 2),
        (5, "cost", 3),
        (5, "faction", 4),
        (5, "squad.least", 6),
        (6, "effect", None),
    ]
    assert cards(owner) == {}


def test_columns_that_no_card_has(owner):
    assert faults(owner.send(b"kind,name,Wings,colour\nunit,a,2,red\n")) == [(None, "wings", 3), (None, "colour", 4)]


def test_a_value_that_this_kind_of_card_has_not(owner):
    text = b"kind,name,cost,range,effect,health\nboost,Flare,1,3,Light.,7\n"
    assert faults(owner.send(text)) == [(2, "health", 6)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("code,kind,name\nmy-005,unit,a\nmy-005,unit,b\n", [(3, "code", 1)]),
        ("code,kind,name\nxx-001,unit,a\n", [(2, "code", 1)]),
        ("code,kind,name\nmy-1,unit,a\n", [(2, "code", 1)]),
        ('kind,name,speed,speed.initial\nunit,a,"{""initial"": 1, ""follow_up"": 1}",2\n', [(2, "speed.initial", 4)]),
        ("kind,name,speed\nunit,a,fast\n", [(2, "speed", 3)]),
        ("kind,name,cost\nunit,a,1000000000000\n", [(2, "cost", 3)]),
        ("kind,name,cost\nunit,a,-1\n", [(2, "cost", 3)]),
    ],
)
def test_odd_rows(owner, text, found):
    assert faults(owner.send(text.encode())) == found


def test_codes_say_which_card_is_meant(owner):
    owner.send(b"code,kind,name\nmy-010,unit,Twin\nmy-020,unit,Twin\n")
    assert faults(owner.send(b"kind,name,cost\nunit,Twin,3\n")) == [(2, "name", 2)]
    assert owner.send(b"code,cost\nmy-020,3\n").json()["updated"] == 1
    assert cards(owner)["my-020"]["cost"] == 3
    assert owner.send(b"kind,name\nunit,New\n").json()["rows"][0]["code"] == "my-021"


def test_a_table_fills_in_built_in_cards(owner):
    done = owner.send(b"code,cost,health\nrk-004,5,\nrk-010,,7\n").json()
    assert [(row["code"], row["name"], row["fate"]) for row in done["rows"]] == [
        ("rk-004", "Darkfield", "new"),
        ("rk-010", "Primary Objective", "new"),
    ]
    assert cards(owner)["rk-010"]["health"] == 7
    assert owner.api.get(owner.card("rk-004")).json()["values"] == {"cost": 5}


def test_a_removed_card_is_back_when_its_code_is_imported(owner):
    owner.add()
    owner.api.delete(owner.card("my-001"), If_Match="*")
    assert owner.send(b"code,kind,name\nmy-001,unit,Back\n").json()["updated"] == 1
    assert cards(owner)["my-001"]["name"] == "Back"


def rows():
    return [
        {
            "kind": "unit",
            "name": "Café Knight",
            "cost": 4,
            "speed": {"initial": 5, "follow_up": 4},
            "traits": ["Beast"],
        },
        {"kind": "boost", "name": "Flare", "cost": 1, "range": None, "effect": "Light."},
    ]


def test_json_and_yaml(owner_of):
    for data in (json.dumps(rows()).encode(), yaml.safe_dump({"cards": rows()}).encode()):
        owner = owner_of()
        assert owner.send(data).json()["new"] == 2
        knight, flare = cards(owner).values()
        assert (knight["name"], knight["speed"]["initial"], knight["traits"]) == ("Café Knight", 5, ["Beast"])
        assert flare["range"] is None


def test_values_of_json_are_what_they_are(owner):
    assert faults(owner.send(json.dumps([{"kind": "unit", "name": "a", "cost": "4"}]).encode())) == [(1, "cost", 3)]


def test_xlsx(owner):
    book = openpyxl.Workbook()
    book.active.append(["Kind", "Name", "Cost", "Squad.least", "Squad.greatest"])
    book.active.append(["unit", "Lancers", 4.0, 2, 4])
    book.active.append(["unit", 7, None, None, None])
    target = io.BytesIO()
    book.save(target)
    assert owner.send(target.getvalue()).json()["format"] == "xlsx"
    lancers, seven = cards(owner).values()
    assert (lancers["cost"], lancers["squad"], seven["name"]) == (4, {"least": 2, "greatest": 4}, "7")


def test_which_encoding_it_was_is_told(owner):
    assert owner.send("kind,name\nunit,Café\n".encode("windows-1252")).json()["encoding"] == "windows-1252"
    assert cards(owner)["my-001"]["name"] == "Café"
    assert owner.send("\ufeffkind,name\nunit,Thé\n".encode("utf-16")).json()["encoding"] == "utf-16"


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"", 400), (b"\0\1\2", 400), (b"PK\3\4", 400), (b"name\n" + b"a\n" * 10_001, 413), (b"x" * (8 * 2**20 + 1), 413)],
)
def test_files_that_are_no_table(owner, data, status):
    assert owner.send(data).status_code == status


def test_a_format_that_is_named(owner):
    assert owner.send(b"[not json", "?format=csv").status_code == 400
    assert owner.send(b"kind,name\nunit,a\n", "?format=json").status_code == 400
    assert owner.send(b"kind,name\nunit,a\n", "?format=pdf").status_code == 400


def test_a_set_has_a_limit(owner, monkeypatch):
    from cards import set_cards, set_import

    monkeypatch.setattr(set_import, "MOST_CARDS", 2)
    monkeypatch.setattr(set_cards, "MOST_CARDS", 2)
    assert owner.send(TABLE.encode()).status_code == 400
    owner.add()
    owner.add()
    assert owner.add().status_code == 400


cells = st.text(alphabet='unit boost"{}[]:,;-1290\x00é\u0301', max_size=12)


@given(st.lists(st.lists(cells, min_size=4, max_size=4), max_size=4))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_table_is_taken_or_refused(owner, table):
    names = ["kind", "name", "cost", "speed"]
    data = json.dumps([dict(zip(names, row, strict=True)) for row in table]).encode()
    text = "\n".join(["\t".join(names), *("\t".join(row) for row in table)]).encode()
    for sent in (data, text):
        answer = owner.api.client.post(f"{owner.url}import/?dry_run=1", data=sent, content_type="text/plain")
        assert answer.status_code in (200, 400)
