"""The table of authority checked against each document: acts without a row, rulings that nobody may report."""

import json

import pytest
from msgspec.structs import replace

from croupier.play.authority_gaps import authority_faults, authority_gaps
from croupier.rulebooks import all_games, load
from croupier.rules.authority import AUTHORITY, NOBODY, REPORTS, Act, Row, Stage, Touches
from croupier.rules.irregularities import Ruling
from tests.command import croupier

STUD = load("rws-casino-stud")
BONUS = load("mbs-texas-holdem-bonus-progressive")


def without(act: Act, touches: Touches, stage: Stage) -> tuple[Row, ...]:
    """Return the table without the row of one act, at one stage."""
    rows = []
    for row in AUTHORITY:
        if row.touches is touches and act in row.acts and stage in row.stages:
            others = tuple(one for one in row.acts if one is not act)
            rest = tuple(one for one in row.stages if one is not stage)
            rows += [replace(row, acts=others), replace(row, acts=(act,), stages=rest)]
        else:
            rows.append(row)
    return tuple(rows)


@pytest.mark.parametrize("game", all_games())
def test_the_table_knows_every_act_and_bars_no_ruling(game: str) -> None:
    found = authority_gaps(load(game))
    assert authority_faults(found) == ()
    assert found.compared > 100


EVERY = [(act, row.touches, stage) for row in AUTHORITY for act in row.acts for stage in row.stages]
WHOLE = authority_gaps(BONUS)


@pytest.mark.parametrize(("act", "touches", "stage"), EVERY)
def test_a_row_that_is_taken_out_is_missed(act: Act, touches: Touches, stage: Stage) -> None:
    """A row either can be reached, and is missed, or is listed as never reached, and no longer is."""
    bare = authority_gaps(BONUS, without(act, touches, stage))
    unused = {(one.act, one.touches, one.stage) for one in WHOLE.never_reached}
    missed = {(one.act, one.touches, one.stage) for one in bare.without_row}
    assert missed == (set() if (act, touches, stage) in unused else {(act, touches, stage)})


def test_a_void_that_nobody_may_report_is_found() -> None:
    """5.8.3 voids a round with a miscounted deck; a table that bars such a report leaves it to no one."""
    rows = without(Act.REPORT, Touches.GIVES_BACK, Stage.OPEN)
    barred = (*rows, Row((Act.REPORT,), Touches.GIVES_BACK, (Stage.OPEN,), NOBODY))
    found = authority_gaps(STUD, barred)
    assert found.without_row == ()
    (miscount,) = (one for one in found.unsayable if one.irregularity == "deck_miscount")
    assert (miscount.stage, miscount.ruling) == (Stage.OPEN, Ruling.VOID_ROUND)
    says = "authority: deck_miscount at the stage open rules void_round, and nobody may report it"
    assert says in authority_faults(found)


def test_an_act_without_a_row_is_a_sentence() -> None:
    found = authority_gaps(STUD, without(Act.ABSENCE, Touches.AGAINST_RECORD, Stage.OUTCOME))
    assert authority_faults(found) == (
        "authority: absence against_record outcome has no row, and occurs: a fact against the record",
    )


def test_what_cannot_occur_is_listed() -> None:
    """No report mends an entry; without a jackpot there is no award to sign for."""
    unused = {(one.act, one.touches) for one in authority_gaps(load("rws-poker")).never_reached}
    assert {(act, Touches.OWN_SLIP) for act in REPORTS} <= unused
    assert not {Touches.SIGNED} & {touches for _, touches in unused}


def test_the_linter_says_what_it_has_compared() -> None:
    asked = ("rules", "rws-casino", "--gaps")
    answer = json.loads(croupier(*asked, "--json").stdout)["authority"]
    assert (answer["without_row"], answer["unsayable"]) == ([], [])
    shown = croupier(*asked)
    assert shown.returncode == 0
    words = f"Who may say what when: {answer['compared']} acts at their stages, 0 without a row, 0 rulings that nobody"
    assert words in " ".join(shown.stdout.decode().split())
