"""``croupier db copy``: a copy of a closed house in another database."""

import sys

from croupier.cli.output import write_json
from croupier.cli.problems import FAILED_CHECK, OK
from croupier.floor.house.moving import copy_house
from croupier.floor.house.opening import anchor_file, kept_at
from croupier.floor.journal.keys import KeyFiles
from croupier.floor.journal.sealing import KeyFileError
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import Store, StoreError, open_engine
from croupier.floor.verify.verification import verify
from croupier.notation.problem import InputError


def copy_database(source: str, target: str, *, json: bool) -> int:
    """Copy a house, and verify the copy. Return the exit code: 1 if something is wrong with the record."""
    try:
        here, there = open_engine(source), open_engine(target)
        try:
            counts = copy_house(here, there)
            kept = kept_at(there)
            anchors = anchor_file(kept)
            files = KeyFiles(kept)
            ring = files.read() if files.exists() else None
            trusted = () if ring is None else (Signer(one).public for one in (ring.current, *ring.older))
            with Store(there).reading() as reading:
                seen = anchors.read() if anchors.exists() else []
                found = list(verify(reading, keys=ring, trusted=trusted, anchors=seen))
        finally:
            here.dispose()
            there.dispose()
    except (StoreError, KeyFileError) as wrong:
        raise InputError(str(wrong)) from None
    if json:
        write_json({"copied": counts, "findings": found})
    else:
        for finding in found:
            sys.stdout.write(f"{finding}\n")
        told = f"{counts['journal']:,} entries and {sum(counts.values()):,} rows in all"
        sys.stdout.write(f"copied, and read back the same: {told}\n")
    return FAILED_CHECK if found else OK
