"""What can be printed over HTTP: lists, parts of them, texts, own sets, uploaded tables; uploads and printers."""

import io
import os
import uuid
import zlib

import pdfplumber
import pytest
from PIL import Image

from printing import uploads
from printing.models import PrintJob, Upload
from printing.queue import Runner

pytestmark = pytest.mark.django_db(transaction=True)

JOBS, UPLOADS, PRINTERS = "/api/print-jobs/", "/api/uploads/", "/api/printers/"
CSV = b"name;count;cost\nHero;3;2\nNobody;0;1\nOnce;;5\n"
LAYOUT = """\
layout: 1
extends: plain
styles: {big: {font: sans-bold, size: 20, align: center}}
faces:
  any:
    elements:
      - {id: cost, draw: text, box: [6, 70, 51.5, 10], style: big, text: "Costs {cost}"}
"""


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path):
    settings.PRINT_DIR, settings.UPLOAD_DIR, settings.CARD_IMAGE_DIR = (tmp_path / name for name in "pui")


def send(api, name, data):
    return api.client.post(UPLOADS, {"file": _named(name, data)})


def _named(name, data):
    file = io.BytesIO(data)
    file.name = name
    return file


def upload(api, name, data):
    answer = send(api, name, data)
    assert answer.status_code == 201, answer.json()
    return answer.json()["id"]


def png(width=30, height=40, colour="red"):
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, format="PNG")
    return file.getvalue()


def bomb():
    """A picture that claims to be 65,535 pixels wide and as high."""
    whole = png(1, 1)
    head = b"IHDR" + b"\0\0\xff\xff" * 2 + whole[24:29]
    return whole[:12] + head + zlib.crc32(head).to_bytes(4, "big") + whole[33:]


def ask(api, source, **more):
    answer = api.post(JOBS, {"source": source, **more})
    assert answer.status_code in (200, 202), answer.json()
    return answer.json()


def refused(answer, status, code):
    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{code}")
    return answer.json()


def finished(api, job):
    Runner().run_due()
    return api.get(f"{JOBS}{job['id']}/").json()


def words_in(job):
    with pdfplumber.open(PrintJob.objects.get(id=job["id"]).path) as file:
        return " ".join(page.extract_text() for page in file.pages)


def deck(api, entries, **more):
    body = {"game": "phoenix_covenant", "name": "Ours", "entries": entries, **more}
    return api.post("/api/decks/", body).json()["id"]


