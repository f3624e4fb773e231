"""Every example of docs/search.md is a search that is understood."""

import re
from pathlib import Path

import pytest

from cards.search.language import parse

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "search.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\| `([^`]+)` \|", TEXT, re.MULTILINE) + re.findall(r"^```\n(.+)\n```$", TEXT, re.MULTILINE)


def test_there_are_examples():
    assert len(EXAMPLES) > 10


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_understood(text):
    assert parse(text)
