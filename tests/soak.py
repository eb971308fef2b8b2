"""The long tests: what ``./run soak`` runs.

    python -m tests.soak [--ci] [--long] [--mutants] [--counts] [--chance] [--chapter-five] [--room]
                         [--chapter-five-room] [--floor] [--history] [--bots]
                         [--agents] [--shoe] [--stream] [--rounds] [--malformed] [--simulate] [--kill [N]]
                         [--joins [N]] [--forgeries] [--double-spending] [--insider [N]]
    python -m tests.soak --stream [--minutes N] [--kept FILE]
    python -m tests.soak --kill [N] --joins [N] [--minutes N]
    python -m tests.soak --simulate [--open] [--seeds N] [--from S] [--seed S]

Twenty-one campaigns: the tests that ``./run test`` leaves out because they are long by nature (the marker ``long``),
the count of all 133,784,560 hands of seven cards, the mutants of every rulebook and of the code that the rulebooks
name, everything that must always hold with examples that nobody has tried before, rounds of the house-banked games in
which several things go wrong beside the reference, tables of the poker room under random commands, its rounds with
several troubles likewise, floors that are killed or walked beside a second set of books, a table with a long history
that opens within a second, the poker room's bots against Players who bet, call or fold whatever they hold, the agents
of the environments beside what the odds say that they lose, the shoe's battery over ten million shuffles, dieharder
over the bytes that they are drawn from (``--minutes`` ends it early; the next goes on with the tests that are left; it
also ends ``--kill`` and ``--joins``, which open no other house then and count those that they have tried), a
billion simulated rounds of every house game beside the exact odds, a million spoilt texts for all that reads what
somebody wrote, houses simulated from seeds where anything fails (``--seed`` shows one step by step; ``--open`` takes
open houses alone, of which there is one in fifty), an open house that is killed with Players at its tables, servers
that join a house under play and leave it, with a verification after each, insiders who try every statement that could
pay them at a table, records of a house forged in every way, and money spent twice at the same moment at two servers of
a house. Without a name all are run. ``--ci`` runs all of it too, but only a part of the rounds, tables, floors,
history and hands, no test that takes minutes by itself (the marker ``longest``: each has a shorter case beside it),
and begins no mutant once eight minutes are over; it takes them in an order that spreads over every paragraph, and says
how many it left out. Each campaign closes with one line; the exit status is 1 if one of them failed.
"""

import argparse
import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeVar

from benchmarks.measure import progress_bar
from tests.evidence import write as write_evidence
from tests.evidence import write_section

if TYPE_CHECKING:
    from croupier.trials.playing import Checkpoint

CI_SECONDS: Final = 8 * 60
TROUBLED: Final = 25_000
TROUBLED_CI: Final = 1_000
"""Of each game."""
ROOM_TABLES: Final = 100
ROOM_TABLES_CI: Final = 10
ROOM_ROUNDS: Final = 200
"""Of each table."""
TROUBLED_TABLES: Final = 10_500
TROUBLED_TABLES_CI: Final = 60
TROUBLED_ROUNDS: Final = 12
"""Of each table."""
SEEDS_AT_ONCE: Final = 8
"""For one process: a table in trouble takes milliseconds."""
FLOORS: Final = 20
FLOORS_CI: Final = 2
FLOOR_KILLS: Final = 25
FLOOR_STEPS: Final = 1_500
"""Of each floor."""
CHANCES: Final = 5
"""How often everything that must always hold is tried with other examples."""
HISTORY: Final = 100_000
HISTORY_CI: Final = 5_000
OPENS_WITHIN: Final = 1.0
"""Seconds."""
SIMULATED: Final = 10_000
SIMULATED_CI: Final = 1_000
OPEN_HOUSES: Final = 1_000
"""Seeds."""
LONGEST_COUNT: Final = 9
"""Digits: what comes after it cannot be waited for."""
SPENT: Final = 2_000
SPENT_CI: Final = 100
"""Tries to spend the same money twice."""
SPENT_IN_A_HOUSE: Final = 250
KILLS: Final = 1_000
KILLS_CI: Final = 10
KILLS_OF_A_HOUSE: Final = 25
"""Then another is opened: its record would grow, and with it the time to look at all of it. So few that sixteen cores
have something to do until the end."""
JOINS: Final = 500
JOINS_CI: Final = 10
JOINS_OF_A_HOUSE: Final = 25
"""Then another is opened. Every fifth house lies in a file, where servers follow each other; the others are in
PostgreSQL, where they join one that stays."""
INSIDERS: Final = 6_000
INSIDERS_CI: Final = 60
"""Rounds, each with some hundred statements."""
BOT_HANDS: Final = 20_000
BOT_HANDS_CI: Final = 500
"""Of each manner against each of the others."""
AGENT_RUNS: Final = 10
AGENT_ROUNDS: Final = 10_000
AGENT_ROUNDS_CI: Final = 500
"""Of each run of each agent at each game."""
SHUFFLES: Final = 10_000_000
SHUFFLES_CI: Final = 200_000
ROUNDS: Final = 1_000_000_000
ROUNDS_CI: Final = 20_000_000
"""Of each game."""
KEPT_STREAM: Final = Path(__file__).parents[1] / ".tools" / "stream.jsonl"
"""The tests of dieharder that are over, in a campaign that is not."""
SPOILT: Final = 1_000_000
SPOILT_CI: Final = 10_000

