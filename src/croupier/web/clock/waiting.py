"""The waits of a table that the program deals, if a clock can end them. Pure: only the Pacer knows who is present.

The engine itself computes the effect of running out, so that a page never promises what the document does not say.
"""

from typing import Final

from msgspec import Struct

from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.play.actor import SYSTEM, Actor
from croupier.play.banked import decide as decide_house
from croupier.play.banked.choices import LEAVE
from croupier.play.banked.commands import BankedCommand, CloseBets, OpenRound, RunOutClock, WithdrawWager
from croupier.play.banked.events import BankedEvent, ChoiceMade, Decided, HandAbsent, HandInvalidated, JackpotStatus
from croupier.play.banked.flow import current_step, undecided
from croupier.play.banked.state import Box, Phase
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room
from croupier.play.room import decide as decide_room
from croupier.play.room import state as room_state
from croupier.play.room.events import Acted, RoomEvent
from croupier.play.room.showdown import next_to_show
from croupier.play.room.state import NOBODY
from croupier.rules.document import Cite
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.room import Marker, Move, RoomGame
from croupier.rules.terms import Decide, Role, WagerName

Cites = tuple[Cite, ...]

_MOVES: Final = {Move.FOLD: "folds", Move.CHECK: "checks", Move.CALL: "calls"}


class Wait(Struct, frozen=True):
    """A wait that a clock runs for."""

    kind: str
    """The name of the wait on a page's clock: ``bets``, ``turn``, ``choice``, ``show``, ``next``."""
    key: tuple[int, ...]
    """The identity of the wait: the clock runs on as long as it stays the same."""
    command: PlayBanked | PlayRoom
    """The floor's command when the clock has run out."""
    then: str
    cites: Cites
    box: int | None = None


def waits_for(state: TableState) -> Wait | None:
    """Return the wait of a table; None if it waits for a role's decision, a signature or a first wager."""
    return _room_wait(state) if isinstance(state, RoomTable) else _banked_wait(state)


# ---- House-banked games ---------------------------------------------------------------------------------------------


def _banked_wait(state: BankedTable) -> Wait | None:
    engine, game = state.engine, state.game
    round_ = engine.round
    if round_ is None or not state.running:
        opening = OpenRound()
        if not state.info.open or not _tried(state, opening):
            return None
        return Wait("next", (engine.rounds,), PlayBanked(opening), "opens", (game.opens,))
    chooses = next((box for box in round_.boxes if box.choice), None)
    if chooses is not None:
        return _clock(state, "choice", (round_.number,), chooses)
    if any(one.irregularity != JACKPOT_DOWN for one in engine.pending) or state.info.claims:
        return None
    if round_.phase is Phase.BETTING:
        held = engine.jackpot is JackpotStatus.UNDECIDED
        if held or not round_.boxes:
            return None
        return Wait("bets", (round_.number,), PlayBanked(CloseBets()), "closes", (game.closes,))
    box = undecided(round_) if isinstance(current_step(game, engine), Decide) else None
    return None if box is None else _clock(state, "turn", (round_.number, box.number, len(box.decisions)), box)


def _clock(state: BankedTable, kind: str, key: tuple[int, ...], box: Box) -> Wait | None:
    """Return the wait for a box, with the document's consequence when its clock runs out."""
    command = RunOutClock(box.number)
    events = _tried(state, command)
    if not events:
        return None
    then, cites = "", events[-1].cites
    for event in events:
        match event:
            case HandAbsent():
                then, cites = "folds" if event.folded else "checks", event.cites
            case Decided():
                then, cites = "folds", event.cites
            case HandInvalidated():
                then, cites = "returns", event.cites
            case ChoiceMade():
                then, cites = "returns" if event.option in LEAVE else "plays_on", event.cites
            case _:
                continue
        break
    return Wait(kind, key, PlayBanked(command), then, cites, box.number)


def _tried(state: BankedTable, command: BankedCommand) -> tuple[BankedEvent, ...]:
    """Return the events that an act of the program would cause; none if it is refused."""
    answer = decide_house(state.game, state.engine, Actor(SYSTEM, Role.DEALER), command)
    return () if isinstance(answer, Refusal) else answer


def handed_back(state: BankedTable, *, link_down: bool) -> list[PlayBanked]:
    """Return the commands that hand back the chips which keep the bets from being closed.

    Players must increase or withdraw a wager below the minimum, and take back a jackpot wager while the link is down. A
    Player who had the time and did neither gets the chips back. With a short Ante, every wager on the box that needs an
    Ante goes back too.
    """
    game, round_ = state.game, state.engine.round
    back: list[PlayBanked] = []
    for box in round_.boxes if round_ is not None and round_.phase is Phase.BETTING else ():
        short = set()
        for wager in box.wagers:
            area = game.area(wager.name)
            if area is not None and wager.amount < state.engine.policy.limits(area.limits)[0]:
                short.add(wager.name)
        if link_down:
            short.add(WagerName.JACKPOT)
        for wager in reversed(box.wagers):  # the Ante last: the others need it
            area = game.area(wager.name)
            needs_ante = area is None or not area.alone
            if wager.name in short or (needs_ante and WagerName.ANTE in short):
                names = [share.player for share in wager.shares]
                back += (PlayBanked(WithdrawWager(box.number, wager.name, None, name)) for name in names)
    return back


# ---- The poker room -------------------------------------------------------------------------------------------------


def _room_wait(state: RoomTable) -> Wait | None:
    table, game = state.engine, state.game
    round_ = table.round
    if table.pending:
        return None
    if round_ is None or not table.playing:
        opening = room.OpenRound()
        if not state.info.open or not _tried_in_room(game, state, opening):
            return None
        return Wait("next", (table.rounds,), PlayRoom(opening), "opens", game.grounds.opens)
    if round_.phase is room_state.Phase.BETTING:
        hand = round_.hands[round_.turn]
        command = room.RunOutClock(hand.seat)
        acted = next((one for one in _tried_in_room(game, state, command) if isinstance(one, Acted)), None)
        if acted is None:
            return None
        # The key has each value that an act changes: a Player who acts again in the same commit has a new clock.
        key = (round_.number, round_.street, round_.turn, round_.level, round_.to_act, hand.stack)
        return Wait("turn", key, PlayRoom(command), _MOVES.get(acted.move, "bets"), acted.cites, hand.seat)
    lone = not round_.active & (round_.active - 1)
    showing = round_.phase is room_state.Phase.SHOWDOWN and not lone and round_.marker is Marker.SHOWDOWN
    at = next_to_show(game, round_) if showing and not round_.tabled else NOBODY
    if at == NOBODY:
        return None
    seat = round_.hands[at].seat
    muck = room.MuckHand(seat)
    mucks = bool(_tried_in_room(game, state, muck))
    # The clock must not reveal whether a hand that no Player has seen is beaten.
    known = not any(hand.shown for hand in round_.hands)
    grounds = game.grounds.must_show if known else (*game.grounds.must_show, *game.grounds.may_muck)
    then = "shows" if known else "shows_or_mucks"
    command_then = PlayRoom(muck if mucks else room.ShowHand(seat))
    return Wait("show", (round_.number, seat), command_then, then, tuple(dict.fromkeys(grounds)), seat)


def _tried_in_room(game: RoomGame, state: RoomTable, command: room.RoomCommand) -> tuple[RoomEvent, ...]:
    answer = decide_room(game, state.engine, Actor(SYSTEM, Role.DEALER), command)
    return () if isinstance(answer, Refusal) else answer
