"""One hand of the poker room, written from POKER (rws-poker-v6) alone; the oracle for the engine's tests.

Seats are the indexes of the Players dealt in, clockwise from the left of the Button: the last one has the Button or
sits nearest to its right. With two Players the first is the Big Blind, the second has Button and Small Blind (3.8).
Nothing is fast here: whatever can be counted again from the chips is counted again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from . import evaluator as ev

Hole = Sequence[str] | None  # None: a hand that nobody saw, and that cannot win against one that is shown

KINDS = ("fold", "check", "call", "bet", "raise", "all_in")
UNSEEN: ev.Strength = (-1, ())


class NotAllowedError(ValueError):
    """An action that the seat may not take now, or by a seat whose turn it is not."""


@dataclass(frozen=True)
class Terms:
    """What the table prescribes; amounts in whole units."""

    big_blind: int
    share: Fraction = Fraction(1, 2)  # of the minimum raise, from which an all-in is a Raise (3.15.3)
    rate: Fraction = Fraction(0)  # rake, 4.1
    unit: int = 1
    amount: int = 0  # the Rake of a hand as an amount instead (1.32)
    cap: int | None = None
    no_flop_no_drop: bool = False
    lowest_chip: int = 1


@dataclass(frozen=True)
class Action:
    """`to` is the total bet in this Betting Round, for a bet or a raise only."""

    seat: int
    kind: str
    to: int = 0


@dataclass(frozen=True)
class Legal:
    """What the seat to act may do; folding is always allowed."""

    seat: int
    check: bool
    call: int | None  # chips to add
    call_is_all_in: bool
    aggression: str | None  # "bet", "raise" or None where he may do neither
    least: int | None  # total bets in this Betting Round
    most: int | None
    all_in_only: bool  # a bet or raise is possible, but only with all chips and below the minimum
    answered: bool  # somebody else who is still in has chips; a Raise that nobody can answer is not offered


@dataclass
class Hand:
    """The chips and the betting so far."""

    terms: Terms
    stacks: list[int]  # behind, not yet bet
    dead: list[int]
    given: list[int]  # live money of the whole hand
    bets: list[int]  # live money of this Betting Round
    big_blind_at: int
    active: list[bool]
    street: int = 1  # 1 to 4
    level: int = 0  # the amount to call to
    minimum_raise: int = 0
    done: list[list[str]] = field(default_factory=list)  # the kinds of action of each seat in this Betting Round
    since_full: list[bool] = field(default_factory=list)  # has acted since the last full bet or Raise
    last: int = -1  # the seat that acted last, or the one before the first to act
    first_bettor: int | None = None  # of this Betting Round
    raisers: list[int] = field(default_factory=list)  # of this Betting Round
    final_street: int = 1  # the last Betting Round in which somebody had a turn
    over: bool = False
    flop: bool | None = None  # whether the Flop was dealt, where the streets alone do not tell


@dataclass(frozen=True)
class Pot:
    """A Main or Side Pot before rake, and those who can win it."""

    amount: int
    contenders: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """How the hand ends."""

    returned: tuple[tuple[int, int], ...]  # seats and amounts of uncalled bets
    pots: tuple[Pot, ...]
    rakes: tuple[int, ...]
    winners: tuple[tuple[int, ...], ...]  # for each pot
    won: tuple[tuple[int, ...], ...]  # for each pot what each seat takes
    finishing: tuple[int, ...]
    order: tuple[int, ...]  # in which hands come to be shown; empty for a lone survivor
    must_show: tuple[int, ...]


# --- Beginning --------------------------------------------------------------------------------------------------------


def begin(
    stacks: Sequence[int],
    dead: Sequence[int],
    live: Sequence[int],
    terms: Terms,
    big_blind_at: int | None = None,
) -> Hand:
    """Posts the dead money, then the live money, each as far as the chips reach, and opens the 1st Betting Round."""
    players = len(stacks)
    left = list(stacks)
    dead_paid = []
    live_paid = []
    for seat in range(players):
        dead_paid.append(min(dead[seat], left[seat]))
        left[seat] -= dead_paid[seat]
        live_paid.append(min(live[seat], left[seat]))
        left[seat] -= live_paid[seat]
    given = list(live_paid)
    for seat in range(players):
        if dead_paid[seat] and not left[seat] and not live_paid[seat]:  # he plays for what he can match with it
            given[seat], dead_paid[seat] = dead_paid[seat], 0
    if big_blind_at is None:
        big_blind_at = 0 if players == 2 else 1
    hand = Hand(
        terms=terms,
        stacks=left,
        dead=dead_paid,
        given=given,
        bets=list(live_paid),
        big_blind_at=big_blind_at,
        active=[True] * players,
    )
    _open_street(hand)
    _move_on(hand)
    return hand


def _open_street(hand: Hand) -> None:
    players = len(hand.stacks)
    if hand.street == 1:
        hand.level = max([hand.terms.big_blind, *hand.bets])  # a short Big Blind is called at the full Big Blind
        hand.last = hand.big_blind_at  # 3.9.1.a
    else:
        hand.bets = [0] * players
        hand.level = 0
        hand.last = players - 1  # 3.10.1.a
    hand.minimum_raise = hand.terms.big_blind  # 3.5
    hand.done = [[] for _ in range(players)]
    hand.since_full = [False] * players
    hand.first_bettor = None
    hand.raisers = []


# --- Whose turn, and what he may do -----------------------------------------------------------------------------------


def _active(hand: Hand) -> list[int]:
    return [seat for seat in range(len(hand.stacks)) if hand.active[seat]]


def _next_to_act(hand: Hand) -> int | None:
    """The next seat that owes an action in this Betting Round."""
    if len(_active(hand)) == 1:
        return None
    with_chips = [seat for seat in _active(hand) if hand.stacks[seat] > 0]
    if len(with_chips) == 1:
        alone = with_chips[0]
        opposing = max(bet for seat, bet in enumerate(hand.bets) if seat != alone)
        if hand.bets[alone] >= opposing:  # nobody could answer him, and he owes nobody anything
            return None
    players = len(hand.stacks)
    for step in range(1, players + 1):
        seat = (hand.last + step) % players
        if seat in with_chips and (hand.bets[seat] < hand.level or not hand.done[seat]):
            return seat
    return None


def _move_on(hand: Hand) -> None:
    """Ends Betting Rounds in which nobody owes an action, to the next turn or the end of the hand."""
    while _next_to_act(hand) is None:
        if len(_active(hand)) == 1 or hand.street == 4:
            hand.over = True
            return
        hand.street += 1
        _open_street(hand)
    hand.final_street = hand.street


def turn(hand: Hand) -> int | None:
    """The seat to act, or None where the betting is over."""
    return None if hand.over else _next_to_act(hand)


def _may_raise(hand: Hand, seat: int) -> bool:
    """Not after having acted since the last full bet or Raise, unless he only Checked (3.10.1.c, 3.15.3)."""
    only_checked = all(kind == "check" for kind in hand.done[seat])
    return only_checked or not hand.since_full[seat]


def legal(hand: Hand) -> Legal:
    """What the seat to act may do."""
    seat = turn(hand)
    if seat is None:
        raise NotAllowedError("the betting is over")
    return legal_for(hand, seat)


def legal_for(hand: Hand, seat: int) -> Legal:
    """What a seat may do where it is, or would be, its turn."""
    stack = hand.stacks[seat]
    owed = hand.level - hand.bets[seat]
    most = hand.bets[seat] + stack
    minimum = hand.level + hand.minimum_raise
    aggressive = most > hand.level and _may_raise(hand, seat)
    return Legal(
        seat=seat,
        check=owed <= 0,
        call=min(owed, stack) if owed > 0 else None,
        call_is_all_in=0 < stack <= owed,
        aggression=("raise" if hand.level > 0 else "bet") if aggressive else None,
        least=min(minimum, most) if aggressive else None,
        most=most if aggressive else None,
        all_in_only=aggressive and most < minimum,
        answered=any(hand.stacks[other] > 0 for other in _active(hand) if other != seat),
    )


def _resolve(hand: Hand, may: Legal, action: Action) -> tuple[str, int, bool]:
    """What an action comes to, up to how much, and whether it is allowed."""
    seat, kind, to = may.seat, action.kind, action.to
    if kind == "all_in":
        to = hand.bets[seat] + hand.stacks[seat]
        kind = "call" if to <= hand.level else may.aggression or "raise"
    if kind == "check":
        return kind, to, may.check
    if kind == "call":
        return kind, hand.bets[seat] + (may.call or 0), may.call is not None
    if kind in ("bet", "raise"):
        return kind, to, kind == may.aggression and (may.least or 0) <= to <= (may.most or 0)
    return kind, to, kind == "fold"


def allows(hand: Hand, action: Action) -> bool:
    """Whether the seat to act, and nobody else, may do this."""
    may = legal(hand)
    return action.seat == may.seat and _resolve(hand, may, action)[2]


def apply(hand: Hand, action: Action) -> None:
    """Takes the action of the seat to act; raises NotAllowedError and changes nothing where it is not allowed."""
    may = legal(hand)
    seat = may.seat
    if action.seat != seat:
        raise NotAllowedError(f"it is the turn of seat {seat}, not {action.seat}")
    kind, to, allowed = _resolve(hand, may, action)
    if not allowed:
        raise NotAllowedError(f"seat {seat} may not {action.kind} to {to}: {may}")

    if kind == "fold":
        hand.active[seat] = False
    elif kind != "check":
        _bet(hand, seat, to)
        if to > hand.level:
            _lift(hand, seat, to)
    hand.done[seat].append(kind)
    hand.since_full[seat] = True
    hand.last = seat
    _move_on(hand)


def fold_by_ruling(hand: Hand, seat: int) -> None:
    """A hand counts as folded (5.11, 5.14), in turn or not; its chips stay where they are."""
    hand.active[seat] = False
    _move_on(hand)


def leave_in(hand: Hand, seat: int, amount: int) -> None:
    """Chips that stay in the Pot although their Player folds (5.10.3): he folds, and they are put in."""
    street = hand.street
    apply(hand, Action(seat, "fold"))
    hand.given[seat] += amount
    hand.stacks[seat] -= amount
    if hand.street == street:
        hand.bets[seat] += amount


def _bet(hand: Hand, seat: int, to: int) -> None:
    added = to - hand.bets[seat]
    hand.bets[seat] += added
    hand.given[seat] += added
    hand.stacks[seat] -= added


def _lift(hand: Hand, seat: int, to: int) -> None:
    """The amount to call rises: by a full bet or Raise, which reopens the betting for all, or by a short all-in."""
    increment = to - hand.level
    opening = hand.level == 0
    full = increment >= hand.terms.share * hand.minimum_raise  # each all-in is measured alone
    if opening:
        hand.first_bettor = seat
    elif full:
        hand.raisers.append(seat)
    if full:
        hand.since_full = [False] * len(hand.stacks)
    hand.minimum_raise = max(hand.minimum_raise, increment)
    hand.level = to


# --- The end of the hand ----------------------------------------------------------------------------------------------


def uncalled(hand: Hand) -> list[tuple[int, int]]:
    """Chips of a seat still in that nobody else matched (4.3); who is out leaves his in the Pot (1.30)."""
    back = []
    for seat in _active(hand):
        matched = max(other for at, other in enumerate(hand.given) if at != seat)
        if hand.given[seat] > matched:
            back.append((seat, hand.given[seat] - matched))
    return back


def pots(hand: Hand) -> list[Pot]:
    """Main Pot first: one pot for each different amount that Active Players gave, all dead money in the first."""
    given = list(hand.given)
    for seat, amount in uncalled(hand):
        given[seat] -= amount
    active = _active(hand)
    made: list[Pot] = []
    below = 0
    levels = sorted({given[seat] for seat in active})
    for level in levels:
        reach = max(given) if level == levels[-1] else level  # beyond all who are left it lies in the last pot
        amount = sum(min(one, reach) - min(one, below) for one in given)
        if not made:
            amount += sum(hand.dead)
        made.append(Pot(amount, tuple(seat for seat in active if given[seat] >= level)))
        below = level
    return made


def rakes(hand: Hand, made: Sequence[Pot]) -> list[int]:
    """4.1: of each pot, rounded down to the unit, until the cap of the hand is reached."""
    terms = hand.terms
    flop_was_dealt = hand.street > 1 if hand.flop is None else hand.flop
    taken: list[int] = []
    for pot in made:
        exact = (Fraction(1, 20) if terms.amount else terms.rate) * pot.amount  # an amount is at most 5 % too
        rake = exact.numerator // exact.denominator // terms.unit * terms.unit
        if terms.amount:
            rake = min(rake, terms.amount - sum(taken))
        if terms.cap is not None:
            rake = min(rake, terms.cap - sum(taken))
        if terms.no_flop_no_drop and not flop_was_dealt:
            rake = 0
        taken.append(rake)
    return taken


def share_out(amount: int, winners: Sequence[int], chip: int, players: int) -> list[int]:
    """4.5: equal parts in whole lowest chips; what is left one chip at a time, clockwise from left of the Button."""
    won = [0] * players
    for seat in winners:
        won[seat] = amount // len(winners) // chip * chip
    rest = amount - sum(won)
    while rest > 0:
        for seat in sorted(winners):
            piece = min(chip, rest)
            won[seat] += piece
            rest -= piece
    return won


def first_to_show(hand: Hand) -> int:
    """3.14.2.a and c, for the 4th Betting Round; one who has folded since shows nothing."""
    for seat in reversed(hand.raisers):
        if hand.active[seat]:
            return seat
    if hand.first_bettor is not None and hand.active[hand.first_bettor]:
        return hand.first_bettor
    return _active(hand)[0]


def showdown(hand: Hand, made: Sequence[Pot], strengths: Sequence[ev.Strength]) -> tuple[list[int], list[int]]:
    """In which order hands come to be shown, and which must be; all, where no option was left before the 4th round."""
    active = _active(hand)
    if len(active) == 1:  # 3.14.1
        return [], []
    if hand.final_street < 4:  # 1.16, 1.19.ii
        return active, active
    first = first_to_show(hand)
    order = [seat for seat in active if seat >= first] + [seat for seat in active if seat < first]
    shown: list[int] = []
    for seat in order:
        for pot in made:
            against = [other for other in shown if other in pot.contenders]
            if seat in pot.contenders and all(strengths[seat] >= strengths[other] for other in against):
                shown.append(seat)
                break
    return order, shown


def finish(hand: Hand, holes: Sequence[Hole], board: Sequence[str]) -> Outcome:
    """Returns the uncalled bet, makes the pots, takes the rake and pays the winners."""
    if not hand.over:
        raise NotAllowedError("the betting goes on")
    players = len(hand.stacks)
    active = _active(hand)
    strengths = [UNSEEN] * players
    if len(active) > 1:
        for seat in active:
            hole = holes[seat]
            if hole is not None:
                strengths[seat] = ev.best([*hole, *board])
    made = pots(hand)
    taken = rakes(hand, made)
    finishing = list(hand.stacks)
    back = uncalled(hand)
    for seat, amount in back:
        finishing[seat] += amount
    winners = []
    won = []
    for pot, rake in zip(made, taken, strict=True):
        best = max(strengths[seat] for seat in pot.contenders)
        best_seats = [seat for seat in pot.contenders if strengths[seat] == best]
        parts = share_out(pot.amount - rake, best_seats, hand.terms.lowest_chip, players)
        finishing = [chips + part for chips, part in zip(finishing, parts, strict=True)]
        winners.append(tuple(best_seats))
        won.append(tuple(parts))
    order, must_show = showdown(hand, made, strengths)
    return Outcome(
        returned=tuple(back),
        pots=tuple(made),
        rakes=tuple(taken),
        winners=tuple(winners),
        won=tuple(won),
        finishing=tuple(finishing),
        order=tuple(order),
        must_show=tuple(must_show),
    )


def play(hand: Hand, actions: Sequence[Action], holes: Sequence[Hole], board: Sequence[str]) -> Outcome:
    """The whole hand at once."""
    for action in actions:
        apply(hand, action)
    return finish(hand, holes, board)
