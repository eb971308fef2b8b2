"""Corrections of croupier's own code: what each revision decides otherwise than the one before, document by document.

Every entry of a journal pins the revision that wrote it. A document stays the same when we have read it wrongly; what
was played under the wrong reading stays as it was recorded, and `croupier verify --restate` says what the right one
would have paid. A decision that comes out otherwise today is put down to a correction only if it rests on one of the
paragraphs listed here; otherwise it is a finding.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from croupier.rules.document import Cite


class Revision(Struct, frozen=True):
    """What was mended at one time."""

    number: int
    summary: str
    corrections: Mapping[str, Mapping[Cite, str]]
    """By game and paragraph: how it is decided now."""


_STUD: Final[Mapping[Cite, str]] = {}

REVISIONS: Final = (
    Revision(1, "The first entries that are kept.", {}),
    Revision(2, "Two troubles and more in one round.", {}),
)
REVISION: Final = REVISIONS[-1].number
"""What is written today. A release that decides anything otherwise, or writes it in another form, has a new one."""


def corrected(game: str, since: int) -> dict[Cite, str]:
    """The paragraphs of a game that are decided otherwise today than by an earlier revision."""
    found: dict[Cite, str] = {}
    for revision in REVISIONS:
        if revision.number > since:
            found |= revision.corrections.get(game, {})
    return found
