"""Pictures: told by content, refused with a reason, kept as they are where a PDF can read them."""

import io
import struct
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from printing import images
from printing.faces.layout import load_layout
from printing.images import BadImage, Images, look_at, stored
from printing.options import Options
from printing.render import render, write_sheets
from printing.sources import layout_text

LAYOUT = """\
layout: 1
card: [63.5, 88.9]
faces:
  front: {elements: [{id: art, draw: image, box: [3, 3, 20, 30], image: "{art}", fit: stretch}]}
"""


def file_of(image, kind, **how):
    written = io.BytesIO()
    image.save(written, kind, **how)
    return written.getvalue()


def quarters(mode="RGB"):
    """Red, green above blue, white: it shows how it is turned."""
    image = Image.new("RGB", (40, 60), "white")
    image.paste("red", (0, 0, 20, 30))
    image.paste("green", (20, 0, 40, 30))
    image.paste("blue", (0, 30, 20, 60))
    return image.convert(mode)


@pytest.fixture(scope="session")
def layout():
    return load_layout(LAYOUT, "art.yaml", layout_text)


@pytest.fixture
def shown(layout, numbered, tmp_path):
    """A picture as it comes out of the PDF: its four corners."""
    import pypdfium2

    def shown(content):
        path = tmp_path / "art.pdf"
        report = write_sheets(
            path, numbered(1, pictures={"art": content}, art="art"), layout, Options(paper="card", marks="none")
        )
        assert report.clean
        document = pypdfium2.PdfDocument(path)
        picture = document[0].render(scale=4).to_pil().convert("RGB")
        document.close()
        mm = 4 * 72 / 25.4
        return [picture.getpixel((round(x * mm), round(y * mm))) for x, y in ((8, 10), (18, 10), (8, 26), (18, 26))]

    return shown


QUARTERS = [(255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 255, 255)]


def are_like(found, wanted, off=40):
    return all(
        abs(a - b) <= off for one, other in zip(found, wanted, strict=True) for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize(
    ("kind", "mode", "how"),
    [
        ("PNG", "RGB", {}),
        ("PNG", "P", {}),
        ("PNG", "RGBA", {}),
        ("PNG", "RGB", {"transparency": (1, 2, 3)}),
        ("JPEG", "RGB", {"quality": 95}),
        ("JPEG", "RGB", {"quality": 95, "progressive": True}),
        ("JPEG", "CMYK", {"quality": 95}),
        ("WEBP", "RGB", {"lossless": True}),
        ("WEBP", "RGBA", {"lossless": True}),
    ],
)
def test_every_kind_of_picture_comes_out_as_it_went_in(shown, kind, mode, how):
    # How CMYK is shown depends on who shows it.
    off = 150 if mode == "CMYK" else 40
    assert are_like(shown(file_of(quarters(mode), kind, **how)), QUARTERS, off)


@pytest.mark.parametrize("mode", ["L", "1", "I;16", "LA"])
def test_grey_stays_grey(shown, mode):
    light = {"1": 255, "I;16": 200 * 256, "LA": (200, 255)}.get(mode, 200)
    found = shown(file_of(Image.new(mode, (40, 60), light), "PNG"))
    wanted = 255 if mode == "1" else 200
    assert are_like(found, [(wanted,) * 3] * 4, off=3)


def test_what_is_transparent_lets_the_paper_through(shown):
    image = quarters("RGBA")
    image.paste((0, 0, 0, 0), (0, 0, 20, 30))
    assert are_like(shown(file_of(image, "PNG")), [(255, 255, 255), *QUARTERS[1:]])


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_exif_says_which_way_is_up(shown, orientation, kind):
    from PIL import ImageOps

    exif = Image.Exif()
    exif[0x0112] = orientation
    how = {"quality": 95} if kind == "JPEG" else {}
    content = file_of(quarters(), kind, exif=exif, **how)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(content))).convert("RGB").resize((40, 60))
    assert are_like(shown(content), [upright.getpixel(at) for at in ((8, 12), (32, 12), (8, 48), (32, 48))])
    assert look_at(content).size == ((60, 40) if orientation > 4 else (40, 60))


def test_a_jpeg_and_a_plain_png_go_in_as_they_are():
    jpeg = file_of(quarters(), "JPEG")
    assert stored(look_at(jpeg)).stream == jpeg
    png = file_of(quarters(), "PNG")
    kept = stored(look_at(png))
    assert kept.stream in png
    assert zlib.decompress(kept.stream)


def test_a_name_that_lies_does_not_matter(tmp_path):
    (tmp_path / "art.png").write_bytes(file_of(quarters(), "JPEG"))
    assert look_at(tmp_path / "art.png").kind == "JPEG"