_Told = TypeVar("_Told")

_began: Final = time.monotonic()
_closed: Final[dict[str, str]] = {}
"""The campaigns that are over, each with its figures."""
_sections: Final[list[str]] = []
"""What they have to say beside one line, each with a heading."""


def closing(campaign: str, figures: str) -> None:
    """What a campaign came to, in one line."""
    print(f"{campaign}: {figures}", flush=True)
    _closed[campaign] = figures


def run_mutants(until: float) -> bool:
    """Every mutant of every rulebook and of the code they name, or as many as there is time for.

    Whether all that were run were killed, or are explained.
    """
    from tests.mutants import engine, rulebooks

    mutants, changed = rulebooks.all_mutants(), engine.all_mutants()
    half = until
    if until < math.inf:
        random.Random(52).shuffle(mutants)
        random.Random(52).shuffle(changed)
        half = (time.monotonic() + until) / 2
    with progress_bar("mutants of the rulebooks", len(mutants)) as done:
        report = rulebooks.campaign(mutants, done, until=half)
    rulebooks.show(report)
    with progress_bar("mutants of the engine", len(changed)) as done:
        tried = engine.campaign(changed, done, until=until)
    engine.show(tried)
    _closed["mutants"] = f"{report.closing()}; {tried.closing()}"
    return report.passed and tried.passed


def run_long(*, ci: bool) -> bool:
    """The tests that ``./run test`` leaves out; for continuous integration without those that take minutes by
    themselves. Whether all of them passed."""
    began, which = time.monotonic(), "long and not longest" if ci else "long"
    # Six workers for two cores: the longest wait for a shift, a server or a cable, and come first.
    python = (sys.executable, "-m", "pytest", "-n", "6", "--dist", "worksteal", "-m", which)
    passed = subprocess.run(python, check=False).returncode == 0
    closing("long", f"{'all passed' if passed else 'not all passed'}, in {time.monotonic() - began:.0f} s")
    return passed


def run_counts() -> bool:
    """Every hand of seven cards, by category. Whether the counts are the published ones."""
    from tests.soak_counts import EXPECTED, TOTAL, count_seven_card_hands

    began = time.monotonic()
    with progress_bar("hands of seven", TOTAL) as done:
        counted = count_seven_card_hands(lambda number, _: done(number))
    wrong = {key: counted.get(key) for key in EXPECTED.keys() | counted.keys() if counted.get(key) != EXPECTED.get(key)}
    for key, number in wrong.items():
        print(f"{key}: {number} hands counted, {EXPECTED.get(key)} published")
    verdict = "not as published" if wrong else "every category as published"
    closing("counts", f"{sum(counted.values()):,} hands of seven cards, {verdict}, in {time.monotonic() - began:.0f} s")
    return not wrong and sum(counted.values()) == TOTAL


def run_chance(times: int) -> bool:
    """The tests with random examples, each time with other ones, and more of them than usual."""
    began, failed = time.monotonic(), 0
    python = (sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "hypothesis", "--hypothesis-profile=chance")
    with progress_bar("random examples", times) as done:
        for number in range(times):
            ran = subprocess.run(python, capture_output=True, text=True, check=False)
            if ran.returncode:
                failed += 1
                print(ran.stdout[-4_000:] or ran.stderr[-4_000:])
            done(number + 1)
    verdict = f"failed {failed} times" if failed else "everything held"
    closing("chance", f"{times} times other examples, {verdict}, in {time.monotonic() - began:.0f} s")
    return not failed


