"""Walking a table at random: sensible acts mixed with nonsense, so that every moment sees every command."""

import random
from collections.abc import Iterator

from croupier.cards import DECK, UNKNOWN, Card
from croupier.notation.actors import Deed
from croupier.play.actor import Actor, Entered
from croupier.play.banked import open_table
from croupier.play.banked.commands import (
    BankedCommand,
    Choose,
    CloseBets,
    DealCards,
    DeclineShare,
    InspectHand,
    Look,
    OpenRound,
    PlaceWager,
    RestrictPlayer,
    Reveal,
    Settle,
    ShowHand,
    WithdrawWager,
    WithholdHand,
)
from croupier.play.banked.flow import current_step, hands_to_show, places_ahead, undecided
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.table import Turn
from croupier.play.refusal import Refusal
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decide, Decision, RevealCommunity, RevealDealer, Role, ShowHands, WagerName
from tests.pit import agreed

PLAYERS = ("ann", "bob", "cho")
STAFF = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)


class Step:
    """One command of a walk, with the table before it and what came of it."""

    def __init__(self, before: Table, deed: Deed[BankedCommand], outcome: Turn | Refusal) -> None:
        self.before, self.deed, self.outcome = before, deed, outcome

    @property
    def entered(self) -> Entered:
        """Who entered it, and as which act of the table."""
        return Entered(self.before.version, self.deed.actor.name, self.deed.actor.role)

    @property
    def after(self) -> Table:
        """The table after it: unchanged where the command was refused."""
        return self.before if isinstance(self.outcome, Refusal) else self.outcome.table


def walk(game: BankedGame, rng: random.Random, steps: int) -> Iterator[Step]:
    """A table under random commands."""
    policy: dict[str, object] = {
        "dealing": rng.choice(list(game.rounds)),
        "contribution": rng.choice(["0.70", "0.705"]),
    }
    table = open_table(game, policy, meter=rng.choice([0, 99_999, 12_345_678]))
    for _ in range(steps):
        deed = _deed(game, table, rng)
        outcome = agreed(game, table, deed)
        step = Step(table, deed, outcome)
        yield step
        table = step.after


def _deed(game: BankedGame, table: Table, rng: random.Random) -> Deed[BankedCommand]:
    if rng.random() < 0.25:
        role = rng.choice(list(Role))
        actor = rng.choice(PLAYERS) if role is Role.PLAYER else role.value
        return Deed(Actor(actor, role), _nonsense(rng))
    return sensible_deed(game, table, rng)


def sensible_deed(game: BankedGame, table: Table, rng: random.Random) -> Deed[BankedCommand]:
    """Something that the table may be waiting for, from somebody who may say it."""
    command = _sensible(game, table, rng)
    player = rng.choice(PLAYERS)
    if isinstance(command, PlaceWager | WithdrawWager):
        if rng.random() < 0.2:
            return Deed(Actor("dealer", Role.DEALER), command)
        return Deed(Actor(command.player, Role.PLAYER), command)
    if isinstance(command, DeclineShare):
        return Deed(Actor(player, Role.PLAYER), command)
    return Deed(Actor("dealer", Role.DEALER), command)


def _sensible(game: BankedGame, table: Table, rng: random.Random) -> BankedCommand:
    """Something that the table may be waiting for."""
    round_, step = table.round, current_step(game, table)
    if round_ is None or round_.phase is Phase.ENDED:
        return OpenRound()
    if round_.phase is Phase.BETTING:
        return CloseBets() if round_.boxes and rng.random() < 0.15 else _wagering(table, rng)
    if step is None:
        return Settle()
    if isinstance(step, Decide):
        box = undecided(round_)
        assert box is not None
        if rng.random() < 0.3:
            return Look(rng.choice(round_.boxes).number)
        if rng.random() < 0.1:
            return DeclineShare(box.number)
        return Choose(box.number, rng.choice(step.choices).decision)
    if isinstance(step, RevealCommunity | RevealDealer):
        return Reveal()
    if isinstance(step, ShowHands):
        waiting = [box for box in hands_to_show(game, table.policy.dealing, round_) if box.shown is None]
        number = rng.choice(waiting).number
        return ShowHand(number) if rng.random() < 0.8 else WithholdHand(number)
    left = [card for card in DECK if not round_.used >> card & 1]
    count = rng.randint(1, len(places_ahead(game, table.policy.dealing, round_)))
    return DealCards(tuple(rng.sample(left, count)))


def _wagering(table: Table, rng: random.Random) -> BankedCommand:
    wager = rng.choice([WagerName.ANTE, WagerName.ANTE, WagerName.BONUS, WagerName.JACKPOT])
    box, player = rng.randint(1, 7), rng.choice(PLAYERS)
    if rng.random() < 0.1:
        return WithdrawWager(box, wager, rng.choice([None, 500, 2500]), player)
    amount = table.policy.jackpot_wager if wager is WagerName.JACKPOT else rng.choice([500, 2500, 3000, 7500])
    return PlaceWager(box, wager, amount, player)


def _nonsense(rng: random.Random) -> BankedCommand:
    box, wager, player = rng.randint(-1, 9), rng.choice(list(WagerName)), rng.choice((*PLAYERS, "", "no body"))
    amount = rng.choice([-500, 0, 1, 499, 500, 2500, 10**15])
    cards = tuple(rng.choice((*DECK, UNKNOWN, Card(77), Card(-3))) for _ in range(rng.randint(0, 6)))
    return rng.choice(
        (
            OpenRound(),
            CloseBets(),
            Reveal(),
            Settle(),
            PlaceWager(box, wager, amount, player),
            WithdrawWager(box, wager, rng.choice([None, amount]), player),
            DealCards(cards),
            Look(box),
            Choose(box, rng.choice(list(Decision)), rng.choice([None, amount])),
            DeclineShare(box, player),
            ShowHand(box),
            WithholdHand(box),
            InspectHand(box),
            RestrictPlayer(player, rng.random() < 0.5),
        )
    )
