"""What the manual's builder asks: pages that are made, pages that lie elsewhere in the repository, and links."""

import re
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))  # the builder loads this file by itself, from wherever it was called

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from manual import players, rulebook
from manual.linking import DOCS, ROOT, BrokenLinkError, rewritten

_ELSEWHERE: Final = {
    "ARCHITECTURE.md": "contributors/architecture.md",
    "CONTRIBUTING.md": "contributors/contributing.md",
    "CHANGELOG.md": "contributors/changelog.md",
    "README.md": "contributors/readme.md",
}
_STATIC: Final = ("regulators/check_record.py",)
"""Files that the manual offers as they are."""
_DECISIONS: Final = "<!-- decisions -->"
_SHOWN: Final = re.compile(r"^<!-- shown in the manual: (\S+) -->$", re.MULTILINE)
"""Where a file of the repository stands in the manual: whoever has installed croupier has no clone to look it up in."""


def places() -> dict[str, str]:
    """Every file of the repository that has a page, and which."""
    found = {f"{DOCS}/{path}": path for path in _written()}
    found |= {f"{DOCS}/{path}": path for path in (*_made(), *_STATIC)}
    found |= {f"decisions/{path.name}": f"decisions/{path.name}" for path in sorted((ROOT / "decisions").glob("*.md"))}
    return found | _ELSEWHERE


def _written() -> list[str]:
    return sorted(path.relative_to(ROOT / DOCS).as_posix() for path in (ROOT / DOCS).rglob("*.md"))


def _made() -> dict[str, str]:
    return {**rulebook.pages(), **players.pages()}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the rulebooks, and those that lie elsewhere in the repository."""
    for name, text in _made().items():
        files.append(File.generated(config, name, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    for source, name in places().items():
        if not source.startswith(f"{DOCS}/"):
            text = rewritten((ROOT / source).read_text("utf-8"), source, places())
            files.append(File.generated(config, name, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def _decisions() -> str:
    """A line for each decision, by its own title."""
    lines = []
    for path in sorted((ROOT / "decisions").glob("0*.md")):
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        lines.append(f"- [{title}](../../decisions/{path.name})")
    return "\n".join(lines).replace(". ", "\\. ")


def _file(asked: re.Match[str]) -> str:
    path = ROOT / asked[1]
    return f"```{path.suffix[1:]}\n{path.read_text('utf-8').strip()}\n```"


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Lead a page's links to where the manual has what they name."""
    if page.file.generated_by is not None:
        return markdown
    markdown = _SHOWN.sub(_file, markdown.replace(_DECISIONS, _decisions()))
    try:
        return rewritten(markdown, f"{DOCS}/{page.file.src_uri}", places())
    except BrokenLinkError as wrong:
        raise PluginError(str(wrong)) from None
