"""The built pages: assets by their hashed names, and the one page for every other address."""

import gzip
import mimetypes
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import Struct

from croupier.web.http.routes.answers import missing

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_TEXT: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")


class _Asset(Struct, frozen=True):
    content: bytes
    zipped: bytes
    """The compressed content; empty if it would not be shorter."""
    media_type: str


def page_routes(folder: Path) -> list[Any]:
    """Handlers for the built pages; they are small, so they are kept in memory, compressed once."""
    assets = {path.name: _read(path) for path in (folder / "assets").glob("*")}
    plain = {path.name: _read(path) for path in folder.glob("*") if path.is_file()}

    @get("/assets/{name:str}", include_in_schema=False)
    async def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        found = assets.get(name)
        if found is None:
            raise missing("There is nothing here")
        return _sent(request, found, _FOR_EVER)

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        wanted = path.strip("/")
        if wanted.startswith("api/"):
            raise missing("There is nothing here")
        found = plain.get(wanted) or plain.get("index.html")
        if found is None:
            raise missing("The pages have not been built; the README says how")
        return _sent(request, found, "no-cache")

    return [asset, page]


def _read(path: Path) -> _Asset:
    content = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    zipped = gzip.compress(content, 9) if media_type.startswith(_TEXT) else b""
    return _Asset(content, zipped if len(zipped) < len(content) else b"", media_type)


def _sent(request: Request[Any, Any, Any], asset: _Asset, caching: str) -> Response[bytes]:
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if asset.zipped and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(asset.zipped, media_type=asset.media_type, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)
