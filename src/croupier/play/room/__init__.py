"""The poker room: Players against each other, round after round, at one table."""

from croupier.play.room.decide import decide
from croupier.play.room.evolve import evolve
from croupier.play.room.table import act, open_room

__all__ = ["act", "decide", "evolve", "open_room"]