class TestLists:
    def test_a_list_is_printed_with_its_counts_and_says_what_it_is(self, api):
        entries = [
            {"code": "pc-036", "count": 3},
            {"name": "Fireboll", "count": 2},
            {"code": "pc-007", "section": "side_deck"},
        ]
        job = ask(api, {"kind": "list", "list": deck(api, entries)})
        done = finished(api, job)
        assert (done["state"], done["report"]["cards_in"], done["report"]["cards_drawn"]) == ("done", 6, 6)
        assert [one["card"] for one in done["report"]["unknown_cards"]] == ["Fireboll"]
        words = words_in(done)
        assert words.count("Fireboll") == 2
        assert "not legal" in words
        assert "of 6" in words

    def test_only_what_changed_since_a_revision(self, api):
        saved = deck(api, [{"code": "pc-036", "count": 1}, {"code": "pc-040", "count": 2}])
        body = {"name": "Ours", "entries": [{"code": "pc-036", "count": 3}, {"code": "pc-007", "count": 1}]}
        assert api.put(f"/api/decks/{saved}/", body, If_Match='"1"').status_code == 200
        source = {"kind": "list", "list": saved}
        assert ask(api, source)["total"] == 4
        assert ask(api, source | {"since": 1})["total"] == 3
        assert ask(api, source | {"revision": 1})["total"] == 3
        refused(api.post(JOBS, {"source": source | {"since": 2}}), 400, "unreadable")
        refused(api.post(JOBS, {"source": source | {"since": 9}}), 404, "not_found")

    def test_only_what_is_not_owned(self, api):
        from cards.list_models import OwnedCard
        from companion.accounts.models import User

        saved = deck(api, [{"code": "pc-036", "count": 3}, {"code": "pc-040", "count": 2}])
        OwnedCard.objects.create(
            owner=User.objects.latest("id"), game="phoenix_covenant", code="pc-036", name="x", copies=2
        )
        assert ask(api, {"kind": "list", "list": saved, "not_owned": True})["total"] == 3

    def test_a_knight_brings_its_cypher_and_its_two_cards_more(self, api):
        body = {"game": "relic_knights", "entries": [{"code": "rkt-001"}], "options": {"size": "Encounter"}}
        saved = api.post("/api/cadres/", body).json()["id"]
        done = finished(api, ask(api, {"kind": "list", "list": saved}))
        words = words_in(done)
        assert done["report"]["cards_in"] == done["report"]["cards_drawn"] == done["total"]
        assert words.count("Wick") >= 2
        assert "Primary Objective" in words

    def test_a_list_of_somebody_else_is_not_there(self, api, new_person):
        saved = deck(api, [{"code": "pc-036"}])
        refused(new_person().post(JOBS, {"source": {"kind": "list", "list": saved}}), 404, "not_found")
        refused(api.post(JOBS, {"source": {"kind": "list", "list": str(uuid.uuid4())}}), 404, "not_found")

    def test_a_saved_sheet_prints_the_newest_revision_each_time(self, api):
        saved = deck(api, [{"code": "pc-036"}])
        sheet = api.post("/api/sheets/", {"name": "Deck", "source": {"kind": "list", "list": saved}}).json()
        assert (sheet["game"], sheet["source"]["revision"]) == ("phoenix_covenant", None)
        assert api.post(f"/api/sheets/{sheet['id']}/jobs/").json()["total"] == 1
        api.put(f"/api/decks/{saved}/", {"entries": [{"code": "pc-036", "count": 4}]}, If_Match='"1"')
        assert api.post(f"/api/sheets/{sheet['id']}/jobs/").json()["total"] == 4

    def test_what_can_be_printed_of_a_list_is_offered_ready_to_be_asked_for(self, api, new_person):
        from cards.list_models import OwnedCard
        from companion.accounts.models import User

        saved = deck(api, [{"code": "pc-036", "count": 1}, {"code": "pc-007", "section": "side_deck"}])
        user = User.objects.latest("id")
        OwnedCard.objects.create(owner=user, game="phoenix_covenant", code="pc-036", name="x", copies=1)
        body = {"entries": [{"code": "pc-036", "count": 3}, {"code": "pc-007", "section": "side_deck"}]}
        api.put(f"/api/decks/{saved}/", body, If_Match='"1"')
        offers = api.get(f"/api/lists/{saved}/prints/").json()["results"]
        assert [offer["cards"] for offer in offers] == [4, 3, 1, 3, 2]
        assert offers[-1]["title"] == "New since revision 1"
        for offer in offers:
            assert api.post(JOBS, offer["body"]).json()["total"] == offer["cards"]
        refused(new_person().get(f"/api/lists/{saved}/prints/"), 404, "not_found")
        assert api.get(f"/api/lists/{deck(api, [])}/prints/").json()["results"] == []

    def test_the_text_of_a_list(self, api):
        text = "3 Kagitsume Samurai\n2 Lightning\n"
        assert ask(api, {"kind": "text", "text": text, "game": "phoenix_covenant"})["total"] == 5
        answer = api.post(JOBS, {"source": {"kind": "text", "text": "2000 Lightning", "game": "phoenix_covenant"}})
        assert refused(answer, 400, "unreadable")["errors"][0]["line"] == 1
        refused(api.post(JOBS, {"source": {"kind": "text", "text": text, "game": "chess"}}), 400, "unreadable")
        refused(api.post(JOBS, {"source": {"kind": "text", "text": text}}), 400, "unreadable")