def run_chapter_five(tables: int) -> bool:
    """Troubled rounds of each house-banked game, act by act beside the reference."""
    from tests.reference.house import GAMES

    began, wrong, total = time.monotonic(), list[str](), tables * len(GAMES)
    with progress_bar("troubled rounds", total) as done, ProcessPoolExecutor(os.cpu_count()) as pool:
        for number, differences in enumerate(pool.map(_troubled, range(tables), chunksize=SEEDS_AT_ONCE), 1):
            wrong += differences
            done(number * len(GAMES))
    for text in wrong[:5]:
        print(text)
    verdict = f"{len(wrong)} differ from the reference" if wrong else "every one as the reference has it"
    closing("chapter-five", f"{total:,} tables in trouble, {verdict}, in {time.monotonic() - began:.0f} s")
    return not wrong


def _troubled(seed: int) -> list[str]:
    """Return where a troubled round of a house-banked game differs from the reference, over the games."""
    from tests.reference.house import GAMES
    from tests.reference.test_chapter_five import compare

    return [difference for game in GAMES if (difference := compare(game, seed))]


def run_room(tables: int) -> bool:
    """Tables of the poker room under random commands, and their seats and Blinds beside the reference."""
    from tests.play.test_room_properties import campaign as walked
    from tests.reference.test_room_seats import campaign as compared

    began, rounds, wrong = time.monotonic(), 0, []
    with progress_bar("tables of the poker room", tables) as done:
        for seed in range(tables):
            try:
                rounds += walked(seed, ROOM_ROUNDS)
                compared(seed, ROOM_ROUNDS)
            except AssertionError as error:
                wrong.append(f"seed {seed}: {str(error)[:200]}")
            done(seed + 1)
    for line in wrong:
        print(line)
    verdict = f"{len(wrong)} tables failed" if wrong else "everything held"
    closing("room", f"{tables} tables, {rounds:,} rounds, {verdict}, in {time.monotonic() - began:.0f} s")
    return not wrong


def run_chapter_five_room(tables: int) -> bool:
    """Rounds of the poker room in which two to four things go wrong, beside a second reading of chapter 5."""
    began, acts, rounds, wrong = time.monotonic(), 0, 0, list[str]()
    with progress_bar("tables with troubled rounds", tables) as done, ProcessPoolExecutor(os.cpu_count()) as pool:
        played = pool.map(_troubled_in_the_room, range(tables), chunksize=SEEDS_AT_ONCE)
        for number, (more_acts, more_rounds, difference) in enumerate(played, 1):
            acts, rounds = acts + more_acts, rounds + more_rounds
            wrong += [difference] if difference else []
            done(number)
    for story in wrong[:5]:
        print(story)
    verdict = f"{len(wrong)} tables differ" if wrong else "everything agreed"
    closing("chapter-five-room", f"{rounds:,} rounds, {acts:,} acts, {verdict}, in {time.monotonic() - began:.0f} s")
    return not wrong


def _troubled_in_the_room(seed: int) -> tuple[int, int, str]:
    """Return the acts and the rounds of a table of the poker room, and where it differs from the reference."""
    from tests.reference.troubled_rounds import campaign

    try:
        duel = campaign(seed, TROUBLED_ROUNDS)
    except AssertionError as error:
        return 0, 0, str(error)
    return duel.acts, duel.met.get("void", 0) + duel.met.get("settled", 0), ""


def run_floor(floors: int) -> bool:
    """Floors killed again and again, and floors walked at random beside a second set of books."""
    from tests.faults.campaign import campaign as killed
    from tests.floor.test_money_model import walk

    began, ruled, wrong = time.monotonic(), 0, []
    with progress_bar("floors", floors) as done:
        for seed in range(floors):
            with TemporaryDirectory() as folder:
                try:
                    ruled += killed(Path(folder), seed, FLOOR_KILLS)
                    walk(Path(folder) / "walk.db", seed, FLOOR_STEPS)
                except AssertionError as error:
                    wrong.append(f"seed {seed}: {str(error)[:200]}")
            done(seed + 1)
    for line in wrong:
        print(line)
    verdict = f"{len(wrong)} floors failed" if wrong else "everything held"
    kills = floors * FLOOR_KILLS
    closing("floor", f"{kills} kills, {ruled:,} rounds ruled on, {verdict}, in {time.monotonic() - began:.0f} s")
    return not wrong


