"""Players' seeds at a table: sent between the commitment and the first card, and followed by the deal."""

from pathlib import Path

import pytest

from croupier.cards import Card
from croupier.floor.deciding.shoes import MOST_SEEDS
from croupier.floor.house.recovery import recover
from croupier.floor.journal.codec import read_state, write_state
from croupier.floor.running.floor import Floor
from croupier.floor.values.seeds import SeedRevealed, Stage, dealt_order, seed_digest
from croupier.floor.values.shuffle import Commitment
from croupier.floor.values.table import (
    CommitSeed,
    DiscardShoe,
    PlayBanked,
    PlayRoom,
    PrepareShoe,
    RevealSeed,
    SeedsClosed,
)
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager
from croupier.play.banked.events import CardsDealt
from croupier.play.refusal import Refusal
from croupier.play.room import events as room_events
from croupier.play.room.commands import JoinTable
from croupier.play.room.commands import OpenRound as OpenRoomRound
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.chance import SeededEntropy
from tests.floor.pit import voided
from tests.floor.random_floor import PLAN, agreed, asked, done, open_floor
from tests.floor.rigged import a_floor, events, in_order
from tests.floor.trays import count

STUD, POKER = "table:stud-1", "table:poker-1"
SEEDS = {"ann": b"a seed that is ann's", "bob": b"and one of bob's own"}


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN)


def refused(floor: Floor, stream: str, command: object, actor: str = "ann", role: Role = Role.PLAYER) -> str:
    reply = floor.submit(asked(stream, command, actor, role))[0]
    assert isinstance(reply, Refusal), reply
    return reply.sentence


def opened(floor: Floor) -> Commitment:
    """A round of Casino Stud with an Ante on two boxes."""
    done(floor, asked(STUD, PlayBanked(OpenRound()), "dealer", Role.DEALER))
    for box, player in ((1, "ann"), (2, "bob")):
        done(floor, asked(STUD, PlayBanked(PlaceWager(box, WagerName.ANTE, 5_000)), player, Role.PLAYER))
    return Commitment(floor.table("stud-1").info.root, 52)


def commit(floor: Floor, stream: str, commitment: Commitment, player: str) -> None:
    digest = seed_digest(commitment, player, SEEDS[player])
    done(floor, asked(stream, CommitSeed(digest), player, Role.PLAYER))


def reveal(floor: Floor, stream: str, player: str) -> None:
    done(floor, asked(stream, RevealSeed(SEEDS[player]), player, Role.PLAYER))


def dealt(floor: Floor, stream: str) -> list[Card]:
    """All cards of a stream, in the order in which they left the shoe."""
    dealings = (event for event in events(floor, stream) if isinstance(event, CardsDealt | room_events.CardsDealt))
    return [card for event in dealings for card in event.cards]


def test_the_deal_follows_the_seeds(floor: Floor) -> None:
    commitment = opened(floor)
    for player in SEEDS:
        commit(floor, STUD, commitment, player)
    for player in SEEDS:
        reveal(floor, STUD, player)
    shoe = floor.shoe(STUD)
    closing = done(floor, asked(STUD, PlayBanked(CloseBets()), "dealer", Role.DEALER))[0]
    assert SeedsClosed(1, ()) in closing.events
    order = dealt_order(commitment, [SeedRevealed(player, seed) for player, seed in SEEDS.items()])
    cards = dealt(floor, STUD)
    assert len(cards) == 16  # the Burnt Card, and five for each of two boxes and the Dealer
    assert cards == [shoe.cards[at] for at in order[:16]]
    assert tuple(cards) != shoe.cards[:16]


def test_without_seeds_the_committed_order_is_dealt(floor: Floor) -> None:
    opened(floor)
    shoe = floor.shoe(STUD)
    closing = done(floor, asked(STUD, PlayBanked(CloseBets()), "dealer", Role.DEALER))[0]
    assert not any(isinstance(event, SeedsClosed) for event in closing.events)
    assert tuple(dealt(floor, STUD)) == shoe.cards[:16]


