"""Reading a layout file: inheritance resolved, every element checked. A fault is told by file, line and field."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from games.catalogue import Unreadable, convert, line_of, parse_yaml
from printing.faces.binding import FaceFault
from printing.faces.drawing import Instruction
from printing.faces.guard import check_text
from printing.faces.icons import IconFault, icon_parts
from printing.faces.schema import (
    HEX,
    AnyElement,
    FaceFile,
    IconPart,
    IconRow,
    LayoutFile,
    Style,
    Text,
    Track,
    shape_in_words,
)
from printing.paper import Size

Finder = Callable[[str], tuple[str, str]]
"""The name of a layout -> its text, and the name of its file for messages. Raises :class:`Unreadable`."""

_COLOURS = (
    "fill", "stroke", "colour", "paper", "target", "mark", "shade",
    "first_fill", "last_fill", "ends_colour", "head_fill", "stripe", "line", "blank_colour",
)  # fmt: skip
_STYLES = ("style", "head")
_ICONS = ("icon", "piece")
_HEX = re.compile(HEX)
_DEEPEST = 8

USUAL_COLOURS = {"ink": "#000000", "paper": "#ffffff", "line": "#808080"}
"""What a layout that says nothing else has."""

BACK = "back"
ANY = "any"
"""The face of every kind of card that has none of its own."""


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """A layout that is ready to be drawn from."""

    file: str
    card: Size
    colours: Mapping[str, str]
    styles: Mapping[str, Style]
    icons: Mapping[str, tuple[tuple[IconPart, tuple[Instruction, ...]], ...]]
    faces: Mapping[str, tuple[AnyElement, ...]]
    sizes: Mapping[str, Size] = {}
    """Face -> the size of the cards that have it, of faces that state one."""

    def drawn_for(self, kind: str) -> Size:
        """The size that the face of a kind of card is drawn for. Raises :class:`FaceFault`."""
        return self.sizes.get(self.face_for(kind), self.card)

    def face_for(self, kind: str) -> str:
        """The face of a kind of card: its own, else the one called ``any``, else the only one beside a back.

        Raises :class:`FaceFault`.
        """
        for name in (kind, ANY):
            if name in self.faces:
                return name
        fronts = [name for name in self.faces if name != BACK]
        if len(fronts) != 1:
            raise FaceFault(f"{self.file}: no face is called {kind!r}; there are {', '.join(self.faces)}")
        return fronts[0]

    def fonts_of(self, face: str) -> dict[str, str]:
        """Font -> a style that has it, of the styles that the elements of a face name."""
        named = [name for element in self.faces[face] for _, name in _names(element, _STYLES)]
        return {self.styles[name].font: name for name in named}


def is_bound(element: AnyElement) -> bool:
    """Whether a card's fields have a part in an element."""
    values = [getattr(element, field) for field in element.__struct_fields__]
    words = [word for value in values for word in (value if isinstance(value, tuple) else (value,))]
    named = any(getattr(element, field, None) is not None for field in ("when", "unless", "each", "field"))
    return named or any(isinstance(word, str) and "{" in word for word in words)


class _Raw(msgspec.Struct, frozen=True):
    """An element as written so far, and where it was written last."""

    values: dict[str, Any]
    text: str
    file: str
    path: str

    def fault(self, message: str, field: str = "") -> Unreadable:
        path = f"{self.path}.{field}" if field else self.path
        return Unreadable(self.file, message, line_of(self.text, path), path)


class _Reading(msgspec.Struct):
    """What has been read of a chain of files, the most distant one first."""

    card: tuple[float, float] | None
    colours: dict[str, str]
    styles: dict[str, Style]
    icons: dict[str, tuple[IconPart, ...]]
    faces: dict[str, tuple[_Raw, ...]]
    sizes: dict[str, Size]


def load_layout(text: str, file: str, find: Finder) -> Layout:
    """The layout in a file's text; ``find`` gives the layouts that it extends. Raises :class:`Unreadable`."""
    try:
        return _loaded(text, file, find)
    except Unreadable as error:
        raise Unreadable(error.file, shape_in_words(error.message), error.line, error.path) from None


def _loaded(text: str, file: str, find: Finder) -> Layout:
    reading = _read(text, file, find, ())
    if reading.card is None:
        raise Unreadable(file, "no card size, and none inherited", 1, "$.card")
    icons = {name: _icon(name, parts, file, text) for name, parts in reading.icons.items()}
    layout = Layout(
        file=file,
        card=Size(*reading.card),
        colours=reading.colours,
        styles=reading.styles,
        icons=icons,
        faces={name: tuple(_element(raw) for raw in raws) for name, raws in reading.faces.items()},
        sizes=reading.sizes,
    )
    for name, style in layout.styles.items():
        for field, colour in _names(style, _COLOURS):
            if not _is_colour(colour, layout):
                path = f"$.styles.{name}.{field}"
                raise Unreadable(file, f"no colour is called {colour!r}", line_of(text, path), path)
    for name, raws in reading.faces.items():
        for element, raw in zip(layout.faces[name], raws, strict=True):
            _check(element, raw, layout)
    return layout


