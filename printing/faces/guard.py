"""What a layout's text may be before it is read at all: of a size that is read in no time, and no deeper than needed.

A layout is data: it names colours, styles, icons, fields and built-in layouts. Nothing in it is a path, an address
or code.
"""

import yaml

from games.catalogue import Unreadable

MOST_BYTES = 256 * 1024
MOST_NODES = 50_000
DEEPEST = 12
"""Of lists and mappings inside each other."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def check_text(text: str, file: str) -> None:
    """Raise :class:`Unreadable` for a text that is too large or too deep, in which one part stands for another, or a
    name twice in one mapping.

    Read as a stream: what this refuses would take a reader that builds the whole long, or more memory than there is.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise Unreadable(file, f"a layout has {MOST_BYTES} bytes at the most; this one has {size}")
    nodes, opened = 0, [_Part()]
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            line = event.start_mark.line + 1 if event.start_mark else None
            if isinstance(event, yaml.AliasEvent):
                raise Unreadable(file, f"*{event.anchor} stands for another part; write it out, or use extends", line)
            if isinstance(event, yaml.NodeEvent):
                nodes += 1
                if (twice := opened[-1].twice(event)) is not None:
                    raise Unreadable(file, f"{twice[:40]!r} stands twice in one mapping", line)
            if isinstance(event, yaml.CollectionStartEvent):
                opened.append(_Part(isinstance(event, yaml.MappingStartEvent)))
            elif isinstance(event, yaml.CollectionEndEvent):
                opened.pop()
            if len(opened) - 1 > DEEPEST:
                raise Unreadable(file, f"more than {DEEPEST} lists and mappings inside each other", line)
            if nodes > MOST_NODES:
                raise Unreadable(file, f"a layout has {MOST_NODES} values at the most", line)
    except yaml.YAMLError:
        return  # whoever reads it next tells what is wrong, and where


class _Part:
    """A list or a mapping that is being read; of a mapping each name is followed by its value."""

    def __init__(self, mapping: bool = False) -> None:
        self._mapping, self._name_next = mapping, True
        self._names: set[str] = set()

    def twice(self, event: yaml.NodeEvent) -> str | None:
        """The name that the next part of a mapping is, where it has it already: of two the last would be taken."""
        is_name = self._mapping and self._name_next
        self._name_next = not self._name_next
        if not is_name or not isinstance(event, yaml.ScalarEvent):
            return None
        if event.value in self._names:
            return str(event.value)
        self._names.add(event.value)
        return None
