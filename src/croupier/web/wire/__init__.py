"""The messages of the live socket, and the pages that it carries.

The page's own types are made from these (``python -m croupier.web.typescript``), so that server and browser cannot
disagree. Amounts are whole cents; times are microseconds since 1970, UTC; remaining time on a clock is milliseconds.
"""

from typing import Any, Literal

from msgspec import Struct

from croupier.floor.values.passkeys import Assertion
from croupier.money import Cents
from croupier.play.banked.options import Option
from croupier.play.banked.view import TableView
from croupier.play.refusal import Refusal
from croupier.play.room.options import RoomOption
from croupier.play.room.view import PotView, RoomView
from croupier.rules.document import Cite
from croupier.rules.terms import Role, WagerName

Cites = tuple[Cite, ...]

# ---- Messages from the browser --------------------------------------------------------------------------------------


class Watch(Struct, frozen=True, tag="watch"):
    """A request to send a page now, and after each change of it."""

    topic: str


class Leave(Struct, frozen=True, tag="leave"):
    """A request to stop sending a page."""

    topic: str


class SignedBy(Assertion, frozen=True):
    """A statement as :class:`ToSign` has it, and the signature of the person's passkey, in base64url."""

    statement: str


class Do(Struct, frozen=True, tag="act"):
    """Commands for the stream behind a topic, in order: one act, of which all happens or nothing."""

    topic: str
    key: str
    """The idempotency key, chosen by the browser: the same when it sends the act again."""
    commands: tuple[dict[str, Any], ...]
    version: int | None = None
    moment: str = ""
    """The moment of play (``face.moment``) of the page that offered the act; a Player's acts of a round need it."""
    signed: SignedBy | None = None
    """The signature of the person's passkey, if the answer before asked for it."""


class Hint(Struct, frozen=True, tag="hint"):
    """A hint for the automatic Dealer that no document mentions: a Player sits, stands up or is ready."""

    topic: str
    hint: str
    """A :data:`Wish`; ``sit`` and ``stand`` come with a box. All other hints are refused in a sentence."""
    box: int | None = None
    key: str = ""
    """The key of the answer, chosen by the browser; without one the answer has the key ``hint`` and the hint's name."""


class Ping(Struct, frozen=True, tag="ping"):
    """A question whether the line still works; the answer has the key ``ping``."""


Wish = Literal["sit", "stand", "ready", "next", "guided", "unguided", "show_all", "calm", "lively"]
"""The hints: for the Dealer, whether a page guides its Player, or how to show the end of a round."""
Said = Watch | Leave | Do | Hint | Ping

# ---- Messages from the server ---------------------------------------------------------------------------------------


class PageMessage(Struct, frozen=True, tag="page"):
    """A page in its current state."""

    topic: str
    seq: int
    """A number that is higher than that of any earlier page of the topic."""
    page: Any


class ToSign(Struct, frozen=True):
    """A statement for a person's passkey to sign; the act is then sent again with the signature, under the same key."""

    statement: str
    challenge: str
    """The SHA-256 of the statement, in base64url."""
    passkey: str
    """The name of the credential, in base64url."""
    house: str
    """The relying party of the passkey."""


class Answer(Struct, frozen=True, tag="answer"):
    """The result of an act."""

    key: str
    refused: Refusal | None = None
    repeated: bool = False
    version: int = 0
    """The stream's version after the whole act."""
    sign: ToSign | None = None
    """The statement to sign, if the act was refused because a passkey has to sign it."""


class Ended(Struct, frozen=True, tag="ended"):
    """The end of the session."""


# ---- Parts of pages -------------------------------------------------------------------------------------------------


class Clock(Struct, frozen=True):
    """A running clock, and what happens when it runs out."""

    kind: str
    """The kind: ``bets`` (until No more Bets), ``turn``, ``choice``, ``show``, ``next`` (until the next round)."""
    remaining: int
    total: int
    box: int | None = None
    """The box or seat for which the clock runs."""
    then: str = ""
    """The effect of running out: ``closes``, ``opens``, or what the document provides, such as ``folds``."""
    cites: Cites = ()


class MeterMessage(Struct, frozen=True, tag="meter"):
    """A jackpot's meter and the clock's remaining time, for a table's page that is otherwise unchanged."""

    topic: str
    seq: int
    """A number that is higher than that of the page, and of any meter since."""
    meter: Cents
    clock: Clock | None


class HandName(Struct, frozen=True):
    """The name of a hand that a person sees in full."""

    category: str
    """The key of the category, such as ``full_house``."""
    name: str
    """The full name, such as ``Full House, Kings over Jacks``."""
    short: str
    """The category alone, such as ``Full House``."""
    made: str
    """The rest of the name for short lines, such as ``Kings over Jacks`` or ``Ace high``."""
    own: tuple[int, ...]
    """The indices of its own cards that make the hand, from 0."""
    community: tuple[int, ...] = ()
    """The indices of the Community Cards that make the hand, from 0."""


