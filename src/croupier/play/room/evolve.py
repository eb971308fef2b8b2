"""``evolve``: a table after an event. Replaying a table's events gives the same table, always."""

from collections.abc import Iterable
from typing import assert_never

from msgspec import UnsetType
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.play.actor import Entered
from croupier.play.room.aftermath import ended, on_round, on_seats
from croupier.play.room.events import (
    DEAD_POSTS,
    MATCHED_POSTS,
    ActCorrected,
    Acted,
    ActedOutOfTurn,
    ActTakenBack,
    BetReturned,
    BlindMissed,
    BlindPosted,
    CardCorrected,
    CardDiscarded,
    CardsDealt,
    CardsReconstructed,
    DecisionPending,
    DecisionTaken,
    GonePaid,
    HandFolded,
    HandLookedAt,
    HandMucked,
    HandShown,
    Happening,
    IrregularityRuled,
    MarkerTurned,
    PaymentChosen,
    PlayerAway,
    PlayerBack,
    PlayerJoined,
    PlayerLeft,
    PlayerWaits,
    Post,
    PotAwarded,
    RoomEvent,
    RoomOpened,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    StakeIncreased,
    StreetTakenBack,
    Taped,
)
from croupier.play.room.flow import betting_over, dealt_out, next_turn, shown_or_mucked
from croupier.play.room.state import BURN, COMMUNITY, NOBODY, Hand, OutOfTurn, Positions, Round, Seat, Table
from croupier.play.room.tape import remembered
from croupier.play.tape import Keyed, Tape, latest, rewritten, standing
from croupier.rules.room import Marker, Move, RoomGame

_BIG = frozenset({Post.BIG_BLIND, Post.LIVE_BIG, Post.STRADDLE})
# A member looked up in its enumeration costs as much as the rest of a line; acts are most of what happens.
_FOLD, _CHECK = Move.FOLD, Move.CHECK
_BOARD = frozenset({BURN, COMMUNITY})


def opened(event: RoomOpened) -> Table:
    """The table that an opening makes."""
    return Table(event.table, event.rulebook, event.policy)


def evolve(game: RoomGame, table: Table, event: RoomEvent, entered: Entered | None = None) -> Table:
    """The table after one more event. Only what somebody is known to have entered can be taken back."""
    if type(event) is ActTakenBack:
        return _taken_back(game, table, event)
    if type(event) is ActCorrected:
        return _act_corrected(game, table, event)
    return remembered(table, happened(game, table, event), event, entered)


def happened(game: RoomGame, table: Table, event: Happening) -> Table:
    """The table after something has happened at it, whoever entered it."""
    round_ = table.round
    # The events that fill a round come first.
    if type(event) is Acted:
        assert round_ is not None
        return replace(table, version=table.version + 1, round=acted(game, round_, event))
    if type(event) is HandShown or type(event) is CardsDealt or type(event) is BlindPosted:
        assert round_ is not None
        return replace(table, version=table.version + 1, round=_in_round(game, round_, event))
    if type(event) is PotAwarded:
        assert round_ is not None
        return replace(table, version=table.version + 1, rake=table.rake + event.rake, round=_awarded(round_, event))
    if type(event) is RoundOpened:
        return _round_opened(game, table, event)
    if type(event) is RoundEnded:
        return replace(ended(table), version=table.version + 1)
    match event:
        case (
            HandLookedAt()
            | BetReturned()
            | GonePaid()
            | MarkerTurned()
            | HandMucked()
            | RoundVoided()
            | StreetTakenBack()
            | CardDiscarded()
            | CardsReconstructed()
            | HandFolded()
            | ActedOutOfTurn()
            | CardCorrected()
        ):
            assert round_ is not None, "this happens only within a round"
            return replace(table, version=table.version + 1, round=_in_round(game, round_, event))
        case (
            PlayerJoined()
            | StakeIncreased()
            | PlayerAway()
            | PlayerBack()
            | PaymentChosen()
            | PlayerWaits()
            | PlayerLeft()
            | BlindMissed()
            | IrregularityRuled()
            | DecisionPending()
            | DecisionTaken()
        ):
            return replace(on_seats(table, event), version=table.version + 1)
        case _:
            assert_never(event)


def retold(game: RoomGame, table: Table, base: Round, acts: Iterable[Keyed[Taped]]) -> Round:
    """The round from ``base`` on, if these acts are what happened in it."""
    told = replace(table, round=base)
    for act in acts:
        for event in act.events:
            told = happened(game, told, event)
    assert told.round is not None
    return told.round


def _tape_of(table: Table) -> Tape[Round, Taped]:
    assert table.round is not None
    return standing(table.round.tape)


def _taken_back(game: RoomGame, table: Table, event: ActTakenBack) -> Table:
    tape = _tape_of(table)
    at = latest(tape, lambda act: act.events == event.act)
    return _with_tape(game, table, tape.base, rewritten(tape, {at}))


