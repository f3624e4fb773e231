"""Searches: their language, what of a card they look at, and their answers. docs/search.md is for who writes them."""
