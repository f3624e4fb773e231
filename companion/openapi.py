"""The OpenAPI document: the errors that every operation may answer, and msgspec structs as schemas."""

from typing import Any, Literal

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

PROBLEM_SCHEMA = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "rule": {"type": "string"},
        "version": {"type": "integer"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["message"],
                "properties": {
                    "path": {"type": "string"},
                    "line": {"type": "integer"},
                    "column": {"type": "integer"},
                    "message": {"type": "string"},
                },
            },
        },
    },
}


def struct_schema(shape: Any) -> dict[str, Any]:
    """The JSON schema of a msgspec type, whole in itself: for ``extend_schema(responses=…)``."""
    schema, components = msgspec.json.schema_components([shape], ref_template="#/components/schemas/{name}")
    for name, component in components.items():
        if STRUCTS.setdefault(name, component) != component:
            raise ValueError(f"two structs of the API are called {name}")
    return dict(schema[0])


STRUCTS: dict[str, Any] = {"Problem": PROBLEM_SCHEMA}
"""Schemas of structs that some operation refers to, by name."""


class Schema(AutoSchema):
    """An operation's schema, with the problem document for every error."""

    def get_operation_id(self) -> str:
        """The path and the method in words: no two operations share it."""
        words = [part.strip("{}").replace("-", "_").replace(".", "_") for part in self.path.split("/") if part]
        return "_".join([*words[1:], self.method.lower()])

    def get_override_parameters(self) -> list[Any]:
        """No parameters beyond those found."""
        return []

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        reference = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        bodies.setdefault("default", {"description": "A problem document", "content": reference})
        return bodies


def add_structs(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """A postprocessing hook: the structs' schemas join the components."""
    result.setdefault("components", {}).setdefault("schemas", {}).update(STRUCTS)
    return result


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """``Authorization: Bearer``."""

    target_class = "companion.accounts.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The scheme as OpenAPI has it."""
        return {"type": "http", "scheme": "bearer"}


class DeviceScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The device cookie of a guest."""

    target_class = "companion.accounts.authentication.DeviceAuthentication"
    name = "device"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The scheme as OpenAPI has it."""
        return {"type": "apiKey", "in": "cookie", "name": "companion_device"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session cookie of an account."""

    target_class = "companion.accounts.authentication.AccountAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The scheme as OpenAPI has it."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
