"""The views of a house-banked table.

This is the one place that decides who may see what: a view never holds a card that its viewer may not see.
"""

from typing import Final

from msgspec import Struct

from croupier.cards import Card, format_card
from croupier.money import Cents
from croupier.play.authority import Statement, StatementView, as_seen
from croupier.play.banked.commands import BankedCommand, Report
from croupier.play.banked.events import JackpotStatus, Share, WagerSettled
from croupier.play.banked.flow import turn_of
from croupier.play.banked.state import Box, Pending, Phase, Table
from croupier.play.viewer import HIDDEN, Viewer
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.questions import in_words
from croupier.rules.terms import Decision, Limits, Role, WagerName, at_least

_NOTICES = {
    JackpotStatus.RUNNING: "",
    JackpotStatus.UNDECIDED: "The jackpot system is down; the House has yet to choose how the table is played.",
    JackpotStatus.CLOSE_TABLE: "The House closed the table after the failure, and says when it opens again.",
    JackpotStatus.WITHOUT_JACKPOT: "No jackpot wagers are accepted or paid until the jackpot system works again.",
}


class LimitsView(Struct, frozen=True):
    """The limits displayed at the table, under their paragraph."""

    minimum: Cents
    maximum: Cents
    bonus_minimum: Cents | None
    bonus_maximum: Cents | None
    jackpot_wager: Cents | None
    """The prescribed jackpot wager; None if the game has no jackpot."""
    chips: tuple[Cents, ...]
    cites: tuple[Cite, ...]


class WagerView(Struct, frozen=True):
    """The chips on an area; all see the layout."""

    name: WagerName
    amount: Cents
    shares: tuple[Share, ...]


class BoxView(Struct, frozen=True):
    """A box as one person sees it."""

    box: int
    player: str
    wagers: tuple[WagerView, ...]
    cards: tuple[str, ...]
    looked: bool
    folded: bool
    decisions: tuple[Decision, ...]
    shown: bool | None
    absent: bool
    out: tuple[Cite, ...]
    """The paragraphs under which the hand left the round."""
    choice: tuple[str, ...]
    """The options from which Players have to choose."""
    choosers: tuple[str, ...]
    """The Players who have yet to answer."""


class TableView(Struct, frozen=True):
    """A table as one person sees it."""

    table: str
    game: str
    rulebook: str
    version: int
    round: int
    phase: Phase | None
    limits: LimitsView
    jackpot: Cents
    boxes: tuple[BoxView, ...]
    community: tuple[str, ...]
    dealer: tuple[str, ...]
    turn: int | None
    """The box whose turn it is to decide."""
    lines: tuple[WagerSettled, ...]
    restricted: tuple[str, ...]
    """Players kept to one box; staff know all of them, and each Player knows only about themselves."""
    pending: tuple[Pending, ...]
    """Decisions pending for the viewer's role."""
    notice: str
    """The notice displayed at the table while the jackpot system is down."""
    notice_cites: tuple[Cite, ...]
    statements: tuple[StatementView, ...] = ()
    """Acts of staff that wait for a signature; staff alone see them."""


MOST_KNOWN: Final = 64
"""Boxes that are remembered as they were seen: more than two states of a table have, each seen in two ways."""


class KnownBoxes:
    """A cache of boxes as they were shown last.

    After an act nearly all boxes are unchanged, and look the same to all viewers who may, or may not, see their cards.
    """

    def __init__(self) -> None:
        self._shown: dict[tuple[int, bool], tuple[Box, tuple[Card, ...], BoxView]] = {}

    def shown(self, box: Box, seen: bool, exposed: tuple[Card, ...]) -> BoxView:
        """Return a box for viewers who see its cards, or for those who do not."""
        known = self._shown.get((id(box), seen))
        if known is not None and known[0] is box and known[1] == exposed:
            return known[2]
        if len(self._shown) >= MOST_KNOWN:
            self._shown.clear()
        made = _box(box, seen, exposed)
        self._shown[id(box), seen] = (box, exposed, made)  # with the box itself, so that no other has its place
        return made


