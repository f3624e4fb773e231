"""A table of cards into a set: every row checked before any is kept, and what becomes of each row told."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from cards.card_shapes import shapes_of, types_of
from cards.card_values import ValueFault
from cards.formats.decoding import clean
from cards.layers import filled, without_unknown
from cards.set_cards import (
    GREATEST_NUMBER,
    MOST_CARDS,
    check_values,
    code_of,
    encoded,
    is_built_in,
    next_number,
    number_in,
    printed_card,
    stored,
    why_no_code,
)
from cards.set_models import OwnSet, SetCard
from cards.sets import changing
from cards.tables.table import MOST_FAULTS, CellFault, Row, Table, TableRefused
from games.registry import game_named

PASSED_OVER = ("count", "image", "card_size")
"""Columns that are for who prints the table, and say nothing of the card."""

Fate = Literal["new", "updated", "same"]


class RowFate(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of one row."""

    row: int
    code: str
    name: str
    fate: Fate
    changed: tuple[str, ...] = ()
    """Values of the card that are other than before."""


class SetImported(msgspec.Struct, frozen=True, kw_only=True):
    """What an import did, or with ``dry_run`` would do. ``read`` rows are ``new`` + ``updated`` + ``same``."""

    dry_run: bool
    format: str
    encoding: str | None
    delimiter: str | None
    sheet: str | None
    other_sheets: tuple[str, ...]
    passed_over: tuple[str, ...]
    """Columns that were not looked at."""

    read: int
    new: int
    updated: int
    same: int
    rows: tuple[RowFate, ...]
    revision: int
    """The set's, after it."""


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A row with the card that it makes."""

    fate: RowFate
    values: dict[str, Any]


def import_table(*, own: OwnSet, seen: int | None, table: Table, dry_run: bool) -> SetImported:
    """All of a table, or nothing of it. Raises :class:`TableRefused` with every fault, ``Stale``."""
    if dry_run:
        return _told(table, own, plan(own, table), True)
    with changing(own, seen) as locked:
        planned = plan(locked, table)
        _keep(locked, planned)
    return _told(table, locked, planned, False)


def _told(table: Table, own: OwnSet, planned: tuple[Planned, ...], dry_run: bool) -> SetImported:
    fates = Counter(one.fate.fate for one in planned)
    return SetImported(
        dry_run=dry_run,
        format=table.format,
        encoding=table.encoding,
        delimiter=table.delimiter,
        sheet=table.sheet,
        other_sheets=table.other_sheets,
        passed_over=tuple(one.name for one in table.columns if one.name in PASSED_OVER),
        read=len(planned),
        new=fates["new"],
        updated=fates["updated"],
        same=fates["same"],
        rows=tuple(one.fate for one in planned),
        revision=own.revision,
    )


def plan(own: OwnSet, table: Table) -> tuple[Planned, ...]:
    """What becomes of each row. Raises :class:`TableRefused` with every fault of every row."""
    planner = _Planner(own, table)
    faults = list(planner.odd_columns())
    planned = []
    for row in table.rows if not faults else ():
        found = planner.plan_row(row)
        if isinstance(found, Planned):
            planned.append(found)
        else:
            faults += found
        if len(faults) >= MOST_FAULTS:
            break
    living = {code for code, one in planner.kept.items() if one.removed is None and not is_built_in(own, code)}
    all_cards = living | {one.fate.code for one in planned if not is_built_in(own, one.fate.code)}
    if len(all_cards) > MOST_CARDS:
        faults.append(CellFault(message=f"The set would have {len(all_cards)} cards; it has {MOST_CARDS} at the most."))
    if faults:
        raise TableRefused(*faults[:MOST_FAULTS])
    return tuple(planned)


class _Planner:
    """The set as it is, and which of its codes and names the rows before have taken."""

    def __init__(self, own: OwnSet, table: Table) -> None:
        self.own, self.table = own, table
        self.game = game_named(own.game)
        self.kept: dict[str, SetCard] = {row.code: row for row in own.cards.all()}
        self.number = next_number(own)
        self.taken: dict[str, int] = {}
        self.by_name: dict[str, list[str]] = {}
        for code, row in self.kept.items():
            if row.removed is None and not is_built_in(own, code):
                self.by_name.setdefault(row.name, []).append(code)

    def odd_columns(self) -> Iterator[CellFault]:
        """Columns that no kind of card has a value for."""
        known = {"kind", "code", *PASSED_OVER}
        known |= {field for kind in shapes_of(self.game) for field in types_of(self.game, kind)}
        for column in self.table.columns:
            if column.name.partition(".")[0] not in known:
                message = (
                    f"No card of {self.game.name} has a value {column.written!r}; known are {', '.join(sorted(known))}."
                )
                yield CellFault(column=column.name, column_number=column.number, message=message)

    def plan_row(self, row: Row) -> Planned | list[CellFault]:
        """The card of a row, or its faults."""
        try:
            values = unfolded(row.values)
        except ValueError as error:
            return [self.table.fault(row, str(error), "This value is given twice, whole and in parts.")]
        code = values.pop("code", None)
        if code is None:
            same = self.by_name.get(clean(str(values.get("name", ""))), [])
            if len(same) > 1:
                message = (
                    f"The set has several cards of this name: {', '.join(same)}. A column 'code' says which is meant."
                )
                return [self.table.fault(row, "name", message)]
            code = same[0] if same and same[0] not in self.taken else self._new_code()
        elif fault := self._odd_code(code):
            return [self.table.fault(row, "code", fault)]
        if code in self.taken:
            return [self.table.fault(row, "code", f"{code} stands in row {self.taken[code]} already.")]
        self.taken[code] = row.number
        return self._checked(row, code, values)

    def _new_code(self) -> str:
        while (code := code_of(self.own, self.number)) in self.taken:
            self.number += 1
        self.number += 1
        return code

    def _odd_code(self, code: Any) -> str | None:
        if isinstance(code, str) and is_built_in(self.own, code):
            return None if printed_card(self.game, code) else why_no_code(self.own, code)
        return why_no_code(self.own, code)

    def _checked(self, row: Row, code: str, values: dict[str, Any]) -> Planned | list[CellFault]:
        if number_in(code) > GREATEST_NUMBER:
            return [self.table.fault(row, "code", f"The last number of a set is {GREATEST_NUMBER}.")]
        before = self.kept.get(code)
        known = msgspec.json.decode(before.values) if before else {}
        wanted = filled(known, values | self._emptied(values, known))
        if not is_built_in(self.own, code):
            wanted = without_unknown(wanted)
        checked = check_values(self.own, code, wanted, loose=self.table.loose)
        if checked.faults:
            return [self._in_cell(row, fault) for fault in checked.faults]
        kept = stored(self.own, code, wanted, checked)
        changed = tuple(key for key in {**known, **kept} if known.get(key) != _plain(kept.get(key)))
        fate: Fate = "new" if before is None else "updated" if changed or before.removed else "same"
        return Planned(
            fate=RowFate(
                row=row.number, code=code, name=checked.card.name, fate=fate, changed=changed if before else ()
            ),
            values=kept,
        )

    def _emptied(self, values: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
        """An empty cell of a sheet says that a value is not known any more; what has no column stays."""
        if not self.table.loose:
            return {}
        whole = {one.name for one in self.table.columns if "." not in one.name} - {"code", "kind", *PASSED_OVER}
        return {name: None for name in whole if name in known and name not in values}

    def _in_cell(self, row: Row, fault: ValueFault) -> CellFault:
        """The fault at the column that the value came from: ``sides.front`` in its own, or in that of ``sides``."""
        names = {one.name for one in self.table.columns}
        field = fault.field.replace("[", ".").split(".")
        column = next((name for n in range(len(field), 0, -1) if (name := ".".join(field[:n])) in names), None)
        return self.table.fault(row, column or fault.field, fault.message)


def unfolded(values: dict[str, Any]) -> dict[str, Any]:
    """``{"sides.front": …}`` as ``{"sides": {"front": …}}``. Raises ``ValueError``, naming what is said twice."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        if name in PASSED_OVER:
            continue
        *outer, last = name.split(".")
        target = found
        for key in outer:
            target = target.setdefault(key, {})
            if not isinstance(target, dict):
                raise ValueError(name)
        if last in target:
            raise ValueError(name)
        target[last] = value
    return found


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _keep(own: OwnSet, planned: tuple[Planned, ...]) -> None:
    kept = {row.code: row for row in own.cards.all()}
    new, old = [], []
    for one in planned:
        row = kept.get(one.fate.code)
        if one.fate.fate == "same":
            continue
        if row is None:
            row = SetCard(set=own, code=one.fate.code, number=number_in(one.fate.code))
            new.append(row)
        else:
            row.revision += 1
            row.removed = None
            old.append(row)
        row.name, row.values = one.fate.name, encoded(one.values)
    SetCard.objects.bulk_create(new, batch_size=500)
    SetCard.objects.bulk_update(old, ["name", "values", "removed", "revision"], batch_size=200)
