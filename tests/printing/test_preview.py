"""A page before it is printed: the very page of the file, its numbers, its faults by option."""

import base64
import io

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from companion.accounts.models import User
from companion.accounts.people import make_guest
from companion.problems import Problem, take
from printing import preview as previews
from printing import wishes
from printing.preview import preview
from printing.wishes import Wish

pytestmark = pytest.mark.django_db
GAME = {"kind": "game", "game": "reliquary"}
URL = "/api/print-jobs/preview/"


def wish(source=GAME, **options):
    return take({"source": source, "options": options}, Wish)


def look(page=1, source=GAME, **options):
    return preview(wish(source, **options), User(), page)


def test_it_is_the_page_of_the_file_itself(tmp_path):
    asked = wish(backs="each", paper="letter")
    target = tmp_path / "whole.pdf"
    wishes.make(wishes.settle(asked, User()), User(), target, lambda done, total: None)
    document = pypdfium2.PdfDocument(target)
    for page in (3, 4):
        made = preview(asked, User(), page)
        assert (made.pages, made.page, made.cards) == (len(document), page, 36)
        with Image.open(io.BytesIO(made.picture)) as picture:
            assert (made.width, made.height) == picture.size
            whole = document[page - 1].render(scale=picture.width / document[page - 1].get_width())
            printed = whole.to_pil().convert("RGB").resize(picture.size)
            assert max(ImageStat.Stat(ImageChops.difference(picture.convert("RGB"), printed)).mean) < 4


@pytest.mark.parametrize(
    ("source", "options", "pages", "cards"),
    [
        (GAME, {}, 4, 36),
        (GAME, {"test": True}, 1, 1),
        (GAME, {"backs": "one", "order": "files"}, 8, 36),
        (GAME, {"format": "png"}, 36, 36),
        (GAME, {"format": "png", "backs": "each"}, 72, 36),
        (GAME, {"format": "tts", "backs": "one"}, 2, 36),
        (GAME, {"format": "tts", "backs": "each"}, 2, 36),
        ({"kind": "tokens", "game": "reliquary"}, {}, 1, 22),
        ({"kind": "board", "game": "reliquary"}, {}, 2, 0),
        ({"kind": "calibration"}, {}, 2, 0),
    ],
)
def test_every_kind_has_its_pages(source, options, pages, cards):
    first, last = look(1, source, **options), look(9999, source, **options)
    assert (first.pages, first.cards, first.page) == (pages, cards, 1)
    assert last.page == pages
    assert last.picture != first.picture or pages == 1


def test_only_the_cards_of_the_page_are_drawn_and_reported():
    assert look(2).report.cards_drawn == 9
    narrow = look(2, card="20x30", margin=[0, 0, 0, 0])
    assert narrow.report.cut_texts or narrow.pages == 1


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"bleed": 2}, "$.options.bleed"),
        ({"flip": "long"}, "$.options.flip"),
        ({"format": "png", "dpi": 2400}, "$.options.dpi"),
        ({"format": "tts", "dpi": 900}, "$.options.dpi"),
        ({"paper": "50x50"}, "$.options.card"),
    ],
)
def test_what_cannot_be_printed_cannot_be_seen(options, path):
    with pytest.raises(Problem) as caught:
        look(**options)
    assert (caught.value.code, caught.value.errors[0].path) == ("unreadable", path)


def test_a_page_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(previews, "MOST_SECONDS", -1.0)
    for options in ({}, {"format": "png"}, {"format": "tts"}):
        with pytest.raises(Problem) as caught:
            look(**options)
        assert caught.value.code == "too_large"


def test_over_http(client, settings):
    from companion.accounts import people
    from companion.accounts.models import Token
    from printing.models import PrintJob

    _, key = people.give_token(user=make_guest(), kind=Token.Kind.BEARER)
    known = {"authorization": f"Bearer {key}"}

    def post(body, query="", headers=known):
        return client.post(URL + query, body, content_type="application/json", headers=headers)

    made = post({"source": GAME}, "?page=2").json()
    assert (made["page"], made["pages"], made["cards"], made["report"]["cards_drawn"]) == (2, 4, 36, 9)
    assert base64.b64decode(made["picture"])[8:12] == b"WEBP"
    assert post({"source": GAME}, "?page=x").json()["type"] == "/problems/unreadable"
    assert post({"source": GAME, "options": {"bleed": 9}}).json()["errors"][0]["path"] == "$.options.bleed"
    assert post({"source": GAME}, headers={}).status_code == 401
    assert PrintJob.objects.count() == 0
