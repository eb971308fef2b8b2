"""Players' seeds: contributions of the Players to the order of the cards, so that the House alone cannot choose it.

1. The House publishes its commitment. From here on it cannot change the order of its cards.
2. Each Player who takes part sends the digest of a seed of their own (:func:`seed_digest`). The digest binds the seed
   to this commitment and to this Player: an old seed, or another Player's, cannot be used.
3. When no more digests are accepted, the Players reveal their seeds. A seed that does not match its digest is refused.
   A Player who does not reveal their seed in time is left out, and named.
4. The cards are dealt in the committed order, permuted by :func:`dealt_order`. Anyone can recompute the permutation
   from the root and the revealed seeds. Without seeds it is the identity.

These steps end before the first card is dealt.

Without seeds, a proof shows that the House fixed the order before the first wager. It does not show that the order was
random.

With the seed of at least one honest Player (unguessable, kept secret until step 3, and revealed), a proof shows that no
party chose the order. The House fixed its cards before it could know the permutation. The Players fixed their seeds
before they could know each other's, and all seeds together reveal no card. One freedom is left, which no protocol of
this kind can remove: a person who knows the House's cards and has sent digests of their own can wait for the others'
seeds and then withhold theirs. Each withheld seed lets them choose between two orders instead of one, so each proof
names the Players who were left out. If no Player was left out, there was no such choice.

The digests, written as in :mod:`croupier.floor.values.shuffle`; lengths and counts take two bytes, the greater first::

    seed   H("seed", root, length of name, name in UTF-8, seed)
    key    H("order", root, number of seeds, then for each by name: length of name, name, length of seed, seed)
    block  H("draw", key, number of the block from 0 in eight bytes)

The concatenated blocks are the bytes that the Fisher-Yates shuffle draws from (:mod:`croupier.floor.values.entropy`).
"""

from collections.abc import Iterable
from enum import StrEnum
from hmac import compare_digest
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.values.entropy import permuted
from croupier.floor.values.merkle import SIZE, digest
from croupier.floor.values.shuffle import Commitment

SHORTEST: Final = 16
"""The least bytes of a seed: a shorter one could be guessed from its digest."""

LONGEST: Final = 64


class SeedError(ValueError):
    """A refusal of a digest or a seed; the message is a sentence for a person."""


class SeedCommitted(Struct, frozen=True, tag=True):
    """An entry that a Player has committed to a seed; ``digest`` is in hexadecimal."""

    player: str
    digest: str


class SeedRevealed(Struct, frozen=True, tag=True):
    """An entry that a Player has revealed their seed."""

    player: str
    seed: bytes


class Stage(StrEnum):
    """The stage that the seeds of a shuffle are in."""

    COMMITTING = "committing"
    REVEALING = "revealing"
    CLOSED = "closed"


