"""The permissions of the floor: one table of roles for every command and every query.

The table says in which roles a command may be given at all. The engines decide the rest: whose turn and whose box it
is, and what a document leaves to one role. They may refuse a command that the table allows, but never allow one that it
refuses.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, get_args

from croupier.floor.values import cage, clock, door, house, links, record, tray, waiting
from croupier.floor.values import table as tables
from croupier.floor.values import table_duty as duty
from croupier.floor.values.vocabularies import VOCABULARIES
from croupier.play import authority
from croupier.play.banked import commands as banked
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.rules.terms import STAFF, Role, or_above


class Query(StrEnum):
    """A question that a person may ask; it changes nothing."""

    TABLE = "table"
    """A table, as the person asking may see it."""
    METERS = "meters"
    """The jackpots and their last awards."""
    OWN_ACCOUNT = "own_account"
    """The asking person's own wallet, limits, rounds and movements."""
    ACCOUNTS = "accounts"
    """The accounts of all persons."""
    CAGE = "cage"
    """The cage, its money and its alerts."""
    PROPOSALS = "proposals"
    """The proposals that wait for a signature."""
    JOURNAL = "journal"
    """Every entry, including cards that were never shown."""
    LEDGER = "ledger"
    """Every movement of money."""
    VERIFY = "verify"
    """The verification of the whole record."""
    PROOF = "proof"
    """The proof that a shoe was dealt in the order that was committed to."""


Roles = frozenset[Role]


def _from(lowest: Role) -> Roles:
    return frozenset(STAFF[STAFF.index(lowest) :])


EVERYBODY: Final[Roles] = frozenset(Role)
NOBODY: Final[Roles] = frozenset()
"""No role: only the floor gives the command, as a consequence of another."""
DEALER: Final = _from(Role.DEALER)
SUPERVISOR: Final = _from(Role.PIT_SUPERVISOR)
MANAGER: Final = _from(Role.PIT_MANAGER)
SHIFT: Final = _from(Role.SHIFT_MANAGER)
PLAYERS: Final[Roles] = DEALER | {Role.PLAYER}
"""The roles that may act for a Player: Players, and staff at their request."""
TELLERS: Final[Roles] = MANAGER | {Role.CAGE}
COUNTING: Final[Roles] = SUPERVISOR - SHIFT
"""The roles that count a tray: a Shift Manager sees the books, so they could not count blind."""
PEOPLE: Final[Roles] = EVERYBODY - {Role.DISPLAY}