def run_history(rounds: int) -> bool:
    """A table with so many rounds behind it. Whether its floor opens in time."""
    from benchmarks.floor import furnish, open_floor, timed_opening, write_history

    began = time.monotonic()
    with TemporaryDirectory() as folder, progress_bar("rounds of history", rounds) as done:
        path = Path(folder) / "history.db"
        floor = open_floor(path)
        furnish(floor, 1)
        write_history(floor, rounds, done)
        floor.store.close()
        seconds, read, entries = min(timed_opening(path) for _ in range(5))
    verdict = "in time" if seconds < OPENS_WITHIN else f"not within {OPENS_WITHIN:.0f} s"
    closing(
        "history",
        f"{rounds:,} rounds, {entries:,} entries, {read} of them read, opened in {seconds * 1000:.0f} ms, "
        f"{verdict}, in {time.monotonic() - began:.0f} s",
    )
    return seconds < OPENS_WITHIN


def run_bots(hands: int) -> bool:
    """Every manner of the poker room's bots against whoever bets, calls or folds whatever the cards are."""
    from croupier.bots import Level
    from tests.bots.exploiters import EXPLOITERS, Verdict, measured

    began, verdicts = time.monotonic(), list[Verdict]()
    pairs = [(level, against) for level in Level for against in EXPLOITERS]
    with progress_bar("contests of the bots", len(pairs)) as done:
        for number, (level, against) in enumerate(pairs, 1):
            verdicts.append(measured(level, against, hands))
            print(verdicts[-1], flush=True)
            done(number)
    lost = sum(not one.certain for one in verdicts)
    verdict = f"{lost} not won beyond noise" if lost else "every one won beyond noise"
    closing("bots", f"{len(pairs)} contests of {hands:,} hands, {verdict}, in {time.monotonic() - began:.0f} s")
    return not lost


def run_agents(runs: int, rounds: int) -> bool:
    """The environments' agents beside what the odds say that each loses. Whether all of it together can be chance."""
    from croupier.environments import AGENTS
    from croupier.rulebooks import banked_games
    from tests.battery.shoe import failed
    from tests.environments.agreement import campaign, verdicts

    began = time.monotonic()
    with progress_bar("runs of the agents", runs * len(AGENTS) * len(banked_games())) as done:
        found = campaign(runs, rounds, done)
    judged = list(verdicts(found))
    for verdict in judged:
        print(verdict)
    wrong = failed(judged)
    told = f"{', '.join(one.name for one in wrong)} not chance" if wrong else "what they lost can be chance"
    closing(
        "agents",
        f"{len(found)} runs of {rounds:,} rounds, chi-square {judged[0].square:.1f} (p {judged[0].likely:.2f}), {told} "
        f"at 99 %, in {time.monotonic() - began:.0f} s",
    )
    return not wrong


def run_shoe(shuffles: int) -> bool:
    """The shoe's battery. Whether all that is counted of its shuffles is what equally likely orders give, at 99 %."""
    from tests.battery.shoe import campaign, failed

    began = time.monotonic()
    with progress_bar("shuffles", shuffles) as done:
        verdicts = campaign(shuffles, done, os.cpu_count() or 2).verdicts()
    for verdict in verdicts:
        print(verdict)
    wrong = failed(verdicts)
    found = f"{', '.join(one.name for one in wrong)} not as they should be" if wrong else "nothing speaks against it"
    closing(
        "shoe", f"{shuffles:,} shuffles, {len(verdicts)} counts, {found} at 99 %, in {time.monotonic() - began:.0f} s"
    )
    return not wrong