def test_who_does_not_reveal_is_left_out_and_named(floor: Floor) -> None:
    commitment = opened(floor)
    for player in SEEDS:
        commit(floor, STUD, commitment, player)
    reveal(floor, STUD, "bob")
    shoe = floor.shoe(STUD)
    closing = done(floor, asked(STUD, PlayBanked(CloseBets()), "dealer", Role.DEALER))[0]
    assert SeedsClosed(1, ("ann",)) in closing.events
    order = dealt_order(commitment, [SeedRevealed("bob", SEEDS["bob"])])
    assert dealt(floor, STUD) == [shoe.cards[at] for at in order[:16]]
    assert "bets are closed" in refused(floor, STUD, RevealSeed(SEEDS["ann"]))


def test_the_first_revealed_seed_ends_the_digests(floor: Floor) -> None:
    commitment = opened(floor)
    commit(floor, STUD, commitment, "ann")
    reveal(floor, STUD, "ann")
    digest = seed_digest(commitment, "bob", SEEDS["bob"])
    assert "no longer accepted" in refused(floor, STUD, CommitSeed(digest), "bob")
    seeding = floor.table("stud-1").info.seeding
    assert seeding is not None
    assert seeding.stage is Stage.REVEALING


def test_what_is_not_taken(floor: Floor) -> None:
    assert "no shoe" in refused(floor, STUD, CommitSeed("0" * 64))
    commitment = opened(floor)
    assert "hexadecimal" in refused(floor, STUD, CommitSeed("ABC"))
    commit(floor, STUD, commitment, "ann")
    assert "already sent" in refused(floor, STUD, CommitSeed("0" * 64))
    assert "does not match the digest" in refused(floor, STUD, RevealSeed(b"another seed of ann's"))
    assert "no digest" in refused(floor, STUD, RevealSeed(SEEDS["bob"]), "bob")
    seeding = floor.table("stud-1").info.seeding
    assert seeding is not None
    assert seeding.stage is Stage.COMMITTING  # a refused seed has ended nothing
    assert "a Player" in refused(floor, STUD, CommitSeed("0" * 64), "dealer", Role.DEALER)
    assert "Dealer enters" in refused(floor, "table:bonus-2", CommitSeed("0" * 64))


def test_a_shoe_takes_so_many_seeds_and_no_more(floor: Floor) -> None:
    opened(floor)
    done(floor, *(asked(STUD, CommitSeed("0" * 64), f"p{at}", Role.PLAYER) for at in range(MOST_SEEDS)))
    assert "no more are accepted" in refused(floor, STUD, CommitSeed("0" * 64), "late")


def test_in_the_poker_room_the_shoe_is_prepared_before_the_round(floor: Floor) -> None:
    for seat, player in ((1, "ann"), (2, "bob")):
        done(floor, asked(POKER, PlayRoom(JoinTable(seat, 20_000, player)), player, Role.PLAYER))
    done(floor, asked(POKER, PrepareShoe(), "ann", Role.PLAYER))
    assert "prepared" in refused(floor, POKER, PrepareShoe())
    commitment = Commitment(floor.table("poker-1").info.root, 52)
    for player in SEEDS:
        commit(floor, POKER, commitment, player)
    reveal(floor, POKER, "ann")
    shoe = floor.shoe(POKER)
    opening = done(floor, asked(POKER, PlayRoom(OpenRoomRound()), "dealer", Role.DEALER))[0]
    assert SeedsClosed(1, ("bob",)) in opening.events
    order = dealt_order(commitment, [SeedRevealed("ann", SEEDS["ann"])])
    assert dealt(floor, POKER) == [shoe.cards[at] for at in order[:4]]
    assert floor.table("poker-1").info.shuffles == 1


def test_a_closed_table_prepares_nothing(floor: Floor) -> None:
    count(floor, "poker-1", ())
    assert "no shoe" in refused(floor, POKER, PrepareShoe())
    assert not floor.table("poker-1").info.root


