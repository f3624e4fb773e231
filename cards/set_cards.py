"""The cards of a set: added, saved, removed; and what a set knows better of a built-in card. Every write is here."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from cards import images
from cards.card_values import Checked, ValueFault, check_card, check_override
from cards.layers import Layer, overridden, typed
from cards.set_models import OwnSet, SetCard
from cards.sets import Stale, changing
from companion.problems import FieldError, Problem, not_found, unreadable
from games.catalogue import CODE, Unreadable
from games.decider import Game
from games.registry import catalogue_of, game_named

MOST_CARDS = 10_000
"""Of one set, those that were removed not counted."""

GREATEST_NUMBER = 99_999


class CardView(msgspec.Struct, frozen=True, kw_only=True):
    """A card as a set has it. ``values`` are those that the set itself gives; ``card`` is what comes of them."""

    code: str
    name: str
    built_in: bool
    """It is a card of the edition; ``values`` are what is other here."""

    removed: str | None
    """Since when it is no card any more (RFC 3339)."""

    values: dict[str, Any]
    card: dict[str, Any] | None
    image: str | None
    """Where its picture can be fetched."""

    revision: int


def view_of(own: OwnSet, row: SetCard) -> CardView:
    """A card of a set as the API shows it."""
    game = game_named(own.game)
    values = msgspec.json.decode(row.values)
    built_in = is_built_in(own, row.code)
    card = None if row.removed else _card_of(game, own, row.code, values)
    return CardView(
        code=row.code,
        name=row.name,
        built_in=built_in,
        removed=row.removed.isoformat().replace("+00:00", "Z") if row.removed else None,
        values=values,
        card=None if card is None else msgspec.to_builtins(card),
        image=f"/api/sets/{own.id}/cards/{row.code}/image/" if row.image else None,
        revision=row.revision,
    )


def _card_of(game: Game, own: OwnSet, code: str, values: dict[str, Any]) -> Any:
    """The typed card; ``None`` for an override of a card that no edition has any more."""
    layer = Layer(prefix=own.prefix, name=own.name, overrides={code: values})
    try:
        if not is_built_in(own, code):
            return typed(game, own.name, code, values)
        printed = printed_card(game, code)
        return None if printed is None else overridden(game, printed, (layer,))
    except Unreadable:  # values of before, which the game's shapes do not fit any more
        return None


def is_built_in(own: OwnSet, code: str) -> bool:
    """Whether a code is of no card of the set's own."""
    return not code.startswith(f"{own.prefix}-")


def printed_card(game: Game, code: str) -> Any:
    """A built-in card: that of the game's own edition, or else of the first one that has it."""
    for edition in (game.edition, *game.editions):
        if (card := catalogue_of(game.slug, edition).by_code.get(code)) is not None:
            return card
    return None


def access_card(own: OwnSet, code: str) -> SetCard:
    """A card of a set. A built-in card that the set says nothing of is one at revision 0. Raises ``not_found``."""
    row = own.cards.filter(code=code).first() if re.fullmatch(CODE, code) else None
    if row is not None:
        return row
    printed = printed_card(game_named(own.game), code) if is_built_in(own, code) else None
    if printed is None:
        raise not_found(f"The set has no card {code!r}.")
    return SetCard(set=own, code=code, number=number_in(code), name=printed.name, values="{}", revision=0)


def number_in(code: str) -> int:
    """The number of a card in its code."""
    return int(code.rpartition("-")[2])


def code_of(own: OwnSet, number: int) -> str:
    """The code of a number: three figures at the least."""
    return f"{own.prefix}-{number:03}"


def next_number(own: OwnSet) -> int:
    """The first number behind all that were ever given."""
    given = own.cards.filter(code__startswith=f"{own.prefix}-").aggregate(last=Max("number"))["last"]
    return (given or 0) + 1


def add(*, own: OwnSet, values: Mapping[str, Any]) -> SetCard:
    """A new card; ``values["code"]`` may say which. Raises ``Problem``: ``unreadable`` or ``already_done``."""
    with changing(own) as locked:
        if locked.cards.filter(removed=None).count() >= MOST_CARDS:
            raise unreadable(f"A set has at most {MOST_CARDS} cards.")
        code = _asked_code(locked, values.get("code"))
        card = _typed(check_card(game_named(own.game), code, dict(values)))
        row = SetCard(set=locked, code=code, number=number_in(code), name=card.card.name, values=encoded(card.values))
        row.save(force_insert=True)
    return row


def _asked_code(own: OwnSet, asked: Any) -> str:
    if asked is None:
        number = next_number(own)
        if number > GREATEST_NUMBER:
            raise unreadable(f"The last number of a set is {GREATEST_NUMBER}; name a free code.")
        return code_of(own, number)
    if fault := why_no_code(own, asked):
        raise unreadable(fault, FieldError(path="$.code", message=fault))
    if own.cards.filter(code=asked).exists():
        raise Problem("already_done", f"{asked} is taken; a code stands for one card for ever.")
    return str(asked)


