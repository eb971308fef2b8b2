"""``croupier rule … --table``: the answer of a table of a house, from its database."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.cards import parse_cards
from croupier.floor.values.table import EstablishTable, PlayBanked, PlayRoom
from croupier.play.banked.commands import BankedCommand, CloseBets, DealCards, Look, OpenRound, PlaceWager
from croupier.play.room import commands as room
from croupier.rules.terms import Decision, Role, WagerName
from tests.command import complaint_of, croupier
from tests.floor.house import KEYS, House
from tests.rulebooks.stud import from_shoe

ANTE, JACKPOT = 10_000, 500

DEAL = DealCards(parse_cards(from_shoe("As Kd 4c 3h 2s", {1: "7c 7d Ks 5h 3s", 2: "Qc Qd 8s 6h 2d"})))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house with rounds of Casino Stud in play, nobody has decided: hand-1 is dealt by hand, stud-1 by the program.

    Box 1 of hand-1 holds 7-7, box 2 Q-Q, the Dealer A-K.
    """
    made = House(tmp_path / "floor.db")
    made.furnish()
    bets_closed(made, "hand-1")
    by_hand(made, DEAL)
    made.wagers("stud-1", ("ann", "ben"), (WagerName.ANTE, ANTE), (WagerName.JACKPOT, JACKPOT))
    (tmp_path / "floor.db.key").write_bytes(KEYS.current.secret)
    (tmp_path / "floor.db.key").chmod(0o600)
    yield made
    made.close()


def by_hand(house: House, command: BankedCommand, table: str = "hand-1") -> None:
    """Have the Shift Manager enter an act at a table dealt by hand."""
    house.ask(f"table:{table}", PlayBanked(command))


def bets_closed(house: House, table: str) -> None:
    """Open a table dealt by hand, with wagers of two Players and no card dealt."""
    meter = house.floor.link("stud").meter
    house._table(table, EstablishTable("rws-casino-stud", {"dealing": "shoe"}, "stud", False, False, meter))
    by_hand(house, OpenRound(), table)
    for box, player in enumerate(("ann", "ben"), 1):
        by_hand(house, PlaceWager(box, WagerName.ANTE, ANTE, player), table)
        by_hand(house, PlaceWager(box, WagerName.JACKPOT, JACKPOT, player), table)
    by_hand(house, CloseBets(), table)


def rule(house: House, *args: str, table: str = "hand-1") -> tuple[str, ...]:
    return ("rule", "rws-casino", *args, "--table", table, "--db", house.path)


def test_a_round_in_play_is_answered_from_its_own_state(house: House) -> None:
    """5.8.3: nobody has decided; 105.00 a box go back. The Dealer's first card is up, so a Pit Supervisor signs too."""
    answer = json.loads(croupier(*rule(house, "deck_miscount", "--json")).stdout)
    assert (answer["table"], answer["round"], answer["stage"]) == ("hand-1", 1, "open")
    assert (answer["ruling"], answer["cites"]) == ("void_round", ["5.8.3"])
    assert [(one["box"], one["players"], one["back"], one["result"]) for one in answer["boxes"]] == [
        (1, ["ann"], ANTE + JACKPOT, 0),
        (2, ["ben"], ANTE + JACKPOT, 0),
    ]
    assert answer["difference"] is None
    assert [one["kind"] for one in answer["steps"][:3]] == ["call", "sign", "announce"]
    assert answer["signs"][0]["who"] == "dealer+pit_supervisor"


def test_a_settled_round_stands(house: House) -> None:
    for box, name in ((1, "ann"), (2, "ben")):
        house.choose("stud-1", box, name, Decision.BET if box == 1 else Decision.FOLD)
    shown = croupier(*rule(house, "deck_miscount", table="stud-1")).stdout.decode()
    assert shown.startswith("stud-1, round 1: once the round is settled\ncontinue  (5.8, I17), decided by rules\n")
    answer = json.loads(croupier(*rule(house, "deck_miscount", "--json", table="stud-1")).stdout)
    assert [(one["back"], one["difference"]) for one in answer["boxes"]] == [(0, 0), (0, 0)]


def test_a_fact_on_record_is_not_asked_for(house: House) -> None:
    """That somebody has looked is on record; how many cards were exposed is not."""
    by_hand(house, Look(1))
    done = croupier(*rule(house, "cards_exposed", "--json"))
    assert json.loads(done.stdout)["missing"].keys() == {"count", "whose"}
    said = ("--fact", "count=1", "--fact", "whose=player", "--box", "2", "--json")
    assert json.loads(croupier(*rule(house, "cards_exposed", *said)).stdout)["facts"]["seen"] == "yes"