def test_seeds_survive_a_restart(floor: Floor, tmp_path: Path) -> None:
    commitment = opened(floor)
    commit(floor, STUD, commitment, "ann")
    reveal(floor, STUD, "ann")
    shoe = floor.shoe(STUD)
    again = open_floor(tmp_path / "floor.db", entropy=SeededEntropy(6))
    agreed(floor, again)
    done(again, asked(STUD, PlayBanked(CloseBets()), "dealer", Role.DEALER))
    order = dealt_order(commitment, [SeedRevealed("ann", SEEDS["ann"])])
    assert dealt(again, STUD) == [shoe.cards[at] for at in order[:16]]
    in_order(again)


def test_a_snapshot_keeps_the_seeds(floor: Floor) -> None:
    commitment = opened(floor)
    commit(floor, STUD, commitment, "ann")
    reveal(floor, STUD, "ann")
    state = floor.table("stud-1")
    assert read_state(STUD, write_state(state)) == state


def test_a_prepared_shoe_outlives_a_round_that_is_void_after_all(floor: Floor) -> None:
    opened(floor)
    done(floor, asked(STUD, PlayBanked(CloseBets()), "dealer", Role.DEALER))
    for box, player in ((1, "ann"), (2, "bob")):
        done(floor, asked(STUD, PlayBanked(Choose(box, Decision.FOLD)), player, Role.PLAYER))
    done(floor, asked(STUD, PrepareShoe(), "ann", Role.PLAYER))
    root = floor.table("stud-1").info.root
    commit(floor, STUD, Commitment(root, 52), "ann")
    voided(floor, "stud-1")
    info = floor.table("stud-1").info
    assert (info.root, info.shuffles) == (root, 2)
    assert info.seeding is not None
    done(floor, asked(STUD, PlayBanked(OpenRound()), "dealer", Role.DEALER))
    assert floor.table("stud-1").info.root == root
    in_order(floor)


# ---- A start of the floor -------------------------------------------------------------------------------------------


def test_a_start_puts_an_unopened_shoe_aside_so_that_a_restored_copy_deals_other_cards(
    floor: Floor, tmp_path: Path
) -> None:
    for seat, player in ((1, "ann"), (2, "bob")):
        done(floor, asked(POKER, PlayRoom(JoinTable(seat, 20_000, player)), player, Role.PLAYER))
    done(floor, asked(POKER, PrepareShoe(), "ann", Role.PLAYER))
    floor.store.close()
    copy = tmp_path / "copy.db"
    copy.write_bytes((tmp_path / "floor.db").read_bytes())
    lives = []
    for path, chance in ((tmp_path / "floor.db", 7), (copy, 8)):
        again = open_floor(path, entropy=SeededEntropy(chance))
        assert again.table("poker-1").info.root
        assert recover(again) == []
        assert not again.table("poker-1").info.root
        assert not again.table("poker-1").info.seeding
        done(again, asked(POKER, PlayRoom(OpenRoomRound()), "dealer", Role.DEALER))
        assert again.table("poker-1").info.shuffles == 2
        lives.append(dealt(again, POKER))
        in_order(again)
        again.store.close()
    assert lives[0] != lives[1]


def test_a_shoe_that_cards_have_left_stays(floor: Floor, tmp_path: Path) -> None:
    """MBS 5.16.1 has the Players choose: those who stay are dealt the order that was committed to."""
    stream = "table:bonus-1"
    done(floor, asked(stream, PlayBanked(OpenRound()), "dealer", Role.DEALER))
    done(floor, asked(stream, PlayBanked(PlaceWager(1, WagerName.ANTE, 5_000)), "ann", Role.PLAYER))
    done(floor, asked(stream, PlayBanked(CloseBets()), "dealer", Role.DEALER))
    root = floor.table("bonus-1").info.root
    again = open_floor(tmp_path / "floor.db", entropy=SeededEntropy(6))
    recover(again)
    assert again.table("bonus-1").info.root == root


def test_nobody_else_puts_a_shoe_aside(floor: Floor) -> None:
    opened(floor)
    sentence = refused(floor, STUD, DiscardShoe(), "sue", Role.SHIFT_MANAGER)
    assert sentence == "Nobody may do this: the floor does it by itself"
    assert refused(floor, STUD, DiscardShoe(), "ann") == "Only a Shift Manager may do this"
