"""Every data file of every game loads, and every rule that a problem may name can be read."""

import re

import pytest

from games.catalogue import GAMES_FOLDER, load_rules
from games.registry import GAMES, catalogue_of

NAMED = re.compile(r"\"((?:PC|RK|RL|RQ|LS)-[A-Za-z0-9]+)\"")


@pytest.mark.parametrize("slug", GAMES)
def test_every_edition_loads_in_its_own_set(slug):
    for edition in GAMES[slug].editions:
        catalogue = catalogue_of(slug, edition)
        assert (catalogue.game, catalogue.edition) == (slug, edition)
        assert len({card.name for card in catalogue.cards}) == len(catalogue.cards)


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_that_the_code_names_is_written_down(slug):
    sources = (*(GAMES_FOLDER / slug).glob("*.py"), GAMES_FOLDER / "list_rules.py")
    named = {rule for source in sources for rule in NAMED.findall(source.read_text(encoding="utf-8"))}
    assert named <= set(load_rules(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_a_reading_is_marked_as_one(slug):
    for rule in load_rules(slug).values():
        if re.match(r"^(PC|RK|RL|RQ)-X", rule.id):
            assert rule.reading, rule.id
