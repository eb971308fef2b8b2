"""Who must stand behind a statement at a house-banked table, written from the interpretation of authority over them.

An act of staff is carried out on a copy of the table. What differs there from the table as it is says which wagers the
act touches and whether it gives any back; how far those wagers have come says which row of the interpretation asks for
whom. One row is stricter than the interpretation, as its decision has it: once a Player has looked or a card lies face
up, what mends or contradicts the record takes two people. Nothing here knows the engine.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from .acts import HIDDEN, Act, height
from .layout import Box, counted
from .remedies import Remedies
from .room_authority import STAFF, Wanted

WEIGHED = ("report", "clock", "rule", "correct_card", "correct_wager", "take_back")
"""The acts behind which people are asked for."""
BESIDE = ("sign", "turn_down", "stop", "restrict", "reopen")
"""What goes on while a statement waits: what is about it, about Players, or about the jackpot system."""
OF_AMOUNTS = ("wager_over_maximum", "wager_under_minimum", "wager_wrong_size")
OF_COUNTS = {"wrong_hand_count": "", "wrong_dealer_count": "dealer", "wrong_community_count": "community"}

ONE = Wanted(1, "dealer", reason=False)
SUPERVISOR = Wanted(1, "pit_supervisor", reason=True)
CONFIRMED = Wanted(2, "pit_supervisor", reason=True)
MANAGER = Wanted(2, "pit_manager", reason=True)
SHIFT = Wanted(2, "shift_manager", reason=True)

SLIP = {"keying": ONE, "open": SUPERVISOR, "outcome": MANAGER}
FILLS_GAP = {"open": ONE, "outcome": SUPERVISOR, "settled": MANAGER}
GIVES_BACK = {"open": CONFIRMED, "outcome": MANAGER, "settled": MANAGER}
AGAINST = {"open": SUPERVISOR, "outcome": MANAGER, "settled": SHIFT}


OF_A_BOX = ("place", "withdraw", "look", "decide", "decline", "show", "withhold", "correct_wager")
"""What is entered of one box; the rest is entered of all."""


@dataclass
class Statement:
    """An act that waits for more people."""

    number: int
    act: Act
    wanted: Wanted
    signers: list[str]
    reason: str


def strictest(rows: Collection[Wanted]) -> Wanted:
    """What several rows ask for together."""
    return Wanted(
        max(row.people for row in rows),
        max((row.role for row in rows), key=STAFF.index),
        any(row.reason for row in rows),
        max((row.begins for row in rows), key=STAFF.index),
    )


def weighed(act: Act, before: Remedies, after: Remedies) -> Wanted:
    """Who must stand behind an act that leads from one table to the other."""
    if act.verb == "rule":
        role, chosen = before.pending[act.number].role, after.opened and seen(before)
        if chosen or gone_back(before, after) or valued(before, after):  # at discretion: two of the pit
            return Wanted(2, role, reason=True, begins="pit_supervisor")
        return Wanted(1, role, reason=True)
    if act.verb.startswith("correct"):
        return of_a_slip(act, before, after)
    if act.verb == "take_back":
        return of_an_entry(before)
    return of_a_report(act, before, after)


def of_a_report(act: Act, before: Remedies, after: Remedies) -> Wanted:
    """The strictest of what the columns ask for a report, or for an absence that the clock finds."""
    anew = measured(act, before, after)
    changed = of_round(before) != of_round(after) or bool(after.opened) or anew or put_right(act, before, after)
    against = after.against or (changed and otherwise(act, before))
    stage = stage_of(before, touched(act, before, after))
    back = gone_back(before, after) or bool(after.opened)
    back = back or (anew and excess(after, after.now.boxes[act.box], act.wager) > 0)
    rows = [ONE]
    if against:
        rows.append(AGAINST[stage])
        if seen(before):
            rows.append(CONFIRMED)
    if back and (stage != "open" or seen(before) or act.facts.get("seen") == "yes"):
        rows.append(GIVES_BACK[stage])
    elif changed and not against:
        rows.append(FILLS_GAP[stage])
    return strictest(rows)


def of_a_slip(act: Act, before: Remedies, after: Remedies) -> Wanted:
    """A card or an amount that was keyed wrongly; a card that lay face down is only named, which is dealing."""
    spot = (act.place, act.index)
    if act.verb == "correct_card" and (before.pile(act.place)[act.index] == HIDDEN or spot in before.now.fresh):
        return SLIP["keying"]
    stage = stage_of(before, touched(act, before, after))
    return strictest((SLIP[stage], CONFIRMED) if seen(before) else (SLIP[stage],))


def of_an_entry(before: Remedies) -> Wanted:
    """The last entry, taken back: a slip if staff entered it, and the record's if a Player did it himself."""
    at = before.entered()
    entry = before.tape[at]
    slip = height(entry.role) >= 0
    if slip and at == len(before.tape) - 1 and at >= before.line:
        return SLIP["keying"]
    box = entry.box if entry.verb in OF_A_BOX else int(entry.place) if entry.place.isdigit() else 0
    stage = stage_of(before, [box] if box else sorted(before.now.boxes))
    row = (SLIP if slip else AGAINST)[stage]
    return strictest((row, CONFIRMED) if seen(before) else (row,))


