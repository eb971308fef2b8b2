"""Statements, whatever the game: who may make, sign, refuse and complete one."""

from itertools import permutations

import pytest

from croupier.play.actor import SYSTEM, Actor
from croupier.play.authority import (
    Compared,
    Statement,
    StatementSigned,
    Weighing,
    completes,
    holds,
    lacking,
    may_refuse,
    may_sign,
    numbered,
    signed_by,
    suffices,
    weighed,
    without,
)
from croupier.play.refusal import Reason, Refusal
from croupier.rulebooks import load_banked
from croupier.rules.authority import Act, Signer, Stage, Touches
from croupier.rules.terms import Role

GAME = load_banked("rws-casino-stud")
DORA, SUE = Actor("dora", Role.DEALER), Actor("sue", Role.PIT_SUPERVISOR)
MAX, HAL, PAT = Actor("max", Role.PIT_MANAGER), Actor("hal", Role.SHIFT_MANAGER), Actor("pat", Role.PLAYER)
CONTRADICTS = Compared("Ante of box 3", "SGD 25.00", "SGD 5,005.00")


def of(touches: Touches, stage: Stage, act: Act = Act.REPORT, compared: tuple[Compared, ...] = ()) -> Weighing:
    return weighed(GAME, act, (touches,), stage, compared=compared)


def said(weighing: Weighing, *signers: Actor, reason: str = "") -> Statement[str]:
    return Statement(1, "report", weighing, tuple(Signer(one.name, one.role) for one in signers), reason)


def test_a_dealer_alone_keys_and_mends_and_no_more() -> None:
    assert suffices(of(Touches.OWN_SLIP, Stage.KEYING), DORA, "") is True
    assert suffices(of(Touches.OWN_SLIP, Stage.OPEN), DORA, "") is False
    assert suffices(of(Touches.OWN_SLIP, Stage.OPEN), SUE, "a slip") is True
    assert suffices(of(Touches.OWN_SLIP, Stage.OUTCOME), HAL, "a slip") is False


def test_one_who_suffices_gives_a_reason() -> None:
    refused = suffices(of(Touches.AGAINST_RECORD, Stage.OPEN, compared=(CONTRADICTS,)), SUE, " ")
    assert isinstance(refused, Refusal)
    assert refused.sentence == (
        "“Ante of box 3”: the record says SGD 25.00, not SGD 5,005.00:"
        " this takes a Pit Supervisor or someone above them with a reason"
    )
    assert refused.cites == GAME.irregularities.statements


@pytest.mark.parametrize("actor", [DORA, SUE, MAX, HAL])
def test_what_nobody_may_say_is_refused_to_everybody(actor: Actor) -> None:
    refused = suffices(of(Touches.CERTAIN, Stage.OPEN), actor, "I saw it")
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.ROLE
    assert refused.sentence == "The program deals this table and keeps its record: nobody may say this"


def test_where_the_program_deals_no_dealer_speaks() -> None:
    outside = of(Touches.OUTSIDE, Stage.OPEN)
    assert isinstance(suffices(outside, DORA, "it broke"), Refusal)
    assert suffices(outside, SUE, "it broke") is True
    assert suffices(outside, Actor(SYSTEM, Role.DEALER), "") is True


def test_nobody_signs_what_they_said_or_signs_twice() -> None:
    two = said(of(Touches.AGAINST_RECORD, Stage.OUTCOME), DORA, SUE, reason="the camera")
    assert may_sign(two, MAX) is None
    for actor in (DORA, Actor("dora", Role.SHIFT_MANAGER), SUE, PAT):
        assert isinstance(may_sign(two, actor), Refusal), actor


def test_the_order_of_signatures_does_not_matter() -> None:
    weighing = of(Touches.SIGNED, Stage.SETTLED)
    for order in permutations((DORA, SUE, MAX, HAL)):
        statement = said(weighing, order[0], reason="the camera")
        for actor in order[1:]:
            if completes(statement, actor, "", ("sue", "max")) is True:
                names = {one.name for one in statement.signers} | {actor.name}
                assert names >= {"dora", "hal"} or names >= {"sue", "max", "hal"}
                break
            event = StatementSigned(1, actor.name, actor.role, "", complete=False, cites=())
            (statement,) = signed_by((statement,), event)
        else:
            pytest.fail("all four together did not suffice")


def test_a_reason_may_come_with_the_last_signature() -> None:
    statement = said(of(Touches.AGAINST_RECORD, Stage.OPEN), DORA)
    assert isinstance(completes(statement, SUE, ""), Refusal)
    assert completes(statement, SUE, "the camera shows it") is True
    assert completes(said(statement.weighing, DORA, reason="I saw it"), SUE, "") is True


def test_a_statement_ends_by_its_maker_or_by_whom_it_takes_with_a_reason() -> None:
    statement = said(of(Touches.AGAINST_RECORD, Stage.OUTCOME), DORA, reason="I saw it")
    assert may_refuse(statement, DORA, "") is None
    assert may_refuse(statement, MAX, "not so") is None
    assert isinstance(may_refuse(statement, MAX, ""), Refusal)
    assert isinstance(may_refuse(statement, SUE, "not so"), Refusal)


def test_what_waits_says_for_whom() -> None:
    statement = said(of(Touches.AGAINST_RECORD, Stage.OUTCOME), DORA)
    assert holds(statement, "box 3").sentence == (
        "The round waits for a Pit Manager or someone above them to sign what dora said about box 3"
    )
    assert lacking(said(statement.weighing, MAX)) == (
        "another person, a Dealer or someone above them, must still sign what max said"
    )


def test_statements_are_found_by_number_and_gone_once_complete() -> None:
    statement = said(of(Touches.AGAINST_RECORD, Stage.OUTCOME), DORA)
    assert numbered((statement,), 1, ()) == statement
    assert isinstance(numbered((statement,), 2, ("I16",)), Refusal)
    assert without((statement,), 1) == ()
    assert signed_by((statement,), StatementSigned(1, "max", Role.PIT_MANAGER, "so", complete=True, cites=())) == ()
