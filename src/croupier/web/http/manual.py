"""The manual under ``/docs``, where it was built (``./run docs --build``)."""

import base64
import hashlib
import re
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.web.http.routes.answers import missing
from croupier.web.http.static import read, sent

MANUAL: Final = Path(__file__).parents[1] / "manual"
_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def is_built(folder: Path = MANUAL) -> bool:
    """Whether there is a manual to be shown."""
    return (folder / "index.html").is_file()


def manual_routes(policy: str, folder: Path = MANUAL) -> list[Any]:
    """Handlers for the built manual.

    Its theme writes a few scripts into its pages. They are allowed by their hashes, in these pages only; ``policy`` is
    what the house says about all others.
    """
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    allowed = " ".join(sorted(_hashes([path for name, path in files.items() if name.endswith(".html")])))
    own = f"{policy}; script-src 'self' {allowed}".rstrip()

    @get("/docs", include_in_schema=False)
    async def entrance() -> Redirect:
        return Redirect("/docs/index.html")

    @get("/docs/{path:path}", include_in_schema=False)
    async def page(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
        found = files.get(path.strip("/") or "index.html")
        if found is None or not found.is_file():
            raise missing(
                "There is nothing here" if files else "The manual was not built here; type: ./run docs --build"
            )
        answer = sent(request, read(found), "no-cache")
        answer.headers["content-security-policy"] = own
        return answer

    return [entrance, page]


def _hashes(pages: list[Path]) -> set[str]:
    found = {script for path in pages for script in _INLINE.findall(path.read_text("utf-8"))}
    return {f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in found}
