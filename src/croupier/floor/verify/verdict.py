"""The answer of a verification in three parts: consistent, authentic, complete.

Each part is yes, no or "not looked at". A part is not looked at if the evidence for it was not given: the record alone
cannot prove which key is the House's, nor that it does not end too early. Sentences beside the answer say what limits
a yes.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from croupier.floor.journal.cosigning import Cosignature
from croupier.floor.verify.finding import Part, Summary

ADVICE: Final = (
    "give --witness FILE, from a witness, with its --witness-key, or --anchor FILE or --head FILE, kept elsewhere"
)
_IN_PAGE: Final = "name a witness in floor.toml"


class PartAnswer(StrEnum):
    """The answer to one of the three questions."""

    YES = "yes"
    NO = "no"
    NOT_LOOKED_AT = "not looked at"


class Evidence(Struct, frozen=True):
    """The evidence outside the record that the verification was given."""

    key: bool = False
    """True if the House's public key came from outside the record and the files beside it."""
    elsewhere: bool = False
    """True if anchors or heads that were kept elsewhere were given."""
    witnessed: tuple[Cosignature, ...] = ()
    """The last heads that witnesses have signed."""
    named: bool = False
    """True if the keys of these witnesses came from outside their files."""
    anew: tuple[str, ...] = ()
    """The times at which a witness let the House begin anew, on the word of the person who runs the witness."""
    beside: bool = False
    """True if there were anchors beside the database."""
    inside: bool = False
    """True if the House itself verifies, with its own key, from a page."""

    @property
    def outside(self) -> bool:
        """True if a head from outside the machine was compared, which a forger of the record could not have made."""
        return self.elsewhere or (self.named and bool(self.witnessed))


class Verdict(Struct, frozen=True):
    """The answer of a verification, in its three parts."""

    consistent: PartAnswer
    authentic: PartAnswer
    complete: PartAnswer
    not_looked_at: tuple[str, ...]
    """The sentences that say what evidence was missing, and what limits a yes."""
    signed_by: str
    """The public key under the last commit, in hexadecimal digits; empty if nothing is signed."""

    @property
    def well(self) -> bool:
        """True if no part is answered with no."""
        return PartAnswer.NO not in {self.consistent, self.authentic, self.complete}


def verdict(summary: Summary, evidence: Evidence) -> Verdict:
    """Return the answer that follows from a verification's findings and this evidence."""
    signed = summary.keys[-1] if summary.keys else ""
    authentic = _answer(summary, Part.AUTHENTIC, looked=evidence.key and bool(signed))
    complete = _answer(summary, Part.COMPLETE, looked=evidence.outside)
    told = [*_consistent(summary), *_authentic(summary, authentic, signed)]
    if complete is PartAnswer.NOT_LOOKED_AT and not evidence.witnessed:
        told.append(_complete(evidence))
    told += [_seen(one) if evidence.named else _unnamed(one) for one in evidence.witnessed]
    told += [
        f"A witness let the House begin anew at {at}: what came before is not held against it." for at in evidence.anew
    ]
    return Verdict(_answer(summary, Part.CONSISTENT, looked=True), authentic, complete, tuple(told), signed)


def _answer(summary: Summary, part: Part, *, looked: bool) -> PartAnswer:
    if summary.wrong.get(part.value):
        return PartAnswer.NO
    return PartAnswer.YES if looked else PartAnswer.NOT_LOOKED_AT


def _consistent(summary: Summary) -> list[str]:
    told = []
    if summary.since:
        told.append(f"Entries 1 to {summary.since:,} were not looked at: the walk began at a checkpoint.")
    if summary.sealed:
        told.append(
            f"The cards of {summary.sealed:,} entries are sealed, and what follows from them was not decided again: "
            "their rounds are in play, or their key is lost."
        )
    if summary.decks > summary.opened:
        told.append(
            f"{summary.decks - summary.opened:,} sealed decks were not opened: only the House's key opens them. The "
            "proof of a shuffle shows each card that was dealt."
        )
    return told


def _authentic(summary: Summary, answer: PartAnswer, signed: str) -> list[str]:
    told = []
    if not signed:
        told.append("No entry that was looked at bears a signature.")
    elif answer is PartAnswer.NOT_LOOKED_AT:
        told.append(
            f"The key {signed} signed the last commit, and it is the record that says so: give --public-key with the "
            "fingerprint that the House has published."
        )
    if summary.unsigned and summary.keys:
        told.append(
            f"Entries 1 to {summary.unsigned:,} were written before entries were signed: the first signature after "
            "them vouches for them."
        )
    if summary.lost:
        told.append(
            f"{summary.lost:,} keys were replaced because the one before was lost, on the word of two people: no "
            "signature leads from the old key to the new one."
        )
    return told


def _seen(one: Cosignature) -> str:
    return (
        f"The witness {one.witness} signed entry {one.position:,} at {one.at}: what was written later and taken away "
        "again would not be seen."
    )


def _unnamed(one: Cosignature) -> str:
    return (
        f"Whose key {one.witness} is, which signed entry {one.position:,} at {one.at}, only its own file has told: "
        "give --witness-key with the fingerprint that the witness has published."
    )


def _complete(evidence: Evidence) -> str:
    missing = "Nothing in a record shows that it ends too early"
    advice = _IN_PAGE if evidence.inside else ADVICE
    if evidence.beside:
        return (
            f"{missing}. The anchors beside the database agree with it, but a thief of the folder puts back both: "
            f"{advice}."
        )
    return f"{missing}, and there are no anchors beside it: {advice}."
