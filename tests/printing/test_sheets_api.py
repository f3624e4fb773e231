"""Sheets and print jobs, as a client sees them."""

import io
import uuid

import pypdfium2
import pytest
from PIL import Image

from printing.models import PrintJob
from printing.queue import Runner
from printing.shelf import PICTURE_DPI

pytestmark = pytest.mark.django_db(transaction=True)

RELIQUARY = {"kind": "game", "game": "reliquary"}
ONE_SHEET = {"source": RELIQUARY | {"sheets": [2]}}

OWN_FONT = """\
layout: 1
extends: plain
styles: {own: {font: own-1, size: 9}}
faces: {any: {elements: [{id: name, style: own}]}}
"""


def work() -> None:
    Runner().run_due()


def code(answer) -> str:
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.json()["type"].removeprefix("/problems/")


def paths(answer) -> list[str]:
    return [error["path"] for error in answer.json()["errors"]]


@pytest.fixture(autouse=True)
def _own_shelf(settings, tmp_path):
    settings.PRINT_DIR = tmp_path


@pytest.fixture
def sheet(api):
    return api.post("/api/sheets/", {"name": "Ours", "source": RELIQUARY, "options": {"paper": "letter"}}).json()


def test_a_print_from_the_wish_to_the_file(api):
    asked = api.post("/api/print-jobs/", ONE_SHEET)
    assert asked.status_code == 202
    url = asked.headers["Location"]
    first = asked.json()
    assert (first["state"], first["done"], first["total"], first["file"]) == ("queued", 0, 9, None)
    assert code(api.get(f"{url}file/")) == "not_ready"
    assert code(api.get(f"{url}preview.png")) == "not_ready"
    work()
    job = api.get(url).json()
    assert (job["state"], job["done"], job["total"], job["attempts"], job["error"]) == ("done", 9, 9, 1, None)
    named = {"cards_in", "cards_drawn", "pages", "scale", "cut_texts", "missing_images", "missing_glyphs"}
    assert set(job["report"]) == named | {"unknown_cards", "found_bleeds"}
    assert (job["report"]["cards_in"], job["report"]["cards_drawn"], job["report"]["pages"]) == (9, 9, 1)
    answer = api.get(job["file"])
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="reliquary.pdf"'
    document = pypdfium2.PdfDocument(b"".join(answer.streaming_content))
    assert len(document) == 1
    document.close()
    answer.close()


def test_cards_of_a_game_as_often_as_they_are_named(api):
    source = RELIQUARY | {"codes": ["rq-021", "rq-001", "rq-021"]}
    job = api.post("/api/print-jobs/", {"source": source}).json()
    assert (job["total"], job["title"]) == (3, "Reliquary")
    saved = api.post("/api/sheets/", {"name": "Three", "source": source}).json()
    assert saved["source"]["codes"] == source["codes"]
    assert api.post(f"/api/sheets/{saved['id']}/jobs/").json()["id"] == job["id"]


def test_pictures_of_pages(api):
    url = api.post("/api/print-jobs/", {"source": RELIQUARY | {"sheets": [1, 3]}}).headers["Location"]
    work()
    seen = {}
    for page in (1, 2, 1):
        answer = api.get(f"{url}preview.png?page={page}")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
        assert seen.setdefault(page, answer.content) == answer.content
        with Image.open(io.BytesIO(answer.content)) as picture:
            assert max(picture.size) <= 1600
            assert picture.width / picture.height == pytest.approx(210 / 297, abs=0.01)
    assert seen[1] != seen[2]
    assert api.get(f"{url}preview.png").content == seen[1]
    for page in (0, 3, 99999):
        assert code(api.get(f"{url}preview.png?page={page}")) == "not_found"
    for page in ("x", "-1", "1.5", "", "9" * 30):
        assert code(api.get(f"{url}preview.png?page={page}")) == "unreadable"


def test_the_preview_is_a_picture_of_the_file_itself(api):
    url = api.post("/api/print-jobs/", ONE_SHEET).headers["Location"]
    work()
    with Image.open(io.BytesIO(api.get(f"{url}preview.png").content)) as picture:
        document = pypdfium2.PdfDocument(b"".join(api.get(f"{url}file/").streaming_content))
        printed = document[0].render(scale=PICTURE_DPI / 72).to_pil().convert("RGB")
        document.close()
        assert picture.size == printed.size
        assert picture.convert("RGB").tobytes() == printed.tobytes()
        assert picture.convert("L").getextrema()[0] < 50


def test_a_large_paper_has_no_larger_picture(api):
    url = api.post("/api/print-jobs/", ONE_SHEET | {"options": {"paper": "1900x1900"}}).headers["Location"]
    work()
    with Image.open(io.BytesIO(api.get(f"{url}preview.png").content)) as picture:
        assert max(picture.size) <= 1600


