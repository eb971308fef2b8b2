"""Poker as a seventh version might have it: version 6 with one more paragraph at its end. Made up."""

from msgspec.structs import replace

from croupier.rulebooks import rws_poker_v6 as v6
from croupier.rules.document import Disposition, Paragraph

CLOSING = Paragraph("5.99", Disposition.PHYSICAL, "The rules hang at every table.", (), "A sheet of paper on a wall.")

GAME = replace(
    v6.GAME,
    document=replace(
        v6.DOCUMENT,
        version=7,
        effective="1 December 2026, 0800 hours",
        paragraphs=(*v6.DOCUMENT.paragraphs, CLOSING),
    ),
)
