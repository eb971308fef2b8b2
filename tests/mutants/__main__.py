import argparse
import re
import sys
from collections.abc import Sequence

import msgspec

from croupier.rulebooks import UnknownGameError, all_games, game_name
from tests import mutants as package
from tests.mutants import engine, rulebooks
from tests.mutants.edits import Change


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    description = (package.__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=description)
    parser.add_argument("--rulebook", metavar="NAME", help="one game, or an unambiguous beginning of its name")
    parser.add_argument("--paragraph", metavar="NUMBER", help="one paragraph, such as 4.1")
    parser.add_argument("--engine", action="store_true", help="the code that the rulebooks name, not the rulebooks")
    parser.add_argument(
        "--module", metavar="NAME", help="of the engine: one module or package, such as play.banked.remedies"
    )
    parser.add_argument("--function", metavar="NAME", help="of the engine: one function, such as void_round")
    parser.add_argument("--list", action="store_true", help="list the mutants and run none")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    chosen = parser.parse_args(given)
    if (chosen.engine and chosen.rulebook) or (not chosen.engine and (chosen.module or chosen.function)):
        parser.error("--rulebook is for rulebooks; --module and --function are for --engine")
    try:
        chosen.games = [game_name(re.sub(r"-v\d+$", "", chosen.rulebook))] if chosen.rulebook else list(all_games())
    except UnknownGameError as error:
        parser.error(str(error))
    return chosen


def _listed(found: Sequence[Change], told: Sequence[dict[str, object]], json: bool) -> None:
    if json:
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
        return
    for mutant, one in zip(found, told, strict=True):
        where = one.get("paragraph") or one["function"]
        print(f"{mutant.module}:{mutant.line}\t{where}\t{mutant.kind}\t{mutant.change}")


def main(given: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    from benchmarks.measure import progress_bar

    chosen = _arguments(given)
    if chosen.engine:
        changed = engine.all_mutants(chosen.module or "", chosen.function or "", chosen.paragraph or "")
        if not changed:
            print("no such function is named by a rulebook, or nothing in it can be changed", file=sys.stderr)
            return 2
        if chosen.list:
            _listed(changed, [engine.plain(one) for one in changed], chosen.json)
            return 0
        with progress_bar("mutants of the engine", len(changed)) as done:
            tried = engine.campaign(changed, done)
        print(engine.as_json(tried)) if chosen.json else engine.show(tried)
        return 0 if tried.passed else 1
    mutants = rulebooks.all_mutants(chosen.games, chosen.paragraph)
    if not mutants:
        print(f"no mutant stands under {chosen.paragraph}", file=sys.stderr)
        return 2
    if chosen.list:
        _listed(mutants, [rulebooks.plain(one) for one in mutants], chosen.json)
        return 0
    with progress_bar("mutants", len(mutants)) as done:
        report = rulebooks.campaign(mutants, done)
    print(rulebooks.as_json(report)) if chosen.json else rulebooks.show(report)
    return 0 if report.passed else 1


if __name__ == "__main__":
    sys.exit(main())
