"""What goes over the wire: the messages of the live socket, and the pages that it carries.

The page's own types are made from these (``python -m croupier.web.live.typescript``), so that server and browser cannot
disagree. Amounts are whole cents; times are microseconds since 1970, UTC; what is left on a clock is milliseconds.
"""

from typing import Any, Literal

from msgspec import Struct

from croupier.floor.people.passkeys import Assertion
from croupier.money import Cents
from croupier.play.banked.options import Option
from croupier.play.banked.view import TableView
from croupier.play.refusal import Refusal
from croupier.play.room.options import RoomOption
from croupier.play.room.view import PotView, RoomView
from croupier.rules.document import Cite
from croupier.rules.terms import Role, WagerName

Cites = tuple[Cite, ...]

# ---- What a browser says --------------------------------------------------------------------------------------------


class Watch(Struct, frozen=True, tag="watch"):
    """Send this page now, and whenever it changes."""

    topic: str


class Leave(Struct, frozen=True, tag="leave"):
    """Stop sending this page."""

    topic: str


class SignedBy(Assertion, frozen=True):
    """A statement as :class:`ToSign` has it, and the signature of the person's passkey, in base64url."""

    statement: str


class Do(Struct, frozen=True, tag="act"):
    """Commands for the stream behind a topic, in order: one act, of which all happens or nothing."""

    topic: str
    key: str
    """Chosen by the browser, and the same when it asks again, so that nothing is done twice."""
    commands: tuple[dict[str, Any], ...]
    version: int | None = None
    moment: str = ""
    """The moment of play (``face.moment``) of the page that offered the act; a Player's acts of a round need it."""
    signed: SignedBy | None = None
    """The signature of the person's passkey, if the answer before asked for it."""


class Hint(Struct, frozen=True, tag="hint"):
    """A hint for the automatic Dealer that no document mentions: somebody sits, stands up or is ready."""

    topic: str
    hint: str
    """A :data:`Wish`; ``sit`` and ``stand`` come with a box. Anything else is refused in a sentence."""
    box: int | None = None
    key: str = ""
    """Chosen by the browser for the answer; without one the answer has the key ``hint`` and the hint's name."""


class Ping(Struct, frozen=True, tag="ping"):
    """A question whether the line still works; the answer has the key ``ping``."""


Wish = Literal["sit", "stand", "ready", "next", "guided", "unguided", "show_all", "calm", "lively"]
"""What a hint may be: for the Dealer, whether a page guides its Player, or how to show the end of a round."""
Said = Watch | Leave | Do | Hint | Ping

# ---- What the server says -------------------------------------------------------------------------------------------


class PageMessage(Struct, frozen=True, tag="page"):
    """A page, as it is now."""

    topic: str
    seq: int
    """Higher than that of any page of the topic before it."""
    page: Any


class ToSign(Struct, frozen=True):
    """What a person's passkey is to sign; the same act is then sent again with the signature, under the same key."""

    statement: str
    challenge: str
    """The SHA-256 of the statement, in base64url."""
    passkey: str
    """The name of the credential, in base64url."""
    house: str
    """The relying party."""


class Answer(Struct, frozen=True, tag="answer"):
    """The result of an act."""

    key: str
    refused: Refusal | None = None
    repeated: bool = False
    version: int = 0
    """The stream's version when all of it was done."""
    sign: ToSign | None = None
    """If it was refused because a passkey has to sign it."""


class Ended(Struct, frozen=True, tag="ended"):
    """The session is over."""


# ---- Parts of pages -------------------------------------------------------------------------------------------------


class Clock(Struct, frozen=True):
    """A running clock, and what happens when it runs out."""

    kind: str
    """``bets`` (until No more Bets), ``turn``, ``choice``, ``show``, ``next`` (until the next round)."""
    remaining: int
    total: int
    box: int | None = None
    """The box or seat for which it runs."""
    then: str = ""
    """What running out does: ``closes``, ``opens``, or what the document provides, such as ``folds``."""
    cites: Cites = ()


