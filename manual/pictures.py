"""The manual's pictures, taken from the running product, so that they are up to date.

A demonstration is opened in a folder of its own, people come in, play and work at their desks, and each page is taken
as it is then.
"""

import json
import os
import re
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
"""The maximum bytes of a picture; a larger one is taken again with less detail."""
_SIZE: Final = (1440, 900)
_PATIENCE: Final = 120_000
"""The milliseconds that a step may take: some wait for a stage of a round."""
_ROUNDS: Final = 8
"""The maximum number of rounds to play for one that is won."""
_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def take() -> list[Path]:
    """Retake every picture. Raises RuntimeError, with a sentence, if that fails."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    PICTURES.mkdir(exist_ok=True)
    with _house() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        camera = Camera(browser, address)
        _players(camera)
        _staff(camera)
        _sheet(camera)
        browser.close()
    return camera.taken


def chromium() -> str:
    """Return the path of Chromium. Raises RuntimeError, with a sentence, if none is installed."""
    found = os.environ.get("CROUPIER_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise RuntimeError("the pictures need Chromium, which is not installed")
    return found


@contextmanager
def _house() -> Iterator[str]:
    """Open a demonstration for the pictures, and yield its address."""
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


class Camera:
    """A camera that opens pages under a name and a role, and takes pictures of them."""

    def __init__(self, browser: "Browser", address: str) -> None:
        self._browser, self.address = browser, address
        self.taken: list[Path] = []

    def visit(self, path: str, role: str = "player", name: str = "") -> "Page":
        """Open a page as an employee or a guest sees it."""
        width, height = _SIZE
        context = self._browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.add_cookies([{"name": "croupier", "value": self._token(role, name), "url": self.address}])
        page = context.new_page()
        page.set_default_timeout(_PATIENCE)
        page.goto(f"{self.address}{path}")
        return page

    def _token(self, role: str, name: str) -> str:
        body = json.dumps({"role": role, "name": name} if name else {}).encode()
        asked = Request(f"{self.address}/api/session", body, {"Content-Type": "application/json"})
        with urlopen(asked, timeout=30) as answer:
            return str(json.load(answer)["token"])

    def take(self, page: "Page", name: str, wait_ms: int = 1_500, *, close: bool = True) -> None:
        """Take a picture of the page, within the size limit; close the page unless it is used further."""
        page.wait_for_timeout(wait_ms)
        path = PICTURES / f"{name}.jpg"
        for quality in (85, 75, 65, 50):
            page.screenshot(path=path, type="jpeg", quality=quality)
            if path.stat().st_size <= LARGEST:
                break
        self.taken.append(path)
        if close:
            page.context.close()


def _players(camera: Camera) -> None:
    """Take a round of Casino Stud, preferably a won one, then the lobby as its Player sees it."""
    page = camera.visit("/")
    plays(page, _ROUNDS)
    camera.take(page, "table", close=False)
    page.goto(camera.address)
    camera.take(page, "lobby")
    camera.take(camera.visit("/how-to-play/rws-casino-stud"), "how-to-play")


def plays(page: "Page", rounds: int) -> None:
    """Play from the lobby until a round of Casino Stud is won, or the maximum number is played."""
    seat = page.locator("[data-table=stud-1]").get_by_role("link", name=re.compile("^Sit down at"))
    seat.click()
    box = page.get_by_role("listitem", name=re.compile(r"^Box \d, yours"))
    bar = page.get_by_role("group", name="Your decision")
    bar.get_by_role("button", name="Chip 100", exact=True).click()
    for spot in ("Ante", "Jackpot"):
        box.get_by_role("button", name=re.compile(f"^{spot}, ")).click()
    bar.get_by_role("button", name="Deal").click()
    for played in range(rounds):
        bar.get_by_role("button", name=re.compile("^BET")).click()
        bar.get_by_text("Round settled").wait_for()
        if not played:
            page.get_by_role("button", name="Skip").click()  # the guide through a first hand
        if played + 1 == rounds or page.get_by_text(re.compile("^You win")).first.is_visible():
            break
        bar.get_by_role("button", name=re.compile("^Repeat")).click()


def _staff(camera: Camera) -> None:
    """Take the Dealer within a deal and calling for help, the pit with that call, and the cage with cash."""
    dealer = camera.visit("/dealer/dealer-1", "dealer", "dora")
    deals(dealer)
    camera.take(dealer, "dealer", close=False)
    dealer.get_by_role("button", name="Call").click()
    _limits(camera)
    camera.take(camera.visit("/pit", "shift_manager", "petra"), "pit", 4_000)
    camera.take(_cashier(camera), "cage")
    audit = camera.visit("/audit", "auditor", "adam")
    audit.get_by_role("button", name="Verify the record").click()
    audit.get_by_role("button", name="Verify the record").wait_for()
    camera.take(audit, "audit", 8_000)


def deals(console: "Page") -> None:
    """Take over a table in the middle of a deal."""
    steps = console.get_by_role("list", name="Steps of the round")
    steps.get_by_text(re.compile(r"card [6-9] of")).wait_for()
    console.get_by_role("button", name="Take over the table").click()


def _limits(camera: Camera) -> None:
    """Propose new limits, which wait for a second signature."""
    page = camera.visit("/pit/money", "pit_supervisor", "nadia")
    page.get_by_role("button", name="stud-1: float, limits, opening and closing").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Limits", exact=True).click()
    sheet.get_by_label("Lowest Ante").fill("50")
    sheet.get_by_role("button", name="Sign first").click()
    page.wait_for_timeout(1_000)
    page.context.close()


def _cashier(camera: Camera) -> "Page":
    """Open a counted drawer, move cash in and out, and more than one person may sign for."""
    page = camera.visit("/cage", "cage", "carl")
    page.get_by_role("button", name="Open the drawer").click()
    page.get_by_label("Notes of 1,000", exact=True).fill("60")
    page.get_by_role("button", name="Open the drawer").last.click()
    for way, name, amount in (("Cash in", "Rosa", "1500"), ("Cash out", "Kenji", "400"), ("Cash in", "Rosa", "200000")):
        page.get_by_role("button", name=way, exact=False).first.click()
        page.get_by_label("Account", exact=True).fill(name)
        page.get_by_label("Amount", exact=True).fill(amount)
        page.get_by_role("button", name=re.compile("^(Book|Sign first for) ")).click()
        page.wait_for_timeout(1_000)
    return page


def _sheet(camera: Camera) -> None:
    """Take the PAR sheet that ``croupier odds --html`` writes, and the designer."""
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
