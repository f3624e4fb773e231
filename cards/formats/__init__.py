"""Readers of lists, one module per format."""
