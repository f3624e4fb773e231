"""The API of what a list is: its problems, what may be added, points and curves, odds and sample hands."""

import secrets
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.adding import MayAdd, default_section, may_add
from cards.api import known_queries
from cards.curves import Spread, spread
from cards.hands import SampleHand, sample
from cards.list_answers import ListVerdictOut, verdict_out
from cards.list_models import PlayerList
from cards.list_requests import LINK, ListAPI, answer, errors, number_in, own_list, seen_list
from cards.lists import Word, content_of
from cards.odds import MOST_CARDS, MOST_TURNS, Odds, TooMany, odds_of
from cards.pinned import catalogue_for
from companion.openapi import struct_schema
from companion.problems import FieldError, Problem, not_found, unreadable
from games.catalogue import Catalogue
from games.lists import CardList, Entry
from games.registry import game_named

CODE = OpenApiParameter("code", str, many=True, description="Codes of cards that count as one group.")
MOST_WANTED = 10


class Problems(ListAPI):
    """Problems of a list."""

    @extend_schema(
        parameters=[OpenApiParameter("revision", int, description="An older revision; its owner's alone."), LINK],
        responses={200: struct_schema(ListVerdictOut), **errors(400, 401, 404)},
    )
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """Every problem at once, by the list's own edition as it is today; and what a correction of it has changed."""
        known_queries(request, "revision", "link")
        if "revision" not in request.query_params:
            return answer(verdict_out(seen_list(request, word, list_id)))
        return answer(verdict_out(own_list(request, word, list_id), number_in(request, "revision", 1)))


class MayAddView(ListAPI):
    """Adding a card."""

    @extend_schema(
        parameters=[
            OpenApiParameter("code", str, required=True, description="The card."),
            OpenApiParameter("section", str, description="Where; where it breaks the fewest rules by default."),
            OpenApiParameter("count", int, description="How many; 1 by default."),
            OpenApiParameter("option", str, many=True, description="Options of the entry."),
            LINK,
        ],
        responses={200: struct_schema(MayAdd), **errors(400, 404)},
    )
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """May I add this card, and if not, why? Asked of the rules that judge the list; nothing is changed."""
        known_queries(request, "code", "section", "count", "option", "link")
        content, catalogue = _judged(seen_list(request, word, list_id))
        code = request.query_params.get("code", "").lower()
        card = catalogue.by_code.get(code)
        if card is None:
            message = f"The list's edition has no card {code[:40]!r}."
            raise unreadable(message, FieldError(path="?code", message=message))
        entry = Entry(
            code=code,
            name=card.name,
            count=number_in(request, "count", 1, most=999),
            section=_section(request, code, content, catalogue),
            options=tuple(request.query_params.getlist("option"))[:40],
        )
        return answer(may_add(content, catalogue, entry))


class Curves(ListAPI):
    """Points and curves."""

    @extend_schema(parameters=[LINK], responses={200: struct_schema(Spread), **errors(400, 404)})
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """What the list adds up to, entry by entry and by each field that counts; unknown values are null."""
        known_queries(request, "link")
        return answer(spread(*_judged(seen_list(request, word, list_id))))


class OddsView(ListAPI):
    """Odds of draws."""

    @extend_schema(
        parameters=[
            CODE,
            OpenApiParameter("want", int, description=f"So many copies at the least: 1 to {MOST_WANTED}."),
            OpenApiParameter("turns", int, description=f"Up to which turn: 1 to {MOST_TURNS}; 5 by default."),
            LINK,
        ],
        responses={200: struct_schema(Odds), **errors(400, 404, 413)},
    )
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """Of the opening hand with the game's mulligans, and by turn; exact. What a flip is worth, where cards are."""
        known_queries(request, "code", "want", "turns", "link")
        saved = seen_list(request, word, list_id)
        content, catalogue = _judged(saved)
        codes = tuple(code.lower() for code in request.query_params.getlist("code"))
        drawing = game_named(saved.game).drawing
        there = {entry.code for entry in drawing.deck(content, catalogue)} if drawing else set()
        if odd := [code for code in codes if code not in there]:
            message = f"No card {odd[0][:40]!r} is drawn from this list."
            raise unreadable(message, FieldError(path="?code", message=message))
        want, turns = number_in(request, "want", 1, most=MOST_WANTED), number_in(request, "turns", 5, most=MOST_TURNS)
        try:
            return answer(odds_of(content, catalogue, drawing, codes=codes, want=want, turns=turns))
        except TooMany as error:
            raise Problem("too_large", str(error)) from None


class SampleHandView(ListAPI):
    """Sample hands."""

    @extend_schema(
        parameters=[
            OpenApiParameter("seed", str, description="The same seed gives the same hand; any by default."),
            OpenApiParameter("mulligans", int, description="After so many mulligans; 0 by default."),
            OpenApiParameter("keep", int, many=True, description="Cards (1, 2 …) that are kept in the last of them."),
            LINK,
        ],
        responses={200: struct_schema(SampleHand), **errors(400, 404, 413)},
    )
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """A hand as it may be dealt, and the cards that would come next."""
        known_queries(request, "seed", "mulligans", "keep", "link")
        saved = seen_list(request, word, list_id)
        content, catalogue = _judged(saved)
        drawing = game_named(saved.game).drawing
        cards = sum(entry.count for entry in drawing.deck(content, catalogue)) if drawing else 0
        if drawing is None or cards == 0:
            raise not_found("No cards are drawn from this list.")
        if cards > MOST_CARDS:
            raise Problem("too_large", f"The deck has {cards} cards; a hand is dealt from {MOST_CARDS} at the most.")
        seed = request.query_params.get("seed") or secrets.token_hex(4)
        try:
            keep = tuple(int(one) for one in request.query_params.getlist("keep") if len(one) < 4)
            mulligans = number_in(request, "mulligans", 0, least=0, most=9)
            hand = sample(content, catalogue, drawing, seed=seed[:80], mulligans=mulligans, keep=keep)
        except ValueError as error:
            raise unreadable(str(error), FieldError(path="?keep", message=str(error))) from None
        return answer(hand)


def _judged(saved: PlayerList) -> tuple[CardList, Catalogue]:
    content = content_of(saved)
    return content, catalogue_for(content, saved.owner)[0]


def _section(request: Request, code: str, content: CardList, catalogue: Catalogue) -> str:
    asked = request.query_params.get("section")
    if asked is None:
        return default_section(code, content, catalogue)
    known = [section.name for section in game_named(content.game).sections]
    if asked not in known:
        message = f"There is no section {asked[:40]!r}; there are {', '.join(known)}."
        raise unreadable(message, FieldError(path="?section", message=message))
    return asked
