"""``croupier play`` at real terminals."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress

import pytest

from croupier.notation.speech import MINUS, money, net, read_money, spoken

# --- real terminals ---------------------------------------------------------------------------------------------------

PROGRAM = (
    "import sys; from croupier.cli.terminal import play;"
    "sys.exit(play('rws-casino', seed=7, boxes=1, bankroll=100000, policy={}, json=False))"
)


def at_terminal(typed: str, program: str = PROGRAM, /, **environment: str) -> tuple[int, str]:
    """The program on a pseudo-terminal, with everything typed ahead."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
    inherited = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    environment = {**inherited, "TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as child:
        os.close(theirs)
        os.write(ours, typed.encode())
        out = b"".join(_until_closed(ours))
        code = child.wait(60)
    os.close(ours)
    return code, out.decode()


def _until_closed(terminal: int) -> Iterator[bytes]:
    with suppress(OSError):  # with which Linux says that the other side has gone
        while chunk := os.read(terminal, 65_536):
            yield chunk


def test_at_a_terminal_the_table_is_drawn_in_colour() -> None:
    code, out = at_terminal("25\ny\n\nf\nq\n", COLORTERM="truecolor")
    assert code == 0
    assert [sign in out for sign in ("\x1b[2J", "╭─", "\x1b[38;2;", "Traceback")] == [True, True, True, False]


def test_no_color_draws_frames_without_any_colour() -> None:
    code, out = at_terminal("25\ny\n\nf\nq\n", NO_COLOR="1")
    assert code == 0
    assert re.search(r"\x1b\[[0-9;]*(3[0-7]|4[0-7]|38|48)[;m]", out) is None
    assert "│░░░│" in out


def piped(typed: bytes, program: str = PROGRAM, /, **environment: str) -> subprocess.CompletedProcess[bytes]:
    inherited = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    return subprocess.run([sys.executable, "-c", program], input=typed, env=inherited, capture_output=True, check=False)


def test_in_a_pipe_there_is_plain_text_and_bad_bytes_do_no_harm() -> None:
    done = piped(b"\xff\xfe\n25\nn\n\nf\nq\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert "♠" in done.stdout.decode()


def test_a_terminal_without_our_characters_gets_letters() -> None:
    done = piped(b"25\nn\n\nb\n\nq\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.search(rb"Dealer +(?:[2-9TJQKA][cdhs] ){4}", done.stdout)
    assert b"#3.12.2" in done.stdout


@pytest.mark.parametrize("json", [False, True])
def test_a_reader_who_has_had_enough_ends_it_quietly(json: bool) -> None:
    typed = b"25\ny\n" + b"f\n\n" * 400
    program = PROGRAM.replace("json=False", f"json={json}")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=pipe, stdout=pipe, stderr=pipe, env=environment
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        with suppress(BrokenPipeError):
            child.stdin.write(typed)
            child.stdin.close()
        complaints = child.stderr.read()
        assert child.wait(60) == 0
    assert b"Error" not in complaints


# --- words ------------------------------------------------------------------------------------------------------------


def test_words() -> None:
    assert [money(amount) for amount in (0, 5, 123_456, -50)] == ["0.00", "0.05", "1,234.56", f"{MINUS}0.50"]
    assert [net(amount) for amount in (100, 0, -100)] == ["+1.00", "0.00", f"{MINUS}1.00"]
    assert spoken("royal_flush_on_the_flop") == "Royal Flush on the Flop"
    assert [read_money(text) for text in ("", "25.", ".5", "1,00", "25.005", "-1", "9" * 40)] == [None] * 7
