"""Pictures are kept without their metadata, and look as before: their pixels, their colours, how they are turned."""

import io
import struct
import zlib

import pytest
from PIL import Image, ImageCms, ImageOps, PngImagePlugin

from cards import images
from companion.problems import Problem

PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
SECRET = b"Anna Nym"
FORMATS = ["JPEG", "PNG", "WEBP"]


def exif(orientation=1):
    found = Image.Exif()
    found[0x0112] = orientation
    found[0x013B] = SECRET.decode()
    found.get_ifd(0x8825).update({1: "N", 2: (48.0, 8.0, 14.0), 3: "E", 4: (11.0, 34.0, 31.0), 29: SECRET.decode()})
    return found


def pixels(mode="RGB"):
    picture = Image.effect_mandelbrot((40, 56), (-2, -1.5, 1, 1.5), 60).convert(mode)
    picture.paste(picture.resize((20, 28)).transpose(Image.Transpose.FLIP_LEFT_RIGHT), (0, 0))
    return picture


def file(kind, orientation=1, mode="RGB", **more):
    data = io.BytesIO()
    xmp = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + SECRET + b"</x:xmpmeta>"
    more = {"exif": exif(orientation).tobytes(), "icc_profile": PROFILE} | more
    if kind == "PNG":
        more["pnginfo"] = PngImagePlugin.PngInfo()
        more["pnginfo"].add_text("Author", SECRET.decode())
        more["pnginfo"].add_itxt("XML:com.adobe.xmp", xmp.decode())
    else:
        more |= {"xmp": xmp} | ({"comment": SECRET} if kind == "JPEG" else {"lossless": True})
    pixels(mode).save(data, format=kind, **more)
    assert data.getvalue().count(SECRET) >= 2
    return data.getvalue()


def opened(data):
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("orientation", range(1, 9))
def test_nothing_is_left_but_how_it_is_turned_and_its_colours(kind, orientation):
    data = file(kind, orientation)
    kept = images.check(data).data
    assert SECRET not in kept
    assert kept == images.check(kept).data
    before, after = opened(data), opened(kept)
    assert after.tobytes() == before.tobytes()
    assert ImageOps.exif_transpose(after).tobytes() == ImageOps.exif_transpose(before).tobytes()
    assert after.info["icc_profile"] == PROFILE
    assert dict(after.getexif()) == ({} if orientation == 1 else {0x0112: orientation})
    assert not after.getexif().get_ifd(0x8825)


@pytest.mark.parametrize(
    ("kind", "mode", "more"),
    [
        ("JPEG", "RGB", {"progressive": True, "restart_marker_blocks": 2}),
        ("JPEG", "L", {"icc_profile": b""}),
        ("JPEG", "CMYK", {"icc_profile": b""}),
        ("PNG", "P", {"transparency": 3, "dpi": (300, 300)}),
        ("PNG", "RGBA", {}),
        ("PNG", "1", {"icc_profile": b""}),
        ("WEBP", "RGBA", {}),
        ("WEBP", "RGB", {"lossless": False}),
    ],
)
def test_every_sort_of_picture_keeps_its_pixels(kind, mode, more):
    data = file(kind, 6, mode, **more)
    kept = images.check(data).data
    before, after = opened(data), opened(kept)
    assert SECRET not in kept
    assert (after.mode, after.size, after.tobytes()) == (before.mode, before.size, before.tobytes())
    assert after.info.get("transparency") == before.info.get("transparency")
    assert after.info.get("dpi") == pytest.approx(before.info.get("dpi"))


@pytest.mark.parametrize("kind", FORMATS)
def test_a_file_without_metadata_is_kept_as_it_is(kind):
    data = io.BytesIO()
    pixels().save(data, format=kind)
    assert images.check(data.getvalue()).data == data.getvalue()


@pytest.mark.parametrize("kind", FORMATS)
def test_what_hangs_on_behind_the_picture_goes(kind):
    data = io.BytesIO()
    pixels().save(data, format=kind)
    assert images.check(data.getvalue() + SECRET).data == data.getvalue()


def test_a_camera_s_second_picture_goes():
    data = io.BytesIO()
    pixels().save(data, format="MPO", save_all=True, append_images=[pixels().rotate(90)], exif=exif(3).tobytes())
    kept = images.check(data.getvalue())
    assert kept.name.endswith(".jpg")
    assert (opened(kept.data).format, opened(kept.data).tobytes()) == ("JPEG", opened(data.getvalue()).tobytes())
    assert SECRET not in kept.data


def test_parts_that_no_one_knows_go():
    data = io.BytesIO()
    pixels().save(data, format="PNG")
    body = b"prVt" + SECRET
    part = struct.pack(">I", len(SECRET)) + body + struct.pack(">I", zlib.crc32(body))
    whole = data.getvalue()
    assert images.check(whole[:33] + part + whole[33:]).data == whole


def fate(data):
    """What is kept of a file, or the code that it is refused with."""
    try:
        return images.check(data).data
    except Problem as problem:
        return problem.code


@pytest.mark.parametrize("kind", FORMATS)
def test_a_damaged_file_is_refused_wherever_it_breaks_off(kind):
    data = file(kind, 6)
    fates = [fate(data[:length]) for length in range(12, len(data) - 12, len(data) // 60)]
    assert {one for one in fates if isinstance(one, str)} <= {"unreadable", "unsupported"}
    assert not any(SECRET in one for one in fates if isinstance(one, bytes))
