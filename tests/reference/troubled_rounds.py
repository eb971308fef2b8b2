"""Random rounds of the poker room with two to four troubles each, played on both sides.

Both are asked the same; both must accept it or both refuse it. After it whose turn it is and what he may do, the cards
that are due, the decisions that are waited for, the chips before everybody must be the same, and in the end the pots,
the Rake and the stacks.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from croupier.play.room import open_room
from croupier.play.room.commands import (
    Act,
    DealCards,
    Look,
    MuckHand,
    OpenRound,
    RoomCommand,
    RunOutClock,
    Settle,
    ShowHand,
    TakeDecision,
    TurnMarker,
)
from croupier.rules.room import Move

from . import evaluator as ev
from . import room
from . import room_troubled as ref
from .room_sittings import MOST_BLINDS, Sitting
from .troubled_duel import DEALER, GAME, MANAGER, SUPERVISOR, DifferenceError, Duel, cards_of
from .troubled_people import come_and_go
from .troubled_reports import trouble

MOST_ACTS = 1_000
"""Of a round: a Betting Round has no cap on Raises, but chips have an end."""


def play(duel: Duel) -> None:
    """A round with two to four troubles, from the posts to the chips."""
    duel.deck = duel.rng.sample(ev.DECK, 52)
    duel.truth, duel.returned, duel.awards = {}, [], []
    duel.hidden = duel.rng.random() < 0.3
    if not duel.ask(OpenRound(), DEALER, duel.theirs.open_round):
        return
    troubles, haste = duel.rng.randint(2, 4), duel.rng.choice([0.1, 0.2, 0.4])
    boldness = duel.rng.choice([0.05, 0.2, 0.4])
    begun, told = duel.acts, 0
    while not duel.round.ended:
        if duel.acts > begun + MOST_ACTS:
            raise DifferenceError("the round does not end")
        if troubles and duel.rng.random() < haste:
            troubles -= 1
            told += 1
            trouble(duel)
        elif duel.round.pending:
            decide(duel)
        elif duel.round.ahead:
            deal(duel)
        elif duel.round.turn is not None:
            bet(duel, duel.round.turn, boldness)
        else:
            finish(duel)
    duel.count("void" if duel.round.void else "settled")
    if told > 1:
        duel.count("more than one trouble")
    duel.close()


def decide(duel: Duel) -> None:
    asked = duel.rng.choice(duel.round.pending)
    option = duel.rng.choice([*asked.options, "continue", "continue"])
    if option == "fold_hand" and False in duel.round.shown.values():
        option = "continue"  # who would win what the others have given up for that hand, nobody says
    by = MANAGER if duel.rng.random() < 0.9 else SUPERVISOR
    taken = TakeDecision(asked.number, option, "as seen")
    if duel.ask(taken, by, lambda: duel.round.decide(asked.number, option, by)) and duel.round.waiting is not None:
        duel.ends()


def deal(duel: Duel) -> None:
    due = list(duel.round.ahead)
    if duel.rng.random() < 0.3:
        due = due[: duel.rng.randint(1, len(due))]
    cards = []
    for place in due:
        card = duel.deck.pop(0)
        if duel.hidden and place != ref.BOARD:
            if isinstance(place, int):
                duel.truth.setdefault(place, []).append(card)
            card = ref.HIDDEN
        cards.append(card)
    duel.do(DealCards(cards_of(cards)), DEALER, lambda: duel.round.deal(cards))


def bet(duel: Duel, at: int, boldness: float) -> None:
    if at not in duel.round.looked and duel.rng.random() < 0.3:
        duel.do(Look(duel.dealt[at]), duel.name(at), lambda: duel.round.look(at))
    if duel.rng.random() < 0.05:
        untimely(duel)
        return
    if duel.rng.random() < 0.05:
        other = duel.rng.choice(duel.round.active)
        if other != at:
            act(duel, other, duel.rng.choice(["call", "check", "fold"]))
        return
    least, most = duel.round.range()
    kinds = [kind for kind in ("fold", "check", "call", "all_in") if duel.round.may(kind)]
    if least and (not kinds or duel.rng.random() < boldness):
        sized = next((kind for kind in ("bet", "raise") if duel.round.may(kind, least)), None)
        if sized is not None:
            steps = max(0, min(most - least, 8 * duel.theirs.terms.big_blind)) // duel.chip
            act(duel, at, sized, least + duel.chip * duel.rng.randint(0, steps))
            return
    if duel.rng.random() < 0.03:
        duel.do(RunOutClock(duel.dealt[at]), DEALER, lambda: duel.round.clock(at))
        return
    weights = {"fold": 1.5 if duel.round.early else 0.25, "check": 3.0, "call": 2.0, "all_in": 0.3 * boldness}
    if not kinds:
        raise DifferenceError(f"seat {duel.dealt[at]} may do nothing")
    act(duel, at, duel.rng.choices(kinds, [weights[kind] for kind in kinds])[0])


def untimely(duel: Duel) -> None:
    """What is not possible while somebody has his turn."""
    at = duel.rng.choice(range(len(duel.dealt)))
    seat, name = duel.dealt[at], duel.name(at)
    tried: list[tuple[RoomCommand, str, Callable[[], None]]] = [
        (Settle(), DEALER, duel.round.settle),
        (TurnMarker(), DEALER, duel.round.turn_marker),
        (DealCards(cards_of(duel.deck[:1])), DEALER, lambda: duel.round.deal(duel.deck[:1])),
        (OpenRound(), DEALER, duel.theirs.open_round),
        (ShowHand(seat), name, lambda: duel.round.show(at)),
        (MuckHand(seat), name, lambda: duel.round.muck(at)),
    ]
    if duel.ask(*duel.rng.choice(tried)):
        raise DifferenceError("both accept what ought not to be possible")


def act(duel: Duel, at: int, kind: str, to: int = 0) -> None:
    by = duel.name(at) if duel.rng.random() < 0.9 else DEALER  # 5.13
    bound = duel.round.bound(at) if at == duel.round.turn else ""
    if at == duel.round.turn:
        duel.count(bound or "free to act")
    duel.compelled = bound if bound in {"5.10.1", "5.10.4"} or (bound == "5.10.3" and kind == "fold") else ""
    duel.ask(Act(duel.dealt[at], Move(kind), to or None), by, lambda: duel.round.act(at, kind, to))
    duel.compelled = ""


def finish(duel: Duel) -> None:
    """The marker, the hands, and the settlement."""
    if not duel.round.showdown:
        duel.do(Settle(), DEALER, duel.round.settle)
        return
    if not duel.round.marker and duel.rng.random() < 0.8:
        duel.do(TurnMarker(), DEALER, duel.round.turn_marker)
        return
    to_come = [at for at in duel.round.active if at not in duel.round.shown]
    if not to_come:
        if duel.round.marker:
            duel.do(Settle(), DEALER, duel.round.settle)
        return
    at = duel.round.next_to_show()
    if at is None or duel.rng.random() < 0.25:
        at = duel.rng.choice(to_come)
    seat = duel.dealt[at]
    if duel.rng.random() < 0.6:
        who = at
        if duel.ask(MuckHand(seat), duel.name(at), lambda: duel.round.muck(who)):
            duel.count("mucked unknown" if duel.hidden else "mucked")
            return
        if duel.rng.random() < 0.5:
            return
    cards = duel.truth[at] if not duel.round.known(at) else []
    by = DEALER if cards else duel.name(at)  # who names what nobody had keyed in
    duel.ask(ShowHand(seat, cards_of(cards)), by, lambda: duel.round.show(at, cards))


def new_duel(rng: Random) -> Duel:
    """A table of two to ten seats under some House's policy."""
    chip = rng.choice([1, 25, 100])
    small = chip * rng.choice([1, 3, 10])
    rate, cap, unit = rng.choice([0, 25, 50]), chip * rng.choice([0, 2, 10, 500]), chip * rng.choice([1, 1, 2])
    amount = chip * rng.choice([0, 0, 1, 4, 40])
    no_flop = rng.random() < 0.3
    seats = rng.randint(2, 10)
    policy = {
        "small_blind": small,
        "minimum_stake": 2 * small,
        "maximum_stake": MOST_BLINDS * small,
        "chips": (chip,),
        "seats": seats,
        "rake": f"{rate / 1000:.3f}",
        "rake_amount": amount,
        "rake_cap": cap,
        "rake_unit": unit,
        "no_flop_no_drop": no_flop,
    }
    terms = room.Terms(2 * small, Fraction(1, 2), Fraction(rate, 1000), unit, amount, cap, no_flop, lowest_chip=chip)
    return Duel(rng, chip, Sitting(terms, small, seats), open_room(GAME, policy))


def campaign(seed: int, rounds: int) -> Duel:
    """So many rounds at one table; a difference tells the seed, the acts and both answers."""
    duel = new_duel(Random(seed))
    for _ in range(rounds):
        begun = len(duel.lines)
        try:
            come_and_go(duel)
            play(duel)
        except Exception as error:
            story = "\n".join(duel.lines)
            kind = "" if isinstance(error, DifferenceError) else f"{type(error).__name__}: "
            policy = f"{duel.table.policy}"
            raise DifferenceError(
                f"seed {seed}, act {len(duel.lines)} (the round from act {begun}): {kind}{error}\n{policy}\n{story}"
            ) from error
    return duel
