"""``./run docs``: serves the manual while it is written, builds it for the house, or takes its pictures anew."""

import argparse
import os
import subprocess
import sys

from manual.linking import ROOT


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="./run docs", description=__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--build", action="store_true", help="build it once; the house then serves it under /docs")
    how.add_argument("--pictures", action="store_true", help="take its pictures anew from a demonstration")
    parser.add_argument("--port", type=int, default=8459, help="where it is served; 8459 if left out")
    asked = parser.parse_args()
    if asked.pictures:
        from manual import pictures

        try:
            for path in pictures.take():
                print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")
        except RuntimeError as wrong:
            print(f"docs: {wrong}", file=sys.stderr)
            return 2
        return 0
    how_ = ["build", "--strict", "--quiet"] if asked.build else ["serve", "--dev-addr", f"127.0.0.1:{asked.port}"]
    try:
        return built(how_)
    except KeyboardInterrupt:
        return 0


def built(arguments: list[str]) -> int:
    """The builder's exit code."""
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # decision 46 knows
    return subprocess.run([sys.executable, "-m", "mkdocs", *arguments], cwd=ROOT, env=quiet, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