class TestTables:
    def test_a_table_is_printed_with_its_counts(self, api):
        source = {"kind": "table", "upload": upload(api, "prototype.csv", CSV)}
        done = finished(api, ask(api, source))
        assert (done["title"], done["report"]["cards_in"], done["report"]["cards_drawn"]) == ("prototype", 4, 4)
        words = words_in(done)
        assert (words.count("Hero"), words.count("Once"), words.count("Nobody")) == (3, 1, 0)
        assert "of 4" in words

    def test_a_layout_as_text_is_bound_to_the_columns(self, api):
        source = {"kind": "table", "upload": upload(api, "t.csv", CSV)}
        done = finished(api, ask(api, source, layout=LAYOUT))
        assert words_in(done).count("Costs 2") == 3
        sent = upload(api, "mine.yaml", LAYOUT.encode())
        assert words_in(finished(api, ask(api, source, layout=sent))).count("Costs 5") == 1

    def test_a_layout_that_asks_for_a_column_that_is_not_there_fails_with_row_and_column(self, api):
        source = {"kind": "table", "upload": upload(api, "t.csv", CSV)}
        done = finished(api, ask(api, source, layout=LAYOUT.replace("{cost}", "{cots}")))
        assert (done["state"], done["error"]["code"]) == ("failed", "unreadable")
        assert "t.csv, row 2" in done["error"]["detail"]
        assert "'cots'" in done["error"]["detail"]

    def test_pictures_by_their_names_and_those_that_there_are_not_or_twice(self, api):
        table = upload(api, "t.csv", b"name,image\nA,art\nB,art.png\nC,lost\nD,\n")
        pictures = [upload(api, "art.png", png())]
        done = finished(api, ask(api, {"kind": "table", "upload": table}, images=pictures))
        assert [(one["card"], one["image"]) for one in done["report"]["missing_images"]] == [("row 4", "lost")]
        pictures = [upload(api, "art.png", png()), upload(api, "art.jpg", png(colour="blue"))]
        source = {"kind": "table", "upload": upload(api, "t.csv", b"name,image\nA,art\nB,art.png\n")}
        (missing,) = finished(api, ask(api, source, images=pictures))["report"]["missing_images"]
        assert missing["card"] == "row 2"
        pictures[1] = upload(api, "art.png", png(colour="blue"))
        refused(api.post(JOBS, {"source": source, "images": pictures}), 400, "unreadable")

    def test_a_faulty_table_is_refused_when_it_is_sent_or_when_it_is_asked_for(self, api):
        problem = refused(send(api, "bad.csv", b"name,name\nA,B\n"), 400, "unreadable")
        assert problem["errors"][0]["column"] == 2
        bad = upload(api, "counts.csv", b"name,count\nA,2\nB,two\nC,1000\nD,-1\nE,1.5\n")
        problem = refused(api.post(JOBS, {"source": {"kind": "table", "upload": bad}}), 400, "unreadable")
        assert [(one["line"], one["column"]) for one in problem["errors"]] == [(3, 2), (4, 2), (5, 2), (6, 2)]
        many = upload(api, "many.csv", b"name,count\n" + b"A,999\n" * 11)
        refused(api.post(JOBS, {"source": {"kind": "table", "upload": many}}), 400, "unreadable")

    def test_cards_of_several_sizes_and_one_that_does_not_fit(self, api):
        sizes = upload(api, "t.csv", b"name,count,card size\nA,10,\nB,5,tarot\n")
        done = finished(api, ask(api, {"kind": "table", "upload": sizes}))
        assert [done["report"][name] for name in ("cards_in", "cards_drawn", "pages")] == [15, 15, 4]
        wide = upload(api, "t.csv", b"name,card size\nA,\nB,400x500\n")
        problem = refused(api.post(JOBS, {"source": {"kind": "table", "upload": wide}}), 400, "unreadable")
        for words in ("t.csv, row 3", "400 × 500 mm", "210 × 297 mm"):
            assert words in problem["detail"]


class TestSets:
    def test_a_set_of_ones_own_with_the_picture_of_a_card(self, api):
        own = api.post("/api/sets/", {"game": "relic", "prefix": "my", "name": "Mine"}).json()["id"]
        url = f"/api/sets/{own}/cards/"
        body = {"kind": "threat", "name": "Grim Raider", "attribute": "strength", "type": "enemy", "value": 3}
        assert api.post(url, body).status_code == 201
        assert api.post(url, body | {"name": "Sudden Storm", "type": "event"}).status_code == 201
        headers = {"If-Match": api.get(f"{url}my-001/")["ETag"]}
        sent = api.client.put(f"{url}my-001/image/", png(), content_type="application/octet-stream", headers=headers)
        assert sent.status_code == 200, sent.json()
        done = finished(api, ask(api, {"kind": "set", "set": own}))
        assert (done["title"], done["report"]["cards_drawn"], done["report"]["missing_images"]) == ("Mine", 2, [])
        assert "Grim Raider" in words_in(done)
        assert ask(api, {"kind": "set", "set": own, "codes": ["my-002", "my-002"]})["total"] == 2
        refused(api.post(JOBS, {"source": {"kind": "set", "set": own, "codes": ["my-009"]}}), 400, "unreadable")
        plain = finished(api, ask(api, {"kind": "set", "set": own}, layout="plain"))
        assert "value:3" in words_in(plain).replace(" ", "")

    def test_a_set_that_changed_is_another_print(self, api):
        own = api.post("/api/sets/", {"game": "relic", "prefix": "my", "name": "Mine"}).json()["id"]
        api.post(f"/api/sets/{own}/cards/", {"kind": "threat", "name": "One"})
        first = ask(api, {"kind": "set", "set": own})
        assert ask(api, {"kind": "set", "set": own})["id"] == first["id"]
        api.post(f"/api/sets/{own}/cards/", {"kind": "threat", "name": "Two"})
        assert ask(api, {"kind": "set", "set": own})["id"] != first["id"]


