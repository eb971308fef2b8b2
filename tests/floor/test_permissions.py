"""The one table of who may ask what."""

import random
from pathlib import Path
from typing import Any, get_args

import pytest

from croupier.floor.deciding.permissions import NOBODY, PERMISSIONS, Query, addressed, allowed
from croupier.floor.values.cage import CageCommand, CashIn, NoteAwards, NoteTableCash
from croupier.floor.values.clock import ClockCommand
from croupier.floor.values.door import DoorCommand
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.house import CreateAccount, HouseStreamCommand
from croupier.floor.values.links import LinkCommand, MoveMeter
from croupier.floor.values.record import RecordCommand
from croupier.floor.values.requests import Request
from croupier.floor.values.table import (
    CommitShuffle,
    LetSignaturesFall,
    NoteJackpotWon,
    PlayBanked,
    PlayRoom,
    RedeemChips,
    TableCommand,
    TakeUpMode,
    TakeUpPolicy,
    TakeUpRulebook,
)
from croupier.floor.values.tray import CancelSlip, CountBox, KeepTray, PayAward, ReceiveBox, ReceiveSlip, SendSlip
from croupier.floor.values.waiting import DeskCommand
from croupier.play.actor import Actor
from croupier.play.banked import decide, open_table
from croupier.play.banked.commands import (
    BankedCommand,
    DealCards,
    InspectHand,
    OpenRound,
    PlaceWager,
    RestrictPlayer,
    Reveal,
    StopPlayer,
)
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.play.room import decide as decide_room
from croupier.play.room import open_room
from croupier.rulebooks import as_room, load, load_banked
from croupier.rules.banked import Power
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName, at_least
from tests.floor.house_floor import POKER, STUD, HouseFloor
from tests.play import room_walk, table_walk
from tests.sitting import HOUSE_GAMES

BANKED: tuple[type, ...] = get_args(BankedCommand)
ROOM: tuple[type, ...] = get_args(room.RoomCommand)
WRAPPERS = {PlayBanked, PlayRoom}
OTHERS: tuple[type, ...] = tuple(
    one
    for union in (
        *(TableCommand, LinkCommand, CageCommand, HouseStreamCommand),
        *(DoorCommand, DeskCommand, ClockCommand, RecordCommand),
    )
    for one in get_args(union)
    if one not in WRAPPERS
)
VALUES: dict[str, Any] = {
    "decision": Decision.FOLD,
    "move": Move.FOLD,
    "wager": WagerName.ANTE,
    "player": "ann",
    "cards": (),
    "place": "dealer",
    "reason": "x",
    "option": "x",
    "irregularity": "foreign_card",
    "relocated": False,
    "coins": {},
}


def some(kind: type) -> Any:
    """A command of a kind, with something in every field that needs it."""
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    defaults: tuple[Any, ...] = kind.__struct_defaults__  # type: ignore[attr-defined]
    return kind(*(VALUES.get(name, 1) for name in fields[: len(fields) - len(defaults)]))


def test_every_command_and_question_is_in_the_table_and_nothing_else() -> None:
    assert set(PERMISSIONS) == {*BANKED, *ROOM, *OTHERS, *Query}


def test_somebody_may_ask_everything_but_what_the_floor_does_by_itself() -> None:
    assert {asked for asked, roles in PERMISSIONS.items() if not roles} == {
        CommitShuffle,
        LetSignaturesFall,
        MoveMeter,
        NoteJackpotWon,
        NoteAwards,
        NoteTableCash,
        TakeUpMode,
        TakeUpPolicy,
        TakeUpRulebook,
        KeepTray,
    }


@pytest.mark.parametrize("kind", [*BANKED, *ROOM])
def test_a_higher_position_may_what_a_lower_may(kind: type) -> None:
    staff = [role for role in PERMISSIONS[kind] if at_least(role, Role.DEALER)]
    assert all(other in staff for role in staff for other in Role if at_least(other, role))


@pytest.mark.parametrize("role", [Role.CAGE, Role.AUDITOR, Role.DISPLAY])
def test_who_stands_beside_the_tables_does_nothing_at_them(role: Role) -> None:
    """But that the cage gives cash for a table's chips, and signs for its side of a slip and for a box's cash."""
    may = [kind for kind in (*BANKED, *ROOM, *get_args(TableCommand)) if role in PERMISSIONS.get(kind, NOBODY)]
    cage = {RedeemChips, SendSlip, ReceiveSlip, CancelSlip, ReceiveBox, CountBox, PayAward}
    assert set(may) == (cage if role is Role.CAGE else set())