class Told(Struct, frozen=True):
    """An event of the round, in words that all people at the table may see."""

    at: int
    sentence: str
    cites: Cites
    group: str = ""
    """The part of the round, in the poker room: ``before_flop``, a street, ``showdown``, ``after`` or ``between``."""
    brief: str = ""
    """The sentence without its amount, for a log with a column for amounts; empty if the log shows the sentence."""
    amount: Cents | None = None
    seat: int | None = None
    """The seat of the Player who acted, in the poker room."""
    yours: str = ""
    """The line for the Player of that seat, such as ``You call``."""


class RulingLine(Struct, frozen=True):
    """An effect of a ruling, with the money that it moves."""

    sentence: str
    cites: Cites
    amount: Cents | None = None
    """The money moved: positive if it goes to Players or into the meter, negative if it leaves them."""


class RulingShown(Struct, frozen=True):
    """A ruling of this round, as the banner shows it."""

    irregularity: str
    ruling: str
    sentence: str
    facts: dict[str, str]
    box: int | None
    decided_by: str
    cites: Cites
    lines: tuple[RulingLine, ...] = ()
    """The effects of the ruling; of a preview, those that it would have."""


class PartShown(Struct, frozen=True):
    """The reasons for the result of one wager, beside its amounts in the ledger."""

    wager: WagerName
    odds: str = ""
    """The odds at which the wager was paid, such as ``3 to 1``."""
    needs: str = ""
    """The lowest hand that would have won the wager, where it came back although the hand was the higher."""
    capped: Cents | None = None
    """The most that is paid, where that was less than the odds."""


class BoxVerdictShown(Struct, frozen=True):
    """The result of one of the viewer's boxes."""

    box: int
    kind: str
    net: Cents
    reason: str
    cites: Cites
    parts: tuple[PartShown, ...]


class VerdictShown(Struct, frozen=True):
    """The result of the last round for the viewer, and the reasons."""

    kind: str
    """The kind of result: ``win``, ``lose``, ``stand_off``, ``back`` or ``even``."""
    net: Cents
    reason: str
    """The reason, in a sentence or two."""
    cites: Cites
    boxes: tuple[BoxVerdictShown, ...] = ()
    """The results of the viewer's boxes, at a house-banked table."""


class RevealShown(Struct, frozen=True):
    """The part of a round's end that has been shown to the viewer, while it is being shown."""

    cue: str
    """The cue: ``turning`` (cards), ``named`` (the Dealer's hand), ``hands`` (the Players'), ``verdict`` (no money
    yet)."""
    to_turn: int = 0
    """The number of cards of the Dealer and of the community that are still to be turned."""
    needs: str = ""
    """The lowest hand with which a Dealer qualifies, while that is open."""


class SpotPays(Struct, frozen=True):
    """The pays that a spot shows before anybody holds a card."""

    by: str
    """The basis of the pays: ``odds`` (always the same), ``hand``, ``cards`` (the Player's own) or ``award``."""
    odds: str = ""
    needs: str = ""
    """The lowest hand with which the wager wins at all, such as ``straight``."""
    lowest: str = ""
    """The lowest hand that wins an award."""


class SpotShape(Struct, frozen=True):
    """A spot of the layout, in its order."""

    wager: WagerName
    title: str
    """The name that the layout prints."""
    shape: str
    """The shape: ``round``, ``square`` or ``coin``."""
    first: bool
    """True if the spot accepts chips before the close; the others are placed by a decision."""
    times_ante: int = 0
    cites: Cites = ()
    """The paragraphs under which it is wagered."""
    pays: SpotPays = SpotPays("")


class PayCell(Struct, frozen=True):
    """The pay of a wager for a hand."""

    line: str
    """The wager and the row of its pay table, such as ``bet/flush``."""
    pays: str


class PayRow(Struct, frozen=True):
    """A row of a pay table, with all wagers of the hand."""

    name: str
    key: str
    """The key of the hand, such as ``full_house``; empty where the row stands for wagers and not for a hand."""
    cells: tuple[PayCell, ...]
    needs: str = ""
    """The lowest hand with which these wagers win at all."""


class PayGroup(Struct, frozen=True):
    """Rows of pays that belong together, from the highest hand to the lowest."""

    title: str
    columns: tuple[str, ...]
    """The wagers, where there are several; the cells of each row are in this order."""
    rows: tuple[PayRow, ...]
    cites: Cites


