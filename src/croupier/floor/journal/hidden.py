"""Encryption of the cards of a round in play: entries are stored without their cards, which are sealed beside them.

While a round runs, every card in an entry's texts is written as ``??``. The cards themselves are in a field of their
own, sealed under the key of that round. A reader of the database, its log or a copy of it learns no card. The entry
that ends the round contains the round's key: from then on any reader of the record can open the cards without the key
of the House, and no earlier entry has to change. Hashes and signatures are over the stored form.

A round's key is derived from the House's, and does not reveal it. A sealed field names the House's key, the first entry
that was sealed under the round's key, and a digest of that key, so that no other key can be published for it later:

    1 byte version | 8 bytes key of the House | 8 bytes first entry | 16 bytes digest | 12 bytes nonce |
    three bytes for each card (which number of the text, and the card), encrypted | 16 bytes tag

The nonce is derived from the round's key and from everything that is sealed and stored. The same decision is therefore
sealed to the same bytes, and no nonce is used for different cards, not even after a start from a copy.
"""

import hashlib
import hmac
import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import compress
from operator import is_not, ne
from typing import Any, Final, get_args, get_origin

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.floor.journal.sealing import KEY, NAMED, NONCE, TAG, VERSION, Key, KeyRing, SealError
from croupier.floor.values.entries import Entry

_PLACE: Final = 8
_DIGEST: Final = 16
_HEAD: Final = len(VERSION) + NAMED + _PLACE + _DIGEST
_EACH: Final = 3
_NUMBERS: Final = re.compile(r"\d+")
_BETWEEN: Final = re.compile(r"(\d+)")
_BLANK: Final = str(UNKNOWN)

Opens = Callable[[str, int], str]
"""The function that returns the key published after the round that a stream's version belongs to; empty if none was."""


class Sealing(Struct, frozen=True):
    """The name of the key under which the entries of a round are sealed."""

    first: int
    """The version of the round's first sealed entry."""
    house: bytes
    """The id of the House's key that the round's key is derived from."""


# ---- Cards in commands and events -----------------------------------------------------------------------------------


def blanked(value: Any, hint: object = None) -> Any:
    """Return a command or event with ``??`` for every card; the same object if it has none.

    ``hint`` is the declared type of the value.
    """
    if type(value) is int:
        return UNKNOWN if _may_be_card(hint) else value
    if type(value) is tuple:
        made = tuple([blanked(one, kind) for one, kind in zip(value, _kinds(hint, len(value)), strict=True)])
        return made if any(map(is_not, made, value)) else value
    fields = _card_fields(value.__class__)
    if not fields:  # nearly always
        return value
    changed = {}
    for name, kind in fields:
        was = getattr(value, name)
        made = blanked(was, kind)
        if made is not was:
            changed[name] = made
    return replace(value, **changed) if changed else value