class MeterMessage(Struct, frozen=True, tag="meter"):
    """A table's page is as it was sent last, but for its jackpot's meter and for how long its clock has left."""

    topic: str
    seq: int
    """Higher than that of the page, and of any meter since."""
    meter: Cents
    clock: Clock | None


class HandName(Struct, frozen=True):
    """The name of a hand that somebody sees in full."""

    category: str
    """``full_house``."""
    name: str
    """``Full House, Kings over Jacks``."""
    short: str
    """``Full House``."""
    made: str
    """``Kings over Jacks``, ``Ace high``: what follows it where a line is short."""
    own: tuple[int, ...]
    """Which of its own cards make it, from 0."""
    community: tuple[int, ...] = ()
    """And which of the Community Cards."""


class Told(Struct, frozen=True):
    """Something that happened in the round, in words that everybody at the table may hear."""

    at: int
    sentence: str
    cites: Cites
    group: str = ""
    """In the poker room: ``before_flop``, ``flop``, ``turn``, ``river``, ``showdown``, ``after`` or ``between``."""
    brief: str = ""
    """The same without its amount, for a log with a column for amounts; empty if the log shows the sentence."""
    amount: Cents | None = None
    seat: int | None = None
    """Whose act it was, in the poker room."""
    yours: str = ""
    """What the Player of that seat reads instead, such as ``You call``."""


class RulingLine(Struct, frozen=True):
    """Something that a ruling makes happen, with the money that it moves."""

    sentence: str
    cites: Cites
    amount: Cents | None = None
    """Positive if it goes to Players or into the meter, negative if it leaves them."""


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
    """What it made happen, or would."""


class PartShown(Struct, frozen=True):
    """What decided one wager, beside its amounts in the ledger."""

    wager: WagerName
    odds: str = ""
    """What it was paid at: ``3 to 1``."""
    needs: str = ""
    """The lowest hand that would have won it, where it came back although the hand was the higher."""
    capped: Cents | None = None
    """The most that is paid, where that was less than the odds."""


class BoxVerdictShown(Struct, frozen=True):
    """How one box ended for me."""

    box: int
    kind: str
    net: Cents
    reason: str
    cites: Cites
    parts: tuple[PartShown, ...]


class VerdictShown(Struct, frozen=True):
    """How the last round ended for me, and why."""

    kind: str
    """``win``, ``lose``, ``stand_off``, ``back`` or ``even``."""
    net: Cents
    reason: str
    """A sentence or two."""
    cites: Cites
    boxes: tuple[BoxVerdictShown, ...] = ()
    """At a house-banked table, each of my boxes."""


class RevealShown(Struct, frozen=True):
    """The end of a round is being shown to me, and this much of it has been."""

    cue: str
    """``turning`` (cards), ``named`` (the Dealer's hand), ``hands`` (the Players'), ``verdict`` (but no money yet)."""
    to_turn: int = 0
    """How many cards of the Dealer and of the community are still to be turned."""
    needs: str = ""
    """The hand from which on a Dealer qualifies, while that is open."""


class SpotPays(Struct, frozen=True):
    """What a spot says of itself before anybody holds a card."""

    by: str
    """``odds``: always the same; ``hand`` or ``cards``: by the hand, or by the Player's own cards; ``award``."""
    odds: str = ""
    needs: str = ""
    """The lowest hand with which it wins at all, such as ``straight``."""
    lowest: str = ""
    """The lowest hand that wins an award."""


class SpotShape(Struct, frozen=True):
    """A spot of the layout, in its order."""

    wager: WagerName
    title: str
    """As the layout prints it."""
    shape: str
    """``round``, ``square`` or ``coin``."""
    first: bool
    """Whether it accepts chips before the close; the others are placed by a decision."""
    times_ante: int = 0
    cites: Cites = ()
    """The paragraphs under which it is wagered."""
    pays: SpotPays = SpotPays("")


class PayCell(Struct, frozen=True):
    """What a wager pays for a hand."""

    line: str
    """``bet/flush``: a wager and a row of its pay table."""
    pays: str


