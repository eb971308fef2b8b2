"""The stand-alone verifier on good proofs and on every kind of tampered one."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from croupier.cards import DECK, format_card
from croupier.floor.reading.proofs import proof_json
from croupier.floor.values import merkle
from croupier.floor.values.seeds import SeedCommitted, Seeding, SeedRevealed, seed_digest
from croupier.floor.values.shuffle import Shuffle, dealt
from tests.floor.chance import SeededEntropy
from tests.sampling import spread

VERIFIER: Final = Path(__file__).parents[2] / "examples" / "verify_shuffle.py"
SHUFFLE: Final = Shuffle.fresh(SeededEntropy(1))
ANN, BEN, CAT = (SeedRevealed(name, bytes([at]) * 16) for at, name in enumerate(("Ann", "Bén", "Cat"), 1))

Proof = dict[str, Any]


def seeded(shuffle: Shuffle, *revealed: SeedRevealed, withheld: tuple[SeedRevealed, ...] = ()) -> Seeding:
    seeding = Seeding(shuffle.commitment)
    for entry in (*revealed, *withheld):
        digest = seed_digest(shuffle.commitment, entry.player, entry.seed)
        seeding = seeding.commit(SeedCommitted(entry.player, digest))
    seeding = seeding.end_committing()
    for entry in revealed:
        seeding = seeding.reveal(entry)
    return seeding.end_revealing() if seeding.committed else seeding


def run(folder: Path, text: str, *more: str, options: tuple[str, ...] = ("-I",)) -> subprocess.CompletedProcess[str]:
    path = folder / "proof.json"
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, *options, "-X", "utf8", str(VERIFIER), str(path), *more]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, cwd=folder)


SEEDED: Final = seeded(SHUFFLE, CAT, ANN, withheld=(BEN,))


@pytest.mark.parametrize("cards", [1, 2, 3, 35, 52])
@pytest.mark.parametrize("seeds", [(), (ANN,), (CAT, BEN, ANN)])
def test_an_auditor_sees_the_whole_deal_proven(tmp_path: Path, cards: int, seeds: tuple[SeedRevealed, ...]) -> None:
    shuffle = Shuffle.fresh(SeededEntropy(cards), DECK[-cards:])
    seeding = seeded(shuffle, *seeds)
    text = proof_json(shuffle, range(cards), seeding)
    told = [opening["card"] for opening in json.loads(text)["openings"]]
    assert told == [format_card(card) for card in dealt(shuffle, seeding.order)]
    done = run(tmp_path, text, shuffle.root)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{cards} of {cards} cards opened" in done.stdout


def test_a_player_sees_his_own_cards_proven_and_no_others(tmp_path: Path) -> None:
    text = proof_json(SHUFFLE, [30, 2, 9, 2], SEEDED)
    proof = json.loads(text)
    assert [opening["dealt"] for opening in proof["openings"]] == [2, 9, 30]
    seen = {SEEDED.order[place] for place in (2, 9, 30)}
    assert {opening["position"] for opening in proof["openings"]} == seen
    for at, salt in enumerate(SHUFFLE.salts):
        assert (salt.hex() in text) == (at in seen)
    done = run(tmp_path, text)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Root {SHUFFLE.root}\n" in done.stdout
    assert "'Bén'" in done.stdout
    assert "left out, not revealed" in done.stdout
    assert BEN.seed.hex() not in text


def test_the_verifier_imports_the_standard_library_only() -> None:
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(VERIFIER.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= sys.stdlib_module_names


def flipped(text: str, at: int = 0) -> str:
    return text[:at] + f"{int(text[at], 16) ^ 1:x}" + text[at + 1 :]


def first(field: str, change: Callable[[Any], Any]) -> Callable[[Proof], None]:
    def tamper(proof: Proof) -> None:
        proof["openings"][0][field] = change(proof["openings"][0][field])

    return tamper


def seed(field: str, change: Callable[[Any], Any], which: int = 0) -> Callable[[Proof], None]:
    def tamper(proof: Proof) -> None:
        proof["seeds"][which][field] = change(proof["seeds"][which][field])

    return tamper


def whole(field: str, change: Callable[[Any], Any]) -> Callable[[Proof], None]:
    def tamper(proof: Proof) -> None:
        proof[field] = change(proof[field])

    return tamper


def without(field: str) -> Callable[[Proof], None]:
    def tamper(proof: Proof) -> None:
        del proof[field]

    return tamper


def exchanged(*fields: str) -> Callable[[Proof], None]:
    def tamper(proof: Proof) -> None:
        one, two = proof["openings"][:2]
        for field in fields:
            one[field], two[field] = two[field], one[field]

    return tamper


def promise_rewritten(proof: Proof) -> None:
    """Another seed with a digest that fits it: the order that follows is no longer the one dealt."""
    entry = proof["seeds"][0]
    entry["seed"] = flipped(entry["seed"])
    entry["digest"] = seed_digest(SHUFFLE.commitment, entry["player"], bytes.fromhex(entry["seed"]))


TAMPERED: Final[dict[str, Callable[[Proof], None]]] = {
    "another card": first("card", lambda card: "As" if card != "As" else "Ks"),
    "no card": first("card", lambda _: "??"),
    "cards exchanged": exchanged("card"),
    "cards and salts exchanged": exchanged("card", "salt"),
    "positions exchanged": exchanged("position"),
    "deal exchanged": exchanged("dealt"),
    "deal and positions exchanged": exchanged("dealt", "position"),
    "paths exchanged": exchanged("path"),
    "card twice": whole("openings", lambda openings: [*openings, openings[0]]),
    "nothing opened": whole("openings", lambda _: []),
    "another salt": first("salt", flipped),
    "salt lengthened": first("salt", lambda salt: salt + "00"),
    "path changed at the leaf": first("path", lambda path: [flipped(path[0]), *path[1:]]),
    "path changed at the top": first("path", lambda path: [*path[:-1], flipped(path[-1], 63)]),
    "path too short": first("path", lambda path: path[:-1]),
    "path too long": first("path", lambda path: [*path, "00" * 32]),
    "path reversed": first("path", lambda path: path[::-1]),
    "another position": first("position", lambda at: (at + 1) % 52),
    "a position from the end": first("position", lambda at: at - 52),
    "another place of the deal": first("dealt", lambda at: (at + 3) % 52),
    "a place of the deal from the end": first("dealt", lambda at: at - 52),
    "a place beyond the deal": first("dealt", lambda _: 52),
    "another root": whole("root", flipped),
    "no root": whole("root", lambda _: ""),
    "another count": whole("count", lambda _: 51),
    "too large a count": whole("count", lambda _: 53),
    "another scheme": whole("scheme", lambda _: "croupier-shuffle-2"),
    "another seed": seed("seed", flipped),
    "a seed and its digest": promise_rewritten,
    "another digest": seed("digest", flipped),
    "another player": seed("player", lambda _: "Dan"),
    "a seed said to be withheld": seed("seed", lambda _: None),
    "a withheld seed put in": seed("seed", lambda _: BEN.seed.hex(), which=2),
    "a seed left out": whole("seeds", lambda seeds: seeds[1:]),
    "a seed twice": whole("seeds", lambda seeds: [*seeds, seeds[0]]),
    "a withheld seed twice": whole("seeds", lambda seeds: [*seeds, seeds[2]]),
    "no seeds": whole("seeds", lambda _: []),
    "no list of seeds": without("seeds"),
    "no list of openings": without("openings"),
    "no name of a scheme": without("scheme"),
    "not hexadecimal": first("salt", lambda _: "salt"),
    "position not whole": first("position", float),
    "position as text": first("position", str),
}


@pytest.mark.parametrize("kind", spread(20, TAMPERED))
def test_a_tampered_proof_proves_nothing(tmp_path: Path, kind: str) -> None:
    proof = json.loads(proof_json(SHUFFLE, range(7), SEEDED))
    TAMPERED[kind](proof)
    done = run(tmp_path, json.dumps(proof))
    assert done.returncode == 1
    assert done.stderr.startswith("NOT PROVEN: ")
    assert "Traceback" not in done.stderr


def test_nor_does_it_when_python_leaves_checks_out(tmp_path: Path) -> None:
    proof = json.loads(proof_json(SHUFFLE, range(7), SEEDED))
    TAMPERED["another card"](proof)
    assert run(tmp_path, json.dumps(proof), options=("-I", "-OO")).returncode == 1


def test_the_order_of_the_seeds_in_the_list_does_not_matter(tmp_path: Path) -> None:
    proof = json.loads(proof_json(SHUFFLE, range(7), SEEDED))
    proof["seeds"].reverse()
    assert run(tmp_path, json.dumps(proof)).returncode == 0


def test_a_proof_of_another_shuffle_is_not_a_proof_of_the_published_one(tmp_path: Path) -> None:
    other = Shuffle.fresh(SeededEntropy(2))
    text = proof_json(other, range(52))
    assert run(tmp_path, text, other.root.upper()).returncode == 0
    done = run(tmp_path, text, SHUFFLE.root)
    assert done.returncode == 1
    assert "not the root that was published" in done.stderr


def crooked(leaves: list[tuple[str, bytes]]) -> Proof:
    """What a crooked House could write: its first two cards open, but what it has committed to is no deck."""
    hashed = [merkle.digest("leaf", bytes([at]), name.encode(), salt) for at, (name, salt) in enumerate(leaves)]
    tree = merkle.levels(hashed)
    openings = [
        {
            "dealt": at,
            "position": at,
            "card": name,
            "salt": salt.hex(),
            "path": [x.hex() for x in merkle.path(tree, at)],
        }
        for at, (name, salt) in enumerate(leaves[:2])
    ]
    root = merkle.digest("root", bytes([len(leaves)]), tree[-1][0]).hex()
    return {"scheme": merkle.SCHEME, "root": root, "count": len(leaves), "seeds": [], "openings": openings}


@pytest.mark.parametrize(
    ("leaves", "why"),
    [
        ([("As", bytes(16)), ("Ks", b"1" * 16)], None),
        ([("As", bytes(16)), ("As", b"1" * 16)], "two cards have the same card"),
        ([("??", bytes(16)), ("Ks", b"1" * 16)], "no card with a salt"),
        ([("As", b""), ("Ks", b"1" * 16)], "no card with a salt"),
        ([(format_card(card), bytes([card]) * 16) for card in DECK], None),
        ([(format_card(card), bytes([card]) * 16) for card in (*DECK, DECK[7])], "not a commitment to a deck"),
    ],
)
def test_a_commitment_to_what_is_no_deck_proves_nothing(
    tmp_path: Path, leaves: list[tuple[str, bytes]], why: str | None
) -> None:
    done = run(tmp_path, json.dumps(crooked(leaves)))
    assert done.returncode == (why is not None)
    assert (why or "") in done.stderr


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '"As"', "[" * 100_000])
def test_what_is_no_proof_proves_nothing(tmp_path: Path, text: str) -> None:
    done = run(tmp_path, text)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_missing_file_proves_nothing(tmp_path: Path) -> None:
    for arguments in ([], [str(tmp_path / "none.json")]):
        done = subprocess.run([sys.executable, str(VERIFIER), *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith("NOT PROVEN: ")


def test_no_proof_is_written_of_what_is_not_there_or_not_fixed() -> None:
    for places in ([], [-1], [52]):
        with pytest.raises(ValueError, match="at least one place from 0 to 51"):
            proof_json(SHUFFLE, places)
    with pytest.raises(ValueError, match="another shuffle"):
        proof_json(Shuffle.fresh(SeededEntropy(2)), [0], SEEDED)
    with pytest.raises(ValueError, match="not fixed"):
        proof_json(SHUFFLE, [0], Seeding(SHUFFLE.commitment))
