"""A ruling as it goes on record: with whose word it rests on, and how the table read what it established itself."""

from msgspec.structs import replace

from croupier.play.actor import Actor
from croupier.play.banked.commands import Report
from croupier.play.banked.events import IrregularityRuled
from croupier.play.rulings import Ruled
from croupier.play.testimony import Testimony
from croupier.rules.house import HouseGame


def event_of(actor: Actor, command: Report, ruled: Ruled, said: Testimony) -> IrregularityRuled:
    """A ruling for the record, with whose word it rests on."""
    return IrregularityRuled(
        ruled.irregularity,
        ruled.facts,
        command.box,
        ruled.ruling,
        ruled.then,
        ruled.options,
        ruled.decided_by,
        ruled.cites,
        said.stated,
        said.contradicted,
        actor.name,
        command.reason,
    )


def with_readings(game: HouseGame, event: IrregularityRuled, read: set[str]) -> IrregularityRuled:
    """A ruling with the interpretations by which the table established its facts, or took a word against the record."""
    readings, against = game.irregularities.readings, {"said"} if event.contradicted else set()
    cites = (cite for name, read_so in readings.items() if name in read | against for cite in read_so)
    return replace(event, cites=tuple(dict.fromkeys((*event.cites, *cites))))
