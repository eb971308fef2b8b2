"""Tables without a shoe of the floor's: a Dealer or a scanner enters the cards, one by one, in any portions."""

import random
from pathlib import Path

import pytest

from croupier.cards import DECK, UNKNOWN, Card
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashChips, CountersignCash, FillDrawer, ProposeCash
from croupier.floor.values.table import BuyChips, PlayBanked, RedeemChips, ShuffleCommitted
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.play.banked import commands as bank
from croupier.play.banked.events import JackpotFed
from croupier.play.banked.flow import current_step, undecided
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room
from croupier.play.room.events import CardCorrected
from croupier.rules.room import Move
from croupier.rules.terms import Decide, Decision, Role, WagerName
from tests.floor.cashiers import open_drawer, two_sign
from tests.floor.random_floor import DAY, asked, done
from tests.floor.rigged import a_floor, act, events, in_order, refusal
from tests.sampling import first

BANKED = (
    "rws-casino-stud",
    "rws-multi-link-casino-stud",
    "rws-progressive-texas-holdem",
    "mbs-texas-holdem-bonus-progressive",
)
CASH = 5_000_000


def a_table(path: Path, game: str) -> Floor:
    """One table where a Dealer enters everything, and nobody has a wallet."""
    link = "[links.main]\nseed = 5_000_000\n" if game in BANKED else ""
    linked = 'link = "main"\n' if game in BANKED else ""
    plan = f'{link}[tables.one]\ngame = "{game}"\n{linked}automatic = false\nanonymous = true\n'
    return a_floor(path, plan, cash=CASH)


def enter(floor: Floor, cards: list[Card], most: int) -> None:
    """The next cards, so many at a time at most."""
    count = min(floor.table("one").cards_due(), most)
    given, cards[:count] = tuple(cards[:count]), []
    in_room = isinstance(floor.table("one"), RoomTable)
    act(floor, "one", room.DealCards(given) if in_room else bank.DealCards(given))


def bank_round(floor: Floor, cards: list[Card], most: int, folds: bool) -> None:
    """A round with three boxes in which everybody decides alike."""
    act(floor, "one", bank.OpenRound())
    for box in (1, 3, 5):
        for wager, amount in ((WagerName.ANTE, 5_000), (WagerName.JACKPOT, 500)):
            act(floor, "one", bank.PlaceWager(box, wager, amount, f"box-{box}"))
    act(floor, "one", bank.CloseBets())
    while floor.table("one").running:
        state = floor.table("one")
        assert isinstance(state, BankedTable)
        if state.cards_due():
            enter(floor, cards, most)
        elif (next_ := state.due()) is not None:
            assert isinstance(next_, PlayBanked)
            act(floor, "one", next_.command)
        else:
            assert state.engine.round is not None
            hand = undecided(state.engine.round)
            assert hand is not None
            step = current_step(state.game, state.engine)
            assert isinstance(step, Decide)
            choices = [choice.decision for choice in step.choices if choice.decision is not Decision.FOLD]
            act(floor, "one", bank.Choose(hand.number, Decision.FOLD if folds and not hand.decisions else choices[0]))


@pytest.mark.parametrize("most", first(1, [3, 1, 52]))
@pytest.mark.parametrize("folds", [False, True])
@pytest.mark.parametrize("game", BANKED)
def test_a_whole_round_of_a_house_banked_game(tmp_path: Path, game: str, folds: bool, most: int) -> None:
    floor = a_table(tmp_path, game)
    rng = random.Random(f"{game} {folds} {most}")
    bank_round(floor, rng.sample(DECK, 52), most, folds)
    happened = events(floor, "table:one")
    assert not any(isinstance(event, ShuffleCommitted) for event in happened)
    assert sum(isinstance(event, JackpotFed) for event in happened) == 3
    state = floor.table("one")
    assert isinstance(state, BankedTable)
    assert state.engine.round is not None
    paid = sum(line.paid + line.returned - line.staked for line in state.engine.round.lines)
    assert floor.balances["public:one"] == CASH + paid
    assert floor.balances["layout:one"] == 0
    assert floor.balances["drop:one"] == CASH
    in_order(floor)


