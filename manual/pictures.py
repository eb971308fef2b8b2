"""The manual's pictures, taken from the running product, so that they show what is there.

A demonstration is opened in a folder of its own, people come in at their desks, and each page is taken as it is then.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.request import Request, urlopen

from manual.linking import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES: Final = ROOT / "docs/pictures"
LARGEST: Final = 150_000
"""Bytes of a picture; a larger one is taken again with less detail."""
_SIZE: Final = (1440, 900)
_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def take() -> list[Path]:
    """Take every picture anew. Raises RuntimeError, with a sentence, where that cannot be done."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CROUPIER_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if chromium is None:
        raise RuntimeError("no Chromium is installed, and pictures are taken with one")
    PICTURES.mkdir(exist_ok=True)
    with _house() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        camera = _Camera(browser, address)
        _players(camera)
        _staff(camera)
        _sheet(camera)
        browser.close()
    return camera.taken


@contextmanager
def _house() -> Iterator[str]:
    """A demonstration of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        serving = subprocess.Popen(
            [sys.executable, "-m", "croupier.cli", "serve", "--json", "--no-browser", "--db", f"{folder}/house.db"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert serving.stdout is not None
            yield json.loads(serving.stdout.readline())["address"].rstrip("/")
        finally:
            serving.terminate()
            serving.wait()


class _Camera:
    """Opens pages as somebody, and takes them."""

    def __init__(self, browser: "Browser", address: str) -> None:
        self._browser, self.address = browser, address
        self.taken: list[Path] = []

    def visit(self, path: str, role: str = "player", name: str = "") -> "Page":
        """A page, as somebody at a desk or as a guest sees it."""
        width, height = _SIZE
        context = self._browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.add_cookies([{"name": "croupier", "value": self._token(role, name), "url": self.address}])
        page = context.new_page()
        page.goto(f"{self.address}{path}")
        return page

    def _token(self, role: str, name: str) -> str:
        body = json.dumps({"role": role, "name": name} if name else {}).encode()
        asked = Request(f"{self.address}/api/session", body, {"Content-Type": "application/json"})
        with urlopen(asked, timeout=30) as answer:
            return str(json.load(answer)["token"])

    def take(self, page: "Page", name: str, wait_ms: int = 1_500) -> None:
        """A picture of the page as it is, no larger than it has to be."""
        page.wait_for_timeout(wait_ms)
        path = PICTURES / f"{name}.jpg"
        for quality in (85, 75, 65, 50):
            page.screenshot(path=path, type="jpeg", quality=quality)
            if path.stat().st_size <= LARGEST:
                break
        self.taken.append(path)
        page.context.close()


def _players(camera: _Camera) -> None:
    camera.take(camera.visit("/"), "lobby")
    camera.take(camera.visit("/table/stud-1"), "table", 20_000)  # until a round is on the felt
    camera.take(camera.visit("/how-to-play/rws-casino-stud"), "how-to-play")


def _staff(camera: _Camera) -> None:
    dealer = camera.visit("/dealer/dealer-1", "dealer", "dora")
    camera.take(dealer, "dealer", 12_000)
    camera.take(camera.visit("/pit", "shift_manager", "petra"), "pit", 4_000)
    camera.take(camera.visit("/cage", "cage", "carl"), "cage")
    camera.take(camera.visit("/audit", "auditor", "adam"), "audit", 4_000)


def _sheet(camera: _Camera) -> None:
    """The PAR sheet of a game, as ``croupier odds --html`` writes it, and the designer."""
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder, "par.html")
        asked = [sys.executable, "-m", "croupier.cli", "odds", "rws-casino-stud", "--html", str(sheet)]
        subprocess.run(asked, check=True, stdout=subprocess.DEVNULL)
        page = camera.visit("/")
        page.goto(sheet.as_uri())
        camera.take(page, "par-sheet")
    designer = camera.visit("/designer/rws-casino-stud", "shift_manager", "petra")
    designer.get_by_text("House edge").first.wait_for()
    designer.get_by_text("Deals are being counted").first.wait_for(state="hidden", timeout=180_000)
    camera.take(designer, "designer")
