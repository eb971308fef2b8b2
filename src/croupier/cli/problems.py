"""The handling of bad input: one sentence on standard error, and an exit code."""

import os
import sys
from collections.abc import Callable
from typing import Any

import typer

UsageTrouble: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""Typer's own error for a command line that it cannot read; it has no public name."""

OK, FAILED_CHECK, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def say(sentence: str) -> None:
    """Write one line to standard error."""
    print("croupier:", " ".join(sentence.split()), file=sys.stderr)


def guarded(command: Callable[[], Any]) -> int:
    """Run a command and turn every foreseen error into a sentence and an exit code."""
    try:
        code = command()
        print(end="", flush=True)  # flush here, where a closed pipe can still be handled
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        return _interrupted()
    except UsageTrouble as error:
        say(getattr(error, "format_message", error.__str__)())
        return BAD_INPUT
    except BrokenPipeError:
        return _unread()
    except SystemExit as leaving:
        # Typer and Rich notice a closed pipe first, and report it as a failure.
        if isinstance(leaving.__context__, BrokenPipeError):
            return _unread()
        raise
    except KeyboardInterrupt:
        return _interrupted()
    except (ValueError, LookupError, OSError) as error:
        sentence = _foreseen(error)
        if sentence is None:
            raise
        say(sentence)
        return BAD_INPUT
    return code if isinstance(code, int) else OK


def _interrupted() -> int:
    say("interrupted")
    # If Ctrl-C interrupts code that runs from text, as libraries do while they are imported, Python dies of the signal
    # at exit although it was handled. Running other code from text clears that.
    exec("")
    return INTERRUPTED


def _unread() -> int:
    """Discard further output after its reader has closed it: nothing is wrong, but Python would complain on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK


def _foreseen(error: Exception) -> str | None:
    """Return the sentence of an error meant for people; None for a bug."""
    from croupier.notation.problem import InputError
    from croupier.play.rulings import RulingError
    from croupier.rulebooks import UnknownGameError
    from croupier.rules.banked import PolicyError

    if isinstance(error, InputError | UnknownGameError | PolicyError | RulingError):
        return str(error.args[0])
    if isinstance(error, OSError):
        return f"{error.filename or 'input'}: {error.strerror or error}"
    return None
