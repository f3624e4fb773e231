"""People (guests too) and the keys by which they are known again."""

import uuid
from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.utils import timezone


class People(BaseUserManager["User"]):
    """Finds people by the name that they sign in with."""

    def create_superuser(self, username: str, password: str) -> "User":
        """For ``manage.py createsuperuser``."""
        user = self.model(username=username, is_superuser=True)
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser, PermissionsMixin):
    """A person. One without a username is a guest, known by a device or a token alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(
        max_length=80, unique=True, null=True, blank=True, validators=[UnicodeUsernameValidator()]
    )
    created = models.DateTimeField(default=timezone.now)

    objects = People()
    USERNAME_FIELD = "username"

    @property
    def is_guest(self) -> bool:
        """Whether no sign-up has claimed this person yet."""
        return self.username is None

    def __str__(self) -> str:
        return self.username or "guest"


class Token(models.Model):
    """A key that stands for a person until it expires. Only its digest is stored."""

    class Kind(models.TextChoices):
        """A token goes into an ``Authorization`` header or into a device's cookie, never into the other."""

        BEARER = "bearer"
        DEVICE = "device"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=8, choices=Kind)
    name = models.CharField(max_length=80, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    def is_good(self, now: datetime) -> bool:
        """Whether it has not expired."""
        return now < self.expires
