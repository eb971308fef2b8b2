"""Who may ask what of a house, in every role: the expected table, written by hand, and the page printed from it.

    python -m tests.web.roles --write

Nothing here is taken from the code that decides it (``floor/deciding/permissions.py``): the rows say what the documents
leave to a Dealer, to the pit and to Players, and what the House has its cage, its managers and its auditors do.
``test_roles.py`` asks an open house each of them in each role, and knows no address and no command without a row.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from croupier.rulebooks import all_games, load
from croupier.rules import authority as said

PAGE: Final = Path(__file__).parents[2] / "docs" / "roles.md"

COLUMNS: Final[Mapping[str, str]] = {
    "N": "nobody",
    "P": "Player",
    "D": "Dealer",
    "S": "Pit Supervisor",
    "M": "Pit Manager",
    "H": "Shift Manager",
    "C": "cage",
    "A": "auditor",
    "V": "display",
}
"""By a letter; nobody is whoever has not signed in."""
ANYBODY: Final = "NPDSMHCAV"
SIGNED_IN: Final = "PDSMHCAV"
PEOPLE: Final = "PDSMHCA"
SEATED: Final = "PDSMH"
"""Players, and staff at their request."""
DEALERS: Final = "DSMH"
PIT: Final = "SMH"
MANAGERS: Final = "MH"
SHIFT: Final = "H"
TELLERS: Final = "MHC"
BOOKS: Final = "HA"
"""Who reads the record and the books: Shift Managers, and auditors, who change nothing."""
SEES_CAGE: Final = "MHCA"
SEES_PIT: Final = "SMHA"
SEES_MONEY: Final = "SMHCA"

DEALS: Final = "only whoever deals"
DEALS_OR_PIT: Final = "whoever deals, or the pit"
"""Who of the staff it is left to at a table to which Dealers are assigned."""

ME: Final = "{me}"
"""Stands in a request for the account that asks."""


class Address(Struct, frozen=True):
    """An operation of the interface, with a request that is in order but for who sends it."""

    method: str
    path: str
    roles: str
    what: str
    asks: str
    """The path as it is asked for."""
    body: Any = None


class Topic(Struct, frozen=True):
    """A page that the live socket brings."""

    name: str
    roles: str
    what: str


class Act(Struct, frozen=True):
    """A command that somebody may send, over the socket or over HTTP."""

    command: str
    roles: str
    fields: Mapping[str, Any] = {}
    duty: str = ""
    """Who of the staff does it where Dealers are assigned; empty if nobody in particular."""


class Section(Struct, frozen=True):
    """The acts of one kind of stream."""

    title: str
    stream: str
    """The one that is asked; ``banked``, ``room``, ``every`` for tables, ``new`` for what is not there yet."""
    why: str
    acts: Sequence[Act]


TABLE: Final = "free-1"

ADDRESSES: Final = (
    Address("GET", "/health", ANYBODY, "whether the server lives", "/health"),
    Address("GET", "/ready", ANYBODY, "whether the house is ready", "/ready"),
    Address("GET", "/metrics", ANYBODY, "what it counts, from its own machine or with the token", "/metrics"),
    Address("GET", "/api/session", ANYBODY, "who I am", "/api/session"),
    Address("GET", "/api/session/door", ANYBODY, "which house this is", "/api/session/door"),
    Address(
        *("POST", "/api/session", ANYBODY, "sign in, with the password", "/api/session"),
        {"name": "zoe", "password": "{password}", "role": "player"},
    ),
    Address("DELETE", "/api/session", SIGNED_IN, "sign out", "/api/session"),
    Address(
        *("POST", "/api/session/pin", SIGNED_IN, "choose my PIN, with the password", "/api/session/pin"),
        {"password": "{password}", "pin": "1"},
    ),
    Address("POST", "/api/session/refill", "", "more play money, on a demonstration floor", "/api/session/refill"),
    Address(
        *("POST", "/api/passwords", ANYBODY, "another password, with the one before", "/api/passwords"),
        {"name": "zoe", "password": "{password}", "new": "{password}"},
    ),
    Address(
        "POST", "/api/passwords/{name}/code", "SMHC", "a code for whoever has no password", "/api/passwords/none/code"
    ),
    Address("GET", "/api/passkeys", SIGNED_IN, "how it stands with my passkey", "/api/passkeys"),
    Address("POST", "/api/passkeys", SIGNED_IN, "register it, with the password", "/api/passkeys", {"password": "1"}),
    Address(
        "POST",
        "/api/passkeys/confirm",
        SIGNED_IN,
        "put it on record",
        "/api/passkeys/confirm",
        {"id": "", "client": "", "attestation": ""},
    ),
    Address("GET", "/api/factors", SIGNED_IN, "how it stands with my second factor", "/api/factors"),
    Address(
        *(
            "POST",
            "/api/factors/confirm",
            ANYBODY,
            "confirm a second factor, with the password",
            "/api/factors/confirm",
        ),
        {"name": "zoe", "password": "{password}", "code": "1"},
    ),
    Address(
        *("POST", "/api/factors", ANYBODY, "set one up, with the password", "/api/factors"),
        {"name": "zoe", "password": "{password}"},
    ),
    Address(
        *("POST", "/api/factors/remove", ANYBODY, "take it off, with the password", "/api/factors/remove"),
        {"name": "zoe", "password": "{password}"},
    ),
    Address("GET", "/api/games", ANYBODY, "the games", "/api/games"),
    Address("GET", "/api/how-to-play/{game}", ANYBODY, "how one is played", "/api/how-to-play/rws-casino-stud"),
    Address("GET", "/api/rules", ANYBODY, "the documents", "/api/rules"),
    Address("GET", "/api/rules/{rulebook}", ANYBODY, "one of them", "/api/rules/nothing"),
    Address("GET", "/api/rules/{rulebook}/{paragraph}", ANYBODY, "a paragraph", "/api/rules/rws-casino-stud/3.1"),
    Address("GET", "/api/rule-desk", DEALERS, "what the rule desk can be asked", "/api/rule-desk"),
    Address(
        *("GET", "/api/rule-desk/{game}/search", DEALERS, "an irregularity in words of the floor"),
        "/api/rule-desk/rws-poker/search?words=exposed",
    ),
    Address(
        *("POST", "/api/rule-desk", DEALERS, "what is ruled on it", "/api/rule-desk"),
        {"irregularity": "foreign_card", "game": "rws-poker"},
    ),
    Address("GET", "/api/odds/{game}", ANYBODY, "a game’s odds", "/api/odds/rws-poker"),
    Address("GET", "/api/odds/{game}/board", ANYBODY, "perfect play", "/api/odds/rws-poker/board?cards=5c"),
    Address("GET", "/api/odds/{game}/shares", ANYBODY, "shares of a pot", "/api/odds/rws-casino-stud/shares?hands=As"),
    Address("GET", "/api/odds/{game}/{file}", ANYBODY, "the PAR sheet", "/api/odds/rws-poker/par.html"),
    Address("GET", "/api/odds/{game}/design", SIGNED_IN, "its pay tables", "/api/odds/rws-poker/design"),
    Address(
        *("POST", "/api/odds/{game}/search", SIGNED_IN, "designs that come to an edge", "/api/odds/rws-poker/search"),
        {"edge": 0.05, "moves": []},
    ),
    Address("POST", "/api/odds/{game}/what-if", SIGNED_IN, "the odds of others", "/api/odds/rws-poker/what-if", {}),
    Address(
        *("POST", "/api/odds/{game}/curve", SIGNED_IN, "the edge as a row moves", "/api/odds/rws-poker/curve"),
        {"line": "x"},
    ),
    Address("GET", "/api/tables", SIGNED_IN, "the lobby", "/api/tables"),
    Address("GET", "/api/tables/{table}", SIGNED_IN, "a table, as I may see it", f"/api/tables/{TABLE}"),
    Address(
        "GET", "/api/tables/{table}/boxes/{box}/advice", SIGNED_IN, "advice", f"/api/tables/{TABLE}/boxes/1/advice"
    ),
    Address(
        *("POST", "/api/tables/{table}/acts", SIGNED_IN, "act there: see below", f"/api/tables/{TABLE}/acts"),
        {"key": "k", "commands": []},
    ),
    Address(
        *("POST", "/api/streams/{stream}/acts", SIGNED_IN, "act elsewhere: see below", "/api/streams/cage/acts"),
        {"key": "k", "commands": []},
    ),
    Address(
        *("POST", "/api/tables/{table}/hints", "P", "sit, stand, be ready", f"/api/tables/{TABLE}/hints"),
        {"hint": "stand"},
    ),
    Address(
        "GET", "/api/tables/{table}/stakes", DEALERS, "a Player’s stakes", f"/api/tables/{TABLE}/stakes?player=ann"
    ),
    Address(
        *("POST", "/api/tables/{table}/wagers", DEALERS, "what lies on the layout", f"/api/tables/{TABLE}/wagers"),
        {"key": "w"},
    ),
    Address(
        *("POST", "/api/tables/{table}/cards", DEALERS, "a card that is dealt", f"/api/tables/{TABLE}/cards"),
        {"key": "c", "card": "As"},
    ),
    Address(
        *("POST", "/api/tables/{table}/entries", DEALERS, "an entry at the console", f"/api/tables/{TABLE}/entries"),
        {"key": "e", "commands": []},
    ),
    Address(
        *("GET", "/api/tables/{table}/irregularities", DEALERS, "find what went wrong in plain words"),
        f"/api/tables/{TABLE}/irregularities",
    ),
    Address(
        *("POST", "/api/tables/{table}/rulings", DEALERS, "what would be ruled", f"/api/tables/{TABLE}/rulings"),
        {"report": {"irregularity": "foreign_card"}},
    ),
    Address(
        *("POST", "/api/tables/{table}/reports", DEALERS, "report an irregularity", f"/api/tables/{TABLE}/reports"),
        {"key": "r", "report": {"irregularity": "foreign_card"}},
    ),
    Address(
        *("POST", "/api/tables/{table}/console", DEALERS, "a demonstration’s console", f"/api/tables/{TABLE}/console"),
        {"take_over": True},
    ),
    Address(
        *("POST", "/api/tables/{table}/sign-on", DEALERS, "sign on, with a PIN", "/api/tables/hand-1/sign-on"),
        {"name": "dot", "pin": "7305"},
    ),
    Address(
        *("POST", "/api/tables/{table}/hand-over", "D", "hand over, with a PIN", "/api/tables/free-1/hand-over"),
        {"name": "dot", "pin": "7305"},
    ),
    Address(
        *("POST", "/api/tables/{table}/consent", DEALERS, "a Player agrees, with a PIN", "/api/tables/free-1/consent"),
        {"player": "zoe", "pin": "7305"},
    ),
    Address("GET", "/api/rounds", PEOPLE, "my rounds", "/api/rounds"),
    Address("GET", "/api/rounds/session", PEOPLE, "my session in review", "/api/rounds/session"),
    Address("GET", "/api/rounds/receipt", PEOPLE, "the receipt of my account", "/api/rounds/receipt"),
    Address("GET", "/api/rounds/{table}/{number}", "PHA", "a round: one’s own, or any", "/api/rounds/auto-1/1"),
    Address("GET", "/api/rounds/{table}/{number}/phh", "PSMHA", "the same as PHH", "/api/rounds/auto-1/1/phh"),
    Address(
        "GET",
        "/api/rounds/{table}/{number}/proof",
        SIGNED_IN,
        "its proof, by what one has seen",
        "/api/rounds/auto-1/1/proof",
    ),
    Address(
        *("GET", "/api/rounds/{table}/{number}/proof/{shuffle}", SIGNED_IN, "one as a file"),
        "/api/rounds/auto-1/1/proof/1",
    ),
    Address("GET", "/api/rounds/{table}/{number}/receipt", "P", "my receipt of it", "/api/rounds/auto-1/1/receipt"),
    Address(
        "GET", "/api/rounds/{table}/{number}/slips/{box}", SEES_PIT, "an award’s slip", "/api/rounds/auto-1/1/slips/1"
    ),
    Address("GET", "/api/vouchers/{number}", SEES_MONEY, "a claim, a voucher or a count", "/api/vouchers/F-0001"),
    Address("GET", "/api/audit", BOOKS, "what the record has", "/api/audit"),
    Address("GET", "/api/audit/{kind}", BOOKS, "a piece of it", "/api/audit/events?limit=1"),
    Address("GET", "/api/audit/verify", "MHA", "how far its verification is", "/api/audit/verify"),
    Address("POST", "/api/audit/verify", "MHA", "verify it", "/api/audit/verify"),
    Address("GET", "/api/keys", BOOKS, "the House's keys, its last anchor and checkpoint", "/api/keys"),
    Address(
        *("POST", "/api/keys", SHIFT, "propose another key, with the password", "/api/keys"),
        {"password": "{password}", "reason": "yearly"},
    ),
    Address(
        *("POST", "/api/keys/{number}/sign", SHIFT, "sign for it, with the password", "/api/keys/9/sign"),
        {"password": "{password}"},
    ),
    Address(*("POST", "/api/keys/{number}/reject", SHIFT, "turn it down", "/api/keys/9/reject"), {"reason": "not now"}),
    Address("POST", "/api/keys/anchor", SHIFT, "anchor the record now", "/api/keys/anchor"),
    Address("GET", "/api/audit/investigation", BOOKS, "whether the deals can be chance", "/api/audit/investigation"),
    Address("POST", "/api/audit/investigation", BOOKS, "look into them", "/api/audit/investigation"),
    Address("GET", "/api/audit/restated", "MHA", "rounds paid otherwise today", "/api/audit/restated"),
    Address("GET", "/api/report", BOOKS, "the report of a shift", "/api/report"),
    Address("GET", "/api/cash", SEES_CAGE, "the cash log", "/api/cash"),
)

TOPICS: Final = (
    Topic("me", SIGNED_IN, "who I am"),
    Topic("lobby", SIGNED_IN, "the tables"),
    Topic("display", SIGNED_IN, "the jackpots"),
    Topic(f"table:{TABLE}", SIGNED_IN, "a table, as I may see it"),
    Topic(f"dealer:{TABLE}", DEALERS, "its console"),
    Topic("pit", SEES_MONEY, "the pit; the cage sees its own part"),
    Topic("pit:money", SEES_MONEY, "the House’s money"),
    Topic("pit:room", SEES_PIT, "the poker room’s desk"),
    Topic("books:trays", SEES_MONEY, "trays, fills and credits"),
    Topic("books:vouchers", SEES_MONEY, "claims, vouchers and counts"),
    Topic("cage", SEES_CAGE, "the cage"),
)

_BOX: Final = {"box": 1}
_SEAT: Final = {"seat": 1}
_CHIPS: Final = [[2500, 1]]

_AT_EVERY_TABLE: Final = (
    Act("PrepareShoe", SEATED),
    Act("CommitSeed", "P", {"digest": "00"}),
    Act("RevealSeed", "P", {"seed": "AAAA"}),
    Act("BuyChips", DEALERS, {"cents": 2500}, DEALS),
    Act("SignClaim", PIT, _BOX),
    Act("ReturnClaim", PIT, {**_BOX, "reason": "not the hand"}),
    Act("Propose", PIT, {"what": {"type": "FillFloat", "counts": []}}),
    Act("Countersign", PIT, {"number": 99}),
    Act("Reject", PIT, {"number": 99, "reason": "no"}),
    Act("CountTray", "SM", {"counts": _CHIPS}),
    Act("SignCount", PIT),
    Act("AbandonCount", PIT, {"reason": "again"}),
    Act("OrderRecount", MANAGERS, {"count": "N-0001", "reason": "camera differs", "by": ["joy", "ken"]}),
    Act("RequestFill", DEALERS, {"counts": []}, DEALS_OR_PIT),
    Act("RequestCredit", DEALERS, {"counts": []}, DEALS_OR_PIT),
    Act("SendSlip", DEALERS + "C", {"slip": "x"}, DEALS_OR_PIT),
    Act("ReceiveSlip", DEALERS + "C", {"slip": "x"}, DEALS_OR_PIT),
    Act("CancelSlip", PIT + "C", {"slip": "x", "reason": "no"}),
    Act("PullBox", PIT),
    Act("ReceiveBox", TELLERS, {"number": 9}),
    Act("CountBox", TELLERS, {"number": 9, "cents": 1}),
    Act("AssignDealers", PIT, {"dealers": ["dot", "dot"]}),
    Act("Consent", "P", {"given": True}),
    Act("ResumeRound", PIT, {"reason": "as it lies"}),
    Act("CallSupervisor", "D", {}, DEALS),
    Act("AnswerCall", PIT),
    Act("PlanRelief", PIT, {"at": 0, "leaves": "dan", "comes": "dan"}),
    Act("DropRelief", PIT, {"at": 0, "comes": "dot"}),
)

_LAST: Final = Act("SignOff", DEALERS, {"reason": "home"}, DEALS_OR_PIT)

SECTIONS: Final = (
    Section(
        "At a table against the House",
        "banked",
        "The documents have the Dealer conduct the round and Players wager and decide, or staff at a Player’s request; "
        "whoever stands above a Dealer may do a Dealer’s work (MLP 1.11, THBP 3.6). A Pit Supervisor decides what is "
        "left to judgement (MLP 5.14, 5.19) and looks at a hand that was not shown (THBP 3.10.1), a Pit Manager keeps "
        "a Player to one box (THBP 3.4.3), and a Shift Manager stops one (THBP 5.10.3).",
        (
            Act("PlaceWager", SEATED, {**_BOX, "wager": "ante", "amount": 0, "player": "ann"}, DEALS),
            Act("WithdrawWager", SEATED, {**_BOX, "wager": "ante", "player": "ann"}, DEALS),
            Act("OpenRound", DEALERS, {}, DEALS),
            Act("DealCards", DEALERS, {"cards": []}, DEALS),
            Act("Look", SEATED, _BOX, DEALS),
            Act("Choose", SEATED, {**_BOX, "decision": "fold"}, DEALS),
            Act("DeclineShare", SEATED, _BOX, DEALS),
            Act("CloseBets", DEALERS, {}, DEALS),
            Act("Reveal", DEALERS, {}, DEALS),
            Act("ShowHand", SEATED, _BOX, DEALS),
            Act("WithholdHand", SEATED, _BOX, DEALS),
            Act("InspectHand", PIT, _BOX),
            Act("RestrictPlayer", MANAGERS, {"player": "zoe"}),
            Act("StopPlayer", SHIFT, {"player": "zoe", "reason": ""}),
            Act("Settle", DEALERS, {}, DEALS),
            Act("Report", DEALERS, {"irregularity": "nothing"}, DEALS_OR_PIT),
            Act("AnswerChoice", SEATED, {**_BOX, "option": "x"}, DEALS),
            Act("RunOutClock", DEALERS, _BOX, DEALS),
            Act("TakeDecision", PIT, {"number": 9, "option": "x", "reason": "r"}),
            Act("ReopenJackpot", ""),  # two sign: `EndFailure` is proposed
            Act("CorrectCard", DEALERS, {"place": "dealer", "index": 0, "card": 1}, DEALS_OR_PIT),
            Act("CorrectWager", DEALERS, {**_BOX, "wager": "ante", "amount": 2500}, DEALS_OR_PIT),
            Act("TakeBackLast", DEALERS, {}, DEALS_OR_PIT),
            Act("CorrectDecision", DEALERS, {**_BOX, "decision": "fold"}, DEALS_OR_PIT),
            Act("SignStatement", DEALERS, {"number": 9, "reason": "r"}, DEALS_OR_PIT),
            Act("RefuseStatement", DEALERS, {"number": 9, "reason": "r"}, DEALS_OR_PIT),
        ),
    ),
    Section(
        "In the poker room",
        "room",
        "The Dealer deals, turns the marker and settles, Players act for themselves or ask the staff to, the pit "
        "decides, and a Pit Manager deems a Player gone.",
        (
            Act("JoinTable", SEATED, {**_SEAT, "stake": 0, "player": "ann"}, DEALS),
            Act("TopUp", SEATED, {**_SEAT, "amount": 0}, DEALS),
            Act("SitOut", SEATED, _SEAT, DEALS),
            Act("ComeBack", SEATED, _SEAT, DEALS),
            Act("PayIn", SEATED, _SEAT, DEALS),
            Act("LeaveTable", SEATED, _SEAT, DEALS),
            Act("DeemLeft", MANAGERS, {**_SEAT, "reason": "gone"}),
            Act("OpenRound", DEALERS, {}, DEALS),
            Act("DealCards", DEALERS, {"cards": []}, DEALS),
            Act("Look", "P", _SEAT),
            Act("Act", SEATED, {**_SEAT, "move": "fold"}, DEALS),
            Act("RunOutClock", DEALERS, _SEAT, DEALS),
            Act("TurnMarker", DEALERS, {}, DEALS),
            Act("ShowHand", SEATED, _SEAT, DEALS),
            Act("MuckHand", SEATED, _SEAT, DEALS),
            Act("Settle", DEALERS, {}, DEALS),
            Act("Report", DEALERS, {"irregularity": "nothing"}, DEALS_OR_PIT),
            Act("TakeDecision", PIT, {"number": 9, "option": "x", "reason": "r"}),
            Act("CorrectCard", DEALERS, {"place": "1", "index": 0, "card": 1}, DEALS_OR_PIT),
            Act("TakeBackLast", DEALERS, {}, DEALS_OR_PIT),
            Act("CorrectAct", DEALERS, {**_SEAT, "move": "fold"}, DEALS_OR_PIT),
            Act("SignStatement", DEALERS, {"number": 9, "reason": "r"}, DEALS_OR_PIT),
            Act("RefuseStatement", DEALERS, {"number": 9, "reason": "r"}, DEALS_OR_PIT),
        ),
    ),
    Section(
        "At every table",
        "every",
        "No document speaks of trays, slips, reliefs and seeds: the House has decided whose they are. Whoever counts a "
        "tray must not see the books, so a Shift Manager does not.",
        (*_AT_EVERY_TABLE, _LAST),
    ),
    Section(
        "On a jackpot link",
        "link:stud",
        "The pit notices a failure and two people end it, a Pit Manager or above among them; its terms are the Shift "
        "Managers’.",
        (
            Act("ProposeTerms", SHIFT, {"seed": -1, "contribution": "0.7", "wager": 500}),
            Act("CountersignTerms", SHIFT, {"number": 99}),
            Act("RejectTerms", SHIFT, {"number": 99, "reason": "no"}),
            Act("ProposeUp", PIT, {"meter": 0, "coins": {}}),
            Act("CountersignUp", MANAGERS, {"number": 99}),
            Act("RejectUp", PIT, {"number": 99, "reason": "no"}),
            Act("OrderClaims", PIT, {"order": [], "reason": "dealt so"}),
            Act("SignOrder", PIT, {"number": 99}),
            Act("RefuseOrder", PIT, {"number": 99, "reason": "no"}),
            Act("LinkDown", PIT, {"reason": ""}),
        ),
    ),
    Section(
        "At the cage",
        "cage",
        "No document speaks of the cage. Cash is moved by cashiers, by Pit Managers and above; an alert about it is "
        "dealt with by a manager who had no hand in it.",
        (
            Act("OpenDrawer", TELLERS, {"drawer": "9", "counts": []}),
            Act("CountDrawer", TELLERS, {"drawer": "9", "counts": []}),
            Act("AbandonDrawerCount", MANAGERS, {"drawer": "9", "reason": "again"}),
            Act("CashIn", TELLERS, {"player": "zoe", "cents": 0, "day": "2026-01-01"}),
            Act("CashOut", TELLERS, {"player": "zoe", "cents": 0, "day": "2026-01-01"}),
            Act("CashChips", TELLERS, {"table": "free-1", "counts": [], "day": "2026-01-01"}),
            Act(
                "ProposeCash", TELLERS, {"what": {"type": "FillDrawer", "drawer": "9", "cents": 0, "day": "2026-01-01"}}
            ),
            Act("CountersignCash", TELLERS, {"number": 99}),
            Act("RejectCash", TELLERS, {"number": 99, "reason": "no"}),
            Act("AcknowledgeAlert", MANAGERS, {"number": 99}),
        ),
    ),
    Section(
        "In the house’s accounts",
        "house",
        "Everybody protects themselves; for others the pit does. Whatever gives somebody power, or ends somebody’s "
        "protection, takes two managers.",
        (
            Act("CreateAccount", "SMHC", {"account": "zoe"}),
            Act("ChangeRoles", SHIFT, {"account": "none", "roles": ["player"]}),
            Act("LockAccount", PIT, {"account": "none", "reason": "r"}),
            Act("UnlockAccount", PIT, {"account": "none", "reason": "r"}),
            Act("SetLossLimit", PEOPLE, {"account": ME, "cents": -1}),
            Act("SetTimeLimit", PEOPLE, {"account": ME, "minutes": -1}),
            Act("ExcludePerson", PEOPLE, {"account": ME, "reason": "my wish", "until": "someday"}),
            Act("ProposeChange", MANAGERS, {"what": {"type": "Readmit", "account": "none", "reason": "r"}}),
            Act("CountersignChange", MANAGERS, {"number": 99}),
            Act("RejectChange", MANAGERS, {"number": 99, "reason": "no"}),
        ),
    ),
    Section(
        "At the poker room’s desk",
        "desk",
        "The waiting list is the pit’s.",
        (
            Act("AddWaiting", PIT, {"player": "zoe"}),
            Act("CallWaiting", PIT, {"number": 99}),
            Act("DropWaiting", PIT, {"number": 99}),
        ),
    ),
    Section(
        "About the clock",
        "clock",
        "Two managers sign for the time.",
        (
            Act("ProposeTime", MANAGERS),
            Act("CountersignTime", MANAGERS, {"number": 99}),
            Act("RejectTime", MANAGERS, {"number": 99, "reason": "no"}),
        ),
    ),
    Section(
        "About the door",
        "door",
        "A manager has dealt with a row of the database that the house did not write; a Shift Manager lets sessions "
        "suffice for signatures again.",
        (
            Act("AcknowledgeForgery", MANAGERS, {"number": 99}),
            Act("LowerSigning", SHIFT, {"reason": "the devices are lost"}),
        ),
    ),
    Section(
        "New on the floor",
        "new",
        "A Shift Manager puts tables and jackpot links on the floor.",
        (
            Act("EstablishTable", SHIFT, {"game": "nothing"}),
            Act("EstablishLink", SHIFT, {"seed": -1, "contribution": "0.7", "wager": 500}),
        ),
    ),
)
"""Every command that can be sent at all. What is asked is well-formed, and where it would change what the next row
needs, something else is wrong with it: who may is then told that, and who may not is told that they may not."""

NOT_SENT: Final[Mapping[str, Sequence[str]]] = {
    "by the floor itself": (
        *("CommitShuffle", "DiscardShoe", "NoteJackpotWon", "TakeUpRulebook", "TakeUpPolicy", "TakeUpMode"),
        *("LetSignaturesFall", "KeepTray", "HoldRound", "MoveMeter", "KeepDrawers", "NoteTableCash"),
        *("KeepClaims", "NoteAwards"),
        *("NoteSignIn", "NoteSignInFailed", "NoteSignOut", "NotePassword", "NoteRefusal", "NoteTakenOver"),
        *("NoteForgery", "NotePasskey", "NotePasskeyGone", "NoteSigning", "StartClock", "DoubtClock"),
    ),
    "when a house is opened from its file": ("EstablishCage", "EstablishHouse"),
    "with what is done at the cage": ("RedeemChips",),
    "by addresses of their own, with a PIN, a password or a code": (
        "SignOn",
        "HandOver",
        "IssueCode",
        "ChangePassword",
    ),
    "with an act, by the device of the person who acts": ("SignAct",),
    "on the machine itself, by two": ("ProposeRecord", "CountersignRecord", "RejectRecord"),
    "only in earlier records": ("LinkUp", "PayAward", "CashSlip"),
}
"""The floor's other commands, by how they come about: nobody can send them."""