class Street(Struct, frozen=True):
    """Community Cards that are turned together."""

    name: str
    count: int


class Printed(Struct, frozen=True):
    """A line that is printed on the felt."""

    words: str
    cites: Cites


class Placed(Struct, frozen=True):
    """A wager of a Player's last round."""

    box: int
    wager: WagerName
    amount: Cents


class Face(Struct, frozen=True):
    """The head of every table's page."""

    table: str
    called: str
    """The name of the table for people, such as ``Emerald table 1``."""
    game: str
    title: str
    rulebook: str
    automatic: bool
    open: bool
    """True if rounds may begin."""
    version: int
    """The version of the table's stream."""
    moment: str
    """The moment of play that the page shows, such as ``12.3``: the round, and how many Community Cards lie open.

    A Player's act of a round says for which moment it was meant, and is refused at another.
    """
    link: str = ""
    meter: Cents | None = None
    link_down: str = ""
    root: str = ""
    """The commitment of the shoe in use."""
    dealer: str = ""
    """The demonstration's Dealer, while they deal: the table waits for no person."""


class Seated(Struct, frozen=True):
    """A Player who sits at a box, whether or not they have wagered yet."""

    box: int
    player: str


class BankedPage(Struct, frozen=True, tag="banked"):
    """A house-banked table as one person sees it."""

    face: Face
    view: TableView
    options: tuple[Option, ...]
    layout: tuple[SpotShape, ...]
    boxes: int
    me: str
    role: Role
    balance: Cents
    mine: tuple[int, ...]
    """The viewer's boxes: those they sit at, and those they have wagered on."""
    seated: tuple[Seated, ...]
    hands: dict[int, HandName]
    """The hands of which the viewer sees all cards, by box."""
    dealer: HandName | None
    qualifies: bool | None
    """True if the Dealer's hand qualifies; None where the Dealer always plays, and while their cards are face down."""
    qualifies_cites: Cites
    result: dict[int, Cents]
    """The total that the seated Player of each box has won or lost, once it is settled."""
    won: Cents | None
    """The money that the viewer has won or lost, over all boxes."""
    clock: Clock | None
    ready: bool
    """True if the viewer has said that they are ready."""
    last: tuple[Placed, ...]
    """The viewer's wagers in their last round here, with the amounts for repeating them."""
    rulings: tuple[RulingShown, ...]
    told: tuple[Told, ...]
    claims: tuple[int, ...]
    """The boxes that are locked until two people have signed for their award."""
    waits_for: str = ""
    """The role whose decision the round waits for."""
    closed: tuple[int, ...] = ()
    """The boxes that take no wagers while the jackpot system is down."""
    cards: int = 0
    """The number of cards in a dealt hand."""
    board: tuple[Street, ...] = ()
    """The places of the Community Cards; none where the game has no such cards."""
    printed: tuple[Printed, ...] = ()
    """The lines that are printed on the felt."""
    verdict: VerdictShown | None = None
    """The verdict from the settlement until the next round opens; None where the viewer had no part in the round."""
    reveal: RevealShown | None = None
    """The stage of the round's end that is being shown: the page knows no more than what lies open."""
    kept: Cents = 0
    """The part of the balance that is reserved for the wager that the viewer's hands will be asked for."""
    pays: tuple[PayGroup, ...] = ()
    lit: dict[int, tuple[str, ...]] = {}
    """The rows of the pay tables that the cards make, by box, where the viewer sees all of them."""
    held: str = ""
    """The reason why the round is held since a restart."""
    held_cites: Cites = ()
    consent: bool | None = None
    """True if the viewer agrees that the Dealer stakes their wallet at this table; None where nobody asks."""


class JoinOption(Struct, frozen=True):
    """An offer to take one of these seats with a Table Stake."""

    seats: tuple[int, ...]
    least: Cents
    most: Cents
    step: Cents
    usual: Cents
    cites: Cites
    owes: bool = False
    """True if the Player has to pay the Big Blind to be dealt in before it comes to their seat."""
    missed: bool = False
    """True if the Player owes Blinds that they missed here on this gaming day."""
    owes_cites: Cites = ()


class ActShown(Struct, frozen=True):
    """A Player's last act in this Betting Round."""

    what: str
    """The move or the Blind, such as ``call`` or ``big_blind``."""
    amount: Cents
    by_clock: bool = False


class PotShown(Struct, frozen=True):
    """An awarded pot: the Rake and the winners of the rest, each under their paragraphs."""

    pot: int
    amount: Cents
    rake: Cents
    rake_cites: Cites
    winners: tuple[tuple[int, Cents], ...]
    cites: Cites


class Held(Struct, frozen=True):
    """A decision that the table waits for."""

    irregularity: str
    role: Role
    seat: int | None
    cites: Cites


