"""Verifying from a checkpoint on: what it comes to, what it finds, what it does not look at, and who finds it false."""

import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.journal.codec import read_state
from croupier.floor.journal.database import open_for_reading
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import Store
from croupier.floor.values.table_kinds import in_play
from croupier.floor.verify import verification
from croupier.floor.verify.checkpoints import (
    Checkpoint,
    CheckpointError,
    CheckpointFile,
    Content,
    signed,
)
from croupier.floor.verify.finding import Finding, Kind, Summary
from croupier.floor.verify.restating import Restating
from croupier.floor.verify.scouting import cuts
from croupier.floor.verify.verification import Walk, verify
from croupier.rules.terms import Decision, WagerName
from tests.command import croupier
from tests.floor.house import KEYS, PLAYERS, House
from tests.floor.tampering import HOUSE, ask, change, is_well_in_pieces, saved_heads, sign_anew
from tests.sampling import first

MORE_ROUNDS = """UPDATE snapshots SET state = CAST(replace(CAST(state AS TEXT), '"rounds":', '"rounds":1') AS BLOB)"""


class Collecting(Walk):
    """A walk over everything that keeps what it has come to at every commit."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.kept: list[Content] = []
        self.orders: list[dict[str, str]] = []

    def order(self) -> dict[str, str]:
        """The root of the deck whose order is known, at each table that has one."""
        return {name: one.root for name, one in self.shoes._order.items() if one is not None}

    def _row(self, row: Any) -> Iterator[Finding]:
        yield from super()._row(row)
        if (content := self.content()) is not None:
            self.kept.append(content)
            self.orders.append(self.order())


@pytest.fixture(scope="module")
def kept(evening: Path) -> list[Content]:
    """What a walk over the evening has come to, at each of its commits."""
    with Store(open_for_reading(str(evening))).reading() as reading:
        walk = Collecting(reading, KEYS, [], frozenset(), Summary(), None, Restating())
        assert not list(walk.run())
    assert len(walk.kept) > 30
    commits = [one for (one,) in ask(evening, "SELECT position FROM seals ORDER BY position")]
    assert [one.position for one in walk.kept] == commits
    return walk.kept


@pytest.fixture
def floor(evening: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(evening, tmp_path / "floor.db"))


def checkpoint(content: Content, signer: Signer = HOUSE) -> Checkpoint:
    return signed(signer, content)


def gone_on(
    path: Path, since: Checkpoint | None, *checkpoints: Checkpoint, trusted: tuple[str, ...] = (HOUSE.public,)
) -> tuple[list[Finding], Summary, list[Content]]:
    summary, come = Summary(), list[Content]()
    with Store(open_for_reading(str(path))).reading() as reading:
        told = list(
            verify(
                reading,
                keys=KEYS,
                trusted=trusted,
                summary=summary,
                since=since,
                checkpoints=checkpoints,
                reached=come.append,
            )
        )
    return told, summary, come


@pytest.mark.parametrize("part", first(2, range(40)))
def test_from_every_commit_on_a_verification_comes_to_the_same(evening: Path, kept: list[Content], part: int) -> None:
    for content in kept[part::40]:
        told, summary, come = gone_on(evening, checkpoint(content))
        assert not told
        assert come == kept[-1:]
        assert summary.since == content.position
        assert summary.entries == kept[-1].position - content.position


def test_who_goes_on_knows_the_decks_that_a_walk_knows(evening: Path) -> None:
    """Also one that was set aside: nothing more can come from it, and what comes all the same is found."""
    with Store(open_for_reading(str(evening))).reading() as reading:
        walk = Collecting(reading, KEYS, [], frozenset(), Summary(), None, Restating())
        assert not list(walk.run())
        aside = [
            at
            for at, one in enumerate(walk.kept)
            if any(
                (info := read_state(name, here.state.encode()).info).shuffles and not info.root
                for name, here in one.streams.items()
                if name.startswith("table:") and not here.rested
            )
        ]
        assert aside
        for at in aside[:: max(1, len(aside) // 10)]:
            on = Collecting(
                *(reading, KEYS, [], frozenset(), Summary(), None, Restating()),
                checkpoint(walk.kept[at]),
                walk.kept[at],
            )
            assert not list(on.run())
            assert on.order() == walk.orders[at]


def test_a_walk_over_everything_comes_by_every_checkpoint(evening: Path, kept: list[Content]) -> None:
    told, _, come = gone_on(evening, None, *map(checkpoint, kept))
    assert not told
    assert come == kept[-1:]


def in_mid_round(kept: list[Content]) -> list[Content]:
    return [one for one in kept if any(at.rested for at in one.streams.values())]


def test_none_has_a_card_of_a_round_in_play(kept: list[Content]) -> None:
    """They are sealed in the journal until it is over, and stand nowhere else either."""
    assert len(in_mid_round(kept)) > 100
    for content in kept:
        assert not any(in_play(read_state(name, one.state.encode())) for name, one in content.streams.items())


@pytest.mark.parametrize("keys", [KEYS, None])
def test_a_verification_goes_on_in_the_middle_of_a_round(
    evening: Path, kept: list[Content], keys: KeyRing | None
) -> None:
    """Without the House's key too, as the round is over by now and its own key was given out."""
    playing = in_mid_round(kept)
    for content in playing[:: len(playing) // 5]:
        summary = Summary()
        with Store(open_for_reading(str(evening))).reading() as reading:
            assert not list(verify(reading, keys=keys, summary=summary, since=checkpoint(content)))
        assert (summary.since, summary.sealed) == (content.position, 0)


def test_what_was_played_of_a_round_before_it_is_held_against_its_hashes(floor: Path, kept: list[Content]) -> None:
    content = in_mid_round(kept)[-1]
    name, at = next((name, one) for name, one in content.streams.items() if one.rested)
    for column, value in (("actor", "'nobody'"), ("hash", f"'{'0' * 64}'"), ("previous", f"'{'0' * 64}'")):
        ((before,),) = ask(floor, f"SELECT {column} FROM journal WHERE stream = ? AND version = ?", name, at.version)
        where = "WHERE stream = ? AND version = ?"
        change(floor, f"UPDATE journal SET {column} = {value} {where}", values=[name, at.version])
        (told,) = gone_on(floor, checkpoint(content))[0]
        assert f"version {at.version} of {name} is not the entry that " in told.wrong, column
        change(floor, f"UPDATE journal SET {column} = ? {where}", values=[before, name, at.version])
    assert not gone_on(floor, checkpoint(content))[0]
    change(floor, "DELETE FROM journal WHERE stream = ? AND version = ?", values=[name, at.rested + 1])
    assert gone_on(floor, checkpoint(content))[0]


def test_a_false_state_from_before_a_round_is_found(evening: Path, kept: list[Content]) -> None:
    """With the House's own signature: by a walk over everything, and where it fits no entry, by going on too."""
    content = in_mid_round(kept)[-1]
    name, at = next((name, one) for name, one in content.streams.items() if one.rested)
    other = replace(at, state=at.state.replace('"rounds":', '"rounds":1'))
    assert other != at
    forged = replace(content, streams={**content.streams, name: other})
    (told,) = gone_on(evening, None, checkpoint(forged))[0]
    assert (told.field, f"another {name}" in told.wrong) == ("streams", True)
    neither = replace(at, state=content.streams["table:poker-1"].state if name != "table:poker-1" else "{}")
    unfit = replace(content, streams={**content.streams, name: neither})
    assert Kind.HEAD in {one.kind for one in gone_on(evening, checkpoint(unfit))[0]}
    longer = replace(content, streams={**content.streams, name: replace(at, rested=at.rested - 1)})
    (told,) = gone_on(evening, checkpoint(longer))[0]
    assert "is not the entry that" in told.wrong


def test_a_house_that_never_pauses_has_checkpoints_too(tmp_path: Path, key: str) -> None:
    path = tmp_path / "floor.db"
    house = House(path)
    house.furnish()
    house.wagers("bonus-1", PLAYERS[:2], (WagerName.ANTE, 10_000))
    house.wagers("stud-1", PLAYERS[:2], (WagerName.ANTE, 10_000))
    file = CheckpointFile(Path(f"{path}.checkpoints"))
    assert croupier("verify", "--db", str(path), "--house-key", key, "--checkpoint").returncode == 0
    (made,) = file.read()
    assert [name for name, one in made.content.streams.items() if one.rested] == ["table:bonus-1", "table:stud-1"]
    # Without the key nobody decides again what rests on cards that lie face down, and that is said.
    blind = json.loads(croupier("verify", "--db", str(path), "--since", "last", "--json").stdout)["summary"]
    assert (blind["entries"], blind["findings"], blind["sealed"] > 0) == (0, 0, True)
    for box, player in enumerate(PLAYERS[:2], 1):
        house.choose("stud-1", box, player, Decision.BET)
    house.wagers("stud-1", PLAYERS[:2], (WagerName.ANTE, 10_000))
    again = croupier("verify", "--db", str(path), "--house-key", key, "--since", "last", "--checkpoint")
    assert (again.returncode, b"consistent: yes" in again.stdout) == (0, True), again.stdout
    made = file.read()[-1]
    assert [name for name, one in made.content.streams.items() if one.rested] == ["table:bonus-1", "table:stud-1"]
    assert croupier("verify", "--db", str(path), "--house-key", key).returncode == 0  # which comes by both
    house.close()


# ---- What is found --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "statement"),
    [
        ("journal", "UPDATE journal SET actor = 'mia' WHERE position = :after"),
        ("journal", "DELETE FROM journal WHERE position = :after"),
        ("ledger", "UPDATE ledger SET cents = cents + 1 WHERE id = (SELECT max(id) FROM ledger)"),
        ("balances", "UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:ann'"),
        ("seals", "UPDATE seals SET head = hex(zeroblob(32)) WHERE position >= :after"),
        (
            "snapshots",
            f"{MORE_ROUNDS} WHERE stream LIKE 't%'",
        ),
        ("decks", "UPDATE decks SET sealed = zeroblob(length(sealed)) WHERE number > 1"),
    ],
)
def test_what_was_changed_after_a_checkpoint_is_found(
    floor: Path, kept: list[Content], table: str, statement: str
) -> None:
    middle = next(one for one in kept if one.position > 40)
    change(floor, statement.replace(":after", str(middle.position + 1)))
    assert gone_on(floor, checkpoint(middle))[0], table


