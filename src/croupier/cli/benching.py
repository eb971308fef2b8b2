"""``croupier bench``: the benchmarks of the checkout that croupier runs from."""

import sys
from importlib import import_module
from pathlib import Path

import croupier
from croupier.cli.output import write_json
from croupier.cli.problems import OK
from croupier.notation.problem import InputError


def run_benchmarks(name: str, *, json: bool) -> int:
    """Run one benchmark, or all. Return the exit code."""
    root = Path(croupier.__file__).resolve().parents[2]
    found = sorted(path.stem for path in (root / "benchmarks").glob("*.py") if _is_benchmark(path))
    if not found:
        raise InputError("the benchmarks are part of croupier's repository; run them from a checkout")
    if name and name not in found:
        raise InputError(f"there is no benchmark {name[:40]!r}; there are {', '.join(found)}")
    sys.path.insert(0, str(root))
    for one in [name] if name else found:
        records = import_module(f"benchmarks.{one}").main(show=not json)
        if json:
            write_json({"benchmark": one, "records": records})
    return OK


def _is_benchmark(path: Path) -> bool:
    return path.stem not in {"__init__", "measure"}
