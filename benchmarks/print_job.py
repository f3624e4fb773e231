"""One print of made-up cards, as a process of its own: what ``print_bench`` measures from cold.

python benchmarks/print_job.py text|jpeg|rules COUNT FILE [FOLDER of pictures [PAPER]]
"""

import os
import random
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

TEXT_LAYOUT = """\
layout: 1
card: [63.5, 88.9]
colours: {band: "#224466"}
styles:
  name: {font: serif-bold, size: 14, least: 8, colour: paper, valign: middle}
  rules: {font: sans, size: 11, least: 6}
  foot: {font: sans, size: 6}
  large: {font: serif-bold, size: 30, align: center, valign: middle, colour: paper}
faces:
  card:
    elements:
      - {id: frame, draw: rect, box: [2, 2, 59.5, 84.9], stroke: ink, radius: 2}
      - {id: band, draw: rect, box: [3, 3, 57.5, 10], fill: band, radius: 1}
      - {id: name, draw: text, box: [5, 3, 53, 10], text: "{name}", style: name}
      - {id: kind, draw: text, box: [5, 14, 53, 5], text: "{kind}", style: foot}
      - {id: text, draw: rich, box: [5, 20, 53, 60], text: "{text}", style: rules}
      - {id: foot, draw: text, box: [5, 82, 53, 3], text: "{code}", style: foot}
  back:
    elements:
      - {id: ground, draw: rect, box: [0, 0, 63.5, 88.9], fill: band}
      - {id: words, draw: text, box: [5, 35, 53.5, 20], text: "Cards", style: large}
"""
JPEG_LAYOUT = """\
layout: 1
card: [63.5, 88.9]
faces:
  card:
    elements:
      - {id: picture, draw: image, box: [0, 0, 63.5, 88.9], image: "{picture}", fit: cover}
"""
SENTENCE = (
    "when this unit comes in choose two of them or pay three more the owner may move one square then draws a card and "
    "deals damage to every enemy piece that stands beside it until the end of the turn after that it is turned and "
    "cannot act unless another friend within reach spends its action a die is rolled on five or six nothing happens"
)
WORDS = SENTENCE.split()


def text_cards(count: int) -> list[dict[str, Any]]:
    """Fields of different cards with 30 to 90 words in three paragraphs, some of them bold or italic."""
    dice = random.Random(count)
    cards = []
    for n in range(count):
        paragraphs = []
        for _ in range(3):
            words = dice.choices(WORDS, k=dice.randint(10, 30))
            words[0] = f"**{words[0].title()}**"
            paragraphs.append(" ".join(words))
        name = " ".join(dice.sample(WORDS, 2)).title()
        cards.append({"code": f"bm-{n:04}", "name": name, "kind": "Unit", "text": "\n".join(paragraphs)})
    return cards


def main() -> None:
    """Print."""
    kind, count, target = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    import django

    django.setup()
    from printing.faces.layout import load_layout
    from printing.options import Options
    from printing.render import write_sheets
    from printing.sources import PrintedCard, PrintedSheet, Source, layout_named, layout_text, source_named

    options, pictures = Options(), {}
    if kind == "rules":
        layout = layout_named("reliquary")
        known = [card for sheet in source_named("reliquary").sheets for card in sheet.cards]
        cards = [
            PrintedCard(code=card.code, face=card.face, fields={**card.fields, "name": f"{card.fields['name']} {n}"})
            for n in range(count // len(known))
            for card in known
        ]
    elif kind == "jpeg":
        layout = load_layout(JPEG_LAYOUT, "bench.yaml", layout_text)
        options = Options(paper=sys.argv[5] if len(sys.argv) > 5 else "a4")
        pictures = {path.stem: path for path in sorted(Path(sys.argv[4]).iterdir())[:count]}
        cards = [PrintedCard(code=name, face="card", fields={"picture": name}) for name in pictures]
    else:
        layout, options = load_layout(TEXT_LAYOUT, "bench.yaml", layout_text), Options(backs="one")
        cards = [PrintedCard(code=one["code"], face="card", fields=one) for one in text_cards(count)]
    sheet = PrintedSheet(number=1, title="Made up", cards=tuple(cards))
    source = Source(name="Bench", edition="1", layout="", sheets=(sheet,), pictures=pictures)
    report = write_sheets(target, source, layout, options)
    if report.cards_drawn != count or report.missing_images:
        raise SystemExit(f"not as meant: {report}")


if __name__ == "__main__":
    main()
