"""One wording for every answer that a document leaves open, whoever gives it and wherever it is told."""

import re
from pathlib import Path

import pytest

from croupier.notation.ruled import answer, answered, role_name
from croupier.rulebooks import all_games, load

STRINGS = Path(__file__).parents[2] / "ui" / "src" / "strings" / "en"
CATALOGUES = ("dealer.ts", "table.ts")
"""Where the pages have words of their own for them."""


def options() -> list[str]:
    rules = (rule for name in all_games() for rows in load(name).irregularities.rules.values() for rule in rows)
    return sorted({option for rule in rules for option in rule.options})


def of_pages(name: str) -> dict[str, str]:
    block = re.search(r"\n +options: \{\n(.*?)\}", (STRINGS / name).read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return dict(re.findall(r'(\w+): "([^"]+)"', block[1]))


@pytest.mark.parametrize("name", CATALOGUES)
def test_the_pages_say_what_the_server_says(name: str) -> None:
    own = of_pages(name)
    assert {option: answer(option) for option in own} == own


def test_every_answer_of_the_documents_is_said_at_the_dealer_console() -> None:
    assert set(options()) <= set(of_pages("dealer.ts"))


def test_answers_and_roles_in_words() -> None:
    assert (answer("void_round"), answered("void_round")) == ("Void the round", "void the round")
    assert (answer("not_intentional"), answered("continue")) == ("Not intentional", "play on")
    assert role_name("shift_manager") == "Shift Manager"
