"""The language of searches: what a text means, and where its fault is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.search.language import All, Either, Field, Not, NotUnderstood, Phrase, Word, parse


def short(tree):
    """A tree as a text with all its brackets."""
    match tree:
        case Word(text):
            return text
        case Phrase(text):
            return f'"{text}"'
        case Field():
            return f"{tree.name}{tree.operator}{tree.value}"
        case Not(inner):
            return f"-{short(inner)}"
        case All(inner):
            return f"({' '.join(map(short, inner))})"
        case Either(inner):
            return f"({' or '.join(map(short, inner))})"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", "()"),
        ("  \t ", "()"),
        ("knight", "knight"),
        ("grey knight", "(grey knight)"),
        ("kind:unit cost<=5 faction:noh -trait:beast", "(kind:unit cost<=5 faction:noh -trait:beast)"),
        ('"exact phrase" or ruin', '("exact phrase" or ruin)'),
        ("a b or c", "((a b) or c)"),
        ("a (b or c)", "(a (b or c))"),
        ("-(a or b) c", "(-(a or b) c)"),
        ("a OR b or c", "(a or b or c)"),
        ("--a", "a"),
        ("oracle order", "(oracle order)"),
        ("or", "or"),
        ("Kind = Unit", "kind=Unit"),
        ("cost >= 3", "cost>=3"),
        ('name:"grey gate"', "name:grey gate"),
        ("“grey gate”", '"grey gate"'),
        ("speed.initial>4", "speed.initial>4"),
        ("battle-axe", "battle-axe"),
        ("cost:-1", "cost:-1"),
        ("Retreat!", "Retreat!"),
        ("mage’s", "mage’s"),
    ],
)
def test_what_a_search_means(text, meant):
    assert short(parse(text)) == meant


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("a or", 5),
        ("(a", 3),
        ("a)", 2),
        ("()", 2),
        ('a "b', 3),
        ("kind:", 6),
        ("kind:unit cost<=", 17),
        ("kind:(a b)", 6),
        ("a - b", 3),
        ("a -", 3),
        ("x" * 501, 501),
        ("(" * 21 + "a" + ")" * 21, 21),
        (" ".join("a" * 31), 1),
        ("a\0", 1),
        ("a\ud800", 1),
    ],
)
def test_a_fault_is_told_with_its_column(text, column):
    with pytest.raises(NotUnderstood) as fault:
        parse(text)
    assert fault.value.column == column
    assert fault.value.message


def test_columns_of_fields():
    tree = parse("a  cost <= 5")
    assert (tree.inner[1].column, tree.inner[1].value_column) == (4, 12)


@given(st.one_of(st.text(max_size=60), st.text(alphabet='ab():"-<>=or \t', max_size=40)))
def test_any_text_is_understood_or_refused(text):
    try:
        tree = parse(text)
    except NotUnderstood as fault:
        column, message = fault.column, fault.message
    else:
        column, message = 1, short(tree)
    assert 1 <= column <= len(text) + 1
    assert message
