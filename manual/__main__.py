"""``./run docs``: serves the manual while it is written, builds it for the house, or takes its pictures anew."""

import argparse
import os
import runpy
import shutil
import sys

from manual.linking import ROOT

_SITE = ROOT / "src/croupier/web/manual"
_MADE = _SITE.with_name("manual.new")


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
    if asked.build:
        return build()
    try:
        return builder("serve", "--dev-addr", f"127.0.0.1:{asked.port}")
    except KeyboardInterrupt:
        return 0


def build() -> int:
    """Build it whole before anybody sees it: a house may be open, and whoever builds may be interrupted."""
    shutil.rmtree(_MADE, ignore_errors=True)
    code = builder("build", "--strict", "--quiet", "--site-dir", str(_MADE))
    if code == 0:
        shutil.rmtree(_SITE, ignore_errors=True)
        _MADE.rename(_SITE)
    return code


def builder(*arguments: str) -> int:
    """The builder's exit code. It is called in this process, so that it ends with it."""
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
