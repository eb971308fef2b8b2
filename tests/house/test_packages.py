"""The wheel and the source distribution, installed into an empty environment without node, a house opened there, and
the library's own tests run against what was installed.

The wheel is installed by every Python that croupier is said to run on and that is on the PATH, and by pipx.
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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
NODELESS: Final = ("cat", "env", "sh", "uname")
"""What a machine has that has no node."""


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


def by_pip(python: str, package: Path, folder: Path, environment: dict[str, str]) -> tuple[Path, Path]:
    """The Python and the program of an environment of its own, in which it was installed."""
    home = folder / "empty"
    subprocess.run([python, "-m", "venv", str(home)], check=True)
    install([home / "bin/python", "-m", "pip", "install", "--quiet", package], environment)
    return home / "bin/python", home / "bin/croupier"


def by_pipx(python: str, package: Path, folder: Path, environment: dict[str, str]) -> tuple[Path, Path]:
    """The same by pipx, which has an environment too, and puts the program where it is told."""
    tools = folder / "pipx"
    subprocess.run([python, "-m", "venv", str(tools)], check=True)
    install([tools / "bin/python", "-m", "pip", "install", "--quiet", "pipx"], environment)
    environment["PIPX_HOME"], environment["PIPX_BIN_DIR"] = str(folder / "home"), str(folder / "bin")
    install([tools / "bin/pipx", "install", "--quiet", "--python", python, package], environment)
    return folder / "home/venvs/croupier/bin/python", folder / "bin/croupier"


def install(asked: Sequence[str | Path], environment: dict[str, str]) -> None:
    """Skipped where there is no index to install from."""
    done = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)
    if done.returncode and not os.environ.get("CI") and "No matching distribution" in done.stderr:
        pytest.skip("no package index can be reached from here")
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "version", "by"),
    [
        *(("wheel", version, by_pip) for version in said_versions()),
        ("sdist", said_versions()[0], by_pip),
        ("wheel", said_versions()[0], by_pipx),
        pytest.param("sdist", said_versions()[0], by_pipx, marks=pytest.mark.longest),
    ],
)
def test_it_is_installed_without_node_and_opens_a_house(
    kind: str, version: str, by: Callable[..., tuple[Path, Path]], tmp_path: Path
) -> None:
    python = program_of(version)
    package = built(kind, tmp_path)
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in NODELESS:
        (tools / name).symlink_to(shutil.which(name) or "/bin/false")
    environment = {**os.environ, "PATH": str(tools), "CROUPIER_DATA": str(tmp_path / "data")}
    environment["PIP_NO_COMPILE"] = "1"  # most of what comes along is never imported here
    own, program = by(python, package, tmp_path, environment)
    found = subprocess.run([program, "doctor", "--json"], env=environment, capture_output=True, check=False)
    assert json.loads(found.stdout)["ok"], found.stdout
    assert json.loads(found.stdout)["python"].startswith(f"{version}.")
    _a_house_opens(program, environment)
    _its_tests_pass(own, tmp_path, environment)


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


def _its_tests_pass(python: Path, folder: Path, environment: dict[str, str]) -> None:
    """The tests of what ``import croupier`` gives, and its examples, away from the sources."""
    tests = folder / "away/tests/library"
    shutil.copytree(ROOT / "tests/library", tests, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "README.md", folder / "away")  # its example is tested too
    asked: list[str | Path] = [python, "-m", "pip", "install", "--quiet", "pytest"]
    if subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        asked = [folder / "pipx/bin/pipx", "runpip", "croupier", "install", "--quiet", "pytest"]
    install(asked, environment)
    asked = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", tests]
    done = subprocess.run(asked, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