PERMISSIONS: Final[Mapping[type | Query, Roles]] = {
    # A table of the floor
    tables.EstablishTable: SHIFT,
    tables.CommitShuffle: NOBODY,
    tables.DiscardShoe: SHIFT,  # the floor alone, when it opens
    tables.NoteJackpotWon: NOBODY,
    tables.TakeUpRulebook: NOBODY,
    tables.TakeUpPolicy: NOBODY,
    tables.TakeUpMode: NOBODY,
    tables.PrepareShoe: PLAYERS,
    tables.CommitSeed: frozenset({Role.PLAYER}),
    tables.RevealSeed: frozenset({Role.PLAYER}),
    tables.BuyChips: DEALER,
    tables.RedeemChips: TELLERS,
    tables.SignClaim: SUPERVISOR,
    tables.ReturnClaim: SUPERVISOR,
    tables.LetSignaturesFall: NOBODY,
    tables.Propose: SUPERVISOR,
    tables.Countersign: SUPERVISOR,
    tables.Reject: SUPERVISOR,
    # Its tray
    tray.KeepTray: NOBODY,
    tray.CountTray: COUNTING,
    tray.SignCount: SUPERVISOR,
    tray.AbandonCount: SUPERVISOR,
    tray.OrderRecount: MANAGER,
    tray.RequestFill: DEALER,
    tray.RequestCredit: DEALER,
    tray.SendSlip: DEALER | {Role.CAGE},
    tray.ReceiveSlip: DEALER | {Role.CAGE},
    tray.CancelSlip: SUPERVISOR | {Role.CAGE},
    tray.PullBox: SUPERVISOR,
    tray.ReceiveBox: TELLERS,
    tray.CountBox: TELLERS,
    tray.PayAward: TELLERS,  # of earlier records: today the cage pays a claim
    # Who deals at it, and a round that a restart has left on the felt
    duty.AssignDealers: SUPERVISOR,
    duty.SignOn: frozenset({Role.DEALER}),
    duty.HandOver: frozenset({Role.DEALER}),
    duty.SignOff: DEALER,
    duty.Consent: frozenset({Role.PLAYER}),
    duty.HoldRound: SHIFT,  # the floor alone, when it opens
    duty.ResumeRound: SUPERVISOR,
    duty.CallSupervisor: frozenset({Role.DEALER}),
    duty.AnswerCall: SUPERVISOR,
    duty.PlanRelief: SUPERVISOR,
    duty.DropRelief: SUPERVISOR,
    # A house-banked game
    banked.OpenRound: DEALER,
    banked.PlaceWager: PLAYERS,
    banked.WithdrawWager: PLAYERS,
    banked.CloseBets: DEALER,
    banked.DealCards: DEALER,
    banked.Look: PLAYERS,
    banked.Choose: PLAYERS,
    banked.DeclineShare: PLAYERS,
    banked.Reveal: DEALER,
    banked.ShowHand: PLAYERS,
    banked.WithholdHand: PLAYERS,
    banked.InspectHand: SUPERVISOR,
    banked.RestrictPlayer: SUPERVISOR,
    banked.StopPlayer: SUPERVISOR,
    banked.Settle: DEALER,
    banked.Report: DEALER,
    banked.AnswerChoice: PLAYERS,
    banked.RunOutClock: DEALER,
    banked.TakeDecision: SUPERVISOR,
    banked.ReopenJackpot: SUPERVISOR,
    banked.CorrectCard: DEALER,
    banked.CorrectWager: DEALER,
    banked.TakeBackLast: DEALER,
    banked.CorrectDecision: DEALER,
    # Either kind of game
    authority.SignStatement: DEALER,
    authority.RefuseStatement: DEALER,
    # The poker room
    room.JoinTable: PLAYERS,
    room.TopUp: PLAYERS,
    room.SitOut: PLAYERS,
    room.ComeBack: PLAYERS,
    room.PayIn: PLAYERS,
    room.LeaveTable: PLAYERS,
    room.DeemLeft: MANAGER,
    room.OpenRound: DEALER,
    room.DealCards: DEALER,
    room.Look: frozenset({Role.PLAYER}),
    room.Act: PLAYERS,
    room.RunOutClock: DEALER,
    room.TurnMarker: DEALER,
    room.ShowHand: PLAYERS,
    room.MuckHand: PLAYERS,
    room.Settle: DEALER,
    room.Report: DEALER,
    room.TakeDecision: SUPERVISOR,
    room.CorrectCard: DEALER,
    room.TakeBackLast: DEALER,
    room.CorrectAct: DEALER,
    # Jackpot links
    links.EstablishLink: SHIFT,
    links.MoveMeter: NOBODY,
    links.ProposeTerms: SHIFT,
    links.CountersignTerms: SHIFT,
    links.RejectTerms: SHIFT,
    links.LinkDown: SUPERVISOR,
    links.LinkUp: MANAGER,  # of earlier records: today two people sign
    links.ProposeUp: SUPERVISOR,
    links.CountersignUp: MANAGER,
    links.RejectUp: SUPERVISOR,
    links.OrderClaims: SUPERVISOR,
    links.SignOrder: SUPERVISOR,
    links.RefuseOrder: SUPERVISOR,
    # The cage
    cage.EstablishCage: SHIFT,
    cage.KeepDrawers: SHIFT,  # the floor alone, when it opens
    cage.KeepClaims: SHIFT,  # the floor alone, when it opens
    cage.NoteAwards: NOBODY,
    cage.NoteTableCash: NOBODY,
    cage.OpenDrawer: TELLERS,
    cage.CountDrawer: TELLERS,
    cage.AbandonDrawerCount: MANAGER,
    cage.CashIn: TELLERS,
    cage.CashOut: TELLERS,
    cage.CashChips: TELLERS,
    cage.CashSlip: TELLERS,  # of earlier records: today two of the cage pay a claim
    cage.ProposeCash: TELLERS,
    cage.CountersignCash: TELLERS,
    cage.RejectCash: TELLERS,
    cage.AcknowledgeAlert: MANAGER,
    # Accounts
    house.EstablishHouse: SHIFT,
    house.CreateAccount: SUPERVISOR | {Role.CAGE},
    house.ChangeRoles: SHIFT,
    house.ExcludePerson: PEOPLE,  # all people for themselves; a Pit Manager for others
    house.LockAccount: SUPERVISOR,
    house.UnlockAccount: SUPERVISOR,
    house.SetLossLimit: PEOPLE,
    house.SetTimeLimit: PEOPLE,
    house.IssueCode: SUPERVISOR | {Role.CAGE},
    house.ChangePassword: EVERYBODY,  # each person their own
    house.ProposeChange: MANAGER,
    house.CountersignChange: MANAGER,
    house.RejectChange: MANAGER,
    # The door's book, which the floor alone writes
    door.NoteSignIn: SHIFT,
    door.NoteSignInFailed: SHIFT,
    door.NoteSignOut: SHIFT,
    door.NotePassword: SHIFT,
    door.NoteRefusal: SHIFT,
    door.NoteTakenOver: SHIFT,
    door.NoteForgery: SHIFT,
    door.AcknowledgeForgery: MANAGER,
    door.NotePasskey: SHIFT,
    door.NotePasskeyGone: SHIFT,
    door.NoteSigning: SHIFT,
    door.LowerSigning: SHIFT,
    door.SignAct: TELLERS | SUPERVISOR,  # with their own device; each act has its own row too
    # The clock
    clock.StartClock: SHIFT,  # the floor alone, when it opens
    clock.DoubtClock: SHIFT,  # the floor alone
    clock.ProposeTime: MANAGER,
    clock.CountersignTime: MANAGER,
    clock.RejectTime: MANAGER,
    # The record itself
    record.ProposeRecord: SHIFT,
    record.CountersignRecord: SHIFT,
    record.RejectRecord: SHIFT,
    # The poker room's desk
    waiting.AddWaiting: SUPERVISOR,
    waiting.CallWaiting: SUPERVISOR,
    waiting.DropWaiting: SUPERVISOR,
    # Questions
    Query.TABLE: EVERYBODY,
    Query.METERS: EVERYBODY,
    Query.OWN_ACCOUNT: PEOPLE,
    Query.ACCOUNTS: SUPERVISOR | {Role.CAGE, Role.AUDITOR},
    Query.CAGE: TELLERS | {Role.AUDITOR},
    Query.PROPOSALS: SUPERVISOR | {Role.AUDITOR},
    Query.JOURNAL: SHIFT | {Role.AUDITOR},
    Query.LEDGER: SHIFT | {Role.AUDITOR},
    Query.VERIFY: MANAGER | {Role.AUDITOR},
    Query.PROOF: EVERYBODY,
}

