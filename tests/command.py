"""The command line, in this process or in one of its own."""

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

import pytest

from croupier import cli

Done = subprocess.CompletedProcess[bytes]


def croupier(*args: str, stdin: bytes = b"") -> Done:
    """What a command answers, through the entry that a process of its own would take, without the wait for one."""
    given = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    out, error = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace")
    words = ["croupier", *args]
    with (
        mock.patch.multiple(sys, argv=words, stdin=given),
        redirect_stdout(out),
        redirect_stderr(error),
        pytest.raises(SystemExit) as leaving,
    ):
        cli.main()
    code = leaving.value.code
    assert isinstance(code, int)
    return Done(words, code, written(out), written(error))


def written(stream: io.TextIOWrapper) -> bytes:
    """All that was written to a stream of ours."""
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


def in_a_process(*args: str, stdin: bytes = b"") -> Done:
    """Likewise, where the process is the point."""
    command = [sys.executable, "-m", "croupier.cli", *args]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)


def complaint_of(done: Done) -> str:
    """Of bad input: exit 2, nothing on standard output, one sentence on standard error."""
    complaint = done.stderr.decode()
    assert done.returncode == 2, complaint
    assert done.stdout == b""
    assert complaint.count("\n") == 1
    assert complaint.startswith("croupier: ")
    assert "Traceback" not in complaint
    return complaint