class TestUploads:
    def test_a_file_is_what_it_holds_whatever_it_is_called(self, api):
        assert api.get(f"{UPLOADS}{upload(api, 'table.csv', png())}/").json()["kind"] == "image"
        assert api.get(f"{UPLOADS}{upload(api, 'art.png', CSV)}/").json()["kind"] == "table"
        assert send(api, "../../etc/passwd", CSV).json()["name"] == "passwd"

    @pytest.mark.parametrize(
        ("name", "data", "status"),
        [
            ("half.png", png(300, 300)[:200], 400),
            ("bomb.png", bomb(), 413),
            ("moves.webp", b"RIFF\0\0\0\0WEBPVP8 ", 400),
            ("rotten.ttf", b"\0\1\0\0" + b"\0" * 100, 400),
            ("bad.yaml", b"layout: 1\nfaces: {a: {elements: [{id: x, draw: blob}]}}\n", 400),
            ("nothing.csv", b"", 400),
            ("macro.xls", b"\xd0\xcf\x11\xe0rest", 400),
        ],
    )
    def test_what_cannot_be_taken_is_refused_with_what_and_why(self, api, name, data, status):
        answer = send(api, name, data)
        assert answer.status_code == status, answer.content
        assert answer.json()["detail"]
        assert not Upload.objects.exists()

    def test_a_form_without_a_file_and_one_that_is_too_large(self, api):
        refused(api.client.post(UPLOADS, {"other": "x"}), 400, "unreadable")
        refused(send(api, "large.csv", b"a\n" * 11 * 2**20), 413, "too_large")
        refused(api.post(UPLOADS, {}), 415, "unsupported")

    def test_uploads_are_their_owners_alone_and_go_with_their_file(self, api, new_person):
        other = new_person()
        mine, theirs = upload(api, "t.csv", CSV), upload(other, "t.csv", CSV)
        path = Upload.objects.get(id=mine).path
        refused(other.get(f"{UPLOADS}{mine}/"), 404, "not_found")
        refused(other.post(JOBS, {"source": {"kind": "table", "upload": mine}}), 404, "not_found")
        assert [one["id"] for one in api.get(UPLOADS).json()["results"]] == [mine]
        assert api.delete(f"{UPLOADS}{mine}/").status_code == 204
        assert path.exists()
        other.delete(f"{UPLOADS}{theirs}/")
        assert not path.exists()

    def test_a_file_that_nobody_has_any_more_is_swept_away(self, api):
        path = Upload.objects.get(id=upload(api, "t.csv", CSV)).path
        left = path.with_name("f" * 64)
        left.write_bytes(b"left")
        for one in (path, left):
            os.utime(one, (1, 1))
        uploads.sweep()
        assert (path.exists(), left.exists()) == (True, False)

    def test_a_print_whose_table_has_gone_fails_and_says_so(self, api):
        sent = upload(api, "t.csv", CSV)
        job = ask(api, {"kind": "table", "upload": sent})
        api.delete(f"{UPLOADS}{sent}/")
        assert finished(api, job)["error"]["code"] == "not_found"