def _act_corrected(game: RoomGame, table: Table, event: ActCorrected) -> Table:
    tape = _tape_of(table)
    at = latest(tape, lambda act: event.before in act.events)
    right: Keyed[Taped] = Keyed(tape.acts[at].entered, (event.after,))
    return _with_tape(game, table, tape.base, rewritten(tape, (), {at: right}))


def _with_tape(game: RoomGame, table: Table, base: Round, tape: Tape[Round, Taped] | UnsetType) -> Table:
    """The table with the round that a tape tells; one without an act is the round that it began with."""
    acts = () if isinstance(tape, UnsetType) else tape.acts
    round_ = replace(retold(game, table, base, acts), tape=tape)
    return replace(table, version=table.version + 1, round=round_)


def _round_opened(game: RoomGame, table: Table, event: RoundOpened) -> Table:
    """A new round. Whoever is dealt in has paid what they owed, or does so now."""
    by_number = {seat.number: seat for seat in table.seats}
    dealt_in = [by_number[number] for number in event.seats]
    hands = tuple([Hand(seat.number, seat.player, seat.stake) for seat in dealt_in])
    everybody = (1 << len(hands)) - 1
    last = table.positions
    round_ = Round(
        event.number,
        event.rulebook,
        event.button,
        event.small_due,
        event.big_seat,
        event.small,
        event.big,
        hands,
        event.seats.index(event.first),
        last,
        table.seats,
        tuple([str(number) for number in event.seats]) * game.hole_cards,
        active=everybody,
        able=everybody,
    )
    seats = table.seats
    if any(seat.owes or seat.pays or seat.passed or seat.relocated for seat in seats):
        dealt = frozenset(event.seats)
        seats = tuple(
            Seat(seat.number, seat.player, seat.stake, seat.away, seat.will_return) if seat.number in dealt else seat
            for seat in seats
        )
    positions = Positions(
        event.button,
        event.small_due,
        event.big_seat,
        event.button if last.start is None else last.start,
        last.first_orbit and not event.orbit_over,
    )
    return replace(
        table, version=table.version + 1, seats=seats, positions=positions, rounds=event.number, round=round_
    )


RoundEvent = (
    BlindPosted
    | CardsDealt
    | HandLookedAt
    | BetReturned
    | GonePaid
    | MarkerTurned
    | HandShown
    | HandMucked
    | RoundVoided
    | StreetTakenBack
    | CardDiscarded
    | CardsReconstructed
    | HandFolded
    | ActedOutOfTurn
    | CardCorrected
)


def _in_round(game: RoomGame, round_: Round, event: RoundEvent) -> Round:
    if type(event) is CardsDealt:
        return dealt(game, round_, event)
    if type(event) is HandShown:
        return shown_or_mucked(game, _shown(round_, event))
    if type(event) is BlindPosted:
        return posted(round_, event)
    if type(event) is MarkerTurned:
        return shown_or_mucked(game, replace(round_, marker=Marker.SHOWDOWN))
    if type(event) is BetReturned:
        at = round_.place(event.seat)
        hand = round_.hands[at]
        less = replace(
            hand, stack=hand.stack + event.amount, bet=max(0, hand.bet - event.amount), put=hand.put - event.amount
        )
        able = round_.able | (round_.active & 1 << at)  # one who has folded stays out
        return replace(round_, hands=with_hand(round_.hands, at, less), able=able)
    if type(event) is GonePaid:
        at = round_.place(event.seat)
        paid = replace(round_.hands[at], stack=round_.hands[at].stack - event.amount)
        return replace(round_, hands=with_hand(round_.hands, at, paid))
    if type(event) is HandMucked:
        at = round_.place(event.seat)
        hands = with_hand(round_.hands, at, replace(round_.hands[at], shown=False))
        bit = 1 << at
        return shown_or_mucked(
            game,
            replace(
                round_,
                hands=hands,
                active=round_.active & ~bit,
                able=round_.able & ~bit,
                mucked=(*round_.mucked, at),
                fresh=(),
            ),
        )
    if type(event) is HandLookedAt:
        return replace(round_, looked=round_.looked | 1 << round_.place(event.seat))
    return on_round(game, round_, event)


def _shown(round_: Round, event: HandShown) -> Round:
    """A hand that is shown. Cards that nobody knew are keyed in by it; showing known ones is a decision."""
    at = round_.place(event.seat)
    hand, used = round_.hands[at], round_.used
    if event.cards == hand.cards:
        return replace(round_, hands=with_hand(round_.hands, at, replace(hand, shown=True)), fresh=())
    for card in event.cards:
        used |= 1 << card
    named = [index for index, card in enumerate(event.cards) if card not in hand.cards]
    return replace(
        round_,
        hands=with_hand(round_.hands, at, replace(hand, cards=event.cards, shown=True)),
        used=used,
        fresh=tuple([(str(event.seat), index) for index in named]),
    )


def with_hand(hands: tuple[Hand, ...], at: int, hand: Hand) -> tuple[Hand, ...]:
    """The hands with one of them changed."""
    changed = list(hands)
    changed[at] = hand
    return tuple(changed)


