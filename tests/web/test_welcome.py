"""Who is met with a browser window, and who is not."""

import threading
import webbrowser

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
