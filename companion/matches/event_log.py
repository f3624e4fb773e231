"""The event log: append guarded by what its writer had seen, and reading. The one module that touches its tables."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import IntegrityError
from django.db.models import Max, Q, QuerySet

from companion.matches import chain, codec, fetching, writing
from companion.matches.chain import Row
from companion.matches.codec import Line
from companion.matches.event_table import ScorePoint, SeatResult, Snapshot, StoredEvent
from companion.matches.models import Match
from companion.matches.summaries import Summary
from games.decider import Decider

EVERY_ONE = 2**31 - 1
"""No version is greater."""

CHUNK = 500
"""Rows that are read at once where a whole log is walked."""

COLUMNS = Row.__struct_fields__


class Stale(Exception):
    """Somebody else has appended since: nothing was written."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The accepted command of an id: the digest of its body, and the versions that it made."""

    digest: str
    first: int
    last: int


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """A command about to be written: id, digest of its body, seat, and free text that came with it, with its author."""

    id: UUID
    digest: str
    seat: int
    text: str = ""
    author: UUID | None = None


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A stored snapshot: the version, the version before its last command, and the match as JSON."""

    version: int
    fold_version: int
    log_fold_version: int
    before: int
    state: str


def append(
    decider: Decider,
    match: Match,
    events: Sequence[Any],
    *,
    now: datetime,
    command: Accepted | None = None,
    summary: Summary | None = None,
    snapshot: Kept | None = None,
) -> list[Line]:
    """Write events behind ``match.version``, all or none. ``match`` has the new version and head afterwards.

    Raises :class:`Stale` when the log has grown since ``match`` was read, or knows the command already.
    """
    lines, rows, head = _sealed(decider, match, events, now, command)
    version = match.version + len(events)
    told = summary or Summary(
        ended=_text(match.ended), ended_at=match.ended_at, scores=match.scores, sides=match.sides, results=()
    )
    change = writing.Change(
        match=match.id,
        seen=(match.version, match.head),
        values={"version": version, "head": head, "changed": now, **_news(match, told)},
        rows=(*_beside(match, version, now, told, snapshot), rows),
    )
    try:
        if not writing.write(change):
            raise Stale
    except IntegrityError:
        raise Stale from None
    match.version, match.head, match.changed = version, head, now
    match.ended = None if told.ended is None else msgspec.json.decode(told.ended)
    match.ended_at, match.scores, match.sides = told.ended_at, told.scores, told.sides
    return lines


def _text(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _news(match: Match, told: Summary) -> dict[str, Any]:
    """What changes in the match row with its summary."""
    values: dict[str, Any] = {}
    if told.scores != match.scores:
        values["scores"] = told.scores
    if told.sides != match.sides:
        values["sides"] = told.sides
    if told.ended is not None:
        values |= {"ended": told.ended, "ended_at": told.ended_at}
    return values


def _beside(match: Match, version: int, now: datetime, told: Summary, snapshot: Kept | None) -> Iterator[writing.Rows]:
    if told.scores is not None and told.scores != match.scores:
        yield writing.SCORES, [(version, now, told.scores)]
    if told.results:
        yield writing.RESULTS, told.results
    if snapshot is not None:
        yield writing.SNAPSHOTS, [msgspec.structs.astuple(snapshot)]


def _sealed(
    decider: Decider, match: Match, events: Sequence[Any], now: datetime, command: Accepted | None
) -> tuple[list[Line], writing.Rows, str]:
    """The events as lines, as rows in the order of their columns, and the head behind them.

    The first row remembers its command. Only a command that comes with a text writes the columns beside the chain.
    """
    lines: list[Line] = []
    rows: list[tuple[Any, ...]] = []
    head = match.head or str(match.root or match.id)
    seat, id_, asked, text = (command.seat, command.id, command.digest, command.text) if command else _NOBODY
    for version, event in enumerate(events, match.version + 1):
        said, text_salt, author = "", "", None
        if command and text and hasattr(event, "digest"):
            said, author = text, command.author
            event, text_salt = codec.with_text(event, text)
        sealed = codec.seal(decider, event)
        tag, schema = codec.tag_of(event), event.schema
        commitment = chain.commitment(sealed.salt, sealed.secret)
        head = chain.hash_of((head, version, tag, schema, seat, now, id_, sealed.public, commitment))
        row = (asked, version, tag, schema, sealed.public, sealed.secret, sealed.salt, seat, now, id_, head)
        rows.append((*row, said, text_salt, author) if text else row)
        lines.append(Line(version=version, event=event, seat=seat, at=now, command=id_, text=said))
        asked = None
    return lines, (writing.EVENTS_WITH_TEXT if text else writing.EVENTS, rows), head


_NOBODY = (None, None, None, "")


def rows_of(match: Match, *, after: int = 0, upto: int | None = None) -> list[Row]:
    """The stored rows behind version ``after``, in order, up to ``upto`` (included)."""
    return fetching.rows(match.id, after, EVERY_ONE if upto is None else upto)


def steps_of(match: Match, *, after: int = 0, upto: int | None = None) -> list[fetching.Step]:
    """The same, as far as folding needs them."""
    return fetching.steps(match.id, after, EVERY_ONE if upto is None else upto)


def all_rows(match: Match) -> Iterator[Row]:
    """Every row of a log as it stands in the table, in order, some at a time."""
    found = StoredEvent.objects.filter(match_id=match.id).order_by("version").values_list(*COLUMNS)
    for row in found.iterator(chunk_size=CHUNK):
        yield Row(**dict(zip(COLUMNS, row, strict=True)))


def read(
    decider: Decider, match: Match, *, after: int = 0, upto: int | None = None, as_then: bool = False
) -> list[Line]:
    """The events behind version ``after``, in order, up to ``upto`` (included).

    Those of a match that is over say all; ``as_then``: as they were told when the match still ran.
    """
    rows = rows_of(match, after=after, upto=upto)
    lines = [codec.line_of(decider, row) for row in rows]
    if match.ended is None or as_then:
        return lines
    return [codec.opened(line, row) for line, row in zip(lines, rows, strict=True)]


def lines_of(decider: Decider, rows: Iterable[Row]) -> Iterator[Line]:
    """Stored rows as lines of the log."""
    return (codec.line_of(decider, row) for row in rows)


def schemas_of(match: Match) -> dict[str, int]:
    """The newest schema version of each type of event in a log."""
    found = StoredEvent.objects.filter(match_id=match.id).values_list("type").annotate(Max("schema"))
    return dict(found.order_by("type"))


def store(match: Match, rows: Sequence[Row]) -> None:
    """The rows of another log become those of ``match``, which has none yet; its version and head follow."""
    fields = [msgspec.structs.asdict(row) for row in rows]
    StoredEvent.objects.bulk_create((StoredEvent(match_id=match.id, **one) for one in fields), batch_size=CHUNK)
    match.version, match.head = rows[-1].version, rows[-1].hash
    match.save(update_fields=["version", "head"])


def remembered_in(match: Match) -> set[int]:
    """The versions in which a command is remembered: the first of each."""
    return set(_remembered(match).values_list("version", flat=True))


def _remembered(match: Match) -> QuerySet[StoredEvent]:
    return StoredEvent.objects.filter(match_id=match.id, asked__isnull=False)


def is_inside_command(match: Match, version: int) -> bool:
    """Whether a version lies between two events of one command."""
    around = fetching.fetch(fetching.COMMANDS, (match.id, version, version + 1))
    return len(around) == 2 and around[0][0] is not None and around[0] == around[1]


def receipt_of(match: Match, command: UUID) -> Receipt | None:
    """What is remembered of a command's id."""
    found = _remembered(match).filter(command=command).values_list("asked", "version").first()
    if found is None:
        return None
    digest, first = found
    later = StoredEvent.objects.filter(match_id=match.id, version__gt=first)
    behind = later.exclude(command=command).values_list("version", flat=True).first()
    last = behind - 1 if behind else later.values_list("version", flat=True).last() or first
    return Receipt(digest=digest or "", first=first, last=last)