def run_stream(few: bool, kept: Path = KEPT_STREAM, minutes: int | None = None) -> bool:
    """Dieharder over the entropy that shuffles are drawn from. Whether all of it is over and chance explains it.

    What was interrupted, or had no more time, goes on with the tests that are left.
    """
    from tests.battery.stream import TESTS, assess, missing

    if (absent := missing()) is not None:
        print(f"stream: {absent}")
        return False
    tests, seconds = TESTS, math.inf if minutes is None else minutes * 60.0
    with TemporaryDirectory() as folder, progress_bar("tests of dieharder", len(tests)) as done:
        if few:  # runs up and down take seconds, all of them an hour of processor time
            tests, kept = ((15, None),), Path(folder) / "few"
        found = assess(tests, kept, done, workers=os.cpu_count() or 2, seconds=seconds)
    for line in found.lines:
        if line.word != "PASSED":
            print(line.text)
    if found.left:
        print(
            f"stream: {len(found.results)} of {len(tests)} tests of dieharder are over; --stream goes on with the rest"
        )
        return False
    closing("stream", found.figures())
    return not found.wrong


def run_malformed(tries: int) -> bool:
    """Spoilt texts for every reader and an open house. Whether each was taken or answered with a sentence."""
    from tests.malformed.campaign import side_by_side
    from tests.malformed.wire import knock
    from tests.web.server import serving

    began, knocks = time.monotonic(), tries // 100
    with progress_bar("spoilt texts", tries) as done:
        told = side_by_side(int(time.time()), tries - knocks, done, os.cpu_count() or 2)
        with TemporaryDirectory() as folder, serving(Path(folder)) as served:
            told["the server"] = knock(served, int(time.time()), knocks, lambda number: done(tries - knocks + number))
    for name, one in told.items():
        print(f"{name}: {one.tries:,} tries, {one.taken:,} taken, {one.refused:,} refused, {len(one.wrong):,} wrong")
        for line in one.wrong[:5]:
            print(f"    {line}")
    wrong, total = sum(len(one.wrong) for one in told.values()), sum(one.tries for one in told.values())
    verdict = f"{wrong} not answered as they should be" if wrong else "every one taken or answered with a sentence"
    closing("malformed", f"{total:,} spoilt texts, {verdict}, in {time.monotonic() - began:.0f} s")
    return not wrong


def run_simulation(seeds: int, first: int, *, open_houses: bool = False) -> bool:
    """Houses in worlds that are made from seeds, or open ones alone. Whether everything held in all of them."""
    from tests.simulation.campaign import campaign, open_story, story

    with progress_bar("simulated houses", seeds) as done:
        total = campaign(range(first, first + seeds), done, open_houses=open_houses)
    for seed in total.failures[:5]:
        print(story(seed), end="\n\n")
    for seed in total.open_failures[:5]:
        print(open_story(seed), end="\n\n")
    if open_houses:
        print(f"simulate: {total.line()}", flush=True)  # a part of the campaign, and no evidence for the whole
    else:
        closing("simulate", total.line())
    return not total.failures and not total.open_failures


def run_seed(seed: int, *, open_house: bool) -> bool:
    """One simulated house, step by step; shrunk if something does not hold in it."""
    from tests.simulation.campaign import open_whole, whole

    told, held = open_whole(seed) if open_house else whole(seed)
    print(told)
    return held


def run_kills(kills: int, minutes: int | None = None) -> bool:
    """Kill open houses while Players act, for so many minutes at most. Return whether nothing that was acknowledged is
    missing, or happened twice."""
    from tests.faults.servers import Killed, alone

    began, total, wrong = time.monotonic(), Killed(), list[str]()
    houses = [(seed, min(KILLS_OF_A_HOUSE, kills - seed)) for seed in range(0, kills, KILLS_OF_A_HOUSE)]
    with progress_bar("kills", kills) as done, ProcessPoolExecutor(os.cpu_count()) as pool:
        until = _until(minutes)
        for one in as_completed([pool.submit(_in_time, until, alone, *house) for house in houses]):
            if (tried := one.result()) is None:
                continue
            killed, failure = tried
            total.add(killed)
            wrong += [failure] if failure else []
            done(total.kills)
    for line in wrong:
        print(line)
    verdict = "not everything held" if wrong else "nothing lost, nothing twice"
    closing(
        "kill",
        f"{total.kills:,} kills, {total.acknowledged:,} acts acknowledged, {total.unanswered:,} not answered, of which "
        f"{total.there:,} had happened, {total.shown:,} tables followed by a page, {verdict}, "
        f"in {time.monotonic() - began:.0f} s",
    )
    return not wrong


