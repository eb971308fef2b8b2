"""The views of a table of the poker room. A view never holds a card that its viewer may not see."""

from msgspec import Struct

from croupier.cards import Card, format_card
from croupier.money import Cents
from croupier.play.authority import Statement, StatementView, as_seen
from croupier.play.room.commands import Report, RoomCommand
from croupier.play.room.events import Cites, DecisionPending, PotAwarded
from croupier.play.room.pots import pots_of
from croupier.play.room.showdown import came_to_showdown, next_to_show
from croupier.play.room.state import NOBODY, Hand, Phase, Round, Seat, Table
from croupier.play.viewer import HIDDEN, Viewer
from croupier.rules.questions import in_words
from croupier.rules.room import Marker, RoomGame
from croupier.rules.terms import Role, at_least


class SignageView(Struct, frozen=True):
    """The signage at the table, under its paragraphs."""

    minimum_stake: Cents
    maximum_stake: Cents
    small_blind: Cents
    big_blind: Cents
    rake: str
    rake_amount: Cents
    """The Rake of a hand if it is an amount; 0 if it is a percentage."""
    rake_cap: Cents
    rake_unit: Cents
    chips: tuple[Cents, ...]
    cites: Cites


class PotView(Struct, frozen=True):
    """A pot as it would be made now, and the seats that contend for it."""

    amount: Cents
    seats: tuple[int, ...]


class SeatView(Struct, frozen=True):
    """A seat as one person sees it."""

    seat: int
    player: str
    stack: Cents
    bet: Cents
    cards: tuple[str, ...]
    """The cards; empty while they have none, or no longer have any."""
    dealt_in: bool
    folded: bool
    all_in: bool
    looked: bool
    shown: bool | None
    away: bool
    owes: bool
    """True if they have to pay before being dealt in, or wait for the Big Blind."""
    missed: bool
    """True if the "missed Blind" button is there."""
    pays: bool


class RoomView(Struct, frozen=True):
    """A table of the poker room as one person sees it."""

    table: str
    game: str
    rulebook: str
    version: int
    round: int
    phase: Phase | None
    marker: Marker | None
    signage: SignageView
    first_orbit: bool
    button: int | None
    small_blind: int | None
    big_blind: int | None
    seats: tuple[SeatView, ...]
    community: tuple[str, ...]
    burnt: int
    """The number of burnt cards, which are not shown."""
    level: Cents
    """The amount that a Player must have put in to have called."""
    turn: int | None
    """The seat that is to act, or to show."""
    pots: tuple[PotView, ...]
    awarded: tuple[PotAwarded, ...]
    pending: tuple[DecisionPending, ...]
    """Decisions pending for the viewer's role."""
    statements: tuple[StatementView, ...] = ()
    """Acts of staff that wait for a signature; staff alone see them."""


def room_view(game: RoomGame, table: Table, viewer: Viewer) -> RoomView:
    """Return the table as ``viewer`` may see it."""
    round_ = table.round
    return RoomView(
        table=table.name,
        game=game.name,
        rulebook=table.rulebook,
        version=table.version,
        round=table.rounds,
        phase=round_.phase if round_ else None,
        marker=round_.marker if round_ else None,
        signage=_signage(game, table),
        first_orbit=table.positions.first_orbit,
        button=round_.button if round_ else None,
        small_blind=round_.small_due if round_ else None,
        big_blind=round_.big_seat if round_ else None,
        seats=tuple(_seat(table, seat, viewer) for seat in table.seats),
        community=_face_up(game, round_) if round_ else (),
        burnt=len(round_.burnt) if round_ else 0,
        level=round_.level if round_ else 0,
        turn=_turn(game, round_) if round_ else None,
        pots=_pots(round_) if round_ and table.playing else (),
        awarded=round_.pots if round_ else (),
        pending=tuple(one for one in table.pending if at_least(viewer.role, one.role)),
        statements=tuple(map(_statement, table.waiting)) if at_least(viewer.role, Role.DEALER) else (),
    )


