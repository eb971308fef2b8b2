"""People who come and go at a table of the poker room, on both sides: between rounds, and in the middle of them."""

from croupier.play.room.commands import (
    ComeBack,
    DeemLeft,
    JoinTable,
    LeaveTable,
    OpenRound,
    PayIn,
    Report,
    SitOut,
    TakeDecision,
    TopUp,
)

from . import room_troubled as ref
from .room_sittings import MOST_BLINDS
from .troubled_duel import DEALER, MANAGER, DifferenceError, Duel


def come_and_go(duel: Duel) -> None:
    for seat in range(1, duel.theirs.seats + 1):
        sitter = duel.theirs.sitters.get(seat)
        if sitter is None:
            if duel.rng.random() < 0.15 or len(duel.theirs.sitters) < 2:
                join(duel, seat)
        elif not sitter.stack and duel.rng.random() < 0.7:
            top_up(duel, seat)
        elif sitter.away:
            if duel.rng.random() < 0.35:
                come_back(duel, seat)
        elif duel.rng.random() < 0.08:
            sit_out(duel, seat)
        if seat in duel.theirs.sitters and duel.rng.random() < 0.04:
            leave(duel, seat)
        if seat in duel.theirs.sitters and duel.rng.random() < 0.35:
            pay_in(duel, seat)
        if seat in duel.theirs.sitters and duel.rng.random() < (0.1 if duel.theirs.sitters[seat].away else 0.01):
            deem_left(duel, seat)
    if duel.theirs.sitters and duel.rng.random() < 0.2:
        absent(duel)
    if duel.rng.random() < 0.05:
        question(duel)
    if duel.theirs.round is not None and duel.rng.random() < 0.1:
        found_late(duel)
    if duel.rng.random() < 0.02:
        duel.theirs.day += 1
    duel.theirs.minute += duel.rng.choice([0, 1, 15, 45, 60])


def join(duel: Duel, seat: int) -> None:
    here = {one.name for one in duel.theirs.sitters.values()}
    again = [name for name in duel.left if name not in here]
    if again and duel.rng.random() < 0.5:
        name = duel.rng.choice(again)
    else:
        duel.people += 1
        name = f"g{duel.people}"
    stake = duel.theirs.terms.big_blind * duel.rng.choice([1, 2, 5, 20, 100]) + duel.chip * duel.rng.randint(0, 3)
    relocated = duel.rng.random() < 0.2
    if relocated and duel.rng.random() < 0.5:
        stake = duel.chip * duel.rng.randint(1, 2 * duel.theirs.small // duel.chip)  # 3.6.2: less than the least
    chips, _ = duel.theirs.took.get(name, (0, 0))
    if chips and duel.rng.random() < 0.6:
        stake = min(chips, MOST_BLINDS * duel.theirs.small)
    command = JoinTable(seat, stake, name if relocated else "", relocated, duel.theirs.minute, duel.day)
    by = DEALER if relocated else name
    if duel.ask(command, by, lambda: duel.theirs.join(seat, name, stake, relocated=relocated)):
        duel.count("came back to a seat" if name in duel.left else "came")


def top_up(duel: Duel, seat: int) -> None:
    amount = duel.theirs.terms.big_blind * duel.rng.choice([1, 3, 20, 100])
    duel.ask(TopUp(seat, amount), duel.theirs.sitters[seat].name, lambda: duel.theirs.top_up(seat, amount))


def come_back(duel: Duel, seat: int) -> None:
    duel.ask(ComeBack(seat), duel.theirs.sitters[seat].name, lambda: duel.theirs.come_back(seat))


def deem_left(duel: Duel, seat: int) -> None:
    """Where the text is clear: he said nothing of the kind, or the Blinds have passed him never or twice."""
    sitter = duel.theirs.sitters[seat]
    if sitter.away and sitter.returns and (sitter.passed == 1 or (sitter.missed_small and not sitter.passed)):
        return
    deemed = DeemLeft(seat, "as seen", duel.theirs.minute, duel.day)
    if duel.ask(deemed, "pit_manager", lambda: duel.theirs.deem_left(seat)):
        duel.left.append(sitter.name)
        duel.count("deemed gone")


def found_late(duel: Duel) -> None:
    """An error of the round that is settled: it goes on record, and changes nothing."""
    name = duel.rng.choice([*ref.VOIDING, "wrong_hand_count", "hand_left_out", "cards_exposed", "out_of_turn"])
    before = (duel.table.round, duel.table.seats, duel.table.rake)
    if not duel.tell(ref.Report(name, duel.rng.choice([None, 0]))):
        raise DifferenceError("both refuse what is found late")
    duel.same("after a late finding", (duel.table.round, duel.table.seats, duel.table.rake), before)
    duel.count("found late")


def question(duel: Duel) -> None:
    """Something between rounds that no paragraph covers; the next round waits."""
    duel.do(Report("not_covered"), DEALER, duel.theirs.ask)
    number = duel.theirs.decisions
    duel.ask(OpenRound(), DEALER, duel.theirs.open_round)
    option = duel.rng.choice(["continue", "void_round", "fold_hand"])
    taken = TakeDecision(number, option, "as seen")
    if not duel.ask(taken, MANAGER, lambda: duel.theirs.decide(number, option)):
        taken = TakeDecision(number, "continue", "as seen")
        duel.do(taken, MANAGER, lambda: duel.theirs.decide(number, "continue"))


def absent(duel: Duel) -> None:
    """Somebody is not there for his Blind."""
    due = duel.theirs.due()
    if not due:
        return
    blind = duel.rng.choice(["small_blind", "big_blind"])
    seat = due.get(blind, 0)
    if seat not in duel.theirs.sitters or duel.rng.random() < 0.1:
        seat = duel.rng.choice(list(duel.theirs.sitters))
    returns, said = duel.rng.choice([(True, "yes"), (False, "no"), (None, "not_said")])
    told = Report("player_absent", {"due": blind, "will_return": said}, seat)
    duel.ask(told, DEALER, lambda: duel.theirs.report_absent(seat, blind, returns))
    duel.count("absent")


def sit_out(duel: Duel, seat: int) -> None:
    sitter = duel.theirs.sitters[seat]
    returns = duel.rng.choice([True, True, False, None])
    duel.ask(SitOut(seat, returns), sitter.name, lambda: duel.theirs.sit_out(seat, returns))


def leave(duel: Duel, seat: int) -> None:
    name = duel.theirs.sitters[seat].name
    if duel.ask(LeaveTable(seat, duel.theirs.minute, duel.day), name, lambda: duel.theirs.leave(seat)):
        duel.left.append(name)
        duel.count("left in a round" if duel.theirs.playing else "left between rounds")


def pay_in(duel: Duel, seat: int) -> None:
    pays = duel.rng.random() < 0.9
    duel.ask(PayIn(seat, pays), duel.theirs.sitters[seat].name, lambda: duel.theirs.pay_in(seat, pays))