def test_who_signs_is_weighed_by_the_table(house: House) -> None:
    """5.8.3 gives wagers back: the Dealer alone says so until a card is up, then a Pit Supervisor confirms."""
    bets_closed(house, "hand-2")

    def signed(*args: str) -> str:
        answer = json.loads(croupier(*rule(house, "deck_miscount", "--json", *args, table="hand-2")).stdout)
        return str(answer["signs"][0]["who"])

    assert signed() == "dealer"
    by_hand(house, DEAL, "hand-2")
    assert signed() == "dealer+pit_supervisor"


def test_where_the_program_deals_nobody_says_what_lies_where(house: House) -> None:
    """The answer has the money all the same, and the one step that explains it."""
    house.sit_down("poker-1")
    house.ask("table:poker-1", PlayRoom(room.OpenRound()), "dan", Role.DEALER)
    asked = ("rule", "rws-poker", "deck_miscount", "--table", "poker-1", "--db", house.path, "--json")
    answer = json.loads(croupier(*asked).stdout)
    assert answer["signs"][0]["who"] == "nobody"
    assert [one["text"] for one in answer["steps"]] == [
        "The report: nobody may make it here, because the program deals this table and keeps its record."
    ]
    assert sorted(one["back"] for one in answer["boxes"]) == [0, 100, 200]


def test_money_for_people_is_a_row_a_box(house: House) -> None:
    shown = croupier(*rule(house, "deck_miscount")).stdout.decode()
    assert "Say: “Deck miscount: the round is void.” 5.8.3" in shown
    row = next(line for line in shown.splitlines() if "ann" in line)
    assert [one.strip() for one in row.strip("│ ").split("│")] == [
        "1", "ann", "100.00", "5.00", "105.00", "0.00", "0.00", "open", "open",
    ]  # fmt: skip


def test_sealed_cards_need_the_houses_key(house: House, tmp_path: Path) -> None:
    (tmp_path / "floor.db.key").rename(tmp_path / "elsewhere.key")
    assert "are sealed: name the House's key, --house-key" in complaint_of(croupier(*rule(house, "deck_miscount")))
    key = ("--house-key", str(tmp_path / "elsewhere.key"))
    assert croupier(*rule(house, "deck_miscount", *key)).returncode == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("rule", "rws-casino", "deck_miscount", "--table", "stud-1"), "goes with an irregularity, --table and --db"),
        (("rule", "rws-casino", "deck_miscount", "--box", "1"), "--box goes with an irregularity, --table and --db"),
        (("rule", "rws-casino", "--list", "--db", "x"), "--db goes with an irregularity, --table and --db"),
    ],
)
def test_a_table_and_its_house_are_named_together(args: tuple[str, ...], says: str) -> None:
    assert says in complaint_of(croupier(*args))


def test_what_a_table_cannot_answer_is_one_sentence(house: House) -> None:
    assert "a table has its own stage" in complaint_of(croupier(*rule(house, "misdeal", "--stage", "open")))
    none = complaint_of(croupier(*rule(house, "deck_miscount", table="stud-9")))
    assert "there is no table 'stud-9'; the house has bonus-1, hand-1, multi-1, poker-1, stud-1, stud-2" in none
    assert "bonus-1 plays mbs" in complaint_of(croupier(*rule(house, "deck_miscount", table="bonus-1")))
    assert "hand-1: Player absent: say which box" in complaint_of(croupier(*rule(house, "player_absent")))
    assert "'pot' is no wager" in complaint_of(croupier(*rule(house, "misdeal", "--wager", "pot")))


def test_a_table_of_the_poker_room_answers_by_seat(house: House) -> None:
    """A Void gives each Player back what they have put into the Pot: Blinds of 1.00 and 2.00."""
    house.sit_down("poker-1")
    house.ask("table:poker-1", PlayRoom(room.OpenRound()), "dan", Role.DEALER)
    asked = ("rule", "rws-poker", "deck_miscount", "--table", "poker-1", "--db", house.path)
    answer = json.loads(croupier(*asked, "--json").stdout)
    assert (answer["ruling"], answer["stage"]) == ("void_round", "open")
    assert sorted(one["back"] for one in answer["boxes"]) == [0, 100, 200]
    assert {one["result"] for one in answer["boxes"]} == {0}
    assert "seat" in croupier(*asked).stdout.decode()