# ---- The page -------------------------------------------------------------------------------------------------------

_HEAD: Final = """# Who may do what

Every address of the interface, every page that the live socket brings and every command that can be sent, in every
role. `python -m tests.web.roles --write` prints this page from the table that `tests/web/test_roles.py` asks an open
house, both ways: whoever has a mark is answered, or refused for another reason; whoever has none is answered 401 or 403
with a sentence, and nothing has changed. A mark says that a role may ask. Whose box, turn, wallet or signature it is,
the documents and the House decide in each case.
"""


def page() -> str:
    """The table as it is printed."""
    parts = [_HEAD, "\n## Addresses\n\n", _head("address", "what")]
    parts += [_row(one.roles, f"`{one.method} {one.path}`", one.what) for one in ADDRESSES]
    parts += ["\n## Pages of the live socket\n\n", _head("topic", "what")]
    parts += [_row(one.roles, f"`{one.name.replace(TABLE, 'TABLE')}`", one.what) for one in TOPICS]
    for section in SECTIONS:
        dealt = any(act.duty for act in section.acts)
        parts += [f"\n## {section.title}\n\n{section.why}\n\n"]
        parts += [_head("command", *(["where Dealers are assigned"] if dealt else []))]
        parts += [_row(act.roles, f"`{act.command}`", *([act.duty] if dealt else [])) for act in section.acts]
    parts += authority()
    parts += ["\n## What nobody can send\n\n"]
    for how, commands in NOT_SENT.items():
        parts += [f"- {how}: {', '.join(f'`{one}`' for one in commands)}\n"]
    return "".join(parts)


