"""The measure of wagers: the one place that decides how many of the chips on the areas of a box count.

The Ante and the other wagers of the layout count up to the limit of their area. BET, Flop, Turn and River count up to a
multiple of what counts of the Ante, share by share: a Player with a part in the wager has a part in the Ante. Any
excess goes back, to each Player in proportion; no amount is ever negative.
"""

from msgspec.structs import replace

from croupier.money import Cents, in_proportion
from croupier.play.banked.events import Share
from croupier.play.banked.state import Box, Wager
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.terms import Choice, Decide, WagerName


def placing(game: BankedGame, dealing: str, wager: WagerName) -> Choice | None:
    """Return the decision that places a wager which depends on the Ante; None for the wagers of the layout."""
    for step in game.rounds[dealing]:
        if isinstance(step, Decide):
            for choice in step.choices:
                if choice.places is wager:
                    return choice
    return None


def most(game: BankedGame, policy: BankedPolicy, box: Box, wager: Wager) -> Cents:
    """Return the most that counts of a wager, given the Ante."""
    area = game.area(wager.name)
    if area is not None:
        return policy.limits(area.limits)[1]
    choice, ante = placing(game, policy.dealing, wager.name), box.wager(WagerName.ANTE)
    assert choice is not None, f"{wager.name} is not a wager of {game.name}"
    parts = {share.player for share in wager.shares}
    of_them = (share.counts for share in (ante.shares if ante else ()) if share.player in parts and not share.back)
    return choice.most_times * sum(of_them)


def measured(game: BankedGame, policy: BankedPolicy, box: Box) -> Box:
    """Return the box with the excess of each of its wagers; the Ante first, because others depend on it."""
    for name in (wager.name for wager in box.wagers):
        wager = next(one for one in box.wagers if one.name is name)
        changed = _measured(wager, most(game, policy, box, wager))
        if changed is not wager:
            box = replace(box, wagers=tuple([changed if one is wager else one for one in box.wagers]))
    return box


def _measured(wager: Wager, allowed: Cents) -> Wager:
    lying = tuple(0 if share.back else share.amount for share in wager.shares)
    over = max(0, sum(lying) - allowed)
    if over == wager.excess and len(wager.shares) == 1:
        return wager
    parts = in_proportion(over, lying) if over else (0,) * len(lying)
    shares = tuple(replace(share, excess=part) for share, part in zip(wager.shares, parts, strict=True))
    return wager if shares == wager.shares else replace(wager, shares=shares)


def lying_anew(wager: Wager, lies: Cents) -> tuple[Share, ...]:
    """Return the shares of a wager once a different amount is found; they keep their proportion.

    A share that has gone back is not on the table, and stays as it was.
    """
    weights = tuple(0 if share.back else share.amount for share in wager.shares)
    parts = in_proportion(lies, weights)
    found = (
        share if share.back else replace(share, amount=part, excess=0)
        for share, part in zip(wager.shares, parts, strict=True)
    )
    return tuple(share for share in found if share.amount)
