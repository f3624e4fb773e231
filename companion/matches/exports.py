"""Giving out the log of a match as a file, for a seat or whole."""

from collections.abc import Iterator

from companion.matches import event_log, log_file
from companion.matches.models import Match
from companion.matches.reading import decider_of
from games import log


def header_of(match: Match, seat: int | None) -> log_file.Header:
    """What the file says of the match. A match that is over is given out whole."""
    decider = decider_of(match.game)
    whole = match.ended is not None
    return log_file.Header(
        match=match.id,
        root=match.root or match.id,
        game=match.game,
        edition=match.edition,
        seats=match.seats.count(),
        created=match.created,
        version=match.version,
        head=match.head,
        whole=whole,
        seat=None if whole else seat,
        parent=match.parent_id,
        parent_version=match.parent_version,
        ended=match.ended,
        schemas=event_log.schemas_of(match),
        fold_version=decider.fold_version,
        log_fold_version=log.LOG_FOLD_VERSION,
    )


def pieces_of(match: Match, seat: int | None) -> Iterator[bytes]:
    """The file in pieces, up to the version that ``match`` was read at. Nothing but the piece is in memory."""
    decider = decider_of(match.game)
    header = header_of(match, seat)
    yield log_file.encode_header(header)
    for after in range(0, match.version, event_log.CHUNK):
        rows = event_log.rows_of(match, after=after, upto=min(after + event_log.CHUNK, match.version))
        yield b"".join(log_file.encode_row(decider, row, seat, header.whole) for row in rows)