def test_an_auditor_reads_everything_and_changes_nothing() -> None:
    may = {asked for asked, roles in PERMISSIONS.items() if Role.AUDITOR in roles}
    assert set(Query) <= may
    # But for his own protection.
    names = {asked.__name__ for asked in may if not isinstance(asked, Query)}
    assert names == {"ChangePassword", "ExcludePerson", "SetLossLimit", "SetTimeLimit"}  # all about themselves


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("kind", BANKED)
def test_the_engine_refuses_whom_the_table_refuses(kind: type, role: Role) -> None:
    """Nothing is kept from a role that a document would let do it: the house-banked games."""
    if allowed(role, PlayBanked(some(kind))) is None:
        return
    for name in HOUSE_GAMES:
        game = load_banked(name)
        answer = decide(game, open_table(game), Actor("ann", role), some(kind))
        assert isinstance(answer, Refusal), (kind, role, name)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("kind", ROOM)
def test_the_room_refuses_whom_the_table_refuses(kind: type, role: Role) -> None:
    if allowed(role, PlayRoom(some(kind))) is None:
        return
    game = as_room(load("rws-poker"))
    answer = decide_room(game, open_room(game, {}), Actor("ann", role), some(kind))
    assert isinstance(answer, Refusal)


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_in_play_too_nothing_is_kept_from_whom_a_document_lets(name: str) -> None:
    game = load_banked(name)
    for step in table_walk.walk(game, random.Random(7), 400):
        if isinstance(step.outcome, Refusal):
            continue
        deed = step.deed
        assert allowed(deed.actor.role, PlayBanked(deed.command)) is None
        for role in Role:
            if allowed(role, PlayBanked(deed.command)) is not None:
                asked = Actor(deed.actor.name, role)
                assert isinstance(decide(game, step.before, asked, deed.command), Refusal), (asked, deed)


def test_in_the_room_neither() -> None:
    game = as_room(load("rws-poker"))
    for step in room_walk.walk(game, random.Random(7), 600):
        if isinstance(step.outcome, Refusal):
            continue
        deed = step.deed
        assert allowed(deed.actor.role, PlayRoom(deed.command)) is None
        for role in Role:
            if allowed(role, PlayRoom(deed.command)) is not None:
                asked = Actor(deed.actor.name, role)
                assert isinstance(decide_room(game, step.before, asked, deed.command), Refusal), (asked, deed)


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_who_has_a_power_by_a_document_has_it_by_the_table(name: str) -> None:
    powers = {
        Power.VIEW_HIDDEN_HAND: InspectHand,
        Power.KEEP_TO_ONE_BOX: RestrictPlayer,
        Power.STOP_PLAYER: StopPlayer,
    }
    for power, grant in load_banked(name).powers.items():
        for role in Role:
            assert not at_least(role, grant.role) or role in PERMISSIONS[powers[power]]


def test_who_deems_a_player_gone_may_by_the_table() -> None:
    assert as_room(load("rws-poker")).deems in PERMISSIONS[room.DeemLeft]


@pytest.mark.parametrize(
    ("role", "command", "sentence"),
    [
        (Role.PLAYER, PlayBanked(OpenRound()), "Only a Dealer or someone above them may do this"),
        (
            Role.CAGE,
            PlayBanked(PlaceWager(1, WagerName.ANTE, 1)),
            "Only a Player, or a Dealer or someone above them, may do this",
        ),
        (Role.DEALER, CashIn("ann", 1, ""), "Only the cage, or a Pit Manager or someone above them, may do this"),
        (Role.PLAYER, Query.JOURNAL, "Only an Auditor, or a Shift Manager, may do this"),
        (Role.SHIFT_MANAGER, CommitShuffle("", 1), "Nobody may do this: the floor does it by itself"),
        (Role.DISPLAY, Query.OWN_ACCOUNT, "Only people may do this"),
    ],
)
def test_a_refusal_says_whose_it_is(role: Role, command: Any, sentence: str) -> None:
    assert allowed(role, command) == Refusal(Reason.ROLE, sentence, ())


