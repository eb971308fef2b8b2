"""A real browser against the real server: the system's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from croupier.web.app import PAGES
from croupier.web.clock.pacing import Pace
from tests.web.server import Served, serving

HERE = Path(__file__).parent
DESK = (1440, 900)
PHONE = (390, 844)
LONG = 30_000
"""Milliseconds that anything may take on a busy machine."""
expect.set_options(timeout=LONG)
SIZES = [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")]
PHONE_ALWAYS = [SIZES[0], pytest.param(PHONE, id="phone", marks=pytest.mark.always)]
"""Where the narrower of the two is looked at by ``./run test``."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The same browser; the first of them draws no windows, and is a third faster."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)
AXE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
UNDRAWN = """
addEventListener("DOMContentLoaded", () => {
  window.undrawn = new CSSStyleSheet();
  undrawn.replaceSync("html { opacity: 0 !important }");
  document.adoptedStyleSheets.push(undrawn);
});
"""
"""Nobody looks at the pixels, and drawing them is two fifths of the browser's work.

What is transparent is laid out, found, pressed and named like anything else; only axe asks for colours.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser takes seconds for what takes the engine a millisecond: ``./run test`` looks at each kind of page once.

    Those tests are marked ``always``; all others here belong to ``./run soak --long``.
    """
    for item in items:
        if item.path.is_relative_to(HERE) and "always" not in item.keywords:
            item.add_marker(pytest.mark.long)


def _chromium() -> str:
    found = os.environ.get("CROUPIER_CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        wanted = "no Chromium is installed; on Debian type: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(wanted)
        pytest.skip(wanted)
    return found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for these tests and no longer: while it is open, its own event loop runs, and nobody else's can."""
    path = _chromium()
    assert (PAGES / "index.html").is_file(), "the pages are not built: ./run builds them"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=[*QUIET])
        yield started
        started.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A demonstration floor without company: what happens there is the test's doing."""
    with serving(tmp_path_factory.mktemp("house")) as served:
        yield served


CALM = Pace(bets=600, turn=600, choice=600, show=600, pause=600, room_pause=600, reveal=0)
"""Nothing runs out: what was settled is seen until a Player asks for the next round."""


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same floor, where the pages wait for the test."""
    with serving(tmp_path_factory.mktemp("calm"), pace=CALM) as served:
        yield served


CUT = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "WebSocket is closed")
"""The browser's own words about a line that a test cuts, and about a server that starts again."""
Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens an address in a browser profile of its own; nothing goes wrong in the page, and no other host is asked.

    Whoever has signed in over HTTP brings the token of that session. Motion is reduced where a test does not say
    otherwise: rounds by mouse and the looks have it. ``refused`` are the statuses that a test provokes.
    """
    contexts = []
    wrong: list[str] = []

    def open_(
        url: str,
        size: tuple[int, int] = DESK,
        *,
        reduced: bool = True,
        session: str = "",
        refused: tuple[int, ...] = (),
    ) -> Page:
        width, height = size
        own = url.split("/", 3)[2]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == PHONE,
            reduced_motion="reduce" if reduced else "no-preference",
        )
        context.add_init_script(UNDRAWN)
        contexts.append(context)
        if session:
            context.add_cookies([{"name": "croupier", "value": session, "url": f"http://{own}"}])
        page = context.new_page()
        page.set_default_timeout(LONG)

        def heard(message: ConsoleMessage) -> None:
            told = (*CUT, *(f"status of {status} " for status in refused))
            if message.type in {"error", "warning"} and not any(words in message.text for words in told):
                wrong.append(f"{page.url}: {message.text}")

        page.on("console", heard)
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.split("/", 3)[2:3] == [own] or request.url.startswith(("data:", "blob:"))
                else wrong.append(f"asked {request.url}")
            ),
        )
        page.goto(url)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not wrong, wrong


RUN_AXE = """async () => {
  undrawn.disabled = true;
  const found = await axe.run({ resultTypes: ["violations"] });
  undrawn.disabled = false;
  return found.violations;
}"""


def axe_faults(page: Page, without: tuple[str, ...] = ()) -> list[str]:
    """What axe-core finds serious or critical; a strict policy lets no script tag in, so it is evaluated."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN_AXE)
    return [
        f"{one['id']} ({one['impact']}): {[node['target'] for node in one['nodes']]}"
        for one in found
        if one["impact"] in {"serious", "critical"} and one["id"] not in without
    ]


def downwards(page: Page) -> int:
    """By how many pixels the page is higher than its window."""
    return int(page.evaluate("document.documentElement.scrollHeight - document.documentElement.clientHeight"))


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