# --- the stage --------------------------------------------------------------------------------------------------------


def stage_of(before: Remedies, boxes: Collection[int]) -> str:
    """How far the wagers on these boxes have come."""
    if not before.now.running:
        return "settled"
    return "outcome" if any(decided(before, number) for number in boxes) else "open"


def decided(before: Remedies, number: int) -> bool:
    """Whether a wager on a box has an outcome, or had one before something was taken back."""
    box = before.now.boxes.get(number)
    return number in before.now.was_decided or (box is not None and before.established(box))


def seen(before: Remedies) -> bool:
    """Whether a Player has looked, on record or as stated before, or a card lies face up."""
    round_ = before.now
    if round_.said_seen or round_.was_seen or any(box.looked or box.shown is not None for box in round_.hands()):
        return True
    face_up = before.stud and (round_.face_up is not None or len(round_.dealer) == 5)
    return bool(face_up or round_.dealer_open or round_.community_up)


# --- what an act touches ----------------------------------------------------------------------------------------------


def touched(act: Act, before: Remedies, after: Remedies) -> list[int]:
    """The boxes that an act changes: every one in a Void, and where cards of the table are put elsewhere."""
    numbers = sorted(before.now.boxes)
    if act.verb == "correct_card":
        return [int(act.place)] if act.place.isdigit() else numbers
    if before.now.phase != after.now.phase or piles(before) != piles(after):
        return numbers
    if act.word == "burn_missed" and put_right(act, before, after):  # 5.9: every card moves up by one
        return numbers
    found = {number for number in numbers if of_box(before, number) != of_box(after, number)}
    found |= {number for _, number in after.opened}
    if measured(act, before, after):
        found.add(act.box)
    return sorted(found) or (numbers if put_right(act, before, after) else [])


def measured(act: Act, before: Remedies, after: Remedies) -> bool:
    """Whether what lies on an area is counted anew, and be it as much as before."""
    return act.word in OF_AMOUNTS and before.now.running and before.pending == after.pending


def put_right(act: Act, before: Remedies, after: Remedies) -> bool:
    """Whether cards are put where they belong, and be it that they are found there."""
    return act.facts.get("reconstructable") == "yes" and before.pending == after.pending


def of_round(table: Remedies) -> Any:
    """What can be different in a round, beside what goes on record."""
    round_ = table.now
    of_boxes = [of_box(table, number) for number in sorted(round_.boxes)]
    known = (round_.phase, round_.face_up, round_.exposed, round_.reported, round_.absent, round_.strays)
    return (of_boxes, known, piles(table), table.barred)


def of_box(table: Remedies, number: int) -> Any:
    """What lies on a box, how its hand stands, and what may be chosen about it."""
    round_, box = table.now, table.now.boxes[number]
    hand = (box.player, box.folded, box.out, box.left, box.shown, box.withheld, box.decisions, box.antes_back)
    choices = {key: options for key, options in round_.choices.items() if key[1] == number}
    short = {name for at, name in round_.short if at == number}
    return (box.wagers, hand, choices, short, [line for line in round_.lines if line.box == number])


def piles(table: Remedies) -> Any:
    round_ = table.now
    return (round_.burnt, round_.dealer, round_.community, [box.cards for box in round_.hands()])


def gone_back(before: Remedies, after: Remedies) -> bool:
    """Whether a round is void, a hand invalidated, or a wager or a part of it returned."""
    if before.now.phase != after.now.phase and after.now.phase == "void":
        return True
    for number, box in before.now.boxes.items():
        later = after.now.boxes[number]
        if (later.out and not box.out) or returned(later) > returned(box) or excess(after, later) > excess(before, box):
            return True
    return False


def returned(box: Box) -> int:
    return sum(share.back for wager in box.wagers.values() for share in wager.shares)


def excess(table: Remedies, box: Box, *names: str) -> int:
    """How much of a hand's wagers, or of the ones named, comes back as too much."""
    if table.now.phase == "betting":
        return 0
    of_them = [box.wagers[name] for name in names or box.wagers]
    return sum(wager.lies - sum(counted(box, wager.name, table.policy)) for wager in of_them)


def valued(before: Remedies, after: Remedies) -> bool:
    """Whether awards are paid from another value than the one registered (THBP 6.1)."""
    was, now = before.now.registered, after.now.registered
    return now is not None and (was is None or was.displayed != now.displayed)


def otherwise(act: Act, before: Remedies) -> bool:
    """Whether the record has it otherwise: another amount, a count of named cards, a shoe with cards left."""
    round_ = before.now
    if act.word in OF_AMOUNTS:
        return round_.boxes[act.box].wagers[act.wager].lies != act.amount
    if act.word in OF_COUNTS:
        place = OF_COUNTS[act.word] or str(act.box)
        due = 5 if before.stud or place == "community" else 2
        return len(before.pile(place)) == due and HIDDEN not in before.pile(place)
    return act.word == "shoe_exhausted"
