"""The environments pass the checks of those who define them, and pay what the engine settles."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from croupier.environments import HouseEnv, RoomEnv, measured, perfect, random
from croupier.environments.room import ACTIONS
from croupier.library.counting import odds
from croupier.rulebooks import banked_games


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


def test_the_same_seed_is_the_same_round() -> None:
    env = HouseEnv()
    first = env.reset(seed=5)[0]
    second = env.reset(seed=5)[0]
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_a_player_sees_no_card_that_is_face_down() -> None:
    seen, _ = HouseEnv().reset(seed=3)
    assert sorted(seen["dealer"].tolist())[1:] == [52] * 4
    assert 52 not in seen["hand"]


@pytest.mark.long
def test_perfect_play_loses_what_the_odds_say_and_chance_more() -> None:
    """Within the error, and far apart: 5.2 % of an Ante a round, against more than half of one."""
    env = HouseEnv()
    best = measured(env, perfect, 3_000)
    assert abs(best.mean + float(odds("rws-casino-stud").house_edge)) < 2 * best.error
    assert measured(env, random(), 3_000).mean < best.mean - best.error


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
