"""``croupier odds`` and ``croupier advise`` as others call them."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.odds import Asked, show_advice, show_odds
from croupier.notation.problem import InputError
from croupier.rulebooks import registered
from tests.command import complaint_of, croupier

STUD = "rws-casino-stud"


def _odds(*args: str) -> Any:
    done = croupier("odds", *args, "--json")
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_odds_of_casino_stud_as_json() -> None:
    answer = _odds(STUD)
    assert answer["game"] == STUD
    assert answer["strategy"] == "perfect"
    assert answer["total_combinations"] == 19933230517200
    assert float(Fraction(answer["house_edge"]["exact"])) == answer["house_edge"]["value"]
    assert round(answer["house_edge"]["value"], 5) == 0.05199
    assert answer["outcomes"][0] == {"outcome": "win_royal_flush", "units": 501, "combinations": 16759740}
    assert sum(line["combinations"] for line in answer["outcomes"]) == answer["total_combinations"]
    assert set(answer) >= {"element_of_risk", "standard_deviation", "average_wager", "side_wagers", "jackpot"}
    assert set(answer["jackpot"]) >= {"fixed_return", "meter_coefficient", "break_even_meter"}
    assert "hands" not in answer


def test_what_if_from_the_command_line() -> None:
    answer = _odds("rws-casino", "--pay", "bet.royal_flush=100", "--strategy", "blind")
    assert answer["house_edge"]["value"] == 3310360338060 / 19933230517200
    assert answer["pay"] == {"bet.royal_flush": "100"}


def test_odds_with_money() -> None:
    answer = _odds("rws-multi", "--ante", "500000", "--meter", "100000000", "--jackpot-wager", "500")
    assert answer["ante"] == 500000
    assert answer["jackpot"]["meter"] == 100000000
    assert answer["cap"]["costs"]["value"] > 0
    assert answer["played_for_jackpot"] == []


def test_odds_for_people() -> None:
    text = croupier("odds", STUD, "--meter", "12345600").stdout.decode()
    for words in ("house edge", "win_royal_flush", "akj83", "AK532", "breaks even", "19,933,230,517,200"):
        assert words in text


def test_advice() -> None:
    done = croupier("advise", STUD, "As Kd 5c 3h 2s", "--dealer", "5d", "--json")
    answer = json.loads(done.stdout)
    assert answer["decision"] == "bet"
    assert {one["decision"] for one in answer["choices"]} == {"bet", "fold"}
    assert sum(answer["meetings"].values()) == answer["of"] == 163185
    assert "bet" in croupier("advise", STUD, "AsKd5c3h2s", "--dealer", "5d").stdout.decode()


def test_advice_for_people() -> None:
    """81,569 of 163,185 hands qualify and are higher: the BET loses them three Antes, and wins one with 81,535."""
    shown = croupier("advise", STUD, "As Kd 5c 3h 2s", "--dealer", "5d").stdout.decode()
    assert [line.strip() for line in shown.splitlines()] == [
        "Five Odd Cards, Ace King Five Three Deuce: bet",
        "As Kd 5c 3h 2s against 5d",
        "┏━━━━━━━━━━┳━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━┓",
        "┃ decision ┃ worth in Antes ┃ exactly        ┃",
        "┡━━━━━━━━━━╇━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━┩",
        "│ bet      │ -0.999920336   │ -163172/163185 │",
        "│ fold     │ -1.000000000   │ -1/1           │",
        "└──────────┴────────────────┴────────────────┘",
        "Of 163,185 hands the Dealer can have, 81,535 do not qualify, 0 are lower, 81 equal, 81,569 higher.",
    ]


def test_advice_where_the_dealer_shows_no_card_is_headed_by_the_hand() -> None:
    with registered("tests.documents.lantern_three_card_v1"):
        shown = croupier("advise", "lantern-three-card", "Qs 6d 4c").stdout.decode()
    assert [line.strip() for line in shown.splitlines()][1] == "Qs 6d 4c"


def test_odds_of_holdem_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    show_odds("mbs", Asked(meter=12_345_600), json=True)
    answer = json.loads(capsys.readouterr().out)
    assert answer["house_edge"]["value"] == 0.02036921866695497
    assert answer["hands"]["AA"]["net"] == 116998334968
    assert answer["hands"]["AA"]["of"] == 41951448000
    assert answer["hands"]["32o"]["decision"] == "fold"
    assert answer["side_wagers"]["bonus"]["house_edge"]["value"] == 138730 / 1624350


@pytest.mark.long
def test_odds_of_holdem_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    show_odds("rws-prog", Asked(), json=False)
    text = capsys.readouterr().out
    for words in ("2.036922 %", "Fold 72o, 62o, 52o, 42o, 32o.", "Bonus: house edge 8.540647 %", "breaks even"):
        assert words in text


def test_advice_on_holdem(capsys: pytest.CaptureFixture[str]) -> None:
    show_advice("mbs", "7c 2d", "", "", Asked(), json=True)
    assert json.loads(capsys.readouterr().out)["decision"] == "fold"
    show_advice("mbs", "As Ks", "", "Qs 2d 3c", Asked(), json=False)
    assert "turn" in capsys.readouterr().out
    with pytest.raises(InputError, match="--dealer"):
        show_advice("mbs", "As Ks", "Qs", "", Asked(), json=True)
    with pytest.raises(InputError, match="--exposed"):
        show_odds("mbs", Asked(exposed=True), json=True)


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("odds", STUD, "--pay", "bet.royal_flush"), "--pay"),
        (("odds", STUD, "--pay", "bet.royal=1"), "bet.royal"),
        (("odds", STUD, "--pay", "bet.flush=x"), "bet.flush"),
        (("odds", STUD, "--pay", "bet.flush=1", "--pay", "bet.flush=2"), "twice"),
        (("odds", STUD, "--strategy", "bold"), "--strategy"),
        (("odds", STUD, "--ante", "99999999999999999999"), "--ante"),
        (("odds", STUD, "--ante", "0"), "--ante"),
        (("odds", "rws-poker"), "poker room"),
        (("odds", "blackjack"), "blackjack"),
        (("advise", STUD, "As Kd 5c 3h", "--dealer", "5d"), "five cards"),
        (("advise", STUD, "As Kd 5c 3h 2s"), "--dealer"),
        (("advise", STUD, "As Kd 5c 3h 2s", "--dealer", "As"), "--dealer: As"),
        (("advise", STUD, "As As 5c 3h 2s", "--dealer", "Ks"), "cards: As"),
        (("advise", "mbs", "As Kd", "--community", "As 3c 4c"), "--community: As"),
        (("advise", "mbs", "As Kd", "--community", "3c 3c 4c"), "--community: 3c"),
        (("advise", "mbs", "As Kd", "--meter", "500000"), "--ante"),
        (("advise", STUD, "As Kd 5c 3h 2s", "--dealer", "Ks", "--jackpot-wager", "500"), "--ante"),
        (("odds", STUD, "--pay", "dealer.to=1"), "dealer.from"),
        (("odds", "mbs", "--pay", "dealer.to=1"), "ante.from"),
        (("advise", STUD, "As Kd 5c 3h Zs", "--dealer", "Ks"), "cards"),
        (("advise", STUD, "As Kd 5c 3h ??", "--dealer", "Ks"), "face down"),
        (("advise", STUD, "As Kd 5c 3h 2s", "--dealer", "Ks", "--community", "2d"), "--community"),
    ],
)
def test_bad_input_is_one_sentence(args: tuple[str, ...], named: str) -> None:
    assert named in complaint_of(croupier(*args))


@pytest.mark.long
def test_par_sheets_as_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {kind: str(tmp_path / f"sheet.{kind}") for kind in ("html", "pdf", "xlsx")}
    show_odds(STUD, Asked(html=files["html"], pdf=files["pdf"], xlsx=files["xlsx"]), json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["files"] == files
    starts = {"html": b"<!doctype html>", "pdf": b"%PDF-", "xlsx": b"PK"}
    assert all(Path(file).read_bytes().startswith(starts[kind]) for kind, file in files.items())
    assert told["inputs_hash"].encode() in Path(files["html"]).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sheet.html", "sheet.pdf", "sheet.xlsx"]
    show_odds(STUD, Asked(html=files["html"]), json=False)
    assert capsys.readouterr().out == f"html: {files['html']}\n"


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for args, named in (
        (("--html", str(tmp_path / "no" / "sheet.html")), "--html"),
        (("--pdf", str(tmp_path)), "--pdf"),
        (("--xlsx", str(tmp_path / "file" / "sheet.xlsx")), "--xlsx"),
        (("--html", str(tmp_path / "one"), "--pdf", str(tmp_path / "one")), "same file"),
        (("--html", str(tmp_path / "a.html"), "--exposed"), "--exposed"),
        (("--html", str(tmp_path / ("x" * 300))), "--html"),
    ):
        assert named in complaint_of(croupier("odds", STUD, *args))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_perfect_play_is_written_by_itself(tmp_path: Path) -> None:
    file = str(tmp_path / "play.csv")
    for game, args, named in (
        (STUD, (), "no board"),
        ("mbs", ("--strategy", "blind"), "--strategy"),
        ("mbs", ("--html", str(tmp_path / "a.html")), "sheets"),
        ("mbs", ("--ante", "500"), "--ante"),
        ("mbs", ("--pay", "turn.straight=3"), "--pay"),
    ):
        assert named in complaint_of(croupier("odds", game, "--decisions", file, *args))
    assert "--decisions" in complaint_of(croupier("odds", "mbs", "--decisions", str(tmp_path / "no" / "play.csv")))
    assert [*tmp_path.iterdir()] == []


def test_bad_rows_of_holdem() -> None:
    for change in ("turn.straight=3", "turn.from=flush", "dealer.from=one_pair", "turn.turn=10000000000000", "=3"):
        assert "--pay" in complaint_of(croupier("odds", "mbs", "--pay", change))


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("odds", "lantern-unsolved"), "no solver counts the 5+1 wager of lantern-unsolved"),
        (("odds", "lantern-unsolved", "--json", "--pay", "bonus.flush=25"), "no solver counts the 5+1 wager"),
        (("odds", "lantern-unsolved", "--html", "sheet.html"), "no solver counts the 5+1 wager"),
        (("advise", "lantern-unsolved", "AsKd4h3c2s", "--dealer", "5d"), "no solver counts the 5+1 wager"),
        (("odds", STUD, "--pay", "bonus.flush=25"), "--pay bonus.flush: rws-casino-stud has ante.ante, "),
        (("odds", "lantern-three-card", "--meter", "100"), "--meter: lantern-three-card has no jackpot"),
        (("odds", "lantern-three-card", "--exposed"), "--exposed: in lantern-three-card"),
    ],
)
def test_what_is_not_covered_is_refused_in_a_sentence(args: tuple[str, ...], says: str) -> None:
    with registered("tests.odds.unsolved", "tests.documents.lantern_three_card_v1"):
        done = croupier(*args)
    assert done.returncode == 2, done.stderr
    assert done.stdout == b""
    text = " ".join(done.stderr.decode().split())
    assert says in text
    assert "Traceback" not in text


def test_odds_of_a_three_card_game_for_people() -> None:
    with registered("tests.documents.lantern_three_card_v1"):
        shown = croupier("odds", "lantern-three-card").stdout.decode()
    assert "3.372981 %" in shown
    assert "Pair Plus: house edge 7.276018 %" in shown
    assert "Jackpot" not in shown
