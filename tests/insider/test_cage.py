"""A cashier alone takes nothing out of the cage for which no object stands."""

from pathlib import Path
from typing import Any

import pytest

from croupier.floor.deciding import cashiering
from croupier.floor.streams import cages
from croupier.floor.values.cage import CageState, Drawers
from tests.floor.rigged import in_order
from tests.insider.cage import cage_house, gained, sequence

SEQUENCES = 20


def test_no_sequence_of_a_cashier_takes_money_without_an_object(tmp_path: Path) -> None:
    floor, accepted = cage_house(tmp_path), 0
    for seed in range(SEQUENCES):
        accepted += len(sequence(floor, seed))
        assert gained(floor) == {}, seed
    assert accepted > 3 * SEQUENCES
    in_order(floor)
    floor.store.close()


# ---- The search sees what it is for ---------------------------------------------------------------------------------


def found(path: Path, way: str) -> bool:
    floor = cage_house(path)
    for seed in range(6 * SEQUENCES):
        sequence(floor, seed)
        if way in gained(floor):
            return True
    return False


def test_award_slips_by_amount(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One cashier booked 34,700.00 on a Royal Flush before claims had numbers."""
    monkeypatch.setattr(cages, "BY_AMOUNT", None)
    assert found(tmp_path, "a slip by amount")


def test_cash_of_one_person_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cashiering, "takes_two", lambda *_: False)
    assert found(tmp_path, "split below two signatures")


def test_the_tolerance_taken_at_every_close(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drawers, "off_by", lambda *_: 0)
    assert found(tmp_path, "a drawer that lacks")


def test_a_claim_that_one_person_pays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    happens = cashiering._happens

    def alone(state: CageState, drawers: Drawers, actor: str, number: int) -> Any:
        waits = drawers.proposal(number)
        if waits is None:
            return cashiering._no_proposal(number)
        return happens(state, drawers, waits.what, waits.actor, actor)

    monkeypatch.setattr(cashiering, "_countersign", alone)
    assert found(tmp_path, "a claim alone")
