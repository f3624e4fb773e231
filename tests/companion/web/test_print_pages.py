"""The pages of printing, without a browser: what is seen before, and what becomes of a job."""

import re
import uuid

import pytest
from django.test import Client

from companion.web import print_forms
from printing.kinds import BoardSource, ListSource, TextSource
from printing.models import PrintJob
from printing.queue import Runner
from printing.wishes import Wish

# What renews the lease of a job is a thread, which sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True)
HTML = {"accept": "text/html"}
HTMX = {"hx-request": "true"}
CARDS = {"kind": "game", "game": "reliquary", "paper": "a4"}


@pytest.fixture
def browser(db):
    return Client(headers=HTML)


@pytest.fixture
def printed(browser, settings, tmp_path):
    """Ask for a print by the form: its address and its row."""
    settings.PRINT_DIR = tmp_path / "prints"

    def ask(**more):
        answer = browser.post("/print/new/", CARDS | more)
        assert answer.status_code == 302, answer.content
        return answer["Location"], PrintJob.objects.get(id=re.search(r"[0-9a-f-]{36}", answer["Location"])[0])

    return ask


def words(answer):
    return re.sub(r"<[^>]+>", "", answer.content.decode())


def test_pages_are_seen_before_they_are_printed(browser):
    answer = browser.post("/print/preview/", CARDS | {"page": "2"})
    assert "Page 2 of 4, 36 cards in all" in words(answer)
    assert 'src="data:image/webp;base64,' in answer.content.decode()
    assert 'name="paper"' in answer.content.decode()
    part = browser.post("/print/preview/", CARDS | {"at": "3", "sheets": "1"}, headers=HTMX)
    assert "One page, 9 cards in all. Everything on it fits." in words(part)
    assert "<html" not in part.content.decode()
    assert PrintJob.objects.count() == 0
    assert not browser.cookies.get("companion_device")


def test_what_cannot_be_printed_is_told_beside_its_field(browser):
    form = CARDS | {"bleed": "2", "shift_x": "x"}
    whole = browser.post("/print/preview/", form)
    assert whole.status_code == 400
    assert re.search(r'<p id="why-shift_x"[^>]*>This must be a length', whole.content.decode())
    form |= {"shift_x": ""}
    assert re.search(r'<p id="why-bleed"[^>]*>A bleed of 2 mm', browser.post("/print/new/", form).content.decode())
    part = browser.post("/print/preview/", form, headers=HTMX).content.decode()
    assert re.search(r'<p id="why-bleed"[^>]*hx-swap-oob="true">A bleed of 2 mm', part)
    assert re.search(r'<p id="why-paper"[^>]*></p>', part)
    part = browser.post("/print/preview/", CARDS | {"shift_y": "-30"}, headers=HTMX).content.decode()
    assert re.search(r'<p id="why-shift_y"[^>]*>-20 is the least\.', part)


def test_nobody_looks_at_pages_without_end(browser, monkeypatch):
    from companion.accounts.throttles import Previews

    monkeypatch.setattr(Previews, "allow_request", lambda *_: False)
    monkeypatch.setattr(Previews, "wait", lambda *_: 7)
    assert browser.post("/print/preview/", CARDS).status_code == 429
    assert "7 seconds" in words(browser.post("/print/preview/", CARDS, headers=HTMX))


def test_a_list_of_somebody_else_is_printed_by_its_link(browser):
    browser.post("/lists/new/", {"game": "phoenix_covenant", "name": "Mine"})
    address = re.search(r"/lists/([0-9a-f-]{36})/", browser.get("/lists/").content.decode())
    browser.post(f"{address[0]}change/", {"step": "add pc-017", "seen": ""}, headers=HTMX)
    browser.post(f"{address[0]}save/", {})
    browser.post(f"{address[0]}share/", {"sharing": "link"})
    link = re.search(r"\?link=([\w-]+)", browser.get(address[0]).content.decode())[1]
    other = Client(headers=HTML)
    assert other.get(f"/print/new/?list={address[1]}").status_code == 404
    page = other.get(f"/print/new/?list={address[1]}&link={link}").content.decode()
    assert f'name="link" value="{link}"' in page
    form = {"kind": "list", "list": address[1], "link": link}
    assert "in all" in words(other.post("/print/preview/", form, headers=HTMX))


