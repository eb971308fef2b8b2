"""The cards of a round in play, at rest: entries are stored without them, and the cards beside, sealed.

While a round runs, every card in an entry's texts is written as ``??``, and which cards they are stands in a field of
its own, sealed under a key of that round alone. Whoever reads the database, its log or a copy of it learns no card from
it. The entry that ends the round has the round's key: from then on everybody who has the record can open it, without
the key of the House, and nothing that was written has to be written again. Hashes and signatures are over what is
stored.

A round's key follows from the House's and cannot be followed back to it. A sealed field names the House's key, the
first entry that was sealed under the round's key, and a digest of that key, so that no other key can be given out for
it later:

    1 byte version | 8 bytes key of the House | 8 bytes first entry | 16 bytes digest | 12 bytes nonce |
    three bytes for each card (which number of the text, and the card), encrypted | 16 bytes tag

The nonce is made from the round's key and everything that is sealed and stored, so that what is decided again is
sealed to the same bytes, and no nonce serves twice for different cards, not even after a start from a copy.
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
from croupier.floor.chance.sealing import KEY, NAMED, NONCE, TAG, VERSION, Key, KeyRing, SealError
from croupier.floor.journal.records import Entry

_PLACE: Final = 8
_DIGEST: Final = 16
_HEAD: Final = len(VERSION) + NAMED + _PLACE + _DIGEST
_EACH: Final = 3
_NUMBERS: Final = re.compile(r"\d+")
_BETWEEN: Final = re.compile(r"(\d+)")
_BLANK: Final = str(UNKNOWN)

Opens = Callable[[str, int], str]
"""The key that was given out for the entries of a stream from a version on; empty if none was."""


class Sealing(Struct, frozen=True):
    """Under which key the entries of a round are sealed."""

    first: int
    """The version of the first of them."""
    house: bytes
    """The House's key from which the round's follows."""


# ---- Cards in commands and events -----------------------------------------------------------------------------------


def blanked(value: Any, hint: object = None) -> Any:
    """A command or event with ``??`` for every card; the very same if there is none. ``hint`` is its declared type."""
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
    """The fields of a command or event in which a card can stand, with their declared types; of anything else none."""
    if not issubclass(kind, Struct):
        return ()
    return tuple((one.name, one.type) for one in msgspec.structs.fields(kind) if holds_cards(one.type))


@cache
def holds_cards(hint: object) -> bool:
    """Whether a card can stand somewhere in values of a declared type."""
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
    """The declared types of a tuple's values."""
    if get_origin(hint) is not tuple:  # one of several types, of which one is a tuple
        hint = next((one for one in get_args(hint) if get_origin(one) is tuple), None)
    args: tuple[object, ...] = get_args(hint)
    if not args:
        return (None,) * count
    return (args[0],) * count if args[-1] is Ellipsis else args[:count]


# ---- Sealing --------------------------------------------------------------------------------------------------------


def round_key(house: Key, stream: str, first: int) -> bytes:
    """The key of the round whose first sealed entry that is."""
    return house.derived(f"cards {stream} {first}")


def conceal(entry: Entry, clear: tuple[str, str], key: bytes, sealing: Sealing) -> Entry:
    """An entry whose texts have no cards, with those of the clear command and events sealed beside them."""
    found = _differences((entry.command, entry.events), clear)
    head = _head(key, sealing)
    said = msgspec.json.encode((entry.stream, entry.version, entry.command, entry.events))
    nonce = hmac.digest(key, head + said + found, "sha256")[:NONCE]
    sealed = AESGCM(key).encrypt(nonce, found, head + said)
    return replace(entry, sealed=b64encode(head + nonce + sealed).decode())


def _differences(stored: tuple[str, str], clear: tuple[str, str]) -> bytes:
    """Each number of the clear texts that is a card: the how manieth number it is, and the card."""
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
    """Under which key an entry is sealed; raises :class:`SealError` if its field holds something else."""
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
    """The entry with its cards; None if nobody here has the key. Raises :class:`SealError` if it was changed.

    ``hash`` stays that of the entry as it is stored.
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
    # Between its numbers, which stand in every other place: a text and then a number, up to the last text.
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
    """The round's key: from the House's where that is at hand, otherwise as it was given out after the round."""
    house = None if keys is None else keys.named(sealing.house)
    if house is not None:
        key = round_key(house, stream, sealing.first)
    else:
        try:
            key = bytes.fromhex(opens(stream, sealing.first))
        except ValueError:
            return None
    return key if len(key) == KEY and hmac.compare_digest(head, _head(key, sealing)) else None