def test_the_same_wish_finds_its_job_again(api, new_person):
    asked = api.post("/api/print-jobs/", ONE_SHEET)
    again = api.post("/api/print-jobs/", ONE_SHEET)
    assert (again.status_code, again.json()["id"]) == (202, asked.json()["id"])
    work()
    same = {"options": {"paper": "a4"}, "source": RELIQUARY | {"sheets": [2], "edition": "house-1"}}
    found = api.post("/api/print-jobs/", same)
    assert (found.status_code, found.json()["id"], found.json()["state"]) == (200, asked.json()["id"], "done")
    others = [
        api.post("/api/print-jobs/", ONE_SHEET | {"options": {"marks": "edge"}}),
        api.post("/api/print-jobs/", {"source": RELIQUARY | {"sheets": [3]}}),
        new_person().post("/api/print-jobs/", ONE_SHEET),
    ]
    assert [other.status_code for other in others] == [202, 202, 202]
    assert len({other.json()["id"] for other in [asked, *others]}) == 4


def test_the_same_wish_is_printed_again_when_its_file_is_gone(api):
    asked = api.post("/api/print-jobs/", ONE_SHEET).json()
    work()
    path = PrintJob.objects.get().path
    path.unlink()
    assert api.get(f"/api/print-jobs/{asked['id']}/").json()["file"] is None
    assert code(api.get(f"/api/print-jobs/{asked['id']}/file/")) == "not_found"
    assert api.post("/api/print-jobs/", ONE_SHEET).status_code == 202


@pytest.mark.parametrize(
    ("wish", "path"),
    [
        ({}, "$"),
        ([], "$"),
        ({"source": {}}, "$.source"),
        ({"source": {"kind": "deck"}}, "$.source.kind"),
        ({"source": {"kind": "game", "game": "chess"}}, "$.source.game"),
        ({"source": {"kind": "game", "game": "../reliquary"}}, "$.source.game"),
        ({"source": RELIQUARY | {"edition": "no"}}, "$.source.edition"),
        ({"source": RELIQUARY | {"sheets": [1, 9]}}, "$.source.sheets[1]"),
        ({"source": RELIQUARY | {"sheets": [1] * 401}}, "$.source.sheets"),
        ({"source": RELIQUARY | {"codes": ["rq-001", "rq-999"]}}, "$.source.codes[1]"),
        ({"source": RELIQUARY | {"codes": ["rq-001"], "sheets": [1]}}, "$.source.codes"),
        ({"source": RELIQUARY | {"file": "x"}}, "$.source"),
        (ONE_SHEET | {"layout": OWN_FONT}, "$.fonts"),
        (ONE_SHEET | {"options": {"paper": "b9"}}, "$.options.paper"),
        (ONE_SHEET | {"options": {"paper": "60x60"}}, "$.options.card"),
        (ONE_SHEET | {"options": {"gutter": [1]}}, "$.options.gutter"),
        (ONE_SHEET | {"options": {"gutter": [-1, 0]}}, "$.options.gutter[0]"),
        (ONE_SHEET | {"options": {"marks": "some"}}, "$.options.marks"),
        (ONE_SHEET | {"options": {"bleed": 3}}, "$.options.bleed"),
        (ONE_SHEET | {"options": {"colour": "red"}}, "$.options"),
        (ONE_SHEET | {"more": 1}, "$"),
    ],
)
def test_what_cannot_be_printed_is_told_by_its_field(api, wish, path):
    answer = api.post("/api/print-jobs/", wish)
    assert (answer.status_code, code(answer), paths(answer)) == (400, "unreadable", [path])
    assert not PrintJob.objects.exists()


def test_a_job_is_its_owners_alone(api, new_person, stranger):
    url = api.post("/api/print-jobs/", ONE_SHEET).headers["Location"]
    work()
    for other, problem in ((new_person(), "not_found"), (stranger, "not_authenticated")):
        for more in ("", "file/", "preview.png"):
            assert code(other.get(url + more)) == problem
        assert code(other.post(f"{url}cancel/")) == problem
        assert code(other.delete(url)) == problem
    assert code(api.get(f"/api/print-jobs/{uuid.uuid4()}/")) == "not_found"
    assert api.get(url).json()["state"] == "done"


def test_cancelling(api):
    url = api.post("/api/print-jobs/", ONE_SHEET).headers["Location"]
    assert api.post(f"{url}cancel/").json()["state"] == "cancelled"
    work()
    assert api.get(url).json()["state"] == "cancelled"
    assert api.post(f"{url}cancel/").json()["state"] == "cancelled"
    assert code(api.get(f"{url}file/")) == "not_found"
    again = api.post("/api/print-jobs/", ONE_SHEET).headers["Location"]
    assert again != url
    work()
    assert code(api.post(f"{again}cancel/")) == "already_done"


