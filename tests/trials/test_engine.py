"""Games that no kernel plays run through the engine, and say so."""

import json
from collections.abc import Iterator

import pytest

from croupier.notation.problem import InputError
from croupier.rulebooks import registered
from croupier.trials.engine import REGULAR, EngineTrial
from croupier.trials.plan import Part, Plan, joined
from croupier.trials.playing import play_chunk, trial_of
from tests.command import complaint_of, croupier
from tests.documents import STUD, THREE_CARD


@pytest.fixture(autouse=True, scope="module")
def documents() -> Iterator[None]:
    with registered(STUD, THREE_CARD):
        yield
    trial_of.cache_clear()


def played(plan: Plan, chunks: int = 1) -> Part:
    part = Part()
    for chunk in range(chunks):
        part = joined(part, play_chunk(plan, chunk))
    return part


@pytest.mark.parametrize(
    ("game", "sides", "jackpot"),
    [
        ("lantern-three-card", (("pair_plus", 1_000),), 0),
        ("lantern-stud", (), 0),
        ("lantern-stud", (("bonus", 1_000),), 0),  # "5+1": the best five of six cards
    ],
)
def test_means_are_those_of_the_exact_odds(game: str, sides: tuple[tuple[str, int], ...], jackpot: int) -> None:
    plan = Plan(game, 512, seed=2, ante=2_000, sides=sides, jackpot_wager=jackpot)
    trial, part = trial_of(plan), played(plan)
    assert isinstance(trial, EngineTrial)
    assert "the engine of the tables plays it, which is slower" in trial.why
    assert {"all", "game", *(name for name, _ in sides)} == {*trial.expected_won()}
    for column, mean in trial.expected_won().items():
        won = part.won[column] / part.rounds
        error = ((part.squares[column] / part.rounds - won**2) / part.rounds) ** 0.5
        assert abs(won - float(mean)) < 4 * error, column
    assert sum(often for key, often in part.rows.items() if key.startswith("ante.")) == 512


def test_a_strategy_of_the_odds_is_followed() -> None:
    blind = played(Plan("lantern-three-card", 100, strategy="blind", ante=2_000))
    assert blind.staked["all"] == 100 * 2 * 2_000, "every hand is played"


def test_bots_decide_where_the_odds_do_not() -> None:
    part = played(Plan("lantern-stud", 60, strategy=REGULAR, ante=2_000, boxes=2, period=30))
    assert part.rounds == 60
    assert sum(one.won for one in part.periods) == part.won["all"]
    assert sum(one.staked for one in part.periods) == part.staked["all"]


def test_the_command_says_that_the_engine_plays() -> None:
    done = croupier("simulate", "lantern-three-card", "--rounds", "40", "--ante", "2000", "--json")
    assert done.returncode == 0, done.stderr.decode()
    answer = json.loads(done.stdout)
    assert answer["played_by"] == "engine"
    assert answer["why"].startswith("simulate: no kernel deals hands of 3 cards; the engine")


def test_amounts_that_no_table_takes_are_refused() -> None:
    with pytest.raises(InputError, match="--ante"):
        trial_of(Plan("lantern-three-card", 10, ante=0))


def test_the_poker_room_is_played_by_bots() -> None:
    plan = Plan("rws-poker", 30, seed=3, manners=("expert", "novice", "novice", "regular"))
    part = play_chunk(plan, 0)
    manners = ("expert", "novice", "regular")
    assert part.won["all"] == sum(part.won[name] for name in manners) < 0, "together they lose the Rake"
    assert part.lowest == part.won["all"]
    assert sum(part.rows[key] for key in part.rows if key.startswith("outcome.")) == 30
    assert sum(part.rows.get(f"novice.{end}", 0) for end in ("won", "lost", "level")) == 60
    assert part == play_chunk(plan, 0), "the same seed, the same sitting"


@pytest.mark.parametrize(
    ("game", "args", "sentence"),
    [
        ("rws-poker", ("--manner", "shark", "--manner", "expert"), "--manner: must be one of novice, regular, expert"),
        ("rws-poker", ("--manner", "expert"), "--manner: from 2 to 9 Players sit at a table of rws-poker, not 1"),
        ("rws-poker", ("--manner", "expert") * 10, "--manner: from 2 to 9 Players"),
        ("rws-poker", ("--jackpot-wager", "500"), "rws-poker has no such wagers"),
        ("rws-casino-stud", ("--manner", "expert"), "its Players have a --strategy"),
    ],
)
def test_what_no_table_seats_is_refused(game: str, args: tuple[str, ...], sentence: str) -> None:
    assert sentence in complaint_of(croupier("simulate", game, "--rounds", "5", *args))
