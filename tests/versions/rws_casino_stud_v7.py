"""Casino Stud as a seventh version might have it. Made up: what it changes is below, all else is version 6.

- A Flush pays 6 to 1 on the BET instead of 5 to 1 (4.1).
- A BET pays at most SGD 50,000.00 instead of 100,000.00 (4.1.1).
- A Full House wins SGD 250 of the jackpot instead of 200 (4.2).
- What follows from cards that were not shuffled is for the Shift Manager to say (5.8.5).
- A heading is gone (2.1), and there is a closing paragraph (5.25).
"""

from msgspec.structs import replace

from croupier.money import To1
from croupier.rulebooks import rws_casino_stud_v6 as v6
from croupier.rules.document import Cite, Disposition, Paragraph
from croupier.rules.irregularities import Decider, Rule, Ruling
from croupier.rules.settling import Award, Cap, Fixed, PayLine
from croupier.rules.terms import WagerName

RESTATED: dict[Cite, Paragraph] = {
    "4.1.1": Paragraph("4.1.1", Disposition.MODELLED, "A BET pays at most SGD 50,000.00 a box."),
    "5.8.5": Paragraph(
        "5.8.5",
        Disposition.DISCRETION,
        "Cards that were not shuffled: the Shift Manager decides.",
        ("croupier.play.banked.decisions:take_decision",),
        "shift_manager",
    ),
}
CLOSING = Paragraph("5.25", Disposition.PHYSICAL, "The rules hang at every table.", (), "A sheet of paper on a wall.")


def _paragraphs() -> tuple[Paragraph, ...]:
    kept = [RESTATED.get(one.number, one) for one in v6.DOCUMENT.paragraphs if one.number != "2.1"]
    return (*kept, CLOSING)


def _bet_line(line: PayLine) -> PayLine:
    return replace(line, odds=To1(6)) if line.name == "flush" else line


def _award(award: Award) -> Award:
    return replace(award, prize=Fixed(25_000)) if award.name == "full_house" else award


UNSHUFFLED = Rule(
    ("5.8.5",),
    {},
    Ruling.ROLE_DECIDES,
    "Cards that were not shuffled: the Shift Manager decides.",
    options=("void_round", "continue"),
    decided_by=Decider.SHIFT_MANAGER,
)

GAME = replace(
    v6.GAME,
    document=replace(v6.DOCUMENT, version=7, effective="1 December 2026, 0800 hours", paragraphs=_paragraphs()),
    pays={
        WagerName.ANTE: v6.ANTE_PAYS,
        WagerName.BET: replace(v6.BET_PAYS, lines=tuple(_bet_line(line) for line in v6.BET_PAYS.lines)),
    },
    caps={WagerName.BET: Cap(5_000_000, "4.1.1", "I8")},
    jackpot=replace(v6.GAME.jackpot, awards=tuple(_award(award) for award in v6.GAME.jackpot.awards)),
    irregularities=replace(v6.IRREGULARITIES, rules={**v6.IRREGULARITIES.rules, "unshuffled_cards": (UNSHUFFLED,)}),
)
