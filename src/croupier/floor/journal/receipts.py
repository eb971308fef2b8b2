r"""Receipts: excerpts of the record that the House signs and a Player keeps.

A receipt names entries by position and hash, the money that each moved on the Player's account, and the head of the
record when the receipt was written. The House signs all of it, so a record that was changed later contradicts the
House's own signature. The receipt also has the newest cosignature of a witness that covers the entries, if there is
one: it shows that the witness has signed for them too.

    {"statement": "{\"about\": …, \"entries\": …}", "key": KEY, "signature": SIGNATURE, "cosigned": LINE}

The signature is over the line ``croupier receipt 1`` and the text of ``statement``.
"""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import func, select

from croupier.floor.journal.cosigning import Cosignature, cosignature
from croupier.floor.journal.schema import journal, ledger
from croupier.floor.journal.signing import NO_HEAD, Signer, chained, is_signed
from croupier.floor.journal.store import Reading, StoreError
from croupier.money import Cents

_RECEIPT: Final = b"croupier receipt 1\n"
_LONGEST: Final = 4_000_000


class ReceiptError(StoreError):
    """An error about a receipt that cannot be used; the message is a sentence for a person."""


class Item(Struct, frozen=True):
    """An entry of the record, and the money that it moved on the Player's account."""

    position: int
    stream: str
    version: int
    hash: str
    cents: Cents


class Statement(Struct, frozen=True):
    """The statement that the House signs: an account's entries, and the record's head at the time."""

    about: str
    account: str
    entries: tuple[Item, ...]
    position: int
    """The last entry of the record when the receipt was written."""
    head: str
    at: int
    """The time of the last entry of the record, in microseconds since 1970."""


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """A receipt as it is stored in a file."""

    statement: str
    key: str
    signature: str
    cosigned: str = ""
    """The newest line of a witness that covers the entries; empty if there is none yet."""

    @property
    def said(self) -> Statement:
        """The statement that the House has signed. Raises :class:`msgspec.ValidationError`."""
        return msgspec.json.decode(self.statement, type=Statement)

    @property
    def witnessed(self) -> Cosignature | None:
        """The cosignature of a witness; None if there is none."""
        return cosignature(self.cosigned) if self.cosigned else None


def write_receipt(
    reading: Reading,
    signer: Signer,
    about: str,
    account: str,
    entries: Collection[tuple[str, int]],
    cosigned: Sequence[Cosignature] = (),
) -> Receipt:
    """Write the receipt of entries, named by stream and version, for the owner of an account."""
    items = tuple(sorted((_item(reading, account, *one) for one in entries), key=lambda item: item.position))
    seal = reading.seal()
    assert seal is not None, "each commit is signed"
    said = Statement(about, account, items, seal.position, seal.head, reading.latest())
    text = msgspec.json.encode(said).decode()
    covering = [one for one in cosigned if one.position >= items[-1].position]
    newest = max(covering, key=lambda one: (one.position, one.at), default=None)
    signature = signer.sign(_RECEIPT + text.encode()).hex()
    return Receipt(text, signer.public, signature, "" if newest is None else str(newest))


def _item(reading: Reading, account: str, stream: str, version: int) -> Item:
    asked = select(journal.c.position, journal.c.hash).where(journal.c.stream == stream, journal.c.version == version)
    position, digest = reading.connection.execute(asked).one()
    return Item(position, stream, version, digest, _moved(reading, account, stream, version))


def _moved(reading: Reading, account: str, stream: str, version: int) -> Cents:
    its = (ledger.c.stream == stream, ledger.c.version == version, ledger.c.account == account)
    return int(reading.connection.execute(select(func.coalesce(func.sum(ledger.c.cents), 0)).where(*its)).scalar_one())


def read_receipt(path: Path) -> Receipt:
    """Read a receipt from a file; raises :class:`ReceiptError` if it is not one, or its signatures are false."""
    try:
        with path.open("rb") as file:
            found = msgspec.json.decode(file.read(_LONGEST), type=Receipt)
        entries = found.said.entries
        signed = is_signed(found.key, bytes.fromhex(found.signature), _RECEIPT + found.statement.encode())
    except OSError as wrong:
        raise ReceiptError(f"the receipt {path} cannot be read: {wrong.strerror}") from None
    except (msgspec.DecodeError, UnicodeError, ValueError):
        raise ReceiptError(f"{path} is not a receipt") from None
    witnessed = found.witnessed
    if not signed or not entries:
        raise ReceiptError(f"{path} is not a receipt that the key it names has signed")
    if found.cosigned and (witnessed is None or witnessed.position < max(one.position for one in entries)):
        raise ReceiptError(f"{path} has a cosignature that a witness has not made under these entries")
    return found


def contradictions(reading: Reading, receipt: Receipt) -> Iterator[str]:
    """Yield each contradiction between a receipt and the record, as a sentence."""
    said = receipt.said
    for one in said.entries:
        asked = select(journal.c.stream, journal.c.version, journal.c.hash).where(journal.c.position == one.position)
        row = reading.connection.execute(asked).first()
        if row is None or tuple(row) != (one.stream, one.version, one.hash):
            yield f"entry {one.position} is not the one that the House has signed for ({said.about})"
        elif _moved(reading, said.account, one.stream, one.version) != one.cents:
            yield f"entry {one.position} does not move {one.cents} cents on {said.account} ({said.about})"
    heads = [(said.position, said.head)]
    witnessed = receipt.witnessed
    if witnessed is not None:
        heads.append((witnessed.position, witnessed.head))
    for position, head in heads:
        within = select(journal.c.hash).where(journal.c.position <= position).order_by(journal.c.position)
        if chained(NO_HEAD, reading.connection.execute(within).scalars()) != head:
            yield f"the record up to entry {position} is not the one that the House has signed for ({said.about})"
