"""Who gives a command, and the match as it stands: one look at the database."""

from typing import Any
from uuid import UUID

import msgspec

from companion.accounts.models import User
from companion.matches import fetching, seats
from companion.matches.models import Match


def access(user: User, match_id: UUID) -> tuple[Match, tuple[int, ...]]:
    """A match, and the numbers of the seats that a person holds in it; none: they may only see it.

    Raises ``Problem`` ``not_found``. The match is there to be played on: of its row it has what an append needs.
    """
    found = fetching.fetch(fetching.SITTING, (match_id, user.id))
    if not found:
        return seats.access_match(user, match_id), ()
    return _match(match_id, found[0]), tuple(row[0] for row in found)


def _match(match_id: UUID, row: tuple[Any, ...]) -> Match:
    _, owner, game, edition, version, head, ended, ended_at, scores, sides, root = row
    match = Match(
        id=match_id,
        owner_id=fetching.as_uuid(owner),
        game=game,
        edition=edition,
        version=version,
        head=head,
        ended=msgspec.json.decode(ended) if isinstance(ended, str) else ended,
        ended_at=fetching.as_time(ended_at),
        scores=scores,
        sides=sides,
        root=fetching.as_uuid(root),
    )
    match._state.adding = False
    return match
