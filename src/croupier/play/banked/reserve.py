"""The reserve of a Player: the wager without which a hand can only be given up."""

from functools import lru_cache

from croupier.money import Cents
from croupier.play.banked.flow import first_decision
from croupier.play.banked.state import Box, Phase, Table
from croupier.rules.banked import GAMES, BankedGame
from croupier.rules.terms import Choice, WagerName

_ANTE = WagerName.ANTE


@lru_cache(maxsize=GAMES)
def following(game: BankedGame, dealing: str) -> Choice | None:
    """Return the choice after the deal that places the least wager; None if none places one."""
    placing = [one for one in first_decision(game, dealing).choices if one.places is not None]
    return min(placing, key=lambda one: one.times_ante, default=None)


def kept(game: BankedGame, table: Table, player: str) -> Cents:
    """Return the least amount that a Player's undecided hands will need.

    A Player with a share in another's box reserves nothing for it: a share that is not funded further folds by itself.
    """
    round_, choice = table.round, following(game, table.policy.dealing)
    if round_ is None or round_.phase is Phase.ENDED or choice is None:
        return 0
    antes = 0
    for box in round_.boxes:
        if box.player == player and not box.decisions and box.in_play:
            antes += _ante(box, player)
    return choice.times_ante * antes


def _ante(box: Box, player: str) -> Cents:
    ante = box.wager(_ANTE)
    if ante is None:
        return 0
    return sum([share.amount for share in ante.shares if share.player == player and not share.back])
