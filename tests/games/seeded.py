"""Chance for tests of any game."""


class SeededChance:
    """Chance that a test can have again."""

    def __init__(self, source):
        self.source = source

    def roll(self, sides):
        return self.source.randint(1, sides)

    def shuffle(self, items):
        return tuple(self.source.sample(list(items), len(items)))

    def pick(self, items):
        return self.source.choice(list(items))