_IN_THEIR_OWN_NAME: Final = frozenset(
    {
        *(banked.Report, banked.CorrectCard, banked.CorrectWager, banked.CorrectDecision, banked.TakeBackLast),
        *(room.Report, room.CorrectCard, room.CorrectAct, room.TakeBackLast),
        *(authority.SignStatement, authority.RefuseStatement),
    }
)
"""The commands of a Dealer's that people above the Dealer give in their own name, also while another deals."""
_GAMES: Final = frozenset({*get_args(banked.BankedCommand), *get_args(room.RoomCommand), tables.BuyChips})

_COMMANDS: Final = {kind: frozenset(get_args(words.command)) for kind, words in VOCABULARIES.items()}


def core(command: object) -> object:
    """Return the game's command inside a command for a table, or else the command itself."""
    if type(command) is tables.PlayBanked or type(command) is tables.PlayRoom:  # every request and entry asks
        return command.command
    return command


def dealers_work(command: object) -> bool:
    """Return whether a command is the work of the Dealer at the table, also when a person above them gives it."""
    asked = type(core(command))
    return asked in _GAMES - _IN_THEIR_OWN_NAME and Role.DEALER in PERMISSIONS.get(asked, NOBODY)


def allowed(role: Role, command: object) -> Refusal | None:
    """Return the refusal of a command or a query that is not for this role."""
    asked = command if isinstance(command, Query) else type(core(command))
    roles = PERMISSIONS.get(asked, NOBODY)
    return None if role in roles else Refusal(Reason.ROLE, _only(roles), ())


def addressed(stream: str, command: object) -> Refusal | None:
    """Return the refusal of a command for a stream that does not exist or is of another kind."""
    kind, colon, name = stream.partition(":")
    words = VOCABULARIES.get(kind)
    if words is None or not (not colon if words.alone else is_name(name)):
        return Refusal(Reason.FACT, f"There is nothing called {stream[:80]!r} on the floor", ())
    if type(command) not in _COMMANDS[kind]:
        return Refusal(Reason.FACT, f"This command is not for a {kind}", ())
    return None


def _only(roles: Roles) -> str:
    """Return the sentence that says which roles may do something, for a person who may not."""
    if not roles:
        return "Nobody may do this: the floor does it by itself"
    if roles == PEOPLE:
        return "Only people may do this"
    ladder = [role for role in STAFF if role in roles]
    found = [_title(role) for role in Role if role in roles - set(STAFF)]
    if ladder:
        found.append(or_above(ladder[0]))
    return f"Only {', or '.join(found)}{',' if len(found) > 1 else ''} may do this"


def _title(role: Role) -> str:
    if role is Role.CAGE:
        return "the cage"
    words = role.value.replace("_", " ").title()
    return f"{'an' if words[0] in 'AEIOU' else 'a'} {words}"