class PayRow(Struct, frozen=True):
    """A row of what is paid, with all wagers of the hand."""

    name: str
    key: str
    """``full_house``; empty where the row stands for wagers and not for a hand."""
    cells: tuple[PayCell, ...]
    needs: str = ""
    """The lowest hand with which these wagers win at all."""


class PayGroup(Struct, frozen=True):
    """Rows that belong together, from the highest hand to the lowest."""

    title: str
    columns: tuple[str, ...]
    """The wagers, where there are several; their cells are in this order."""
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
    """A wager of somebody's last round."""

    box: int
    wager: WagerName
    amount: Cents


class Face(Struct, frozen=True):
    """The head of every table's page."""

    table: str
    called: str
    """What people call it: ``Emerald table 1``."""
    game: str
    title: str
    rulebook: str
    automatic: bool
    open: bool
    """Whether rounds may begin."""
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
    """The demonstration's Dealer, while they deal: the table waits for nobody."""


class Seated(Struct, frozen=True):
    """Somebody who sits at a box, whether or not they have wagered yet."""

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
    """My boxes: those I sit at, and those I have wagered on."""
    seated: tuple[Seated, ...]
    hands: dict[int, HandName]
    """By box, if I see all its cards."""
    dealer: HandName | None
    qualifies: bool | None
    """None in a game where the Dealer always plays, and while the Dealer's cards are face down."""
    qualifies_cites: Cites
    result: dict[int, Cents]
    """By box, what its seated Player has won or lost in total, once it is settled."""
    won: Cents | None
    """What I have won or lost, over all boxes."""
    clock: Clock | None
    ready: bool
    """I have said that I am ready."""
    last: tuple[Placed, ...]
    """My wagers of the last round that I played here; the amounts for repeating them."""
    rulings: tuple[RulingShown, ...]
    told: tuple[Told, ...]
    claims: tuple[int, ...]
    """Boxes that are locked until two have signed for their award."""
    waits_for: str = ""
    """The role whose decision the round waits for."""
    closed: tuple[int, ...] = ()
    """Boxes that take no wagers while the jackpot system is down."""
    cards: int = 0
    """How many cards a hand is dealt."""
    board: tuple[Street, ...] = ()
    """The places of the Community Cards; none where the game has no such cards."""
    printed: tuple[Printed, ...] = ()
    """What is printed on the felt."""
    verdict: VerdictShown | None = None
    """Once the round is settled, and until the next is opened; None where I had no part in it."""
    reveal: RevealShown | None = None
    """While the end of the round is being shown: until then the page knows no more than what lies open."""
    kept: Cents = 0
    """What of my balance is kept ready for the wager that my hands will be asked for."""
    pays: tuple[PayGroup, ...] = ()
    lit: dict[int, tuple[str, ...]] = {}
    """By box, the rows of the pay tables that its cards make, where I see all of them."""
    held: str = ""
    """Why the round stands still since a restart."""
    held_cites: Cites = ()
    consent: bool | None = None
    """Whether I have agreed that the Dealer stakes my wallet at this table; None where nobody is asked."""


class JoinOption(Struct, frozen=True):
    """A Player may take one of these seats with a Table Stake."""

    seats: tuple[int, ...]
    least: Cents
    most: Cents
    step: Cents
    usual: Cents
    cites: Cites
    owes: bool = False
    """Whether the Player has to pay the Big Blind to be dealt in before it comes to their seat."""
    missed: bool = False
    """The Player owes Blinds that they missed here on this gaming day."""
    owes_cites: Cites = ()


class ActShown(Struct, frozen=True):
    """A Player's last act in this Betting Round."""

    what: str
    """A move, or a blind: ``call``, ``big_blind``."""
    amount: Cents
    by_clock: bool = False


