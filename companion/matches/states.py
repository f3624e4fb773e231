"""The match at any version, at the price of a few events: from the newest one in memory, or the nearest snapshot.

A snapshot stands behind a command, about every hundred events and behind every undo, so that what follows it never has
to look back beyond it. One that another fold has made is never read: the log is folded again, and snapshots anew.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

import msgspec

from companion.matches import codec, event_log
from companion.matches.chain import Row
from companion.matches.event_log import Kept
from companion.matches.fetching import Step
from companion.matches.models import Match
from companion.matches.seats import no_such_match
from games import log
from games.decider import Decider, Outcome, Seat
from games.match_events import MatchStarted, Undone

EVERY = 100
"""Events between two snapshots, about: one stands only behind a command."""

LONGEST_TAIL = 3 * EVERY
"""More events than this behind the nearest snapshot mean that snapshots are missing: fold all, and store them."""

NEWEST = 256
"""Matches whose newest version stays in memory."""

RECENT = 12
"""So many before it stay there too, as this process has written them: an undo mostly goes back to one of them."""

S = TypeVar("S")


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A match at a version, and what of its log is needed to go on from there."""

    match: log.Match
    before: int
    """The version before its last command."""

    command: UUID | None
    """Id of that command, where one made the last event."""

    snapshot: int
    """Version of the newest snapshot."""


