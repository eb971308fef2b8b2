"""The key files of a house: the one that signs and seals, those before it, and one that is to replace it.

    floor.db.key                    signs and seals
    floor.db.key.<its name>         signed and sealed before: opens what it sealed
    floor.db.key.new                drawn, and not signed for yet

A key is replaced in three steps: the new one is written beside the old; two people's signatures are committed, under
the old key; the files are renamed. A start that finds the second step done and not the third does it, so that no moment
at which a machine stops leaves a house that cannot open.
"""

import logging
import os
from contextlib import suppress
from pathlib import Path

from croupier.floor.journal.sealing import Key, KeyFile, KeyFileError, KeyRing, keep_name
from croupier.floor.journal.signing import Signer
from croupier.floor.values.entropy import Entropy

_log = logging.getLogger(__name__)


class KeyFiles:
    """The files of a house's keys, beside its database; a copy should be kept elsewhere."""

    def __init__(self, database: str) -> None:
        self.path = Path(f"{database}.key")
        self._new = self.path.with_name(f"{self.path.name}.new")

    def exists(self) -> bool:
        """Return whether there is a file for the signing key, usable or not."""
        return os.path.lexists(self.path)

    def read(self) -> KeyRing:
        """Return the keys of a house. Raise :class:`KeyFileError` if they cannot be read."""
        return KeyRing(KeyFile(self.path).read(), self.older())

    def read_or_create(self, entropy: Entropy) -> KeyRing:
        """Return the keys of a house, and create one for a house that has none.

        Raise :class:`KeyFileError` if they cannot be read or written.
        """
        return KeyRing(KeyFile(self.path).read_or_create(entropy), self.older())

    def older(self) -> tuple[Key, ...]:
        """Return the keys that were replaced: they unseal the decks that they sealed."""
        return tuple(KeyFile(one).read() for one in sorted(self.path.parent.glob(f"{self.path.name}.{'?' * 16}")))

    def holds(self, key: Key) -> bool:
        """Return whether the key file exists and holds this key."""
        with suppress(KeyFileError):
            return KeyFile(self.path).read() == key
        return False

    # ---- Another key ------------------------------------------------------------------------------------------------

    def prepare(self, entropy: Entropy) -> str:
        """Draw a new key, in place of one that was never signed for. Return its public key."""
        self.drop()
        return Signer(KeyFile(self._new).read_or_create(entropy)).public

    def prepared(self, public: str) -> Key | None:
        """Return the new key, if it is the one with this public key."""
        with suppress(KeyFileError):
            key = KeyFile(self._new).read()
            return key if Signer(key).public == public else None
        return None

    def drop(self) -> None:
        """Forget a new key that was not signed for."""
        with suppress(FileNotFoundError):
            self._new.unlink()

    def take_up(self, ring: KeyRing, new: Key) -> KeyRing:
        """Take up a new key for which two people have signed; the old one is kept under its own name.

        Where the disk refuses, the house goes on with what it knows, and the next start renames the files.
        """
        try:
            self._set_aside(ring.current)
            self._new.rename(self.path)
            keep_name(self.path.parent)
        except (OSError, KeyFileError) as wrong:
            _log.error("the key files %s could not be renamed, which the next start does: %s", self.path, wrong)
        return KeyRing(new, (ring.current, *ring.older))

    def finish(self, due: str) -> None:
        """Take up a key that was signed for before the machine stopped; ``due`` is the public key on record."""
        if self.prepared(due) is None:
            return
        try:
            if self.exists():
                self._set_aside(KeyFile(self.path).read())
            self._new.rename(self.path)
            keep_name(self.path.parent)
        except OSError as wrong:
            raise KeyFileError(f"the key file {self._new} cannot be renamed: {wrong.strerror}") from None

    def _set_aside(self, old: Key) -> None:
        """Keep the old key under its own name; write it from memory if its file was removed meanwhile."""
        aside = self.path.with_name(f"{self.path.name}.{old.id.hex()}")
        if self.holds(old):
            self.path.rename(aside)
        else:
            KeyFile(aside).write(old)
