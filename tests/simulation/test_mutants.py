"""The checkers can fail: houses with one thing wrong in them are each found out, and their stories are short."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.deciding.permissions import core
from croupier.floor.journal.anchors import cast
from croupier.floor.journal.signing import Seal
from croupier.floor.running.floor import Floor
from croupier.floor.running.transaction import CommitBatch, RequestExecution
from croupier.floor.streams import meter_following as following
from croupier.floor.values.entries import Entry, Posting, Written
from croupier.floor.values.requests import AtomicRequest, Outcome, Rejected, Reply, Request
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.commands import Settle
from croupier.play.refusal import Reason, Refusal
from tests.simulation.campaign import failure, story
from tests.simulation.disks import Contents, MemoryDisk
from tests.simulation.plan import EVENINGS, Plan, plan
from tests.simulation.world import FailedError, World, evening

banked_view = import_module("croupier.play.banked.view")  # the package has a function of this name
room_view = import_module("croupier.play.room.view")
MOST = 250
"""Seeds within which every mutant is found out."""


@pytest.fixture(autouse=True)
def _evenings() -> None:
    """Nothing is wrong yet where histories begin."""
    for number in range(EVENINGS):
        evening(number)


def found_out(
    *, floors: type[Floor] = Floor, disks: type[MemoryDisk] = MemoryDisk, words: str, since: int = 0
) -> tuple[int, Callable[[Plan], FailedError | None]]:
    """The first seed from one on that fails with these words, and how to see it again."""

    class Mutant(World):
        pass

    Mutant.floors = floors

    def fails(made: Plan) -> FailedError | None:
        return failure(replace(made, on_file=False), worlds=Mutant, disks=disks)

    for seed in range(since, since + MOST):
        failed = fails(plan(seed))
        if failed is not None:
            assert words in str(failed), failed
            return seed, fails
    raise AssertionError("nobody noticed")


# ---- A disk ---------------------------------------------------------------------------------------------------------


class ForgetfulDisk(MemoryDisk):
    """The last entry that it took is gone when the machine stops."""

    def stopped(self) -> None:
        lost = self.contents.journal.pop()
        kept, self.contents = self.contents.journal, Contents()
        for one in kept:
            self.contents.add(one)
        assert lost not in kept


def test_a_disk_that_loses_an_acknowledged_commit() -> None:
    seed, fails = found_out(disks=ForgetfulDisk, words="the disk has lost or changed entries")
    told = story(seed, fails)
    assert f"./run soak --simulate --seed {seed}" in told
    assert "the machine stops" in told
    assert len([line for line in told.splitlines() if line[0].isdigit()]) <= 3, told


# ---- A floor --------------------------------------------------------------------------------------------------------


class Keyless(Floor):
    """It has never heard of any request."""

    def known(self, requests: Any, reading: Any) -> dict[tuple[str, str], Entry]:
        return {}


class KeylessDisk(MemoryDisk):
    """And its database does not mind."""

    def __init__(self, contents: Contents | None = None) -> None:
        super().__init__(contents)
        self.contents.keys = _Nothing()


class _Nothing(dict[tuple[str, str], int]):
    def __contains__(self, key: object) -> bool:
        return False


def test_a_floor_that_does_everything_twice_that_it_hears_twice() -> None:
    found_out(floors=Keyless, disks=KeylessDisk, words="happened twice")


def test_a_floor_that_takes_a_part_of_an_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CommitBatch, "go_back", lambda *_: None)
    found_out(words="only a part of the act")


class Hasty(Floor):
    """It keeps in memory what the disk has not taken."""

    def _commit(self, acts: Sequence[AtomicRequest | Rejected]) -> list[Outcome]:
        wholes = [act for act in acts if isinstance(act, AtomicRequest)]
        batch = CommitBatch(self, self.known([one for act in wholes for one in act.requests], None))
        for act in wholes:
            batch.take_whole(act)
        try:
            return super()._commit(acts)
        except Exception:
            self.streams.update(batch.streams)
            raise


class Early(Floor):
    """It casts its anchor before the disk has taken what the anchor names."""

    def _commit(self, acts: Sequence[AtomicRequest | Rejected]) -> list[Outcome]:
        if self.anchors is not None:
            self.anchors.replace_last(cast(self.signer, self.position + 1, "0" * 64, 0))
        return super()._commit(acts)


def test_a_floor_that_anchors_what_was_never_committed() -> None:
    found_out(floors=Early, words="an anchor saw another journal")


def test_a_floor_that_remembers_what_was_never_committed() -> None:
    found_out(floors=Hasty, words="is not where its entries are")


def test_a_floor_where_rounds_never_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It settles nothing, neither by itself nor when it is asked to."""
    due, take = BankedTable.due, CommitBatch.take

    def never(state: BankedTable) -> PlayBanked | None:
        found = due(state)
        return None if found is not None and isinstance(found.command, Settle) else found

    def refused(self: CommitBatch, request: Request, rule: Any = None) -> Reply:
        if isinstance(core(request.command), Settle):
            return Refusal(Reason.MOMENT, "Not now", ())
        return take(self, request, rule)

    monkeypatch.setattr(BankedTable, "due", never)
    monkeypatch.setattr(CommitBatch, "take", refused)
    found_out(words="rounds that never end")


def test_a_floor_that_pays_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The House pays a second time: every entry still sums to zero."""
    once: Callable[..., Written] = RequestExecution._book

    def twice(self: RequestExecution, *given: Any) -> Written:
        *rest, posted = given
        won = [one for one in posted if one.account.startswith("wallet:") and one.cents > 0]
        more = [two for one in won for two in (one, Posting(one.event, "cage", -one.cents))]
        return once(self, *rest, (*posted, *more))

    monkeypatch.setattr(RequestExecution, "_book", twice)
    found_out(words="wallet:")


def test_a_floor_that_is_taken_over_and_does_not_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    def unnoticed(self: CommitBatch, writing: Any) -> Seal:
        self.floor.position = writing.position()
        return once(self, writing)

    once = CommitBatch.write
    monkeypatch.setattr(CommitBatch, "write", unnoticed)
    found_out(words="a floor that was taken over has written", since=280)


def test_a_meter_that_a_table_forgets_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "meter_moves", lambda *_: ())
    found_out(words="meter")


def test_a_restart_that_rules_on_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.simulation.world.recover", lambda _floor: [])
    found_out(words="another round was ruled on than was in play")


# ---- A view ---------------------------------------------------------------------------------------------------------


def test_a_view_that_shows_a_hand_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(banked_view, "may_see", lambda *_: True)
    found_out(words="sees")


def test_a_view_that_shows_the_dealers_hand_early(monkeypatch: pytest.MonkeyPatch) -> None:
    once = banked_view._faces
    monkeypatch.setattr(banked_view, "_faces", lambda cards, up, exposed: once(cards, range(2), exposed))
    found_out(words="sees")


def test_a_view_of_the_poker_room_that_shows_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_view, "_cards", lambda hand, *_: room_view._faces(hand.cards))
    found_out(words="at seat")
