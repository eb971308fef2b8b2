"""The changes that a table takes up with its next round: a policy, a mode, or a version of its document.

Two people sign for each. A policy applies from the next round on, a version from the first round of its day, and a mode
as soon as no round is in play.

A round keeps the version under which it was played. A ruling about the last round therefore follows that version until
the next round opens.
"""

from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.values.gaming_day import is_day
from croupier.floor.values.table import (
    AdoptRulebook,
    ChangeMode,
    ModeChanged,
    ModeWaits,
    PolicyChanged,
    PolicyWaits,
    RulebookAdopted,
    RulebookTakenUp,
    TakeUpRulebook,
)
from croupier.floor.values.table_kinds import RoomTable, TableState, has_jackpot
from croupier.play.refusal import Reason, Refusal
from croupier.rulebooks import UnknownGameError, as_banked, as_room, load_rulebook
from croupier.rules.banked import BankedPolicy, PolicyError, read_banked_policy
from croupier.rules.game import Game
from croupier.rules.room import RoomGame, RoomPolicy, read_room_policy


def wrong(state: TableState, what: AdoptRulebook) -> Refusal | None:
    """Return the refusal of a version that the table cannot adopt."""
    try:
        game = load_rulebook(what.rulebook)
    except UnknownGameError as error:
        sentence = str(error.args[0])
        return Refusal(Reason.FACT, f"{sentence[:1].upper()}{sentence[1:]}", ())
    if game.name != state.info.game:
        return Refusal(Reason.FACT, f"{what.rulebook} is not a rulebook of {state.info.game}", ())
    if what.rulebook == _last(state):
        held = "plays by" if what.rulebook == state.engine.rulebook else "has adopted"
        return Refusal(Reason.MOMENT, f"The table {held} {what.rulebook} already", ())
    if game.document.version < load_rulebook(state.engine.rulebook).document.version:
        sentence = f"{what.rulebook} was replaced by {state.engine.rulebook}, which the table follows"
        return Refusal(Reason.MOMENT, sentence, ())
    if not is_day(what.day):
        return Refusal(Reason.FACT, f"{what.day[:40]!r} is not a day such as 2026-11-15", ())
    holds = game.document.effective_day
    if what.day < holds:
        return Refusal(Reason.MOMENT, f"{what.rulebook} is effective from {holds} on, not from {what.day}", ())
    if has_jackpot(game) != bool(state.info.link):
        other = "has a jackpot, and the table no link" if has_jackpot(game) else "has no jackpot, and the table a link"
        return Refusal(Reason.FACT, f"{what.rulebook} {other}: establish a table for it", ())
    return _wrong_policy(game, _policy(state))


def too_late(what: AdoptRulebook) -> Refusal | None:
    """Return the refusal of a proposal for a day that is over. A second signature after midnight is not too late."""
    if what.day < what.today:
        return Refusal(Reason.MOMENT, f"{what.day} is over: the gaming day is {what.today}", ())
    return None


def wrong_then(state: TableState, policy: dict[str, Any]) -> Refusal | None:
    """Return the refusal of a policy that the table's adopted version does not allow."""
    if state.info.adopted is UNSET:
        return None
    return _wrong_policy(load_rulebook(state.info.adopted.rulebook), policy)


def _last(state: TableState) -> str:
    """Return the version that was adopted last, or else the current one."""
    return state.engine.rulebook if state.info.adopted is UNSET else state.info.adopted.rulebook


def _wrong_policy(game: Game, policy: dict[str, Any]) -> Refusal | None:
    try:
        _read(game, policy)
    except PolicyError as error:
        return Refusal(Reason.FACT, f"{game.document.rulebook} does not allow the table's {error.args[0]}", ())
    return None


def _read(game: Game, policy: dict[str, Any]) -> BankedPolicy | RoomPolicy:
    """Return a policy as a version interprets it. Raise PolicyError if the version does not allow it.

    An interpretation that the version no longer leaves open is dropped; a new one has its default.
    """
    if isinstance(game, RoomGame):
        return read_room_policy(game, policy)
    known = {one.name for one in game.parameters}
    readings = {name: value for name, value in policy.get("parameters", {}).items() if name in known}
    return read_banked_policy(game, {**policy, "parameters": readings})


