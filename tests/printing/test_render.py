"""Cards onto pages, progress, what is stored once."""

import io

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printing.options import Options, options_from
from printing.paper import WrongOption
from printing.plan import pages_of
from printing.render import render, write_sheets
from printing.sources import PrintedCard, PrintedSheet, Source, only_sheets, source_named


def sheets_of(*counts):
    return [
        PrintedSheet(
            number=number,
            title=f"Sheet {number}",
            cards=tuple(PrintedCard(code=f"xx-{number}{n:02}", face="a", fields={}) for n in range(count)),
        )
        for number, count in enumerate(counts, 1)
    ]


@given(st.lists(st.integers(1, 25), max_size=6), st.integers(1, 20))
def test_every_card_is_on_a_page_once_in_order_and_no_page_is_empty(counts, capacity):
    sheets = sheets_of(*counts)
    pages = pages_of(sheets, capacity)
    assert [card for page in pages for card in page.cards] == [card for sheet in sheets for card in sheet.cards]
    assert all(0 < len(page.cards) <= capacity for page in pages)
    assert len(pages) == -(-sum(counts) // capacity) or len(pages) == sum(-(-count // capacity) for count in counts)
    assert [page.before for page in pages] == [sum(len(one.cards) for one in pages[:n]) for n in range(len(pages))]


def test_sheets_keep_to_their_pages_unless_that_takes_more_paper():
    def numbers(capacity):
        return [[sheet.number for sheet in page.sheets] for page in pages_of(sheets_of(9, 9), capacity)]

    assert numbers(9) == [[1], [2]]
    assert numbers(10) == [[1], [2]]
    assert numbers(18) == [[1, 2]]
    assert numbers(4) == [[1], [1], [1, 2], [2], [2]]


def many(card, count):
    sheet = PrintedSheet(number=1, title="Copies", cards=(card,) * count)
    return Source(name="Copies", edition="one", layout="reliquary", sheets=(sheet,))


def test_a_repeated_card_is_stored_once(cards, layout):
    sizes = []
    for count in (1, 9, 90):
        file = io.BytesIO()
        report = render(file, many(cards["rq-022"], count), layout, Options())
        assert (report.cards_in, report.cards_drawn, report.clean) == (count, count, True)
        sizes.append(len(file.getvalue()))
    assert sizes[2] < 1.5 * sizes[0]


def test_stored_cards_can_be_read_and_lie_where_they_should(cards, layout, tmp_path):
    import pdfplumber

    write_sheets(tmp_path / "copies.pdf", many(cards["rq-022"], 10), layout, Options())
    with pdfplumber.open(tmp_path / "copies.pdf") as file:
        assert [page.extract_text().count("Grave Tide") for page in file.pages] == [9, 1]


def test_progress_is_told_card_by_card_and_may_end_it(cards, layout, tmp_path):
    told = []
    write_sheets(tmp_path / "a.pdf", many(cards["rq-001"], 12), layout, Options(), lambda *at: told.append(at))
    assert told == [(n, 12) for n in range(1, 13)]

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_sheets(tmp_path / "b.pdf", many(cards["rq-001"], 12), layout, Options(), stop)
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


def test_the_report_is_plain_json(cards, layout):
    report = render(io.BytesIO(), many(cards["rq-028"], 1), layout, Options(card="mini"))
    told = msgspec.to_builtins(report)
    assert set(told) == {
        "cards_in", "cards_drawn", "pages", "scale", "cut_texts", "missing_images", "missing_glyphs",
        "unknown_cards", "found_bleeds",
    }  # fmt: skip
    assert {"card", "box", "text"} == set(told["cut_texts"][0])
    assert not report.clean


def test_nothing_to_print_is_refused(layout):
    with pytest.raises(WrongOption):
        render(io.BytesIO(), Source(name="None", edition="", layout="reliquary", sheets=()), layout, Options())


@pytest.mark.parametrize("name", ["paper", "marks", "gutter", "format", "bleed"])
def test_options_of_the_wrong_type_are_named(name):
    with pytest.raises(WrongOption) as refused:
        options_from({name: ["?"]})
    assert refused.value.option == name


def test_an_option_that_is_none_is_refused():
    with pytest.raises(WrongOption, match="ink"):
        options_from({"ink": "blue"})


def test_a_source_is_named_with_its_edition():
    source = only_sheets(source_named("reliquary"), [2])
    assert [(sheet.number, len(sheet.cards)) for sheet in source.sheets] == [(2, 9)]
    assert source.edition


class Sink(io.RawIOBase):
    """Takes what is written and keeps nothing but how it came."""

    def __init__(self):
        self.parts = []

    def write(self, data):
        self.parts.append(len(data))
        return len(data)


def test_a_file_is_written_as_it_is_made_and_never_kept_whole(cards, layout):
    different = [
        msgspec.structs.replace(cards["rq-022"], fields={**cards["rq-022"].fields, "name": f"Tide {n}"})
        for n in range(60)
    ]
    sheet = PrintedSheet(number=1, title="Many", cards=tuple(different))
    sink = Sink()
    render(sink, Source(name="Many", edition="one", layout="reliquary", sheets=(sheet,)), layout, Options())
    assert len(sink.parts) > 30
    assert max(sink.parts) < sum(sink.parts) / 3


def test_what_the_cards_of_a_face_share_is_written_once(cards, layout):
    def size(count):
        different = [
            msgspec.structs.replace(cards["rq-001"], fields={**cards["rq-001"].fields, "name": f"Pilgrim {n}"})
            for n in range(count)
        ]
        sheet = PrintedSheet(number=1, title="Many", cards=tuple(different))
        file = io.BytesIO()
        render(file, Source(name="Many", edition="one", layout="reliquary", sheets=(sheet,)), layout, Options())
        return len(file.getvalue())

    small, large = size(9), size(99)
    assert (large - small) / 90 < 1500