class TestPrinters:
    NUMBERS = {"name": "Office", "back": [0.5, -1], "scale": [1.002, 1]}

    def test_a_profile_is_kept_under_its_etag(self, api, new_person):
        made = api.post(PRINTERS, self.NUMBERS)
        assert (made.status_code, made["ETag"]) == (201, '"1"')
        url = f"{PRINTERS}{made.json()['id']}/"
        assert api.get(url).json()["back"] == [0.5, -1.0]
        refused(api.post(PRINTERS, self.NUMBERS), 400, "unreadable")
        refused(api.put(url, self.NUMBERS), 428, "precondition_required")
        assert api.put(url, self.NUMBERS | {"back": [0, 0]}, If_Match='"1"').json()["revision"] == 2
        stale = refused(api.put(url, self.NUMBERS, If_Match='"1"'), 412, "stale")
        assert stale["current"]["back"] == [0, 0]
        refused(new_person().get(url), 404, "not_found")
        for numbers in ({"back": [99, 0]}, {"scale": [2, 1]}, {"name": ""}):
            refused(api.post(PRINTERS, self.NUMBERS | {"name": "Other"} | numbers), 400, "unreadable")
        assert api.delete(url).status_code == 204
        assert api.get(PRINTERS).json()["results"] == []

    def test_a_print_for_a_printer_tells_its_scale(self, api):
        printer = api.post(PRINTERS, self.NUMBERS).json()["id"]
        source = {"kind": "game", "game": "relic"}
        done = finished(api, ask(api, source, printer=printer))
        assert done["report"]["scale"] == [1.002, 1]
        same = {"printer": {"back": [0.5, -1], "scale": [1.002, 1]}}
        assert ask(api, source, options=same)["id"] == done["id"]
        sheet = api.post("/api/sheets/", {"name": "S", "source": source, "printer": printer}).json()
        assert sheet["printer"] == printer
        assert api.post(f"/api/sheets/{sheet['id']}/jobs/").json()["id"] == done["id"]


def test_tokens_a_board_and_the_calibration_sheet(api):
    for source in (
        {"kind": "tokens", "game": "relic_knights"},
        {"kind": "board", "game": "reliquary"},
        {"kind": "calibration"},
    ):
        done = finished(api, ask(api, source))
        assert (done["state"], done["report"]["pages"] > 0) == ("done", True), done
    refused(api.post(JOBS, {"source": {"kind": "board", "game": "relic"}}), 400, "unreadable")
    body = refused(api.post(JOBS, {"source": {"kind": "board", "game": "reliquary", "number": 99}}), 400, "unreadable")
    assert [error["path"] for error in body["errors"]] == ["$.source.number"]


@pytest.mark.parametrize(("options", "kind"), [({"format": "png"}, "zip"), ({"backs": "one", "order": "files"}, "zip")])
def test_several_files_are_a_zip_whose_pages_can_be_seen(api, options, kind):
    done = finished(api, ask(api, {"kind": "table", "upload": upload(api, "t.csv", CSV)}, options=options))
    answer = api.get(done["file"])
    assert answer["Content-Type"] == f"application/{kind}"
    assert answer["Content-Disposition"].endswith('"t.zip"')
    assert b"".join(answer.streaming_content).startswith(b"PK")
    assert [api.get(f"{JOBS}{done['id']}/preview.png?page={page}").status_code for page in (1, 2, 9)] == [200, 200, 404]


def test_the_same_request_gives_the_same_file_at_once(api):
    table, picture = upload(api, "t.csv", b"name,image\nA,art\n"), upload(api, "art.png", png())
    source = {"kind": "table", "upload": table}
    done = finished(api, ask(api, source, images=[picture], layout=LAYOUT.replace("{cost}", "5")))
    again = api.post(JOBS, {"source": source, "images": [picture], "layout": LAYOUT.replace("{cost}", "5")})
    assert (again.status_code, again.json()["id"]) == (200, done["id"])
    sent_anew = {"kind": "table", "upload": upload(api, "t.csv", b"name,image\nA,art\n")}
    pictures = [upload(api, "art.png", png())]
    assert ask(api, sent_anew, images=pictures, layout=LAYOUT.replace("{cost}", "5"))["id"] == done["id"]
    others = [
        {"images": [upload(api, "art.png", png(colour="blue"))], "layout": LAYOUT.replace("{cost}", "5")},
        {"images": [picture], "layout": LAYOUT.replace("{cost}", "6")},
        {"images": [picture], "layout": LAYOUT.replace("{cost}", "5"), "options": {"ink_saver": True}},
    ]
    assert done["id"] not in {ask(api, source, **other)["id"] for other in others}


def test_a_print_that_takes_too_long_is_stopped(api, settings):
    settings.PRINT_SECONDS = -1
    done = finished(api, ask(api, {"kind": "game", "game": "relic"}))
    assert (done["state"], done["error"]["code"], done["file"]) == ("failed", "too_large", None)
    assert PrintJob.objects.get().path is None


def test_what_is_kept_of_a_person_is_in_their_export(api):
    upload(api, "t.csv", CSV)
    api.post(PRINTERS, TestPrinters.NUMBERS)
    kept = api.get("/api/me/export/").json()["printing"]
    assert ([one["name"] for one in kept["uploads"]], [one["name"] for one in kept["printers"]]) == (
        ["t.csv"],
        ["Office"],
    )
