"""``evolve``: a table after an event. Replaying a table's events gives the same table, always."""

from collections.abc import Iterable
from typing import assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.cards import bits_of
from croupier.play.actor import Entered
from croupier.play.authority import StatementEnded, StatementSigned
from croupier.play.room.aftermath import SeatEvent, ended, on_round, on_seats
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
    StatementMade,
    StreetTakenBack,
    Taped,
)
from croupier.play.room.facts import dealt_any, outcome_established
from croupier.play.room.flow import betting_over, dealt_out, next_turn, shown_or_mucked
from croupier.play.room.state import BURN, COMMUNITY, NOBODY, Hand, OutOfTurn, Positions, Round, Seat, Table
from croupier.play.room.tape import remembered
from croupier.play.tape import Keyed, Tape, latest, rewritten, standing
from croupier.rules.authority import Stage
from croupier.rules.room import Marker, Move, RoomGame

_BIG = frozenset({Post.BIG_BLIND, Post.LIVE_BIG, Post.STRADDLE})
# A member looked up in its enumeration costs as much as the rest of a line; acts are most of what happens.
_FOLD, _CHECK, _TURNED = Move.FOLD, Move.CHECK, Marker.SHOWDOWN
_BOARD = frozenset({BURN, COMMUNITY})

RoundEvent = (
    HandLookedAt
    | BetReturned
    | GonePaid
    | HandMucked
    | RoundVoided
    | StreetTakenBack
    | CardDiscarded
    | CardsReconstructed
    | HandFolded
    | ActedOutOfTurn
    | CardCorrected
)


def opened(event: RoomOpened) -> Table:
    """Return the table that an opening makes."""
    return Table(event.table, event.rulebook, event.policy)


def evolve(game: RoomGame, table: Table, event: RoomEvent, entered: Entered | None = None) -> Table:
    """Return the table after one more event.

    Only events with a known entry, ``entered``, can be taken back.
    """
    round_ = table.round
    # The events that fill a round come first.
    if type(event) is Acted:
        assert round_ is not None
        after = replace(table, version=table.version + 1, round=acted(game, round_, event))
    elif type(event) is HandShown:
        assert round_ is not None
        after = replace(table, version=table.version + 1, round=_shown(game, round_, event))
    elif type(event) is CardsDealt:
        assert round_ is not None
        after = replace(table, version=table.version + 1, round=dealt(game, round_, event))
    elif type(event) is BlindPosted:
        assert round_ is not None
        after = replace(table, version=table.version + 1, round=posted(round_, event))
    elif type(event) is PotAwarded:
        assert round_ is not None
        after = replace(table, version=table.version + 1, rake=table.rake + event.rake, round=_awarded(round_, event))
    elif type(event) is MarkerTurned:
        assert round_ is not None
        turned = shown_or_mucked(game, replace(round_, marker=_TURNED))
        after = replace(table, version=table.version + 1, round=turned)
    elif type(event) is RoundOpened:
        after = _round_opened(game, table, event)
    elif type(event) is RoundEnded:
        after = ended(table)
    elif type(event) is ActTakenBack:
        return _taken_back(game, table, event)
    elif type(event) is ActCorrected:
        return _act_corrected(game, table, event)
    else:
        after = _less_often(game, table, event)
    if entered is None and (round_ is None or round_.tape is UNSET):
        return after
    return remembered(table, after, event, entered)


def _less_often(game: RoomGame, table: Table, event: RoundEvent | SeatEvent) -> Table:
    """Return the table after an event that not every round has."""
    round_ = table.round
    match event:
        case (
            HandLookedAt()
            | BetReturned()
            | GonePaid()
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
            | StatementMade()
            | StatementSigned()
            | StatementEnded()
        ):
            return replace(on_seats(table, event), version=table.version + 1)
        case _:
            assert_never(event)


def retold(game: RoomGame, table: Table, base: Round, acts: Iterable[Keyed[Taped]]) -> Round:
    """Replay acts from the round ``base`` on."""
    told = replace(table, round=base)
    for act in acts:
        for event in act.events:
            told = evolve(game, told, event)
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
    """Return the table with its round replayed from a tape.

    The round of a tape without acts is the one that it began with.
    """
    acts = () if isinstance(tape, UnsetType) else tape.acts
    told = replace(retold(game, table, base, acts), tape=tape)
    assert table.round is not None
    round_ = replace(told, reached=_reached(game, table.round, told))
    return replace(table, version=table.version + 1, round=round_)


def _reached(game: RoomGame, before: Round, after: Round) -> Stage | UnsetType:
    """Return how far the round had come, where an entry that is taken back takes the record behind that."""
    if before.reached is Stage.OUTCOME or outcome_established(game, before):
        return UNSET if outcome_established(game, after) else Stage.OUTCOME
    return Stage.OPEN if dealt_any(before) and not dealt_any(after) else before.reached


def _round_opened(game: RoomGame, table: Table, event: RoundOpened) -> Table:
    """Return a new round.

    Players who are dealt in have paid what they owed, or pay it now.
    """
    by_number = {seat.number: seat for seat in table.seats}
    hands = []
    for number in event.seats:
        seat = by_number[number]
        hands.append(Hand(number, seat.player, seat.stake))
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
        tuple(hands),
        event.seats.index(event.first),
        last,
        table.seats,
        tuple([f"{number}" for number in event.seats]) * game.hole_cards,
        active=everybody,
        able=everybody,
    )
    seats = table.seats
    if [seat for seat in seats if seat.owes or seat.pays or seat.passed or seat.relocated]:
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


