"""Thousands of rounds, settled by the engine and by a reference that shares no code with it."""

import random
from typing import Any

import msgspec
import pytest

from tests.reference.generate import random_round, rigged_named
from tests.reference.house import settle
from tests.sampling import first
from tests.sitting import HOUSE_GAMES, settled


def _agrees(round_: dict[str, Any]) -> None:
    ours, theirs = msgspec.to_builtins(settled(round_)), settle(round_)
    assert ours["meter"] == theirs["meter"]
    assert len(ours["lines"]) == len(theirs["lines"])
    for mine, other in zip(ours["lines"], theirs["lines"], strict=True):
        for field in ("box", "player", "wager", "staked", "result", "paid", "returned"):
            assert mine[field] == other[field], (field, mine, other)
        assert mine.get("award", "") == (other.get("award") or "")
        paragraphs = {cite for cite in mine["cites"] if not cite.startswith("I")}
        assert paragraphs
        assert paragraphs <= set(other["cites"]), (mine, other)


@pytest.mark.parametrize("game", HOUSE_GAMES)
@pytest.mark.parametrize(("seed", "rounds"), first(1, [(0, 250), (1, 1_000)]))
def test_random_rounds_agree(game: str, seed: int, rounds: int) -> None:
    rng = random.Random(f"{game} {seed}")
    for _ in range(rounds):
        _agrees(random_round(game, rng))


@pytest.mark.parametrize("game", first(2, HOUSE_GAMES))
def test_rigged_rounds_agree(game: str) -> None:
    for name, round_ in rigged_named(game):
        try:
            _agrees(round_)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error
