"""Who is met with a browser window, and who is not."""

import json
import os
import pty
import select
import signal
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from croupier.web import welcome

SCREEN = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("environment", "platform", "at_terminal", "shown"),
    [
        (SCREEN, "linux", True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True, True),
        ({}, "linux", True, False),
        ({"DISPLAY": ""}, "linux", True, False),
        (SCREEN, "linux", False, False),
        (SCREEN | {"CI": "true"}, "linux", True, False),
        (SCREEN | {"SSH_CONNECTION": "a b c d"}, "linux", True, False),
        ({}, "darwin", True, True),
        ({}, "win32", True, True),
        ({"CI": "1"}, "darwin", True, False),
        ({}, "darwin", False, False),
    ],
)
def test_a_window_opens_only_before_somebody(
    environment: dict[str, str], platform: str, at_terminal: bool, shown: bool
) -> None:
    assert welcome.has_screen(environment, platform, at_terminal=at_terminal) is shown


@pytest.mark.parametrize(("wanted", "found", "opens"), [(True, True, 1), (True, False, 1), (False, True, 0)])
def test_what_is_wanted_comes_first(
    wanted: bool, found: bool, opens: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def browser(address: str) -> bool:
        asked.append(address)
        return found

    monkeypatch.setattr(webbrowser, "open", browser)
    welcome.show_page("http://127.0.0.1:8460/", wanted)
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.daemon and "_opened" in thread.name:
            thread.join(5)
    assert len(asked) == opens
    assert ("visit http://127.0.0.1:8460/ yourself" in capsys.readouterr().err) is (wanted and not found)


def test_nobody_is_met_where_the_tests_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda address: pytest.fail("a browser was opened"))
    welcome.show_page("http://127.0.0.1:8460/", None)


@pytest.mark.long
def test_a_house_at_a_terminal_shows_its_page_says_what_to_try_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    """The browser is a program that notes what it is to open; Ctrl-C is typed, as a person types it."""
    browser, shown = tmp_path / "browser", tmp_path / "shown"
    browser.write_text(f"#!/bin/sh\necho \"$1\" >'{shown}'\n")
    browser.chmod(0o755)
    environment = {key: one for key, one in os.environ.items() if key not in {"CI", "SSH_CONNECTION", "SSH_TTY"}}
    environment |= {"DISPLAY": ":0", "BROWSER": f"{browser} %s", "CROUPIER_DATA": str(tmp_path / "data")}
    house, terminal = pty.fork()
    if house == 0:
        os.execve(sys.executable, [sys.executable, "-m", "croupier.cli", "serve"], environment)
    said = b""
    try:
        while not shown.exists() or b"Ctrl-C" not in said:
            if select.select([terminal], [], [], 0.1)[0]:
                said += os.read(terminal, 65_536)
        address = shown.read_text().strip()
        assert f": {address}\r\n".encode() in said
        body = json.dumps({"role": "dealer", "name": "dora"}).encode()
        with urlopen(Request(f"{address}api/session", body, {"Content-Type": "application/json"}), timeout=30):
            os.write(terminal, b"\x03")
        with suppress(OSError):  # with which Linux says that the other side has gone
            while more := os.read(terminal, 65_536):
                said += more
    finally:
        with suppress(ProcessLookupError):
            os.kill(house, signal.SIGTERM)
        _, status = os.waitpid(house, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"Guide me through a hand" in said
    assert b"Traceback" not in said
    assert b"{" not in said, "nobody at a terminal reads JSON"
