"""Tables of cards, read from CSV, XLSX, JSON and YAML: bytes in, rows with their numbers out. Pure."""