def _policy(state: TableState) -> dict[str, Any]:
    """Return the House's policy for a table as plain values."""
    plain: dict[str, Any] = msgspec.to_builtins(state.engine.policy)
    return plain


def to_come(state: TableState) -> TableState:
    """Return a table with the policy of its next round: one that was signed for during a round waits for its end."""
    return state if state.info.policy is UNSET else state.with_policy(state.info.policy)


def is_due(state: TableState, day: str) -> bool:
    """Return whether a table takes up its adopted version before the round that opens now."""
    return state.info.adopted is not UNSET and state.info.adopted.day <= day and not state.running


def take_up(state: TableState, command: TakeUpRulebook) -> tuple[RulebookTakenUp] | Refusal:
    """Take up the version that the table has adopted, or refuse."""
    if state.info.adopted is UNSET or not is_due(state, command.day):
        return Refusal(Reason.MOMENT, "There is no new version of the document to take up now", ())
    game = load_rulebook(state.info.adopted.rulebook)
    policy = _read(game, _policy(state))
    return (RulebookTakenUp(game.document.rulebook, msgspec.to_builtins(policy)),)


def take_up_policy(state: TableState) -> tuple[PolicyChanged] | Refusal:
    """Take up the policy that was signed for during the last round, or refuse."""
    if state.info.policy is UNSET or state.running:
        return Refusal(Reason.MOMENT, "There is no new policy to take up now", ())
    return (PolicyChanged(state.info.policy),)


def wrong_mode(state: TableState, what: ChangeMode) -> Refusal | None:
    """Return the refusal of a mode that the table has, or will have."""
    info = state.info
    if what.automatic != (info.automatic if info.mode is UNSET else info.mode):
        return None
    who = "The floor" if what.automatic else "A Dealer"
    return Refusal(Reason.MOMENT, f"{who} {'deals' if info.mode is UNSET else 'will deal'} at this table already", ())


def take_up_mode(state: TableState) -> tuple[ModeChanged] | Refusal:
    """Take up the mode that was signed for during the last round, or refuse."""
    if state.info.mode is UNSET or state.running:
        return Refusal(Reason.MOMENT, "There is no other mode to take up now", ())
    return (ModeChanged(state.info.mode),)


def _with_mode(state: TableState, event: ModeChanged) -> TableState:
    """Return the table with another mode; a shoe that was prepared for the next round is not used."""
    info = replace(state.info, automatic=event.automatic, mode=UNSET, root="", dealt=0, seeding=None)
    if isinstance(state, RoomTable):
        return replace(state, info=info)
    return replace(state, info=info, engine=replace(state.engine, automatic=event.automatic))


TakingUp = PolicyChanged | PolicyWaits | ModeChanged | ModeWaits | RulebookAdopted | RulebookTakenUp


def evolve(state: TableState, event: TakingUp) -> TableState:
    """Return a table after one of these events."""
    if isinstance(event, ModeWaits):
        stays = event.automatic == state.info.automatic
        return replace(state, info=replace(state.info, mode=UNSET if stays else event.automatic))
    if isinstance(event, ModeChanged):
        return _with_mode(state, event)
    if isinstance(event, PolicyWaits):
        return replace(state, info=replace(state.info, policy=event.policy))
    if isinstance(event, PolicyChanged):
        return replace(state.with_policy(event.policy), info=replace(state.info, policy=UNSET))
    if isinstance(event, RulebookAdopted):
        # Adopting the current version cancels the one that was to come.
        stays = event.rulebook == state.engine.rulebook
        return replace(state, info=replace(state.info, adopted=UNSET if stays else event))
    info, game = replace(state.info, adopted=UNSET), load_rulebook(event.rulebook)
    if isinstance(state, RoomTable):
        room = read_room_policy(as_room(game), event.policy)
        return RoomTable(info, replace(state.engine, rulebook=event.rulebook, policy=room))
    house = read_banked_policy(as_banked(game), event.policy)
    return replace(state, info=info, engine=replace(state.engine, rulebook=event.rulebook, policy=house))
