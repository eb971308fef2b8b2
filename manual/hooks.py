"""The hooks of the manual's builder: generated pages, pages elsewhere in the repository, and links."""

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
"""The files that the manual serves unchanged."""
_DECISIONS: Final = "<!-- decisions -->"
_SHOWN: Final = re.compile(r"^<!-- shown in the manual: (\S+) -->$", re.MULTILINE)
"""The mark at which a page quotes a file of the repository: an installed croupier has no clone to look it up in."""


def places() -> dict[str, str]:
    """Return the page of every file of the repository that has one."""
    found = {f"{DOCS}/{path}": path for path in _written()}
    found |= {f"{DOCS}/{path}": path for path in (*_made(), *_STATIC)}
    found |= {f"decisions/{path.name}": f"decisions/{path.name}" for path in sorted((ROOT / "decisions").glob("*.md"))}
    return found | _ELSEWHERE


def _written() -> list[str]:
    return sorted(path.relative_to(ROOT / DOCS).as_posix() for path in (ROOT / DOCS).rglob("*.md"))


def _made() -> dict[str, str]:
    return {**rulebook.pages(), **players.pages()}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages generated from the rulebooks, and the pages elsewhere in the repository."""
    for name, text in _made().items():
        files.append(File.generated(config, name, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    for source, name in places().items():
        if not source.startswith(f"{DOCS}/"):
            text = rewritten((ROOT / source).read_text("utf-8"), source, places())
            files.append(File.generated(config, name, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def _decisions() -> str:
    """Return a line for each decision, with its title."""
    lines = []
    for path in sorted((ROOT / "decisions").glob("0*.md")):
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        lines.append(f"- [{title}](../../decisions/{path.name})")
    return "\n".join(lines).replace(". ", "\\. ")


def _file(asked: re.Match[str]) -> str:
    path = ROOT / asked[1]
    return f"```{path.suffix[1:]}\n{path.read_text('utf-8').strip()}\n```"


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Rewrite a page's links to the paths of the manual."""
    if page.file.generated_by is not None:
        return markdown
    markdown = _SHOWN.sub(_file, markdown.replace(_DECISIONS, _decisions()))
    try:
        return rewritten(markdown, f"{DOCS}/{page.file.src_uri}", places())
    except BrokenLinkError as wrong:
        raise PluginError(str(wrong)) from None
