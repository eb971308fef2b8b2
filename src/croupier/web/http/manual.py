"""The manual under ``/docs``, where it was built (``./run docs --build``)."""

import base64
import hashlib
import re
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.web.http.answers import AnyRequest, missing
from croupier.web.http.static import read, sent
from croupier.web.welcome import MANUAL, is_built

_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def manual_routes(policy: str, folder: Path = MANUAL) -> list[HTTPRouteHandler]:
    """Return the handlers for the built manual.

    Its theme writes a few scripts into its pages. They are allowed by their hashes, in these pages only; ``policy`` is
    the content security policy of all other pages. The manual may be built, or built anew, while the house is open.
    """
    site = _Site(folder)

    @get("/docs", include_in_schema=False)
    async def entrance() -> Redirect:
        return Redirect("/docs/index.html")

    @get("/docs/{path:path}", include_in_schema=False)
    async def page(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
        files, scripts = site.now()
        found = files.get(path.strip("/") or "index.html")
        if found is None or not found.is_file():
            raise missing(
                "There is nothing here" if files else "The manual was not built here; type: ./run docs --build"
            )
        answer = sent(request, read(found), "no-cache")
        answer.headers["content-security-policy"] = f"{policy}; script-src 'self' {scripts}".rstrip()
        return answer

    return [entrance, page]


class _Site:
    """A cache of the manual's files and of the scripts that they may run, renewed when the manual is built again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built = 0
        self._files: dict[str, Path] = {}
        self._scripts = ""

    def now(self) -> tuple[dict[str, Path], str]:
        built = (self._folder / "index.html").stat().st_mtime_ns if is_built(self._folder) else 0
        if built != self._built:
            every = (path for path in self._folder.rglob("*") if path.is_file())
            self._files = {path.relative_to(self._folder).as_posix(): path for path in every} if built else {}
            pages = [path for name, path in self._files.items() if name.endswith(".html")]
            self._scripts = " ".join(sorted(_hashes(pages)))
            self._built = built
        return self._files, self._scripts


def _hashes(pages: list[Path]) -> set[str]:
    found = {script for path in pages for script in _INLINE.findall(path.read_text("utf-8"))}
    return {f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in found}
