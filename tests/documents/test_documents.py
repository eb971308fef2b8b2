"""The made-up documents against their texts, against a second settlement, and through the doors that others use."""

import json
import os
import random
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import DECK, format_card
from croupier.play.banked.table import open_table
from croupier.play.banked.view import view
from croupier.play.gaps import gaps
from croupier.play.viewer import Viewer
from croupier.rulebooks import VARIABLE, all_games, load_banked
from croupier.rules.terms import Role
from tests.documents import STUD, THREE_CARD, reference
from tests.sitting import settled

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
GAMES = {"lantern-stud": STUD, "lantern-three-card": THREE_CARD}
ROUNDS = 400


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_of_the_text_is_there_in_order(game: str) -> None:
    text = (FOLDER / f"{game}-v1.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^- ([\d.]+\d) ", text, flags=re.MULTILINE)
    assert [one.number for one in load_banked(game).document.paragraphs] == numbers


@pytest.mark.parametrize("game", GAMES)
def test_the_code_that_paragraphs_name_exists(game: str) -> None:
    for paragraph in load_banked(game).document.paragraphs:
        for name in paragraph.code:
            module, _, what = name.partition(":")
            assert hasattr(import_module(module), what), name


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_is_ruled_on_or_cannot_be(game: str) -> None:
    table = load_banked(game).irregularities
    assert {*table.rules} | {*table.cannot} == {*table.catalogue}
    assert not {*table.rules} & {*table.cannot}
    assert gaps(load_banked(game)) is not None


@pytest.mark.parametrize("game", GAMES)
def test_rounds_settle_as_the_second_settlement_has_them(game: str) -> None:
    rng = random.Random(game)
    size, settle = (5, reference.settle_stud) if game == "lantern-stud" else (3, reference.settle_three)
    beside = "bonus" if size == 5 else "pair_plus"
    for _ in range(ROUNDS):
        deck = [format_card(card) for card in rng.sample(DECK, 4 * size)]
        hands = [deck[at : at + size] for at in range(0, len(deck), size)]
        boxes: list[dict[str, Any]] = []
        for number, cards in enumerate(hands[1:], 1):
            wagers = {"ante": rng.choice((2500, 5000)), beside: rng.choice((0, 2500))}
            if size == 3 and rng.random() < 0.2:
                wagers = {beside: 2500}
            wagers = {name: amount for name, amount in wagers.items() if amount}
            decisions = [rng.choice(("bet", "bet", "fold"))] if "ante" in wagers else []
            box: dict[str, Any] = {
                "box": number,
                "player": f"p{number}",
                "cards": cards,
                "wagers": wagers,
                "decisions": decisions,
            }
            boxes.append(box | ({} if rng.random() < 0.9 or decisions == ["fold"] else {"shown": False}))
        answer = settled(
            {
                "game": game,
                "dealer": " ".join(hands[0]),
                "boxes": [one | {"cards": " ".join(one["cards"])} for one in boxes],
            }
        )
        wanted = [one for box in boxes for one in settle(hands[0], box)]
        told = [
            {name: getattr(one, name) for name in ("box", "wager", "staked", "result", "paid", "returned")}
            for one in answer.lines
        ]
        assert told == wanted, (hands, boxes)
        assert answer.meter is None


@pytest.mark.parametrize("game", GAMES)
def test_no_jackpot_is_spoken_of_where_there_is_none(game: str) -> None:
    rules = load_banked(game)
    assert view(rules, open_table(rules), Viewer(Role.PLAYER, "p1")).limits.jackpot_wager is None


def croupier(*args: str, rulebooks: str = f"{STUD},{THREE_CARD}", text: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), VARIABLE: rulebooks}
    return subprocess.run(
        [sys.executable, "-m", "croupier.cli", *args],
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_they_are_not_among_the_products_games() -> None:
    alone = croupier("games", "--json", rulebooks="")
    assert not [one for one in GAMES if one in alone.stdout]
    assert {*GAMES} <= {*all_games()}


def test_games_rules_rule_and_play_know_them() -> None:
    assert all(game in croupier("games", "--json").stdout for game in GAMES)
    found = json.loads(croupier("rules", "lantern-t", "4.2", "--json").stdout)
    assert "Ante" in json.dumps(found)
    ruled = json.loads(croupier("rule", "lantern-stud", "foreign_card", "--json").stdout)
    assert (ruled["ruling"], ruled["cites"]) == ("void_round", ["5.6"])
    played = croupier("play", "lantern-three-card", "--seed", "1", text="\n\n\nf\n")
    assert "Box 1 · Pair Plus" in played.stdout
    assert "[b] Play 25.00" in played.stdout
    assert "jackpot" not in played.stdout.lower()


def test_nothing_outside_tests_names_them() -> None:
    naming = [
        path
        for folder in ("src/croupier", "ui/src")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".ts", ".svelte", ".css"} and "lantern" in path.read_text(encoding="utf-8").lower()
    ]
    assert naming == []