class Frozen(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """A match as a snapshot holds it: all of it but its first event."""

    state: S
    played: bool
    paused: bool
    undo_floor: int
    undo_asked: log.UndoRequest | None
    draw_offered: log.DrawOffer | None
    ended: Outcome | None
    opened: bool
    fork_waits: tuple[Seat, ...]


FROZEN = Frozen.__struct_fields__


class _Memory(NamedTuple):
    """The newest version of a match, its head, and those that it was made from: each the last of a command."""

    head: str
    standing: Standing
    before: tuple[Standing, ...] = ()


_newest: OrderedDict[UUID, _Memory] = OrderedDict()
_lock = Lock()


def forget_all() -> None:
    """Nothing is in memory any more."""
    with _lock:
        _newest.clear()


def remember(match_id: UUID, head: str, standing: Standing, follows: Standing | None = None) -> None:
    """Keep the newest version of a match in memory. A head names one log and no other, whoever else wrote.

    ``follows``: the version that it was made from, which stays in memory where it was there.
    """
    with _lock:
        known = _newest.get(match_id)
        before = (*known.before, known.standing)[-RECENT:] if known and known.standing is follows else ()
        _newest[match_id] = _Memory(head, standing, before)
        _newest.move_to_end(match_id)
        if len(_newest) > NEWEST:
            _newest.popitem(last=False)


def _remembered(match_id: UUID) -> _Memory | None:
    with _lock:
        return _newest.get(match_id)


def recent(row: Match, version: int) -> Standing | None:
    """One of the versions before the newest that are in memory; each is the last of a command."""
    found = _remembered(row.id)
    if found is None or found.head != row.head:
        return None
    return next((one for one in found.before if one.match.version == version), None)


def newest(decider: Decider, row: Match) -> Standing:
    """A match as it stands at the version and head that ``row`` says."""
    found = _remembered(row.id)
    if found is not None and found.head == row.head and found.standing.match.version == row.version:
        return found.standing
    standing = None if found is None else _caught_up(decider, row, found.head, found.standing)
    standing = standing or _loaded(decider, row, row.version)
    remember(row.id, row.head, standing)
    return standing


def at(decider: Decider, row: Match, version: int) -> Standing:
    """A match as it was at a version, which must exist."""
    if version == row.version:
        return newest(decider, row)
    return recent(row, version) or _loaded(decider, row, version)


def frozen(decider: Decider, standing: Standing) -> Kept:
    """The snapshot of a match behind a command."""
    match = standing.match
    shown = Frozen(**{name: getattr(match, name) for name in FROZEN})
    return Kept(
        version=match.version,
        fold_version=decider.fold_version,
        log_fold_version=log.LOG_FOLD_VERSION,
        before=standing.before,
        state=codec.encode(shown),
    )


def is_due(standing: Standing, last: Any) -> bool:
    """Whether a snapshot is to be written behind a command whose last event is ``last``."""
    return isinstance(last, Undone) or standing.match.version - standing.snapshot >= EVERY


class _Elsewhere(Exception):
    """An undo goes back behind the snapshot that is folded from."""


def _nowhere(to: int) -> log.Match:
    raise _Elsewhere


def _caught_up(decider: Decider, row: Match, head: str, known: Standing) -> Standing | None:
    """The match in memory with what others have appended since; None where that is too much, or another log."""
    version = known.match.version
    if not version < row.version <= version + LONGEST_TAIL:
        return None
    tail = event_log.steps_of(row, after=version - 1, upto=row.version)
    if not tail or tail[0][-1] != head:
        return None
    try:
        return _folded_on(decider, known, tail[1:])
    except _Elsewhere:
        return None


def _loaded(decider: Decider, row: Match, version: int) -> Standing:
    kept = None
    if version > EVERY:
        kept = event_log.snapshot_before(row, version, decider.fold_version, log.LOG_FOLD_VERSION)
    tail_from = 0 if kept is None else kept.version
    if version - tail_from <= LONGEST_TAIL:
        steps = event_log.steps_of(row, after=tail_from, upto=version)
        if kept is None and not steps:
            # Deleted since its row was read.
            raise no_such_match()
        if kept is None:
            return _folded(decider, steps)[-1]
        try:
            return _folded_on(decider, _thawed(decider, row, kept), steps)
        except _Elsewhere:
            pass
    return _refolded(decider, row, version)


def _thawed(decider: Decider, row: Match, kept: Kept) -> Standing:
    shown = _decoder(decider).decode(kept.state)
    fields = {name: getattr(shown, name) for name in FROZEN}
    match = log.Match(version=kept.version, started=_started(decider, row), **fields)
    return Standing(match=match, before=kept.before, command=None, snapshot=kept.version)


@lru_cache
def _decoder(decider: Decider) -> msgspec.json.Decoder[Any]:
    of_any: Any = Frozen
    return msgspec.json.Decoder(of_any[decider.state])


def _started(decider: Decider, row: Match) -> MatchStarted:
    found = _remembered(row.id)
    if found is not None and found.head == row.head:
        return found.standing.match.started
    first = event_log.read(decider, row, upto=1)
    if not first:
        raise no_such_match()
    started: MatchStarted = first[0].event
    return started


def _folded_on(decider: Decider, known: Standing, steps: Sequence[Step]) -> Standing:
    match, before, command = known.match, known.before, known.command
    for version, type_, schema, data, id_, _ in steps:
        if id_ is None or id_ != command:
            before, command = version - 1, id_
        event = codec.decode(decider, type_, schema, data)
        match = log.evolve(decider, match, event, _nowhere)
    return Standing(match=match, before=before, command=command, snapshot=known.snapshot)


def snapshots_due(decider: Decider, rows: Sequence[Row]) -> list[Kept]:
    """The snapshots that belong to a whole log. Raises what folding it raises."""
    steps = [(row.version, row.type, row.schema, row.secret or row.public, row.command, row.hash) for row in rows]
    return _folded_with_snapshots(decider, steps, len(rows))[1]


def _folded(
    decider: Decider, steps: Iterable[Step], behind_command: Callable[[Standing, Any], bool] | None = None
) -> list[Standing]:
    """Every version of a log from its first event. ``behind_command``: whether a snapshot was made of this standing."""
    found: list[Standing] = []
    for version, type_, schema, data, id_, _ in steps:
        event = codec.decode(decider, type_, schema, data)
        if not found:
            match = log.start(decider, event)
            found.append(Standing(match=match, before=0, command=id_, snapshot=0))
            continue
        last = found[-1]
        begins = id_ is None or id_ != last.command
        match = log.evolve(decider, last.match, event, lambda to: found[to - 1].match)
        standing = Standing(
            match=match,
            before=version - 1 if begins else last.before,
            command=id_,
            snapshot=last.snapshot,
        )
        if behind_command is not None and behind_command(standing, event):
            standing = msgspec.structs.replace(standing, snapshot=match.version)
        found.append(standing)
    return found


def _refolded(decider: Decider, row: Match, version: int) -> Standing:
    """Fold a log from its first event, and store the snapshots that ought to be there."""
    steps = event_log.steps_of(row, upto=version)
    if not steps:
        raise no_such_match()
    found, kept = _folded_with_snapshots(decider, steps, row.version)
    event_log.keep_snapshots(row, kept)
    return found


def _folded_with_snapshots(decider: Decider, steps: Sequence[Step], newest_version: int) -> tuple[Standing, list[Kept]]:
    ends = {
        one[0]
        for one, following in zip(steps, [*steps[1:], None], strict=True)
        if following is None or following[4] is None or following[4] != one[4]
    }
    if steps[-1][0] < newest_version:
        ends.discard(steps[-1][0])
    due: list[Standing] = []

    def behind_command(standing: Standing, event: Any) -> bool:
        if standing.match.version not in ends or not is_due(standing, event):
            return False
        due.append(standing)
        return True

    found = _folded(decider, steps, behind_command)
    return found[-1], [frozen(decider, standing) for standing in due]
