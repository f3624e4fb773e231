"""The API of accounts: guests, accounts, tokens, sessions, me."""

from typing import Any
from uuid import UUID

from django.contrib.auth import login, logout
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from companion.accounts import people, throttles
from companion.accounts.authentication import DEVICE_COOKIE, asker, set_device_cookie
from companion.accounts.models import Token, User

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


class Person(serializers.ModelSerializer[User]):
    """A person, as they see themselves."""

    guest = serializers.BooleanField(source="is_guest")

    class Meta:
        model = User
        fields = ("id", "username", "guest", "created")


class TokenOut(serializers.ModelSerializer[Token]):
    """A token without its key."""

    class Meta:
        model = Token
        fields = ("id", "kind", "name", "created", "expires")


class NewToken(serializers.ModelSerializer[Token]):
    """A token with its key, which is shown this once."""

    token = serializers.CharField()

    class Meta:
        model = Token
        fields = ("id", "kind", "name", "created", "expires", "token")


class Credentials(serializers.Serializer[Any]):
    """A name and a password."""

    username = serializers.CharField(max_length=80)
    password = serializers.CharField(max_length=200, trim_whitespace=False)


class TokenRequest(Credentials):
    """A name and a password, and a word for what the token is for."""

    name = serializers.CharField(max_length=80, default="", allow_blank=True)


def _new_token(user: User, name: str = "") -> dict[str, Any]:
    token, key = people.give_token(user=user, kind=Token.Kind.BEARER, name=name)
    return {**TokenOut(token).data, "token": key}


class Guests(APIView):
    """Guests."""

    permission_classes = (AllowAny,)
    throttle_classes = (throttles.Guests,)

    class Input(serializers.Serializer[Any]):
        """What kind of guest."""

        device = serializers.BooleanField(default=False, help_text="Set a cookie instead of answering a token.")

    class Output(serializers.Serializer[Any]):
        """The guest, and the token unless a cookie was asked for."""

        person = Person()
        token = NewToken(allow_null=True)

    @extend_schema(request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Make a guest, without any form."""
        data = self.Input(data=request.data)
        data.is_valid(raise_exception=True)
        guest = people.make_guest()
        if not data.validated_data["device"]:
            return Response({"person": Person(guest).data, "token": _new_token(guest)}, status=201)
        token, key = people.give_token(user=guest, kind=Token.Kind.DEVICE)
        response = Response({"person": Person(guest).data, "token": None}, status=201)
        set_device_cookie(response, key, token.expires)
        return response


class Accounts(APIView):
    """Accounts."""

    permission_classes = (AllowAny,)
    throttle_classes = (throttles.Guests,)

    @extend_schema(request=Credentials, responses={201: Person})
    def post(self, request: Request) -> Response:
        """Sign up; the guest who asks keeps everything. A browser's guest is signed in as well."""
        data = Credentials(data=request.data)
        data.is_valid(raise_exception=True)
        asker = request.user if isinstance(request.user, User) else None
        user = people.sign_up(asker=asker, **data.validated_data)
        response = Response(Person(user).data, status=201)
        if isinstance(request.auth, Token) and request.auth.kind == Token.Kind.DEVICE:
            login(request._request, user, backend=MODEL_BACKEND)
            people.revoke(request.auth)
            response.delete_cookie(DEVICE_COOKIE)
        return response


class Tokens(APIView):
    """Bearer tokens."""

    permission_classes = (AllowAny,)
    authentication_classes = ()
    throttle_classes = (throttles.Passwords,)

    @extend_schema(request=TokenRequest, responses={201: NewToken})
    def post(self, request: Request) -> Response:
        """A token for a name and a password."""
        data = TokenRequest(data=request.data)
        data.is_valid(raise_exception=True)
        name = data.validated_data.pop("name")
        user = people.person_with_password(**data.validated_data)
        return Response(_new_token(user, name), status=201)


class TokenDetail(APIView):
    """One token."""

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, token_id: UUID) -> Response:
        """Revoke it."""
        people.revoke(people.access_token(asker(request), token_id))
        return Response(status=204)


class Sessions(APIView):
    """The session of a browser."""

    permission_classes = (AllowAny,)
    throttle_classes = (throttles.Passwords,)

    @extend_schema(request=Credentials, responses={201: Person})
    def post(self, request: Request) -> Response:
        """Sign in."""
        data = Credentials(data=request.data)
        data.is_valid(raise_exception=True)
        user = people.person_with_password(**data.validated_data)
        login(request._request, user, backend=MODEL_BACKEND)
        return Response(Person(user).data, status=201)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Sign out."""
        logout(request._request)
        return Response(status=204)


@method_decorator(ensure_csrf_cookie, name="dispatch")
class Me(APIView):
    """The person who asks."""

    @extend_schema(responses=Person)
    def get(self, request: Request) -> Response:
        """Who am I? Sets the CSRF cookie that a browser needs for anything that writes."""
        return Response(Person(asker(request)).data)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Delete me."""
        user = asker(request)
        logout(request._request)
        people.delete_person(user)
        response = Response(status=204)
        response.delete_cookie(DEVICE_COOKIE)
        return response


class Export(APIView):
    """Everything that is kept of the person who asks."""

    @extend_schema(responses={(200, "application/json"): {"type": "object", "additionalProperties": True}})
    def get(self, request: Request) -> Response:
        """One JSON document."""
        return Response(people.export_of(asker(request)))
