"""The rounds of a floor's own journal, as they were dealt, and the command that investigates them."""

import json
from pathlib import Path
from random import Random

import pytest

from croupier.cards import DECK, UNKNOWN, Card
from croupier.floor.reading.dealt import Dealt, Seen, all_dealt, dealt_at
from croupier.floor.running.floor import Floor
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.play.banked import commands as bank
from croupier.play.banked.flow import DEALER, places_ahead, undecided
from croupier.play.banked.state import Round
from croupier.rules.terms import Decision, Role, WagerName
from tests.command import croupier
from tests.floor.house import House
from tests.floor.rigged import act
from tests.floor.test_dealer_entered import a_table, bank_round
from tests.trials.journals import fair, favours_the_box

STUD = "rws-casino-stud"


def dealt(floor: Floor) -> list[Dealt]:
    with floor.store.reading() as reading:
        return list(dealt_at(reading, "one"))


@pytest.mark.parametrize(
    ("game", "seen"),
    [
        (STUD, Seen(0, (4,))),  # 3.6.2: the last card of the Dealer's is face up
        ("rws-multi-link-casino-stud", Seen(0, (4,))),
        ("rws-progressive-texas-holdem", Seen(4)),
        ("mbs-texas-holdem-bonus-progressive", Seen(4)),  # the last decision is on the River wager, after the Turn
    ],
)
def test_a_round_is_told_with_its_cards_its_dealer_and_what_lay_open(tmp_path: Path, game: str, seen: Seen) -> None:
    floor = a_table(tmp_path, game)
    cards = Random(game).sample(DECK, 52)
    bank_round(floor, list(cards), 52, folds=False)
    bank_round(floor, list(cards), 52, folds=True)
    played, folded = dealt(floor)
    for one in (played, folded):
        assert (one.table, one.dealer, one.named, one.ruled) == ("one", "dealer", False, False)
        assert isinstance(one.engine.round, Round)
        hands = [box.cards for box in one.engine.round.boxes]
        assert {card for hand in hands for card in hand} <= {*cards}
        assert UNKNOWN not in hands[0]
    assert dict(played.seen) == dict.fromkeys((1, 3, 5), seen)
    assert [one.engine.rounds for one in (played, folded)] == [1, 2]


def test_a_round_in_play_is_not_told(tmp_path: Path) -> None:
    floor = a_table(tmp_path, STUD)
    act(floor, "one", bank.OpenRound())
    assert dealt(floor) == []


def test_a_round_that_was_ruled_on_is_marked(tmp_path: Path) -> None:
    floor = a_table(tmp_path, STUD)
    act(floor, "one", bank.OpenRound())
    act(floor, "one", bank.PlaceWager(1, WagerName.ANTE, 5_000, "box-1"))
    act(floor, "one", bank.CloseBets())
    act(floor, "one", bank.Report("foreign_card"))
    assert [one.ruled for one in dealt(floor)] == [True]


def test_all_tables_of_a_house_with_the_poker_room(tmp_path: Path) -> None:
    house = House(tmp_path / "house.db")
    house.furnish()
    house.sit_down("poker-1")
    for _ in range(12):
        house.stud_round("stud-1")
        house.poker_round("poker-1")
    house.bonus_round("bonus-1")
    with house.floor.store.reading() as reading:
        found = list(all_dealt(reading))
        later = list(all_dealt(reading, found[-1].at))
        none = list(all_dealt(reading, 0, min(one.at for one in found)))
    assert sorted({(one.table, one.named) for one in found}) == [("bonus-1", True), ("poker-1", True), ("stud-1", True)]
    assert len(found) == 25
    assert [one.table for one in later][-1:] == ["stud-1"]
    assert not none
    assert isinstance(house.floor.table("poker-1"), RoomTable)
    house.close()
    done = croupier("investigate", "--db", str(tmp_path / "house.db"), "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["rounds"], told["left_out"]) == (25, 0)
    looked = {(one["kind"], one["name"], one["place"], one["question"]) for one in told["looks"]}
    assert ("table", "poker-1", "seat 1", "dealt") in looked
    assert ("table", "stud-1", "box 1", "played") in looked
    assert ("table", "stud-1", "box 2", "played") not in looked  # it always folds
    assert ("player", "ann", "", "dealt") in looked
    shown = croupier("investigate", "--db", str(tmp_path / "house.db"))
    assert "Nothing is outside of what chance does." in shown.stdout.decode()
    assert "once in 100 investigations" in shown.stdout.decode()


def test_what_is_asked_wrongly_is_said(tmp_path: Path) -> None:
    floor = a_table(tmp_path, STUD)
    floor.store.close()
    where = ("investigate", "--db", str(tmp_path / "floor.db"))
    for rate in ("0", "-1", "0.51", "nan"):
        done = croupier(*where, "--rate", rate)
        assert (done.returncode, b"--rate" in done.stderr) == (2, True), rate
    assert croupier(*where, "--since", "yesterday").returncode == 2
    missing = croupier("investigate", "--db", str(tmp_path / "none.db"))
    assert missing.returncode == 2
    none = croupier(*where, "--since", "2026-01-01", "--until", "2026-01-02")
    assert (none.returncode, b"There are too few rounds to say anything." in none.stdout) == (0, True)


def deal_for(floor: Floor, name: str, cards: list[Card]) -> None:
    """A Dealer enters a round in which box 1 plays whatever it holds: five cards for it, and five for the Dealer."""
    own, theirs, rest = cards[:5], cards[5:], [card for card in DECK if card not in cards]

    def do(command: bank.BankedCommand) -> None:
        act(floor, "one", command, name, Role.DEALER)

    do(bank.OpenRound())
    do(bank.PlaceWager(1, WagerName.ANTE, 5_000, "box-1"))
    do(bank.CloseBets())
    while floor.table("one").running:
        state = floor.table("one")
        assert isinstance(state, BankedTable)
        round_ = state.engine.round
        assert round_ is not None
        if ahead := places_ahead(state.game, state.engine.policy.dealing, round_):
            piles = {"1": own, DEALER: theirs}
            do(bank.DealCards(tuple(piles.get(place, rest).pop() for place, _ in ahead)))
        elif isinstance(next_ := state.due(), PlayBanked):
            do(next_.command)
        else:
            assert undecided(round_) is not None
            do(bank.Choose(1, Decision.BET))


def a_journal(path: Path, dealers: int, rounds: int) -> str:
    """A table at which Dealers take turns; the seventh of them gives box 1 the best of four hands."""
    floor, chance = a_table(path, STUD), Random(1)
    for _ in range(rounds):
        for number in range(1, dealers + 1):
            deal_for(floor, f"dealer-{number:02}", favours_the_box(chance) if number == 7 else fair(chance))
    floor.store.checkpoint()
    floor.store.close()
    return str(path / "floor.db")


@pytest.mark.parametrize(("dealers", "rounds"), [(8, 20), pytest.param(41, 30, marks=pytest.mark.long)])
def test_one_cheating_dealer_in_a_floors_own_journal_is_found(tmp_path: Path, dealers: int, rounds: int) -> None:
    done = croupier("investigate", "--db", a_journal(tmp_path, dealers, rounds), "--json")
    assert done.returncode == 1, done.stderr
    looks = json.loads(done.stdout)["looks"]
    found = [(one["kind"], one["name"], one["place"], one["question"]) for one in looks if one["found"]]
    assert found == [("dealer", "dealer-07", "box 1", "dealt")]
