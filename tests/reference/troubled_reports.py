"""What may go wrong in a round of the poker room, at whatever moment it is; much of it is refused."""

from collections.abc import Callable

from . import room
from . import room_troubled as ref
from . import troubled_people as people
from .troubled_duel import DEALER, SUPERVISOR, Duel


def trouble(duel: Duel) -> None:
    """One thing goes wrong, unless the reference would take too long to say whether a hand can still win."""
    if duel.round.showdown and duel.round.tabled and len(duel.round.board) < 4 and len(duel.round.shown) > 1:
        return
    makers: list[tuple[float, Callable[[Duel], None]]] = [
        (0.8, voiding),
        (1, interruption),
        (1.5, not_covered),
        (1, face_up_in_shoe),
        (1, wrong_hands),
        (5 if duel.round.initial_deal else 0.7, exposed),
        (1.5, exposed_early),
        (3 if duel.round.board else 0.1, too_many),
        (10 if duel.round.turn is not None else 0.3, out_of_turn),
        (2.5, hole_cards_exposed),
        (2, somebody_goes),
    ]
    weights = [weight for weight, _ in makers]
    _, maker = duel.rng.choices(makers, weights)[0]
    maker(duel)


def voiding(duel: Duel) -> None:
    duel.tell(ref.Report(duel.rng.choice(list(ref.VOIDING))))


def interruption(duel: Duel) -> None:
    """With the outcome left to the table, said as it is, or said wrongly."""
    established = duel.round.established()
    facts = {"outcome": "established" if established else "none"}
    by, reason = (SUPERVISOR, "on the recording") if duel.rng.random() < 0.1 else (DEALER, "")
    chance = duel.rng.random()
    if chance < 0.1:
        facts = {"outcome": "none" if established else "established"}
    duel.tell(ref.Report("interruption", facts=facts if chance < 0.6 else {}, by=by, reason=reason))


def not_covered(duel: Duel) -> None:
    at = duel.rng.choice([None, *range(len(duel.dealt))])
    duel.tell(ref.Report("not_covered", at))


def face_up_in_shoe(duel: Duel) -> None:
    card = duel.deck.pop(duel.rng.randrange(len(duel.deck)))
    duel.tell(ref.Report("card_face_up_in_shoe", cards=(card,)))


def wrong_hands(duel: Duel) -> None:
    name = duel.rng.choice(["wrong_hand_count", "wrong_hand_count", "hand_left_out", "extra_hand_dealt"])
    facts = {"seen": duel.rng.choice(["yes", "no", "no", "no"]), "reconstructable": "no"}
    whole = [at for at, hole in enumerate(duel.round.holes) if len(hole) == 2 and ref.HIDDEN not in hole]
    piles: dict[ref.Place, list[str]] = {}
    fresh = not duel.round.acted and not duel.round.hand.over
    if len(whole) == len(duel.dealt) and fresh and duel.rng.random() < 0.6:
        first, second = duel.rng.sample(whole, 2)
        facts["reconstructable"] = "yes"
        piles = {first: list(duel.round.holes[second]), second: list(duel.round.holes[first])}
    at = duel.rng.choice(range(len(duel.dealt)))
    if duel.rng.random() < 0.1:
        del facts["seen"]  # where the record does not have it, it is asked for
    by, reason = (SUPERVISOR, "on the recording") if duel.rng.random() < 0.2 else (DEALER, "")
    duel.tell(ref.Report(name, at, facts, piles=piles, by=by, reason=reason))


def exposed(duel: Duel) -> None:
    """A card that lies before a Player already, or the next one on its way; now and then two at once."""
    rng, round_ = duel.rng, duel.round
    facts = {"count": "1", "when": "initial_deal"}
    holding = [at for at, hole in enumerate(round_.holes) if hole]
    if rng.random() < 0.1:
        duel.tell(ref.Report("cards_exposed", facts={**facts, "count": "2"}))
        return
    if holding and not duel.hidden and rng.random() < 0.1:
        at = rng.choice(holding)
        facts["when"] = "later"
        duel.tell(ref.Report("cards_exposed", at, facts, (round_.holes[at][0],)))
        return
    if round_.initial_deal and not duel.hidden and (not holding or rng.random() < 0.4):
        duel.tell(ref.Report("cards_exposed", facts=facts, cards=(duel.deck.pop(0),)))
        return
    due = round_.ahead[0] if round_.initial_deal else None
    if duel.hidden and isinstance(due, int) and not round_.holes[due] and rng.random() < 0.5:
        duel.tell(ref.Report("cards_exposed", due, facts, (duel.deck.pop(0),)))
        return
    if not holding:
        return
    at = rng.choice(holding)
    which = rng.randrange(len(round_.holes[at]))
    card = round_.holes[at][which]
    truth = duel.truth.get(at, [])
    if card == ref.HIDDEN:
        card = truth[which]
    before = len(round_.holes[at])
    duel.tell(ref.Report("cards_exposed", at, facts, (card,)))
    if len(round_.holes[at]) < before and card in truth:
        truth.remove(card)


