"""What a saved list is judged to be, by its own edition and sets; and what a correction of their data has changed.

A verdict is kept only beside the revision and the data hash that it was given for, and is no good for any other.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.list_models import ListVerdict, PlayerList
from cards.pinned import catalogue_for
from companion.accounts.models import User
from games.catalogue import Catalogue
from games.decider import Problem
from games.lists import CardList
from games.registry import game_named


class ListProblem(Problem, frozen=True, kw_only=True):
    """One reason why a list is not legal. ``entries`` are card codes, or names where a card is unknown."""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A verdict on a content, by exactly the data that ``edition`` and ``data_hash`` name."""

    legal: bool
    """No problem of it is an error."""

    edition: str
    data_hash: str
    totals: dict[str, int]
    problems: tuple[ListProblem, ...]
    """Every problem at once."""


class FirstVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict from when a revision was saved, with the fields of the cards that it looked at, by code."""

    verdict: Judged
    cards: dict[str, dict[str, Any]]


class CardChange(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a list that a correction changed: each field as it was and as it is."""

    code: str
    name: str
    fields: dict[str, tuple[Any, Any]]


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """The data of a list's own edition were corrected after it was saved: what that did to it, and by which cards."""

    before_hash: str
    became_illegal: bool
    became_legal: bool
    new_problems: tuple[ListProblem, ...]
    gone_problems: tuple[ListProblem, ...]
    cards: tuple[CardChange, ...]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A verdict, and what a correction has changed since the revision was saved, if one did."""

    verdict: Judged
    correction: Correction | None = None


def judge(content: CardList, catalogue: Catalogue, found: tuple[Problem, ...] = ()) -> Judged:
    """The verdict on a content; ``found`` are problems that its catalogue had before anything was counted."""
    game = game_named(content.game)
    problems = tuple(
        ListProblem(**msgspec.structs.asdict(problem)) for problem in (*found, *game.problems(content, catalogue))
    )
    return Judged(
        legal=not any(problem.severity == "error" for problem in problems),
        edition=content.edition,
        data_hash=catalogue.hash,
        totals=game.totals(content, catalogue),
        problems=problems,
    )


def judge_for(content: CardList, owner: User | None) -> Judged:
    """As :func:`judge`, with the catalogue that the list names."""
    return judge(content, *catalogue_for(content, owner))


def standing(saved: PlayerList, content: CardList) -> Standing:
    """How a list stands today. It is judged anew where its data are others than those it was last judged by."""
    return standings([(saved, content)])[0]


def standings(pairs: Sequence[tuple[PlayerList, CardList]]) -> list[Standing]:
    """As :func:`standing`, of several lists; one question for all verdicts that are kept."""
    kept = {row.list_id: row for row in ListVerdict.objects.filter(list__in=[saved.pk for saved, _ in pairs])}
    found: list[Standing] = []
    written: list[ListVerdict] = []
    pinned: dict[Any, tuple[Catalogue, tuple[Problem, ...]]] = {}
    for saved, content in pairs:
        key = saved.owner_id, content.game, content.edition, content.sets
        if key not in pinned:
            pinned[key] = catalogue_for(content, saved.owner)
        catalogue, gone = pinned[key]
        row = kept.get(saved.pk)
        if row is not None and (row.revision, row.data_hash) == (saved.head, catalogue.hash) and not gone:
            verdict = msgspec.json.decode(row.verdict, type=Judged)
        else:
            verdict = judge(content, catalogue, gone)
            row = _row(saved, content, catalogue, verdict, row)
            written.append(row)
        found.append(Standing(verdict=verdict, correction=_correction(verdict, row, catalogue)))
    _keep(written)
    return found


def _row(
    saved: PlayerList, content: CardList, catalogue: Catalogue, verdict: Judged, before: ListVerdict | None
) -> ListVerdict:
    first = before.first if before is not None and before.revision == saved.head else None
    if first is None:
        first = _text(FirstVerdict(verdict=verdict, cards=_cards(content, catalogue)))
    return ListVerdict(
        list=saved,
        revision=saved.head,
        data_hash=verdict.data_hash,
        legal=verdict.legal,
        problems=len(verdict.problems),
        verdict=_text(verdict),
        first=first,
        judged=timezone.now(),
    )


def _keep(rows: list[ListVerdict]) -> None:
    if not rows:
        return
    try:
        with transaction.atomic():
            ListVerdict.objects.bulk_create(
                rows,
                update_conflicts=True,
                unique_fields=["list"],
                update_fields=["revision", "data_hash", "legal", "problems", "verdict", "first", "judged"],
            )
    except IntegrityError:  # a list was deleted just now; it needs no verdict any more
        return


def _text(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def _cards(content: CardList, catalogue: Catalogue) -> dict[str, dict[str, Any]]:
    codes = dict.fromkeys(entry.code for entry in content.entries if entry.code in catalogue.by_code)
    return {str(code): msgspec.to_builtins(catalogue.by_code[str(code)]) for code in codes}


def _correction(verdict: Judged, row: ListVerdict, catalogue: Catalogue) -> Correction | None:
    first = msgspec.json.decode(row.first, type=FirstVerdict)
    before = first.verdict
    if before.data_hash == verdict.data_hash:
        return None
    return Correction(
        before_hash=before.data_hash,
        became_illegal=before.legal and not verdict.legal,
        became_legal=verdict.legal and not before.legal,
        new_problems=tuple(one for one in verdict.problems if one not in before.problems),
        gone_problems=tuple(one for one in before.problems if one not in verdict.problems),
        cards=tuple(_card_changes(first.cards, catalogue)),
    )


def _card_changes(before: dict[str, dict[str, Any]], catalogue: Catalogue) -> Iterable[CardChange]:
    for code, was in before.items():
        card = catalogue.by_code.get(code)
        # By way of JSON, as the cards of the first verdict went: a tuple is no list.
        now = {} if card is None else msgspec.json.decode(msgspec.json.encode(card))
        fields = {
            name: (was.get(name), now.get(name))
            for name in dict.fromkeys((*was, *now))
            if was.get(name) != now.get(name)
        }
        if fields:
            yield CardChange(code=code, name=now.get("name", was["name"]), fields=fields)
