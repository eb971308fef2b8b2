"""The greeting of a house at the terminal: a browser window where there is a screen, the first steps, the manual."""

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_AUTOMATION: Final = ("CI", "SSH_CONNECTION", "SSH_TTY")
"""Environment variables that show that nobody looks at this machine's screen."""
_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY")

MANUAL: Final = Path(__file__).with_name("manual")
"""The folder of the manual once it is built (``./run docs --build``)."""

FIRST_STEPS: Final = """\
  Sit down at a table with one click; “Guide me through a hand” says what to do.
  “Sign in”, the figure at the top right, has the Dealer's console, the pit, the cage and the audit.
  Ctrl-C closes the house; what was played is kept for the next time.
"""


def is_built(folder: Path = MANUAL) -> bool:
    """Return whether the manual has been built."""
    return (folder / "index.html").is_file()


def has_screen(environment: Mapping[str, str], platform: str, *, at_terminal: bool) -> bool:
    """Return whether a browser window would come up in front of the person who typed the command."""
    if not at_terminal or any(environment.get(name) for name in _AUTOMATION):
        return False
    if platform in ("darwin", "win32"):
        return True
    return any(environment.get(name) for name in _SCREENS)


def show_page(address: str, wanted: bool | None) -> None:
    """Open a page in the browser if it is wanted; with ``wanted`` None, open it where there is a screen."""
    if wanted is None:
        wanted = has_screen(os.environ, sys.platform, at_terminal=sys.stdout.isatty() and sys.stdin.isatty())
    if wanted:  # in a thread of its own, since some browsers block the program that starts them
        threading.Thread(target=_opened, args=(address,), daemon=True).start()


def _opened(address: str) -> None:
    try:
        shown = webbrowser.open(address)
    except webbrowser.Error:
        shown = False
    if not shown:
        sys.stderr.write(f"no browser could be started here: visit {address} yourself\n")