class PotShown(Struct, frozen=True):
    """An awarded pot: the Rake, and who won how much of the rest, each under its paragraphs."""

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
    """How many seats there are."""
    me: str
    role: Role
    balance: Cents
    seat: int | None
    """Mine."""
    bots: tuple[str, ...]
    """The seated Players that the program plays."""
    hands: dict[int, HandName]
    """By seat, if I see all its cards and the hand has five."""
    clock: Clock | None
    rulings: tuple[RulingShown, ...]
    told: tuple[Told, ...]
    gathered: tuple[PotView, ...]
    """The pots in the middle, without what is in front of the Players in this Betting Round."""
    pot_cites: Cites
    marker_cites: Cites
    least_cites: Cites
    """The paragraphs of the least BET or Raise."""
    to_act: tuple[int, ...]
    """The seats that have yet to act in this Betting Round, in order, the one whose turn it is first."""
    acts: dict[int, ActShown]
    """By seat, the last act in this Betting Round."""
    pots: tuple[PotShown, ...]
    """Once the round is settled."""
    result: dict[int, Cents]
    """By seat, what its Player has won or lost in total, once the round is over."""
    void: bool
    """The round is over and has no result."""
    held: tuple[Held, ...]
    group: str
    """The current part of the round, as the log groups it."""
    verdict: VerdictShown | None = None
    """Once the round is settled, and until the next is opened; None where I had no part in it."""
    reveal: RevealShown | None = None
    """While the end of the round is being shown: until then the page knows no more than what lies open."""
    consent: bool | None = None
    """Whether I have agreed that the Dealer buys chips from my wallet at this table; None where nobody is asked."""


class LobbySeat(Struct, frozen=True):
    """A box or seat in the lobby."""

    number: int
    state: str
    """``free``, ``taken``, ``bot`` or ``mine``."""


class LobbyNow(Struct, frozen=True):
    """What happens at a table at the moment."""

    what: str
    """``empty``, ``waits`` (somebody sits there, no round is in play), ``bets``, ``dealing``, ``deciding``,
    ``turning`` (the result is being shown) or ``hand`` (a hand of poker)."""
    round: int = 0
    remaining: int | None = None
    """Milliseconds until No more Bets."""
    pot: Cents | None = None


class LobbyTable(Struct, frozen=True):
    """A table in the lobby."""

    face: Face
    now: LobbyNow
    kind: str
    """``banked`` or ``room``."""
    seats: tuple[LobbySeat, ...]
    minimum: Cents
    """The Ante, or the Table Stake."""
    maximum: Cents
    best: int | None = None
    """The free box or seat for somebody who does not mind which; None if they cannot sit down."""
    cards: int = 0
    """How many cards the Dealer's hand has; none in the poker room."""
    board: int = 0
    """How many Community Cards there are."""
    jackpot_wager: Cents | None = None
    small_blind: Cents | None = None
    big_blind: Cents | None = None
    rake: str = ""
    rake_amount: Cents = 0
    """The Rake of a hand if it is an amount instead of a percentage."""
    rake_cap: Cents | None = None
    rake_cites: Cites = ()


class LobbyPage(Struct, frozen=True, tag="lobby"):
    """All tables."""

    tables: tuple[LobbyTable, ...]


class MePage(Struct, frozen=True, tag="me"):
    """Who I am."""

    name: str
    role: Role
    balance: Cents | None
    """None for staff."""
    demonstration: bool
    house: str
    """Its name."""
    roles: tuple[Role, ...]
    """The roles in which I may act."""
    manual: bool = False
    """Whether the house has its manual, under ``/docs``."""


class AwardShown(Struct, frozen=True):
    """An award on the display."""

    at: int
    award: str
    title: str
    table: str
    box: int
    amount: Cents


class LadderLine(Struct, frozen=True):
    """What a hand wins from a jackpot."""

    title: str
    pays: str
    """``100 %``, ``400 for 1``, or an amount."""


class LinkShown(Struct, frozen=True):
    """A jackpot on the display."""

    link: str
    title: str
    game: str
    """The first of its games, whose hue it has."""
    meter: Cents
    down: str
    ladder: tuple[LadderLine, ...]
    awards: tuple[AwardShown, ...]
    cites: Cites


class DisplayPage(Struct, frozen=True, tag="display"):
    """All jackpots."""

    links: tuple[LinkShown, ...]
    demonstration: bool
