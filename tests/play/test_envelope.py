"""The envelope around a command, and its way through JSON."""

import msgspec
import pytest

from croupier.cards import parse_cards
from croupier.play.banked.commands import DealCards, HouseCommand, HouseEnvelope, OpenRound, PlaceWager, Report
from croupier.play.envelope import Envelope
from croupier.rules.terms import Role, WagerName


@pytest.mark.parametrize(
    "command",
    [
        OpenRound(),
        PlaceWager(1, WagerName.ANTE, 10_000),
        DealCards(parse_cards("As Td 9c")),
        Report("cards_exposed", {"count": "1"}, box=2, piles=(("dealer", parse_cards("2h")),)),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_command_in_its_envelope_comes_back_from_json(command: HouseCommand) -> None:
    envelope = Envelope("1", "dealer", Role.DEALER, command, version=7, key="k")
    text = msgspec.json.encode(envelope)
    assert msgspec.json.decode(text, type=HouseEnvelope) == envelope


def test_an_envelope_needs_neither_version_nor_key() -> None:
    text = b'{"table": "1", "actor": "p1", "role": "player", "command": {"type": "Look", "box": 1}}'
    envelope = msgspec.json.decode(text, type=HouseEnvelope)
    assert (envelope.version, envelope.key) == (None, "")
    assert msgspec.json.encode(envelope.command) == b'{"type":"Look","box":1}'


@pytest.mark.parametrize("command", [b'{"type": "PostBlind"}', b'{"type": "Look"}', b'"Look"', b"null"])
def test_what_is_no_command_of_the_table_is_refused(command: bytes) -> None:
    text = b'{"table": "1", "actor": "p1", "role": "player", "command": %b}' % command
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=HouseEnvelope)


def test_an_envelope_cannot_be_changed() -> None:
    envelope = Envelope("1", "dealer", Role.DEALER, OpenRound())
    with pytest.raises(AttributeError):
        envelope.actor = "p1"  # type: ignore[misc]
    assert msgspec.structs.replace(envelope, key="k").key == "k"
