"""A record in which awards were paid in another turn, or from another value, than the documents say: it is found."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from croupier.floor.deciding import postings
from croupier.floor.deciding.award_claims import award_steps
from croupier.floor.deciding.meters import as_read, meter_moves
from croupier.floor.journal import codec
from croupier.floor.journal.store import Store
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import decided, evolved, load
from croupier.floor.values.cage import NoteAwards
from croupier.floor.values.entries import SYSTEM, Entry, Written, sealed
from croupier.floor.values.links import ClaimAt, MoveMeter, OrderClaims
from croupier.floor.values.table import NoteJackpotWon, PlayBanked
from croupier.floor.values.table_kinds import BankedTable
from croupier.floor.verify.finding import Finding, Kind
from croupier.floor.verify.verification import verify
from croupier.play.actor import Entered
from croupier.play.banked.commands import Report, Settle
from croupier.play.banked.events import JackpotPaid
from croupier.play.refusal import Refusal
from croupier.rulebooks import load_banked
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role
from tests.floor.linked import FLUSH, NOTHING, ROYAL, Linked
from tests.floor.random_floor import KEYS
from tests.floor.rigged import act
from tests.floor.test_award_order import between


class Forger:
    """Somebody who writes into the journal past the floor, with hashes, money and links as they should be."""

    def __init__(self, floor: Floor) -> None:
        self.store: Store = floor.store
        self.at = floor.now()

    def write(self, stream: str, command: Any, role: Role = Role.DEALER, events: Any = None) -> tuple[Any, ...]:
        """An entry as the floor would have written it; its events."""
        with self.store.reading() as reading:
            kept = load(reading, stream)
        actor = "dealer" if isinstance(command, PlayBanked) else SYSTEM
        happened = decided(stream, kept.state, actor, role, command, self.at) if events is None else events
        assert not isinstance(happened, Refusal), happened
        states, moves = [kept.state], []
        entered = Entered(kept.version + 1, actor, role, self.at)
        for event in happened:
            state, moved = evolved(stream, states[-1], event, self.at, entered)
            states.append(state)
            moves.append(moved)
        posted = postings.postings(moves)
        texts = (codec.write(command), codec.write(happened), codec.write(posted))
        entry = sealed(Entry(stream, kept.version + 1, self.at, actor, role.value, "", REVISION, *texts, kept.hash, ""))
        with self.store.writing() as writing:
            writing.append([Written(entry, happened, tuple(states), posted)])
        if isinstance(kept.state, BankedTable):
            told = meter_moves(load_banked(kept.state.info.game), kept.state, states[-1], happened)
            if told:
                self.write("link:main", MoveMeter(state.info.name, entry.version, told))
            steps = award_steps(kept.state, states[-1], happened)
            if steps:
                self.write("cage", NoteAwards(state.info.name, "main", entry.version, steps))
        return tuple(happened)

    def settle(self, table: str, command: Settle, events: Any = None) -> tuple[Any, ...]:
        with self.store.reading() as reading:
            link, state = load(reading, "link:main").state, load(reading, f"table:{table}").state
        return self.write(f"table:{table}", as_read(link, state, PlayBanked(command)), events=events)


def found(house: Linked) -> list[Finding]:
    with house.floor.store.reading() as reading:
        return [one for one in verify(reading, keys=KEYS) if one.kind is not Kind.SEAL]  # forgers who have the key


def kinds(house: Linked) -> set[Kind]:
    return {one.kind for one in found(house)}


def test_an_award_before_its_turn(tmp_path: Path) -> None:
    house = between(tmp_path)
    forger = Forger(house.floor)
    forger.settle("stud-2", Settle())
    (finding,) = (one for one in found(house) if one.kind is not Kind.CARDS)  # which a forger leaves covered
    assert (finding.kind, finding.stream) == (Kind.TURN, "table:stud-2")
    assert finding.wrong == "The award of table stud-1, box 1, is paid first"


def test_a_round_settled_whole_though_one_elsewhere_came_between(tmp_path: Path) -> None:
    house = between(tmp_path)
    forger = Forger(house.floor)
    forger.settle("stud-1", Settle())
    told = [one for one in found(house) if one.kind is Kind.TURN]
    assert [one.wrong for one in told] == ["The award of table stud-2, box 1, is paid first"]


def test_an_award_paid_ahead_of_nobody(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    house.begin("stud-1", {"1": FLUSH, "2": "Kh Qh Jh Th 9h", "dealer": NOTHING})
    house.play("stud-1")
    house.claim("stud-1")
    Forger(house.floor).settle("stud-1", Settle((1,)))
    assert kinds(house) == {Kind.TURN}


def test_an_order_that_the_house_could_not_determine(tmp_path: Path) -> None:
    house = between(tmp_path)
    forger = Forger(house.floor)
    places = (ClaimAt("stud-2", 1, 1), ClaimAt("stud-1", 3, 1))
    forger.write("link:main", OrderClaims(places, "so it was", ("4.5.2", "I19")), Role.PIT_SUPERVISOR)
    assert Kind.TURN in kinds(house)


def test_an_order_found_under_another_paragraph(tmp_path: Path) -> None:
    house = between(tmp_path)
    forger = Forger(house.floor)
    places = (ClaimAt("stud-2", 1, 1), ClaimAt("stud-1", 1, 1))
    forger.write("link:main", OrderClaims(places, "so it was", ("4.1",)), Role.PIT_SUPERVISOR)
    assert "the paragraphs are 4.5.2, I19" in {one.wrong for one in found(house)}


def test_an_order_that_hides_who_signed_for_the_awards(tmp_path: Path) -> None:
    house = between(tmp_path)
    forger = Forger(house.floor)
    places = (ClaimAt("stud-2", 1, 1), ClaimAt("stud-1", 1, 1))
    forger.write("link:main", OrderClaims(places, "so it was", ("4.5.2", "I19"), ()), Role.PIT_SUPERVISOR)
    assert "the awards were signed by sue, sam" in {one.wrong for one in found(house)}


def failed(path: Path, won: bool) -> Linked:
    """A Straight Flush at a table whose jackpot system failed, ready to be paid; perhaps table two has won since."""
    house = Linked(path, "stud-1", "stud-2")
    house.begin("stud-1", {"1": FLUSH, "dealer": NOTHING})
    house.deal("stud-1")
    house.look("stud-1")
    act(house.floor, "stud-1", Report("jackpot_system_down"))
    if won:
        house.whole("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    house.play("stud-1")
    house.claim("stud-1")
    return house


def test_an_award_from_another_value_than_was_registered(tmp_path: Path) -> None:
    house = failed(tmp_path, won=True)
    forger = Forger(house.floor)
    with house.floor.store.reading() as reading:
        state = load(reading, "table:stud-1").state
    true = decided("table:stud-1", state, "dealer", Role.DEALER, PlayBanked(Settle()), forger.at)
    assert not isinstance(true, Refusal)
    forged = tuple(replace(one, registered=5_000_000) if isinstance(one, JackpotPaid) else one for one in true)
    forger.settle("stud-1", Settle(), forged)
    assert Kind.DECISION in kinds(house)


def test_a_table_that_was_not_told_who_has_won(tmp_path: Path) -> None:
    """Table two wins everything, and the note that should follow at the failed table is left out."""
    house = failed(tmp_path, won=False)
    house.begin("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    house.play("stud-2", "bob")
    house.claim("stud-2")
    house.settle("stud-1")  # dealt first
    forger = Forger(house.floor)
    forger.settle("stud-2", Settle())
    told = [one for one in found(house) if one.kind is Kind.LINK]
    assert [(one.stream, one.wrong) for one in told] == [("table:stud-1", "an award elsewhere is not noted here")]


def test_a_note_of_an_award_that_nobody_has_won(tmp_path: Path) -> None:
    house = failed(tmp_path, won=False)
    Forger(house.floor).write("table:stud-1", NoteJackpotWon("stud-2"))
    told = [one for one in found(house) if one.kind is Kind.LINK]
    assert [(one.stream, one.wrong) for one in told] == [("table:stud-1", "there was no such award elsewhere")]
