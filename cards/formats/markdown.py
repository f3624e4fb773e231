"""A list as Markdown, to be read by people: entries by section, notes, and every problem at the end. Written only."""

import re

from cards.formats.plain_writing import tidy
from cards.formats.registry import Format, Outgoing
from games.lists import Entry

SIGNS = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~])")


def write(out: Outgoing) -> str:
    """The list as a page."""
    content, game = out.list, out.game
    name = content.name or f"A {game.list_word} without a name"
    count = len(out.problems)
    verdict = "Legal" if out.legal else f"**Illegal: {count} {'problem' if count == 1 else 'problems'}**"
    totals = ", ".join(f"{what} {figure}" for what, figure in out.totals.items())
    lines = [
        f"# {plain(name)}",
        "",
        f"{plain(game.name)}, edition {plain(content.edition)}, data `{out.catalogue.hash[:12]}`. {verdict}. {totals}.",
    ]
    lines += [f"- {plain(option)}: {plain(value)}" for option, value in content.options.items()]
    if content.tags:
        lines += ["", "Tags: " + ", ".join(map(plain, content.tags))]
    for section in _sections(out):
        entries = tuple(entry for entry in tidy(content, ()) if entry.section == section)
        lines += ["", f"## {plain(section.replace('_', ' ').title())} ({sum(one.count for one in entries)})", ""]
        lines += [line for entry in entries for line in _entry(entry, out)]
    if out.comes_along:
        lines += ["", "## Comes along", "", *(f"- {one.count} × {plain(one.name)}" for one in out.comes_along)]
    if content.notes:
        lines += ["", "## Notes", "", *(plain(line) for line in content.notes.split("\n"))]
    if out.problems:
        lines += ["", "## Problems", "", *(f"- {plain(one.rule)}: {plain(one.message)}" for one in out.problems)]
    return "\n".join(lines) + "\n"


def _sections(out: Outgoing) -> tuple[str, ...]:
    there = dict.fromkeys(entry.section for entry in out.list.entries)
    known = [section.name for section in out.game.sections if section.name in there]
    return (*known, *(name for name in there if name not in known))


def _entry(entry: Entry, out: Outgoing) -> list[str]:
    known = entry.code in out.catalogue.by_code
    more = "" if known else " (no card of this edition)"
    note = [f"  {plain(line)}" for line in entry.note.split("\n") if line]
    return [f"- {entry.count} × {plain(entry.name)}{more}", *(f"  - {plain(one)}" for one in entry.options), *note]


def plain(text: str) -> str:
    """A text in which no sign means anything to Markdown."""
    return SIGNS.sub(r"\\\1", text.replace("\n", " "))


FORMAT = Format(name="markdown", media_type="text/markdown", extension="md", order=90, write=write)