def test_what_was_changed_before_it_is_left_to_a_walk_over_everything(floor: Path, kept: list[Content]) -> None:
    middle = next(one for one in kept if one.position > 40)
    change(floor, "UPDATE journal SET command = replace(command, '10000', '20000') WHERE position < 40")
    told, summary, _ = gone_on(floor, checkpoint(middle))
    assert (told, summary.since) == ([], middle.position)
    assert gone_on(floor, None)[0]


def test_a_snapshot_from_before_it_is_held_against_where_a_start_would_come(floor: Path, kept: list[Content]) -> None:
    (stream,), *_ = ask(floor, "SELECT stream FROM snapshots WHERE stream LIKE 'table:%'")
    later = kept[-1]
    assert not gone_on(floor, checkpoint(later))[0]
    change(
        floor,
        f"{MORE_ROUNDS} WHERE stream = ?",
        values=[stream],
    )
    assert {one.kind for one in gone_on(floor, checkpoint(later))[0]} == {Kind.SNAPSHOT}


# ---- Side by side ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", first(1, [20, 7, 60]))
def test_pieces_together_come_to_what_one_walk_comes_to(evening: Path, kept: list[Content], number: int) -> None:
    alone, heads = gone_on(evening, None)[1], saved_heads(evening)
    summary, come = Summary(), list[Content]()
    cuts = map(checkpoint, kept[number::number])
    assert is_well_in_pieces(evening, *cuts, heads=heads, trusted={HOUSE.public}, summary=summary, reached=come.append)
    assert come[-1:] == kept[-1:]
    assert {one.position for one in come} >= {one.position for one in kept[number::number]}
    assert summary == alone


