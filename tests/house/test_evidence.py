"""The page of evidence is written by the campaigns."""

from pathlib import Path

from tests import evidence


def test_a_row_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    page = tmp_path / "evidence.md"
    evidence.write("shoe", "1,000 shuffles", page)
    evidence.write("floor", "25 kills | none lost", page)
    evidence.write("shoe", "2,000 shuffles", page)
    rows = [line.split(" | ") for line in page.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert [(row[0], row[1]) for row in rows] == [
        ("| `--floor`", "25 kills / none lost"),
        ("| `--shoe`", "2,000 shuffles"),
    ]
    assert all(len(row) == 5 for row in rows)


def test_the_page_is_what_the_campaigns_wrote() -> None:
    """Its words are this module's; only rows are added."""
    written = evidence.PAGE.read_text("utf-8")
    rows = [line for line in written.splitlines(keepends=True) if line.startswith("| `")]
    assert rows
    assert written == evidence._HEAD + "".join(rows)
