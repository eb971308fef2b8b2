"""Cash and awards between a table and the cage, in execution."""

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding.award_claims import award_steps
from croupier.floor.deciding.award_claims import note as noted_claims
from croupier.floor.deciding.cashiering import at_table
from croupier.floor.deciding.stream import Transaction
from croupier.floor.values.cage import CAGE, NoteAwards, NoteTableCash
from croupier.floor.values.entries import Written
from croupier.floor.values.house import HOUSE
from croupier.floor.values.requests import Request
from croupier.floor.values.table import BuyChips, ChipsBought, RedeemChips
from croupier.play.refusal import Reason, Refusal


def cash_at_table(tx: Transaction, request: Request, command: BuyChips) -> BuyChips | Refusal:
    """Return cash for chips with the person's sum at the cage, with which it is added up."""
    cage, house = tx.state(CAGE), tx.state(HOUSE)
    account = house is not None and command.name in house.accounts
    if account and command.name == request.actor:
        return Refusal(Reason.ROLE, "Nobody changes cash of their own: somebody else does it", ())
    if cage is None:
        return replace(command, person="", day="", two=False)
    return at_table(cage, command, account, tx.day(tx.now()))


def redeem_at_cage(tx: Transaction, _request: Request, command: RedeemChips) -> RedeemChips | Refusal:
    """Refuse to redeem chips at a table where the cage keeps drawers."""
    cage = tx.state(CAGE)
    if cage is not None and cage.drawers is not UNSET:
        return Refusal(Reason.MOMENT, "This is paid at the cage, from a drawer, and not at the table", ())
    return command


def note_cash(tx: Transaction, written: Written) -> None:
    """Tell the cage of cash that a known person has brought to a table."""
    if ChipsBought not in map(type, written.events):
        return
    table = written.entry.stream.partition(":")[2]
    for event in written.events:
        if type(event) is ChipsBought and event.buyer is not UNSET and event.buyer.person:
            buyer = event.buyer
            tx.must("cage", NoteTableCash(table, buyer.person, event.cents, buyer.day, buyer.by))


def note_claims(tx: Transaction, written: Written) -> None:
    """Tell the cage which awards an entry of a table has registered, settled or undone."""
    state = written.after
    steps = award_steps(written.before, state, written.events)
    cage = tx.state(CAGE) if steps else None
    if cage is None or cage.claims is UNSET:
        return
    noted = NoteAwards(state.info.name, state.info.link, written.entry.version, steps)
    if noted_claims(cage.claims, noted):
        tx.must("cage", noted)
