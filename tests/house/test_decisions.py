"""The records of decisions: their form, their number and length, their index, and the links to them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "decisions"
RECORDS = sorted(FOLDER.glob("0*.md"))
INDEX = (FOLDER / "README.md").read_text("utf-8")
MOST = 40
LONGEST = 400
PARTS = ("Context", "Decision", "Consequences", "Rejected")
PLACES = ("src/croupier", "tests", "docs", "manual", "decisions", "deploy", "benchmarks", "examples", "ui/src")
"""The folders whose text may name a record, beside the pages at the root."""
ENDINGS = {".md", ".py", ".ts", ".svelte", ".toml", ".yml"}
MENTION = re.compile(r"decisions/(\d{4}-[a-z0-9]+-[a-z0-9-]+\.md)")
NUMBERED = re.compile(r"\[(?:[Dd]ecisions?\s+)?(\d+)\]\([./]*(?:decisions/)?0*(\d+)-[a-z0-9-]+\.md\)")


def texts() -> dict[str, str]:
    """Return every file that may name a record, by its path."""
    files = [*ROOT.glob("*.md"), *(path for place in PLACES for path in (ROOT / place).rglob("*"))]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in files
        if path.suffix in ENDINGS and path.is_file()
    }


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_record_has_its_parts_and_is_short(record: Path) -> None:
    text = record.read_text("utf-8")
    title, *rest = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    assert re.match(rf"{int(record.name[:4])}\. [A-Z]", title)
    assert tuple(rest) == PARTS
    assert all(part.strip() for part in re.split(r"^#+ .+$", text, flags=re.MULTILINE)[1:][1:])
    assert len([word for word in text.split() if any(letter.isalnum() for letter in word)]) <= LONGEST


def test_there_are_few_records_and_the_index_lists_them_by_title() -> None:
    assert len(RECORDS) <= MOST
    lines = re.findall(r"^\| \[(\d{4})\]\((\S+)\) \| (.+?) \| accepted \| ", INDEX, re.MULTILINE)
    titles = {path.name: path.read_text("utf-8").partition("\n")[0].partition(". ")[2] for path in RECORDS}
    assert {file: title for _, file, title in lines} == titles
    assert [file for number, file, _ in lines if not file.startswith(number)] == []


def test_the_index_holds_every_number() -> None:
    highest = 96  # the last number before records were merged; later records are in the table
    assert [number for number in range(1, highest + 1) if f"{number:04}" not in INDEX] == []


def test_every_link_to_a_record_leads_to_it_by_its_number() -> None:
    names = {path.name for path in RECORDS}
    found = texts()
    assert {(place, name) for place, text in found.items() for name in MENTION.findall(text)} != set()
    assert [(place, name) for place, text in found.items() for name in MENTION.findall(text) if name not in names] == []
    wrong = [
        (place, said, number)
        for place, text in found.items()
        if place != "CHANGELOG.md"  # the history keeps the numbers of its time
        for said, number in NUMBERED.findall(text)
        if int(said) != int(number)
    ]
    assert wrong == []
