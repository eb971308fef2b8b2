"""Open houses from seeds: their doors, their sessions, their cages, and every page that anybody is sent."""

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from croupier.floor.people import credentials
from croupier.floor.people.credentials import Session
from croupier.rules.terms import Role
from croupier.web.live import hub
from croupier.web.live.topics.topic import Topic
from tests.simulation.visitors import TERMS, Door, lived

SEEDS = 5
"""As many as a few seconds are enough for; each opens a house, with everybody in it."""
MANY = 200
NEW_PASSWORD, CARDS = 11, 7
"""Seeds in which somebody with an open page has another password, and in which one Player looks at cards that the other
must not see."""


def _all_hold(seeds: range) -> Counter[str]:
    total: Counter[str] = Counter()
    for seed in seeds:
        try:
            total.update(msgspec.structs.asdict(lived(seed).counts))
        except Exception as wrong:
            raise AssertionError(f"seed {seed}: {wrong}") from wrong
    return total


def test_everything_holds_in_every_open_house() -> None:
    done = _all_hold(range(SEEDS))
    assert done["pages"] > 20 * SEEDS
    assert done["entered"] >= 6 * SEEDS
    assert min(done["cards"], done["acts"], done["refused"]) > 0


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_everything_holds_in_many_open_houses(part: int) -> None:
    size = MANY // 4
    done = _all_hold(range(SEEDS + part * size, SEEDS + (part + 1) * size))
    assert min(done["cards"], done["acts"]) > size
    assert min(done["refused"], done["restarts"]) > 0  # one history in five has either


def test_a_seed_is_the_same_to_the_last_byte() -> None:
    """Every page that every socket brought, in its order, and every hash of the record."""
    first, again = lived(3).transcript(), lived(3).transcript()
    assert first == again
    assert len(first) > 10_000


def _found(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, instead: object, seed: int) -> str:
    """What a mutant of the house is found out by, in a history in which everything holds otherwise."""
    lived(seed)
    monkeypatch.setattr(owner, name, instead)
    with pytest.raises(AssertionError) as wrong:
        lived(seed)
    return str(wrong.value)


@pytest.mark.long
def test_sessions_that_outlive_a_new_password_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "lives on" in _found(monkeypatch, credentials, "_revoke_all", lambda *_: None, NEW_PASSWORD)


@pytest.mark.long
def test_pages_that_stay_open_after_a_new_password_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "CHECK_SECONDS", 10**6)  # nor does the page look for itself
    told = _found(monkeypatch, hub.Hub, "end_account", lambda *_: None, NEW_PASSWORD)
    assert "is open, and their session is over" in told


@pytest.mark.long
def test_a_page_that_was_made_for_somebody_else_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    page = hub.Pages.page

    def as_ann(self: hub.Pages, topic: Topic, session: Session, *, metered: bool = False) -> bytes:
        taken_for = replace(session, account="ann") if session.role is Role.PLAYER else session
        return page(self, topic, taken_for, metered=metered)

    assert "bob is sent {" in _found(monkeypatch, hub.Pages, "page", as_ann, CARDS)


def test_the_second_count_of_wrong_passwords() -> None:
    door, spell = Door(), TERMS.locked_minutes * 60
    assert [door.expects("mia", "here", right=False, now=at) for at in range(6)] == ["wrong"] * 5 + ["wait"]
    assert door.expects("mia", "there", right=True, now=6) == "opened"
    assert door.expects("mia", "here", right=True, now=spell + 3) == "wait"
    assert door.expects("mia", "here", right=True, now=spell + 4) == "opened"
