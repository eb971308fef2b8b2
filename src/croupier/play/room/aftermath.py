"""The effects of events on seats between rounds, and of rulings on a round."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, Piles
from croupier.play.authority import Statement, StatementEnded, StatementSigned, signed_by, without
from croupier.play.room.commands import RoomCommand
from croupier.play.room.events import (
    ActedOutOfTurn,
    BlindMissed,
    CardCorrected,
    CardDiscarded,
    CardsReconstructed,
    DecisionPending,
    DecisionTaken,
    HandFolded,
    IrregularityRuled,
    PaymentChosen,
    PlayerAway,
    PlayerBack,
    PlayerJoined,
    PlayerLeft,
    PlayerWaits,
    RoundVoided,
    StakeIncreased,
    StatementMade,
    StreetTakenBack,
)
from croupier.play.room.flow import betting_over, next_turn, resumed, shown_or_mucked, street_places
from croupier.play.room.state import (
    BURN,
    COMMUNITY,
    NOBODY,
    OutOfTurn,
    Phase,
    Positions,
    Round,
    Seat,
    Table,
)
from croupier.rules.authority import Signer
from croupier.rules.room import Blind, RoomGame

_ENDED = Phase.ENDED

SeatEvent = (
    PlayerJoined
    | StakeIncreased
    | PlayerAway
    | PlayerBack
    | PaymentChosen
    | PlayerWaits
    | PlayerLeft
    | BlindMissed
    | IrregularityRuled
    | DecisionPending
    | DecisionTaken
    | StatementMade
    | StatementSigned
    | StatementEnded
)
RuledEvent = (
    RoundVoided | StreetTakenBack | CardDiscarded | CardsReconstructed | HandFolded | ActedOutOfTurn | CardCorrected
)


def on_seats(table: Table, event: SeatEvent) -> Table:
    """Return the table after an event that is not the round's alone."""
    match event:
        case PlayerJoined():
            return _joined(table, event)
        case StakeIncreased():
            seat = _seat(table, event.seat)
            return _changed(table, replace(seat, stake=seat.stake + event.amount))
        case PlayerAway():
            seat = _seat(table, event.seat)
            return _changed(table, replace(seat, away=True, will_return=event.will_return, pays=False))
        case PlayerBack():
            return _changed(table, replace(_seat(table, event.seat), away=False, will_return=None))
        case PaymentChosen():
            return _changed(table, replace(_seat(table, event.seat), pays=event.pays))
        case PlayerWaits():
            return _changed(table, replace(_seat(table, event.seat), waited=True))
        case PlayerLeft():
            return _left(table, event)
        case BlindMissed():
            return _changed(table, _missed(_seat(table, event.seat), event.blind))
        case IrregularityRuled():
            if table.round is None or not table.playing:
                return table
            return replace(table, round=_remembering(table.round, event))
        case DecisionPending():
            return replace(table, pending=(*table.pending, event), decisions=event.number)
        case DecisionTaken():
            left = tuple(one for one in table.pending if one.number != event.number)
            return replace(table, pending=left)
        case StatementMade():
            first = (Signer(event.by, event.role),)
            made: Statement[RoomCommand] = Statement(event.number, event.command, event.weighing, first, event.reason)
            return replace(_with_statements(table, (*table.waiting, made)), stated=event.number)
        case StatementSigned():
            return _with_statements(table, signed_by(table.waiting, event))
        case StatementEnded():
            return _with_statements(table, without(table.waiting, event.number))
        case _:
            assert_never(event)


def _with_statements(table: Table, waiting: tuple[Statement[RoomCommand], ...]) -> Table:
    return replace(table, statements=waiting or UNSET)


def _seat(table: Table, number: int) -> Seat:
    seat = table.seat(number)
    assert seat is not None, f"nobody has seat {number}"
    return seat


def _changed(table: Table, changed: Seat) -> Table:
    return replace(table, seats=tuple([changed if one.number == changed.number else one for one in table.seats]))


def _missed(seat: Seat, blind: Blind) -> Seat:
    """Record a missed blind; a Player who has yet to join owes no more than that."""
    if seat.owes_join:
        return replace(seat, passed=seat.passed + 1)
    small, big = blind is Blind.SMALL, blind is Blind.BIG
    return replace(
        seat,
        missed_small=seat.missed_small or small,
        missed_big=seat.missed_big or big,
        passed=seat.passed + 1,
    )


