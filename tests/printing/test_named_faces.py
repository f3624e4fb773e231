"""A face that a row of a table names is on the layout, or is told with row and column; a kind may have none."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from printing.faces.layout import load_layout
from printing.options import Options
from printing.render import render
from printing.sources import layout_named, layout_text, source_named, with_lines
from printing.tabled import UnknownFaces, check_faces, source_of_table

LAYOUT = """\
layout: 1
extends: plain
faces:
  hero: {extends: any, elements: [{id: mark, draw: circle, centre: [50, 50], radius: 5, fill: ink}]}
"""


@pytest.fixture(scope="module")
def mine():
    return load_layout(LAYOUT, "mine.yaml", layout_text)


def cards_of(text, file="cards.csv"):
    return source_of_table(text.encode(), file)


def test_every_cell_that_names_a_face_that_there_is_not_is_told(mine):
    source = cards_of("name,count,face\nA,2,hero\nB,3,heroo\nC,,\nD,1,Hero\nE,0,villain\n")
    with pytest.raises(UnknownFaces) as refused:
        render(io.BytesIO(), source, mine, Options())
    assert [(one.row, one.column, one.column_number) for one in refused.value.faults] == [
        (3, "face", 3),
        (5, "face", 3),
    ]
    assert refused.value.file == "cards.csv"
    for word in ("mine.yaml", "'heroo'", "any, back, hero"):
        assert word in refused.value.faults[0].message


@pytest.mark.parametrize(
    "text",
    [
        "name,kind\nA,villain\n",
        "name,kind,face\nA,villain,\nB,villain,hero\n",
        "name\nA\n",
        '[{"name": "A", "face": null}, {"name": "B", "face": " "}, {"name": "C", "face": " hero "}]',
    ],
)
def test_where_none_is_named_a_kind_without_a_face_is_on_the_one_for_any(mine, text):
    assert render(io.BytesIO(), cards_of(text), mine, Options()).clean


@pytest.mark.parametrize("value", ["0", "false", "[]", '"Hero"'])
def test_whatever_stands_in_the_cell_is_a_name(mine, value):
    source = cards_of(f'[{{"name": "A", "face": {value}}}]')
    with pytest.raises(UnknownFaces) as refused:
        check_faces(source, mine)
    assert [(one.row, one.column_number) for one in refused.value.faults] == [(1, 2)]


def test_a_game_s_cards_are_on_any_layout(mine):
    assert render(io.BytesIO(), with_lines(source_named("relic", sheets=(1,))), layout_named("plain"), Options()).pages


def test_the_command_tells_it_and_writes_nothing(tmp_path):
    table, layout, target = (tmp_path / name for name in ("cards.csv", "mine.yaml", "out.pdf"))
    table.write_text("name,face\nA,hero\nB,heroo\n")
    layout.write_text(LAYOUT)
    with pytest.raises(CommandError) as refused:
        call_command("print_sheets", str(table), "-o", str(target), "--layout", str(layout))
    assert (refused.value.returncode, target.exists()) == (2, False)
    assert "cards.csv: row 3, column 'face': " in str(refused.value)


@pytest.mark.django_db
def test_it_is_refused_over_http_when_it_is_asked_for_kept_or_looked_at(api, settings, tmp_path):
    settings.UPLOAD_DIR = tmp_path
    file = io.BytesIO(b"face,name\nhero,A\nheroo,B\n,C\nvillain,D\n")
    file.name = "cards.csv"
    table = api.client.post("/api/uploads/", {"file": file}).json()["id"]
    wish = {"source": {"kind": "table", "upload": table}, "layout": LAYOUT}
    for address, body in (
        ("/api/print-jobs/", wish),
        ("/api/print-jobs/preview/", wish),
        ("/api/sheets/", wish | {"name": "Mine"}),
    ):
        answer = api.post(address, body)
        assert (answer.status_code, answer.json()["type"]) == (400, "/problems/unreadable"), address
        told = [(one["path"], one["line"], one["column"]) for one in answer.json()["errors"]]
        assert told == [("$.source.upload", 3, 1), ("$.source.upload", 5, 1)]
    named = {
        "source": wish["source"],
        "layout": LAYOUT.replace("hero:", "heroo: {extends: any}\n  villain: {extends: any}\n  hero:"),
    }
    assert api.post("/api/print-jobs/", named).status_code == 202
