"""The manual under /docs: where it was built it is served, with the house's own rules about scripts."""

import base64
import hashlib
import os
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.web.app import COMPRESSION
from croupier.web.http.manual import manual_routes
from croupier.web.welcome import is_built

POLICY = "default-src 'self'"
SCRIPT = "var here=1"
GAMES = "<h1>Each game</h1>" + "".join(f"<p>{number:b}</p>" for number in range(2_000))
"""Long enough to be worth compressing, and still after it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "players").mkdir()
    (tmp_path / "secret").mkdir()
    built = tmp_path / "built"
    (built / "players").mkdir(parents=True)
    (built / "index.html").write_text(
        f"<h1>croupier</h1><script>{SCRIPT}</script><script src='a.js'></script>", "utf-8"
    )
    (built / "players/games.html").write_text(GAMES, "utf-8")
    (tmp_path / "key").write_text("secret", "utf-8")
    return built


def test_pages_are_served_and_only_their_own_scripts_run(folder: Path) -> None:
    assert is_built(folder)
    with TestClient(Litestar(manual_routes(POLICY, folder), compression_config=COMPRESSION)) as client:
        first = client.get("/docs")
        assert "<h1>croupier</h1>" in first.text
        assert str(first.url).endswith("/docs/index.html")
        hashed = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
        assert first.headers["content-security-policy"] == f"{POLICY}; script-src 'self' 'sha256-{hashed}'"
        assert first.headers["content-type"].startswith("text/html")
        assert client.get("/docs/players/games.html").text == GAMES


@pytest.mark.parametrize("path", ["../key", "%2e%2e/key", "players/../../key", "nothing.html", "players"])
def test_nothing_else_is(folder: Path, path: str) -> None:
    with TestClient(Litestar(manual_routes(POLICY, folder), compression_config=COMPRESSION)) as client:
        answer = client.get(f"/docs/{path}")
        assert answer.status_code == 404
        assert "secret" not in answer.text


def test_where_it_was_not_built_that_is_said(tmp_path: Path) -> None:
    assert not is_built(tmp_path)
    with TestClient(Litestar(manual_routes(POLICY, tmp_path))) as client:
        answer = client.get("/docs")
        assert answer.status_code == 404
        assert "./run docs --build" in answer.text


def test_it_may_be_built_while_the_house_is_open(folder: Path) -> None:
    entrance = folder / "index.html"
    page = entrance.read_text("utf-8")
    entrance.unlink()
    with TestClient(Litestar(manual_routes(POLICY, folder))) as client:
        assert client.get("/docs").status_code == 404
        entrance.write_text(page, "utf-8")
        assert "<h1>croupier</h1>" in client.get("/docs").text
        entrance.write_text(page.replace(SCRIPT, "var there=2"), "utf-8")
        os.utime(entrance, ns=(1, 1))
        hashed = base64.b64encode(hashlib.sha256(b"var there=2").digest()).decode()
        assert hashed in client.get("/docs").headers["content-security-policy"]
