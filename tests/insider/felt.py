"""The table at which a crew sits: on a floor, or ahead of it in memory; and the honest people around it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from msgspec.structs import replace
from sqlalchemy import event as sql

from croupier.floor.deciding import claiming
from croupier.floor.deciding.postings import of_table
from croupier.floor.house.config import establish, parse_floor
from croupier.floor.journal.store import Store
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import OpenTable, PlayBanked, SignClaim
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.actor import Actor, Entered
from croupier.play.authority import RefuseStatement
from croupier.play.banked import decide
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    Choose,
    CloseBets,
    DealCards,
    Look,
    OpenRound,
    PlaceWager,
    Reveal,
    Settle,
    ShowHand,
    TakeDecision,
)
from croupier.play.banked.flow import current_step, hands_to_show, turn_of
from croupier.play.banked.state import Box, Pending, Phase, Round
from croupier.play.refusal import Refusal
from croupier.rules.terms import Decide, Decision, RevealCommunity, RevealDealer, Role, ShowHands
from tests.floor.cashiers import two_sign
from tests.floor.fresh import fresh
from tests.floor.house import TickingClock
from tests.floor.random_floor import DAY, KEYS
from tests.floor.rigged import sign
from tests.floor.rigging import RiggedEntropy
from tests.insider.hands import FRIEND, FRIENDS_BOX, GUEST, Plan, courses
from tests.reference.house import GAMES

DEALER: Final = Actor("dealer", Role.DEALER)
PLAYERS: Final = {box: Actor(name, Role.PLAYER) for box, name in enumerate((FRIEND, GUEST), 1)}
HONEST: Final = Actor("sue", Role.SHIFT_MANAGER)
SIGNERS: Final = (Actor("sam", Role.PIT_SUPERVISOR), Actor("max", Role.PIT_MANAGER))
LONGEST: Final = 120
"""Acts within which every round ends."""


class Felt(Protocol):
    """A table that takes acts."""

    @property
    def state(self) -> BankedTable:
        """The table as it is now."""

    def ask(self, actor: Actor, command: BankedCommand) -> str:
        """Ask for an act; return why it is refused, or nothing."""

    def settled(self) -> str:
        """Sign the awards that wait, and settle."""


class Ahead:
    """A table in memory, with what its acts put into the friend's wallet, and what the friend had to decide there."""

    def __init__(self, state: BankedTable) -> None:
        self.state, self.won = state, 0
        self.decided: dict[int, Decision] = {}
        """The decisions of the friend's hand, by their place in its course."""
        self.chose = False
        """Whether a ruling left the friend a choice."""

    def copy(self) -> "Ahead":
        """Return the same table, to go another way."""
        found = Ahead(self.state)
        found.won = self.won
        return found

    def ask(self, actor: Actor, command: BankedCommand) -> str:
        """Ask the engine."""
        before = self.state
        events = decide(before.game, before.engine, actor, command, claiming.signers(before.info))
        if isinstance(events, Refusal):
            return events.sentence
        entered = Entered(before.engine.version, actor.name, actor.role)
        for event in events:
            after = replace(before, engine=before.evolved(event, entered))
            self.won += of_table(before, event, after).get(f"wallet:{FRIEND}", 0)
            before = after
        self._remember(self.state, actor, command)
        self.state = before
        return ""

    def _remember(self, state: BankedTable, actor: Actor, command: BankedCommand) -> None:
        self.chose = self.chose or (isinstance(command, AnswerChoice) and actor.name == FRIEND)
        if isinstance(command, Choose) and command.box == FRIENDS_BOX:
            box = state.engine.round.box(FRIENDS_BOX) if state.engine.round is not None else None
            assert box is not None, "a decision is one of a hand"
            self.decided[len(box.decisions)] = command.decision

    def settled(self) -> str:
        """Settle; awards are signed for on a floor alone."""
        return self.ask(DEALER, Settle())


class Seated:
    """A table of a floor on SQLite."""

    def __init__(self, floor: Floor, name: str) -> None:
        self.floor, self.name = floor, name

    @property
    def state(self) -> BankedTable:
        """The table as the floor has it."""
        found = self.floor.table(self.name)
        assert isinstance(found, BankedTable)
        return found

    @property
    def wallet(self) -> int:
        """The friend's cents."""
        return self.floor.balances.get(f"wallet:{FRIEND}", 0)

    def ask(self, actor: Actor, command: BankedCommand) -> str:
        """Ask the floor."""
        return self._asked(actor, PlayBanked(command))

    def settled(self) -> str:
        """Settle; where awards wait, have two others sign each of them first."""
        waiting = [claim for claim in self.state.info.claims if len(claim.signed) < len(SIGNERS)]
        for claim in waiting:
            for signer in SIGNERS[len(claim.signed) :]:
                self._asked(signer, SignClaim(claim.box))
        return "" if waiting else self.ask(DEALER, Settle())

    def _asked(self, actor: Actor, command: Any) -> str:
        reply = self.floor.submit(Request(f"table:{self.name}", actor.name, actor.role, command))[0]
        return "" if isinstance(reply, Accepted) else reply.sentence


def table_of(game: str, *, automatic: bool) -> str:
    """Return the name of the table of a game."""
    return f"{game.removeprefix('rws-')[:12]}-{'auto' if automatic else 'felt'}".strip("-")


