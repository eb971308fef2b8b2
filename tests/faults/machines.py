"""A machine of a test's own, with two cables of which one can be pulled: namespaces of the kernel's network.

One cable leads to the database, the other to people. A server that loses the first is cut off as by a broken switch:
nothing is refused, nothing arrives. Everything that takes part runs in a namespace of its own (:func:`apart`), so that
nobody else on this computer notices a cable that comes or goes: browsers would drop what they are loading. That takes
root, or a kernel that gives everybody namespaces of their own.
"""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from msgspec import Struct

DATABASE: Final = "198.18.0.1"
"""Where the machine finds the database: this end of its first cable. The range is kept for such trials."""
DOOR: Final = "198.18.0.6"
"""Where people find it: the far end of its second cable."""
CABLES: Final = {"database": (DATABASE, "198.18.0.2"), "people": ("198.18.0.5", DOOR)}
NETWORK: Final = "198.18.0.0/24"
_NETWORK: Final = 0x40000000  # CLONE_NEWNET


class Machine(Struct, frozen=True):
    """Another machine, named by a process that runs there."""

    process: int

    def move_in(self) -> None:
        """This process runs there from now on."""
        where = os.open(f"/proc/{self.process}/ns/net", os.O_RDONLY)
        try:
            if ctypes.CDLL(None, use_errno=True).setns(where, _NETWORK):
                raise OSError(ctypes.get_errno(), "the namespace cannot be entered")
        finally:
            os.close(where)

    def pull(self) -> None:
        """Pull the cable to the database."""
        _ip("link", "set", "database", "down")

    def plug(self) -> None:
        """Put it back."""
        _ip("link", "set", "database", "up")


def apart(*command: str) -> list[str]:
    """A command as it is run with a network of its own; the test is left out where the kernel gives nobody one.

    A program that is missing can be installed: in continuous integration that is a failure.
    """
    missing = [name for name in ("unshare", "nsenter", "ip") if _found(name) is None]
    if missing:
        wanted = f"{missing[0]} is not installed; on Debian type: apt-get install util-linux iproute2"
        if os.environ.get("CI"):
            pytest.fail(wanted)
        pytest.skip(wanted)
    # PostgreSQL does not run as root, so whoever is not root stays who they are.
    own = ("--net",) if not os.getuid() else ("--net", "--user", "--map-current-user", "--keep-caps")
    unshare = [_found("unshare") or "unshare", *own]
    if subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode:
        pytest.skip("the kernel gives this user no network of their own: it takes root, or namespaces for everybody")
    return [*unshare, *command]


@contextmanager
def a_machine() -> Iterator[Machine]:
    """Another machine with its cables, made within a network of one's own; it is gone with it."""
    _ip("link", "set", "lo", "up")
    # It is there for as long as a process runs there: one that waits for us.
    words = [_found("unshare") or "unshare", "--net", "sh", "-c", "echo; exec cat"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline(), "no second network can be made"
        there = (_found("nsenter") or "nsenter", "-t", str(waiting.pid), "-n")
        _ip("link", "set", "lo", "up", on=there)
        for cable, (near, far) in CABLES.items():
            _ip("link", "add", cable, "type", "veth", "peer", "name", cable, "netns", str(waiting.pid))
            for address, where in ((near, ()), (far, there)):
                _ip("addr", "add", f"{address}/30", "dev", cable, on=where)
                _ip("link", "set", cable, "up", on=where)
        yield Machine(waiting.pid)
        waiting.kill()


def _ip(*words: str, on: tuple[str, ...] = ()) -> None:
    subprocess.run([*on, _found("ip") or "ip", *words], check=True, capture_output=True)


def _found(program: str) -> str | None:
    """Debian has some of them where only root looks."""
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