class RoomPage(Struct, frozen=True, tag="room"):
    """A table of the poker room as one person sees it."""

    face: Face
    view: RoomView
    options: tuple[RoomOption, ...]
    joins: JoinOption | None
    places: int
    """The number of seats."""
    me: str
    role: Role
    balance: Cents
    seat: int | None
    """The viewer's seat; None if they have none."""
    bots: tuple[str, ...]
    """The seated Players that the program plays."""
    hands: dict[int, HandName]
    """The hands of five or more cards of which the viewer sees all cards, by seat."""
    clock: Clock | None
    rulings: tuple[RulingShown, ...]
    told: tuple[Told, ...]
    gathered: tuple[PotView, ...]
    """The pots in the middle, without the bets in front of the Players in this Betting Round."""
    pot_cites: Cites
    marker_cites: Cites
    least_cites: Cites
    """The paragraphs of the least BET or Raise."""
    to_act: tuple[int, ...]
    """The seats that have yet to act in this Betting Round, in order, the one whose turn it is first."""
    acts: dict[int, ActShown]
    """The last act in this Betting Round, by seat."""
    pots: tuple[PotShown, ...]
    """The awarded pots, once the round is settled."""
    result: dict[int, Cents]
    """The total that each seat's Player has won or lost, once the round is over."""
    void: bool
    """True if the round is over and has no result."""
    held: tuple[Held, ...]
    group: str
    """The current part of the round, as the log groups it."""
    verdict: VerdictShown | None = None
    """The verdict from the settlement until the next round opens; None where the viewer had no part in the round."""
    reveal: RevealShown | None = None
    """The stage of the round's end that is being shown: the page knows no more than what lies open."""
    consent: bool | None = None
    """True if the viewer agrees that the Dealer buys chips from their wallet here; None where nobody asks."""


class LobbySeat(Struct, frozen=True):
    """A box or seat in the lobby."""

    number: int
    state: str
    """The state: ``free``, ``taken``, ``bot`` or ``mine``."""


class LobbyNow(Struct, frozen=True):
    """The state of play at a table."""

    what: str
    """The state: ``empty``, ``waits`` (seated Players, no round in play), ``bets``, ``dealing``, ``deciding``,
    ``turning`` (the result is being shown) or ``hand`` (a hand of poker)."""
    round: int = 0
    remaining: int | None = None
    """The milliseconds until No more Bets."""
    pot: Cents | None = None


class LobbyTable(Struct, frozen=True):
    """A table in the lobby."""

    face: Face
    now: LobbyNow
    kind: str
    """The kind of table: ``banked`` or ``room``."""
    seats: tuple[LobbySeat, ...]
    minimum: Cents
    """The least Ante, or the least Table Stake."""
    maximum: Cents
    best: int | None = None
    """The free box or seat for a Player who does not mind which; None if they cannot sit down."""
    cards: int = 0
    """The number of cards in the Dealer's hand; 0 in the poker room."""
    board: int = 0
    """The number of Community Cards."""
    jackpot_wager: Cents | None = None
    small_blind: Cents | None = None
    big_blind: Cents | None = None
    rake: str = ""
    rake_amount: Cents = 0
    """The Rake of a hand if it is an amount instead of a percentage."""
    rake_cap: Cents | None = None
    rake_cites: Cites = ()


class LobbyPage(Struct, frozen=True, tag="lobby"):
    """The lobby, with all tables."""

    tables: tuple[LobbyTable, ...]


class MePage(Struct, frozen=True, tag="me"):
    """The signed-in person."""

    name: str
    role: Role
    balance: Cents | None
    """The person's wallet; None for staff."""
    demonstration: bool
    house: str
    """The name of the house."""
    roles: tuple[Role, ...]
    """The roles in which the person may act."""
    manual: bool = False
    """True if the house has its manual, under ``/docs``."""


class AwardShown(Struct, frozen=True):
    """An award on the display."""

    at: int
    award: str
    title: str
    table: str
    box: int
    amount: Cents


class LadderLine(Struct, frozen=True):
    """The prize of a hand from a jackpot."""

    title: str
    pays: str
    """The prize: ``100 %``, ``400 for 1``, or an amount."""


class LinkShown(Struct, frozen=True):
    """A jackpot on the display."""

    link: str
    title: str
    game: str
    """The first game of the jackpot, whose hue it has."""
    meter: Cents
    down: str
    ladder: tuple[LadderLine, ...]
    awards: tuple[AwardShown, ...]
    cites: Cites


class DisplayPage(Struct, frozen=True, tag="display"):
    """The wall display, with all jackpots."""

    links: tuple[LinkShown, ...]
    demonstration: bool