def test_deleting_a_job_takes_its_file_along(api):
    url = api.post("/api/print-jobs/", ONE_SHEET).headers["Location"]
    work()
    folder = PrintJob.objects.get().folder
    assert folder.is_dir()
    assert api.delete(url).status_code == 204
    assert not folder.exists()
    assert code(api.get(url)) == "not_found"


def test_jobs_are_listed_by_pages_newest_first(api, new_person):
    urls = [
        api.post("/api/print-jobs/", {"source": RELIQUARY | {"sheets": [n]}}).headers["Location"] for n in (1, 2, 3)
    ]
    new_person().post("/api/print-jobs/", ONE_SHEET)
    page = api.get("/api/print-jobs/?page_size=2").json()
    assert (page["count"], page["previous"]) == (3, None)
    rest = api.get(page["next"]).json()["results"]
    assert [f"/api/print-jobs/{job['id']}/" for job in page["results"] + rest] == urls[::-1]


def test_a_sheet_is_saved_and_printed(api, sheet):
    url = f"/api/sheets/{sheet['id']}/"
    assert sheet["source"] == RELIQUARY | {"edition": "house-1", "sheets": [], "codes": []}
    assert (sheet["game"], sheet["name"], sheet["options"]["paper"]) == ("reliquary", "Ours", "letter")
    assert api.get(url).json() == sheet
    asked = api.post(f"{url}jobs/")
    assert (asked.status_code, asked.json()["sheet"], asked.json()["total"]) == (202, sheet["id"], 36)
    work()
    job = api.get(asked.headers["Location"]).json()
    assert job["state"] == "done"
    answer = api.get(job["file"])
    assert answer.headers["Content-Disposition"] == 'attachment; filename="ours.pdf"'
    answer.close()
    assert api.post(f"{url}jobs/").status_code == 200
    assert api.delete(url).status_code == 204
    assert code(api.get(url)) == "not_found"
    assert api.get(asked.headers["Location"]).json()["sheet"] is None


def test_a_sheet_is_saved_only_over_what_its_writer_saw(api, sheet):
    url = f"/api/sheets/{sheet['id']}/"
    body = {"name": "Mine", "source": RELIQUARY, "options": {}}
    tag = api.get(url).headers["ETag"]
    missing = api.put(url, body)
    assert (missing.status_code, code(missing)) == (428, "precondition_required")
    saved = api.put(url, body, if_match=tag)
    assert (saved.status_code, saved.json()["name"], saved.json()["options"]["paper"]) == (200, "Mine", "a4")
    assert saved.headers["ETag"] != tag
    for old in (tag, '"x"', '"-1"', '"99999999999999"'):
        stale = api.put(url, body | {"name": "Theirs"}, if_match=old)
        assert (stale.status_code, code(stale)) == (412, "stale")
        assert stale.json()["current"] == saved.json()
    assert api.put(url, body | {"name": "Last"}, if_match="*").json()["name"] == "Last"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"source": RELIQUARY}, "$"),
        ({"name": "", "source": RELIQUARY}, "$.name"),
        ({"name": "x" * 121, "source": RELIQUARY}, "$.name"),
        ({"name": "Ours", "source": RELIQUARY | {"sheets": [7]}}, "$.source.sheets[0]"),
        ({"name": "Ours", "source": RELIQUARY, "options": {"card": "90"}}, "$.options.card"),
    ],
)
def test_a_sheet_that_cannot_be_printed_is_not_saved(api, sheet, body, path):
    made = api.post("/api/sheets/", body)
    changed = api.put(f"/api/sheets/{sheet['id']}/", body, if_match="*")
    for answer in (made, changed):
        assert (answer.status_code, code(answer), paths(answer)) == (400, "unreadable", [path])
    assert api.get("/api/sheets/").json()["results"] == [sheet]


def test_a_sheet_is_its_owners_alone(sheet, new_person, stranger):
    url = f"/api/sheets/{sheet['id']}/"
    for other, problem in ((new_person(), "not_found"), (stranger, "not_authenticated")):
        assert code(other.get(url)) == problem
        assert code(other.put(url, {"name": "x", "source": RELIQUARY}, if_match="*")) == problem
        assert code(other.delete(url)) == problem
        assert code(other.post(f"{url}jobs/")) == problem
    assert new_person().get("/api/sheets/").json()["results"] == []


def test_what_is_kept_of_a_person_is_in_their_export(api, sheet):
    asked = api.post(f"/api/sheets/{sheet['id']}/jobs/").json()
    kept = api.get("/api/me/export/").json()["printing"]
    assert [one["id"] for one in kept["sheets"]] == [sheet["id"]]
    assert [one["id"] for one in kept["print_jobs"]] == [asked["id"]]
