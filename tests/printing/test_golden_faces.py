"""What is drawn where on one card of each face and each of its variants, compared with stored logs.

After a wanted change: ``GOLDEN=write pytest tests/printing/test_golden_faces.py``, then read the difference.
"""

import os
from pathlib import Path

import pytest

from printing.faces.arrange import arrange
from printing.faces.drawing import drawing_log

GOLDEN = Path(__file__).parent / "golden"
FACES = [
    ("rq-001", "agnostic_move-escort"),
    ("rq-002", "agnostic_move"),
    ("rq-011", "unique_move"),
    ("rq-017", "unique_move-gamble"),
    ("rq-019", "faction"),
    ("rq-020", "faction-passive"),
    ("rq-028", "aid-table"),
    ("rq-030", "aid"),
    ("rq-032", "aid-track"),
    ("rq-033", "rite"),
    ("rq-036", "module"),
]


@pytest.mark.parametrize(("code", "name"), FACES)
def test_the_drawing_log_of_a_face(code, name, cards, layout, metrics):
    card = cards[code]
    log = drawing_log(arrange(layout, card.face, card.fields, metrics, layout.card))
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        file.write_text(log, encoding="utf-8")
    assert log == file.read_text(encoding="utf-8")


def test_every_face_and_every_stored_log_is_compared(cards, layout):
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {name for _, name in FACES}
    assert {cards[code].face for code, _ in FACES} == {card.face for card in cards.values()}
