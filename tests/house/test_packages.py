"""The wheel and the source distribution, installed into an empty environment without node, and a house opened there;
the wheel by every Python that croupier is said to run on and that is on the PATH.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
NODELESS: Final = ("cat", "env", "sh", "uname")
"""What a machine has that has no node."""
EXAMPLES: Final = """
import doctest, importlib
for name in ("cards", "counting", "drawing", "games", "house", "playing", "room", "settling", "table"):
    found = doctest.testmod(importlib.import_module(f"croupier.library.{name}"), optionflags=doctest.ELLIPSIS)
    assert not found.failed, name
"""


def built(kind: str, folder: Path) -> Path:
    asked = f"from hatchling.build import build_{kind}; print(build_{kind}({str(folder)!r}))"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.split()[-1]


def program_of(version: str) -> str:
    """That Python, and not the one of an environment above it; skipped if it is not here, or does not start."""
    asked = [f"python{version}", "-c", "import sys; print(getattr(sys, '_base_executable', sys.executable))"]
    done = subprocess.run(["env", *asked], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"there is no Python {version} on the PATH")
    return done.stdout.strip()


def said_versions() -> list[str]:
    """The versions of Python that pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [found[1] for line in project["classifiers"] if (found := re.fullmatch(r".*:: Python :: (3\.\d+)", line))]


def test_the_pythons_that_are_named_are_the_ones_that_are_promised() -> None:
    versions = said_versions()
    assert versions == [f"3.{minor}" for minor in range(11, 15)]
    promised = f"Python {versions[0]} to {versions[-1]}"
    assert promised in (ROOT / "README.md").read_text()
    assert promised in (ROOT / "docs/operators/index.md").read_text()


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "version"), [*(("wheel", version) for version in said_versions()), ("sdist", said_versions()[0])]
)
def test_it_is_installed_without_node_and_opens_a_house(kind: str, version: str, tmp_path: Path) -> None:
    python = program_of(version)
    package = built(kind, tmp_path)
    tools, home = tmp_path / "tools", tmp_path / "empty"
    tools.mkdir()
    for name in NODELESS:
        (tools / name).symlink_to(shutil.which(name) or "/bin/false")
    environment = {**os.environ, "PATH": str(tools), "CROUPIER_DATA": str(tmp_path / "data")}
    subprocess.run([python, "-m", "venv", str(home)], check=True)
    asked = [str(home / "bin/python"), "-m", "pip", "install", "--quiet", str(package)]
    done = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)
    if done.returncode and not os.environ.get("CI") and "No matching distribution" in done.stderr:
        pytest.skip("no package index can be reached from here")
    assert done.returncode == 0, done.stderr
    program = home / "bin/croupier"
    found = subprocess.run([program, "doctor", "--json"], env=environment, capture_output=True, check=False)
    assert json.loads(found.stdout)["ok"], found.stdout
    assert json.loads(found.stdout)["python"].startswith(f"{version}.")
    subprocess.run([home / "bin/python", "-c", EXAMPLES], cwd=tmp_path, env=environment, check=True)
    _a_house_opens(program, environment)


def _a_house_opens(program: Path, environment: dict[str, str]) -> None:
    """It answers with its page, and closes on Ctrl-C, be it pressed twice, without a word of complaint."""
    serving = subprocess.Popen(
        [program, "serve", "--json"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert serving.stdout is not None
        address = json.loads(serving.stdout.readline())["address"]
        with urllib.request.urlopen(address, timeout=30) as page:
            assert b"<script" in page.read()
        serving.send_signal(signal.SIGINT)
        serving.send_signal(signal.SIGINT)
        _, complained = serving.communicate(timeout=30)
        assert (serving.returncode, complained) == (0, "")
    finally:
        serving.kill()
