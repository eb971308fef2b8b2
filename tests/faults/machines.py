"""Machines of a test's own: namespaces of the kernel's network, each with two cables, of which one can be pulled.

One cable leads to the database, the other to people. A server that loses the first is cut off as by a broken switch:
nothing is refused, nothing arrives. Making namespaces takes root, or a container that allows it.
"""

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest
from msgspec import Struct

_NETWORK: Final = 0x40000000  # CLONE_NEWNET


class Machine(Struct, frozen=True):
    """A namespace, by its name and the number of its addresses (from the range that is kept for such trials)."""

    name: str
    number: int

    @property
    def database(self) -> str:
        """Where it finds the database: this end of its first cable."""
        return f"198.18.{self.number}.1"

    @property
    def door(self) -> str:
        """Where people find it: the far end of its second cable."""
        return f"198.18.{self.number}.6"

    def move_in(self) -> None:
        """This process runs there from now on."""
        where = os.open(f"/run/netns/{self.name}", os.O_RDONLY)
        try:
            if ctypes.CDLL(None, use_errno=True).setns(where, _NETWORK):
                raise OSError(ctypes.get_errno(), "the namespace cannot be entered")
        finally:
            os.close(where)

    def pull(self) -> None:
        """Pull the cable to the database."""
        _ip("link", "set", f"{self.name}d", "down")

    def plug(self) -> None:
        """Put it back."""
        _ip("link", "set", f"{self.name}d", "up")


@contextmanager
def a_machine() -> Iterator[Machine]:
    """A machine, and nothing of it left afterwards; skipped where none can be made."""
    machine = Machine(f"cr{os.getpid() % 100_000}", os.getpid() % 250)
    try:
        _ip("netns", "add", machine.name)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this machine lets nobody make a namespace of its network: that takes root and iproute2")
    try:
        _ip("-n", machine.name, "link", "set", "lo", "up")
        for end, (here, there) in {"d": (1, 2), "p": (5, 6)}.items():
            cable = f"{machine.name}{end}"
            _ip("link", "add", cable, "type", "veth", "peer", "name", f"{cable}1", "netns", machine.name)
            _ip("addr", "add", f"198.18.{machine.number}.{here}/30", "dev", cable)
            _ip("link", "set", cable, "up")
            _ip("-n", machine.name, "addr", "add", f"198.18.{machine.number}.{there}/30", "dev", f"{cable}1")
            _ip("-n", machine.name, "link", "set", f"{cable}1", "up")
        yield machine
    finally:
        for end in "dp":
            with suppress(subprocess.CalledProcessError):
                _ip("link", "del", f"{machine.name}{end}")
        with suppress(subprocess.CalledProcessError):
            _ip("netns", "del", machine.name)


def _ip(*words: str) -> None:
    where = next((path for path in ("/usr/sbin/ip", "/sbin/ip", "/bin/ip") if Path(path).exists()), "ip")
    subprocess.run([where, *words], check=True, capture_output=True)
