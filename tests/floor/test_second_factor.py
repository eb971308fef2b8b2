"""Second factors: the codes of RFC 6238, each once, for a minute and a half, and five wrong ones at most."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from croupier.floor.house.credentials import Credentials
from croupier.floor.house.second_factor import ASKED, FactorRule, Factors
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.ports import MICROSECONDS
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from tests.floor.fresh import fresh
from tests.web.server import LIGHT

SECRET = b"12345678901234567890"
"""That of the test vectors in RFC 6238, Appendix B, whose codes have eight digits: six are their last six."""
VECTORS = {
    59: "287082",
    1111111109: "081804",
    1111111111: "050471",
    1234567890: "005924",
    2000000000: "279037",
    20000000000: "353130",
}
KEYS = KeyRing(Key(bytes(range(32))))


class Standing:
    """A clock that a test sets, in seconds."""

    seconds = 0

    def now(self) -> int:
        return self.seconds * MICROSECONDS


class Known:
    """Chance, but for the secret."""

    def draw(self, count: int) -> bytes:
        return SECRET if count == len(SECRET) else SystemEntropy().draw(count)


class House:
    def __init__(self, path: Path, rule: FactorRule | None = None) -> None:
        self.path, self.clock = path, Standing()
        store = Store(fresh(path))
        store.keys = KEYS
        credentials = Credentials(store, clock=self.clock, entropy=Known(), terms=LIGHT)
        self.factors = Factors(credentials, lambda: KEYS, rule, clock=self.clock)

    def at(self, seconds: int) -> "House":
        self.clock.seconds = seconds
        return self

    def enrolled(self, seconds: int = 59) -> tuple[str, ...]:
        self.at(seconds).factors.begin("mia", "The House")
        codes = self.factors.confirm("mia", VECTORS[seconds])
        assert not isinstance(codes, Refusal)
        return codes


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "floor.db")
    yield made
    made.factors.credentials.store.close()


@pytest.mark.parametrize(("seconds", "code"), VECTORS.items())
def test_the_vectors_of_rfc_6238(house: House, seconds: int, code: str) -> None:
    made = house.at(seconds).factors.begin("mia", "The House")
    assert made.secret == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # the secret in the letters of RFC 4648
    assert made.uri.startswith("otpauth://totp/The%20House:mia?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    assert not house.factors.has("mia")  # it counts once it is confirmed
    assert not isinstance(house.factors.confirm("mia", code), Refusal)
    assert house.factors.has("mia")


@pytest.mark.parametrize(
    ("now", "holds"),
    [(1111111049, False), (1111111050, True), (1111111109, True), (1111111139, True), (1111111140, False)],
)
def test_a_code_holds_for_its_step_and_the_ones_beside_it(house: House, now: int, holds: bool) -> None:
    """The step of 1111111109 is from 1111111080 to 1111111109."""
    house.enrolled()
    assert (house.at(now).factors.check("mia", VECTORS[1111111109]) is None) == holds


def test_no_code_serves_twice_nor_one_before_it(house: House) -> None:
    house.enrolled()
    assert house.at(1111111111).factors.check("mia", VECTORS[1111111111]) is None
    assert "used already" in str(house.factors.check("mia", VECTORS[1111111111]))
    assert "used already" in str(house.factors.check("mia", VECTORS[1111111109]))  # of the step before
    assert house.at(1234567890).factors.check("mia", " 005 924 ") is None  # as people read it


def test_the_code_that_confirms_does_not_open_the_door_too(house: House) -> None:
    house.enrolled()
    assert "used already" in str(house.factors.check("mia", VECTORS[59]))


def test_five_wrong_codes_lock_and_a_quarter_of_an_hour_unlocks(house: House) -> None:
    house.enrolled()
    house.at(1111111111)
    for _ in range(5):
        assert "wrong" in str(house.factors.check("mia", "000000"))
    assert "Too many" in str(house.factors.check("mia", VECTORS[1111111111]))
    assert "Too many" in str(house.factors.confirm("mia", VECTORS[1111111111]))
    assert house.at(1234567890).factors.check("mia", VECTORS[1234567890]) is None
    for _ in range(4):
        assert "wrong" in str(house.factors.check("mia", "000000"))
    assert house.at(2000000000).factors.check("mia", VECTORS[2000000000]) is None  # four are forgotten


@pytest.mark.parametrize(
    "code",
    ["28708", "2870822", "\uff12\uff18\uff17\uff10\uff18\uff12", "abcdef", "0x1234", "-87082", "\ud800", "x" * 5_000],
)
def test_what_is_no_code_is_wrong(house: House, code: str) -> None:
    house.enrolled()
    assert "wrong" in str(house.at(1111111111).factors.check("mia", code))


def test_nothing_given_is_asked_for_and_not_counted(house: House) -> None:
    house.enrolled()
    for _ in range(7):
        assert house.factors.check("mia", " ") is ASKED
    assert house.at(1111111111).factors.check("mia", VECTORS[1111111111]) is None


def test_recovery_codes_serve_once_each(house: House) -> None:
    codes = house.enrolled()
    assert len(set(codes)) == 8
    assert house.factors.left("mia") == 8
    assert house.factors.check("mia", codes[3].upper()) is None
    assert house.factors.left("mia") == 7
    assert "wrong" in str(house.factors.check("mia", codes[3]))
    assert house.factors.check("mia", codes[0].replace("-", " ")) is None
    house.at(1111111111).factors.begin("mia", "The House")
    assert house.factors.has("mia")  # the one before holds until another is confirmed
    again = house.factors.confirm("mia", VECTORS[1111111111])
    assert not isinstance(again, Refusal)
    assert "wrong" in str(house.factors.check("mia", codes[1]))  # with another device, those of the first are gone


def test_nothing_of_it_can_be_read_in_the_file(house: House) -> None:
    codes = house.enrolled()
    with closing(sqlite3.connect(house.path)) as connection:
        stored = repr(
            [*connection.execute("SELECT * FROM second_factors"), *connection.execute("SELECT * FROM recovery")]
        )
    assert "12345678901234567890" not in stored
    assert "GEZDGNBV" not in stored
    assert not any(code in stored or code.replace("-", "") in stored for code in codes)


def test_a_secret_is_sealed_for_its_account_and_under_the_houses_key(house: House) -> None:
    house.enrolled()
    with closing(sqlite3.connect(house.path)) as connection:
        connection.execute("UPDATE second_factors SET account = 'max'")
        connection.commit()
    assert "wrong" in str(house.at(1111111111).factors.check("max", VECTORS[1111111111]))
    house.factors.keys = lambda: KeyRing(Key(bytes(32)))
    assert "wrong" in str(house.factors.check("max", VECTORS[1111111111]))  # two people reset it


def test_an_older_key_still_opens_it(house: House) -> None:
    house.enrolled()
    house.factors.keys = lambda: KeyRing(Key(bytes(32)), (KEYS.current,))
    assert house.at(1111111111).factors.check("mia", VECTORS[1111111111]) is None


def test_a_right_code_begins_the_count_of_wrong_ones_anew(house: House) -> None:
    """Four wrong ones lock nothing, however often somebody was right in between; nor do four before the first one."""
    house.at(59).factors.begin("mia", "The House")
    for _ in range(4):
        assert "wrong" in str(house.factors.confirm("mia", "000000"))
    codes = house.factors.confirm("mia", VECTORS[59])
    assert not isinstance(codes, Refusal)
    for code in codes[:2]:
        for _ in range(4):
            assert "wrong" in str(house.factors.check("mia", "000000"))
        assert house.factors.check("mia", code) is None


def test_whoever_takes_it_off_has_none(house: House) -> None:
    codes = house.enrolled()
    assert house.factors.remove("mia")
    assert not house.factors.remove("mia")
    assert not house.factors.has("mia")
    assert house.factors.left("mia") == 0
    assert "wrong" in str(house.factors.check("mia", codes[0]))
    assert "begin again" in str(house.factors.confirm("mia", VECTORS[59]))


@pytest.mark.parametrize(
    ("rule", "role", "needs"),
    [
        (FactorRule("off"), Role.CAGE, False),
        (FactorRule(), Role.SHIFT_MANAGER, False),
        (FactorRule("required"), Role.SHIFT_MANAGER, True),
        (FactorRule("required"), Role.PIT_MANAGER, True),
        (FactorRule("required"), Role.CAGE, True),
        (FactorRule("required"), Role.PLAYER, False),
        (FactorRule("required", (Role.AUDITOR,)), Role.AUDITOR, True),
        (FactorRule("required", (Role.AUDITOR,)), Role.CAGE, False),
    ],
)
def test_which_desks_need_one(rule: FactorRule, role: Role, needs: bool) -> None:
    assert rule.needs(role) == needs


def test_a_house_that_asks_nobody_asks_nobody(tmp_path: Path) -> None:
    house = House(tmp_path / "floor.db", FactorRule("off"))
    house.enrolled()
    assert not house.factors.has("mia")
    house.factors.credentials.store.close()
