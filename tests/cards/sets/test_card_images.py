"""Pictures of cards: told by their content, within limits, for who may see the set."""

import io
import struct
import zlib

import pytest
from PIL import Image

from cards import images

pytestmark = pytest.mark.django_db
CARD = {"kind": "unit", "name": "Grey Gate Keeper"}


def picture(kind="PNG", size=(8, 11), colour="red", **more):
    target = io.BytesIO()
    Image.new("RGB", size, colour).save(target, kind, **more)
    return target.getvalue()


def png_that_claims(width, height, content=b""):
    """A PNG whose header tells a size that its content does not have."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(content)) + chunk(b"IEND", b"")


@pytest.fixture
def shown(owner_of):
    owner = owner_of(sharing="link")
    owner.add()
    return owner


@pytest.mark.parametrize(("kind", "media"), [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp")])
def test_a_picture_is_what_its_content_is(shown, kind, media):
    data = picture(kind)
    saved = shown.send_image("my-001", data)
    assert saved.status_code == 200, saved.json()
    url = saved.json()["image"]
    found = shown.api.get(url)
    assert (found.content, found["Content-Type"]) == (data, media)
    assert found["X-Content-Type-Options"] == "nosniff"


def test_only_who_may_see_the_set_sees_its_pictures(shown, new_person, stranger):
    url = shown.send_image("my-001", picture()).json()["image"]
    link = shown.made.json()["link"]
    for other in (new_person(), stranger):
        assert other.get(url).status_code == 404
        assert other.get(f"{url}?link={link}").status_code == 200
        assert other.delete(url, If_Match="*").status_code in (401, 404)


def test_pictures_are_saved_under_what_was_seen(shown):
    assert (
        shown.api.client.put(f"{shown.card('my-001')}image/", data=picture(), content_type="image/png").status_code
        == 428
    )
    assert shown.send_image("my-001", picture(), etag='"7"').status_code == 412
    assert shown.send_image("my-001", picture()).json()["revision"] == 2


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 415),
        (b"GIF89a" + b"\0" * 40, 415),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 415),
        (b"%PDF-1.7", 415),
        (picture()[:-30], 400),
        (picture()[:40] + b"\xff" * 40, 415),
        (picture("JPEG", (400, 400))[:300], 400),
        (png_that_claims(10_000, 10_000), 413),
        (png_that_claims(30_000, 1), 413),
        (png_that_claims(2**31 - 1, 2**31 - 1), 413),
        (png_that_claims(7_000, 7_000), 400),
        (png_that_claims(0, 5), 415),
        (b"\0" * (images.MOST_BYTES + 1), 413),
    ],
)
def test_what_is_no_picture_or_too_large_a_one(shown, data, status):
    answer = shown.send_image("my-001", data)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert shown.api.get(shown.card("my-001")).json()["image"] is None


def test_pictures_that_move(shown):
    frames = [Image.new("RGB", (4, 4), colour) for colour in ("red", "blue")]
    for kind in ("PNG", "WEBP"):
        target = io.BytesIO()
        frames[0].save(target, kind, save_all=True, append_images=frames[1:])
        assert shown.send_image("my-001", target.getvalue()).status_code == 400


def test_a_file_goes_with_the_last_card_that_has_it(shown, new_person, django_capture_on_commit_callbacks):
    data = picture(colour="green")
    name = images.check(data).name
    shown.add(name="Another")
    with django_capture_on_commit_callbacks(execute=True):
        shown.send_image("my-001", data)
        shown.send_image("my-002", data)
    with django_capture_on_commit_callbacks(execute=True):
        shown.api.delete(f"{shown.card('my-001')}image/", If_Match="*")
    assert images.path_of(name).exists()
    assert shown.api.get(f"{shown.card('my-002')}image/").status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        shown.api.delete(shown.card("my-002"), If_Match="*")
    assert not images.path_of(name).exists()


def test_pictures_go_with_the_person(shown, django_capture_on_commit_callbacks):
    data = picture(colour="blue")
    shown.send_image("my-001", data)
    with django_capture_on_commit_callbacks(execute=True):
        assert shown.api.delete("/api/me/").status_code == 204
    assert not images.path_of(images.check(data).name).exists()


def test_a_copy_has_the_pictures(shown, new_person):
    shown.send_image("my-001", picture())
    other = new_person()
    made = other.post(f"{shown.url}copy/?link={shown.made.json()['link']}", {"prefix": "ours"}).json()
    card = other.get(f"/api/sets/{made['id']}/cards/ours-001/").json()
    assert other.get(card["image"]).status_code == 200


def test_a_picture_of_a_built_in_card(shown):
    saved = shown.send_image("rk-004", picture())
    assert (saved.status_code, saved.json()["built_in"], saved.json()["values"]) == (200, True, {})
    assert shown.api.delete(f"{shown.card('rk-004')}image/", If_Match="*").status_code == 204
    assert shown.api.get(shown.card("rk-004")).json()["revision"] == 0


def test_all_pictures_of_a_person_have_a_limit(shown, monkeypatch):
    monkeypatch.setattr(images, "MOST_BYTES_OF_A_PERSON", len(picture()) + 10)
    shown.add(name="Another")
    assert shown.send_image("my-001", picture()).status_code == 200
    assert shown.send_image("my-001", picture(colour="white")).status_code == 200
    assert shown.send_image("my-002", picture()).status_code == 413


def test_files_of_nobody_are_swept(shown, monkeypatch):
    name = images.check(picture(colour="yellow")).name
    images.store(name, b"x")
    images.sweep()
    assert images.path_of(name).exists()
    monkeypatch.setattr(images, "FORGOTTEN_AFTER", -10)
    shown.send_image("my-001", picture())
    assert images.sweep() >= 1
    assert not images.path_of(name).exists()
    assert shown.api.get(f"{shown.card('my-001')}image/").status_code == 200
