"""Reading a list from a file of any format, by the edition and the sets that the file or the reader names."""

from uuid import UUID

import msgspec

from cards.formats.decoding import LineFault, TextRefused
from cards.formats.read_list import ReadList
from cards.formats.registry import Said, recognise
from cards.pinned import catalogue_for
from companion.accounts.models import User
from games.catalogue import Catalogue
from games.decider import Problem
from games.lists import CardList
from games.registry import catalogue_of, game_named


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A list as it was read, and the catalogue that it was read by, with what of that was not there."""

    found: ReadList
    catalogue: Catalogue
    gone: tuple[Problem, ...]


def read(
    data: bytes | str,
    *,
    game: str | None = None,
    edition: str | None = None,
    sets: tuple[UUID, ...] | None = None,
    user: User | None = None,
) -> Reading:
    """What a file says; ``game``, ``edition`` and ``sets`` go before what it says of itself.

    Raises UnknownGame; :class:`TextRefused` where it is no list, too large, or of another game.
    """
    form, said = recognise(data)
    slug = _game(game, said)
    pinned = CardList(
        game=game_named(slug).slug,
        edition=catalogue_of(slug, edition).edition if edition or not said.edition else said.edition,
        sets=tuple(map(str, sets)) if sets is not None else _sets(said),
    )
    catalogue, gone = catalogue_for(pinned, user)
    assert form.read is not None  # noqa: S101 - only such a format is recognised
    found = form.read(data, game_named(slug), catalogue)
    content = msgspec.structs.replace(found.list, edition=pinned.edition, sets=pinned.sets)
    return Reading(found=msgspec.structs.replace(found, list=content), catalogue=catalogue, gone=gone)


def _game(asked: str | None, said: Said) -> str:
    if asked is not None and said.game and said.game != asked:
        game_named(asked)
        message = f"This is a list of {said.game[:60]!r}, not of {asked!r}."
        raise TextRefused(LineFault(line=None, message=message, path="$.game"))
    found = said.game if asked is None else asked
    if found is None:
        message = "Neither the file nor the request names the game of the list."
        raise TextRefused(LineFault(line=None, message=message, path="$.game"))
    return found


def _sets(said: Said) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(str(UUID(one)) for one in said.sets))
    except ValueError:
        message = f"A set is named by its id, not by {', '.join(said.sets)[:80]!r}."
        raise TextRefused(LineFault(line=None, message=message, path="$.sets")) from None
