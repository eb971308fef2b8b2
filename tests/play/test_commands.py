"""Commands on their way through JSON."""

import msgspec
import pytest

from croupier.cards import parse_cards
from croupier.play.actor import Actor
from croupier.play.banked.commands import BankedCommand, DealCards, OpenRound, PlaceWager, Report
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
def test_a_command_comes_back_from_json(command: BankedCommand) -> None:
    assert msgspec.json.decode(msgspec.json.encode(command), type=BankedCommand) == command


@pytest.mark.parametrize("command", [b'{"type": "PostBlind"}', b'{"type": "Look"}', b'"Look"', b"null"])
def test_what_is_no_command_of_the_table_is_refused(command: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(command, type=BankedCommand)


def test_an_actor_cannot_be_changed() -> None:
    actor = Actor("dealer", Role.DEALER)
    with pytest.raises(AttributeError):
        actor.name = "p1"  # type: ignore[misc]
    assert msgspec.structs.replace(actor, role=Role.PIT_MANAGER) == Actor("dealer", Role.PIT_MANAGER)
