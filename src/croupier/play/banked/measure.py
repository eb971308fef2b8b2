"""How much of a wager counts: the one place that measures what lies on the areas of a box.

The Ante and the other wagers of the layout count up to the limit of their area. BET, Flop, Turn and River count up to
so many times what counts of the Ante, share by share: who has a part in the wager has a part in the Ante. What lies
above goes back, to each Player in proportion; nothing is ever less than nothing.
"""

from msgspec.structs import replace

from croupier.money import Cents, in_proportion
from croupier.play.banked.events import Share
from croupier.play.banked.state import Box, Wager
from croupier.rules.house import HouseGame, HousePolicy
from croupier.rules.terms import Choice, Decide, WagerName


def placing(game: HouseGame, dealing: str, wager: WagerName) -> Choice | None:
    """The decision that places a wager which follows from the Ante; none for the wagers of the layout."""
    for step in game.rounds[dealing]:
        if isinstance(step, Decide):
            for choice in step.choices:
                if choice.places is wager:
                    return choice
    return None


def most(game: HouseGame, policy: HousePolicy, box: Box, wager: Wager) -> Cents:
    """The most that counts of a wager as the Ante lies."""
    area = game.area(wager.name)
    if area is not None:
        return policy.limits(area.limits)[1]
    choice, ante = placing(game, policy.dealing, wager.name), box.wager(WagerName.ANTE)
    assert choice is not None, f"{wager.name} is no wager of {game.name}"
    parts = {share.player for share in wager.shares}
    of_them = (share.counts for share in (ante.shares if ante else ()) if share.player in parts and not share.back)
    return choice.most_times * sum(of_them)


def measured(game: HouseGame, policy: HousePolicy, box: Box) -> Box:
    """The box with what is too much of each of its wagers; the Ante first, since others follow from it."""
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
    """The shares of a wager once another amount is found to lie there; they keep their proportion.

    A share that has gone back does not lie there, and stays what it was.
    """
    weights = tuple(0 if share.back else share.amount for share in wager.shares)
    parts = in_proportion(lies, weights)
    found = (
        share if share.back else replace(share, amount=part, excess=0)
        for share, part in zip(wager.shares, parts, strict=True)
    )
    return tuple(share for share in found if share.amount)