def bomb(side):
    """A PNG that claims to be as large as that, and holds next to nothing."""

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


WRONG = [
    (b"", "no picture"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture"),
    (b"%PDF-1.7", "no picture"),
    (file_of(quarters(), "GIF"), "no picture"),
    (file_of(quarters(), "TIFF"), "no picture"),
    (file_of(quarters(), "JPEG")[:-400], "damaged"),
    (file_of(quarters(), "PNG")[:60], "damaged"),
    (bomb(7100), "50 megapixels"),
    (bomb(60000), "50 megapixels"),
    (bytes(images.MOST_BYTES + 1), "20 MiB"),
]


@pytest.mark.parametrize(("content", "reason"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_no_picture_is_refused_with_a_reason(content, reason):
    with pytest.raises(BadImage, match=reason):
        look_at(content, whole=True)


EXIF = Image.Exif()
EXIF[0x0112] = 6
WHOLE = [
    file_of(quarters("RGB"), "JPEG", exif=EXIF),
    file_of(quarters("RGBA"), "PNG", exif=EXIF),
    file_of(quarters("P"), "PNG"),
    file_of(quarters("RGBA"), "WEBP", lossless=True, exif=EXIF),
]


@given(st.sampled_from(WHOLE), st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), max_size=3), st.booleans())
def test_rotten_bytes_are_refused_and_nothing_else(whole, changes, wholly):
    rotten = bytearray(whole)
    for at, byte in changes:
        rotten[at % len(rotten)] = byte
    with suppress(BadImage):
        stored(look_at(bytes(rotten), whole=wholly))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadImage, match="No such file"):
        look_at(tmp_path / "gone.png")


def test_a_missing_picture_is_drawn_as_such_and_reported(layout, numbered):
    source = numbered(2, pictures={"art": b"nothing"}, art="art")
    report = render(io.BytesIO(), source, layout, Options())
    assert [(one["card"], one["box"], one["image"]) for one in report.missing_images] == [
        ("xx-001", "art", "art"),
        ("xx-002", "art", "art"),
    ]
    assert "no picture" in report.missing_images[0]["reason"]
    assert not report.clean
    assert not Images({}).size_of("art")


def test_a_repeated_picture_is_stored_once(layout, numbered, tmp_path):
    from random import Random

    noise = Image.frombytes("RGB", (200, 300), Random(1).randbytes(180_000))
    one = file_of(noise, "PNG")
    sizes = []
    for count in (1, 9):
        file = io.BytesIO()
        render(file, numbered(count, pictures={"art": one}, art="art"), layout, Options())
        sizes.append(len(file.getvalue()))
    assert sizes[1] < sizes[0] + 20_000
    (tmp_path / "same.png").write_bytes(one)
    names = {"art": one, "same": tmp_path / "same.png"}
    pictures = Images(names)
    assert pictures.file("art").digest == pictures.file("same").digest


@pytest.mark.parametrize("mode", ["RGBA", "RGB"])
def test_a_picture_that_turns_out_to_be_damaged_is_reported_and_the_rest_is_printed(layout, numbered, mode):
    from random import Random

    noise = Image.frombytes(mode, (64, 64), Random(2).randbytes(64 * 64 * len(mode)))
    whole = file_of(noise, "PNG")
    spoilt = whole[: len(whole) // 2] + bytes(100) + whole[len(whole) // 2 + 100 :]
    file = io.BytesIO()
    report = render(file, numbered(2, pictures={"art": spoilt}, art="art"), layout, Options())
    assert [(one["card"], one["box"], one["image"]) for one in report.missing_images] == [("xx-001", "art", "art")]
    assert "damaged" in report.missing_images[0]["reason"]
    assert (report.cards_drawn, report.clean) == (2, False)
    assert file.getvalue().rstrip().endswith(b"%%EOF")


@pytest.mark.django_db
def test_an_upload_is_kept_without_where_it_was_taken(settings, tmp_path):
    from companion.accounts.models import User
    from printing import uploads

    settings.UPLOAD_DIR = tmp_path
    exif = Image.Exif()
    exif[0x0112] = 6
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 8.0, 14.0)})
    file = io.BytesIO()
    Image.new("RGB", (30, 40), "red").save(file, format="JPEG", exif=exif.tobytes())
    kept = uploads.take_in(user=User.objects.create(), name="photo.jpg", data=file.getvalue())
    assert kept.size == kept.path.stat().st_size < len(file.getvalue())
    found = look_at(kept.path)
    assert (found.orientation, found.size) == (6, (40, 30))
    with Image.open(kept.path) as picture:
        assert dict(picture.getexif()) == {0x0112: 6}
