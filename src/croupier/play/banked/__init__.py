"""The engine: ``decide(game, table, actor, command)`` returns events or a refusal, ``evolve`` applies them. Pure.

Games reach it as values of :class:`croupier.rules.banked.BankedGame`; it knows none of them by name.
"""

from croupier.play.banked.decide import decide
from croupier.play.banked.evolve import evolve, opened
from croupier.play.banked.table import Turn, act, open_table
from croupier.play.banked.view import view

__all__ = ["Turn", "act", "decide", "evolve", "open_table", "opened", "view"]
