"""Some hundreds of spoilt texts for every reader each time; a million under soak."""

import pytest

from croupier.floor.house.config import ConfigError, parse_floor
from croupier.notation.form import read_toml
from croupier.notation.problem import InputError
from tests.malformed.campaign import LONGEST, HungError, Told, campaign, soon, try_reader
from tests.malformed.readers import READERS, Reader


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_what_is_sound_is_taken(reader: Reader) -> None:
    for text in reader.sound():
        reader.read(text.encode())


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_what_is_spoilt_is_answered_with_a_sentence(reader: Reader) -> None:
    told = campaign(1, 250, lambda number: None, [reader])[reader.name]
    assert told.wrong == []
    assert told.tries == 250
    assert told.refused > 50


def test_a_floor_nested_too_deeply_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"floor\.toml: this is not TOML: nested too deeply"):
        parse_floor(f"a = {'[' * 3_000}1{']' * 3_000}", "floor.toml")


@pytest.mark.parametrize(("digits", "taken"), [(4_300, True), (4_301, False)])
def test_a_number_is_as_long_as_python_reads(digits: int, taken: bool) -> None:
    """Python reads no more digits than 4,300, lest somebody keep it busy."""
    text = f"a = {'9' * digits}"
    if taken:
        assert read_toml(text) == {"a": 10**digits - 1}
    else:
        with pytest.raises(InputError, match="a number in it is too long"):
            read_toml(text)


def test_no_sentence_repeats_all_that_was_given() -> None:
    name = "x" * 10_000
    with pytest.raises(ConfigError) as refused:
        parse_floor(f"[tables.{name}]\ngame = 'rws-poker'", "floor.toml")
    assert len(str(refused.value)) <= LONGEST
    assert len(str(InputError(name))) <= LONGEST
    assert len(str(ConfigError(name))) <= LONGEST
    assert str(InputError("short")) == "short"


def test_the_campaign_finds_what_it_looks_for() -> None:
    def bad(data: bytes) -> None:
        raise (KeyError("x") if len(data) % 2 else InputError("no"))

    def slow(data: bytes) -> None:
        while True:
            pass

    told = Told()
    try_reader(Reader("bad", tuple, bad), b"1", told)
    try_reader(Reader("bad", tuple, bad), b"12", told)
    assert (told.taken, told.refused, len(told.wrong)) == (0, 1, 1)
    assert "KeyError('x')" in told.wrong[0]
    with pytest.raises(HungError), soon(0.05):
        slow(b"")
