"""What must hold after every step of a history, whatever went wrong in it."""

import json
import pickle
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from croupier.cards import Card, format_card
from croupier.floor.journal.hidden import opened
from croupier.floor.journal.sealing import KeyRing
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import StreamState, events_of, evolved
from croupier.floor.values.entries import GENESIS, Entry, entry_hash
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.play.banked.view import TableView, view
from croupier.play.room.view import RoomView, room_view
from croupier.play.viewer import HIDDEN, Viewer
from croupier.rules.terms import STAFF, Role
from tests.floor.money_model import Money
from tests.floor.random_floor import KEYS
from tests.room import chips_on

GUEST: Final = Viewer(Role.PLAYER, "passer-by")
STREETS: Final = (0, 3, 4, 5)
"""How many Community Cards of the poker room lie open, street by street."""


class Checkers:
    """Follows what is durable, from outside, and compares the floor with it."""

    def __init__(self, keys: KeyRing = KEYS) -> None:
        self.ring = keys
        """With which the House seals its cards."""
        self.hashes: list[str] = []
        """Of every entry that was ever seen to be durable, in order."""
        self.streams: dict[str, StreamState] = {}
        """The streams, played again from the entries alone."""
        self.keys: dict[tuple[str, str], int] = {}
        self.money = Money()
        self.secrets: dict[str, Secrets] = {}

    def copy(self) -> "Checkers":
        """For another history that begins like this one, which has come to its end."""
        made = Checkers(self.ring)
        made.hashes, made.streams, made.keys = list(self.hashes), dict(self.streams), dict(self.keys)
        made.money, made.secrets = pickle.loads(self._kept)
        return made

    @cached_property
    def _kept(self) -> bytes:
        """The books and what was seen, as they are copied: pickled once, since evenings are copied often."""
        return pickle.dumps((self.money, self.secrets))

    # ---- What is durable ----------------------------------------------------------------------------------------

    def follow(self, entries: Sequence[Entry]) -> set[str]:
        """New entries: chained, once a key, and booked a second time. Returns their streams."""
        for entry in entries:
            kept = self.streams.get(entry.stream, StreamState(None))
            assert (entry.version, entry.previous) == (kept.version + 1, kept.hash or GENESIS), (
                f"{entry.stream} {entry.version} does not follow on {kept.version}"
            )
            assert entry.hash == entry_hash(entry), f"{entry.stream} {entry.version} has another hash"
            name = (entry.stream, entry.key)
            assert not entry.key or name not in self.keys, f"{entry.key} happened twice"
            if entry.key:
                self.keys[name] = entry.version
            clear = opened(entry, self.ring, lambda _stream, _first: "")
            assert clear is not None, f"{entry.stream} {entry.version} cannot be opened"
            state = kept.state
            for event in events_of(state, clear):
                state = evolved(entry.stream, state, event, entry.at, entry.entered)[0]
            self.streams[entry.stream] = StreamState(state, entry.version, entry.hash, 0)
            self.hashes.append(entry.hash)
            told = json.loads(clear.events)
            self.money.told_of(entry.stream, told)
            kind, _, table = entry.stream.partition(":")
            if kind == "table":
                self.secrets.setdefault(table, Secrets()).told_of(told)
        return {entry.stream for entry in entries}

    def kept(self, entries: Sequence[Entry], acknowledged: Mapping[tuple[str, str], int]) -> None:
        """After a crash everything that was durable is, and everything that somebody was told is so."""
        assert [one.hash for one in entries[: len(self.hashes)]] == self.hashes, "the disk has lost or changed entries"
        there = {(one.stream, one.key): one.version for one in entries if one.key}
        for name, version in acknowledged.items():
            assert there.get(name) == version, f"{name[1]} was acknowledged and is not there"

    def acknowledged(self, acknowledged: Mapping[tuple[str, str], int]) -> None:
        """Whatever somebody was told is so is durable, at that version."""
        for name, version in acknowledged.items():
            assert self.keys.get(name) == version, f"{name[1]} was acknowledged and is not durable"

    def whole(self, several: Sequence[Sequence[tuple[str, str]]]) -> None:
        """Of an act of several requests all is durable, or nothing."""
        for act in several:
            there = [name in self.keys for name in act]
            assert all(there) or not any(there), f"only a part of the act of {act[0][1]} is durable"

    # ---- The floor beside it ------------------------------------------------------------------------------------

    def agree(self, floor: Floor, touched: set[str]) -> None:
        """The floor has what its entries say: states, money, and nothing for eyes that it is not for."""
        assert floor.position == len(self.hashes), f"the floor is at {floor.position}, the disk at {len(self.hashes)}"
        assert floor.streams.keys() == self.streams.keys()
        for name, kept in floor.streams.items():
            mine = self.streams[name]
            assert (kept.version, kept.hash) == (mine.version, mine.hash), f"{name} is not where its entries are"
            if name in touched:
                assert kept.state == mine.state, f"{name} is not what its entries say"
        self.money.check({name: cents for name, cents in floor.balances.items() if cents})
        for name in touched:
            if name.startswith("table:"):
                self._table(floor, name.partition(":")[2])

    def _table(self, floor: Floor, name: str) -> None:
        state = floor.table(name)
        if isinstance(state, RoomTable):
            assert floor.balances.get(f"stakes:{name}", 0) == chips_on(state.engine), f"chips hang at {name}"
        elif not state.running:
            assert not floor.balances.get(f"layout:{name}", 0), f"chips hang at {name}"
        if state.info.automatic and state.info.root and not state.info.claims:
            assert not state.cards_due(), f"{name} waits for cards"
        secrets = self.secrets[name]
        for player in sorted(state.players):
            secrets.check(state, Viewer(Role.PLAYER, player))
        for viewer in (GUEST, Viewer(Role.DISPLAY), Viewer(Role.DEALER), Viewer(Role.SHIFT_MANAGER)):
            secrets.check(state, viewer)


