import json
from pathlib import Path

from tests.command import croupier
from tests.notation.test_room_noted import SITTING

RESULT = {
    "game": "rws-poker",
    "rulebook": "rws-poker-v6",
    "pots": [
        {
            "round": 1,
            "pot": 0,
            "amount": 8000,
            "rake": 400,
            "winners": {"bob": 7600},
            "cites": ["4.4", "3.14.2.e", "4.6.1", "3.15.4", "4.1", "I15"],
        }
    ],
    "rake": 400,
    "stacks": {"ann": 1000, "bob": 7600},
}


def test_settle_answers_a_sitting_in_json_and_for_people(tmp_path: Path) -> None:
    path = tmp_path / "sitting.toml"
    path.write_text(SITTING + "stacks = { ann = 1000, bob = 7600 }\n")
    done = croupier("settle", str(path), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == RESULT
    assert croupier("settle", "-", "--json", stdin=path.read_bytes()).stdout == done.stdout
    shown = croupier("settle", str(path)).stdout.decode()
    for words in ("Main Pot", "SGD 80.00", "bob SGD 76.00", "4.4, 3.14.2.e", "Rake SGD 4.00", "rws-poker-v6"):
        assert words in shown


def test_settle_exits_1_where_a_sitting_comes_out_differently(tmp_path: Path) -> None:
    path = tmp_path / "sitting.toml"
    for key, expected in {"rake": "500", "stacks": "{ ann = 1000 }", "pots": "[]"}.items():
        path.write_text(f"{SITTING}{key} = {expected}\n")
        done = croupier("settle", str(path), "--json")
        assert done.returncode == 1
        assert json.loads(done.stdout) == RESULT
        assert b"the settlement differs from the expected one" in done.stderr


def test_settle_refuses_a_bad_sitting_in_one_sentence() -> None:
    for old, new, says in (
        ("ann: 1 call", "ann: 1 limp", "acts[10]: 'limp'"),
        ("bob: show 2", "bob: muck 2", "acts[12] (bob: muck 2): No bet can follow"),
        ('game = "rws-poker"', 'game = "rws-poker"\nmeter = 1', "meter"),
    ):
        assert old in SITTING
        done = croupier("settle", "-", stdin=SITTING.replace(old, new).encode())
        assert done.returncode == 2
        assert not done.stdout
        (sentence,) = done.stderr.decode().splitlines()
        assert says in sentence