def test_what_is_unknown_is_for_nobody() -> None:
    for command in ("", None, object(), PlayBanked("x")):  # type: ignore[arg-type]
        assert allowed(Role.SHIFT_MANAGER, command) is not None


@pytest.mark.parametrize(
    "stream",
    [
        "",
        "table",
        "table:",
        "table:a b",
        "cage:2",
        "cage:",
        "house:x",
        "door:x",
        "pit:1",
        "link",
        "table:" + "x" * 41,
        "Cage",
    ],
)
def test_what_is_no_stream(stream: str) -> None:
    for command in (CashIn("ann", 1, ""), CreateAccount("x"), PlayBanked(Reveal())):
        assert addressed(stream, command) is not None


STREAMS = {
    "table": "table:1",
    "tray": "table:1",
    "table_duty": "table:1",
    "links": "link:1",
    "cage": "cage",
    "house": "house",
    "door": "door",
    "waiting": "desk",
    "clock": "clock",
    "record": "record",
}
"""The stream to which the commands of each module belong."""


@pytest.mark.parametrize("kind", OTHERS)
def test_a_command_is_for_its_kind_of_stream(kind: type) -> None:
    fits = {stream for stream in STREAMS.values() if addressed(stream, some(kind)) is None}
    assert fits == {STREAMS[kind.__module__.rpartition(".")[2]]}


# ---- On a floor -----------------------------------------------------------------------------------------------------


def test_the_floor_asks_the_table_first(tmp_path: Path) -> None:
    floor = HouseFloor(tmp_path / "floor.db").furnish()
    stale = Request(STUD, "ann", Role.PLAYER, PlayBanked(OpenRound()), version=0)
    [reply] = floor.floor.submit(stale)
    assert isinstance(reply, Refusal)
    assert reply.reason is Reason.ROLE
    assert floor.refused(STUD, CommitShuffle("0" * 64, 52)).reason is Reason.ROLE
    assert floor.refused("link:stud", MoveMeter("stud", 1, ()), SYSTEM).reason is Reason.ROLE


def test_only_who_has_the_role_acts_in_it(tmp_path: Path) -> None:
    floor = HouseFloor(tmp_path / "floor.db").furnish()
    assert floor.refused(STUD, PlayBanked(OpenRound()), "ann", Role.DEALER).reason is Reason.ROLE
    assert floor.refused(STUD, PlayBanked(OpenRound()), "zoe", Role.DEALER).reason is Reason.ROLE
    assert floor.refused(STUD, PlayBanked(OpenRound()), "mia", Role.DEALER).reason is Reason.ROLE
    floor.do(STUD, PlayBanked(OpenRound()), "dan", Role.DEALER)


def test_nobody_deals_at_an_automatic_table(tmp_path: Path) -> None:
    floor = HouseFloor(tmp_path / "floor.db").furnish()
    for stream, command in ((STUD, PlayBanked(DealCards(()))), (POKER, PlayRoom(room.DealCards(())))):
        assert floor.refused(stream, command, "dan", Role.DEALER).sentence == "The floor deals at this table"


@pytest.mark.parametrize("stream", ["cage", "link:none", "house", "table:none"])
def test_what_is_not_there_yet_refuses(tmp_path: Path, stream: str) -> None:
    floor = HouseFloor(tmp_path / "floor.db")
    for kind in OTHERS:
        if addressed(stream, some(kind)) is None and not kind.__name__.startswith("Establish"):
            for role in PERMISSIONS[kind]:
                assert isinstance(floor.ask(stream, some(kind), "mia", role), Refusal)


def test_nobody_learns_what_anothers_key_led_to(tmp_path: Path) -> None:
    floor = HouseFloor(tmp_path / "floor.db").furnish()
    command = PlayBanked(OpenRound())
    [first] = floor.floor.submit(Request(STUD, "dan", Role.DEALER, command, "k"))
    assert not isinstance(first, Refusal)
    floor.staff("don", Role.DEALER)
    for name, repeated in (("dan", True), ("don", False)):
        [reply] = floor.floor.submit(Request(STUD, name, Role.DEALER, command, "k"))
        assert isinstance(reply, Refusal) is not repeated
