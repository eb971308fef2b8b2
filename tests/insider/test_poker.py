"""No crew beside a table of the poker room moves a chip that the cards and wagers on record do not move."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.floor.running.floor import Floor
from croupier.floor.values.table_kinds import RoomTable
from croupier.play.room.commands import OpenRound
from tests.insider.felt import DEALER
from tests.insider.poker import TABLE, Hand, RoomFelt, dealt, finished, informed, payers, poker_house, rounds
from tests.insider.statements import CREWS

ROUNDS = 12
LOSES = Hand("Kc Kd", "Ac Ad", "8c Td 2h 8d 8h")
WINS = Hand("Ac Ad", "Kc Kd", "8c Td 2h 8d 8h")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    return poker_house(tmp_path_factory.mktemp("insider") / "room.db")


def the_table(floor: Floor) -> RoomTable:
    found = floor.table(TABLE)
    assert isinstance(found, RoomTable)
    return found


def test_an_honest_hand_moves_what_its_cards_say(tmp_path: Path) -> None:
    floor = poker_house(tmp_path / "room.db")
    felt = RoomFelt(the_table(floor), floor)
    for seed in range(8):
        before, hand = felt.chips, dealt(Random(seed))
        assert not felt.ask(DEALER, OpenRound())
        assert finished(felt, hand)
        assert felt.chips - before == hand.honest(), hand
    floor.store.close()


def test_no_crew_gains() -> None:
    told = rounds(range(ROUNDS))
    assert not told.gains, "\n".join(map(str, told.gains))
    assert told.weighed > 100 * ROUNDS


def shown(state: RoomTable) -> bool:
    round_ = state.engine.round
    return round_ is not None and any(hand.shown for hand in round_.hands)


Moment = Callable[[RoomTable], bool]
FOUND: list[tuple[str, Hand, Moment, str, bool]] = [
    ("a Dealer alone", LOSES, shown, "report wrong_hand_count", False),
    ("a Dealer alone", LOSES, shown, "report hand_left_out", False),
    ("a Dealer alone", LOSES, shown, "report extra_hand_dealt", False),
    ("a Dealer alone", LOSES, shown, "report foreign_card", False),
    ("a Dealer alone", LOSES, informed, "report deck_miscount", False),
    ("a Dealer against a Player", WINS, shown, "report unshuffled_cards", False),
    ("a Pit Supervisor alone", LOSES, shown, "correct card", False),
    ("a Pit Supervisor alone", LOSES, shown, "report shoe_exhausted", False),
    ("a Pit Manager alone", LOSES, shown, "report interruption", False),
    ("a Dealer alone", LOSES, informed, "report hole_cards_exposed", False),
]
"""Who, in which hand, when, by which kind of statement; and whether it still pays."""


def _cases() -> list[Any]:
    """What still pays is asked for in the long tests: a fix turns its line round, and need not wait for it."""
    return [pytest.param(*case, marks=pytest.mark.long if case[-1] else ()) for case in FOUND]


@pytest.mark.parametrize(("crew", "hand", "moment", "kind", "pays"), _cases())
def test_the_search_knows_what_one_person_did_alone(
    floor: Floor, crew: str, hand: Hand, moment: Moment, kind: str, pays: bool
) -> None:
    found = payers(the_table(floor), hand, next(one for one in CREWS if one.name == crew), moment)
    assert (kind in found) == pays, {name: one.cents for name, one in found.items()}
