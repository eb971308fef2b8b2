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
    sections = evidence._sections(evidence.PAGE)
    assert written == "\n".join((evidence._HEAD + "".join(rows), *sections.values()))


def test_a_section_takes_the_place_of_the_one_before_and_stays_when_a_row_is_written(tmp_path: Path) -> None:
    page = tmp_path / "evidence.md"
    evidence.write("shoe", "1,000 shuffles", page)
    evidence.write_section("## Forgeries\n\nTwo.\n", page)
    evidence.write_section("## Another\n\nOne.\n", page)
    evidence.write_section("## Forgeries\n\nThree.\n", page)
    evidence.write("shoe", "2,000 shuffles", page)
    text = page.read_text("utf-8")
    assert "2,000 shuffles" in text
    assert text.endswith(" |\n\n## Another\n\nOne.\n\n## Forgeries\n\nThree.\n")
