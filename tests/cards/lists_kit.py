"""Lists for the tests of lists: printed decks as contents, and short ways to ask for what comes up everywhere."""

from cards.reading import read
from games.catalogue import GAMES_FOLDER
from games.registry import catalogue_of

DECKS = "/api/decks/"
CADRES = "/api/cadres/"
PRINTED = GAMES_FOLDER / "phoenix_covenant" / "lists"
PHOENIX = catalogue_of("phoenix_covenant")


def printed(name):
    """A printed decklist as the content that a client would send."""
    found = read((PRINTED / f"{name}.txt").read_bytes(), game="phoenix_covenant").found.list
    entries = [{"code": one.code, "count": one.count, "section": one.section} for one in found.entries]
    return {"name": found.name, "entries": entries}


def deck(*entries, **more):
    """A content of Phoenix Covenant: entries as (code, count) or (code, count, section)."""
    rows = [{"code": code, "count": count, "section": (rest or ("main",))[0]} for code, count, *rest in entries]
    return {"entries": rows, **more}


def new(api, content=None, game="phoenix_covenant", tree=DECKS):
    """A saved list's answer."""
    answer = api.post(tree, {"game": game, **(printed("warband") if content is None else content)})
    assert answer.status_code == 201, answer.content
    return answer.json()


def save(api, saved, content, seen=None, tree=DECKS):
    """The answer to a save; ``seen``: the revision in If-Match."""
    etag = f'"{saved["revision"] if seen is None else seen}"'
    return api.put(f"{tree}{saved['id']}/", content, If_Match=etag)


def content(saved):
    """What a client may send back of a saved list's content: all but its game."""
    return {name: value for name, value in saved["content"].items() if name != "game"}


def problem(answer, status, code):
    """The paths of a problem document's errors."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    document = answer.json()
    assert (document["status"], document["type"]) == (status, f"/problems/{code}")
    return [error.get("path") for error in document.get("errors", [])]