def scouted(path: Path, pieces: int, keys: KeyRing | None = KEYS) -> list[Content]:
    with ThreadPoolExecutor(1) as pool:
        return cuts(str(path), keys, pool, 2, pieces)


@pytest.mark.long
def test_scouts_cut_in_both_databases(database: str) -> None:
    house = House(database)
    house.furnish()
    for _ in range(3):
        house.stud_round("stud-1")
    with house.floor.store.reading() as reading:
        walk = Collecting(reading, KEYS, [], frozenset(), Summary(), None, Restating())
        assert not list(walk.run())
    with ThreadPoolExecutor(1) as pool:
        found = cuts(database, KEYS, pool, 2, 6)
    assert len(found) >= 3
    assert [one for one in walk.kept if one in found] == found
    assert is_well_in_pieces(database)
    house.close()


@pytest.mark.parametrize("pieces", first(2, [7, 1, 2, 1_000_000]))
def test_scouts_come_to_what_a_walk_comes_to(evening: Path, kept: list[Content], pieces: int) -> None:
    last = kept[-1].position
    wanted = [last * number // min(pieces, last) for number in range(1, min(pieces, last))]
    due = {next(one.position for one in kept if one.position >= place) for place in wanted}
    assert scouted(evening, min(pieces, last)) == [one for one in kept[:-1] if one.position in due]


def test_scouts_stop_where_a_round_is_sealed(floor: Path, kept: list[Content]) -> None:
    """Who has no key cannot say what a round in play has come to, and neither can anybody without the walk."""
    (first,), *_ = ask(floor, "SELECT min(position) FROM journal WHERE sealed != ''")
    change(floor, "UPDATE journal SET opens = '' WHERE opens != ''")
    assert [one.position for one in scouted(floor, 50, None)] == [
        one.position for one in scouted(floor, 50) if one.position < first
    ]


def test_where_there_are_no_checkpoints_scouts_cut(evening: Path, kept: list[Content]) -> None:
    summary, come = Summary(), list[Content]()
    assert is_well_in_pieces(evening, summary=summary, reached=come.append, trusted={HOUSE.public})
    assert [one.position for one in come] == [*(one.position for one in scouted(evening, 6)), kept[-1].position]
    assert summary == gone_on(evening, None)[1]


def test_a_checkpoint_between_two_cuts_is_come_to(evening: Path, kept: list[Content]) -> None:
    true, false = kept[5], replace(kept[5], rounds=kept[5].rounds + 1)
    assert is_well_in_pieces(evening, checkpoint(true))
    assert not is_well_in_pieces(evening, checkpoint(false))
    assert not is_well_in_pieces(evening, checkpoint(replace(true, position=10**9)))


def test_nothing_is_come_to_while_a_link_is_to_hear_of_a_table(floor: Path, kept: list[Content]) -> None:
    """Somebody with the House's key ends the journal between the two: whoever went on from there would not miss it."""
    told, *_ = ask(floor, "SELECT position FROM journal WHERE stream LIKE 'link:%' AND command LIKE '%\"moves\"%'")
    change(floor, f"DELETE FROM journal WHERE position >= {told[0]}", f"DELETE FROM seals WHERE position >= {told[0]}")
    before = max(one for (one,) in ask(floor, "SELECT position FROM seals"))
    change(floor, "INSERT INTO seals VALUES (?, ?, '', '', '')", values=(told[0] - 1, before + 1))
    sign_anew(floor)
    with Store(open_for_reading(str(floor))).reading() as reading:
        walk = Collecting(reading, KEYS, [], frozenset({HOUSE.public}), Summary(), None, Restating())
        found = list(walk.run())
    assert not [one for one in found if one.kind is Kind.SEAL]
    assert any("moves the meter" in one.wrong for one in found)
    assert walk.kept[-1].position == before


@pytest.mark.parametrize("field", first(1, ["streams", "head", "at", "rounds", "rows", "sums"]))
def test_a_piece_that_begins_with_something_else_is_not_well(evening: Path, kept: list[Content], field: str) -> None:
    """Whoever says what a cut comes to: the piece before has to come to the same."""
    cuts = list(kept[20::20])
    middle = len(cuts) // 2
    told = getattr(cuts[middle], field)
    false: Any = told + 1 if isinstance(told, int) else "0" * 64
    if field == "sums":
        false = {**told, "wallet:ann": told["wallet:ann"] + 1}
    elif field == "streams":
        name = next(one for one in told if one.startswith("table:"))
        false = {**told, name: replace(told[name], state=told[name].state.replace('"rounds":', '"rounds":1', 1))}
    cuts[middle] = replace(cuts[middle], **{field: false})
    assert not is_well_in_pieces(evening, *map(checkpoint, cuts))


@pytest.mark.parametrize("part", first(1, range(6)))
def test_what_is_wrong_in_any_piece_is_found(floor: Path, kept: list[Content], part: int) -> None:
    position = kept[-1].position * (2 * part + 1) // 12
    change(floor, f"UPDATE journal SET actor = 'nobody' WHERE position = {position}")
    assert gone_on(floor, None)[0]
    assert not is_well_in_pieces(floor)
    assert not is_well_in_pieces(floor, *map(checkpoint, kept[len(kept) // 6 :: len(kept) // 6]))


@pytest.mark.parametrize("part", first(1, range(4)))
def test_heads_that_were_kept_are_looked_for_in_their_pieces(evening: Path, part: int) -> None:
    heads = saved_heads(evening)
    for head in heads[part::4]:
        for false in (replace(head, hash="0" * 64), replace(head, version=head.version + 1), replace(head, version=0)):
            assert not is_well_in_pieces(evening, heads=[*heads, false] if false.version != head.version else [false])


@pytest.mark.parametrize("number", first(1, [0, -1]))
def test_a_deck_below_the_first_is_found_in_pieces_too(floor: Path, kept: list[Content], number: int) -> None:
    """Of a table that commits to its first one only after a cut."""
    table, cut = next(
        (name, content)
        for content in kept
        for name, one in content.streams.items()
        if name.startswith("table:") and read_state(name, one.state.encode()).info.shuffles == 0
    )
    change(floor, "INSERT INTO decks SELECT ?, ?, sealed FROM decks LIMIT 1", values=(table, number))
    assert gone_on(floor, None)[0]
    cuts = [cut, *kept[len(kept) // 3 :: len(kept) // 3]]
    assert not is_well_in_pieces(floor, *map(checkpoint, cuts))


@pytest.mark.long
@pytest.mark.parametrize("cut", [True, False])
def test_the_command_goes_through_the_pieces_on_processes(
    floor: Path, key: str, kept: list[Content], cut: bool
) -> None:
    file = CheckpointFile(Path(f"{floor}.checkpoints"))
    for content in kept[20::20] if cut else []:
        file.append(checkpoint(content))
    asked = ("verify", "--db", str(floor), "--house-key", key)
    for how in ((), ("--json",), ("--restate",)):
        alone, apart = (croupier(*asked, *how, "--workers", workers) for workers in ("1", "2"))
        assert (alone.returncode, alone.stderr, alone.stdout) == (0, b"", apart.stdout)
    done = croupier(*asked, "--workers", "2", "--checkpoint")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"consistent: yes ({kept[-1].position:,} entries".encode())
    assert file.read()[-1].content == kept[-1]
    change(floor, f"UPDATE journal SET actor = 'nobody' WHERE position = {kept[-1].position // 2}")
    for how in ((), ("--json",), ("--restate",)):
        alone, apart = (croupier(*asked, *how, "--workers", workers) for workers in ("1", "2"))
        assert (alone.returncode, alone.stdout) == (1, apart.stdout)


# ---- False checkpoints ----------------------------------------------------------------------------------------------


def test_a_false_checkpoint_with_the_houses_signature_is_found_by_a_walk_over_everything(
    evening: Path, kept: list[Content]
) -> None:
    middle = kept[len(kept) // 2]
    richer = replace(middle, sums={**middle.sums, "wallet:ann": middle.sums["wallet:ann"] + 1})
    (told,) = gone_on(evening, None, checkpoint(richer))[0]
    assert (told.kind, told.field) == (Kind.HEAD, "sums")
    assert "another wallet:ann than the journal comes to" in told.wrong
    name, one = next((name, one) for name, one in middle.streams.items() if name.startswith("table:"))
    other = replace(middle, streams={**middle.streams, name: replace(one, state=one.state.replace("1", "2", 1))})
    (told,) = gone_on(evening, None, checkpoint(other))[0]
    assert (told.field, f"another {name}" in told.wrong) == ("streams", True)
    # And who goes on from the first finds that the money no longer adds up.
    assert Kind.BALANCE in {found.kind for found in gone_on(evening, checkpoint(richer))[0]}


def test_a_checkpoint_that_somebody_else_signed_is_not_gone_on_from(evening: Path, kept: list[Content]) -> None:
    theirs = checkpoint(kept[-1], Signer(Key(bytes(32))))
    for trusted in ((HOUSE.public,), ()):
        (told,) = gone_on(evening, theirs, trusted=trusted)[0]
        assert "which is not the House's" in told.wrong


def test_a_checkpoint_of_a_journal_that_was_cut_or_is_another_is_found(floor: Path, kept: list[Content]) -> None:
    last = kept[-1]
    for table in ("journal", "seals"):
        change(floor, f"DELETE FROM {table} WHERE position > {last.position - 3}")
    (told,) = gone_on(floor, checkpoint(last))[0]
    assert "does not have the commit" in told.wrong
    assert any("it was made at entry" in one.wrong for one in gone_on(floor, None, checkpoint(last))[0])


def test_a_checkpoint_of_another_revision_is_not_gone_on_from(evening: Path, kept: list[Content]) -> None:
    (told,) = gone_on(evening, checkpoint(replace(kept[9], revision=kept[9].revision + 1)))[0]
    assert "verify all of it once" in told.wrong


# ---- Which one, and its file ----------------------------------------------------------------------------------------


def at(position: int, day: int) -> Checkpoint:
    return checkpoint(Content(position, "0" * 64, day * 86_400_000_000, 1, 0, 0, {}, {}))


@pytest.fixture
def three(tmp_path: Path) -> CheckpointFile:
    """Of the 11th, 12th and 14th of January 1970; the one in the middle was made last."""
    file = CheckpointFile(tmp_path / "checkpoints")
    for one in (at(100, 10), at(300, 13), at(200, 11)):
        file.append(one)
    return file


def test_the_last_one_or_the_last_up_to_an_entry_or_before_a_date(three: CheckpointFile) -> None:
    told = {since: three.since(since)[0].content.position for since in ("last", "199", "200", "201", "1970-01-14")}
    assert told == {"last": 300, "199": 100, "200": 200, "201": 200, "1970-01-14": 200}
    assert [one.content.position for one in three.since("199")[1]] == [300, 200]
    for since in ("99", "0", "1970-01-11"):
        with pytest.raises(CheckpointError, match="there is no checkpoint"):
            three.since(since)
    for since in ("yesterday", "-1", "1970-13-01", "²"):
        with pytest.raises(CheckpointError, match="neither last, nor an entry's number, nor a date"):
            three.since(since)


def test_those_before_the_one_that_is_gone_on_from_are_not_looked_at(three: CheckpointFile) -> None:
    first, *others = three.path.read_text("utf-8").splitlines(keepends=True)
    three.path.write_text("".join((first.replace('"rounds":0', '"rounds":1'), *others)), "utf-8")
    assert three.since("last")[0].content.position == 300
    for read in (three.read, lambda: three.since("150")):
        with pytest.raises(CheckpointError, match=r"line 1 of the checkpoints .* is not a checkpoint that was signed"):
            read()
    three.path.write_text("".join((*others, "nothing\n")), "utf-8")
    with pytest.raises(CheckpointError, match=r"line 3 of the checkpoints .* is not a checkpoint that was signed"):
        three.since("last")


@pytest.fixture
def key(tmp_path: Path) -> str:
    path = tmp_path / "key"
    path.write_bytes(KEYS.current.secret)
    path.chmod(0o600)
    return str(path)


def test_the_command_signs_one_and_goes_on_from_it(floor: Path, key: str) -> None:
    refused = croupier("verify", "--db", str(floor), "--since", "last")
    assert (refused.returncode, b"verify all of it, with --checkpoint" in refused.stderr) == (2, True)
    assert croupier("verify", "--db", str(floor), "--checkpoint").returncode == 2
    done = croupier("verify", "--db", str(floor), "--house-key", key, "--checkpoint")
    assert done.returncode == 0
    assert b"\ncheckpoint: entry " in done.stdout
    file = Path(f"{floor}.checkpoints")
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(CheckpointFile(file).read()) == 1
    again = croupier("verify", "--db", str(floor), "--house-key", key, "--since", "last", "--json")
    summary = json.loads(again.stdout)["summary"]
    assert (again.returncode, summary["entries"]) == (0, 0)
    assert summary["since"] == CheckpointFile(file).read()[0].content.position
    told = croupier("verify", "--db", str(floor), "--house-key", key, "--since", "last").stdout.decode()
    assert "were not looked at" in told
    assert croupier("verify", "--db", str(floor), "--house-key", key).returncode == 0  # which comes by it
    assert croupier("verify", "--db", str(floor), "--since", "soon").returncode == 2
    file.write_text(file.read_text("utf-8").replace('"rounds":12', '"rounds":13'), "utf-8")
    forged = croupier("verify", "--db", str(floor), "--house-key", key, "--since", "last")
    assert (forged.returncode, b"line 1 of the checkpoints" in forged.stderr) == (2, True)


def test_a_long_walk_leaves_checkpoints_on_its_way(
    floor: Path, key: str, kept: list[Content], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "EVERY", 50)
    assert croupier("verify", "--db", str(floor), "--house-key", key, "--checkpoint").returncode == 0
    found = [one.content for one in CheckpointFile(Path(f"{floor}.checkpoints")).read()]
    assert len(found) >= 3
    assert found[-1] == kept[-1]
    assert all(one in kept for one in found)


def test_nothing_is_signed_where_something_was_found(floor: Path, key: str) -> None:
    change(floor, "UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:ann'")
    done = croupier("verify", "--db", str(floor), "--house-key", key, "--checkpoint")
    assert (done.returncode, b"no checkpoint: it takes a record without findings" in done.stdout) == (1, True)
    assert not Path(f"{floor}.checkpoints").exists()
