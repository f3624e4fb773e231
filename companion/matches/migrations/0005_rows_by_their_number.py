"""Rows of a match are known by its id and their number in it; a command is remembered in the first row it has made.

A table cannot be given a composite key once it is there: each is made anew, with what was in it.
"""
# ruff: noqa: S608 - no word of these statements comes from outside this module

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

KEPT = {
    "storedevent": "match_id, version, type, schema, public, secret, salt, text, text_salt, author, seat, at, command, hash",
    "snapshot": "match_id, version, fold_version, log_fold_version, before, state",
    "scorepoint": "match_id, version, at, scores",
    "seatresult": "match_id, seat, side, result, score",
}
"""The columns that go over, of each table."""

ASKED = (
    ", (SELECT digest FROM matches_commandreceipt AS receipt WHERE receipt.match_id = matches_storedevent.match_id "
    "AND receipt.first = matches_storedevent.version) AS asked"
)


def put_aside(apps: Any, schema_editor: Any) -> None:
    """Keep the rows in tables of no model."""
    for name, columns in KEPT.items():
        asked = ASKED if name == "storedevent" else ""
        schema_editor.execute(f"CREATE TABLE kept_{name} AS SELECT {columns}{asked} FROM matches_{name}")


def put_back(apps: Any, schema_editor: Any) -> None:
    """The rows go into the new tables; what remains of the old ones goes."""
    for name, columns in KEPT.items():
        columns += ", asked" if name == "storedevent" else ""
        schema_editor.execute(f"INSERT INTO matches_{name} ({columns}) SELECT {columns} FROM kept_{name}")
        schema_editor.execute(f"DROP TABLE kept_{name}")
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION IF EXISTS matches_commandreceipt_keep()")


def of_match() -> Any:
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="+",
        to="matches.match",
    )


def key(number: str) -> Any:
    return models.CompositePrimaryKey("match", number, blank=True, editable=False, primary_key=True, serialize=False)


class Migration(migrations.Migration):
    dependencies = [("matches", "0004_rows_without_constraint")]

    operations = [
        migrations.RunPython(put_aside),
        *[migrations.DeleteModel(name) for name in ("StoredEvent", "CommandReceipt", "Snapshot", "ScorePoint", "SeatResult")],
        migrations.AlterField("Match", "version", models.IntegerField(default=0)),
        migrations.AlterField("Match", "parent_version", models.IntegerField(null=True)),
        migrations.AlterField("Match", "people", models.IntegerField(default=0)),
        migrations.AlterField("Match", "wrong_codes", models.IntegerField(default=0)),
        migrations.CreateModel(
            name="StoredEvent",
            fields=[
                ("pk", key("version")),
                ("match", of_match()),
                ("version", models.IntegerField()),
                ("type", models.CharField(max_length=60)),
                ("schema", models.SmallIntegerField()),
                ("public", models.TextField()),
                ("secret", models.TextField(null=True)),
                ("salt", models.CharField(blank=True, max_length=64)),
                ("text", models.TextField(blank=True, db_default="")),
                ("text_salt", models.CharField(blank=True, db_default="", max_length=64)),
                ("author", models.UUIDField(null=True)),
                ("seat", models.SmallIntegerField(null=True)),
                ("at", models.DateTimeField()),
                ("command", models.UUIDField(null=True)),
                ("asked", models.CharField(max_length=64, null=True)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "ordering": ("version",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(asked__isnull=False), fields=("match", "command"), name="one_command_of_an_id"
                    )
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(author__isnull=False), fields=["author"], name="texts_of_an_author"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                ("pk", key("version")),
                ("match", of_match()),
                ("version", models.PositiveIntegerField()),
                ("fold_version", models.PositiveIntegerField()),
                ("log_fold_version", models.PositiveIntegerField()),
                ("before", models.PositiveIntegerField()),
                ("state", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="ScorePoint",
            fields=[
                ("pk", key("version")),
                ("match", of_match()),
                ("version", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("scores", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="SeatResult",
            fields=[
                ("pk", key("seat")),
                ("match", of_match()),
                ("seat", models.PositiveSmallIntegerField()),
                ("side", models.CharField(max_length=80, null=True)),
                ("result", models.CharField(max_length=10)),
                ("score", models.IntegerField(null=True)),
            ],
        ),
        migrations.RunPython(put_back),
    ]
