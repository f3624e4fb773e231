"""Sheets of cards to cut: from fields and a layout to a PDF that a ruler confirms. Knows no game."""
