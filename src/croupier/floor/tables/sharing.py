"""Shares in another's box: who does not fund his part of a wager folds his share, and the box is played on without it.

The document leaves the decision to the box's own Player. Neither an empty wallet nor a limit nor an exclusion of
somebody who has a share there takes it from him, and he learns nothing of them.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from croupier.floor.journal.records import Posting
from croupier.floor.people.played import moved
from croupier.floor.tables.kinds import BankedTable
from croupier.floor.tables.table import PlayHouse
from croupier.play.banked.commands import Choose
from croupier.play.refusal import Refusal

Stops = Callable[[tuple[Posting, ...]], Refusal | None]
"""Why these movements of money may not be."""


def short(state: Any, command: Any, postings: Iterable[Posting], stops: Stops) -> tuple[str, ...]:
    """The Players whose shares are folded before a decision, as they cannot or may not fund their part of it.

    At a table without wallets nobody knows whose chips are whose: there nobody is.
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
