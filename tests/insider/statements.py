"""The statements that a crew may make at a table, as far as one of them could pay."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Final

from msgspec import Struct

from croupier.cards import DECK, UNKNOWN
from croupier.floor.values.table_kinds import BankedTable
from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.authority import SignStatement
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import (
    BankedCommand,
    Choose,
    CorrectCard,
    CorrectDecision,
    CorrectWager,
    InspectHand,
    PlaceWager,
    Report,
    RestrictPlayer,
    RunOutClock,
    StopPlayer,
    TakeBackLast,
    TakeDecision,
    WithdrawWager,
)
from croupier.play.banked.state import Round
from croupier.play.rulings import known_facts
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import ABOUT_A_WAGER, Fact
from croupier.rules.terms import STAFF, Decision, Role, WagerName
from tests.insider.hands import FRIEND, FRIENDS_BOX, GUESTS_BOX

REASON: Final = "seen on the recording"
MOST_FACTS: Final = 24
"""Combinations of facts that are tried of one irregularity."""
_AREAS: Final = (WagerName.ANTE, WagerName.BONUS, WagerName.JACKPOT)


class Crew(Struct, frozen=True):
    """People who play together against the House."""

    name: str
    staff: tuple[Actor, ...]
    plays: bool = True
    """Whether the friend knows of it, and decides as it suits them."""
    against: bool = False
    """Whether the crew wants the Player to lose what is decided, and not to win."""

    def worth(self, won: int) -> int:
        """Return what it is worth to the crew that the Player wins so many cents."""
        return -won if self.against else won


CREWS: Final = (
    Crew("a Dealer alone", (Actor("dealer", Role.DEALER),), plays=False),
    Crew("a Dealer with a Player", (Actor("dealer", Role.DEALER),)),
    Crew("a Dealer against a Player", (Actor("dealer", Role.DEALER),), plays=False, against=True),
    Crew("a Pit Supervisor alone", (Actor("sid", Role.PIT_SUPERVISOR),), plays=False),
    Crew("a Pit Manager alone", (Actor("max", Role.PIT_MANAGER),), plays=False),
)


def statements(state: BankedTable, crew: Crew, rng: Random, most: int | None) -> list[Deed[BankedCommand]]:
    """Return what a crew may say at this moment, in an order from chance; at most so many, or all."""
    round_ = state.engine.round
    if round_ is None:
        return []
    found = [Deed(one, command) for one in crew.staff for command in _commands(state, round_, one.role)]
    found += [Deed(one, SignStatement(waits.number, REASON)) for one in crew.staff for waits in state.engine.waiting]
    if crew.plays:
        found += [Deed(one, command) for one in crew.staff for command in _for_the_player(state)]
    rng.shuffle(found)
    return found[:most]


def _commands(state: BankedTable, round_: Round, role: Role) -> Iterator[BankedCommand]:
    reason = "" if role is STAFF[0] else REASON
    yield from _reports(state, round_, reason)
    yield from _corrections(state, round_, reason)
    yield TakeBackLast(reason)
    for box in (FRIENDS_BOX, GUESTS_BOX):
        yield from (RunOutClock(box), InspectHand(box))
    for decision in Decision:
        yield CorrectDecision(FRIENDS_BOX, decision, None, reason)
    yield RestrictPlayer(FRIEND)
    yield StopPlayer(FRIEND, REASON)
    for pending in state.engine.pending:
        for option in pending.options:
            yield TakeDecision(pending.number, option, REASON, (FRIENDS_BOX,))


def _for_the_player(state: BankedTable) -> Iterator[BankedCommand]:
    """What staff enter at the friend's request."""
    for name in _AREAS:
        yield WithdrawWager(FRIENDS_BOX, name, None, FRIEND)
        yield PlaceWager(FRIENDS_BOX, name, state.engine.policy.maximum, FRIEND)
    for decision in Decision:
        yield Choose(FRIENDS_BOX, decision)


# ---- Reports --------------------------------------------------------------------------------------------------------


