"""Every Python example of the documentation is run, page by page, from the root of the repository."""

import doctest
import re
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if "```pycon" in path.read_text("utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```pycon\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    told: list[str] = []
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(example, out=told.append).failed == 0, "".join(told)


def test_the_readmes_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(
        r"^ *```python\n(.*?)^ *```$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    exec(textwrap.dedent(example), {})
    printed = capsys.readouterr().out
    said = [line.split("# ")[1].removesuffix(" …") for line in example.splitlines() if "print(" in line]
    assert len(said) == 3
    assert [one for one in said if one not in printed] == []
