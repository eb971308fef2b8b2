"""The record of a house in which one person moved money alone."""

import json
from pathlib import Path

import pytest

from croupier.cli.verifying import Kept, Manner, verify_database
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.verify.finding import Finding
from croupier.floor.verify.restating import Restating
from croupier.floor.verify.verification import verify
from tests.fixtures.frauds import FRAUDS
from tests.fixtures.house import KEYS, restore


def verified(path: Path) -> tuple[list[Finding], Restating]:
    store, restating = Store(open_engine(str(path))), Restating()
    with store.reading() as reading:
        told = list(verify(reading, keys=KEYS, restating=restating))
    store.close()
    return told, restating


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return restore(FRAUDS, tmp_path_factory.mktemp("frauds") / "house.db")


def test_the_record_is_in_order_for_it_was_allowed(kept: Path) -> None:
    told, _ = verified(kept)
    assert told == []


def test_restating_names_who_moved_money_alone_outside_a_round(kept: Path) -> None:
    """One cashier booked 34,700.00 by amount; one supervisor had a tray counted until it agreed with the books."""
    _, restating = verified(kept)
    told = [(one.stream, one.by, one.cents) for one in restating.alone]
    slips = [("cage", "tom", cents) for cents in (500_000, 990_000, 990_000, 990_000)]
    assert told == [*slips, ("table:pthp", "sid", 5_500)]
    assert "it pays a claim whole" in restating.alone[0].needs
    assert "a recount" in restating.alone[-1].needs


def test_the_command_lists_them(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_database(str(kept), Kept(), Manner()) == 0
    assert (
        "5 acts of earlier revisions were one person's that take more today: see --restate" in capsys.readouterr().out
    )
    assert verify_database(str(kept), Kept(), Manner(restate=True)) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "cage version 16: award slip by amount at csp-public, 9,900.00, by tom (cage) alone: The cage" in told
    assert verify_database(str(kept), Kept(), Manner(restate=True, json=True)) == 0
    assert [one["cents"] for one in json.loads(capsys.readouterr().out)["alone"]][-1] == 5_500


def test_restating_names_rounds_people_and_cents(kept: Path) -> None:
    """An Ante of 75.00 paid as 5,000.00 overpaid p1 by 4,925.00; a signed Royal Flush is p4's again."""
    _, restating = verified(kept)
    owed = {(one.table, one.round): one.players for one in restating.rounds}
    assert owed[("csp", 1)] == {"p1": 7_500 - 500_000}
    assert owed[("csp", 2)] == {"p2": 500 - 200_000}
    assert owed[("csp", 3)] == {"p3": 500_000 - 2_500}
    assert owed[("thbp", 1)] == {"p1": 30 * (2_500 - 500_000)}
    assert [owed[("csp", number)] for number in (4, 5, 6)] == [{"p2": -300_000}] * 3
    assert owed[("auto-csp", 1)] == {"p3": 500_000 - 2_500}
    pot, rake = 4_000, 200  # 5 % of two times 20.00, which p5 has won
    assert [owed[("poker", number)] for number in (1, 2, 3)] == [{"p5": pot // 2 - rake, "p6": -pot // 2}] * 3
    first = restating.rounds[0]
    assert first.notes[0].endswith("; dealer alone said it")
    assert "this takes two different people, one of them a Pit Manager" in first.notes[0]


def test_restating_bounds_what_a_round_would_have_brought_that_was_broken_off(kept: Path) -> None:
    """p2's fold had lost an Ante of 1,000.00, which the Void gave back; p3 would have lost 25.00 or won 25.00 + 50.00.

    At MBS p2 looked at 7c 2d, and the Ante came back: a fold would have lost 1,000.00, and all wagers on a pair of
    Nines against the Dealer's two pairs 1,000.00 + 2,000.00 + 1,000.00 + 1,000.00.
    """
    _, restating = verified(kept)
    found = {(one.table, one.round): one.between for one in restating.undecided}
    assert found == {
        **{("auto-csp", number): {"p2": (-100_000, -100_000), "p3": (-2_500, 7_500)} for number in (2, 3, 4)},
        ("thbp", 4): {"p2": (-500_000, -100_000)},
    }


def test_the_command_names_the_people_of_a_round_that_was_broken_off(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verify_database(str(kept), Kept(), Manner(restate=True))
    told = " ".join(capsys.readouterr().out.split())
    assert (
        "auto-csp 2: however it would have gone on: p2 was overpaid 1,000.00, p3 was from overpaid 25.00 to underpaid "
        "75.00" in told
    )
    assert "thbp 4: however it would have gone on: p2 was from overpaid 1,000.00 to overpaid 5,000.00" in told


def test_restating_leaves_rounds_that_the_program_dealt_without_an_end(kept: Path) -> None:
    """A Dealer voided three although their shoes were committed to: p2 had folded 1,000.00, p3 was still to decide."""
    _, restating = verified(kept)
    found = [one for one in restating.undecided if one.stream == "table:auto-csp"]
    assert [one.round for one in found] == [2, 3, 4]
    for one, reported in zip(found, ("foreign_card", "deck_miscount", "unshuffled_cards"), strict=True):
        assert (one.paragraphs, one.lies) == (("I16",), {"p2": 100_000, "p3": 2_500})
        refused = "The program deals this table and keeps its record: nobody may say this"
        assert one.notes[0] == f"dealer: report {reported} is refused: {refused}"
