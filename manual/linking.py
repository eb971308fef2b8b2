"""Links of pages that are read both in the repository and in the manual.

A page names other files of the repository as they lie there. In the manual some of them have a page, under another name
or in another folder; the others are named, and lead nowhere. A file that is not there is a mistake.
"""

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = "docs"
_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_FENCE: Final = re.compile(r"^(```|~~~)", re.MULTILINE)


class BrokenLinkError(ValueError):
    """A link to a file that the repository does not have."""


def rewritten(text: str, source: str, places: Mapping[str, str]) -> str:
    """Return a page's text with its links rewritten to the paths of the manual.

    ``source`` is where the page lies in the repository, ``places`` where files of the repository are in the manual.
    Raises :class:`BrokenLinkError`.
    """
    parts = _FENCE.split(text)
    inside = False
    for at, part in enumerate(parts):
        if _FENCE.fullmatch(part):
            inside = not inside
        elif not inside:
            parts[at] = _LINK.sub(lambda link: _rewritten(link, source, places), part)
    return "".join(parts)


def _rewritten(link: re.Match[str], source: str, places: Mapping[str, str]) -> str:
    shown, words, target = link.groups()
    file, mark, anchor = target.partition("#")
    if ":" in file or not file:
        return link[0]
    wanted = posixpath.normpath(posixpath.join(posixpath.dirname(source), file))
    here = posixpath.dirname(places[source])
    if wanted in places:
        return f"{shown}[{words}]({posixpath.relpath(places[wanted], here or '.')}{mark}{anchor})"
    if not (ROOT / wanted).exists():
        raise BrokenLinkError(f"{source} links to {target}, which is not there")
    if wanted.startswith(f"{DOCS}/") and not wanted.endswith(".md") and (ROOT / wanted).is_file():
        return f"{shown}[{words}]({posixpath.relpath(wanted.removeprefix(f'{DOCS}/'), here or '.')})"
    return words if f"`{wanted}`" in words else f"{words} (`{wanted}`)"