def test_impossible_cards_are_refused(tmp_path: Path) -> None:
    floor = a_table(tmp_path, "rws-casino-stud")
    act(floor, "one", bank.OpenRound())
    act(floor, "one", bank.PlaceWager(1, WagerName.ANTE, 5_000, "box-1"))
    assert "No card" in refusal(floor, "one", bank.DealCards((DECK[0],)))
    act(floor, "one", bank.CloseBets())
    act(floor, "one", bank.DealCards((DECK[0],)))
    version = floor.streams["table:one"].version
    assert "dealt already" in refusal(floor, "one", bank.DealCards((DECK[0],)))
    assert "dealt already" in refusal(floor, "one", bank.DealCards((DECK[1], DECK[1])))
    assert "too many" in refusal(floor, "one", bank.DealCards(tuple(DECK[1:40])))
    assert "Dealer" in refusal(floor, "one", bank.DealCards((DECK[1],)), "ann")
    assert floor.streams["table:one"].version == version
    act(floor, "one", bank.DealCards((DECK[1],)))


def test_a_slip_of_the_keyboard_is_put_right(tmp_path: Path) -> None:
    floor = a_table(tmp_path, "rws-casino-stud")
    act(floor, "one", bank.OpenRound())
    act(floor, "one", bank.PlaceWager(1, WagerName.ANTE, 5_000, "box-1"))
    act(floor, "one", bank.CloseBets())
    act(floor, "one", bank.DealCards((DECK[0], DECK[1])))
    act(floor, "one", bank.CorrectCard("1", 0, DECK[2], "misread"), "sue")
    act(floor, "one", bank.DealCards((DECK[1],)))  # it is in the shoe after all
    assert "dealt already" in refusal(floor, "one", bank.DealCards((DECK[2],)))
    in_order(floor)


def test_a_card_dealt_unseen_is_named_by_the_dealer_however_late(tmp_path: Path) -> None:
    floor = a_table(tmp_path, "rws-casino-stud")
    act(floor, "one", bank.OpenRound())
    act(floor, "one", bank.PlaceWager(1, WagerName.ANTE, 5_000, "box-1"))
    act(floor, "one", bank.CloseBets())
    act(floor, "one", bank.DealCards((UNKNOWN,) * 4))
    act(floor, "one", bank.DealCards((DECK[3],)))
    act(floor, "one", bank.CorrectCard("1", 0, DECK[0]))
    # It is known by now: another word on it is a correction, and comes too late for the Dealer.
    assert "Pit Supervisor" in refusal(floor, "one", bank.CorrectCard("1", 0, DECK[5]))
    assert "dealt already" in refusal(floor, "one", bank.CorrectCard("1", 1, DECK[0]))
    in_order(floor)


def test_a_whole_round_of_poker(tmp_path: Path) -> None:
    floor = a_table(tmp_path, "rws-poker")
    table = floor.table("one")
    assert isinstance(table, RoomTable)
    stake = table.engine.policy.minimum_stake
    for seat in (1, 2, 3):
        act(floor, "one", room.JoinTable(seat, stake, f"seat-{seat}"))
    cards = random.Random(3).sample(DECK, 52)
    act(floor, "one", room.OpenRound())
    while floor.table("one").running:
        state = floor.table("one")
        assert isinstance(state, RoomTable)
        round_ = state.engine.round
        assert round_ is not None
        if state.cards_due():
            enter(floor, cards, 1)
        elif (next_ := state.due()) is not None:
            act(floor, "one", next_.command)
        elif round_.turn >= 0:
            hand = round_.hands[round_.turn]
            act(floor, "one", room.Act(hand.seat, Move.CALL if hand.bet < round_.level else Move.CHECK))
        else:
            hidden = next(hand for hand in round_.hands if hand.shown is None)
            act(floor, "one", room.ShowHand(hidden.seat))
    rake = floor.balances.get("rake:one", 0)
    assert floor.balances["stakes:one"] == 3 * stake - rake
    assert floor.balances["public:one"] == CASH - 3 * stake
    in_order(floor)


