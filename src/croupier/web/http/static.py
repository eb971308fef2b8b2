"""The built pages: assets by their hashed names, and the one page for every other address."""

import gzip
import mimetypes
from functools import cache
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from croupier.web.http.answers import AnyRequest, missing

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_TEXT: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")


class Asset(Struct, frozen=True):
    """Content that is sent again and again, compressed once."""

    content: bytes
    zipped: bytes
    """The compressed content; empty if it would not be shorter."""
    media_type: str


def page_routes(folder: Path) -> list[HTTPRouteHandler]:
    """Return the handlers for the built pages; they are small, so they are cached in memory, compressed once."""
    assets = {path.name: read(path) for path in (folder / "assets").glob("*")}
    plain = {path.name: read(path) for path in folder.glob("*") if path.is_file()}

    @get("/assets/{name:str}", include_in_schema=False)
    async def asset(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
        found = assets.get(name)
        if found is None:
            raise missing("There is nothing here")
        return sent(request, found, _FOR_EVER)

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
        wanted = path.strip("/")
        if wanted.startswith("api/"):
            raise missing("There is nothing here")
        found = plain.get(wanted) or plain.get("index.html")
        if found is None:
            raise missing("The pages have not been built: ./run builds them")
        return sent(request, found, "no-cache")

    return [asset, page]


def read(path: Path) -> Asset:
    """Return a file to be sent, compressed once."""
    return _made_of(path, path.stat().st_mtime_ns)


@cache
def _made_of(path: Path, _changed: int) -> Asset:
    """Read a file once for all houses of a process; a page that was built anew is read again."""
    return made(path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream")


def made(content: bytes, media_type: str) -> Asset:
    """Return content to be sent, with its compressed form if that is shorter."""
    zipped = gzip.compress(content, 9) if media_type.startswith(_TEXT) else b""
    return Asset(content, zipped if len(zipped) < len(content) else b"", media_type)


def sent(request: AnyRequest, asset: Asset, caching: str) -> Response[bytes]:
    """Return the response with an asset, compressed if the browser accepts gzip."""
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if asset.zipped and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(asset.zipped, media_type=asset.media_type, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)
