"""What a shell is told to complete what is typed: commands, options and the names of games."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.sampling import first

TYPED: Final = {
    "croupier odds rws-c": {"rws-casino-stud"},
    "croupier ru": {"rules", "rule"},
    "croupier rules rws-casino-stud --ga": {"--gaps"},
}
"""A line, and everything that may stand where it ends."""
BASH: Final = """
eval "$(croupier --show-completion)"; read -ra COMP_WORDS <<< "$1"; COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
_croupier_completion croupier; printf '%s\\n' "${COMPREPLY[@]}"
"""
"""What bash does with the line, once somebody presses the key."""
OTHERS: Final = {
    "zsh": {"_CROUPIER_COMPLETE": "complete_zsh"},
    "fish": {"_CROUPIER_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
}
"""What the scripts of other shells ask the program with."""


def _answered(asked: list[str], **more: str) -> str:
    """What a process says that finds this croupier on its PATH."""
    own = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(asked, env={**os.environ, **own, **more}, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize("typed", first(1, list(TYPED)))
def test_bash_completes(typed: str) -> None:
    """With the script that ``--show-completion`` prints for it."""
    assert set(_answered(["bash", "-c", BASH, "bash", typed]).split()) == TYPED[typed]


@pytest.mark.parametrize("shell", first(0, OTHERS))
@pytest.mark.parametrize("typed", TYPED)
def test_other_shells_are_answered_too(shell: str, typed: str) -> None:
    told = _answered(["croupier"], **OTHERS[shell], _TYPER_COMPLETE_ARGS=typed)
    assert all(word in told for word in TYPED[typed])
    assert "rws-poker" not in told


@pytest.mark.long
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_it_is_installed_for_the_shell_that_asks(tmp_path: Path) -> None:
    """Into the files of whoever asks, and said where."""
    told = _answered(["bash", "-c", "croupier --install-completion; true"], HOME=str(tmp_path))
    script = tmp_path / ".bash_completions/croupier.sh"
    assert str(script) in told
    assert "_croupier_completion" in script.read_text()
    assert str(script) in (tmp_path / ".bashrc").read_text()