def _joined(table: Table, event: PlayerJoined) -> Table:
    """Seat a Player; the seat takes over what its Player missed earlier that day."""
    new = Seat(
        event.seat,
        event.player,
        event.stake,
        owes_join=event.owes,
        relocated=event.relocated,
        missed_small=Blind.SMALL in event.missed,
        missed_big=Blind.BIG in event.missed,
    )
    return replace(
        table,
        seats=tuple(sorted((*table.seats, new), key=lambda seat: seat.number)),
        departed=tuple(one for one in table.departed if one[0] != event.player),
        missed=tuple(one for one in table.missed if one[0] != event.player),
    )


def _remembering(round_: Round, event: IrregularityRuled) -> Round:
    """Return the round with the facts that later rulings take into account too."""
    in_deal = event.irregularity == "cards_exposed" and event.facts.get("when") == "initial_deal"
    return replace(
        round_,
        exposed=int(event.facts["count"]) if in_deal and "count" in event.facts else round_.exposed,
        seen=round_.seen or event.facts.get("seen") == "yes",
        uncovered=round_.uncovered or event.irregularity == "hole_cards_exposed",
    )


def _left(table: Table, event: PlayerLeft) -> Table:
    """Free a seat.

    A table that has emptied starts afresh; what its Player missed is remembered for the gaming day.
    """
    gone = _seat(table, event.seat)
    seats = tuple(one for one in table.seats if one.number != event.seat)
    departed = table.departed
    if table.policy.return_minutes:
        recent = (one for one in departed if event.minute - one[2] <= table.policy.return_minutes)
        departed = (*recent, (event.player, event.stake, event.minute))
    round_ = table.round
    if round_ is not None and table.playing:  # if it is voided, what they owed before it counts, wherever they are then
        marks = [mark for mark in round_.marks if mark.number == event.seat]
        round_ = replace(
            round_,
            hands=tuple([replace(one, stack=0, gone=True) if one.seat == event.seat else one for one in round_.hands]),
            marks=tuple([mark for mark in round_.marks if mark.number != event.seat]),
            left=(*round_.left, *((mark, event.day) for mark in marks)),
        )
    return replace(
        table,
        seats=seats,
        departed=departed,
        missed=_owing(table.missed, gone, event.day),
        positions=table.positions if seats else Positions(),
        round=round_,
    )


Owing = tuple[tuple[str, bool, bool, str], ...]


def _owing(known: Owing, seat: Seat, day: str) -> Owing:
    """Add a Player who has left to those who have missed Blinds on this gaming day.

    Players of other days are dropped.
    """
    others = tuple(one for one in known if one[0] != seat.player and one[3] == day)
    if not seat.missed_small and not seat.missed_big:
        return others
    return (*others, (seat.player, seat.missed_small, seat.missed_big, day))


def ended(table: Table) -> Table:
    """Return chips to the seats; after a Void the Button stays, and the same posts are due."""
    round_ = table.round
    assert round_ is not None
    stacks = {hand.seat: hand.stack for hand in round_.hands if not hand.gone}
    seats = [*table.seats]
    for at, seat in enumerate(seats):
        if seat.number in stacks and stacks[seat.number] != seat.stake:
            seats[at] = replace(seat, stake=stacks[seat.number])
    positions = table.positions
    if round_.voided:
        prior = round_.prior
        positions = prior if prior.big_seat is not None else replace(prior, button=round_.button)
        before = {mark.number: mark for mark in round_.marks}
        seats = [_as_before(seat, before.get(seat.number), seat.number in stacks) for seat in seats]
    over = replace(round_, phase=_ENDED, turn=NOBODY, ahead=())
    after = replace(table, version=table.version + 1, seats=tuple(seats), positions=positions, round=over, pending=())
    return _as_they_left(after, round_) if round_.voided and round_.left else after