def _read(text: str, file: str, find: Finder, above: tuple[str, ...]) -> _Reading:
    check_text(text, file)
    written: LayoutFile = parse_yaml(text, LayoutFile, file)
    if written.extends is None:
        reading = _Reading(None, dict(USUAL_COLOURS), {}, {}, {}, {})
    elif written.extends in above or len(above) >= _DEEPEST:
        raise Unreadable(file, f"layout {written.extends!r} extends itself", line_of(text, "$.extends"), "$.extends")
    else:
        reading = _read(*find(written.extends), find, (*above, written.extends))
    reading.card = written.card or reading.card
    reading.colours |= written.colours
    reading.styles |= written.styles
    reading.icons |= written.icons
    inherited, sizes = dict(reading.faces), dict(reading.sizes)
    for name in written.faces:
        reading.faces[name] = _face(name, written, inherited, file, text, ())
        if (size := _size(name, written, sizes)) is not None:
            reading.sizes[name] = size
    return reading


def _size(name: str, written: LayoutFile, inherited: Mapping[str, Size]) -> Size | None:
    """The size that a face states, or else the one that it extends, which extends no face that extends it."""
    face = written.faces[name]
    if face.card is not None:
        return Size(*face.card)
    parent = face.extends or name
    return _size(parent, written, inherited) if parent in written.faces and parent != name else inherited.get(parent)


def _face(
    name: str,
    written: LayoutFile,
    inherited: Mapping[str, tuple[_Raw, ...]],
    file: str,
    text: str,
    above: tuple[str, ...],
) -> tuple[_Raw, ...]:
    """A face's elements: those of the face that it extends, changed, and its own after them."""
    face = written.faces[name]
    parent = face.extends or (name if name in inherited else None)
    path = f"$.faces.{name}"
    if parent in above:
        raise Unreadable(file, f"face {name!r} extends itself", line_of(text, path), path)
    if parent is None:
        base: tuple[_Raw, ...] = ()
    elif parent in written.faces and parent != name:
        base = _face(parent, written, inherited, file, text, (*above, name))
    elif parent in inherited:
        base = inherited[parent]
    else:
        raise Unreadable(file, f"there is no face {parent!r} to extend", line_of(text, path), f"{path}.extends")
    return _merged(face, base, file, text, path)


def _merged(face: FaceFile, base: tuple[_Raw, ...], file: str, text: str, path: str) -> tuple[_Raw, ...]:
    elements = {str(raw.values["id"]): raw for raw in base}
    for id in face.without:
        if elements.pop(id, None) is None:
            raise Unreadable(file, f"no element {id!r} is inherited", line_of(text, f"{path}.without"), path)
    seen: set[str] = set()
    for n, values in enumerate(face.elements):
        raw = _Raw(values, text, file, f"{path}.elements[{n}]")
        id = str(values.get("id"))
        if id in seen or "id" not in values:
            raise raw.fault(f"id {id!r} stands twice" if id in seen else "an element needs an id")
        seen.add(id)
        if id in elements:
            raw = msgspec.structs.replace(raw, values={**elements[id].values, **values})
        elements[id] = raw
    return tuple(elements.values())


def _element(raw: _Raw) -> AnyElement:
    element: AnyElement = convert(raw.values, AnyElement, raw.file, raw.text, raw.path)
    return element


def _icon(
    name: str, parts: tuple[IconPart, ...], file: str, text: str
) -> tuple[tuple[IconPart, tuple[Instruction, ...]], ...]:
    try:
        return icon_parts(parts)
    except IconFault as error:
        path = f"$.icons.{name}"
        raise Unreadable(file, f"icon {name!r}: {error}", line_of(text, path), path) from None


def _check(element: AnyElement, raw: _Raw, layout: Layout) -> None:
    """Names that the element uses exist; what is a template is seen only when a card is drawn."""
    for field, name in _names(element, _COLOURS):
        if not _is_colour(name, layout):
            raise raw.fault(f"no colour is called {name!r}", field)
    for field, name in _names(element, _STYLES):
        if name not in layout.styles:
            raise raw.fault(f"no style is called {name!r}; there are {', '.join(layout.styles)}", field)
    for field, name in _names(element, _ICONS):
        if name not in layout.icons:
            raise raw.fault(f"no icon is called {name!r}; there are {', '.join(layout.icons)}", field)
    for name in element.labels if isinstance(element, IconRow) else ():
        if name not in layout.icons:
            raise raw.fault(f"no icon is called {name!r}; there are {', '.join(layout.icons)}", "labels")
    if isinstance(element, Text | Track):
        style = layout.styles[element.style]
        if style.least > style.size:
            raise raw.fault(f"style {element.style!r}: least size {style.least:g} is above its size {style.size:g}")


def _is_colour(name: str, layout: Layout) -> bool:
    return name in layout.colours or _HEX.fullmatch(name) is not None


def _names(element: AnyElement | Style, fields: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for field in fields:
        value = getattr(element, field, None)
        if isinstance(value, str) and "{" not in value:
            yield field, value
