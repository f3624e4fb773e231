"""From a layout and the fields of a card to a flat list of drawing instructions. Pure: no Django, no PDF.

``layout`` reads the files, ``arrange`` turns one face into instructions, ``drawing`` says what an instruction is.
"""
