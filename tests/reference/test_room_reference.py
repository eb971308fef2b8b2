"""Hands of the poker room, played by the engine and by a naive reference that shares no code with it.

Whose turn it is, what he may do and for how much, what nobody called, the pots and who contends for them, who shows
and who may muck, the Rake, the winners and everybody's chips afterwards must be the same at every step.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

import msgspec
import pytest

from croupier.cards import DECK, Card, format_card
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room import act, open_room
from croupier.play.room.betting import legal
from croupier.play.room.commands import (
    Act,
    DealCards,
    JoinTable,
    MuckHand,
    OpenRound,
    RoomCommand,
    Settle,
    ShowHand,
    TurnMarker,
)
from croupier.play.room.events import BetReturned, BlindPosted, Post, PotAwarded, RoomEvent, RoundOpened
from croupier.play.room.evolve import evolve
from croupier.play.room.pots import pots_of
from croupier.play.room.showdown import next_to_show
from croupier.play.room.state import NOBODY, Phase, Round, Table
from croupier.rulebooks import load_room
from croupier.rules.room import Move
from croupier.rules.terms import Role
from tests.reference import room as reference
from tests.sampling import first

HANDS_FOR_A_SEED = 60
GAME = load_room("rws-poker")


@dataclass
class Opening:
    """How a hand begins, by place clockwise from the Button's left."""

    chip: int
    small: int
    seats: tuple[int, ...]
    stacks: list[int]
    dead: list[int]
    live: list[int]
    big_at: int
    share: Fraction
    rate: Fraction
    unit: int
    cap: int
    no_flop: bool
    by_table: bool
    """Whether the table itself opens the round; payments to join or return are then nobody's."""

    @property
    def terms(self) -> reference.Terms:
        """The same for the reference."""
        return reference.Terms(
            2 * self.small, self.share, self.rate, self.unit, 0, self.cap, self.no_flop, lowest_chip=self.chip
        )


@dataclass
class Pair:
    """One hand in both hands."""

    opening: Opening
    table: Table
    theirs: reference.Hand
    deck: list[Card]
    told: list[str] = field(default_factory=list)

    @property
    def round(self) -> Round:
        """The engine's."""
        assert self.table.round is not None
        return self.table.round

    def ask(self, command: RoomCommand, at: int | None = None) -> tuple[RoomEvent, ...] | Refusal:
        """The engine's answer to a Player's command by his place, or to the Dealer's."""
        who = "dealer" if at is None else self.round.hands[at].player
        role = Role.DEALER if at is None else Role.PLAYER
        turn = act(GAME, self.table, Actor(who, role), command)
        if isinstance(turn, Refusal):
            return turn
        self.told.append(f"{who}: {command}")
        self.table = turn.table
        return turn.events

    def do(self, command: RoomCommand, at: int | None = None) -> tuple[RoomEvent, ...]:
        """The same where it must be accepted."""
        events = self.ask(command, at)
        assert not isinstance(events, Refusal), f"{command}: {events}"
        return events


# --- Making a hand ----------------------------------------------------------------------------------------------------