def why_no_code(own: OwnSet, asked: Any) -> str | None:
    """Why a card of the set's own cannot have a code, or ``None``."""
    example = code_of(own, 1)
    if not isinstance(asked, str) or not re.fullmatch(rf"{own.prefix}-[0-9]{{3,5}}", asked):
        return f"{str(asked)[:40]!r} is no code of this set; one is {example}."
    if asked != code_of(own, number_in(asked)) or not number_in(asked):
        return f"{asked!r} is written {code_of(own, max(1, number_in(asked)))}."
    return None


def _typed(checked: Checked) -> Checked:
    if checked.faults:
        raise unreadable("Some values are none that such a card can have.", *_errors(checked.faults))
    return checked


def _errors(faults: tuple[ValueFault, ...]) -> tuple[FieldError, ...]:
    return tuple(FieldError(path=f"$.{fault.field}", message=fault.message) for fault in faults)


def encoded(values: Mapping[str, Any]) -> str:
    """Canonical JSON."""
    return msgspec.json.encode(values, order="sorted").decode()


def save(*, own: OwnSet, code: str, seen: int | None, values: dict[str, Any]) -> SetCard:
    """Other values for a card, all of them; a removed one is back then. Raises ``Problem``, :class:`Stale`."""
    with changing(own) as locked:
        row = _seen(locked, code, seen)
        checked = _typed(check_values(locked, code, values))
        row.name = checked.card.name
        row.values = encoded(stored(locked, code, values, checked))
        row.removed = None
        _write(row)
    return row


def check_values(own: OwnSet, code: str, values: dict[str, Any], *, loose: bool = False) -> Checked:
    """The values of a card of the set, or those that are other than a built-in card's."""
    game = game_named(own.game)
    given = {key: value for key, value in values.items() if key != "code"}
    if values.get("code", code) != code:
        message = f"The code of a card never changes; this one is {code}."
        return Checked(card=None, faults=(ValueFault(field="code", message=message),))
    if not is_built_in(own, code):
        return check_card(game, code, given, loose=loose)
    return check_override(game, printed_card(game, code), given, loose=loose)


def stored(own: OwnSet, code: str, values: Mapping[str, Any], checked: Checked) -> dict[str, Any]:
    """What is kept of checked values: of a built-in card the given ones alone, as the game types them."""
    if not is_built_in(own, code):
        return checked.values
    return _given(msgspec.to_builtins(checked.card), values)


def _given(whole: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in given.items():
        inner = whole.get(key)
        if key != "code":
            found[key] = _given(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else inner
    return found


def _seen(own: OwnSet, code: str, seen: int | None) -> SetCard:
    row = access_card(own, code)
    if seen is not None and row.revision != seen:
        raise Stale(row)
    return row


def _write(row: SetCard) -> None:
    row.revision += 1
    row.save()


def remove(*, own: OwnSet, code: str, seen: int | None) -> None:
    """The card is one no more; its code stays taken. What was other of a built-in card is forgotten. Raises Stale."""
    with changing(own) as locked:
        row = _seen(locked, code, seen)
        if row.revision == 0 or row.removed is not None:
            return
        names = {row.image} - {""}
        if is_built_in(locked, code):
            row.delete()
        else:
            row.removed, row.image, row.image_bytes = timezone.now(), "", 0
            _write(row)
        transaction.on_commit(lambda: images.drop_unused(names))


def set_image(*, own: OwnSet, code: str, seen: int | None, data: bytes) -> SetCard:
    """A picture for a card. Raises ``Problem`` for what is none or too large, :class:`Stale`."""
    picture = images.check(data)
    with changing(own) as locked:
        row = _seen(locked, code, seen)
        if row.removed is not None:
            raise not_found(f"{code} has been removed.")
        images.check_room(locked.owner, len(picture.data) - row.image_bytes)
        before = {row.image} - {"", picture.name}
        images.store(picture.name, picture.data)
        row.image, row.image_bytes = picture.name, len(picture.data)
        _write(row)
        transaction.on_commit(lambda: images.drop_unused(before))
    if not images.path_of(picture.name).exists():  # the last other card with this picture went just now
        images.store(picture.name, picture.data)
    return row


def drop_image(*, own: OwnSet, code: str, seen: int | None) -> None:
    """The card has no picture any more. Raises :class:`Stale`."""
    with changing(own) as locked:
        row = _seen(locked, code, seen)
        names = {row.image} - {""}
        if not names:
            return
        row.image, row.image_bytes = "", 0
        if is_built_in(locked, code) and row.values == "{}":
            row.delete()
        else:
            _write(row)
        transaction.on_commit(lambda: images.drop_unused(names))
