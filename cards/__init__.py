"""Catalogues, lists and whether they are legal."""