def _stack(rng: Random, chip: int, big: int) -> int:
    """From less than a blind to many; some end within a chip of a blind, or of half a raise."""
    most = rng.choice([big // chip, 3 * big // chip, 12 * big // chip, 80 * big // chip])
    near = rng.choice([big // 2, big, 3 * big // 2, 2 * big, 5 * big // 2, 3 * big]) // chip + rng.randint(-1, 1)
    return max(1, rng.choice([near, rng.randint(1, max(1, most))])) * chip


def random_opening(rng: Random) -> Opening:
    """Two to ten Players with anything from a chip to deep stacks; odd blinds, dead Small Blinds and live posts."""
    count = rng.choice([2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10])
    chip = rng.choice([1, 1, 25, 100])
    small = chip * rng.choice([1, 3, 10, 25])
    big = 2 * small
    by_table = rng.random() < 0.4
    seats = tuple(sorted(rng.sample(range(1, 11), count)))
    turned = 1 if by_table else rng.randrange(count)  # a table's first Button lies at its first seat
    seats = seats[turned:] + seats[:turned]
    dead, live = [0] * count, [0] * count
    small_at, big_at = (1, 0) if count == 2 else (0, 1)
    if count > 2 and not by_table and rng.random() < 0.3:
        small_at, big_at = NOBODY, 0  # 5.5: without a Small Blind
    live[big_at] = big
    if small_at != NOBODY:
        live[small_at] = small
    for at in range(count):
        if not by_table and at not in {small_at, big_at} and rng.random() < 0.3:
            dead[at], live[at] = rng.choice([(0, big), (small, 0), (small, big)])  # 5.4, 5.4.2
    unit = chip * rng.choice([1, 1, 2, 5])
    return Opening(
        chip=chip,
        small=small,
        seats=seats,
        stacks=[_stack(rng, chip, big) for _ in range(count)],
        dead=dead,
        live=live,
        big_at=big_at,
        share=rng.choice([Fraction(1, 2), Fraction(1, 2), Fraction(1)]),
        rate=rng.choice([Fraction(0), Fraction(1, 40), Fraction(1, 20), Fraction(1, 20)]),
        unit=unit,
        cap=chip * rng.choice([0, 1, 3, 10, 1_000]),
        no_flop=rng.random() < 0.3,
        by_table=by_table,
    )


def begin(opening: Opening, rng: Random) -> Pair:
    """The hand with its posts made and its Hole Cards dealt, on both sides."""
    big = 2 * opening.small
    policy = {
        "small_blind": opening.small,
        "minimum_stake": big,
        "maximum_stake": 1_000 * big,
        "chips": (opening.chip,),
        "seats": 10,
        "rake": f"{float(opening.rate):.3f}",
        "rake_cap": opening.cap,
        "rake_unit": opening.unit,
        "no_flop_no_drop": opening.no_flop,
        "reopening_share": "" if opening.share == Fraction(1, 2) else "1",
    }
    table = open_room(GAME, policy)
    for seat in opening.seats:
        joined = act(GAME, table, Actor(f"p{seat}", Role.PLAYER), JoinTable(seat, big))
        assert not isinstance(joined, Refusal), joined
        table = joined.table
    stakes = dict(zip(opening.seats, opening.stacks, strict=True))  # as earlier rounds may have left them
    seats = tuple(msgspec.structs.replace(seat, stake=stakes[seat.number]) for seat in table.seats)
    table = msgspec.structs.replace(table, seats=seats)
    theirs = reference.begin(opening.stacks, opening.dead, opening.live, opening.terms, opening.big_at)
    pair = Pair(opening, table, theirs, rng.sample(DECK, len(DECK)))
    if opening.by_table:
        pair.do(OpenRound())
    else:
        for event in _posts(opening):
            pair.table = evolve(GAME, pair.table, event)
    assert tuple(hand.seat for hand in pair.round.hands) == opening.seats
    _deal(pair)
    return pair


def _posts(opening: Opening) -> list[RoomEvent]:
    """The opening of a round in the middle of a table's life: dead chips go in first, as far as the stacks reach."""
    count = len(opening.seats)
    first = opening.seats[(opening.big_at + 1) % count]
    big_seat, button = opening.seats[opening.big_at], opening.seats[-1]
    opened = RoundOpened(
        1, "rws-poker-v6", button, None, big_seat, opening.small, 2 * opening.small, opening.seats, first, False, ()
    )
    events: list[RoomEvent] = [opened]
    for at, seat in enumerate(opening.seats):
        dead = min(opening.dead[at], opening.stacks[at])
        live = min(opening.live[at], opening.stacks[at] - dead)
        kind = Post.SMALL_BLIND if opening.live[at] == opening.small else Post.LIVE_BIG
        if dead:
            alone = dead == opening.stacks[at]
            events.append(BlindPosted(seat, Post.MATCHED_SMALL if alone else Post.DEAD_SMALL, dead, ()))
        if live:
            events.append(BlindPosted(seat, Post.BIG_BLIND if at == opening.big_at else kind, live, ()))
    return events


def _deal(pair: Pair) -> None:
    places = len(pair.round.ahead)
    pair.do(DealCards(tuple(pair.deck[:places])))
    del pair.deck[:places]


# --- The betting ------------------------------------------------------------------------------------------------------


def _same_choice(pair: Pair) -> None:
    """Whose turn it is and what he may do."""
    ours, theirs = legal(GAME, pair.table), reference.legal(pair.theirs)
    assert ours is not None
    assert pair.round.turn == theirs.seat
    assert pair.opening.seats[theirs.seat] == ours.seat
    assert (ours.call == 0) == theirs.check
    assert ours.call == (theirs.call or 0)
    assert (ours.call == pair.round.hands[pair.round.turn].stack) == theirs.call_is_all_in
    assert ours.least == (theirs.least or 0 if theirs.answered else 0)
    assert ours.most == (theirs.most or 0 if theirs.answered else 0)
    if theirs.aggression is not None:
        assert ours.raises == (theirs.aggression == "raise")


def _not_allowed(pair: Pair, rng: Random) -> None:
    """Something that the Player may not do is refused on both sides."""
    may = reference.legal(pair.theirs)
    seat, chip = may.seat, pair.opening.chip
    wrong = [reference.Action(seat, "call" if may.check else "check")]
    if may.aggression is None:
        stack, bet = pair.theirs.stacks[seat], pair.theirs.bets[seat]
        if bet + stack > pair.theirs.level:
            wrong += [reference.Action(seat, "all_in"), reference.Action(seat, "raise", bet + stack)]
    else:
        assert may.least is not None
        assert may.most is not None
        wrong.append(reference.Action(seat, may.aggression, may.most + chip))
        if may.least > chip:
            wrong.append(reference.Action(seat, may.aggression, may.least - chip))
        other = "bet" if may.aggression == "raise" else "raise"
        wrong.append(reference.Action(seat, other, may.most))
    action = rng.choice(wrong)
    with pytest.raises(reference.NotAllowedError):
        reference.apply(pair.theirs, action)
    refused = pair.ask(Act(pair.opening.seats[seat], Move(action.kind), action.to or None), seat)
    assert isinstance(refused, Refusal), action
    assert refused.cites


def _choose(pair: Pair, rng: Random, boldness: float) -> reference.Action:
    may = reference.legal(pair.theirs)
    seat, chip = may.seat, pair.opening.chip
    roll = rng.random()
    if may.aggression is not None and roll < boldness:
        assert may.least is not None
        assert may.most is not None
        if rng.random() < 0.4 or may.all_in_only:
            return reference.Action(seat, "all_in")
        before = pair.theirs.bets[seat]
        least = before - (before - may.least) // chip * chip  # in whole chips
        if least >= may.most or rng.random() < 0.4:
            to = min(least, may.most)
        else:
            to = least + rng.randint(0, min(may.most - least, 6 * pair.theirs.minimum_raise) // chip) * chip
        return reference.Action(seat, may.aggression, to)
    if may.check:
        return reference.Action(seat, "fold" if rng.random() < 0.03 else "check")
    if rng.random() < 0.3:
        return reference.Action(seat, "fold")
    return reference.Action(seat, "all_in" if may.call_is_all_in and rng.random() < 0.5 else "call")


def bet(pair: Pair, rng: Random) -> None:
    """The betting and the Community Cards up to the end of the Final Betting Round."""
    boldness = rng.choice([0.05, 0.25, 0.25, 0.5, 0.8])
    while True:
        if pair.round.phase is Phase.DEALING:
            _deal(pair)
            continue
        at = reference.turn(pair.theirs)
        assert (pair.round.phase is Phase.BETTING) == (at is not None)
        if at is None:
            break
        assert pair.round.street + 1 == pair.theirs.street
        _same_choice(pair)
        if rng.random() < 0.25:
            _not_allowed(pair, rng)
        action = _choose(pair, rng, boldness)
        reference.apply(pair.theirs, action)
        pair.do(Act(pair.opening.seats[at], Move(action.kind), action.to or None), at)
    assert pair.round.phase is Phase.SHOWDOWN
    ours = tuple(hand.stack for hand in pair.round.hands)
    assert ours == tuple(pair.theirs.stacks)


# --- The end ----------------------------------------------------------------------------------------------------------


def _cards(pair: Pair) -> tuple[list[list[str]], list[str]]:
    """The Hole Cards by place and the board to come, in the reference's notation."""
    holes = [[format_card(card) for card in hand.cards] for hand in pair.round.hands]
    board = [format_card(card) for card in pair.round.community]
    ahead = list(pair.deck)
    while len(board) < 5:  # one burnt card, then three or one
        count = 1 if board else 3
        board += [format_card(card) for card in ahead[1 : 1 + count]]
        del ahead[: 1 + count]
    return holes, board


def _returned(pair: Pair, events: tuple[RoomEvent, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((pair.round.place(event.seat), event.amount) for event in events if isinstance(event, BetReturned))


def _show(pair: Pair, outcome: reference.Outcome, rng: Random) -> None:
    """Hands are shown in the order of the reference; who need not show mucks, or shows all the same."""
    order = []
    while (at := next_to_show(GAME, pair.round)) != NOBODY:
        seat = pair.round.hands[at].seat
        order.append(at)
        mucked = False
        if at in outcome.must_show or rng.random() < 0.8:
            refused = at in outcome.must_show
            answer = pair.ask(MuckHand(seat), at)
            assert isinstance(answer, Refusal) == refused, (at, outcome, answer)
            mucked = not refused
        if not mucked:
            pair.do(ShowHand(seat), at)
    if pair.round.tabled:  # all of them are laid open; the reference has no order for that
        order.sort()
    assert tuple(order) == outcome.order


def finish(pair: Pair, rng: Random) -> None:
    """The showdown and the settlement."""
    outcome = reference.finish(pair.theirs, *_cards(pair))
    returned: tuple[tuple[int, int], ...] = ()
    if outcome.order:
        returned = _returned(pair, pair.do(TurnMarker()))
        pots = [(pot.amount, pot.places) for pot in pots_of(pair.round.hands, pair.round.active)]
        assert pots == [(pot.amount, pot.contenders) for pot in outcome.pots]
        _show(pair, outcome, rng)
        while pair.round.ahead:
            _deal(pair)
    events = pair.do(Settle())
    assert (returned or _returned(pair, events)) == outcome.returned
    awards = [event for event in events if isinstance(event, PotAwarded)]
    if not outcome.pots[0].amount:  # the Big Blind alone, and not even a Small Blind to win
        assert (awards, len(outcome.pots)) == ([], 1)
        outcome = replace(outcome, pots=(), rakes=(), winners=(), won=())
    assert [award.amount for award in awards] == [pot.amount for pot in outcome.pots]
    assert [award.rake for award in awards] == list(outcome.rakes)
    for award, winners, won in zip(awards, outcome.winners, outcome.won, strict=True):
        expected = [(pair.opening.seats[at], won[at]) for at in winners if won[at]]
        assert list(award.winners) == expected
    stakes = {seat.number: seat.stake for seat in pair.table.seats}
    assert tuple(stakes[seat] for seat in pair.opening.seats) == outcome.finishing
    assert sum(outcome.finishing) + pair.table.rake == sum(pair.opening.stacks)


def compare(seed: str) -> Pair:
    """One hand from its seed; an error tells the hand."""
    rng = Random(seed)
    pair = begin(random_opening(rng), rng)
    try:
        bet(pair, rng)
        finish(pair, rng)
    except AssertionError as error:
        story = "\n".join(pair.told)
        raise AssertionError(f"hand {seed!r}: {error}\n{pair.opening}\n{story}") from error
    return pair


@pytest.mark.parametrize("seed", first(3, range(8)))
def test_random_hands_agree(seed: int) -> None:
    for number in range(HANDS_FOR_A_SEED):
        compare(f"{seed} {number}")
