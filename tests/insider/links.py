"""Jackpot links: one person who reports that a link has failed, or records another order of awards."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from croupier.floor.values.links import ClaimAt, LinkCommand, LinkDown, OrderClaims, SignOrder
from croupier.floor.values.requests import Accepted, Request
from croupier.play.actor import Actor
from croupier.play.authority import SignStatement
from croupier.play.banked.commands import Settle
from croupier.rules.terms import Role
from tests.floor.linked import NOTHING, ROYAL, SEED, Linked
from tests.floor.rigged import ask
from tests.insider.campaign import knows
from tests.insider.felt import LONGEST, Seated, finished, house, next_act, opened, table_of
from tests.insider.hands import Plan, honest

SID: Final = Actor("sid", Role.PIT_SUPERVISOR)
REASON: Final = "the clock of table one was wrong"


def order_moves(path: Path, signers: Sequence[Actor], reason: str = REASON) -> int:
    """Return by how much the second of two signed Royal Flushes is paid better when these people put it first.

    Ann's hand is complete first, so that all of the meter is hers; Bob's is paid from the seed. Sue and sam have signed
    for both.
    """
    linked = Linked(path, "stud-1", "stud-2")
    for table, player in (("stud-1", "ann"), ("stud-2", "bob")):
        linked.begin(table, {"1": ROYAL, "dealer": NOTHING}, player)
        linked.deal(table)
    for table, player in (("stud-1", "ann"), ("stud-2", "bob")):
        linked.play(table, player)
        linked.claim(table)
    first, *others = signers
    order = OrderClaims((ClaimAt("stud-2", 1, 1), ClaimAt("stud-1", 1, 1)), reason)
    _asked(linked, first, order)
    for other in others:
        for waits in linked.floor.link("main").orders:
            _asked(linked, other, SignOrder(waits.number, reason))
    for table in ("stud-2", "stud-1", "stud-2"):  # one of them waits for the other
        if linked.state(table).running:
            ask(linked.floor, table, Settle())
    moved = linked.paid("stud-2")[-1].amount - SEED
    linked.floor.store.close()
    return moved


def _asked(linked: Linked, actor: Actor, command: LinkCommand) -> bool:
    reply = linked.floor.submit(Request("link:main", actor.name, actor.role, command))[0]
    return isinstance(reply, Accepted)


def failure_moves(folder: Path, plan: Plan, seen: bool | None, signer: Actor | None = None) -> dict[int, int]:
    """Return what a Pit Supervisor's word that the link has failed moves to the friend, by the act that it follows.

    ``seen`` is what they say of looks at the table; None if they say nothing of it. ``signer`` is a second person in
    the crew. The hand wins no award.
    """
    found: dict[int, int] = {}
    for acts in range(2, LONGEST, 2):
        floor, _ = house(folder / f"{plan.game}-{seen}-{acts}.db")
        felt = Seated(floor, table_of(plan.game, automatic=False))
        before, policy = felt.wallet, felt.state.engine.policy
        assert not opened(felt)
        goes_on = all(next_act(felt, plan, plan.decisions) is True for _ in range(acts))
        if goes_on and knows(felt.state):
            link, facts = felt.state.info.link, {} if seen is None else {felt.name: seen}
            down = LinkDown("no signal", facts)
            floor.submit(Request(f"link:{link}", SID.name, SID.role, down))
            if signer is not None:
                for waits in felt.state.engine.waiting:
                    felt.ask(signer, SignStatement(waits.number))
            if finished(felt, plan, plan.decisions):
                found[acts] = felt.wallet - before - honest(plan, plan.decisions, policy, policy.seed)
        floor.store.close()
        if not goes_on:
            break
    return {at: cents for at, cents in found.items() if cents > 0}
