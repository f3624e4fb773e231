"""Files that are sent in earnest and not taken are called what they are, by their own name."""

import io
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

pytestmark = pytest.mark.django_db

UPLOADS = "/api/uploads/"


def send(api, name, data):
    return api.client.post(UPLOADS, {"file": SimpleUploadedFile(name, data)})


def png():
    file = io.BytesIO()
    Image.effect_noise((60, 60), 9).save(file, format="PNG")
    return file.getvalue()


def bomb():
    """A picture that claims to be 65,535 pixels wide and as high."""
    whole = png()
    head = b"IHDR" + b"\0\0\xff\xff" * 2 + whole[24:29]
    return whole[:12] + head + zlib.crc32(head).to_bytes(4, "big") + whole[33:]


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("moves.gif", b"GIF89a\x01\0\x01\0", "GIF"),
        ("art.png", b"GIF89a\x01\0\x01\0", "GIF"),
        ("old.bmp", b"BM\x36\x10\0\0\0\0\0\0", "BMP"),
        ("scan.tif", b"II*\0\x08\0\0\0", "TIFF"),
        ("scan.tif", b"MM\0*\0\0\0\x08", "TIFF"),
        ("phone.heic", b"\0\0\0\x18ftypheic", "HEIF"),
        ("art.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        ("art.png", b"\xef\xbb\xbf<?xml version='1.0'?>\n<svg/>", "SVG"),
        ("page.csv", b"\n<!DOCTYPE html>", "HTML"),
        ("web.woff2", b"wOF2\0\x01\0\0", "font"),
        ("rules.pdf", b"%PDF-1.7\n%\xe2\xe3", "PDF"),
    ],
)
def test_what_is_known_to_be_no_table_is_called_what_it_is(api, name, data, word):
    answer = send(api, name, data)
    assert (answer.status_code, answer.json()["type"]) == (415, "/problems/unsupported")
    assert name in answer.json()["detail"]
    assert word in answer.json()["detail"]


def test_a_picture_that_is_refused_is_named(api):
    for name, data in (("half.png", png()[:200]), ("bomb.png", bomb())):
        body = send(api, name, data).json()
        assert name in body["detail"]
        assert [error["path"] for error in body["errors"]] == ["$.file"]


def test_a_text_is_read_as_what_its_name_says(api):
    refused = send(api, "cards.yaml", b"sets:\n  a: 1\n")
    assert (refused.status_code, refused.json()["type"]) == (400, "/problems/unreadable")
    assert send(api, "cards.csv", b"sets:\n  a: 1\n").status_code == 201
