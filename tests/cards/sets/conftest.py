"""Sets of a guest, through the API."""

import pytest

CARD = {"kind": "unit", "name": "Grey Gate Keeper", "cost": 4, "faction": "Noh Empire", "type": "minion"}


class Owner:
    """A person's client with one set."""

    def __init__(self, api, game="relic_knights", prefix="my", **more):
        self.api, self.game = api, game
        self.made = api.post("/api/sets/", {"game": game, "prefix": prefix, "name": "Mine", **more})
        assert self.made.status_code == 201, self.made.json()
        self.id = self.made.json()["id"]
        self.url = f"/api/sets/{self.id}/"

    def card(self, code):
        return f"{self.url}cards/{code}/"

    def add(self, **values):
        return self.api.post(f"{self.url}cards/", {**CARD, **values})

    def etag(self, url=None):
        return self.api.get(url or self.url)["ETag"]

    def put(self, url, body):
        return self.api.put(url, body, If_Match=self.etag(url))

    def send(self, data, query="", etag=None):
        headers = {"If-Match": etag or self.etag()}
        return self.api.client.post(
            f"{self.url}import/{query}", data=data, content_type="application/octet-stream", headers=headers
        )

    def send_image(self, code, data, etag=None):
        headers = {"If-Match": etag or self.etag(self.card(code))}
        return self.api.client.put(
            f"{self.card(code)}image/", data=data, content_type="application/octet-stream", headers=headers
        )


@pytest.fixture
def owner(api):
    return Owner(api)


@pytest.fixture
def owner_of(new_person):
    def make(game="relic_knights", prefix="my", **more):
        return Owner(new_person(), game, prefix, **more)

    return make
