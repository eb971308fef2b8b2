"""Questions and answers, one line each: the same at a terminal, in a pipe and in a test.

Some answers are accepted at every question: ``?`` for help, ``r`` for the rules of the moment, ``r 3.14.1`` or the bare
number for a paragraph, ``p`` for the pay tables or the stakes, ``w`` when something went wrong, ``q`` to leave. End of
input leaves too. Where ``r`` means a Raise, the rules need the whole word.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from croupier.cli.terminal.screen import Screen
from croupier.rules.document import Cite
from croupier.rules.game import Game

T = TypeVar("T")

_LONGEST: Final = 200
"""The number of characters of an answer that are read; no sensible answer is longer."""
_WRONG: Final = "something went wrong…"


class LeaveError(Exception):
    """A person's wish to leave the table, or the end of their input."""


class MovedError(Exception):
    """A change of the table because something went wrong: the open question no longer applies."""


class UnclearError(ValueError):
    """An answer that cannot be accepted: the message is one sentence for a person."""


@dataclass(frozen=True)
class Answer(Generic[T]):
    """An answer to a question, given by its key, by its word, or by the beginning of its word."""

    key: str
    label: str
    value: T
    cites: tuple[Cite, ...] = ()
    word: str = ""


@dataclass(frozen=True)
class Question(Generic[T]):
    """A question with its possible answers."""

    text: str
    answers: tuple[Answer[T], ...]
    enter: Answer[T] | None = None
    """The answer of the Enter key alone."""
    read: Callable[[str], T] | None = None
    """A reader for text that is not one of the answers, such as an amount. Raises :class:`UnclearError`."""
    hint: str = ""
    """The text that may be typed instead, in words."""
    cites: tuple[Cite, ...] = ()
    numbers: bool = False
    """True if a bare number is an answer rather than a paragraph."""
    listed: bool = True
    """True if the answers are listed below the question; False after a menu, which has shown them."""
    raises: bool = False
    """True if ``r`` is a Raise here."""


class Ask:
    """The questions to the person at the terminal, one at a time."""

    def __init__(self, screen: Screen, game: Game | None = None) -> None:
        self._screen, self.game = screen, game
        self.may_leave: Callable[[], bool] = lambda: True
        self.trouble: Callable[[], bool] | None = None
        """The function behind ``w``; it returns whether it has changed the table."""

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Accept no ``w`` inside this context: nothing more can go wrong during these questions."""
        trouble, self.trouble = self.trouble, None
        try:
            yield
        finally:
            self.trouble = trouble

    def line(self) -> str:
        """Return one line of input, without its end. Raises :class:`LeaveError` at the end of input."""
        self._screen.prompt()
        # Windows without a console, and shells with `<&-`, leave a program without standard input.
        text = sys.stdin.readline(_LONGEST) if sys.stdin is not None else ""
        if not text:
            self._screen.echo("")
            raise LeaveError
        rest = text
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(_LONGEST)
        answer = text.strip()
        if not sys.stdin.isatty():
            self._screen.echo(answer)
        return answer

    def ask(self, question: Question[T]) -> T:
        """Ask until an answer is acceptable, and return it.

        Raises :class:`MovedError` once ``w`` has changed things.
        """
        self._show(question)
        while True:
            text = self.line()
            if self._common(text, question):
                continue
            try:
                return _read(text, question)
            except UnclearError as unclear:
                self._screen.complain(str(unclear))

    def _show(self, question: Question[T]) -> None:
        answers = [
            (one.key, one.label, one.cites, one is question.enter) for one in question.answers if question.listed
        ]
        if self.trouble is not None:
            answers.append(("w", _WRONG, (), False))
        self._screen.question(question.text, answers, question.hint)

    def _common(self, text: str, question: Question[T]) -> bool:
        """Act on an answer that is accepted at every question; return False for other answers."""
        word, _, rest = text.partition(" ")
        match word.lower(), rest.strip():
            case "?" | "help", _:
                self._help(question)
            case "q" | "quit" | "exit", _:
                if self.may_leave():
                    raise LeaveError
            case "rules", "":
                self._explain(self._moment(question))
            case "r", "" if not question.raises:
                self._explain(self._moment(question))
            case "rules", number:
                self._explain((_number(number),))
            case "r", number if not question.raises:
                self._explain((_number(number),))
            case "p", "" if self.game is not None:
                self._screen.terms(self.game)
            case "w", "" if self.trouble is not None:
                if self.trouble():
                    raise MovedError
                self._show(question)
            case _:
                number = _number(text)
                known = self.game is not None and self.game.document.knows(number)
                if not known or (question.numbers and number == text):
                    return False
                self._explain((number,))
        return True

    def _moment(self, question: Question[T]) -> tuple[Cite, ...]:
        cites = (*question.cites, *(cite for one in question.answers for cite in one.cites))
        return tuple(dict.fromkeys(cites))

    def _explain(self, cites: tuple[Cite, ...]) -> None:
        if self.game is None:
            self._screen.complain("Choose a game first; every game has its own rules.")
        else:
            self._screen.explain(self.game.document, cites)

    def _help(self, question: Question[T]) -> None:
        rows = [(one.key, one.label) for one in question.answers]
        if question.enter is not None:
            rows.append(("Enter", question.enter.label))
        if question.hint:
            rows.append(("…", question.hint))
        if self.game is not None:
            moment = self._moment(question)
            rules = "rules" if question.raises else "r"
            rows += [(rules, "the rules of this moment")] if moment else []
            rows += [(f"{rules} 3.4", "a paragraph; its number alone is enough where no amount is asked for")]
            rows += [("p", self._screen.terms_are(self.game))]
        if self.trouble is not None:
            rows.append(("w", _WRONG))
        self._screen.help([*rows, ("q", "leave the table")])


def _number(text: str) -> Cite:
    """Return a paragraph's number as it may be typed: ``¶3.4``, ``3.4``, ``i5``, ``I-5``."""
    return text.lstrip("¶§").strip().removesuffix(".").replace("i", "I").replace("I-", "I")


def _read(text: str, question: Question[T]) -> T:
    """Return the value of the answer that a text gives. Raises :class:`UnclearError`."""
    said = text.lower()
    if not said:
        if question.enter is not None:
            return question.enter.value
        raise UnclearError(f"Enter alone is not an answer here: {_choices(question)}.")
    exact = [one for one in question.answers if said in (one.key.lower(), one.word.lower())]
    begun = [one for one in question.answers if len(said) > 1 and one.word.lower().startswith(said)]
    for found in (exact, begun):
        if len(found) == 1:
            return found[0].value
    if question.read is not None:
        return question.read(text)
    raise UnclearError(f"{text[:20]!r} is not one of the answers: {_choices(question)}.")


def _choices(question: Question[T]) -> str:
    said = [f"{one.key} for {one.label}" for one in question.answers]
    return ", ".join([*said, *([question.hint] if question.hint else []), "? for help"])