def view(game: BankedGame, table: Table, viewer: Viewer, known: KnownBoxes | None = None) -> TableView:
    """Return the table as ``viewer`` may see it; boxes that are ``known`` are not put together again."""
    round_, turn = table.round, turn_of(game, table)
    box = _box if known is None else known.shown
    return TableView(
        table=table.name,
        game=game.name,
        rulebook=table.rulebook,
        version=table.version,
        round=table.rounds,
        phase=round_.phase if round_ else None,
        limits=_limits(game, table),
        jackpot=table.meter.shown,
        boxes=tuple([box(one, may_see(one, viewer), round_.exposed) for one in round_.boxes]) if round_ else (),
        community=_faces(round_.community, range(round_.community_up), round_.exposed) if round_ else (),
        dealer=_faces(round_.dealer, round_.dealer_up, round_.exposed) if round_ else (),
        turn=turn.number if turn else None,
        lines=round_.lines if round_ else (),
        restricted=tuple(
            player for player in table.restricted if viewer.player == player or at_least(viewer.role, Role.DEALER)
        ),
        pending=tuple(one for one in table.pending if at_least(viewer.role, one.role)),
        statements=tuple(map(_statement, table.waiting)) if at_least(viewer.role, Role.DEALER) else (),
        notice=_notice(table),
        notice_cites=_notice_cites(game, table),
    )


def _statement(one: Statement[BankedCommand]) -> StatementView:
    command = one.command
    what = command.irregularity if isinstance(command, Report) else one.weighing.act.value
    box = getattr(command, "box", None)
    return as_seen(one, in_words(what), f"box {box}" if box is not None else "")


def seen_as(table: Table, viewer: Viewer) -> Viewer:
    """Return a viewer who sees the same and can share a cached view.

    A viewer who has looked at no hand and is not kept to one box sees what all in their role see.
    """
    boxes = table.round.boxes if table.round is not None else ()
    named = viewer.player in table.restricted or any(box.looked_by == viewer.player for box in boxes)
    return viewer if named else Viewer(viewer.role)


def _notice(table: Table) -> str:
    """Return the notice displayed at the table while the jackpot system is down."""
    if table.jackpot is not JackpotStatus.CLOSE_BOXES:
        return _NOTICES[table.jackpot]
    *first, last = map(str, sorted(table.closed_boxes))
    which = f"Boxes {', '.join(first)} and {last} are" if first else f"Box {last} is"
    return f"{which} closed until the jackpot system works again."


def _notice_cites(game: BankedGame, table: Table) -> tuple[Cite, ...]:
    """Return the paragraphs under which the table is played while the jackpot system is down."""
    later = game.irregularities.later_rounds
    if later is None or table.jackpot is JackpotStatus.RUNNING:
        return ()
    each = (*later.chosen, *later.close_table, *later.close_boxes, *later.without_jackpot)
    return tuple(dict.fromkeys(each))


def _limits(game: BankedGame, table: Table) -> LimitsView:
    policy = table.policy
    low, high = policy.limits(Limits.BONUS) if game.has_side_wagers else (None, None)
    return LimitsView(
        minimum=policy.minimum,
        maximum=policy.maximum,
        bonus_minimum=low,
        bonus_maximum=high,
        jackpot_wager=policy.jackpot_wager if game.has_jackpot else None,
        chips=policy.chips,
        cites=(game.displayed,),
    )


def _faces(cards: tuple[Card, ...], up: range | tuple[int, ...], exposed: tuple[Card, ...]) -> tuple[str, ...]:
    """Return cards face up and cards that all have seen; the others are hidden."""
    return tuple(format_card(card) if at in up or card in exposed else HIDDEN for at, card in enumerate(cards))


def may_see(box: Box, viewer: Viewer) -> bool:
    """Return whether a viewer may see a hand.

    All may once it is shown, its Player once they have looked, and staff who have inspected a hand that was not shown.
    """
    if box.shown:
        return True
    if viewer.role is Role.PLAYER:
        return bool(viewer.player) and viewer.player == box.looked_by
    return any(at_least(viewer.role, role) for role in box.inspected_by)


def _box(box: Box, seen: bool, exposed: tuple[Card, ...]) -> BoxView:
    return BoxView(
        box=box.number,
        player=box.player,
        wagers=tuple(WagerView(wager.name, wager.amount, wager.shares) for wager in box.wagers),
        cards=_faces(box.cards, range(len(box.cards)) if seen else (), exposed),
        looked=box.looked,
        folded=box.folded,
        decisions=box.decisions,
        shown=box.shown,
        absent=box.absent,
        out=box.out,
        choice=box.choice,
        choosers=box.choosers,
    )
