"""A table and its link: what the table's events did to the meter, and what the table knows of meter and terms."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from croupier.floor.links import LinkState, MeterMove
from croupier.floor.tables import (
    BankedTable,
    ChangePolicy,
    EstablishTable,
    OpenClaim,
    PlayHouse,
    Propose,
    is_running,
)
from croupier.play.events import JackpotFed, JackpotPaid, JackpotUnfed, MeterRestored
from croupier.play.jackpot import WHOLE
from croupier.rulebooks import UnknownGameError, load
from croupier.rules.house import HouseGame
from croupier.rules.room import RoomGame
from croupier.rules.settling import PercentOfMeter

TERMS: Final = ("seed", "contribution", "jackpot_wager")
"""What of a table's policy is its link's."""


def meter_moves(
    game: HouseGame, state: BankedTable, events: Sequence[Any], claims: Sequence[OpenClaim] = ()
) -> tuple[MeterMove, ...]:
    """The movements, in order; ``claims`` are those that the events have settled."""
    signed = {claim.box: claim.signed for claim in claims}
    round_ = state.engine.rounds
    found: list[MeterMove] = []
    for event in events:
        match event:
            case JackpotFed():
                found.append(MeterMove(round_, event.box, event.millionths))
            case JackpotUnfed():
                found.append(MeterMove(round_, event.box, -event.millionths))
            case MeterRestored():
                found.append(MeterMove(round_, event.box, event.millionths))
            case JackpotPaid():
                prize = next(award.prize for award in game.jackpot.awards if award.name == event.award)
                found.append(
                    MeterMove(
                        round_,
                        event.box,
                        event.meter_after - event.meter_before,
                        event.award,
                        event.player,
                        event.amount,
                        isinstance(prize, PercentOfMeter) and prize.percent == WHOLE,
                        signed.get(event.box, ()) if isinstance(prize, PercentOfMeter) else (),
                    )
                )
            case _:
                pass
    return tuple(found)


def as_read(link: LinkState, state: BankedTable, command: PlayHouse) -> PlayHouse:
    """A command with the link's meter and terms, where its table has not seen them yet.

    A round is played to its end with the jackpot wager that it began with: wagers of that size lie there.
    """
    policy = state.engine.policy
    seed, contribution, wager = link.terms
    terms = (seed, contribution, policy.jackpot_wager if is_running(state) else wager)
    return PlayHouse(
        command.command,
        link.meter if link.meter != state.engine.meter.millionths else None,
        terms if terms != (policy.seed, policy.contribution, policy.jackpot_wager) else None,
    )


def link_of(state: Any, command: EstablishTable | Propose) -> str:
    """The link whose terms a command is under; empty where there is none."""
    if isinstance(command, EstablishTable):
        return command.link
    return state.info.link if isinstance(state, BankedTable) else ""


def imposed(link: LinkState, command: EstablishTable | Propose) -> EstablishTable | Propose:
    """A table's policy has its link's terms, whatever else was written there."""
    terms = dict(zip(TERMS, link.terms, strict=True))
    if isinstance(command, EstablishTable):
        return command if _in_room(command) else replace(command, policy={**command.policy, **terms})
    if isinstance(command.what, ChangePolicy):
        return Propose(ChangePolicy({**command.what.policy, **terms}))
    return command


def _in_room(command: EstablishTable) -> bool:
    """Whether it is about a table of the poker room, which has no jackpot."""
    try:
        return isinstance(load(command.game), RoomGame)
    except UnknownGameError:
        return False


def without_terms(command: Any) -> Any:
    """What somebody asked for, without what is the link's to say."""
    if isinstance(command, EstablishTable):
        return replace(command, policy=_others(command.policy))
    if isinstance(command, Propose) and isinstance(command.what, ChangePolicy):
        return Propose(ChangePolicy(_others(command.what.policy)))
    return command


def _others(policy: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in policy.items() if name not in TERMS}
