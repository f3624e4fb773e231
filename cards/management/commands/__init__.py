"""Commands of catalogues and lists."""
