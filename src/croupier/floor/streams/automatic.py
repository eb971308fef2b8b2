"""The acts of a table that need no person: it takes up signed changes, shuffles, and deals on."""

from msgspec import UNSET

from croupier.floor.deciding import adopting, claiming, shoes
from croupier.floor.deciding.stream import Transaction
from croupier.floor.journal import codec
from croupier.floor.streams.turns import next_to_pay
from croupier.floor.values.entries import SYSTEM, Written
from croupier.floor.values.requests import Request
from croupier.floor.values.table import CommitShuffle, PlayBanked, TakeUpMode, TakeUpPolicy, TakeUpRulebook
from croupier.floor.values.table_kinds import TABLE, TableState, is_table
from croupier.play.banked.commands import Settle
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role

_MOST_STEPS = 400
"""A limit that no round reaches; more automatic acts in a row mean an error in the program."""


def deal_on(tx: Transaction, stream: str) -> Refusal | None:
    """Run every act that needs no person, at a table that the floor deals."""
    if codec.kind_of(stream) != "table":
        return None
    for _ in range(_MOST_STEPS):
        state = _begun(tx, stream)
        if shoes.lacks_shuffle(state):
            shuffle(tx, stream)
            state = _begun(tx, stream)
        if not state.info.automatic or not state.info.root:
            return None
        count = state.cards_due()
        command = state.dealing(shoes.next_cards(tx.shoe(stream), state.info, count)) if count else state.due()
        if command is None:
            return None
        if type(command.command) is Settle:
            turn = next_to_pay(tx, stream)
            if turn.ahead is not None and not turn.boxes:
                return None
            command = PlayBanked(Settle(turn.boxes))
        done = tx.append(Request(stream, SYSTEM, Role.DEALER, command))
        if type(done) is Refusal:
            return done
    raise AssertionError(f"{stream} does not come to rest")


def _begun(tx: Transaction, stream: str) -> TableState:
    state = tx.state_at(TABLE, stream)
    assert state is not None, stream
    return state


def dealt_on(tx: Transaction, request: Request, _before: object) -> Refusal | None:
    """Deal on after a request at a table."""
    return deal_on(tx, request.stream)


def take_up(tx: Transaction, stream: str) -> None:
    """Begin a round under another policy, or under another version whose day has come, if its table has one."""
    state = tx.state_at(TABLE, stream)
    if state is not None and state.info.policy is not UNSET and not state.running:
        tx.must(stream, TakeUpPolicy())
    state, day = tx.state_at(TABLE, stream), tx.day(tx.now())
    if state is not None and adopting.is_due(state, day):
        tx.must(stream, TakeUpRulebook(day))


def begin(tx: Transaction, stream: str) -> None:
    """Remember the state from which a round begins; a prepared shoe belongs to it."""
    state = tx.state_at(TABLE, stream)
    if state is not None and not state.info.root and not state.running:
        tx.remember(stream, state.engine.rounds + 1)


def shuffle(tx: Transaction, stream: str) -> None:
    """Fix the order of an automatic table's shoe and commit to it: for a round, or when its rest is shuffled again."""
    state = tx.state_at(TABLE, stream)
    if state is None or not state.info.automatic or state.info.root or not state.info.open:
        return
    order = tx.shuffled(shoes.cards_left(state))
    number = state.info.shuffles + 1
    tx.must(stream, CommitShuffle(order.root, len(order.cards)))
    tx.keep_shoe(stream, number, order)


# ---- After an entry -------------------------------------------------------------------------------------------------


def drop_signatures(tx: Transaction, written: Written) -> None:
    """Drop the signatures under a claim whose hand has changed: they were given for the hand as it was."""
    fallen = claiming.fallen(written.before, written.after)
    if fallen is not None:
        tx.must(written.entry.stream, fallen)


def change_mode(tx: Transaction, written: Written) -> None:
    """Change who deals when the round in which that was signed for has ended."""
    before, after = written.before, written.after
    if is_table(before) and after.info.mode is not UNSET and before.running and not after.running:
        tx.must(written.entry.stream, TakeUpMode())