def _in_round(game: RoomGame, round_: Round, event: RoundEvent) -> Round:
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


def _shown(game: RoomGame, round_: Round, event: HandShown) -> Round:
    """Show a hand.

    Unknown cards become known by it; showing known ones is a decision.
    """
    at, cards = round_.place(event.seat), event.cards
    hand = round_.hands[at]
    if cards == hand.cards:
        hands = with_hand(round_.hands, at, replace(hand, shown=True))
        return shown_or_mucked(game, replace(round_, hands=hands, fresh=()))
    named = [index for index, card in enumerate(cards) if card not in hand.cards]
    after = replace(
        round_,
        hands=with_hand(round_.hands, at, replace(hand, cards=cards, shown=True)),
        used=round_.used | bits_of(cards),
        fresh=tuple([(str(event.seat), index) for index in named]),
    )
    return shown_or_mucked(game, after)


def with_hand(hands: tuple[Hand, ...], at: int, hand: Hand) -> tuple[Hand, ...]:
    """Return the hands with one of them changed."""
    changed = [*hands]
    changed[at] = hand
    return tuple(changed)


def acted(game: RoomGame, round_: Round, event: Acted) -> Round:
    """Return the round after a bet, a Call, a Check or a fold, with the next Player's turn."""
    at, active, able = round_.turn, round_.active, round_.able
    others = ~(1 << at)
    to_act = round_.to_act & others
    early = _observed(round_, event) if round_.early else ()
    if event.move is _CHECK:  # chips and cards stay as they are
        turn = next_turn(game, round_.hands, at, to_act, active, able)
        after = replace(round_, to_act=to_act, acted=round_.street, early=early, fresh=(), turn=turn)
        return after if turn != NOBODY else betting_over(game, after)
    hand, to, level, open_ = round_.hands[at], event.to, round_.level, round_.open & others
    stack, folds = hand.stack - event.amount, event.move is _FOLD
    changed = [*round_.hands]
    changed[at] = replace(hand, stack=stack, bet=to, put=hand.put + event.amount, folded=folds, shown=None)
    hands = tuple(changed)
    if folds:
        active &= others
    if folds or not stack:
        able &= others
    if to <= level:
        turn = next_turn(game, hands, at, to_act, active, able)
        after = replace(
            round_,
            hands=hands,
            to_act=to_act,
            open=open_,
            active=active,
            able=able,
            acted=round_.street,
            early=early,
            fresh=(),
            turn=turn,
        )
        return after if turn != NOBODY else betting_over(game, after)
    to_act = able & others
    turn = next_turn(game, hands, at, to_act, active, able)
    after = replace(
        round_,
        hands=hands,
        to_act=to_act,
        open=game.may_raise(to_act, open_, event.full),
        able=able,
        level=to,
        largest=max(round_.largest, to - level) if event.full else round_.largest,
        raisers=(*round_.raisers, at) if level and event.full else round_.raisers,
        bettor=round_.bettor if level else at,
        acted=round_.street,
        early=early,
        fresh=(),
        turn=turn,
    )
    return after if turn != NOBODY else betting_over(game, after)


def _observed(round_: Round, event: Acted) -> tuple[OutOfTurn, ...]:
    """Apply a Player's act to those who acted Out of Turn.

    A Player whose own turn it was is removed from them.
    """
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
    """Post chips before the first card: as a bet, as what others match, or dead."""
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
    """Put cards at their places; the betting begins when the last of them is there."""
    cards, places, hands = event.cards, event.places, round_.hands
    burnt, community = [*round_.burnt], [*round_.community]
    piles = {BURN: burnt, COMMUNITY: community}
    to_hands = not _BOARD.issuperset(places)
    of_hands = []
    if to_hands:
        for hand in hands:
            pile = piles[f"{hand.seat}"] = [*hand.cards]
            of_hands.append(pile)
    fresh = []
    for card, place in zip(cards, places, strict=True):
        pile = piles[place]
        fresh.append((place, len(pile)))
        pile.append(card)
    if to_hands:
        after_deal = [*hands]
        for at, hand in enumerate(hands):
            if len(of_hands[at]) != len(hand.cards):
                after_deal[at] = replace(hand, cards=tuple(of_hands[at]), shown=None)
        hands = tuple(after_deal)
    ahead = round_.ahead[len(cards) :]
    after = replace(
        round_,
        ahead=ahead,
        used=round_.used | bits_of(cards),
        hands=hands,
        burnt=tuple(burnt),
        community=tuple(community),
        fresh=tuple(fresh),
    )
    return after if ahead else dealt_out(game, after)


def _awarded(round_: Round, event: PotAwarded) -> Round:
    hands = list(round_.hands)
    for seat, amount in event.winners:
        at = round_.place(seat)
        hands[at] = replace(hands[at], stack=hands[at].stack + amount)
    return replace(round_, hands=tuple(hands), pots=(*round_.pots, event))
