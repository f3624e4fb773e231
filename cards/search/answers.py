"""The answer to a search: the cards that it finds, in the order of the catalogue, and how many have which values."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from django.db.models import Q

from cards.index import index_of
from cards.index_models import CardIndex, IndexedCard, IndexedField
from cards.names import fold
from cards.search.contents import contents_of_catalogue, field_named, fields_of, labels_of, plain_text, words_in
from cards.search.language import All, Any_, Field, Not, NotUnderstood, Phrase, Term, Word, fields_in, parse
from cards.set_models import OwnSet
from games.catalogue import Catalogue
from games.decider import Game
from games.registry import game_named

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
    if isinstance(tree, All) and not tree.inner:
        cards = catalogue.cards
    else:
        codes = codes_found(index_of(catalogue, sets), game, tree)
        cards = tuple(catalogue.by_code[code] for code in codes if code in catalogue.by_code)
    return Found(cards=cards, facets=_facets(catalogue, cards, named) if named else ())


def codes_found(index: CardIndex, game: Game, tree: Term) -> list[str]:
    """Codes of the cards of an index, in the order of the catalogue."""
    rows = IndexedCard.objects.filter(_condition(index, game, tree), index=index).order_by("position")
    return list(rows.values_list("code", flat=True))


def _condition(index: CardIndex, game: Game, tree: Term) -> Q:
    match tree:
        case Word(text) | Phrase(text):
            return _text(text)
        case Field():
            return _field(index, game, tree)
        case Not(inner):
            return ~_condition(index, game, inner)
        case All(inner):
            found = Q()
            for one in inner:
                found &= _condition(index, game, one)
            return found
        case Any_(inner):
            found = Q()
            for one in inner:
                found |= _condition(index, game, one)
            return found


def _text(text: str) -> Q:
    """In the name, or beginning a word of the card; words of a phrase follow each other."""
    words = words_in(text)
    in_name = Q(name__contains=fold(text))
    return in_name | Q(words__contains=f" {words}") if words else in_name


def _field(index: CardIndex, game: Game, field: Field) -> Q:
    rows = IndexedField.objects.filter(index=index, field=field_named(game, field.name))
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
    return Q(id__in=rows.filter(wanted).values("card"))


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
    if found is None:
        raise UnknownFacet(_no_field(game, name))
    return found


def _facets(catalogue: Catalogue, cards: Sequence[Any], names: Sequence[str]) -> tuple[Facet, ...]:
    """Counted in the catalogue itself, which knows how values are written."""
    codes = {card.code for card in cards}
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    for one in contents_of_catalogue(catalogue):
        if one.code in codes:
            for name, value in {(name, text) for name, text, _ in one.fields if name in counts}:
                counts[name][value] += 1
    labels = labels_of(catalogue)
    return tuple(_facet(name, counts[name], labels) for name in dict.fromkeys(names))


def _facet(name: str, counts: Counter[str], labels: dict[tuple[str, str], str]) -> Facet:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    values = tuple(
        FacetValue(value=labels.get((name, value), value), cards=count) for value, count in ranked[:MOST_VALUES]
    )
    return Facet(field=name, values=values, cut_off=max(0, len(ranked) - MOST_VALUES))