def run_joins(joins: int, minutes: int | None = None) -> bool:
    """Have servers join houses under play and leave them, for so many minutes at most. Return whether every
    verification after a join found nothing."""
    from tests.faults.joining import Joined, alone
    from tests.postgresql import running

    began, opened, total, wrong = time.monotonic(), 0, Joined(), list[str]()
    houses = [(seed, min(JOINS_OF_A_HOUSE, joins - seed)) for seed in range(0, joins, JOINS_OF_A_HOUSE)]
    workers = os.cpu_count() or 2
    with running() as server, progress_bar("joins", joins) as done, ProcessPoolExecutor(max(1, workers // 2)) as pool:
        urls = ["" if number % 5 == 4 else server.fresh() for number in range(len(houses))]
        until, each = _until(minutes), zip(urls, houses, strict=True)
        for one in as_completed([pool.submit(_in_time, until, alone, url, *house) for url, house in each]):
            if (tried := one.result()) is None:
                continue
            joined, failure = tried
            opened += 1
            total.add(joined)
            wrong += [failure] if failure else []
            done(total.joins)
    for line in wrong:
        print(line)
    verdict = f"{len(wrong)} houses failed" if wrong else "every verification found nothing"
    closing(
        "joins",
        f"{total.joins:,} servers joined {opened} houses under play and left, {total.killed:,} of them killed, "
        f"{total.acts:,} acts acknowledged, {total.entries:,} entries gone through, {verdict}, in "
        f"{time.monotonic() - began:.0f} s",
    )
    return not wrong


def _in_time(until: float, work: Callable[..., _Told], *given: object) -> _Told | None:
    """Do the work in a process of its own; return None if the time was over before it began."""
    return work(*given) if time.time() < until else None


def _until(minutes: int | None) -> float:
    """Return the time after which nothing else begins."""
    return math.inf if minutes is None else time.time() + minutes * 60


def run_insiders(rounds: int) -> bool:
    """Rounds with a crew at the table. Whether none of them gained a cent over an honest record."""
    from tests.insider.campaign import campaign

    began = time.monotonic()
    with progress_bar("rounds with insiders", rounds) as done:
        told = campaign(range(rounds), done)
    for gain in told.gains[:20]:
        print(gain)
    closing("insider", f"{told.line()}, in {time.monotonic() - began:.0f} s")
    return not told.gains


def run_forgeries(*, ci: bool) -> bool:
    """Forge a house's record in every way. Whether the stand-alone check agrees with ``verify`` on each."""
    from tests.faults.forgeries import CASES, make, table, tried
    from tests.postgresql import running

    began, results = time.monotonic(), {}
    cases = [case for case in CASES if not (ci and case.postgresql)]
    with running() as server, TemporaryDirectory() as folder, progress_bar("forgeries", len(cases)) as done:
        made = make(Path(folder))
        for number, case in enumerate(cases, 1):
            results[case] = tried(made, case, server)
            done(number)
    text = table(results)
    print(text)
    _sections.append(text)
    found = results.values()
    unlike = sum((one.verify, one.witnessed) != (one.stand_alone, one.stand_alone_witnessed) for one in found)
    alone = sum(one.start or "no" in one.verify for one in found)
    witnessed = sum(one.start_with_witness or "no" in one.witnessed for one in found)
    verdict = f"{unlike} unlike answers" if unlike else "the stand-alone check agrees with verify in all"
    seconds = time.monotonic() - began
    told = f"{alone} noticed without a witness and {witnessed} with one, {verdict}, in {seconds:.0f} s"
    closing("forgeries", f"{len(cases)} forgeries of a record, {told}")
    return not unlike


def run_double_spending(tries: int) -> bool:
    """Ask two servers of a house for the same money at the same moment. Whether it was always spent once."""
    from tests.faults.double_spending import WAYS, Spent, alone
    from tests.postgresql import running

    began, total, wrong = time.monotonic(), Spent(), list[str]()
    with running() as server, progress_bar("spent twice", tries) as done:
        for before in range(0, tries, SPENT_IN_A_HOUSE):
            spent, failure = alone(server.fresh(), min(SPENT_IN_A_HOUSE, tries - before))
            total.add(spent)
            wrong += [failure] if failure else []
            done(total.tries)
    for line in wrong:
        print(line)
    verdict = f"{len(wrong)} houses failed" if wrong else "all money spent once, every verification found nothing"
    closing(
        "double-spending",
        f"{total.tries:,} times the same money asked for at two servers at once, in {len(WAYS)} ways: "
        f"{total.refused:,} times one refused, {total.repeated:,} times the same delivery taken once, "
        f"{total.entries:,} entries gone through, {verdict}, in {time.monotonic() - began:.0f} s",
    )
    return not wrong


def _further(done: Callable[[int], None], before: int) -> Callable[["Checkpoint"], None]:
    """Tell how many rounds are played, with those of the games before."""
    return lambda so_far: done(before + so_far.part.rounds)


def run_rounds(rounds: int) -> bool:
    """Simulated rounds of every house game beside the exact odds. Whether chance explains every difference."""
    from concurrent.futures import ThreadPoolExecutor

    from croupier.rulebooks import banked_games, load_banked
    from croupier.trials.plan import Plan
    from croupier.trials.playing import play
    from tests.trials.agreement import disagreements

    began, workers, wrong = time.monotonic(), os.cpu_count() or 2, list[str]()
    plans = [
        Plan(name, rounds, seed=int(time.time()), sides=sides, jackpot_wager=500)
        for name in banked_games()
        for sides in [(("bonus", 2_500),) if load_banked(name).has_side_wagers else ()]
    ]
    with progress_bar("simulated rounds", rounds * len(plans)) as done, ThreadPoolExecutor(workers) as pool:
        for place, plan in enumerate(plans):
            wrong += disagreements(plan, play(plan, pool, workers, told=_further(done, place * rounds)))
    for line in wrong:
        print(line)
    verdict = f"{len(wrong)} figures are not chance" if wrong else "every mean and every count as the odds expect"
    seconds = time.monotonic() - began
    closing("rounds", f"{rounds:,} rounds of each of {len(plans)} games, {verdict}, in {seconds:.0f} s")
    return not wrong


def _count(text: str) -> int:
    """A number from 0 on. Raises ArgumentTypeError."""
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST_COUNT:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 0 on")
    return int(text)


CAMPAIGNS: Final[dict[str, tuple[str, Callable[[bool], bool]]]] = {
    "long": ("the tests that ./run test leaves out", lambda ci: run_long(ci=ci)),
    "counts": ("the count of all hands of seven cards", lambda ci: run_counts()),
    "chance": ("what must always hold, with new random examples", lambda ci: run_chance(1 if ci else CHANCES)),
    "chapter-five": (
        "the rounds in which several things go wrong",
        lambda ci: run_chapter_five(TROUBLED_CI if ci else TROUBLED),
    ),
    "room": ("the tables of the poker room", lambda ci: run_room(ROOM_TABLES_CI if ci else ROOM_TABLES)),
    "chapter-five-room": (
        "the poker room's troubled rounds",
        lambda ci: run_chapter_five_room(TROUBLED_TABLES_CI if ci else TROUBLED_TABLES),
    ),
    "floor": ("the floors that are killed and walked", lambda ci: run_floor(FLOORS_CI if ci else FLOORS)),
    "history": ("the table with a long history", lambda ci: run_history(HISTORY_CI if ci else HISTORY)),
    "bots": ("the bots of the poker room", lambda ci: run_bots(BOT_HANDS_CI if ci else BOT_HANDS)),
    "agents": (
        "the agents beside what they must lose",
        lambda ci: run_agents(1 if ci else AGENT_RUNS, AGENT_ROUNDS_CI if ci else AGENT_ROUNDS),
    ),
    "shoe": ("the shoe's battery", lambda ci: run_shoe(SHUFFLES_CI if ci else SHUFFLES)),
    "stream": ("dieharder over the entropy (an hour of processor time)", run_stream),
    "rounds": ("simulated rounds beside the exact odds", lambda ci: run_rounds(ROUNDS_CI if ci else ROUNDS)),
    "malformed": ("the spoilt texts", lambda ci: run_malformed(SPOILT_CI if ci else SPOILT)),
    "simulate": ("the houses simulated from seeds", lambda ci: run_simulation(SIMULATED_CI if ci else SIMULATED, 0)),
    "kill": ("an open house, killed", lambda ci: run_kills(KILLS_CI if ci else KILLS)),
    "joins": ("servers that join a house and leave it", lambda ci: run_joins(JOINS_CI if ci else JOINS)),
    "insider": ("crews of staff and Players", lambda ci: run_insiders(INSIDERS_CI if ci else INSIDERS)),
    "forgeries": ("forged records", lambda ci: run_forgeries(ci=ci)),
    "double-spending": (
        "the same money spent at two servers",
        lambda ci: run_double_spending(SPENT_CI if ci else SPENT),
    ),
    "mutants": (
        "the mutants of the rulebooks and of the engine",
        lambda ci: run_mutants(_began + CI_SECONDS if ci else math.inf),
    ),
}
"""By name: what it is about, and how it is run, whole or as much of it as continuous integration has time for."""


def main(given: Sequence[str] | None = None) -> int:
    """Run the campaigns asked for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--ci", action="store_true", help="at most about eight minutes on two cores")
    for name, (about, _) in CAMPAIGNS.items():
        if name not in {"kill", "joins", "insider"}:
            parser.add_argument(f"--{name}", action="store_true", help=f"only {about}")
    parser.add_argument("--kill", type=_count, nargs="?", const=KILLS, metavar="N", help="only an open house, killed")
    told = "only servers that join a house and leave it"
    parser.add_argument("--joins", type=_count, nargs="?", const=JOINS, metavar="N", help=told)
    told = "only crews of staff and Players, in so many rounds"
    parser.add_argument("--insider", type=_count, nargs="?", const=INSIDERS, metavar="N", help=told)
    parser.add_argument("--seeds", type=_count, metavar="N", help="with --simulate: how many seeds")
    parser.add_argument("--from", type=_count, default=0, metavar="S", dest="first", help="likewise: the first of them")
    parser.add_argument("--seed", type=_count, metavar="S", help="likewise: this one alone, step by step")
    parser.add_argument("--open", action="store_true", help="likewise: open houses, with their doors and pages, alone")
    parser.add_argument("--minutes", type=_count, metavar="N", help="how long --stream, --kill or --joins goes on")
    parser.add_argument(
        "--kept", type=Path, metavar="FILE", help="with --stream: where the tests that are over are kept"
    )
    parser.add_argument("--evidence", action="store_true", help="write the figures into docs/evidence.md")
    chosen = parser.parse_args(given)
    if not chosen.simulate and (chosen.seeds, chosen.seed, chosen.first, chosen.open) != (None, None, 0, False):
        parser.error("--seeds, --from, --seed and --open say which houses --simulate lives: name it too")
    if not chosen.stream and chosen.kept is not None:
        parser.error("--kept says how --stream goes on: name it too")
    if chosen.minutes is not None and not chosen.stream and (chosen.kill, chosen.joins) == (None, None):
        parser.error("--minutes says how long --stream, --kill or --joins goes on: name it too")
    if chosen.seed is not None:
        return 0 if run_seed(chosen.seed, open_house=chosen.open) else 1
    asked = [name for name in CAMPAIGNS if getattr(chosen, name.replace("-", "_")) not in {None, False}]
    results = []
    for name in asked or CAMPAIGNS:
        if name == "simulate" and (chosen.seeds is not None or chosen.first or chosen.open):
            whole = SIMULATED if not chosen.open else OPEN_HOUSES
            seeds = whole if chosen.seeds is None else chosen.seeds
            results.append(run_simulation(seeds, chosen.first, open_houses=chosen.open))
        elif name == "stream" and (chosen.minutes, chosen.kept) != (None, None):
            results.append(run_stream(chosen.ci, chosen.kept or KEPT_STREAM, chosen.minutes))
        elif name == "kill" and chosen.kill is not None:
            results.append(run_kills(chosen.kill, chosen.minutes))
        elif name == "joins" and chosen.joins is not None:
            results.append(run_joins(chosen.joins, chosen.minutes))
        elif name == "insider" and chosen.insider is not None:
            results.append(run_insiders(chosen.insider))
        else:
            results.append(CAMPAIGNS[name][1](chosen.ci))
    if chosen.evidence:
        for campaign, figures in _closed.items():
            write_evidence(campaign, figures)
        for text in _sections:
            write_section(text)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
