"""Corrections of croupier's own code: what each revision decides differently from the one before, document by document.

Every entry of a journal pins the revision that wrote it. A document stays the same when we have read it wrongly; what
was played under the wrong reading stays as it was recorded, and `croupier verify --restate` says what the right one
would have paid. A decision that comes out differently today is attributed to a correction only if it is based on one of
the paragraphs listed here; otherwise it is a finding.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from croupier.rules.document import Cite


class Revision(Struct, frozen=True):
    """The corrections made at one time."""

    number: int
    summary: str
    corrections: Mapping[str, Mapping[Cite, str]]
    """The new decision of each corrected paragraph, by game and paragraph."""


_MEASURED: Final = "The wagers that follow from the Ante are measured again by what counts of it now."
_STANDS: Final = "What is found out about the cards after the settlement leaves a settled round as it is."
_ADD_UP: Final = "Exposed cards add up over the reports of a round; after the deal they change nothing."
_SHOE_ONLY: Final = "Only with cards from a shoe."
_PUT_RIGHT: Final = (
    "It can happen with cards from a shoe only; whether the order can be put right is the supervisor's word."
)
_AFFECTED: Final = "Those Players choose whose cards were exposed or displaced; walking away ends the choice."
_SAID: Final = "What nobody keyed is asked for and not assumed; what was once said holds for the rest of the round."
_ABSENT: Final = "Absence is the Player's, at all boxes; it ends an open choice and bars new wagers in the round."
_OUTCOME: Final = "A hand whose wagers went back establishes no outcome; a prize already won is one."
_REGISTERED: Final = "Awards are paid from the value registered before the failure, whatever the link does meanwhile."
_EXAMINED: Final = "A Pit Supervisor says whether it was on purpose; the hand viewed first stays valid."
_ORDER: Final = "Major awards are paid in the order in which their hands, one by one, were complete."

_RWS: Final[dict[Cite, str]] = {
    "5.1.1": _MEASURED,
    "5.2": _MEASURED,
    "5.3.1": _MEASURED,
    "5.5": _ABSENT,
    "5.7": _OUTCOME,
    "5.8": _STANDS,
    "5.8.2": _ADD_UP,
    "5.9": _PUT_RIGHT,
    "5.10": _AFFECTED,
    "5.12": _SAID,
    "5.14": _SHOE_ONLY,
    "5.15": "A hand with a wrong count gives its wagers back, also after a fold.",
}
_STUD: Final[dict[Cite, str]] = {
    **_RWS,
    "4.5.2": _ORDER,
    "5.16": "The first of the Dealer's cards exposed in the deal is the face-up card; later ones are wrongly exposed.",
    "5.17": _SAID,
    "5.18": _REGISTERED,
    "5.19": _EXAMINED,
}
_MULTI_LINK: Final[dict[Cite, str]] = {
    **_STUD,
    "4.3": "A hand that was not shown can still win the jackpot if it is shown before the settlement.",
    "5.14": "All Players choose, also one who has folded and whose jackpot wager can still win.",
    "5.15": "All other Players have their options after the settlement too.",
}
_HOLDEM: Final[dict[Cite, str]] = {
    **_RWS,
    "4.2": "A Minor award waits for nobody, and is paid after a major one that is pending with it.",
    "4.5": _ORDER,
    "5.16": _SAID,
    "5.17": _REGISTERED,
    "5.18": _EXAMINED,
}
_BONUS: Final[dict[Cite, str]] = {
    "5.1": _STANDS,
    "5.2": _SAID,
    "5.3": "A jackpot wager without an Ante is given back once.",
    "5.4": _ADD_UP,
    "5.6": "A wager withdrawn late is won or lost as it was placed.",
    "5.7": "Each Player decides for their own wagers on a shared hand.",
    "5.9": "Any wager of the Player goes back, the jackpot wager of a folded hand too.",
    "5.10": "One position is not several; what was viewed is asked for.",
    "5.11": "Who plays one box is present for the other; who is absent for the Turn may bet the River.",
    "5.12": "A jackpot wager without an Ante is given back once.",
    "5.13": "The second short Ante comes back whatever the outcome; those who share it are remembered too.",
    "5.14": "What is more than the maximum is shared by those who have a part in it, and stays so when one declines.",
    "5.16": (
        "Each Player decides for all their wagers at once; whoever withdraws before the deal gets no cards, and what "
        "they take back feeds no meter."
    ),
}
_BONUS_READ_ANEW: Final[dict[Cite, str]] = {
    "5.13": "A further short Ante comes back with what was sized by it; Bonus and jackpot wager stay.",
    "5.16.1": "The line of a wager that one Player placed names that Player, whoever has withdrawn.",
    "6.1": (
        "After a failure of the jackpot system the round is paid from the value registered, or from the one stated; "
        "its jackpot wagers may go back alone."
    ),
    "I2": "A share that does not fund the Turn or the River has checked, and plays on.",
}
_AUTHORITY: Final = (
    "A statement needs the people whom the table of authority names. Where the program deals, it is about what happens"
    " outside it, and Players act themselves."
)
_SHARED: Final = "Tables of a link that has failed share the value its failure registered; each award lowers it."
_SHOWN_LATE: Final[dict[Cite, str]] = {
    "4.3": "A withheld hand that is shown before the settlement has its ranking.",
}
_POKER_READ_ANEW: Final[dict[Cite, str]] = {
    "5.10": "An act Out of Turn that could not stand is taken back and binds to nothing; another may follow it.",
}
_POKER: Final[dict[Cite, str]] = {
    "3.14.2": "The order of showing, and who must show their hand, hold also where nobody knows the cards.",
    "3.15.4": "Who is All-in by a dead Small Blind alone plays for what they can match.",
    "5.3": "A card exposed in the Initial Deal is replaced also when it is noticed after the first act.",
    "5.4": "Missed Blinds are owed for the gaming day, and posted dead unless they fall due at the seat.",
    "5.5": "A round with a hand left out is ruled on all that has been said of it.",
    "5.6": "A round with a hand too many is ruled on all that has been said of it.",
    "5.7": "A Flop that goes back goes back whole, whatever was being replaced.",
    "5.8": "Likewise a Turn.",
    "5.9": "Likewise a River.",
    "5.10": "An act Out of Turn binds by what happens before its turn, rulings included.",
    "5.11": "A hand ruled folded leaves its chips in the Pot, and the others answer its bet.",
}

REVISIONS: Final = (
    Revision(1, "The first entries that are kept.", {}),
    Revision(
        2,
        "Two troubles and more in one round: every report is ruled on all that has gone wrong so far.",
        {
            "rws-casino-stud": _STUD,
            "rws-multi-link-casino-stud": _MULTI_LINK,
            "rws-progressive-texas-holdem": _HOLDEM,
            "mbs-texas-holdem-bonus-progressive": _BONUS,
            "rws-poker": _POKER,
        },
    ),
    Revision(
        3,
        "Readings that changed: only wagers under the minimum come back, and an optional wager is checked, not folded.",
        {
            "rws-casino-stud": {**_SHOWN_LATE, "5.18.1": _SHARED, "I16": _AUTHORITY},
            "rws-multi-link-casino-stud": {"5.18.1": _SHARED, "I16": _AUTHORITY},
            "rws-progressive-texas-holdem": {**_SHOWN_LATE, "5.17.1": _SHARED, "I18": _AUTHORITY},
            "mbs-texas-holdem-bonus-progressive": {**_BONUS_READ_ANEW, "I20": _AUTHORITY},
            "rws-poker": {**_POKER_READ_ANEW, "I32": _AUTHORITY},
        },
    ),
)
REVISION: Final = REVISIONS[-1].number
"""The revision that is written today.

A release that decides anything differently, or writes it in another form, adds one.
"""


def corrected(game: str, since: int) -> dict[Cite, str]:
    """Return the paragraphs of a game that are decided differently today than by an earlier revision."""
    found: dict[Cite, str] = {}
    for revision in REVISIONS:
        if revision.number > since:
            found |= revision.corrections.get(game, {})
    return found