def snapshot_before(match: Match, version: int, fold_version: int, log_fold_version: int) -> Kept | None:
    """The newest snapshot at ``version`` or before, made by just these folds."""
    found = fetching.fetch(fetching.SNAPSHOT, (match.id, version, fold_version, log_fold_version))
    return Kept(**dict(zip(Kept.__struct_fields__, found[0], strict=True))) if found else None


def snapshots_of(match: Match) -> list[Kept]:
    """All snapshots of a match, whoever made them."""
    fields = Kept.__struct_fields__
    found = Snapshot.objects.filter(match_id=match.id).order_by("version").values_list(*fields)
    return [Kept(**dict(zip(fields, row, strict=True))) for row in found]


def keep_snapshots(match: Match, snapshots: Sequence[Kept]) -> None:
    """Store snapshots, instead of those that other folds have made at the same versions."""
    Snapshot.objects.bulk_create(
        [Snapshot(match_id=match.id, **msgspec.structs.asdict(one)) for one in snapshots],
        update_conflicts=True,
        unique_fields=["match", "version"],
        update_fields=["fold_version", "log_fold_version", "before", "state"],
    )


def texts_of(author: UUID) -> list[dict[str, Any]]:
    """The free texts that a person has written: match, version, time, text."""
    rows = StoredEvent.objects.filter(author=author).order_by("at", "version")
    return [{"match": row.match_id, "version": row.version, "at": row.at, "text": row.text} for row in rows]


def texts_here(root: UUID, hashes: Sequence[str]) -> tuple[dict[str, UUID], set[str]]:
    """Of rows that are here in another log of the same chain: who wrote their texts, and whose texts are gone."""
    found = StoredEvent.objects.filter(Q(match_id=root) | Q(match__root=root), hash__in=hashes)
    rows = list(found.values_list("hash", "text", "author"))
    authors = {hash_: author for hash_, _, author in rows if author is not None}
    return authors, {hash_ for hash_, text, _ in rows if not text}


def forget_texts(author: UUID) -> None:
    """The free texts of a person go, and that they wrote them; the chain holds. The one change that triggers allow."""
    StoredEvent.objects.filter(author=author).update(text="", text_salt="", author=None)


def scores_of(match: Match) -> list[tuple[int, datetime, str]]:
    """The scores over time: version, time, JSON of the scores."""
    return list(ScorePoint.objects.filter(match_id=match.id).order_by("version").values_list("version", "at", "scores"))


def results_of(match: Match) -> list[tuple[int, str | None, str, int | None]]:
    """What the match was for each seat, once it has ended: number, side, result, score."""
    found = SeatResult.objects.filter(match_id=match.id).order_by("seat")
    return list(found.values_list("seat", "side", "result", "score"))


def fault_of(match: Match) -> str | None:
    """Walk the hash chain: None when it holds, else the first version at which it does not, in words."""
    walk = chain.Walk(str(match.root or match.id))
    for row in all_rows(match):
        if (fault := walk.fault_of(row)) is not None:
            return fault
    return walk.fault_of_end(match.version, match.head)