@cache
def _card_fields(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the fields of a command or event that can contain a card, with their types; none for other types."""
    if not issubclass(kind, Struct):
        return ()
    return tuple((one.name, one.type) for one in msgspec.structs.fields(kind) if holds_cards(one.type))


@cache
def holds_cards(hint: object) -> bool:
    """Return whether values of a declared type can contain a card."""
    if hint is Card:
        return True
    if isinstance(hint, type) and issubclass(hint, Struct):
        return bool(_card_fields(hint))
    return any(holds_cards(one) for one in get_args(hint) if one is not Ellipsis)


@cache
def _may_be_card(hint: object) -> bool:
    return hint is Card or (get_origin(hint) not in {tuple, dict} and any(map(_may_be_card, get_args(hint))))


@lru_cache(maxsize=1024)
def _kinds(hint: object, count: int) -> tuple[object, ...]:
    """Return the declared types of a tuple's values."""
    if get_origin(hint) is not tuple:  # one of several types, of which one is a tuple
        hint = next((one for one in get_args(hint) if get_origin(one) is tuple), None)
    args: tuple[object, ...] = get_args(hint)
    if not args:
        return (None,) * count
    return (args[0],) * count if args[-1] is Ellipsis else args[:count]


# ---- Sealing --------------------------------------------------------------------------------------------------------


def round_key(house: Key, stream: str, first: int) -> bytes:
    """Return the key of the round whose first sealed entry has this version."""
    return house.derived(f"cards {stream} {first}")


def conceal(entry: Entry, clear: tuple[str, str], key: bytes, sealing: Sealing) -> Entry:
    """Seal cards beside an entry whose texts have none; ``clear`` are its command and events with their cards."""
    found = _differences((entry.command, entry.events), clear)
    head = _head(key, sealing)
    said = msgspec.json.encode((entry.stream, entry.version, entry.command, entry.events))
    nonce = hmac.digest(key, head + said + found, "sha256")[:NONCE]
    sealed = AESGCM(key).encrypt(nonce, found, head + said)
    return replace(entry, sealed=b64encode(head + nonce + sealed).decode())


def _differences(stored: tuple[str, str], clear: tuple[str, str]) -> bytes:
    """Return each card of the clear texts, after its index among the texts' numbers: three bytes for each."""
    blanks, numbers = _numbers(stored), _numbers(clear)
    assert len(blanks) == len(numbers), "only cards differ"
    cards = compress(enumerate(numbers), map(ne, blanks, numbers))
    return b"".join([place.to_bytes(2) + bytes([int(card)]) for place, card in cards])


def _numbers(texts: tuple[str, str]) -> list[str]:
    command, events = texts
    return _NUMBERS.findall(command) + _NUMBERS.findall(events)


def _head(key: bytes, sealing: Sealing) -> bytes:
    digest = hashlib.sha256(b"croupier-round-key-1:" + key).digest()[:_DIGEST]
    return VERSION + sealing.house + sealing.first.to_bytes(_PLACE) + digest


# ---- Opening --------------------------------------------------------------------------------------------------------


def sealing_of(entry: Entry) -> Sealing:
    """Return the key that an entry is sealed under; raises :class:`SealError` if it has no sealed cards."""
    raw = _raw(entry)
    first = int.from_bytes(raw[len(VERSION) + NAMED : _HEAD - _DIGEST])
    return Sealing(first, raw[len(VERSION) : len(VERSION) + NAMED])


def _raw(entry: Entry) -> bytes:
    try:
        raw = b64decode(entry.sealed, validate=True)
    except NotBase64:
        raw = b""
    if len(raw) < _HEAD + NONCE + TAG or not raw.startswith(VERSION):
        raise SealError("these are no sealed cards")
    return raw


def opened(entry: Entry, keys: KeyRing | None, opens: Opens) -> Entry | None:
    """Return the entry with its cards; None if its key is not known here. Raises :class:`SealError` if it was changed.

    ``hash`` stays that of the stored entry.
    """
    if not entry.sealed:
        return entry
    raw, sealing = _raw(entry), sealing_of(entry)
    key = _key(raw[:_HEAD], entry.stream, sealing, keys, opens)
    if key is None:
        return None
    said = msgspec.json.encode((entry.stream, entry.version, entry.command, entry.events))
    try:
        found = AESGCM(key).decrypt(raw[_HEAD : _HEAD + NONCE], raw[_HEAD + NONCE :], raw[:_HEAD] + said)
    except InvalidTag:
        raise SealError("these cards were sealed for another entry, or have been changed") from None
    at = {int.from_bytes(found[n : n + 2]): str(found[n + 2]) for n in range(0, len(found) - _EACH + 1, _EACH)}
    # Texts and numbers alternate: a text at each even index, a number at each odd one.
    command, events = _BETWEEN.split(entry.command), _BETWEEN.split(entry.events)
    first = len(command) // 2
    for place, card in at.items():
        text, number = (command, place * 2 + 1) if place < first else (events, (place - first) * 2 + 1)
        if number >= len(text):
            continue
        if text[number] != _BLANK:
            raise SealError("these cards were sealed for a text that has others")
        text[number] = card
    return replace(entry, command="".join(command), events="".join(events))


def _key(head: bytes, stream: str, sealing: Sealing, keys: KeyRing | None, opens: Opens) -> bytes | None:
    """Return the round's key, from the House's key if it is known, otherwise as published after the round.

    None if there is no such key, or it is not the one that was sealed with.
    """
    house = None if keys is None else keys.named(sealing.house)
    if house is not None:
        key = round_key(house, stream, sealing.first)
    else:
        try:
            key = bytes.fromhex(opens(stream, sealing.first))
        except ValueError:
            return None
    return key if len(key) == KEY and hmac.compare_digest(head, _head(key, sealing)) else None