def test_a_print_is_cancelled_and_made_again(browser, printed):
    address, row = printed(sheets="1")
    assert "Waiting for a worker" in words(browser.get(address))
    assert browser.post(f"{address}cancel/")["Location"] == address
    page = words(browser.get(address))
    assert "stopped before it began" in page
    assert browser.post(f"{address}cancel/").status_code == 302
    again = browser.post(f"{address}again/")["Location"]
    assert again != address
    Runner().run_due()
    page = words(browser.get(again))
    assert "9 of 9 cards on 1 page" in page
    assert "Everything fits, nothing is missing" in page
    late = browser.post(f"{again}cancel/")
    assert late.status_code == 409
    assert "has ended before" in words(late)
    assert browser.post(f"{again}delete/")["Location"] == "/print/"
    assert list(PrintJob.objects.values_list("id", flat=True)) == [row.id]


def test_what_a_job_came_to_is_said(browser, printed):
    address, row = printed()
    PrintJob.objects.filter(id=row.id).update(
        state="failed", error_code="gave_up", error_detail="It stopped the worker."
    )
    assert "It could not be printed It stopped the worker." in " ".join(words(browser.get(address)).split())
    address, row = printed(format="png", sheets="1")
    Runner().run_due()
    assert "9 of 9 cards as pictures" in words(browser.get(address))
    row.refresh_from_db()
    row.path.unlink()
    PrintJob.objects.filter(id=row.id).update(file="")
    assert "The file is gone" in words(browser.get(address))
    assert browser.post(f"{address}again/")["Location"] != address
    stranger = Client(headers=HTML)
    for act in ("cancel", "again", "delete"):
        assert stranger.post(f"{address}{act}/").status_code == 404


def test_the_form_opens_with_the_choices_of_a_print(browser, printed):
    address, _ = printed(sheets="2", backs="each", flip="short", gutter="4", bleed="2", ink_saver="yes", shift_y="0.5")
    Runner().run_due()
    query = re.search(r'href="/print/new/\?([^"]+)"', browser.get(address).content.decode())[1].replace("&amp;", "&")
    page = browser.get(f"/print/new/?{query}").content.decode()
    for part in (
        'value="short" selected',
        'value="each" selected',
        'name="gutter" value="4"',
        'name="shift_y" value="0.5"',
    ):
        assert part in page
    assert re.search(r'name="sheets" value="2" checked', page)
    assert re.search(r'name="ink_saver" value="yes" checked', page)


def form_of(browser, address):
    """The page on which the choices of a job are changed; ``None`` where its page has no link to one."""
    found = re.search(r'href="/print/new/\?([^"]+)"', browser.get(address).content.decode())
    return found and browser.get(f"/print/new/?{found[1].replace('&amp;', '&')}").content.decode()


def test_the_form_opens_with_the_cards_that_were_named(browser, printed):
    address, row = printed(kind="codes", codes=["rq-003", "rq-001", "rq-003"], edition="house-1")
    Runner().run_due()
    row.refresh_from_db()
    assert (row.title, row.report["cards_drawn"]) == ("Reliquary", 3)
    page = form_of(browser, address)
    assert re.findall(r'name="codes" value="([^"]+)"', page) == ["rq-003", "rq-001", "rq-003"]
    assert re.search(r'name="kind" value="codes" checked>The same cards', page)
    assert 'name="edition" value="house-1"' in page


def test_a_card_or_an_edition_that_there_is_not_is_told_on_the_page(browser):
    for more, word in (({"kind": "codes", "codes": "rq-999"}, "rq-999"), ({"edition": "house-9"}, "house-9")):
        answer = browser.post("/print/new/", CARDS | more)
        assert (answer.status_code, word in words(answer)) == (400, True)


def test_a_print_that_the_form_cannot_make_has_no_link_to_it(browser):
    """Else what opens would be another print: the whole list, the usual board."""

    def query(source):
        return print_forms.query_of(Wish(source=source))

    some = uuid.uuid4()
    for more in ({"since": 1}, {"not_owned": True}, {"sheets": (2,)}):
        assert query(ListSource(list=some, **more)) is None, more
    assert query(BoardSource(game="reliquary", number=12)) is None
    assert query(TextSource(game="reliquary", text="1 rq-001", not_owned=True)) is None
    assert "edition=house-1" in query(TextSource(game="reliquary", text="1 rq-001", edition="house-1"))
    for source in (ListSource(list=some), BoardSource(game="reliquary")):
        assert query(source) is not None


@pytest.mark.parametrize("options", [{}, {"format": "png"}, {"bleed": "2", "gutter": "4"}])
def test_a_card_that_the_catalogue_has_not_is_told(browser, printed, options):
    address, _ = printed(kind="text", game="phoenix_covenant", text="2 Lightning\n2 Fireboll\n1 Lightning", **options)
    Runner().run_due()
    page = words(browser.get(address))
    assert (page.count("Card Fireboll (line 2)"), page.count("no such card")) == (1, 1)