class Seeding(Struct, frozen=True):
    """The seeds of one shuffle. Each change returns a new value, or raises :class:`SeedError`."""

    commitment: Commitment
    stage: Stage = Stage.COMMITTING
    committed: tuple[SeedCommitted, ...] = ()
    revealed: tuple[SeedRevealed, ...] = ()

    def commit(self, entry: SeedCommitted) -> "Seeding":
        """Accept a Player's digest; raises :class:`SeedError`."""
        if self.stage is not Stage.COMMITTING:
            raise SeedError("digests of seeds are no longer accepted for this shuffle")
        if self._digest_of(entry.player) is not None:
            raise SeedError(f"{entry.player} has already sent the digest of a seed")
        _name(entry.player)
        if len(entry.digest) != 2 * SIZE or not set(entry.digest) <= set("0123456789abcdef"):
            raise SeedError(f"the digest of a seed is {2 * SIZE} hexadecimal digits, in small letters")
        return replace(self, committed=(*self.committed, entry))

    def reveal(self, entry: SeedRevealed) -> "Seeding":
        """Accept a Player's seed if it matches the digest that they sent; raises :class:`SeedError`."""
        if self.stage is not Stage.REVEALING:
            raise SeedError("seeds are revealed after all digests are in and before the first card")
        promised = self._digest_of(entry.player)
        if promised is None:
            raise SeedError(f"{entry.player} has sent no digest of a seed")
        if any(entry.player == earlier.player for earlier in self.revealed):
            raise SeedError(f"{entry.player} has already revealed a seed")
        if not compare_digest(seed_digest(self.commitment, entry.player, entry.seed), promised):
            raise SeedError(f"the seed of {entry.player} does not match the digest")
        return replace(self, revealed=(*self.revealed, entry))

    def end_committing(self) -> "Seeding":
        """Accept no more digests, and wait for the seeds; close at once if no Player has sent a digest."""
        if self.stage is not Stage.COMMITTING:
            raise SeedError("the digests of this shuffle are in already")
        return replace(self, stage=Stage.REVEALING if self.committed else Stage.CLOSED)

    def end_revealing(self) -> "Seeding":
        """Accept no more seeds; from now on the order is fixed."""
        if self.stage is not Stage.REVEALING:
            raise SeedError("no seeds are being revealed for this shuffle")
        return replace(self, stage=Stage.CLOSED)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The Players who have sent a digest and have not revealed the seed."""
        shown = {entry.player for entry in self.revealed}
        return tuple(entry.player for entry in self.committed if entry.player not in shown)

    @property
    def order(self) -> tuple[int, ...]:
        """The committed position of each card in the order of dealing.

        Raises :class:`SeedError` while seeds may still come.
        """
        if self.stage is not Stage.CLOSED:
            raise SeedError("the order of dealing is not fixed while seeds may still come")
        return dealt_order(self.commitment, self.revealed)

    def _digest_of(self, player: str) -> str | None:
        return next((entry.digest for entry in self.committed if entry.player == player), None)


def seed_digest(commitment: Commitment, player: str, seed: bytes) -> str:
    """Return the digest that a Player sends in step 2, in hexadecimal; raises :class:`SeedError`."""
    if not SHORTEST <= len(seed) <= LONGEST:
        raise SeedError(f"a seed has {SHORTEST} to {LONGEST} bytes, not {len(seed)}")
    return digest("seed", bytes.fromhex(commitment.root), _sized(_name(player)), seed).hex()


def dealt_order(commitment: Commitment, seeds: Iterable[SeedRevealed]) -> tuple[int, ...]:
    """Return the committed position of each card in the order of dealing.

    Without seeds that is the committed order. Raises :class:`SeedError` if a Player has two seeds.
    """
    by_name = sorted((_name(entry.player), entry.seed) for entry in seeds)
    if len(dict(by_name)) != len(by_name):
        raise SeedError("a Player has one seed in a shuffle, not two")
    places = range(commitment.count)
    if not by_name:
        return tuple(places)
    told = [_sized(name) + _sized(seed) for name, seed in by_name]
    key = digest("order", bytes.fromhex(commitment.root), _short(len(told)), *told)
    return permuted(_Drawn(key), places)


class _Drawn:
    """An ``Entropy`` of endless bytes that follow from a key: the same for each person who has the key."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._blocks = 0
        self._ready = b""

    def draw(self, count: int) -> bytes:
        while len(self._ready) < count:
            self._ready += digest("draw", self._key, self._blocks.to_bytes(8, "big"))
            self._blocks += 1
        given, self._ready = self._ready[:count], self._ready[count:]
        return given


def _name(player: str) -> bytes:
    try:
        name = player.encode()
    except UnicodeEncodeError:
        raise SeedError("the name of a Player holds a character that cannot be written") from None
    if not 1 <= len(name) <= 0xFFFF:
        raise SeedError("a Player with a seed has a name, of a length that can be written")
    return name


def _short(number: int) -> bytes:
    return number.to_bytes(2, "big")


def _sized(part: bytes) -> bytes:
    """Return a part with its length before it, so that concatenated parts are unambiguous."""
    return _short(len(part)) + part