def authority() -> Iterator[str]:
    """Yield the table of authority of each game: who must stand behind an act, by what it touches and when."""
    yield "\n## Authority over statements\n\n"
    yield (
        "A mark above says that a role may ask. What an act touches, and how far the round has come, decide how many "
        "people must stand behind it, as `croupier rules GAME --authority` prints it. `dealer+pit_manager`: two "
        "people, the one at least a Dealer, the other at least a Pit Manager; `others`: not those who have signed "
        "before; `*`: with a reason. A statement that lacks a person waits, on the console and in the pit, until it is "
        "signed or refused.\n"
    )
    for game in map(load, all_games()):
        rows = said.shown(game)
        cites = ", ".join(dict.fromkeys(cite for row in rows for cite in row.cites))
        yield f"\n### {game.document.title}\n\n`{game.name}`, {cites}.\n\n"
        heads = ("act", "touches", *(stage.value for stage in said.Stage))
        yield f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}\n"
        for act, touches in dict.fromkeys((row.act, row.touches) for row in rows if row.act not in _LIKE_A_REPORT):
            by_stage = {row.stage: row for row in rows if (row.act, row.touches) == (act, touches)}
            words = next(iter(by_stage.values())).words
            cells = [f"{one.who}{'*' if one.reason else ''}" if (one := by_stage.get(at)) else "" for at in said.Stage]
            yield f"| {_ACTS.get(act, act.value.replace('_', ' '))} | {words} | {' | '.join(cells)} |\n"


_LIKE_A_REPORT: Final = frozenset({*said.STATEMENTS} - {said.Act.REPORT})
_ACTS: Final = {said.Act.REPORT: "report, absence, correction, take back"}


def _head(*words: str) -> str:
    cells = [words[0], *COLUMNS.values(), *words[1:]]
    return f"| {' | '.join(cells)} |\n|{' --- |' * len(cells)}\n"


def _row(roles: str, name: str, *more: str) -> str:
    marks = ["●" if letter in roles else "" for letter in COLUMNS]
    return f"| {' | '.join([name, *marks, *more])} |\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")
