"""Whether the stored log of a match is whole, and everything that was made of it is what it makes."""

from companion.matches import event_log, standings, states
from companion.matches.chain import Row
from companion.matches.models import Match
from companion.matches.reading import decider_of
from games import log


def fault_of(match: Match) -> str | None:
    """The first fault in words: of the chain, the fold, the commands remembered, the snapshots or the summary."""
    if (fault := event_log.fault_of(match)) is not None:
        return fault
    decider = decider_of(match.game)
    rows = event_log.rows_of(match)
    versions: list[log.Match] = []
    try:
        for line in event_log.lines_of(decider, rows):
            if not versions:
                versions.append(log.start(decider, line.event))
            else:
                versions.append(log.evolve(decider, versions[-1], line.event, lambda to: versions[to - 1]))
    except Exception as error:  # whatever an event of the past makes of today's code
        return f"version {len(versions) + 1} cannot be folded: {type(error).__name__}: {error}"
    if (version := _forgotten(match, rows)) is not None:
        return f"the command that begins with version {version} is not remembered as it was given"
    folds = (decider.fold_version, log.LOG_FOLD_VERSION)
    for kept in event_log.snapshots_of(match):
        before = kept.before
        standing = states.Standing(match=versions[kept.version - 1], before=before, command=None, snapshot=0)
        if (kept.fold_version, kept.log_fold_version) == folds and states.frozen(decider, standing) != kept:
            return f"the snapshot at version {kept.version} is another state than the log makes"
    if standings.summarise(decider, zip(rows, versions, strict=True)) != standings.of_table(match):
        return "the summary is another than the log makes: rebuild_summaries mends it"
    return None


def _forgotten(match: Match, rows: list[Row]) -> int | None:
    """The first version at which the commands remembered are not those that the rows tell of.

    What was copied from another match, a parent's versions or a whole imported log, remembers none.
    """
    copied = match.version if match.root else match.parent_version or 0
    given = {row.version for row, one in zip(rows, (None, *rows), strict=False) if _begins(row, one)}
    expected = {version for version in given if version > copied}
    return min(expected ^ event_log.remembered_in(match), default=None)


def _begins(row: Row, before: Row | None) -> bool:
    return row.command is not None and (before is None or before.command != row.command)
