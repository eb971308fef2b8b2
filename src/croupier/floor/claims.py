"""Major awards of several tables on one link: which is paid first."""

from collections.abc import Iterable

from croupier.floor.deciding import house_of
from croupier.floor.tables import BankedTable, OpenClaim
from croupier.play.refusal import Reason, Refusal
from croupier.rules.settling import Claim


def paid_first(state: BankedTable, others: Iterable[BankedTable]) -> Refusal | None:
    """Whether an award of another table on the link is paid before this one's.

    Tables of different documents may share a link. So that no two wait for each other, one order then holds for all of
    them: that of the document whose claim was dealt first.
    """
    if not state.info.claims or not state.info.link:
        return None
    tables = [state, *(one for one in others if one.info.link == state.info.link and one.info.name != state.info.name)]
    claims = [(table, claim) for table in tables for claim in table.info.claims]
    earliest = min(claims, key=lambda one: (one[1].dealt, one[0].info.name))[0]
    order = house_of(earliest).jackpot.paid_in_order
    mine = min(order(_claim(state, one)) for one in state.info.claims)
    for rival, one in claims:
        if order(_claim(rival, one)) < mine:
            return Refusal(Reason.MOMENT, f"The award of table {rival.info.name}, box {one.box}, is paid first", ())
    return None


def _claim(state: BankedTable, one: OpenClaim) -> Claim:
    """A claim as the documents put them in order."""
    awards = tuple(award for award in house_of(state).jackpot.awards if award.name == one.award)
    return Claim(state.info.name, one.box, 0, awards, one.dealt, one.entered)
