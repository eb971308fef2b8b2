"""Commitments and openings, against the digests worked out a second time from their description."""

import hashlib
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card, format_card
from croupier.floor.values import merkle
from croupier.floor.values.shuffle import Commitment, Opening, Shuffle, check, dealt, prove
from tests.floor.chance import SeededEntropy


def sha(text: str, *parts: bytes) -> bytes:
    return hashlib.sha256(f"croupier-shuffle-1:{text}:".encode("ascii") + b"".join(parts)).digest()


def top_of(digests: list[bytes]) -> bytes:
    """From the top down: the left side is as large a power of two as leaves something for the right."""
    if len(digests) == 1:
        return digests[0]
    split = 1
    while split * 2 < len(digests):
        split *= 2
    return sha("node", top_of(digests[:split]), top_of(digests[split:]))


def expected_root(shuffle: Shuffle) -> str:
    leaves = [
        sha("leaf", at.to_bytes(1, "big"), format_card(card).encode("ascii"), salt)
        for at, (card, salt) in enumerate(zip(shuffle.cards, shuffle.salts, strict=True))
    ]
    return sha("root", len(leaves).to_bytes(1, "big"), top_of(leaves)).hex()


@st.composite
def shuffles(draw: st.DrawFn, least: int = 1) -> Shuffle:
    cards = draw(st.lists(st.sampled_from(DECK), min_size=least, max_size=52, unique=True))
    return Shuffle.fresh(SeededEntropy(draw(st.integers(0, 2**32))), cards)


@pytest.mark.parametrize("count", range(1, 53))
def test_the_root_is_as_described_and_every_place_opens(count: int) -> None:
    shuffle = Shuffle.fresh(SeededEntropy(count), DECK[:count])
    assert shuffle.root == expected_root(shuffle)
    assert shuffle.commitment == Commitment(shuffle.root, count, "croupier-shuffle-1")
    openings = prove(shuffle, range(count))
    assert tuple(opening.card for opening in openings) == shuffle.cards
    assert tuple(opening.salt for opening in openings) == shuffle.salts
    assert all(check(shuffle.commitment, opening) for opening in openings)


def test_a_known_shuffle_has_a_known_root() -> None:
    """Commitments published once must be checkable for ever, so this never changes."""
    shuffle = Shuffle(DECK, tuple(bytes([at]) * 16 for at in range(52)))
    assert shuffle.root == KNOWN_ROOT == expected_root(shuffle)


@settings(deadline=None)
@given(shuffles(), st.data())
def test_an_opening_holds_one_card_and_nothing_of_the_others(shuffle: Shuffle, data: st.DataObject) -> None:
    asked = data.draw(st.lists(st.sampled_from(range(len(shuffle.cards))), unique=True))
    openings = prove(shuffle, asked)
    assert [opening.position for opening in openings] == asked
    handed_over = msgspec.msgpack.encode(openings)
    for at, salt in enumerate(shuffle.salts):
        assert (salt in handed_over) == (at in asked)


@settings(deadline=None)
@given(shuffles(least=2), st.data())
def test_no_opening_fits_after_any_change(shuffle: Shuffle, data: st.DataObject) -> None:
    commitment, count = shuffle.commitment, len(shuffle.cards)
    (opening,) = prove(shuffle, [data.draw(st.integers(0, count - 1))])
    other_card = data.draw(st.sampled_from([card for card in DECK if card != opening.card]))
    bit = data.draw(st.integers(0, 16 * 8 - 1))
    step = data.draw(st.integers(0, len(opening.path) - 1))
    changed = bytes([opening.path[step][0] ^ 1]) + opening.path[step][1:]
    tampered = [
        replace(opening, card=other_card),
        replace(opening, card=UNKNOWN),
        replace(opening, card=Card(-1)),
        replace(opening, card=Card(53)),
        replace(opening, salt=(int.from_bytes(opening.salt, "big") ^ 1 << bit).to_bytes(16, "big")),
        replace(opening, salt=opening.salt + b"\0"),
        replace(opening, salt=b""),
        replace(opening, path=(*opening.path[:step], changed, *opening.path[step + 1 :])),
        replace(opening, path=(*opening.path[:step], b"", *opening.path[step + 1 :])),
        replace(opening, path=opening.path[:-1]),
        replace(opening, path=(*opening.path, bytes(32))),
        *(replace(opening, position=at) for at in range(-1, 2 * count) if at != opening.position),
    ]
    assert [one for one in tampered if check(commitment, one)] == []
    root = bytes.fromhex(commitment.root)
    others = [
        replace(commitment, root=(bytes([root[0] ^ 0x80]) + root[1:]).hex()),
        replace(commitment, root=""),
        replace(commitment, root="\udc80é"),
        replace(commitment, scheme="croupier-shuffle-2"),
        *(replace(commitment, count=other) for other in (*range(-1, 60), 256, 10**9) if other != count),
    ]
    assert [one for one in others if check(one, opening)] == []


@pytest.mark.parametrize(("name", "card", "salt"), [("??", UNKNOWN, bytes(16)), ("2c", Card(0), b"")])
def test_a_house_that_commits_to_no_card_or_hides_none_has_committed_to_nothing(
    name: str, card: Card, salt: bytes
) -> None:
    leaf = sha("leaf", b"\0", name.encode(), salt)
    crooked = Commitment(sha("root", b"\1", leaf).hex(), 1)
    assert not check(crooked, Opening(0, card, salt, ()))


