"""The table of authority over statements: complete, the same for every game but for what they differ in, and golden.

``python -m tests.rules.test_authority`` writes the golden files anew.
"""

from pathlib import Path
from typing import Final

import pytest

from croupier.rulebooks import all_games, load
from croupier.rules.authority import (
    AUTHORITY,
    JACKPOT,
    NOBODY,
    STATEMENTS,
    Act,
    Needs,
    Signer,
    Stage,
    Touches,
    needed,
    shown,
    strictest,
)
from croupier.rules.terms import Role

GOLDEN: Final = Path(__file__).parent / "authority"
DEALER, SUPERVISOR = Signer("dora", Role.DEALER), Signer("sue", Role.PIT_SUPERVISOR)
MANAGER, SHIFT = Signer("max", Role.PIT_MANAGER), Signer("hal", Role.SHIFT_MANAGER)
CAGE, PLAYER = Signer("kim", Role.CAGE), Signer("pat", Role.PLAYER)


def text_of(game: str) -> str:
    rows = shown(load(game))
    cites = sorted({cite for row in rows for cite in row.cites})
    words = {row.touches: row.words for row in rows}
    lines = [f"{game}, by {', '.join(cites)}", ""]
    lines += [f"{touches}: {said}" for touches, said in words.items()]
    lines += [""]
    for row in rows:
        lines.append(f"{row.act:18}{row.touches:16}{row.stage:9}{row.who}{', reason' if row.reason else ''}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", all_games())
def test_the_table_is_the_one_that_was_read(game: str) -> None:
    assert text_of(game) == (GOLDEN / f"{game}.txt").read_text()


def test_no_act_has_two_rows_for_the_same() -> None:
    keys = [(act, row.touches, stage) for row in AUTHORITY for act in row.acts for stage in row.stages]
    assert len(keys) == len({*keys})


DECIDED_ONLY: Final = {Touches.DECIDED_WAGER, Touches.SIGNED}
"""Before an outcome there is no decided wager, and no award to sign for."""


@pytest.mark.parametrize("act", STATEMENTS)
@pytest.mark.parametrize("touches", Touches)
@pytest.mark.parametrize("stage", Stage)
def test_a_statement_of_every_kind_has_a_row_at_every_stage(act: Act, touches: Touches, stage: Stage) -> None:
    keys = {(one, row.touches, at) for row in AUTHORITY for one in row.acts for at in row.stages}
    early = touches in DECIDED_ONLY and stage in (Stage.KEYING, Stage.OPEN)
    by_report = touches is Touches.OUTSIDE and act not in (Act.REPORT, Act.ABSENCE)
    assert ((act, touches, stage) in keys) == (not early and not by_report)


def test_every_act_has_a_row() -> None:
    assert {act for row in AUTHORITY for act in row.acts} == {*Act}


def test_what_the_table_does_not_know_is_open_to_no_one() -> None:
    assert needed(Act.CLAIM, Touches.AGAINST_RECORD, Stage.LATER) == NOBODY


def test_without_a_jackpot_there_is_nothing_to_sign_for() -> None:
    rows = shown(load("rws-poker"))
    assert not {row.act for row in rows} & JACKPOT
    assert {row.act for row in rows if row.touches is Touches.SIGNED} == {Act.RECOUNT}


@pytest.mark.parametrize(
    ("touches", "stage", "who"),
    [
        (Touches.OWN_SLIP, Stage.KEYING, "dealer"),
        (Touches.OWN_SLIP, Stage.OPEN, "pit_supervisor"),
        (Touches.OWN_SLIP, Stage.OUTCOME, "dealer+pit_manager"),
        (Touches.OWN_SLIP, Stage.SETTLED, "dealer+shift_manager"),
        (Touches.FILLS_GAP, Stage.OPEN, "dealer"),
        (Touches.GIVES_BACK, Stage.OPEN, "dealer+pit_supervisor"),
        (Touches.FILLS_GAP, Stage.OUTCOME, "pit_supervisor"),
        (Touches.DECIDED_WAGER, Stage.OUTCOME, "dealer+pit_manager"),
        (Touches.NOTHING, Stage.SETTLED, "dealer"),
        (Touches.FILLS_GAP, Stage.SETTLED, "dealer+pit_manager"),
        (Touches.AGAINST_RECORD, Stage.KEYING, "pit_supervisor"),
        (Touches.KNOWN, Stage.KEYING, "dealer+pit_supervisor"),
        (Touches.KNOWN, Stage.OPEN, "dealer+pit_supervisor"),
        (Touches.AGAINST_RECORD, Stage.OUTCOME, "dealer+pit_manager"),
        (Touches.AGAINST_RECORD, Stage.SETTLED, "dealer+shift_manager"),
        (Touches.SIGNED, Stage.SETTLED, "others:dealer+pit_manager"),
        (Touches.CERTAIN, Stage.OPEN, "nobody"),
        (Touches.OUTSIDE, Stage.OPEN, "pit_supervisor"),
    ],
)
def test_who_must_stand_behind_a_report(touches: Touches, stage: Stage, who: str) -> None:
    assert needed(Act.REPORT, touches, stage).who == who


def test_an_act_that_touches_several_things_needs_the_most_of_each() -> None:
    both = strictest(Act.REPORT, (Touches.GIVES_BACK, Touches.AGAINST_RECORD), Stage.SETTLED)
    assert both.needs == Needs(2, Role.SHIFT_MANAGER, reason=True)
    assert strictest(Act.REPORT, (), Stage.OPEN).needs == Needs(1)
    barred = strictest(Act.REPORT, (Touches.FILLS_GAP, Touches.CERTAIN), Stage.OPEN)
    assert barred.needs == NOBODY


def test_a_paragraph_may_name_the_role() -> None:
    void = strictest(Act.DECISION, (Touches.GIVES_BACK,), Stage.OPEN, Role.SHIFT_MANAGER).needs
    assert void.met_by((SUPERVISOR, SHIFT), "because")
    assert not void.met_by((SUPERVISOR, MANAGER), "because")
    assert not void.met_by((DEALER, SHIFT), "because")


def test_one_person_is_never_two() -> None:
    two = needed(Act.REPORT, Touches.AGAINST_RECORD, Stage.OUTCOME)
    assert not two.met_by((MANAGER,), "because")
    assert not two.met_by((MANAGER, Signer("max", Role.DEALER)), "because")
    assert not two.met_by((DEALER, SUPERVISOR), "because")
    assert not two.met_by((MANAGER, CAGE), "because")
    assert not two.met_by((MANAGER, PLAYER), "because")
    assert not two.met_by((DEALER, MANAGER), " ")
    assert two.met_by((DEALER, MANAGER), "because")
    assert two.met_by((SHIFT, MANAGER), "because")


def test_what_two_signed_is_changed_by_two_others_or_by_them_with_a_shift_manager() -> None:
    others = needed(Act.REPORT, Touches.SIGNED, Stage.SETTLED)
    signed = ("sue", "max")
    assert not others.met_by((SUPERVISOR, MANAGER), "because", signed)
    assert not others.met_by((SUPERVISOR, SHIFT), "because", signed)
    assert not others.met_by((DEALER, MANAGER), "because", signed)
    assert others.met_by((SUPERVISOR, MANAGER, SHIFT), "because", signed)
    assert others.met_by((DEALER, SHIFT), "because", signed)
    assert not others.met_by((DEALER, Signer("sam", Role.PIT_SUPERVISOR)), "because", signed)


if __name__ == "__main__":
    for name in all_games():
        (GOLDEN / f"{name}.txt").write_text(text_of(name))
