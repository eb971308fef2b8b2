"""Shares in another's box: a Player who does not fund their part of a wager folds their share, and the box plays on.

The document leaves the decision to the box's own Player. Neither an empty wallet nor a limit nor an exclusion of
somebody with a share there takes it from them, and they learn nothing of these.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from croupier.floor.journal.records import Posting
from croupier.floor.people.played import moved
from croupier.floor.tables.table import BankedTable, PlayHouse
from croupier.play.banked.commands import Choose
from croupier.play.refusal import Refusal

Stops = Callable[[tuple[Posting, ...]], Refusal | None]
"""Why these movements of money are not allowed."""


def short(state: Any, command: Any, postings: Iterable[Posting], stops: Stops) -> tuple[str, ...]:
    """The Players whose shares are folded before a decision, as they cannot or may not fund their part of it.

    At a table without wallets nobody knows whose chips are whose, so there are none.
    """
    if not isinstance(state, BankedTable) or not isinstance(command, PlayHouse) or state.engine.round is None:
        return ()
    asked = command.command
    box = state.engine.round.box(asked.box) if isinstance(asked, Choose) else None
    if box is None:
        return ()
    posted = tuple(postings)
    parts = {player: tuple(one for one in posted if moved((one,)).get(player)) for player in moved(posted)}
    return tuple(player for player, part in parts.items() if player != box.player and stops(part) is not None)


def without(command: PlayHouse) -> PlayHouse:
    """The same decision once shares have been folded: what it places is less by these."""
    assert isinstance(command.command, Choose)
    return replace(command, command=replace(command.command, amount=None))
