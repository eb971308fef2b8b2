"""The pit and versions of a document: one is proposed, and adopted when somebody else has signed too."""

from pathlib import Path
from typing import Any

from croupier.rulebooks import registered
from tests.web.server import serving

V6, V7 = "rws-casino-stud-v6", "rws-casino-stud-v7"
EVE, DAY = "2026-11-30", "2026-12-01"
"""Version 7 (tests/versions) is effective from the latter on."""


def test_the_pit_proposes_a_version_and_another_signs(tmp_path: Path) -> None:
    """In a house that was opened before the version came: it is adopted from the first day that it may be."""
    with serving(tmp_path) as served, registered("tests.versions.rws_casino_stud_v7"):
        table = "dealer-1"
        nadia, omar = (served.visit(name=name, role="pit_supervisor") for name in ("nadia", "omar"))
        with nadia.live("pit", "pit:money") as first, omar.live("pit") as second:

            def till() -> Any:
                page = first.until("pit:money", lambda one: True)
                return next(one for one in page["tills"] if one["table"] == table)

            before = till()
            (offered,) = before["versions"]
            day = max(DAY, served.venue.books.day())
            assert offered == {"rulebook": V7, "version": 7, "day": day}
            asked = {"type": "AdoptRulebook", "rulebook": V7, "day": EVE}
            refused = first.act(f"table:{table}", {"type": "Propose", "what": asked}, key="early")["refused"]
            assert refused["sentence"] == f"{V7} is effective from {DAY} on, not from {EVE}"
            asked["day"] = offered["day"]
            assert first.act(f"table:{table}", {"type": "Propose", "what": asked}, key="v7")["refused"] is None
            (waits,) = second.until("pit", lambda one: bool(one["proposals"]))["proposals"]
            assert (waits["what"], waits["cents"], waits["counts"]) == ("AdoptRulebook", None, [])
            assert waits["changes"] == [
                {"name": "rulebook", "before": V6, "after": V7},
                {"name": "from_day", "before": "", "after": day},
            ]
            assert second.act(waits["stream"], waits["sign"], key="second")["refused"] is None
            page = first.until("pit:money", lambda one: any(till["adopted"] for till in one["tills"]))
            after = next(one for one in page["tills"] if one["table"] == table)
            assert after["adopted"] == {"rulebook": V7, "version": 7, "day": day}
            assert (after["rulebook"], after["float"]) == (V6, before["float"])
