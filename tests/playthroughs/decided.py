"""What the playthroughs' acts are decided to be, as digests, with the revision that decides so.

`croupier verify` decides every command again and expects the same events of its own revision. So when an act of a
golden round is decided otherwise, databases that were written before would look tampered with, unless the revision is
a new one (`croupier/rulebooks/revisions.py`). A test compares; `./run golden` writes digests of new rounds and new
revisions only.
"""

import hashlib
import json
from collections.abc import Mapping

from croupier.rulebooks.revisions import REVISION
from tests.playthroughs import FOLDER, scenarios

KEPT = FOLDER / "decided.json"


def digest(transcript: str) -> str:
    """Of acts and events; what people see of them may change at any time."""
    lines = [line for line in transcript.splitlines() if line.startswith(("> ", "  {"))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:24]


def digests() -> dict[str, str]:
    """Of every playthrough as it is written down now."""
    return {path.stem: digest(path.with_suffix(".txt").read_text(encoding="utf-8")) for path in scenarios()}


def kept() -> tuple[int, dict[str, str]]:
    """The revision that was written down, and what it decides."""
    content = json.loads(KEPT.read_text(encoding="utf-8"))
    return content["revision"], content["rounds"]


def otherwise(now: Mapping[str, str], revision: int, before: Mapping[str, str]) -> list[str]:
    """The rounds that today's revision decides otherwise than it did."""
    return [name for name, one in before.items() if revision == REVISION and name in now and now[name] != one]


def write(*, unreleased: bool) -> list[str]:
    """Write digests anew; the rounds that were left as they are, because their revision may be in use already."""
    now = digests()
    revision, before = kept()
    left = [] if unreleased else otherwise(now, revision, before)
    rounds = {name: before[name] if name in left else one for name, one in now.items()}
    KEPT.write_text(json.dumps({"revision": REVISION, "rounds": rounds}, indent=1) + "\n", encoding="utf-8")
    return left
