"""The engine beside a second implementation of chapter 5: rounds in which several things go wrong, act by act."""

from typing import Any

import pytest

from croupier.cards import Card, parse_card
from croupier.notation.acts import format_act
from croupier.play import act, open_table
from croupier.play.commands import (
    AnswerChoice,
    Choose,
    CloseBets,
    CorrectCard,
    CorrectWager,
    DealCards,
    DeclineShare,
    HouseCommand,
    HouseEnvelope,
    Look,
    OpenRound,
    PlaceWager,
    ReopenJackpot,
    Report,
    RestrictPlayer,
    Reveal,
    RunOutClock,
    Settle,
    ShowHand,
    StopPlayer,
    TakeDecision,
    WithdrawWager,
    WithholdHand,
)
from croupier.play.envelope import Envelope
from croupier.play.refusal import Refusal
from croupier.play.state import Phase
from croupier.play.state import Table as EngineTable
from croupier.rulebooks import load_house
from croupier.rules.terms import Decision, Role, WagerName

from .acts import Act, Piles
from .house import GAMES
from .troubled import Step, Troubled, troubled_rounds
from .troubled_settlement import Line

ROUNDS = 200
"""Of each game, in a test run."""


def _cards(names: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in names)


def _piles(piles: Piles) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    return tuple((place, _cards(cards)) for place, cards in piles)


def command(given: Act) -> HouseCommand:
    """An act as the engine's command."""
    box = given.box
    match given.verb:
        case "open":
            return OpenRound()
        case "place":
            return PlaceWager(box, WagerName(given.word), given.amount or 0, given.player)
        case "withdraw":
            return WithdrawWager(box, WagerName(given.word), given.amount, given.player)
        case "close":
            return CloseBets()
        case "deal":
            return DealCards(_cards(given.cards))
        case "look":
            return Look(box)
        case "decide":
            return Choose(box, Decision(given.word), given.amount)
        case "decline":
            return DeclineShare(box, given.player)
        case "reveal":
            return Reveal()
        case "show":
            return ShowHand(box)
        case "withhold":
            return WithholdHand(box)
        case "settle":
            return Settle()
        case _:
            return _irregular(given)


def _irregular(given: Act) -> HouseCommand:
    match given.verb:
        case "report":
            return Report(
                irregularity=given.word,
                facts=dict(given.facts),
                box=given.box or None,
                wager=WagerName(given.wager) if given.wager else None,
                amount=given.amount,
                cards=_cards(given.cards),
                player=given.player,
                piles=_piles(given.piles),
                at=given.at,
                reason=given.reason,
            )
        case "answer":
            return AnswerChoice(given.box, given.word, given.player)
        case "clock":
            return RunOutClock(given.box)
        case "rule":
            return TakeDecision(given.number, given.word, given.reason, given.boxes, _piles(given.piles))
        case "reopen":
            return ReopenJackpot()
        case "correct_card":
            return CorrectCard(given.place, given.index, parse_card(given.cards[0]), given.reason)
        case "correct_wager":
            return CorrectWager(given.box, WagerName(given.word), given.amount or 0, given.reason)
        case "stop":
            return StopPlayer(given.player, given.reason)
        case _:
            return RestrictPlayer(given.player)


def envelope(given: Act) -> HouseEnvelope:
    """An act as it is put to the engine."""
    return Envelope("1", given.actor, Role(given.role), command(given))


def policy_of(made: Troubled) -> dict[str, Any]:
    """The table's policy as the engine reads it."""
    policy = made.policy
    given: dict[str, Any] = {
        name: getattr(policy, name)
        for name in ("dealing", "minimum", "maximum", "jackpot_wager", "seed", "contribution")
    }
    if "holdem" in made.game:
        given |= {"bonus_minimum": policy.bonus_minimum, "bonus_maximum": policy.bonus_maximum}
    if made.game.startswith("mbs"):
        given["bonus_on_losing_hand"] = policy.bonus_on_losing_hand
    return given


def engine_choices(table: EngineTable) -> frozenset[tuple[str, int]]:
    """Who may choose, and about which box."""
    boxes = table.round.boxes if table.round is not None else ()
    return frozenset((player, box.number) for box in boxes if box.choice for player in box.choosers)


def engine_lines(table: EngineTable) -> list[Line]:
    """Each Player's part of every wager."""
    lines: list[Line] = []
    for line in table.round.lines if table.round is not None else ():
        if line.shares:
            for part in line.shares:
                lines.append(Line(line.box, line.wager.value, part.player, part.staked, part.paid, part.returned))
        else:
            lines.append(Line(line.box, line.wager.value, line.player, line.staked, line.paid, line.returned))
    return lines


def differences(step: Step, table: EngineTable, refusal: Refusal | None) -> list[str]:
    """Where the engine's table after an act is not what the reference says."""
    if step.accepted != (refusal is None):
        return [f"reference {'accepts' if step.accepted else 'refuses'}, engine: {refusal or 'accepted'}"]
    found = []
    waiting = tuple(one.role.value for one in table.pending)
    if waiting != step.waiting:
        found.append(f"decisions: reference {step.waiting}, engine {waiting}")
    if engine_choices(table) != step.choices:
        found.append(f"choices: reference {sorted(step.choices)}, engine {sorted(engine_choices(table))}")
    over = table.round is not None and table.round.phase is Phase.ENDED
    if over != (step.phase in ("settled", "void")):
        found.append(f"reference {step.phase}, engine {table.round.phase if table.round is not None else None}")
    elif over:
        mine, its = sorted(step.lines), sorted(engine_lines(table))
        found += [f"line only of the reference: {tuple(line)}" for line in mine if line not in its]
        found += [f"line only of the engine: {tuple(line)}" for line in its if line not in mine]
        if [line.box for line in engine_lines(table)] != sorted(line.box for line in its):
            found.append("the engine's lines are not in box order")
    if table.meter.shown != step.meter:
        found.append(f"meter: reference {step.meter}, engine {table.meter.shown}")
    return found


def compare(game: str, seed: int) -> str:
    """What is different, with everything that was done until then; nothing where both agree."""
    made = troubled_rounds(game, seed)
    rules = load_house(game)
    table = open_table(rules, policy_of(made), meter=made.start)
    done: list[str] = []
    for step in made.steps:
        asked = envelope(step.act)
        done.append(format_act(asked))
        turn = act(rules, table, asked)
        refusal = turn if isinstance(turn, Refusal) else None
        if not isinstance(turn, Refusal):
            table = turn.table
        found = differences(step, table, refusal)
        if found:
            head = f"{game}, seed {seed}, {policy_of(made)}, meter {made.start}"
            return "\n".join([head, *(f"    {line}" for line in done), *(f"  {line}" for line in found)])
    return ""


@pytest.mark.parametrize("game", GAMES)
def test_troubled_rounds_end_as_the_documents_say(game: str) -> None:
    for seed in range(ROUNDS):
        assert not compare(game, seed), compare(game, seed)
