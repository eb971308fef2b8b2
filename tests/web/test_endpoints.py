"""Every address of the server: which of them are answered to somebody who has not signed in, and no others."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.web.server import Served, serving

OPEN = {
    ("GET", "/"),
    ("GET", "/docs"),
    ("GET", "/docs/{path}"),
    ("GET", "/assets/{name}"),
    ("GET", "/{path}"),
    ("GET", "/health"),
    ("GET", "/ready"),
    ("GET", "/metrics"),  # from this machine, or with its token: test_watching.py
    ("GET", "/api/schema"),
    ("GET", "/api/schema/openapi.json"),
    ("GET", "/api/schema/{path}"),
    ("GET", "/api/session"),
    ("POST", "/api/session"),
    ("GET", "/api/session/door"),
    ("POST", "/api/passwords"),  # with the password so far
    ("POST", "/api/factors"),  # these with the password too
    ("POST", "/api/factors/confirm"),
    ("POST", "/api/factors/remove"),
    ("GET", "/api/games"),
    ("GET", "/api/how-to-play/{game}"),
    ("GET", "/api/rules"),
    ("GET", "/api/rules/{rulebook}"),
    ("GET", "/api/rules/{rulebook}/{paragraph}"),
    ("GET", "/api/odds/{game}"),
    ("GET", "/api/odds/{game}/board"),
    ("GET", "/api/odds/{game}/shares"),
    ("GET", "/api/odds/{game}/{file}"),
}
"""What anybody may ask: the pages, the door, the documents and their odds, and how the server fares."""


VALUES = {"number": "1", "box": "1", "shuffle": "1"}
"""What stands in their paths where a word will not do. The words name nothing: it is whether one is asked to sign in
that counts."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("endpoints")) as found:
        yield found


def endpoints(served: Served) -> set[tuple[str, str]]:
    """Every method and path, as the application has them."""
    found = set()
    for route in served.app.routes:
        methods: Any = getattr(route, "methods", ())
        path = "/".join(f"{{{part.name}}}" if hasattr(part, "name") else str(part) for part in route.path_components)
        found |= {(str(method), f"/{path}") for method in methods if method not in {"HEAD", "OPTIONS"}}
    return found


def test_only_these_are_answered_to_everybody(served: Served) -> None:
    known = endpoints(served)
    assert known >= OPEN, OPEN - known
    answered = set()
    with httpx.Client(base_url=served.url, verify=False, timeout=30) as nobody:
        for method, path in sorted(known):
            asked = re.sub(r"\{(\w+)\}", lambda found: VALUES.get(found[1], found[1]), path)
            if nobody.request(method, asked, json={} if method != "GET" else None).status_code != 401:
                answered.add((method, path))
            nobody.cookies.clear()  # whoever asks for a session of a demonstration gets one
    assert answered == OPEN, (sorted(answered - OPEN), sorted(OPEN - answered))


def test_a_session_that_is_none_opens_nothing_more(served: Served) -> None:
    with httpx.Client(base_url=served.url, verify=False, headers={"authorization": "Bearer made-up"}) as nobody:
        for path in ("/api/tables", "/api/tables/stud-1", "/api/audit/events", "/api/rounds"):
            assert nobody.get(path).status_code in {401, 404}, path
