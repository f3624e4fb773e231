"""What is done to people and their tokens. Every write of this app is here."""

import contextlib
import hashlib
import secrets
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import authenticate, password_validation
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from companion.accounts.models import Token, User
from companion.accounts.parts import LEAVING, PARTS
from companion.problems import FieldError, Problem, not_found, unreadable

STATEMENT = (
    "SELECT token.id, person.id, person.username FROM accounts_token AS token "
    "JOIN accounts_user AS person ON person.id = token.user_id "
    "WHERE token.digest = %s AND token.kind = %s AND token.expires > %s"
)
"""Asked for by every request: as plain SQL, it costs a third of what a query set does."""


def digest_of(key: str) -> str:
    """What is stored of a key. It has 256 random bits, so that a fast hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def make_guest() -> User:
    """A person without any form."""
    guest = User()
    guest.set_unusable_password()
    guest.save()
    return guest


def give_token(*, user: User, kind: Token.Kind, name: str = "") -> tuple[Token, str]:
    """A new token and its key, which is shown this once."""
    key = secrets.token_urlsafe(32)
    days = settings.DEVICE_DAYS if kind == Token.Kind.DEVICE else settings.TOKEN_DAYS
    expires = timezone.now() + timedelta(days=days)
    token = Token.objects.create(user=user, kind=kind, name=name, digest=digest_of(key), expires=expires)
    return token, key


def token_of(key: str, kind: Token.Kind) -> Token | None:
    """The good token of a key, with its person; None for an unknown, an expired or another kind of key."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(STATEMENT, [digest_of(key), kind, now])
        found = cursor.fetchone()
    if found is None:
        return None
    token_id, person_id, username = found
    # What else there is of both is read when somebody asks for it.
    user = User.from_db(connection.alias, ["id", "username"], [_uuid(person_id), username])
    token = Token.from_db(connection.alias, ["id", "user_id", "kind"], [_uuid(token_id), user.id, kind])
    token.user = user
    return token if user.is_active else None


def _uuid(value: Any) -> UUID:
    return value if isinstance(value, UUID) else UUID(hex=value)


def sign_up(*, asker: User | None, username: str, password: str) -> User:
    """An account: the guest who asks becomes one and keeps everything; a stranger gets a new one.

    Raises ``Problem``: ``already_done`` for who has one, ``unreadable`` for a taken name or a weak password.
    """
    if asker is not None and not asker.is_guest:
        raise Problem("already_done", "You have an account already.")
    user = asker or User()
    user.username = username
    _check("username", lambda: user.clean_fields(exclude=["password", "last_login"]))
    _check("password", lambda: password_validation.validate_password(password, user))
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise unreadable("The name is taken.", FieldError(path="$.username", message="This name is taken.")) from None
    return user


def _check(field: str, check: Callable[[], Any]) -> None:
    try:
        check()
    except ValidationError as error:
        faults = tuple(FieldError(path=f"$.{field}", message=message) for message in error.messages)
        raise unreadable(f"The {field} cannot be taken.", *faults) from None


def person_with_password(*, username: str, password: str) -> User:
    """Who signs in. Raises ``Problem`` ``not_authenticated``, the same for a wrong name and a wrong password."""
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise Problem("not_authenticated", "The name or the password is wrong.")
    return user


def access_token(user: User, token_id: UUID) -> Token:
    """A person's own token. Raises ``Problem`` ``not_found``."""
    token = Token.objects.filter(user=user, id=token_id).first()
    if token is None:
        raise not_found("You have no such token.")
    return token


def revoke(token: Token) -> None:
    """The key is good for nothing from now on."""
    token.delete()


def export_of(user: User) -> dict[str, Any]:
    """Everything that is kept of a person."""
    own = {
        "person": {"id": user.id, "username": user.username, "created": user.created},
        "tokens": list(user.tokens.values("id", "kind", "name", "created", "expires")),
    }
    return own | {name: import_string(part)(user) for name, part in PARTS.items()}


def delete_person(user: User) -> None:
    """The person goes; each part of the house keeps of them what must stay, without their name. All or nothing."""
    with staying(user.id):
        for leave in LEAVING:
            import_string(leave)(user)
        user.delete()


@contextlib.contextmanager
def staying(user_id: UUID) -> Iterator[None]:
    """What is written within it is written before the person goes, or not at all.

    For what no foreign key holds to its person. Raises ``Problem`` ``not_authenticated`` where they have gone.
    """
    with transaction.atomic():
        if not User.objects.select_for_update(no_key=True).filter(id=user_id).exists():
            raise Problem("not_authenticated", "This account has been deleted.")
        yield