def _statement(one: Statement[RoomCommand]) -> StatementView:
    command = one.command
    what = command.irregularity if isinstance(command, Report) else one.weighing.act.value
    seat = getattr(command, "seat", None)
    return as_seen(one, in_words(what), f"seat {seat}" if seat is not None else "")


def seen_as(table: Table, viewer: Viewer) -> Viewer:
    """Return a viewer who sees the same and can share a cached view.

    A viewer who has looked at no hand in this round sees what all in their role see.
    """
    hands = table.round.hands if table.round is not None else ()
    looked = table.round.looked if table.round is not None else 0
    named = any(hand.player == viewer.player and looked >> at & 1 for at, hand in enumerate(hands))
    return viewer if named else Viewer(viewer.role)


def _signage(game: RoomGame, table: Table) -> SignageView:
    policy = table.policy
    return SignageView(
        minimum_stake=policy.minimum_stake,
        maximum_stake=policy.maximum_stake,
        small_blind=policy.small_blind,
        big_blind=policy.small_blind * game.big_blind_times_small,
        rake=policy.rake,
        rake_amount=policy.rake_amount,
        rake_cap=policy.rake_cap,
        rake_unit=policy.rake_unit,
        chips=policy.chips,
        cites=game.grounds.displayed,
    )


def _face_up(game: RoomGame, round_: Round) -> tuple[str, ...]:
    """Return the Community Cards of completely dealt streets; they are turned together."""
    count = sum(street.count for street in game.streets[: round_.street])
    return tuple(format_card(card) for card in round_.community[:count])


def _turn(game: RoomGame, round_: Round) -> int | None:
    if round_.phase is Phase.BETTING:
        return round_.hands[round_.turn].seat
    showing = round_.phase is Phase.SHOWDOWN and round_.active & (round_.active - 1)
    at = next_to_show(game, round_) if showing else NOBODY
    return None if at == NOBODY else round_.hands[at].seat


def _pots(round_: Round) -> tuple[PotView, ...]:
    """Return the pots including the chips in front of the Players.

    While the betting goes on, only an all-in makes a Side Pot.
    """
    able = 0 if round_.phase is Phase.SHOWDOWN else round_.able
    return tuple(
        PotView(pot.amount, tuple(round_.hands[at].seat for at in pot.places))
        for pot in pots_of(round_.hands, came_to_showdown(round_), able)
    )


def _seat(table: Table, seat: Seat, viewer: Viewer) -> SeatView:
    round_ = table.round
    at = NOBODY if round_ is None else round_.place(seat.number)
    playing = round_ is not None and at != NOBODY and round_.hands[at].player == seat.player
    hand = round_.hands[at] if round_ is not None and playing else None
    looked = bool(round_ is not None and hand is not None and round_.looked >> at & 1)
    return SeatView(
        seat=seat.number,
        player=seat.player,
        stack=hand.stack if hand is not None and table.playing else seat.stake,
        bet=hand.bet if hand is not None and table.playing else 0,
        cards=_cards(hand, looked, viewer) if hand is not None else (),
        dealt_in=hand is not None,
        folded=hand is not None and hand.folded,
        all_in=hand is not None and table.playing and not hand.folded and not hand.stack,
        looked=looked,
        shown=hand.shown if hand is not None else None,
        away=seat.away,
        owes=seat.owes,
        missed=seat.missed_small or seat.missed_big,
        pays=seat.pays,
    )


def _cards(hand: Hand, looked: bool, viewer: Viewer) -> tuple[str, ...]:
    """Return a hand's cards as the viewer sees them.

    They are visible to all once shown, to their Player once they have looked, and gone once folded or mucked.
    """
    own = viewer.role is Role.PLAYER and viewer.player == hand.player and looked
    if hand.shown or own:
        return _faces(hand.cards)
    if hand.folded or hand.shown is False:
        return ()
    return (HIDDEN,) * len(hand.cards)


def _faces(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in cards)
