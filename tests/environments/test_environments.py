"""The environments pass the checks of those who define them, and pay what the engine settles."""

import sys
from itertools import combinations
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from croupier.cards import DECK
from croupier.environments import HouseEnv, RoomEnv, expected, simple
from croupier.environments.__main__ import main
from croupier.environments.room import ACTIONS
from croupier.library.counting import advise
from croupier.rulebooks import banked_games
from tests.battery.shoe import failed
from tests.environments.agreement import Run, campaign, verdicts


@pytest.mark.filterwarnings("ignore")  # the check warns of taste: spaces that are not normalised, no rendering
@pytest.mark.parametrize("game", banked_games())
def test_gymnasium_accepts_every_game_against_the_house(game: str) -> None:
    check_env(HouseEnv(game), skip_render_check=True)


@pytest.mark.parametrize("game", banked_games())
def test_a_round_pays_what_its_settlement_says(game: str) -> None:
    env = HouseEnv(game)
    for seed in range(20):
        seen, told = env.reset(seed=seed)
        assert env.observation_space.contains(seen)
        assert told["action_mask"].tolist() == [1, 1]
        over, reward = False, 0.0
        while not over:
            seen, reward, over, _, _ = env.step(np.int64(seed % 2))
            assert env.observation_space.contains(seen)
        assert env.table.settlement is not None
        assert reward == env.table.settlement.net("p1") / 2_500
        assert seed % 2 or reward == -1, "whoever folds loses the Ante"


@pytest.mark.parametrize("game", banked_games())
def test_nothing_is_wagered_by_the_first_choice_and_something_by_the_second(game: str) -> None:
    """Also where the document names the wager first, as at the Turn and the River."""
    env = HouseEnv(game)
    env.reset(seed=1)
    for decision in range(env.decisions):
        first, second = env.choices()
        assert first.form == f"p1: {'check' if decision else 'fold'} 1"
        assert second.form.split()[-1].isdigit()
        env.step(np.int64(1))
    assert env.table.settlement is not None


def test_the_same_seed_is_the_same_round() -> None:
    env = HouseEnv()
    first = env.reset(seed=5)[0]
    second = env.reset(seed=5)[0]
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_a_player_sees_no_card_that_is_face_down() -> None:
    seen, _ = HouseEnv().reset(seed=3)
    assert sorted(seen["dealer"].tolist())[1:] == [52] * 4
    assert 52 not in seen["hand"]


@pytest.mark.long  # all four are counted
@pytest.mark.parametrize("game", banked_games())
def test_to_know_more_is_to_lose_less(game: str) -> None:
    exact = expected(game)
    assert exact.perfect < exact.simple < exact.random


@pytest.mark.long
def test_what_every_starting_hand_is_worth_comes_to_the_expectation() -> None:
    """The choice that ``perfect`` takes first, for all 1,326 hands of two cards."""
    game = "rws-progressive-texas-holdem"
    worths = [advise(game, cards).choices[0].worth.fraction for cards in combinations(DECK, 2)]
    assert -sum(worths) / 1_326 == expected(game).perfect


@pytest.mark.long
def test_the_agents_lose_what_the_odds_say() -> None:
    """One run of each; ``./run soak --agents`` has more of them, and longer ones."""
    judged = list(verdicts(campaign(1, 300)))
    assert not failed(judged, 0.001), "\n".join(map(str, judged))


@pytest.mark.parametrize(("every", "wrong"), [(0.0, True), (1.0, False), (3.0, True)])
def test_runs_that_are_all_off_or_all_exact_are_not_chance(every: float, wrong: bool) -> None:
    """Also too close is too far: standard errors are there to be met."""
    runs = [Run("game", "agent", every * (-1) ** at) for at in range(12)]
    assert ("all runs" in [one.name for one in failed(list(verdicts(runs)))]) is wrong


def test_a_small_error_adds_up() -> None:
    """No single run is remarkable, and neither are their squares: but all sixteen lie above."""
    together, agent = verdicts([Run("game", "agent", 1.0)] * 16)
    assert together.likely > 0.5
    assert agent.square == pytest.approx(16)
    assert failed([together, agent]) == [agent]


@pytest.mark.parametrize(
    ("game", "cards", "board", "wagers"),
    [
        ("rws-casino-stud", "2s 2d 3c 4h 5s", "", 1),
        ("rws-casino-stud", "As Kd Qc Jh 9s", "", 0),
        ("rws-progressive-texas-holdem", "7s 2d", "", 0),
        ("rws-progressive-texas-holdem", "7s 2s", "", 1),
        ("rws-progressive-texas-holdem", "8s 2d", "", 1),
        ("rws-progressive-texas-holdem", "2s 2d", "", 1),
        ("rws-progressive-texas-holdem", "3s 2d", "", 0),
        ("rws-progressive-texas-holdem", "4s 3d", "", 1),
        ("rws-progressive-texas-holdem", "As Kd", "9h 9c 4d", 1),
        ("rws-progressive-texas-holdem", "As Kd", "9h 8c 4d", 0),
        ("rws-progressive-texas-holdem", "As Kd", "9h 8c 4d 4h", 1),
    ],
)
def test_the_simple_rule(game: str, cards: str, board: str, wagers: int) -> None:
    seen = SimpleNamespace(boxes=[SimpleNamespace(cards=tuple(cards.split()))], community=tuple(board.split()))
    table = SimpleNamespace(view=lambda _: seen)
    assert simple(cast("HouseEnv", SimpleNamespace(table=table, game=game))) == wagers


@pytest.mark.parametrize("said", [(), ("0",), ("-1",), ("many",), ("10", "20")])
def test_the_table_wants_a_number_of_rounds(said: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["environments", *said])
    with pytest.raises(SystemExit, match="say how many rounds each agent plays, from 1 on"):
        main()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_pettingzoo_accepts_the_room(players: int) -> None:
    api_test(RoomEnv(players), num_cycles=60)


def test_chips_of_a_round_are_won_from_each_other() -> None:
    env, chance = RoomEnv(3, policy={"rake": "0", "rake_cap": 0}), np.random.default_rng(1)
    for seed in range(15):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            assert seen is not None
            allowed = np.flatnonzero(seen["action_mask"])
            env.step(None if terminated or truncated else int(chance.choice(allowed)))
        assert sum(totals.values()) == pytest.approx(0)


def test_an_action_that_the_mask_forbids_is_refused() -> None:
    env = RoomEnv()
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert mask.tolist() == [1, 1, 1, 1, 1]
    env.step(ACTIONS.index("all in"))
    assert env.observe(env.agent_selection)["action_mask"].tolist() == [1, 1, 0, 0, 0]
    with pytest.raises(ValueError, match="player_2 cannot least raise now: the mask says what is allowed"):
        env.step(ACTIONS.index("least raise"))
