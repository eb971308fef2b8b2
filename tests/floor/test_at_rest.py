"""Cards of a round in play at rest: in the database, its log and copies of both nobody finds one; afterwards all do."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.floor.house.recovery import Recovered, recover
from croupier.floor.journal import codec
from croupier.floor.journal.hidden import blanked, holds_cards
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import Store, StoreError, open_engine
from croupier.floor.running import transaction
from croupier.floor.running.floor import Floor
from croupier.floor.values.entries import Entry, entry_hash
from croupier.floor.values.record import CountersignRecord, ProposeRecord, ReplaceKey
from croupier.floor.values.requests import Request
from croupier.floor.values.table import PlayBanked, PlayRoom, TableCommand
from croupier.floor.verify.finding import Summary
from croupier.floor.verify.verification import verify
from croupier.play.banked import events as bank
from croupier.play.banked.commands import BankedCommand, CloseBets, CorrectCard, DealCards, Look, TakeDecision
from croupier.play.room import commands as room
from croupier.play.room import events as room_events
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role
from tests.floor.random_floor import KEYS, asked, done, open_floor
from tests.floor.rigging import RiggedEntropy
from tests.floor.tampering import change, entries, findings, rewrite
from tests.floor.test_recovery import BONUS, POKER, House, house
from tests.sampling import first
from tests.sitting import HOUSE_GAMES

__all__ = ["house"]

STUD = "rws-casino-stud"
HANDS = tuple(f"hand-{game}" for game in HOUSE_GAMES)


def play(house: House, table: str) -> None:
    """A round in which cards lie on the table and somebody has to decide."""
    if table == POKER:
        stream = f"table:{table}"
        for seat, player in ((1, "ann"), (2, "bob")):
            done(house.floor, asked(stream, PlayRoom(room.JoinTable(seat, 4_000)), player, Role.PLAYER))
        done(house.floor, asked(stream, PlayRoom(room.OpenRound()), "dealer", Role.DEALER))
        return
    house.bet(table)
    house.do(table, CloseBets())
    while table in HANDS and house.state(table).cards_due():
        house.deal(table)


def finish(house: House, table: str) -> None:
    if table == POKER:
        state: Any = house.floor.table(table)
        hand = state.engine.round.hands[state.engine.round.turn]
        done(house.floor, asked(f"table:{table}", PlayRoom(room.Act(hand.seat, Move.FOLD)), hand.player, Role.PLAYER))
        return
    while (state := house.state(table)).running:
        if state.cards_due():
            house.deal(table)
        elif (due := state.due()) is not None:
            house.do(table, due.command)
        else:
            house.choose(table)


def copied(path: Path, to: Path) -> Path:
    """What somebody takes away who can read the files: the database and its log."""
    to.mkdir(exist_ok=True)
    for one in (path, Path(f"{path}-wal")):
        if one.exists():
            shutil.copy(one, to / one.name)
    return to / path.name


def stored(path: Path, stream: str) -> list[tuple[Any, tuple[Any, ...]]]:
    """Every command and its events, as somebody without a key reads them."""
    kind = "room" if stream == f"table:{POKER}" else "banked"
    return [
        (codec.read_command(stream, entry.schema, entry.command), codec.read_events(kind, entry.schema, entry.events))
        for entry in entries(path, stream)
    ]


def cards_in(path: Path, table: str) -> list[Any]:
    """Whatever is stored of a table and names a card."""
    told = [one for command, events in stored(path, f"table:{table}") for one in (command, *events)]
    return [one for one in told if blanked(one) != one]


def dealt(floor_store: Store, table: str) -> list[int]:
    """The cards of a table as a reader of the record has them."""
    with floor_store.reading() as reading:
        told = [json.loads(one.events) for one in reading.entries(f"table:{table}")]
    return [card for events in told for event in events if event["type"] == "CardsDealt" for card in event["cards"]]


@pytest.mark.parametrize("table", first(3, [STUD, POKER, HANDS[0], BONUS, *HOUSE_GAMES[1:], *HANDS[1:]]))
def test_nobody_finds_a_card_of_a_round_in_play_in_the_files(house: House, table: str, tmp_path: Path) -> None:
    play(house, table)
    assert house.floor.table(table).running
    cards = dealt(house.floor.store, table)
    assert len(cards) >= 4
    assert UNKNOWN not in cards
    path = copied(house.path, tmp_path / "taken")
    assert not cards_in(path, table)
    as_text, as_bytes = ",".join(map(str, cards[:4])).encode(), bytes(cards[:4])
    for file in (path, Path(f"{path}-wal")):
        raw = file.read_bytes() if file.exists() else b""
        assert as_text not in raw
        assert as_bytes not in raw
    finish(house, table)
    assert not house.floor.table(table).running
    path = copied(house.path, tmp_path / "later")
    store = Store(open_engine(str(path)))
    assert dealt(store, table)[: len(cards)] == cards  # without the key of the House
    store.close()
    assert not findings(path, keys=None)
    assert not findings(path)


def test_what_is_stored_in_play_does_not_depend_on_the_cards(tmp_path: Path) -> None:
    """Two rounds that differ in nothing but the order of the shoe: nothing that can be read differs, nor its length."""
    told = []
    for seed in (1, 2):
        (tmp_path / str(seed)).mkdir()
        house = House(tmp_path / str(seed) / "floor.db")
        house.floor.entropy = RiggedEntropy(seed)
        play(house, STUD)
        house.do(STUD, Look(1), by="ann")
        cards = dealt(house.floor.store, STUD)
        rows = entries(copied(house.path, tmp_path / f"taken-{seed}"), f"table:{STUD}")
        house.floor.store.close()
        told.append((cards, [_readable(one) for one in rows]))
    (one, seen), (other, also) = told
    assert one != other
    assert seen == also
    assert any(length for *_, length, _ in seen)


def _readable(entry: Entry) -> tuple[Any, ...]:
    command = "" if '"root"' in entry.command else entry.command  # the commitment itself, which hides the order
    events = "" if '"root"' in entry.events else entry.events
    return (entry.version, entry.actor, entry.role, command, events, entry.postings, len(entry.sealed), entry.opens)


def test_a_restart_finds_the_cards_and_they_lie_open_after_the_round(house: House, tmp_path: Path) -> None:
    play(house, HANDS[0])
    before, cards = house.floor.table(HANDS[0]), dealt(house.floor.store, HANDS[0])
    house.floor.store.close()
    house.floor = open_floor(house.path)
    assert house.floor.table(HANDS[0]) == before
    finish(house, HANDS[0])
    assert dealt(house.floor.store, HANDS[0])[: len(cards)] == cards
    given = [one.opens for one in entries(house.path, f"table:{HANDS[0]}") if one.opens]
    assert len(given) == 1  # before and after the restart under one key
    play(house, HANDS[0])
    assert given[0] not in str(entries(house.path, f"table:{HANDS[0]}")[-1])
    store = Store(open_engine(str(copied(house.path, tmp_path / "taken"))))
    assert set(dealt(store, HANDS[0])[-4:]) == {UNKNOWN}  # the next round has another
    store.close()


def test_another_server_of_the_house_ends_a_round_with_the_key_of_its_first_card(house: House) -> None:
    """A table may change hands between servers in the middle of a round."""
    other = open_floor(house.path, entropy=RiggedEntropy(5))
    play(house, HANDS[0])
    assert other.follow()
    assert other.streams[f"table:{HANDS[0]}"] == house.floor.streams[f"table:{HANDS[0]}"]
    assert other.streams[f"table:{HANDS[0]}"].sealing is not None
    first_, house.floor = house.floor, other
    finish(house, HANDS[0])
    first_.store.close()
    assert not findings(house.path, keys=None)


def test_no_state_is_kept_of_a_round_in_play(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", 1)

    def kept() -> Iterator[Any]:
        with closing(sqlite3.connect(house.path)) as connection:
            for stream, state in connection.execute("SELECT stream, state FROM snapshots WHERE stream LIKE 'table:%'"):
                yield codec.read_state(stream, state)

    play(house, STUD)
    assert not any(one.running for one in kept())
    finish(house, STUD)
    assert any(one.engine.rounds == 1 for one in kept())
    monkeypatch.undo()
    with house.floor.store.reading() as reading:
        assert not list(verify(reading, keys=KEYS))


def test_a_record_is_verified_without_the_key_and_says_what_it_could_not_open(house: House, tmp_path: Path) -> None:
    play(house, STUD)
    path = copied(house.path, tmp_path / "taken")
    summary = Summary()
    assert not findings(path, keys=None, summary=summary)
    assert summary.sealed > 0
    summary = Summary()
    assert not findings(path, summary=summary)
    assert summary.sealed == 0
    other = KeyRing(Key(bytes(32)))
    store = Store(open_engine(str(path)))
    with store.reading() as reading:
        summary = Summary()
        told = [one for one in verify(reading, keys=other, summary=summary) if one.table == "journal"]
    store.close()
    assert not told  # only the decks are of another key
    assert summary.sealed > 0


def test_what_was_changed_or_kept_back_is_found(house: House, tmp_path: Path) -> None:
    for _ in range(2):
        play(house, STUD)
        finish(house, STUD)
    stream = f"table:{STUD}"
    house.floor.store.close()
    found = entries(house.path, stream)
    hidden = next(one for one in found if one.sealed)
    ends = next(one for one in found if one.opens)
    other = [one.sealed for one in found if one.sealed][-1]
    wrong = ("A" if hidden.sealed[80] != "A" else "B").join((hidden.sealed[:80], hidden.sealed[81:]))
    for name, version, changes, told in (
        ("text", hidden.version, {"sealed": "nothing"}, "these are no sealed cards"),
        ("byte", hidden.version, {"sealed": wrong}, "sealed for another entry, or have been changed"),
        ("moved", hidden.version, {"sealed": other}, "for another entry"),
        ("key", ends.version, {"opens": "00" * 32}, "its key is not there or does not open"),
        ("gone", ends.version, {"opens": ""}, "its key is not there or does not open"),
    ):
        path = copied(house.path, tmp_path / name)
        rewrite(path, stream, version, **changes)
        assert any(told in one.wrong for one in findings(path, keys=None)), (name, findings(path, keys=None))
    path = copied(house.path, tmp_path / "hash")
    change(path, "UPDATE journal SET opens = '' WHERE opens <> ''")
    assert any("does not match its hash" in one.wrong for one in findings(path))


def test_a_changed_field_is_a_sentence_to_whoever_reads(house: House, tmp_path: Path) -> None:
    play(house, STUD)
    path = copied(house.path, tmp_path / "taken")
    change(path, "UPDATE journal SET sealed = 'x' WHERE sealed <> ''")
    with pytest.raises(StoreError, match="no sealed cards"):
        open_floor(path)


def test_a_repeated_deal_is_answered_as_the_first_time(house: House) -> None:
    table = HANDS[0]
    house.bet(table)
    house.do(table, CloseBets())
    cards = tuple(Card(card) for card in range(2))
    deal = replace(asked(f"table:{table}", PlayBanked(DealCards(cards)), "dealer", Role.DEALER), key="d1")
    first_, second = house.floor.submit(deal, deal)  # in one commit
    third = house.floor.submit(deal)[0]
    other = house.floor.submit(replace(deal, command=PlayBanked(DealCards((Card(9), Card(8))))))[0]
    assert getattr(first_, "events", 1) == getattr(second, "events", 2) == getattr(third, "events", 3)
    assert "used for something else" in str(other)


# ---- A lost key -----------------------------------------------------------------------------------------------------

OTHER = KeyRing(Key(bytes(32)))
LAST = dict.fromkeys(HOUSE_GAMES, "5.24") | {"rws-progressive-texas-holdem": "5.23", BONUS: "6.1"}
"""The paragraph of each document that leaves whatever it does not cover to a manager."""


def without_key(house: House) -> list[Recovered]:
    """The house opens with another key, which two people have signed for, and rules on what it finds in play."""
    house.floor.store.close()
    store = Store(open_engine(str(house.path)))
    house.floor = Floor(store, clock=house.floor.clock, entropy=RiggedEntropy(7), keys=OTHER)
    lost = ReplaceKey(Signer(OTHER.current).public, True, "burnt")
    manager = Role.SHIFT_MANAGER
    if "record" not in house.floor.streams:
        done(house.floor, Request("record", "mia", manager, ProposeRecord(lost)))
        done(house.floor, Request("record", "max", manager, CountersignRecord(1)))
    return recover(house.floor)


@pytest.mark.parametrize("table", first(2, [POKER, STUD, *(game for game in HOUSE_GAMES if game not in {STUD, BONUS})]))
def test_an_undecided_round_whose_key_is_lost_is_void(house: House, table: str) -> None:
    """CSP, MLP and PTHP 5.7.2, RWP 5.1.2: no card is needed for that."""
    before = {name: cents for name, cents in house.floor.balances.items() if name.startswith("wallet:")}
    play(house, table)
    (ruled,) = without_key(house)
    assert (ruled.ruling, ruled.cites[0]) == (Ruling.VOID_ROUND, "5.1.2" if table == POKER else "5.7.2")
    assert not house.floor.table(table).running
    if table != POKER:  # whose Players keep their stakes on the table
        assert {name: house.floor.balances[name] for name in before} == before
    _verified_without_it(house)


@pytest.mark.parametrize("table", first(2, [STUD, BONUS, *(game for game in HOUSE_GAMES if game not in {STUD, BONUS})]))
def test_a_decided_round_whose_key_is_lost_is_left_to_a_manager(house: House, table: str) -> None:
    """5.7.1 and 5.16.2 have it played to its end, which nobody can: the last paragraph names who decides."""
    play(house, table)
    house.choose(table, Decision.FOLD)
    (ruled,) = without_key(house)
    assert (ruled.ruling, ruled.cites) == (Ruling.ROLE_DECIDES, (LAST[table],))
    (again,) = without_key(house)  # another start changes nothing
    assert again.cites == ruled.cites
    (pending,) = house.state(table).engine.pending
    assert pending.role is Role.SHIFT_MANAGER
    void = TakeDecision(pending.number, "void_round", "the key is lost")
    for name in ("mia", "max"):  # two sign for a void
        done(house.floor, asked(f"table:{table}", PlayBanked(void), name, Role.SHIFT_MANAGER))
    assert not house.state(table).running
    _verified_without_it(house)


def _verified_without_it(house: House) -> None:
    summary = Summary()
    told = [one for one in findings(house.path, keys=None, summary=summary) if one.table == "journal"]
    assert not told, told
    assert summary.lost == 1
    assert summary.sealed > 0


# ---- Where cards can stand ------------------------------------------------------------------------------------------


def test_cards_are_found_wherever_they_are_declared() -> None:
    ten, two = Card(32), Card(1)
    assert blanked(DealCards((ten, two))) == DealCards((UNKNOWN, UNKNOWN))
    assert blanked(PlayBanked(CorrectCard("dealer", 0, ten))) == PlayBanked(CorrectCard("dealer", 0, UNKNOWN))
    assert blanked(PlayRoom(room.ShowHand(3, (ten, two)))) == PlayRoom(room.ShowHand(3, (UNKNOWN, UNKNOWN)))
    piles = bank.CardsReconstructed((("1", (ten,)),), (("dealer", (two, ten)),), ("5.1",))
    assert blanked(piles).after == (("dealer", (UNKNOWN, UNKNOWN)),)
    told = room_events.CardsDealt((ten, two), ("1", "2"), ("3.1",))
    assert blanked(told).places == ("1", "2")
    look = Look(1)
    assert blanked(look) is look


def test_every_field_called_after_cards_is_declared_as_cards() -> None:
    """A field of whole numbers that are cards, and not declared so, would be stored in the clear."""
    named = {"card", "cards", "community", "burnt", "piles", "hole", "deck"}
    kinds = [*get_args(BankedCommand), *get_args(room.RoomCommand), *get_args(TableCommand)]
    kinds += [*get_args(bank.BankedEvent), *get_args(room_events.RoomEvent)]
    for kind in kinds:
        for name in named & set(kind.__struct_fields__):
            assert holds_cards(kind), (kind, name)


def test_an_entry_without_hidden_cards_has_the_hash_of_before() -> None:
    """Entries of earlier databases keep theirs, byte for byte."""
    plain = Entry("cage", 1, 2, "ann", "cage", "k", 1, "{}", "[]", "[]", "0" * 64, "")
    parts = b'["cage",1,2,"ann","cage","k",1,"{}","[]","[]","' + b"0" * 64 + b'"]'
    assert entry_hash(plain) == hashlib.sha256(b"croupier journal entry 1\n" + parts).hexdigest()
    assert entry_hash(plain) != entry_hash(replace(plain, opens="00"))
    assert entry_hash(replace(plain, sealed="a")) != entry_hash(replace(plain, opens="a"))
