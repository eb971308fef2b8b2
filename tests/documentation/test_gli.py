"""Every test, folder, file and campaign that the page for laboratories names is there."""

import re
from pathlib import Path

import pytest

from tests.soak import main

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "gli-19.md").read_text("utf-8")


def test_what_it_names_is_there() -> None:
    named = re.findall(r"`((?:tests|src)/[^`]+)`", TEXT)
    assert len(named) > 40
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_its_campaigns_can_be_run(capsys: pytest.CaptureFixture[str]) -> None:
    named = set(re.findall(r"`\./run soak (--[\w-]+)`", TEXT))
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert len(named) >= 6
    assert [name for name in named if name not in told] == []


def test_every_subject_is_answered_or_said_to_be_left() -> None:
    rows = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if line.startswith("| ")]
    subjects = [row for row in rows if row[0] not in {"subject", "---"}]
    assert len(subjects) > 25
    for row in subjects:
        assert ("**not covered**" in row[1]) != (len(row) > 2 and bool(row[2].strip(" |"))), row[0]
