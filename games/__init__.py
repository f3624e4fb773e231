"""The rules of the games: pure functions over immutable values, with no clock, no dice and no Django."""
