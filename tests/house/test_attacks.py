"""The page that says what was tried on a running house names tests that there are."""

import re

from tests.house.test_repository import ROOT

NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_attack_is_tried_again_by_a_test_that_is_there() -> None:
    page = (ROOT / "docs/serving.md").read_text("utf-8")
    rows = [row for row in page.partition("## What was tried")[2].splitlines() if row.startswith("| ")][2:]
    assert len(rows) >= 14  # as many as were found
    for row in rows:
        named = NAMED.findall(row)
        assert named, row
        for file, test in named:
            assert f"def {test}(" in (ROOT / file).read_text("utf-8"), f"{file} has no {test}"