def _reports(state: BankedTable, round_: Round, reason: str) -> Iterator[Report]:
    game = state.game
    for name in game.irregularities.rules:
        if name in game.irregularities.cannot:
            continue
        for facts in _facts(game, name):
            if name in ABOUT_A_WAGER:
                yield from _about_wagers(state, round_, name, facts, reason)
                continue
            yield Report(name, facts, reason=reason)
            for box in (FRIENDS_BOX, GUESTS_BOX):
                yield Report(name, facts, box, player=FRIEND if box == FRIENDS_BOX else "", reason=reason)
            if name == "cards_exposed":
                for place, count in (("dealer", 1), ("dealer", 2), ("community", 2), (str(FRIENDS_BOX), 2)):
                    yield Report(name, facts, at=tuple((place, at) for at in range(count)), reason=reason)


def earlier(state: BankedTable, reason: str) -> Iterator[Report]:
    """Return what may be reported of the round before the one that has just been opened."""
    game, before = state.game, state.engine.rounds - 1
    for name in game.irregularities.rules:
        if name in game.irregularities.cannot:
            continue
        for facts in _facts(game, name):
            for box in (None, FRIENDS_BOX):
                wager = WagerName.ANTE if name in ABOUT_A_WAGER else None
                yield Report(name, facts, box, wager, 500 if wager else None, round=before, reason=reason)


def _about_wagers(state: BankedTable, round_: Round, name: str, facts: dict[str, str], reason: str) -> Iterator[Report]:
    box = round_.box(FRIENDS_BOX)
    for wager in box.wagers if box is not None else ():
        for cents in _amounts(state, wager.amount):
            yield Report(name, facts, FRIENDS_BOX, wager.name, cents, reason=reason)


def _amounts(state: BankedTable, lying: int) -> tuple[int, ...]:
    """Amounts that may have been on an area: little of what loses, much of what wins."""
    policy = state.engine.policy
    low, chip = policy.minimum, policy.lowest_chip
    found = (chip, low - chip, lying - chip, lying + chip, 2 * lying, policy.maximum, policy.maximum + chip)
    return tuple(dict.fromkeys(one for one in found if one > 0 and one != lying))


@cache
def _facts(game: BankedGame, name: str) -> tuple[dict[str, str], ...]:
    """Every combination of the facts that a report may state; none of them is stated first."""
    facts = [one for one in known_facts(game, name) if one.name not in ("wager", "outcome", "whose")]
    every = product(*((None, *_values(one)) for one in facts))
    found = [
        {fact.name: value for fact, value in zip(facts, values, strict=True) if value is not None} for values in every
    ]
    return tuple(found[:: max(1, len(found) // MOST_FACTS)])


def _values(fact: Fact) -> tuple[str, ...]:
    return fact.values or ("1", "2")


# ---- Corrections ----------------------------------------------------------------------------------------------------


def _corrections(state: BankedTable, round_: Round, reason: str) -> Iterator[BankedCommand]:
    box = round_.box(FRIENDS_BOX)
    if box is None:
        return
    for name in _AREAS:
        lying = box.wager(name)
        amounts = _amounts(state, lying.amount if lying is not None else 0)
        if name is WagerName.JACKPOT:
            amounts = (state.engine.policy.jackpot_wager,)
        for cents in (0, *amounts):
            yield CorrectWager(FRIENDS_BOX, name, cents, reason)
    yield from _cards(state, round_, reason)


def _cards(state: BankedTable, round_: Round, reason: str) -> Iterator[CorrectCard]:
    """Another card for one that was keyed: a better one for the friend, a worse one for the Dealer.

    A card that was keyed last is left out: to correct it falsely is to key it falsely, which cameras see.
    """
    free = [card for card in DECK if not round_.used >> card & 1]
    for place, cards in piles_of(round_):
        for at, card in enumerate(cards):
            if card == UNKNOWN or (place, at) in round_.fresh or place == "burn":
                continue
            same = [one for one in free if one // 4 in {other // 4 for other in cards if other != card}]
            for other in (free[0], free[-1], *same[:2]):
                yield CorrectCard(place, at, other, reason)