def house(path: Path) -> tuple[Floor, RiggedEntropy]:
    """Open a floor with two tables of every house-banked game, one of them automatic, each on its own jackpot."""
    plan = ["[house]\ncapital = 100_000_000_000\n"]
    for game in GAMES:
        for automatic in (False, True):
            name, played = table_of(game, automatic=automatic), str(automatic).lower()
            plan.append(f'[links.{name}]\nseed = 5_000_000\n[tables.{name}]\ngame = "{game}"\nlink = "{name}"')
            plan.append(f"automatic = {played}\n")
    entropy, engine = RiggedEntropy(5), fresh(path)
    sql.listen(engine, "connect", lambda driver, _: driver.execute("PRAGMA synchronous=OFF"))  # for speed
    floor = Floor(Store(engine), clock=TickingClock(), entropy=entropy, keys=KEYS)
    establish(floor, parse_floor("\n".join(plan), "floor.toml"))
    for name in floor.tables():
        sign(floor, name, OpenTable(((max(floor.table(name).engine.policy.chips), 10_000),)))
    for player in (FRIEND, GUEST):
        two_sign(floor, CashIn(player, 50_000_000, DAY))
    return floor, entropy


# ---- Honest play ----------------------------------------------------------------------------------------------------


def next_act(felt: Felt, plan: Plan, decisions: Sequence[Decision], options: Sequence[str] = ()) -> bool | str:
    """Do the next thing that honest people do; return False at the end, or why they cannot go on.

    ``decisions`` are the friend's, ``options`` their answers where a ruling leaves them a choice.
    """
    state = felt.state
    round_ = state.engine.round
    for statement in state.engine.waiting:  # honest people do not sign what is false
        return felt.ask(HONEST, RefuseStatement(statement.number, "the recording shows nothing of it")) or True
    if round_ is None or round_.phase is Phase.ENDED:
        return False
    waiting = next((box for box in round_.boxes if box.choice), None)
    held = next((one for one in state.engine.pending if one.holds_round), None)
    if waiting is not None:
        return _answered(felt, waiting, options) or True
    if held is not None:
        return _decided(felt, held) or True
    if round_.phase is Phase.BETTING:
        return _wagered(felt, round_, plan) or True
    if round_.phase is Phase.SETTLING:
        return felt.settled() or True
    due = state.places_due()
    if due:
        cards = [card for card in plan.deck if not round_.used >> card & 1]
        return felt.ask(_dealer(state), DealCards(tuple(cards[: len(due)]))) or True
    return _played(felt, plan, decisions) or True


def finished(felt: Felt, plan: Plan, decisions: Sequence[Decision], options: Sequence[str] = ()) -> bool:
    """Play a round to its end as honest people do; return whether it came to one."""
    for _ in range(LONGEST):
        went = next_act(felt, plan, decisions, options)
        if went is not True:
            return went is False
    return False


def opened(felt: Felt) -> str:
    """Announce a round; the floor does so itself at an automatic table."""
    return felt.ask(DEALER, OpenRound())


def _dealer(state: BankedTable) -> Actor:
    return Actor(SYSTEM, Role.SHIFT_MANAGER) if state.info.automatic else DEALER


def _answered(felt: Felt, box: Box, options: Sequence[str]) -> str:
    player = box.choosers[0] if box.choosers else box.player
    fallback = "continue" if "continue" in box.choice else box.choice[0]
    wanted = next((one for one in options if one in box.choice), fallback) if player == FRIEND else fallback
    return felt.ask(Actor(player, Role.PLAYER), AnswerChoice(box.number, wanted))


def _decided(felt: Felt, pending: Pending) -> str:
    """A decision that a false report has led to: honest people let the round go on as it lies."""
    lets = [one for one in pending.options if "continue" in one or one in ("wait", "as_dealt", "not_intentional")]
    option = (*lets, *pending.options)[0]
    return felt.ask(HONEST, TakeDecision(pending.number, option, "nothing of it is on the recording"))


def _wagered(felt: Felt, round_: Round, plan: Plan) -> str:
    for box, name, cents in plan.wagers:
        lying = round_.box(box)
        if lying is None or lying.wager(name) is None:
            return felt.ask(PLAYERS[box], PlaceWager(box, name, cents))
    return felt.ask(DEALER, CloseBets())


def _played(felt: Felt, plan: Plan, decisions: Sequence[Decision]) -> str:
    state = felt.state
    round_, step = state.engine.round, current_step(state.game, state.engine)
    assert round_ is not None
    if isinstance(step, Decide):
        box = turn_of(state.game, state.engine)
        assert box is not None, "a step of decisions waits for no hand"
        if box.number == FRIENDS_BOX and plan.looks and not box.looked and not box.decisions:
            return felt.ask(PLAYERS[box.number], Look(box.number))
        return felt.ask(PLAYERS[box.number], Choose(box.number, _choice(plan, box, decisions)))
    if isinstance(step, RevealCommunity | RevealDealer):
        return felt.ask(_dealer(state), Reveal())
    assert isinstance(step, ShowHands), step
    hands = hands_to_show(state.game, state.engine.policy.dealing, round_)
    number = next(box for box in hands if box.shown is None).number
    return felt.ask(_dealer(state) if state.info.automatic else PLAYERS[number], ShowHand(number))


def _choice(plan: Plan, box: Box, decisions: Sequence[Decision]) -> Decision:
    if box.number != FRIENDS_BOX:
        stays = next(one for one in courses(plan.game) if one[0] is not Decision.FOLD)
        decisions = stays if plan.guest_stays else (Decision.FOLD,)
    return decision_at(decisions, len(box.decisions))


def decision_at(decisions: Sequence[Decision], at: int) -> Decision:
    """Return the decision of a course at this place; beyond its end a hand checks."""
    return decisions[at] if at < len(decisions) else Decision.CHECK