def exposed_early(duel: Duel) -> None:
    street = "flop" if duel.round.hand.over else duel.rng.choice(list(ref.STREETS))
    duel.tell(ref.Report(f"{street}_exposed_early"))


def too_many(duel: Duel) -> None:
    """Mostly of the last street; its cards go back into the shoe, which is shuffled."""
    streets = {wanted: name for name, street in ref.STREETS.items() for wanted in [ref.NEEDED[street]]}
    street = streets.get(len(duel.round.board), "flop")
    if duel.rng.random() < 0.1:
        street = duel.rng.choice(list(ref.STREETS))
    facts = {"street": street, "reconstructable": duel.rng.choice(["no", "no", "yes"])}
    piles: dict[ref.Place, list[str]] = {}
    if facts["reconstructable"] == "yes":
        board = list(duel.round.board)
        below = ref.NEEDED[ref.STREETS[street] - 1]
        piles = {ref.BOARD: board[:below] + board[below:][::-1]}
    back = [*duel.round.board, *duel.round.burnt]
    duel.tell(ref.Report("too_many_community_cards", facts=facts, piles=piles))
    now = [*duel.round.board, *duel.round.burnt]
    freed = [card for card in back if card not in now and card != ref.HIDDEN]
    duel.deck += freed
    duel.rng.shuffle(duel.deck)


def out_of_turn(duel: Duel) -> None:
    """Something that he could do if it were his turn, and now and then something that he could not."""
    rng, hand = duel.rng, duel.round.hand
    at = rng.choice(duel.round.active if rng.random() < 0.9 else range(len(duel.dealt)))
    may = room.legal_for(hand, at)
    moves: list[tuple[str, int]] = [("fold", 0), ("check", 0) if may.check else ("call", 0)]
    if may.aggression is not None:
        assert may.least is not None
        assert may.most is not None
        most = min(may.most, may.least + 6 * duel.theirs.terms.big_blind)
        sized = may.least + duel.chip * rng.randint(0, (most - may.least) // duel.chip)
        moves += [(may.aggression, sized)] * 4 + [("all_in", 0)]
    kind, to = rng.choice(moves)
    if rng.random() < 0.15:
        kind, to = rng.choice([("call", 0), ("all_in", 0), *short_of(duel, at)])
    duel.tell(ref.Report("out_of_turn", at, kind=kind, to=to))


def short_of(duel: Duel, at: int) -> list[tuple[str, int]]:
    """Chips short of a BET or a Raise, or all of them and one more, which nobody can put forward."""
    hand = duel.round.hand
    everything = hand.bets[at] + hand.stacks[at]
    kind = "raise" if hand.level else "bet"
    return [(kind, hand.level + hand.minimum_raise - duel.chip), (kind, everything + duel.chip)]


def hole_cards_exposed(duel: Duel) -> None:
    at = duel.rng.choice(duel.round.active if duel.rng.random() < 0.9 else range(len(duel.dealt)))
    stage = duel.rng.choice(["", "", "", "before_final_round_ends", "after"])
    duel.tell(ref.Report("hole_cards_exposed", at, {"stage": stage} if stage else {}))


def somebody_goes(duel: Duel) -> None:
    """Leaves, folded or not; comes, pays or adds to his stake; sits out, is back, or is deemed gone."""
    rng = duel.rng
    free = [seat for seat in range(1, duel.theirs.seats + 1) if seat not in duel.theirs.sitters]
    if free and rng.random() < 0.3:
        people.join(duel, rng.choice(free))
        return
    seat = rng.choice(list(duel.theirs.sitters))
    going: list[Callable[[Duel, int], None]] = [people.leave, people.leave, people.sit_out, people.deem_left]
    rng.choice([*going, people.come_back, people.pay_in, people.top_up])(duel, seat)