def _as_they_left(table: Table, round_: Round) -> Table:
    """Restore what Players who left during a void round owed before it, even if they are back."""
    missed, seats = table.missed, table.seats
    for mark, day in round_.left:
        missed = tuple(one for one in missed if one[0] != mark.player)
        again = next((seat for seat in seats if seat.player == mark.player), None)
        if again is None:
            missed = _owing(missed, mark, day)
            continue
        owed = replace(again, missed_small=mark.missed_small, missed_big=mark.missed_big)
        seats = tuple([owed if one.number == again.number else one for one in seats])
    return replace(table, missed=missed, seats=seats)


def _as_before(seat: Seat, mark: Seat | None, dealt: bool) -> Seat:
    """Restore what a Player owed before a void round.

    A Player who was dealt in will pay again as chosen.
    """
    if mark is None:
        return seat
    return replace(
        seat,
        owes_join=mark.owes_join,
        relocated=mark.relocated,
        missed_small=mark.missed_small,
        missed_big=mark.missed_big,
        passed=mark.passed,
        waited=mark.waited,
        pays=mark.pays and not seat.away if dealt else seat.pays,
    )


def on_round(game: RoomGame, round_: Round, event: RuledEvent) -> Round:
    """Return the round after an event of a ruling, or a correction."""
    match event:
        case RoundVoided():
            hands = tuple(
                replace(one, stack=one.stack + one.put + one.dead, bet=0, put=0, dead=0) for one in round_.hands
            )
            return replace(round_, hands=hands, voided=True, turn=NOBODY, early=())
        case HandFolded():
            return _folded(game, round_, round_.place(event.seat))
        case ActedOutOfTurn():
            return replace(round_, early=(*round_.early, OutOfTurn(event.seat, event.move, event.to)))
        case StreetTakenBack():
            return _taken_back(game, round_, event)
        case CardDiscarded():
            return _discarded(round_, event)
        case CardsReconstructed():
            return _put_right(round_, event.after)
        case CardCorrected():
            return _corrected(round_, event)
        case _:
            assert_never(event)


def _folded(game: RoomGame, round_: Round, at: int) -> Round:
    """Take a hand out of the round by a ruling, in its turn or not."""
    bit = ~(1 << at)
    hands = tuple([replace(one, folded=True) if place == at else one for place, one in enumerate(round_.hands)])
    after = replace(
        round_,
        hands=hands,
        active=round_.active & bit,
        able=round_.able & bit,
        to_act=round_.to_act & bit,
        open=round_.open & bit,
        early=_passed_over(round_, at) if round_.early else (),
    )
    if after.phase is Phase.BETTING or after.resumes:
        before = at if round_.turn == at else round_.turn - 1
        turn = next_turn(game, hands, before, after.to_act, after.active, after.able)
        after = replace(after, turn=turn)
        if after.resumes:
            return _without_replacement(game, after, at)
        return after if turn != NOBODY else betting_over(game, after)
    if (
        COMMUNITY in after.ahead
    ):  # all have had their Hole Cards; a hand that is out gets no replacement for an exposed one
        after = replace(after, ahead=tuple([place for place in after.ahead if place != str(hands[at].seat)]))
    if after.phase is Phase.DEALING and not after.active & (after.active - 1):
        return replace(after, phase=Phase.SHOWDOWN, ahead=())
    if after.phase is Phase.DEALING and not after.able & (after.able - 1):
        street_due = COMMUNITY in after.ahead and after.ahead == street_places(game, after.street)
        return replace(after, phase=Phase.SHOWDOWN, ahead=(), tabled=True) if street_due else after
    street_begun = after.ahead and after.active & (after.active - 1)  # its cards are dealt out first
    return shown_or_mucked(game, after) if after.phase is Phase.SHOWDOWN and not street_begun else after


def _without_replacement(game: RoomGame, round_: Round, at: int) -> Round:
    """Cancel the replacement of the exposed card of a hand that is out.

    Other hands that wait for theirs still get them.
    """
    lone = not round_.active & (round_.active - 1)
    ahead = () if lone else tuple(place for place in round_.ahead if place != str(round_.hands[at].seat))
    after = replace(round_, ahead=ahead)
    return after if ahead else resumed(game, after)


