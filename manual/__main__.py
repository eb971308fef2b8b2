"""``./run docs``: serve the manual while it is written, build it for the house, or retake its pictures."""

import argparse
import os
import runpy
import shutil
import sys

from manual.linking import ROOT

_SITE = ROOT / "src/croupier/web/manual"
_MADE = _SITE.with_name("manual.new")


def main() -> int:
    """Run the command. Return the exit code."""
    parser = argparse.ArgumentParser(prog="./run docs", description=__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--build", action="store_true", help="build the manual once; the house then serves it under /docs")
    how.add_argument("--pictures", action="store_true", help="retake the pictures from a demonstration")
    parser.add_argument("--port", type=int, default=8459, help="the port to serve on; the default is 8459")
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
    if asked.build:
        return build()
    try:
        return builder("serve", "--dev-addr", f"127.0.0.1:{asked.port}")
    except KeyboardInterrupt:
        return 0


def build() -> int:
    """Build the manual beside the old one, then replace it: a house may serve it, and a build may be interrupted."""
    shutil.rmtree(_MADE, ignore_errors=True)
    code = builder("build", "--strict", "--quiet", "--site-dir", str(_MADE))
    if code == 0:
        shutil.rmtree(_SITE, ignore_errors=True)
        _MADE.rename(_SITE)
    return code


def builder(*arguments: str) -> int:
    """Run the builder in this process, so that it ends with the process. Return its exit code."""
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # decision 45 knows
    os.chdir(ROOT)
    sys.argv = ["mkdocs", *arguments]
    try:
        runpy.run_module("mkdocs", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
