"""Commands of the sheets."""
