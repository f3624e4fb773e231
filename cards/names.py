"""Which card a name means: exact code, exact name, folded name, name without what was added to it; never a guess."""

import re
import unicodedata
from typing import Any, Literal

import msgspec
from rapidfuzz import fuzz, process

from games.catalogue import Catalogue

How = Literal["code", "name", "folded", "without_suffix", "without_subtitle"]

SUGGESTIONS = 3
LIKE_ENOUGH = 70
"""Of 100, by rapidfuzz's weighted ratio: what is less alike is not suggested."""

LONGEST_TO_SUGGEST = 100

APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛`´ʼ′", "'") | dict.fromkeys("“”„‟″«»", '"'))
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))

SUFFIXES = (
    re.compile(r" #[\w-]+$"),
    re.compile(r" \*[A-Za-z]{1,8}\*$"),
    re.compile(r" <[^<>]+>$"),
    # One letter in brackets is part of a printed name: (L) and (R) are two cards.
    re.compile(r" ?\((?:[^()]{2,60}|[0-9])\)(?: [A-Za-z0-9-]{1,10})?$"),
    re.compile(r" ?\[(?:[^\[\]]{2,60}|[0-9])\](?: [A-Za-z0-9-]{1,10})?$"),
    re.compile(r"\.$"),
)
"""What other tools write behind a name: a tag, a mark of foil, a code, a set and its number, a level; a full stop."""

PREFIX = re.compile(r"^\[[A-Za-z0-9]{2,8}\] (?=\S)")
MOST_SUFFIXES = 6
SUBTITLE = re.compile(r"^(.*?\S) ?[:,] ?\S.*$")
CODE_BEHIND = re.compile(r"^(.*?) ?<([A-Za-z]{2,8}-[0-9]{3,5})>$")


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A card that a text means, how it was found, and what of the text had to be left off."""

    card: Any
    how: How
    left_off: str = ""


class CodeOfAnother(Exception):
    """A text names one card and gives the code of another."""


def fold(name: str) -> str:
    """A name without case, accents and the many shapes of quotes, dashes, ``&`` and ``/``."""
    plain = unicodedata.normalize("NFKD", name.translate(APOSTROPHES).translate(DASHES).casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(plain.replace("//", "/").replace("&", " and ").split())


class NameIndex:
    """The names of one catalogue, ready to be asked for."""

    def __init__(self, cards: tuple[Any, ...]) -> None:
        self.codes = {card.code: card for card in cards}
        self.names: dict[str, list[Any]] = {}
        self.folded: dict[str, list[Any]] = {}
        self.untitled: dict[str, list[Any]] = {}
        for card in cards:
            self.names.setdefault(card.name, []).append(card)
            self.folded.setdefault(fold(card.name), []).append(card)
            if subtitle := SUBTITLE.match(card.name):
                self.untitled.setdefault(fold(subtitle[1]), []).append(card)
        self.choices = {card.code: fold(card.name) for card in cards}

    def whole(self, text: str) -> Match | None:
        """The one card whose code or name, folded at the most, is the whole text."""
        if card := self.codes.get(text.lower()):
            return Match(card=card, how="code")
        if found := self.names.get(text):
            return Match(card=found[0], how="name") if len(found) == 1 else None
        found = self.folded.get(fold(text), [])
        return Match(card=found[0], how="folded") if len(found) == 1 else None

    def find(self, text: str) -> Match | None:
        """The one card that a text means. Raises :class:`CodeOfAnother`."""
        return self._by_code(text) or self.whole(text) or self._without_suffix(text) or self._without_subtitle(text)

    def find_quietly(self, text: str) -> Match | None:
        """As :meth:`find`; a text that contradicts itself means no card."""
        try:
            return self.find(text)
        except CodeOfAnother:
            return None

    def _by_code(self, text: str) -> Match | None:
        behind = CODE_BEHIND.match(text)
        card = self.codes.get(behind[2].lower()) if behind else None
        if behind is None or card is None:
            return None
        if behind[1] and fold(behind[1]) != fold(card.name):
            raise CodeOfAnother(f"{behind[2]} is {card.name}, not {behind[1]}.")
        return Match(card=card, how="code")

    def _without_suffix(self, text: str) -> Match | None:
        rest = PREFIX.sub("", text)
        for _ in range(MOST_SUFFIXES):
            if rest != text and (match := self.whole(rest)):
                left_off = text.replace(rest, " ", 1).strip()
                return Match(card=match.card, how="without_suffix", left_off=left_off)
            shorter = next((cut for suffix in SUFFIXES if (cut := suffix.sub("", rest)) != rest), None)
            if not shorter:
                return None
            rest = shorter
        return None

    def _without_subtitle(self, text: str) -> Match | None:
        found = self.untitled.get(fold(text), [])
        if len(found) == 1:
            return Match(card=found[0], how="without_subtitle")
        subtitle = SUBTITLE.match(text)
        match = self.whole(subtitle[1]) if subtitle and not found else None
        # A card with a subtitle of its own is not the one that another subtitle was written for.
        if match is None or subtitle is None or SUBTITLE.match(match.card.name):
            return None
        return Match(card=match.card, how="without_subtitle", left_off=text[subtitle.end(1) :].strip())

    def suggest(self, text: str) -> tuple[str, ...]:
        """Codes of the cards whose names are most like a text, the likest first; nothing is picked."""
        if len(text) > LONGEST_TO_SUGGEST:
            return ()
        found = process.extract(
            fold(text), self.choices, scorer=fuzz.WRatio, limit=SUGGESTIONS, score_cutoff=LIKE_ENOUGH
        )
        return tuple(code for _, _, code in found)


def names_of(catalogue: Catalogue) -> NameIndex:
    """The index of a catalogue, made once; it lives as long as the catalogue does."""
    kept = vars(catalogue)
    if "name_index" not in kept:
        kept["name_index"] = NameIndex(catalogue.cards)
    index: NameIndex = kept["name_index"]
    return index
