"""The moment of play for which an act was offered.

A page may be late, and an act may be sent again after a break. A check that was offered in one round must not become a
check in the next, so an act names its moment, and is refused at any other.
"""

from croupier.play.refusal import Reason, Refusal


def moment_of(rounds: int, community: int | None) -> str:
    """Return a table's moment, such as ``12.3``: the round, and how many Community Cards lie open.

    Between rounds, where ``community`` is None, acts are offered for the next one.
    """
    return f"{rounds + 1}.0" if community is None else f"{rounds}.{community}"


def passed(now: str, meant: str) -> Refusal | None:
    """Refuse an act that was meant for another moment than this one; the round alone means any moment of it."""
    if meant == now or now.startswith(f"{meant}."):
        return None
    offered, current = meant.partition(".")[0][:20], now.partition(".")[0]
    if offered == current:
        sentence = f"This was offered before the last Community Card of round {current} was turned: look again"
    else:
        sentence = f"This was offered in round {offered}, and the table is at round {current}: look again"
    return Refusal(Reason.STALE, sentence, ())
