"""What the tests of chapters 5 and 6 of Texas Hold'em Bonus Progressive share."""

from collections.abc import Iterable
from itertools import product
from typing import Any, Final

import pytest

from croupier.play.banked.events import BankedEvent, IrregularityRuled
from croupier.play.refusal import Reason
from croupier.play.rulings import RulingError, ask
from croupier.rulebooks import load_banked
from croupier.rules.irregularities import facts_of
from tests.rulebooks.holdem import ANTE, closed
from tests.sitting import Sitting

GAME: Final = "mbs-texas-holdem-bonus-progressive"
SEED: Final = 5_000_000_000_000
"""The meter as it starts, in millionths of a cent."""
SHARE: Final = 350_000_000
"""What a jackpot wager of SGD 5 puts into it."""
BETS: Final = (
    f"p1: 1 ante {ANTE}",
    "p1: 1 bonus 2500",
    "p1: 1 jackpot 500",
    f"p2: 2 ante {ANTE}",
    "p2: 2 jackpot 500",
)
"""Two hands; both have a jackpot wager, the first a Bonus."""
DEAL: Final = "dealer: deal Kc 7d 2h 9s 3c As Ad Jc Jd Qh Qs"
"""Aces win against the Dealer's Queens, Jacks lose."""
FLOPS: Final = ("p1: flop 1", "p2: flop 2")
CHECKS: Final = ("p1: check 1", "p2: check 2")
TO_THE_END: Final = ("dealer: reveal", *CHECKS, "dealer: reveal", *CHECKS, "dealer: reveal", "dealer: reveal")
SHOWN: Final = ("p1: show 1", "p2: show 2", "dealer: settle")

Asked = tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...], str]
LEFT: Final[Asked] = ("role_decides", ("6.1",), (), ("continue", "void_round", "invalidate_hand"), "shift_manager")


def asked(name: str, **facts: str) -> Asked:
    """The ruling: what, by which paragraphs, what follows, between what, and who decides."""
    ruled = ask(load_banked(GAME), name, facts)
    assert ruled.explanation
    return ruled.ruling.value, ruled.cites, tuple(one.value for one in ruled.then), ruled.options, ruled.decided_by


def plain(ruling: str, *cites: str) -> Asked:
    """A ruling of the text itself that leaves nothing open."""
    return ruling, cites, (), (), "rules"


def needs(name: str, missing: str, **facts: str) -> None:
    """Expect no ruling without these facts, and all of them named."""
    with pytest.raises(RulingError, match=f"the ruling on {name} needs the fact") as refused:
        asked(name, **facts)
    assert [fact.name for fact in refused.value.missing] == missing.split()


def one_row_each(name: str) -> None:
    """The paragraphs on an irregularity do not overlap: never do two rows apply to the same facts."""
    table = load_banked(GAME).irregularities
    facts = facts_of(table, name)
    for values in product(*(fact.samples for fact in facts)):
        given = {fact.name: value for fact, value in zip(facts, values, strict=True)}
        assert sum(rule.applies(given) for rule in table.rules[name]) <= 1


def dealt(*more: str, bets: Iterable[str] = BETS, deal: str = DEAL, **policy: Any) -> Sitting:
    """Two hands dealt, and what has happened since."""
    sitting = closed(GAME, *bets, **policy)
    sitting.do(deal, *more)
    return sitting


def ruling(events: Iterable[BankedEvent]) -> tuple[str, tuple[str, ...]]:
    """The ruling among events, with its paragraphs."""
    (event,) = (one for one in events if isinstance(one, IrregularityRuled))
    return event.ruling.value, event.cites


End = tuple[str, int, int, tuple[str, ...]]


def ends(sitting: Sitting, box: int) -> dict[str, End]:
    """How each wager of a box ended: result, paid, returned, paragraphs."""
    return {
        line.wager.value: (line.result.value, line.paid, line.returned, line.cites)
        for line in sitting.round.lines
        if line.box == box
    }


def back(cites: tuple[str, ...], **wagers: int) -> dict[str, End]:
    """Wagers that come back."""
    return {name: ("returned", 0, amount, cites) for name, amount in wagers.items()}


def voided(cites: tuple[str, ...], **wagers: int) -> dict[str, End]:
    """Wagers that come back with a void round."""
    return {name: ("void", 0, amount, cites) for name, amount in wagers.items()}


def is_void(sitting: Sitting, *cites: str) -> None:
    """The round of ``BETS`` is void: all that was wagered is back, and the meter as it was."""
    assert ends(sitting, 1)["ante"] == ("void", 0, ANTE, cites)
    assert {line.result.value for line in sitting.round.lines} == {"void"}
    assert all((line.paid, line.returned, line.cites) == (0, line.staked, cites) for line in sitting.round.lines)
    assert {line.wager.value for line in sitting.round.lines if line.box == 1} >= {"ante", "bonus", "jackpot"}
    assert sitting.table.meter.millionths == SEED
    assert sitting.round.phase.value == "ended"


def refused(sitting: Sitting, text: str, reason: Reason, *cites: str) -> None:
    """The act is refused for this reason, under these paragraphs."""
    refusal = sitting.refused(text)
    assert (refusal.reason, refusal.cites) == (reason, cites)