@pytest.mark.parametrize(("count", "fits"), [(52, True), (53, False)])
def test_no_deck_has_more_than_52_cards(count: int, fits: bool) -> None:
    leaves = [sha("leaf", bytes([at]), b"As", bytes(16)) for at in range(count)]
    commitment = Commitment(sha("root", bytes([count]), top_of(leaves)).hex(), count)
    assert check(commitment, Opening(7, DECK[-1], bytes(16), merkle.path(merkle.levels(leaves), 7))) == fits


def test_a_node_cannot_pass_for_a_leaf_nor_a_top_for_a_root() -> None:
    leaves = [bytes([at]) * 32 for at in range(5)]
    tree = merkle.levels(leaves)
    assert [len(level) for level in tree] == [5, 3, 2, 1]
    assert tree[1][2] == tree[2][1] == leaves[4]  # the last of an odd level moves up as it is
    assert merkle.levels(tree[1])[-1] == tree[-1]  # the tops alone do not say how many leaves there are, roots do
    assert merkle.levels([*leaves, leaves[4]])[-1] != tree[-1]


def test_two_shuffles_have_nothing_in_common() -> None:
    entropy = SeededEntropy(1)
    one, two = Shuffle.fresh(entropy), Shuffle.fresh(entropy)
    assert one.root != two.root
    assert not set(one.salts) & set(two.salts)
    assert not any(check(two.commitment, opening) for opening in prove(one, range(52)))


def test_the_same_order_has_another_root_every_time() -> None:
    """Otherwise the root of a small remainder could be found by trying all orders."""
    roots = {Shuffle.fresh(SeededEntropy(seed), DECK[:1]).root for seed in range(50)}
    assert len(roots) == 50


def test_the_rest_of_a_deck_is_shuffled_as_a_commitment_of_its_own() -> None:
    entropy = SeededEntropy(11)
    first = Shuffle.fresh(entropy)
    rest = Shuffle.fresh(entropy, first.cards[17:])
    assert sorted(rest.cards) == sorted(first.cards[17:])
    assert rest.cards != first.cards[17:]
    assert rest.commitment.count == 35
    assert all(check(rest.commitment, opening) for opening in prove(rest, range(35)))


@pytest.mark.parametrize("position", [-1, 52, 1000])
def test_there_is_no_proof_of_a_place_that_is_not_there(position: int) -> None:
    with pytest.raises(ValueError, match="no position"):
        prove(Shuffle.fresh(SeededEntropy(1)), [position])


SALTS = tuple(bytes([at]) * 16 for at in range(3))


@pytest.mark.parametrize(
    ("cards", "salts", "why"),
    [
        ((), (), "at least one"),
        ((Card(0), Card(1), UNKNOWN), SALTS, "known cards"),
        ((Card(0), Card(1), Card(-1)), SALTS, "known cards"),
        ((Card(0), Card(1), Card(0)), SALTS, "2c is in the shuffle twice"),
        ((Card(0), Card(1)), SALTS, "salt of 16 bytes"),
        ((Card(0), Card(1), Card(2)), (*SALTS[:2], b"short"), "salt of 16 bytes"),
        ((Card(0), Card(1), Card(2)), (*SALTS[:2], SALTS[0]), "same salt"),
    ],
)
def test_a_shuffle_that_cannot_be_is_refused(cards: tuple[Card, ...], salts: tuple[bytes, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Shuffle(cards, salts)


def test_a_source_of_chance_that_stands_still_is_noticed() -> None:
    class Stuck:
        def draw(self, count: int) -> bytes:
            return bytes(count)

    with pytest.raises(ValueError, match="source of chance is broken"):
        Shuffle.fresh(Stuck())


def test_a_shuffle_does_not_print_its_cards() -> None:
    shuffle = Shuffle.fresh(SeededEntropy(2))
    for text in (repr(shuffle), str(shuffle), f"{shuffle}", repr([shuffle])):
        assert f"Shuffle of 52 cards, root {shuffle.root[:16]}" in text
        assert len(text) < 80


def test_cards_leave_the_shoe_in_the_order_given() -> None:
    shuffle = Shuffle.fresh(SeededEntropy(3), DECK[:5])
    assert dealt(shuffle, range(5)) == shuffle.cards
    order = Random(1).sample(range(5), 5)
    assert [shuffle.cards.index(card) for card in dealt(shuffle, order)] == order


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 1, 2, 3, 3), (0, 1, 2, 3, -1), (0, 1, 2, 3, 4, 5)])
def test_an_order_that_leaves_out_or_repeats_a_place_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="every place"):
        dealt(Shuffle.fresh(SeededEntropy(3), DECK[:5]), order)


def test_commitments_and_openings_survive_being_written() -> None:
    shuffle = Shuffle.fresh(SeededEntropy(4))
    (opening,) = prove(shuffle, [51])
    again = msgspec.json.decode(msgspec.json.encode(opening), type=Opening)
    commitment = msgspec.json.decode(msgspec.json.encode(shuffle.commitment), type=Commitment)
    assert (again, commitment) == (opening, shuffle.commitment)
    assert check(commitment, again)


KNOWN_ROOT = "1514e394f5c5804506d1a3523686e966f2d1fa7a52cb53ca1652e0d77d5187da"
