"""The answer to a search: the cards that it finds, in the order of the catalogue, and how many have which values."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from django.db.models import Q

from cards.index import HEAD, index_of, unpacked
from cards.index_models import CardIndex, IndexedCard, IndexedValue
from cards.names import fold
from cards.search.contents import (
    NAME_WORD,
    WORD,
    contents_of_catalogue,
    field_named,
    fields_of,
    labels_of,
    plain_text,
    words_in,
)
from cards.search.language import All, Either, Field, Not, NotUnderstood, Phrase, Term, Word, fields_in, parse
from cards.set_models import OwnSet
from games.catalogue import Catalogue
from games.decider import Game
from games.registry import game_named

CODE = re.compile(r"[a-z]{2,8}-[0-9]{3,5}")
TRUTHS = {"yes": "true", "no": "false"}
COMPARED = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
ANY = "*"
MOST_FACETS = 10
MOST_VALUES = 50


class UnknownFacet(Exception):
    """A facet of a field that no card of the game has."""


class Facet(msgspec.Struct, frozen=True, kw_only=True):
    """How many of the cards that were found have which value of a field, most first."""

    field: str
    values: tuple["FacetValue", ...]
    cut_off: int
    """Further values that are not told."""


class FacetValue(msgspec.Struct, frozen=True, kw_only=True):
    """A value and how many cards have it."""

    value: str
    cards: int


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The cards, all of them, and their facets."""

    cards: tuple[Any, ...]
    facets: tuple[Facet, ...]


def search(catalogue: Catalogue, sets: Sequence[OwnSet], text: str, facets: Sequence[str] = ()) -> Found:
    """Every card of a catalogue, merged out of these sets, that a search finds.

    Raises :class:`NotUnderstood` with the column of its fault, :class:`UnknownFacet`.
    """
    game = game_named(catalogue.game)
    tree = parse(text)
    for field in fields_in(tree):
        _check(game, field)
    named = tuple(_facet_field(game, name) for name in facets)
    if isinstance(tree, All) and not tree.inner and not named:
        return Found(cards=catalogue.cards, facets=())
    index = index_of(catalogue, sets)
    found = positions_found(index, catalogue, tree)
    cards = tuple(catalogue.cards[at] for at in sorted(found))
    return Found(cards=cards, facets=_facets(index, catalogue, found, named) if named else ())


Positions = set[int]


def positions_found(index: CardIndex, catalogue: Catalogue, tree: Term) -> Positions:
    """The places in the catalogue of the cards that a search finds."""
    match tree:
        case Word(text) | Phrase(text):
            return _with_text(index, catalogue, text)
        case Field():
            return _with_value(index, game_named(catalogue.game), tree)
        case Not(inner):
            return set(range(len(catalogue.cards))) - positions_found(index, catalogue, inner)
        case All(()):
            return set(range(len(catalogue.cards)))
        case All(inner):
            return set.intersection(*(positions_found(index, catalogue, one) for one in inner))
        case Either(inner):
            return set.union(*(positions_found(index, catalogue, one) for one in inner))


def _with_text(index: CardIndex, catalogue: Catalogue, text: str) -> Positions:
    """Cards with a word that begins so, in the name one that has it inside; a phrase's words follow each other."""
    words = words_in(text).split()
    if not words:
        return _cards_where(index, Q(name__contains=fold(text)))
    if len(words) == 1:
        found = _having(index, WORD, _beginning(words[0]))
        found |= _having(index, NAME_WORD, Q(text__contains=words[0]))
        return found | _cards_where(index, Q(code=words[0])) if CODE.fullmatch(words[0]) else found
    *whole, last = words
    found = _having(index, WORD, _beginning(last))
    found = found.intersection(*(_having(index, WORD, Q(head=word[:HEAD], text=word)) for word in whole))
    contents = contents_of_catalogue(catalogue)
    return {at for at in found if f" {' '.join(words)}" in contents[at].words}


def _beginning(word: str) -> Q:
    begins = Q(text__startswith=word)
    return Q(head=word[:HEAD]) & begins if len(word) >= HEAD else begins


def _cards_where(index: CardIndex, condition: Q) -> Positions:
    return set(IndexedCard.objects.filter(condition, index=index).values_list("position", flat=True))


def _having(index: CardIndex, field: str, condition: Q) -> Positions:
    rows = IndexedValue.objects.filter(condition, index=index, field=field).values_list("cards", flat=True)
    return set().union(*map(unpacked, rows))


def _with_value(index: CardIndex, game: Game, field: Field) -> Positions:
    name = str(field_named(game, field.name))
    if name in ("name", "code"):
        return _cards_where(index, _of_card(name, field))
    number = _number(field.value)
    text = plain_text(field.value)
    text = TRUTHS.get(text, text)
    if field.value == ANY:
        wanted = Q()
    elif field.operator in COMPARED:
        wanted = Q(**{f"number__{COMPARED[field.operator]}": number})
    else:
        wanted = Q(text=text) if field.operator == "=" else Q(text__contains=text)
        if number is not None:
            wanted = Q(number=number) | (Q(number=None) & wanted)
    return _having(index, name, wanted)


def _of_card(name: str, field: Field) -> Q:
    """Name and code are other for every card, so they are kept with the card."""
    if field.value == ANY:
        return Q()
    if field.operator in COMPARED:
        return Q(pk=None)
    return Q(**{name if field.operator == "=" else f"{name}__contains": fold(field.value)})


def _number(text: str) -> float | None:
    plain = text.replace("−", "-")
    digits = plain.removeprefix("-").replace(".", "", 1)
    return float(plain) if digits.isascii() and digits.isdigit() and len(digits) <= 15 else None


def _check(game: Game, field: Field) -> None:
    if field_named(game, field.name) is None:
        raise NotUnderstood(_no_field(game, field.name), field.column)
    if not field.value.strip():
        raise NotUnderstood(f"The value of {field.name} is empty.", field.value_column)
    if field.operator in COMPARED and _number(field.value) is None:
        raise NotUnderstood(f"{field.value[:40]!r} is no number to compare with.", field.value_column)


def _no_field(game: Game, name: str) -> str:
    inside = sorted(one for one in fields_of(game) if one.startswith(f"{name}."))
    known = ", ".join(inside or sorted(fields_of(game)))
    return f"No card of {game.name} has a field {name[:40]!r}; there {'is' if len(inside) == 1 else 'are'} {known}."


def _facet_field(game: Game, name: str) -> str:
    found = field_named(game, name.strip().lower())
    if found is None or found in ("name", "code"):
        raise UnknownFacet(_no_field(game, name))
    return found


def _facets(index: CardIndex, catalogue: Catalogue, found: Positions, names: Sequence[str]) -> tuple[Facet, ...]:
    """Of each field, how many of the cards that were found have each of its values."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    rows = IndexedValue.objects.filter(index=index, field__in=names).values_list("field", "text", "cards")
    for field, text, cards in rows:
        if count := len(found.intersection(unpacked(cards))):
            counts[field][text] += count
    labels = labels_of(catalogue)
    return tuple(_facet(name, counts[name], labels) for name in dict.fromkeys(names))


def _facet(name: str, counts: Counter[str], labels: dict[tuple[str, str], str]) -> Facet:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    told = ((labels.get((name, text), text), count) for text, count in ranked[:MOST_VALUES])
    values = tuple(FacetValue(value=value, cards=count) for value, count in told)
    return Facet(field=name, values=values, cut_off=max(0, len(ranked) - MOST_VALUES))