def acted(game: RoomGame, round_: Round, event: Acted) -> Round:
    """The betting after an act, and whose turn it is then."""
    at, kind = round_.turn, event.move
    bit = 1 << at
    early = _observed(round_, event) if round_.early else ()
    if kind is _CHECK:  # chips and cards stay as they are
        to_act = round_.to_act & ~bit
        turn = next_turn(game, round_.hands, at, to_act, round_.active, round_.able)
        after = replace(round_, to_act=to_act, acted=round_.street, early=early, fresh=(), turn=turn)
        return after if turn != NOBODY else betting_over(game, after)
    hand = round_.hands[at]
    hands = list(round_.hands)
    stack = hand.stack - event.amount
    hands[at] = Hand(
        hand.seat,
        hand.player,
        stack,
        event.to,
        hand.put + event.amount,
        hand.dead,
        hand.cards,
        kind is _FOLD,
        None,
        hand.posted_big,
    )
    to_act, open_, active, able = round_.to_act & ~bit, round_.open, round_.active, round_.able
    level, largest, raisers, bettor = round_.level, round_.largest, round_.raisers, round_.bettor
    if kind is _FOLD:
        active &= ~bit
        able &= ~bit
        open_ &= ~bit
    else:
        open_ &= ~bit
        if not stack:
            able &= ~bit
        if event.to > level:
            to_act = able & ~bit
            open_ = game.may_raise(to_act, open_, event.full)
            if not level:
                bettor = at
            elif event.full:
                raisers = (*raisers, at)
            if event.full:
                largest = max(largest, event.to - level)
            level = event.to
    turn = next_turn(game, hands, at, to_act, active, able)
    after = replace(
        round_,
        hands=tuple(hands),
        to_act=to_act,
        open=open_,
        active=active,
        able=able,
        level=level,
        largest=largest,
        raisers=raisers,
        bettor=bettor,
        acted=round_.street,
        early=early,
        fresh=(),
        turn=turn,
    )
    return after if turn != NOBODY else betting_over(game, after)


def _observed(round_: Round, event: Acted) -> tuple[OutOfTurn, ...]:
    """What somebody's act means for those who acted Out of Turn; one whose turn it was is done."""
    seen = []
    for one in round_.early:
        if one.seat == event.seat:
            continue
        if event.move is Move.FOLD:
            seen.append(replace(one, folds=True))
        elif event.move is Move.CHECK:
            seen.append(replace(one, checks=True))
        else:
            seen.append(replace(one, wagered=max(one.wagered, event.to)))
    return tuple(seen)


def posted(round_: Round, event: BlindPosted) -> Round:
    """Chips that went in before the first card: as a bet, as what others match, or dead."""
    at = round_.place(event.seat)
    hand, amount = round_.hands[at], event.amount
    if event.post in DEAD_POSTS:
        after = replace(hand, stack=hand.stack - amount, dead=hand.dead + amount)
    elif event.post in MATCHED_POSTS:
        after = replace(hand, stack=hand.stack - amount, put=hand.put + amount)
    else:
        after = replace(
            hand,
            stack=hand.stack - amount,
            bet=hand.bet + amount,
            put=hand.put + amount,
            posted_big=event.post in _BIG,
        )
    able = round_.able if after.stack else round_.able & ~(1 << at)
    return replace(round_, hands=with_hand(round_.hands, at, after), able=able)


def dealt(game: RoomGame, round_: Round, event: CardsDealt) -> Round:
    """Cards at their places; the betting begins when the last of them is there."""
    used, hands = round_.used, round_.hands
    piles = {BURN: [*round_.burnt], COMMUNITY: [*round_.community]}
    to_hands = not _BOARD.issuperset(event.places)
    if to_hands:
        piles |= {str(one.seat): [*one.cards] for one in hands}
    fresh = []
    for card, place in zip(event.cards, event.places, strict=True):
        if card != UNKNOWN:
            used |= 1 << card
        pile = piles[place]
        fresh.append((place, len(pile)))
        pile.append(card)
    ahead = round_.ahead[len(event.cards) :]
    after = replace(
        round_,
        ahead=ahead,
        used=used,
        hands=tuple([_with_cards(one, piles[str(one.seat)]) for one in hands]) if to_hands else hands,
        burnt=tuple(piles[BURN]),
        community=tuple(piles[COMMUNITY]),
        fresh=tuple(fresh),
    )
    return after if ahead else dealt_out(game, after)


def _with_cards(hand: Hand, cards: list[Card]) -> Hand:
    """A hand with the cards that lie there now, if any came to it."""
    if len(cards) == len(hand.cards):
        return hand
    return Hand(
        hand.seat,
        hand.player,
        hand.stack,
        hand.bet,
        hand.put,
        hand.dead,
        tuple(cards),
        hand.folded,
        None,
        hand.posted_big,
        hand.gone,
    )


def _awarded(round_: Round, event: PotAwarded) -> Round:
    hands = list(round_.hands)
    for seat, amount in event.winners:
        at = round_.place(seat)
        hands[at] = replace(hands[at], stack=hands[at].stack + amount)
    return replace(round_, hands=tuple(hands), pots=(*round_.pots, event))
