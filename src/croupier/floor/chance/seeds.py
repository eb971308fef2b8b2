"""Players' seeds: how Players take part in the order of the cards, so that the House alone cannot choose it.

1. The House publishes its commitment. From here on it cannot change the order of its cards.
2. Each Player who wants to sends the digest of a seed of their own (:func:`seed_digest`). The digest binds the seed to
   this commitment and to this Player, so that nobody can use an old one again or somebody else's.
3. When no more digests are accepted, the Players reveal their seeds. A seed that does not match its digest is refused.
   A Player who has not revealed theirs by then is left out, and named.
4. The cards are dealt in the committed order, permuted by :func:`dealt_order`, which anyone can recompute from the
   root and the revealed seeds. Without seeds it changes nothing.

All this is over before the first card.

What is proven without seeds: that the House fixed the order before the first wager. Not that the order was random.

What is proven with at least one seed of an honest Player (unguessable, told to nobody before step 3, and revealed):
nobody chose the order. The House had fixed its cards before it could know the permutation, and Players fixed their
seeds before they could know another's; nor does a Player who knows every seed know a card. One freedom is left, and no
protocol of this kind can take it away: someone who knows the House's cards and has sent digests of their own can wait
for the others' seeds and then withhold theirs. Each seed left out in this way gives them two orders to pick from
instead of one, which is why those left out are named in every proof. If none is left out, there was no such choice.

The digests, written as in :mod:`croupier.floor.chance.shuffle`; lengths and counts take two bytes, the greater first::

    seed   H("seed", root, length of name, name in UTF-8, seed)
    key    H("order", root, number of seeds, then for each by name: length of name, name, length of seed, seed)
    block  H("draw", key, number of the block from 0 in eight bytes)

The blocks, one after the other, are the bytes that Fisher and Yates draw from (:mod:`croupier.floor.chance.entropy`).
"""

from collections.abc import Iterable
from enum import StrEnum
from hmac import compare_digest
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.chance.entropy import permuted
from croupier.floor.chance.merkle import SIZE, digest
from croupier.floor.chance.shuffle import Commitment

SHORTEST: Final = 16
"""The bytes a seed must have: a shorter one could be guessed from its digest."""

LONGEST: Final = 64


class SeedError(ValueError):
    """A digest or a seed that cannot be accepted: the message is a sentence for a person."""


class SeedCommitted(Struct, frozen=True, tag=True):
    """A Player has committed to a seed; ``digest`` is written in hexadecimal."""

    player: str
    digest: str


class SeedRevealed(Struct, frozen=True, tag=True):
    """A Player has revealed their seed."""

    player: str
    seed: bytes


class Stage(StrEnum):
    """How far the seeds of a shuffle are."""

    COMMITTING = "committing"
    REVEALING = "revealing"
    CLOSED = "closed"


class Seeding(Struct, frozen=True):
    """The seeds of one shuffle. Every change gives a new value, or a :class:`SeedError` and no change."""

    commitment: Commitment
    stage: Stage = Stage.COMMITTING
    committed: tuple[SeedCommitted, ...] = ()
    revealed: tuple[SeedRevealed, ...] = ()

    def commit(self, entry: SeedCommitted) -> "Seeding":
        """Take a Player's digest."""
        if self.stage is not Stage.COMMITTING:
            raise SeedError("digests of seeds are no longer accepted for this shuffle")
        if self._digest_of(entry.player) is not None:
            raise SeedError(f"{entry.player} has already sent the digest of a seed")
        _name(entry.player)
        if len(entry.digest) != 2 * SIZE or not set(entry.digest) <= set("0123456789abcdef"):
            raise SeedError(f"the digest of a seed is {2 * SIZE} hexadecimal digits, in small letters")
        return replace(self, committed=(*self.committed, entry))

    def reveal(self, entry: SeedRevealed) -> "Seeding":
        """Take a Player's seed, if it is the one they committed to."""
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
        """Accept no more digests; the Players reveal. If nobody has sent one, there is nothing to wait for."""
        if self.stage is not Stage.COMMITTING:
            raise SeedError("the digests of this shuffle are in already")
        return replace(self, stage=Stage.REVEALING if self.committed else Stage.CLOSED)

    def end_revealing(self) -> "Seeding":
        """Accept no more seeds; the order is fixed."""
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
        """The committed position of each card in the order of dealing; there is none before the seeds are closed."""
        if self.stage is not Stage.CLOSED:
            raise SeedError("the order of dealing is not fixed while seeds may still come")
        return dealt_order(self.commitment, self.revealed)

    def _digest_of(self, player: str) -> str | None:
        return next((entry.digest for entry in self.committed if entry.player == player), None)


def seed_digest(commitment: Commitment, player: str, seed: bytes) -> str:
    """What a Player sends in step 2, in hexadecimal."""
    if not SHORTEST <= len(seed) <= LONGEST:
        raise SeedError(f"a seed has {SHORTEST} to {LONGEST} bytes, not {len(seed)}")
    return digest("seed", bytes.fromhex(commitment.root), _sized(_name(player)), seed).hex()


def dealt_order(commitment: Commitment, seeds: Iterable[SeedRevealed]) -> tuple[int, ...]:
    """For each card in the order of dealing the position it was committed in. Without seeds they are the same."""
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
    """An endless row of bytes that follows from a key: an ``Entropy`` that everybody who has the key can repeat."""

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
    """A part with its length before it, so that none runs into the next."""
    return _short(len(part)) + part
