"""docs/layouts.md tells of every field of a layout file, with its true default; its example is a layout."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from printing.faces import schema
from printing.faces.layout import load_layout
from printing.sources import layout_text

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "layouts.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \|", re.MULTILINE)
SHAPES = {
    "The file": schema.LayoutFile,
    "Faces": schema.FaceFile,
    "Styles": schema.Style,
    "Icons": schema.IconPart,
} | {f"`{element.__struct_config__.tag}`": element for element in get_args(schema.AnyElement)}
SHARED = {"id", "when", "unless"}


def section(title):
    found = re.search(rf"^##+ {re.escape(title)}$(.*?)(?=^##+ |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section {title}"
    return found[1]


def default_of(field):
    match field.default:
        case msgspec.NODEFAULT if field.default_factory is msgspec.NODEFAULT:
            return "required"
        case msgspec.NODEFAULT | None | () | "":
            return "none"
        case bool():
            return f"`{str(field.default).lower()}`"
        case other:
            return f"`{other}`"


@pytest.mark.parametrize("title", SHAPES)
def test_every_field_is_told_with_its_default(title):
    told = {name: default.strip() for name, default in ROW.findall(section(title))}
    shape = SHAPES[title]
    fields = msgspec.structs.fields(shape)
    if issubclass(shape, schema.Element):
        fields = [field for field in fields if field.name not in SHARED]
    wanted = {field.name: default_of(field) for field in fields}
    if shape is schema.LayoutFile:
        wanted["card"] = "inherited"
    assert told == wanted


def test_what_every_element_has():
    told = dict(ROW.findall(section("Elements")))
    assert set(told) == SHARED | {"draw"}


def test_the_example_is_a_layout():
    (example,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    layout = load_layout(example, "mine.yaml", layout_text)
    assert {"corner", "cost"} <= {element.id for element in layout.faces["any"]}


def test_its_limits_are_the_true_ones():
    from printing.faces import binding, guard

    assert f"{guard.MOST_BYTES // 1024} KiB, {guard.MOST_NODES:,} values, {guard.DEEPEST} lists" in TEXT
    assert f"{binding.MOST_CHARACTERS:,} characters, a list {binding.MOST_ITEMS:,} items" in TEXT