class Secrets:
    """Who may see which card of a table's round, from the events alone; what was once seen stays seen."""

    def __init__(self) -> None:
        self.seats: dict[str, str] = {}
        """Who sits where, in the poker room."""
        self.begin()

    def begin(self) -> None:
        """Another round: nobody has seen anything."""
        self.looked: set[tuple[str, str]] = set()
        """Player and place."""
        self.shown: set[str] = set()
        self.inspected: dict[str, set[str]] = {}
        self.exposed: set[int] = set()
        self.turned = 0
        self.dealer, self.dealer_up = False, -1
        self.dealt = dict(self.seats)

    def told_of(self, events: Sequence[Mapping[str, Any]]) -> None:
        """What an entry said."""
        for event in events:
            self._event(event)

    def _event(self, event: Mapping[str, Any]) -> None:
        place = str(event.get("box", event.get("seat", "")))
        match event["type"]:
            case "PlayerJoined":
                self.seats[place] = event["player"]
            case "PlayerLeft":
                self.seats.pop(place, None)
            case "RoundOpened":
                self.begin()
            case "HandLookedAt":
                self.looked.add((event.get("player") or self.dealt.get(place, ""), place))
            case "HandShown":
                self.shown.add(place)
            case "HandInspected":
                self.inspected.setdefault(place, set()).add(event["role"])
            case "CommunityRevealed":
                self.turned += event["count"]
            case "DealerRevealed":
                self.dealer = True
            case "DealerCardUp":
                self.dealer_up = event["index"]
            case "CardsExposed":
                self.exposed.update(event["cards"])
            case "ActTakenBack":
                self._untold(event["act"])
            case "DecisionCorrected":
                for act in event["dropped"]:
                    self._untold(act)
            case _:
                pass

    def _untold(self, act: Sequence[Mapping[str, Any]]) -> None:
        """Cards that were never turned, it turns out."""
        self.turned -= sum(one["count"] for one in act if one["type"] == "CommunityRevealed")

    def may_see(self, viewer: Viewer, place: str) -> bool:
        """Whether somebody may see a hand."""
        if place in self.shown:
            return True
        if viewer.role is Role.PLAYER:
            return (viewer.player, place) in self.looked
        ranks = [one.value for one in STAFF]
        if viewer.role.value not in ranks:
            return False
        return any(ranks.index(viewer.role.value) >= ranks.index(one) for one in self.inspected.get(place, ()))

    def check(self, state: BankedTable | RoomTable, viewer: Viewer) -> None:
        """Whatever somebody's view of the table shows, they may see."""
        if isinstance(state, BankedTable):
            self._banked(view(state.game, state.engine, viewer), state, viewer)
        else:
            self._room(room_view(state.game, state.engine, viewer), viewer)

    def _banked(self, seen: TableView, state: BankedTable, viewer: Viewer) -> None:
        exposed = {format_card(Card(card)) for card in self.exposed}
        dealt_up = (
            1 if "stud" in state.info.game else 0
        )  # the documents' one card of the Dealer's that is dealt face up
        for box in seen.boxes:
            if not self.may_see(viewer, str(box.box)):
                shown = [card for card in box.cards if card != HIDDEN and card not in exposed]
                assert not shown, f"{viewer} sees {shown} in box {box.box} of {seen.table}"
        lying = [card for card in seen.community if card != HIDDEN and card not in exposed]
        assert len(lying) <= self.turned, f"{viewer} sees {lying} of the Community Cards of {seen.table}"
        up = [card for card in seen.dealer if card != HIDDEN and card not in exposed]
        most = dealt_up + (self.dealer_up >= 0)
        assert self.dealer or len(up) <= most, f"{viewer} sees {up} of the Dealer of {seen.table}"

    def _room(self, seen: RoomView, viewer: Viewer) -> None:
        for seat in seen.seats:
            if not self.may_see(viewer, str(seat.seat)):
                shown = [card for card in seat.cards if card != HIDDEN]
                assert not shown, f"{viewer} sees {shown} at seat {seat.seat} of {seen.table}"
        assert len(seen.community) in STREETS, f"{viewer} sees {seen.community} of {seen.table}"
