"""What a table's events did to its link's meter."""

from collections.abc import Sequence
from typing import Any

from croupier.floor.links import LinkState, MeterMove
from croupier.floor.tables import BankedTable, OpenClaim, PlayHouse
from croupier.play.events import JackpotFed, JackpotPaid, JackpotUnfed, MeterRestored
from croupier.play.jackpot import WHOLE
from croupier.rules.house import HouseGame
from croupier.rules.settling import PercentOfMeter


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
    """A command with the link's meter and terms, where its table has not seen them yet."""
    policy = state.engine.policy
    return PlayHouse(
        command.command,
        link.meter if link.meter != state.engine.meter.millionths else None,
        link.terms if link.terms != (policy.seed, policy.contribution) else None,
    )
