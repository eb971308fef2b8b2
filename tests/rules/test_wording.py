"""The approved wording of paragraphs, from the House's own file and by its digest."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from croupier.floor.house.config import ConfigError, parse_floor
from croupier.rulebooks import all_games, load
from croupier.rules.wording import sentences, wording
from tests.command import complaint_of, croupier
from tests.sitting import SHARED

STUD = load("rws-casino-stud")
NUMBERS = [one.number for one in STUD.document.paragraphs]
TEXT = """A made-up document

5. Trouble

5.8 If one of these is found,
as 5.17 also says,
5.17 being about machines:

5.8.1 a strange card; or
- 5.8.3 too few cards,
the Round ends.

### 5.9 No card was burnt.

5.10 Whatever paragraphs
5.8 and 5.16 leave open.

- a. not a paragraph of its own

Appendix A
A drawing.
"""


def test_a_paragraph_ends_where_the_next_begins() -> None:
    """Lines that begin with a number out of order belong to the sentence that refers to it."""
    assert sentences(TEXT, NUMBERS) == {
        "5.8": "If one of these is found, as 5.17 also says, 5.17 being about machines:",
        "5.8.1": "a strange card; or",
        "5.8.3": "too few cards, the Round ends.",
        "5.9": "No card was burnt.",
        "5.10": "Whatever paragraphs 5.8 and 5.16 leave open. a. not a paragraph of its own",
    }


def test_a_ruling_is_quoted_with_the_paragraphs_above_it() -> None:
    content = TEXT.encode()
    digest = sha256(content).hexdigest()
    found = wording(STUD.document, "stud.md", content, digest, ("5.8.3", "I17"))
    assert [(one.paragraph, one.text.split()[0]) for one in found.paragraphs] == [("5.8", "If"), ("5.8.3", "too")]
    assert found.sentence == ""


def test_another_file_shows_nothing_and_names_the_registered_digest() -> None:
    expected = sha256(TEXT.encode()).hexdigest()
    found = wording(STUD.document, "stud.md", b"5.8.3 changed", expected, ("5.8.3",))
    assert found.paragraphs == ()
    assert found.sentence.startswith(f"stud.md is not the registered document: expected SHA-256 {expected}, found ")


def floor_toml(folder: Path, digest: str, rulebook: str = "rws-casino-stud-v6") -> Path:
    path = folder / "floor.toml"
    tables = "[tables.stud-1]\ngame = 'rws-casino-stud'\nlink = 'stud'\n[links.stud]\n"
    path.write_text(f"{tables}[documents.{rulebook}]\nfile = 'stud.md'\nsha256 = '{digest}'\n")
    return path


def test_the_command_quotes_the_registered_file(tmp_path: Path) -> None:
    (tmp_path / "stud.md").write_text(TEXT)
    digest = sha256(TEXT.encode()).hexdigest()
    asked = ("rule", "rws-casino", "deck_miscount")
    floor = ("--floor", str(floor_toml(tmp_path, digest)))
    answer = json.loads(croupier(*asked, *floor, "--json").stdout)["wording"]
    assert (answer["expected"], answer["found"]) == (digest, digest)
    assert answer["paragraphs"][-1] == {"paragraph": "5.8.3", "text": "too few cards, the Round ends."}
    named = ("--document", str(tmp_path / "stud.md"), "--sha256", digest)
    assert "5.8.3 “too few cards, the Round ends.”" in croupier(*asked, *named).stdout.decode()


def test_the_command_shows_no_sentence_of_a_changed_file(tmp_path: Path) -> None:
    (tmp_path / "stud.md").write_text(TEXT.replace("too few", "far too many"))
    digest = sha256(TEXT.encode()).hexdigest()
    shown = croupier("rule", "rws-casino", "deck_miscount", "--floor", str(floor_toml(tmp_path, digest)))
    words = shown.stdout.decode()
    assert shown.returncode == 0
    assert f"is not the registered document: expected SHA-256 {digest}, found" in " ".join(words.split())
    assert "far too many" not in words


def test_a_file_that_nobody_registered_is_refused_with_its_digest(tmp_path: Path) -> None:
    (tmp_path / "stud.md").write_text(TEXT)
    asked = ("rule", "rws-casino", "deck_miscount", "--document", str(tmp_path / "stud.md"))
    complaint = complaint_of(croupier(*asked))
    assert "is not registered: give its SHA-256 with --sha256 or a floor.toml" in complaint
    assert sha256(TEXT.encode()).hexdigest() in complaint
    assert "has not 64 hexadecimal digits" in complaint_of(croupier(*asked, "--sha256", "abc"))
    other = ("--floor", str(floor_toml(tmp_path, "0" * 64, "rws-poker-v6")))
    assert "registers no document for rws-casino-stud-v6" in complaint_of(croupier(*asked, *other))
    gone = ("rule", "rws-casino", "deck_miscount", "--document", str(tmp_path / "none.md"), "--sha256", "0" * 64)
    assert "No such file" in complaint_of(croupier(*gone))
    assert "--sha256 is the digest" in complaint_of(croupier("rule", "rws-casino", "misdeal", "--sha256", "0" * 64))


def test_a_floor_registers_documents_it_knows_by_a_whole_digest(tmp_path: Path) -> None:
    def read(digest: str, rulebook: str = "rws-casino-stud-v6") -> None:
        parse_floor(floor_toml(tmp_path, digest, rulebook).read_text(), "floor.toml")

    read("0" * 64)
    with pytest.raises(ConfigError, match="sha256: the SHA-256 of a file has 64 hexadecimal digits"):
        read("0" * 63)
    with pytest.raises(ConfigError, match=r"line 5, documents\.whist-v1: "):
        read("0" * 64, "whist-v1")


@pytest.mark.skipif(not (SHARED / "rules").is_dir(), reason="the approved documents lie outside of the repository")
@pytest.mark.parametrize("game", all_games())
def test_every_paragraph_of_the_approved_documents_is_found(game: str) -> None:
    document = load(game).document
    text = (SHARED / "rules" / f"{document.rulebook}.md").read_text()
    found = sentences(text, [one.number for one in document.paragraphs])
    assert [one.number for one in document.paragraphs if not found.get(one.number)] == []
    assert "Appendix" not in found[document.paragraphs[-1].number]