def _passed_over(round_: Round, at: int) -> tuple[OutOfTurn, ...]:
    """Apply a hand that is out by a ruling to those who acted Out of Turn.

    Ahead of them it is a fold like any other.
    """
    count, turn = len(round_.hands), round_.turn
    due = round_.turn != NOBODY and round_.to_act >> at & 1
    return tuple(
        [
            replace(one, folds=True) if due and (at - turn) % count < (round_.place(one.seat) - turn) % count else one
            for one in round_.early
            if one.seat != round_.hands[at].seat
        ]
    )


def _taken_back(game: RoomGame, round_: Round, event: StreetTakenBack) -> Round:
    """Take back a street that was dealt, whole, with its own Burnt Card.

    A street that came too early was never dealt, and changes nothing.
    """
    if not event.community or event.street > _dealt_streets(round_, game):
        return round_
    count = len(event.community)
    replaced = [place for place in round_.ahead if place not in {BURN, COMMUNITY}]
    used = round_.used
    for card in (*event.community, *event.burnt):
        if card != UNKNOWN:
            used &= ~(1 << card)
    after = replace(
        round_,
        community=round_.community[:-count],
        burnt=round_.burnt[: len(round_.burnt) - len(event.burnt)],
        used=used,
        street=event.street - 1,
        ahead=(*replaced, *street_places(game, event.street - 1)),
    )
    if round_.phase is Phase.BETTING or round_.resumes:
        return replace(after, phase=Phase.DEALING, resumes=False, turn=NOBODY, to_act=0, early=())
    if round_.phase is Phase.SHOWDOWN:  # it is dealt again when all hands are face up, perhaps at once
        return shown_or_mucked(game, replace(after, ahead=(), tabled=True))
    return after


def _dealt_streets(round_: Round, game: RoomGame) -> int:
    """Return the number of streets with cards on the table."""
    left, streets = len(round_.community), 0
    for street in game.streets:
        if left <= 0:
            break
        left -= street.count
        streets += 1
    return streets


def _discarded(round_: Round, event: CardDiscarded) -> Round:
    """Take a card out of the round.

    A hand in play that had it gets the next one, and a Betting Round goes on after that.
    """
    after = replace(
        round_,
        used=round_.used | 1 << event.card,
        discarded=(*round_.discarded, event.card),
    )
    at = round_.place(int(event.place)) if event.place else NOBODY
    had = round_.hands[at].cards if at != NOBODY and round_.active >> at & 1 else ()
    gone = had.index(event.card) if event.card in had else had.index(UNKNOWN) if UNKNOWN in had else NOBODY
    if gone == NOBODY:  # it was on its way, or its hand is out of the round
        return after
    kept = had[:gone] + had[gone + 1 :]
    looked = bool(round_.looked >> at & 1)  # they have to look again, at another card
    hands = tuple([replace(one, cards=kept) if place == at else one for place, one in enumerate(round_.hands)])
    ahead, betting = (event.place, *round_.ahead), round_.phase is Phase.BETTING
    return replace(
        after,
        hands=hands,
        ahead=ahead,
        phase=Phase.DEALING,
        resumes=betting or round_.resumes,
        looked=round_.looked & ~(1 << at),
        seen=round_.seen or looked,
    )


def piles_of(round_: Round) -> Piles:
    """Return the cards on the table by place."""
    hands = tuple((str(hand.seat), hand.cards) for hand in round_.hands)
    return (*hands, (BURN, round_.burnt), (COMMUNITY, round_.community))


def _corrected(round_: Round, event: CardCorrected) -> Round:
    """Replace a card by the one that was really there; no decision made in the meantime is undone."""
    cards = list(dict(piles_of(round_))[event.place])
    cards[event.index] = event.after
    return _put_right(round_, ((event.place, tuple(cards)),))


def _put_right(round_: Round, piles: Piles) -> Round:
    """Put cards in their intended order."""
    after = dict(piles)
    hands = tuple([replace(one, cards=after.get(str(one.seat), one.cards)) for one in round_.hands])
    community, burnt = after.get(COMMUNITY, round_.community), after.get(BURN, round_.burnt)
    used = 0
    on_table: tuple[Card, ...] = (*(card for hand in hands for card in hand.cards), *community, *burnt)
    for card in (*on_table, *round_.discarded):
        if card != UNKNOWN:
            used |= 1 << card
    return replace(round_, hands=hands, community=community, burnt=burnt, used=used)