def test_a_slip_of_the_keyboard_is_put_right_in_the_room_too(tmp_path: Path) -> None:
    floor = a_table(tmp_path, "rws-poker")
    state = floor.table("one")
    assert isinstance(state, RoomTable)
    for seat in (1, 2):
        act(floor, "one", room.JoinTable(seat, state.engine.policy.minimum_stake, f"seat-{seat}"))
    act(floor, "one", room.OpenRound())
    state = floor.table("one")
    assert isinstance(state, RoomTable)
    assert state.engine.round is not None
    first, second = state.engine.round.ahead[:2]
    act(floor, "one", room.DealCards((DECK[0],)))
    refusal(floor, "one", room.CorrectCard(first, 0, DECK[1]), "ann")
    act(floor, "one", room.CorrectCard(first, 0, DECK[1]))
    act(floor, "one", room.DealCards((DECK[0],)))  # it is in the shoe after all
    assert "dealt already" in refusal(floor, "one", room.CorrectCard(second, 0, DECK[1]))
    act(floor, "one", room.CorrectCard(first, 0, DECK[2], "misread"), "sue", Role.PIT_SUPERVISOR)
    corrected = [event for event in events(floor, "table:one") if isinstance(event, CardCorrected)]
    assert [(one.before, one.after, one.reason) for one in corrected] == [
        (DECK[0], DECK[1], ""),
        (DECK[1], DECK[2], "misread"),
    ]
    in_order(floor)


def test_chips_are_bought_for_cash_and_no_more_is_wagered(tmp_path: Path) -> None:
    floor = a_table(tmp_path, "rws-casino-stud")
    chip = floor.table("one").engine.policy.lowest_chip
    before = dict(floor.balances)
    act(floor, "one", BuyChips(10 * chip))
    moved = {name: cents - before[name] for name, cents in floor.balances.items() if cents != before[name]}
    assert moved == {"float:one": -10 * chip, "public:one": 10 * chip, "drop:one": 10 * chip, "cash": -10 * chip}
    assert "a multiple" in refusal(floor, "one", BuyChips(chip + 1))
    assert "Dealer" in refusal(floor, "one", BuyChips(chip), "ann", Role.PLAYER)


def test_the_cage_gives_cash_for_chips_as_long_as_the_public_has_some(tmp_path: Path) -> None:
    floor = a_table(tmp_path, "rws-casino-stud")
    chip, public = floor.table("one").engine.policy.lowest_chip, floor.balances["public:one"]
    before = floor.balances["cash"]

    def told(*counts: tuple[int, int]) -> str:
        reply = floor.submit(asked("cage", CashChips("one", counts, DAY), "cashier", Role.CAGE))[0]
        assert isinstance(reply, Refusal)
        return reply.sentence

    assert "is not a chip of this table" in told((chip - 1, 1))
    assert "not an amount" in told((chip, 0))
    assert "not a chip" in told((chip, -1))
    open_drawer(floor, "cashier")
    two_sign(floor, FillDrawer("of-cashier", public + chip, DAY))
    whole = (chip, public // chip)
    proposed = ProposeCash(CashChips("one", (whole, (chip, 1)), DAY, "Ivan Petrov", "E 1"))
    done(floor, asked("cage", proposed, "cashier", Role.CAGE))
    short = floor.submit(asked("cage", CountersignCash(floor.cage().proposals[0].number), "sam"))[0]
    assert isinstance(short, Refusal)
    assert "There is only" in short.sentence
    assert "from a drawer" in refusal(floor, "one", RedeemChips(public), "cashier", Role.CAGE)
    two_sign(floor, CashChips("one", (whole,), DAY, "Ivan Petrov", "E 1"))
    assert floor.balances["public:one"] == 0
    assert floor.balances["cash"] == before + public
    in_order(floor)
