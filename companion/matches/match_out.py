"""A match as the API shows it, without its state."""

from datetime import datetime
from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from companion.accounts.authentication import asker
from companion.matches.models import Match, Seat


class PlayerOut(serializers.Serializer[Any]):
    """Who holds a seat, or has held it: only an account has a name."""

    kind = serializers.ChoiceField(choices=("account", "guest", "former_player"))
    name = serializers.CharField(allow_null=True)


class SeatOut(serializers.ModelSerializer[Seat]):
    """A seat of a match."""

    taken = serializers.SerializerMethodField()
    player = serializers.SerializerMethodField()
    code_expires = serializers.SerializerMethodField()

    class Meta:
        model = Seat
        fields = ("number", "taken", "player", "agrees_to_delete", "code_expires")

    def get_taken(self, seat: Seat) -> bool:
        """Whether somebody holds it."""
        return seat.user_id is not None

    @extend_schema_field(PlayerOut(allow_null=True))
    def get_player(self, seat: Seat) -> dict[str, str | None] | None:
        """Who holds it; a former player is one whose account is gone."""
        if seat.user is None:
            return _player("former_player", None) if seat.former else None
        return _player("guest" if seat.user.is_guest else "account", seat.user.username)

    def get_code_expires(self, seat: Seat) -> datetime | None:
        """For the owner: until when its code is good, if it has one."""
        return seat.code_expires if _is_owner(self, seat.match) else None


class MatchOut(serializers.ModelSerializer[Match]):
    """A match without its state. Needs the request in its context."""

    seats = SeatOut(many=True)
    owner = serializers.SerializerMethodField()
    held = serializers.SerializerMethodField()
    watch_code_expires = serializers.SerializerMethodField()
    sides = serializers.SerializerMethodField()
    scores = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = (
            *("id", "game", "edition", "created", "changed", "version", "ended", "ended_at"),
            *("sides", "scores", "parent", "parent_version"),
            *("owner", "held", "seats", "watch_code_expires"),
        )

    def get_sides(self, match: Match) -> list[str | None] | None:
        """What each seat plays, as far as it is shown; null where the game has no sides."""
        return None if match.sides is None else msgspec.json.decode(match.sides, type=list[str | None])

    def get_scores(self, match: Match) -> list[int] | None:
        """Each seat's score now; null where the game counts none."""
        return None if match.scores is None else msgspec.json.decode(match.scores, type=list[int])

    def get_owner(self, match: Match) -> bool:
        """Whether it is yours."""
        return _is_owner(self, match)

    def get_held(self, match: Match) -> list[int]:
        """Numbers of the seats that you hold; none: you watch."""
        person = asker(self.context["request"])
        return [seat.number for seat in match.seats.all() if seat.user_id == person.id]

    def get_watch_code_expires(self, match: Match) -> datetime | None:
        """For the owner: until when the code for spectators is good, if there is one."""
        return match.watch_expires if _is_owner(self, match) else None


def _player(kind: str, name: str | None) -> dict[str, str | None]:
    return {"kind": kind, "name": name}


def _is_owner(shown: serializers.BaseSerializer[Any], match: Match) -> bool:
    return match.owner_id == asker(shown.context["request"]).id
