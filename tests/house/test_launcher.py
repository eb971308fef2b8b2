"""The launcher `run`: every way of coming by uv, and every promise about the second start.

Most tests start a copy of the launcher on a PATH of their own, where uv is a script that notes what it is told and
"installs" programs that say how they were called. One test sets the real thing up.
"""

import base64
import functools
import hashlib
import http.server
import importlib.util
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.sampling import first

ROOT: Final = Path(__file__).parents[2]
PYTHON: Final = Path(sys.executable).resolve()
TOOLS: Final = (
    "cat",
    "cksum",
    "cp",
    "dirname",
    "env",
    "find",
    "grep",
    "mkdir",
    "mv",
    "nice",
    "rm",
    "sh",
    "sleep",
    "tr",
)
EDITABLE: Final = "pip install --no-deps --reinstall -b requirements/build.txt --editable ."

FAKE_UV: Final = """#!/bin/sh
[ "$1" != --version ] || { echo "${FAKE_VERSION:-uv 9.9.9}"; exit 0; }
echo "$*" >>"$FAKE_LOG"
env | grep -E '^(UV|SSL|HTTPS?)_' >>"$FAKE_LOG.settings"
case "$2 $3" in
    venv*)
        for folder; do :; done
        mkdir -p "$folder/bin"
        for name in python croupier ruff mypy lint-imports codespell pytest; do
            cp "$FAKE_PROGRAM" "$folder/bin/$name"
        done ;;
    'pip sync') sleep "${FAKE_SECONDS:-0}"; exit "${FAKE_STATUS:-0}" ;;
    'pip install') case "$*" in *"${FAKE_MISSING:-nothing}"*) exit 1 ;; *--editable*)
        mkdir -p src/croupier/web/pages ui/node_modules
        echo >src/croupier/web/pages/index.html
        echo >ui/node_modules/.croupier-pages ;; esac ;;
esac
"""
FAKE_PROGRAM: Final = """#!/bin/sh
name=${0##*/}
echo "$name in $PWD:" "$@"
env | grep -E '^(UV_|PYTHONDONTWRITEBYTECODE)'
[ "$name" != "${FAKE_FAILING:-}" ] || exit 1
[ "$name" != croupier ] || sleep "${FAKE_OPEN:-0}"
"""
HIDING: Final = """
import os, sys
if sys.prefix == sys.base_prefix:  # a fresh virtual environment keeps its pip
    sys.modules.update(dict.fromkeys(os.environ.get("HIDDEN", "").split()))
"""
FAKE_PIPX: Final = f"""#!/bin/sh
[ "$1 $2" = "run pip" ] || exit 2
shift 2
HIDDEN= exec '{PYTHON}' -m pip "$@"
"""


def wheel_of_fake_uv(folder: Path) -> Path:
    """A wheel that carries the script in uv's place, as uv's own wheels carry the program."""
    tag = f"linux_{platform.machine()}" if sys.platform == "linux" else re.sub(r"[-.]", "_", sysconfig.get_platform())
    folder.mkdir(parents=True)
    wheel = folder / f"uv-9.9.9-py3-none-{tag}.whl"
    files = {
        "uv-9.9.9.data/scripts/uv": FAKE_UV,
        "uv-9.9.9.dist-info/METADATA": "Metadata-Version: 2.1\nName: uv\nVersion: 9.9.9\n",
        "uv-9.9.9.dist-info/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n",
    }
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            member = zipfile.ZipInfo(name)
            member.external_attr = 0o100755 << 16
            archive.writestr(member, text)
        archive.writestr("uv-9.9.9.dist-info/RECORD", "".join(f"{name},,\n" for name in files))
    return wheel


class House:
    """A copy of the launcher and its pins, a PATH with only what Debian has, and an index that has only uv."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a house"
        self.bin = folder / "bin"
        self.elsewhere = folder / "else where"
        self.log = folder / "log"
        for made in (self.root, self.bin, self.elsewhere, folder / "hiding"):
            made.mkdir()
        for name in ("run", "pyproject.toml", "hatch_build.py"):
            shutil.copy(ROOT / name, self.root)
        self.page = self.root / "ui/src/a page.svelte"
        self.page.parent.mkdir(parents=True)
        self.page.write_text("<h1>croupier</h1>\n")
        shutil.copytree(ROOT / "requirements", self.root / "requirements")
        for tool in (*TOOLS, "uname"):
            (self.bin / tool).symlink_to(shutil.which(tool) or "/missing")
        self.program("python3", f"#!/bin/sh\nexec '{PYTHON}' \"$@\"\n")
        (folder / "hiding/sitecustomize.py").write_text(HIDING)
        (folder / "program").write_text(FAKE_PROGRAM)
        (folder / "program").chmod(0o755)
        self.index = folder / "index"
        self.wheel = wheel_of_fake_uv(self.index / "uv")
        older = self.wheel.name.replace("9.9.9", "9.9.8")
        (self.index / "uv/index.html").write_text(
            f'<a href="{older}">{older}</a>\n<a href="{self.wheel.name}">this</a>'
        )
        pinned = hashlib.sha256(self.wheel.read_bytes()).hexdigest()
        (self.root / "requirements/uv.txt").write_text(f"uv==9.9.9 \\\n    --hash=sha256:{pinned}\n")
        self.environment = {
            "PATH": str(self.bin),
            "HOME": str(folder),
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PYTHONPATH": str(folder / "hiding"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "FAKE_LOG": str(self.log),
            "FAKE_PROGRAM": str(folder / "program"),
        }

    def program(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.root / "run", *arguments],
            cwd=self.elsewhere,
            env=self.environment | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str, **environment: str) -> tuple[int, str, str]:
        process = self.start(*arguments, **environment)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def calls(self) -> list[str]:
        """What uv was told since the last time."""
        calls = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return calls

    def settings(self) -> dict[str, str]:
        lines = Path(f"{self.log}.settings").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)

    def fetched(self) -> str:
        """Who fetched uv: pip leaves the wheel's description behind, the standard library only the program."""
        programs = list((self.root / ".tools").glob("uv-*/bin/uv"))
        described = list((self.root / ".tools").glob("uv-*/uv-9.9.9.dist-info"))
        return "nobody" if not programs else "pip" if described else "hand"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def ready(house: House) -> House:
    """A house where uv is on the PATH."""
    house.program("uv", FAKE_UV)
    return house


def base_python_has(module: str) -> bool:
    return subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0


needs_pip = pytest.mark.skipif(not base_python_has("pip"), reason=f"{PYTHON} has no pip")
needs_ensurepip = pytest.mark.skipif(not base_python_has("ensurepip, venv"), reason=f"{PYTHON} cannot make a pip")


# ---- Finding uv ------------------------------------------------------------------------------------------------------


def test_uv_on_the_path_is_used(ready: House) -> None:
    code, out, err = ready.run("settle", "a round.toml")
    assert (code, out) == (0, f"croupier in {ready.elsewhere}: settle a round.toml\n")
    assert err == "run: setting up .venv\n"
    venv = ready.root / ".venv"
    assert ready.calls() == [
        f"--quiet venv --python {PYTHON} {venv}",
        f"--quiet pip sync --require-hashes requirements/run.txt --python {venv}/bin/python",
        f"--quiet {EDITABLE} --python {venv}/bin/python",
    ]
    assert ready.fetched() == "nobody"


@needs_pip
@pytest.mark.long
def test_pip_fetches_uv(house: House) -> None:
    assert house.run("games", HIDDEN="venv", PIP_INDEX_URL=house.index.as_uri())[0] == 0
    assert house.fetched() == "pip"


@needs_pip
@pytest.mark.long
def test_a_uv_too_old_to_be_of_use_is_passed_over(ready: House) -> None:
    """Nor do settings of pip's that are about something else stand in the way."""
    settings = {"PIP_INDEX_URL": ready.index.as_uri(), "PIP_USER": "1", "PIP_REQUIRE_VIRTUALENV": "1"}
    ready.program("uv", "#!/bin/sh\necho uv 0.4.30\n")
    assert ready.run("games", HIDDEN="venv", **settings)[0] == 0
    assert ready.fetched() == "pip"


@pytest.mark.long
@needs_ensurepip
def test_a_fresh_virtual_environment_brings_a_pip(house: House) -> None:
    code, _, err = house.run("games", HIDDEN="pip", PIP_INDEX_URL=house.index.as_uri())
    assert code == 0, err
    assert house.fetched() == "pip"
    assert not (house.root / ".tools/pip").exists()


@needs_pip
@pytest.mark.long
def test_pipx_brings_a_pip(house: House) -> None:
    house.program("pipx", FAKE_PIPX)
    code, _, err = house.run("games", HIDDEN="pip venv", PIP_INDEX_URL=house.index.as_uri())
    assert code == 0, err
    assert house.fetched() == "pip"


@pytest.mark.parametrize("setting", ["index-url", "extra-index-url", "find-links"])
@pytest.mark.long
def test_the_standard_library_fetches_uv_from_a_configured_place(house: House, setting: str) -> None:
    place = house.wheel.parent if setting == "find-links" else house.index
    config = house.elsewhere / "pip.conf"
    config.write_text(f"[global]\n{setting} = {place.as_uri() if setting != 'find-links' else place}\n")
    code, out, err = house.run("games", HIDDEN="pip venv", PIP_CONFIG_FILE=str(config))
    assert (code, out) == (0, f"croupier in {house.elsewhere}: games\n"), err
    assert house.fetched() == "hand"


@pytest.fixture
def server(house: House) -> Iterator[str]:
    """The index behind HTTP and a password."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.headers["Authorization"] == f"Basic {base64.b64encode(b'me:p@ss').decode()}":
                super().do_GET()
            else:
                self.send_error(401)

        def log_message(self, format: str, *args: object) -> None:
            pass

    handler = functools.partial(Handler, directory=str(house.index))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{listening.server_port}/"
        listening.shutdown()


@pytest.mark.long
def test_the_standard_library_fetches_uv_over_http(house: House, server: str) -> None:
    code, _, err = house.run("games", HIDDEN="pip venv", PIP_INDEX_URL=f"http://me:p%40ss@{server}")
    assert code == 0, err
    assert house.fetched() == "hand"


@pytest.mark.parametrize("hidden", ["pip venv", pytest.param("", marks=needs_pip)])
@pytest.mark.long
def test_a_uv_with_another_hash_is_refused(house: House, hidden: str) -> None:
    with zipfile.ZipFile(house.wheel, "a") as archive:
        archive.writestr("uv-9.9.9.data/scripts/more", "")
    code, out, err = house.run("games", HIDDEN=hidden or "venv", PIP_INDEX_URL=house.index.as_uri())
    assert (code, out) == (1, "")
    assert err.splitlines()[-1].startswith("run: ")
    assert house.fetched() == "nobody"


def test_where_nothing_helps_one_line_says_what_to_type(house: House) -> None:
    house.program("apt-get", "#!/bin/sh\nexit 1\n")
    code, out, err = house.run("games", HIDDEN="pip venv")
    assert (code, out) == (1, "")
    assert err == (
        "run: setting up .venv\n"
        "run: there is neither uv nor a pip to fetch it with; type: apt-get install python3-pip\n"
    )


@pytest.mark.parametrize("python", ["#!/bin/sh\necho\n", "#!/bin/sh\nexit 127\n"])
def test_an_old_or_missing_python_gets_one_sentence(ready: House, python: str) -> None:
    ready.program("python3", python)
    code, out, err = ready.run()
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "Python 3.11 or later" in err


TOO_NEW: Final = f"""#!/bin/sh
[ "$3" != 14 ] || exit 0
exec '{PYTHON}' "$@"
"""
"""A Python that croupier was not tried on: it has nothing to say when one up to 3.14 is looked for."""


def test_a_python_that_it_was_tried_on_goes_before_a_newer_one(ready: House) -> None:
    ready.program("python3", TOO_NEW)
    ready.program("python3.13", f"#!/bin/sh\n: >'{ready.elsewhere}/taken'\nexec '{PYTHON}' \"$@\"\n")
    code, _, err = ready.run("games")
    assert (code, (ready.elsewhere / "taken").exists()) == (0, True), err


def test_a_python_that_is_too_new_for_its_packages_is_said(ready: House) -> None:
    ready.program("python3", TOO_NEW)
    code, _, err = ready.run("games", FAKE_STATUS="1")
    assert code == 1
    assert "for a Python that croupier has not been tried on: 3.11 to 3.14 will do" in err


def test_an_activated_environment_is_seen_through(ready: House) -> None:
    """It may be the very one that is about to be made anew."""
    ready.program("python3", f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n")
    ready.run("games")
    words = ready.calls()[0].split()
    used = Path(words[words.index("--python") + 1])
    assert not used.is_relative_to(sys.prefix)
    assert used.resolve() == PYTHON


# ---- The configured index --------------------------------------------------------------------------------------------


def test_uv_is_told_what_pip_is_configured_to_use(ready: House) -> None:
    folder = ready.elsewhere / ".config/pip"
    folder.mkdir(parents=True)
    (folder / "pip.conf").write_text(
        "[global]\nindex-url = https://files.example/one\ntrusted-host = files.example\ntimeout = 77\n"
        f"cert = {folder}/ca.pem\nfind-links =\n    {ready.bin}\n    missing\n    https://files.example/links\n"
        "[install]\nindex_url = https://files.example/two\nproxy = http://proxy.example:3128\n"
    )
    del ready.environment["PIP_CONFIG_FILE"]
    extra = "https://files.example/three https://files.example/four"
    ready.run("games", HOME=str(ready.elsewhere), PIP_EXTRA_INDEX_URL=extra, UV_HTTP_TIMEOUT="99")
    expected = {
        "UV_DEFAULT_INDEX": "https://files.example/two",
        "UV_INDEX": extra,
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": f"{ready.bin},https://files.example/links",
        "UV_INSECURE_HOST": "files.example",
        "UV_HTTP_TIMEOUT": "99",
        "UV_SYSTEM_CERTS": "1",
        "SSL_CERT_FILE": f"{folder}/ca.pem",
        "HTTPS_PROXY": "http://proxy.example:3128",
    }
    assert ready.settings().items() >= expected.items()


def test_where_nothing_is_configured_uv_is_told_of_no_index(ready: House) -> None:
    ready.run("games")
    assert not {name for name in ready.settings() if "INDEX" in name or "LINKS" in name}


def test_a_machine_without_an_index_stays_without(ready: House) -> None:
    ready.run("games", PIP_NO_INDEX="true")
    assert all("--no-index" in call for call in ready.calls() if " pip " in call)


def test_neither_settings_nor_switches_reach_the_command(ready: House) -> None:
    assert ready.run("games", PIP_INDEX_URL="https://files.example")[1] == f"croupier in {ready.elsewhere}: games\n"


# ---- Once, and only once ---------------------------------------------------------------------------------------------


def test_the_second_start_sets_nothing_up(ready: House) -> None:
    ready.run("games")
    ready.calls()
    (ready.bin / "uv").unlink()
    (ready.bin / "python3").unlink()
    began = time.perf_counter()
    assert ready.run() == (0, f"croupier in {ready.elsewhere}: serve\n", "")
    assert time.perf_counter() - began < 3
    assert ready.calls() == []


@pytest.mark.parametrize(
    "name", first(1, ["requirements/run.txt", "requirements/build.txt", "pyproject.toml", "hatch_build.py"])
)
def test_what_was_installed_from_is_watched(ready: House, name: str) -> None:
    ready.run("games")
    ready.calls()
    with (ready.root / name).open("a") as file:
        file.write("# changed\n")
    ready.run("games")
    assert len(ready.calls()) == 3


def test_a_moved_folder_is_set_up_anew(ready: House) -> None:
    ready.run("games")
    ready.calls()
    ready.root = ready.root.rename(ready.root.with_name("another house"))
    assert ready.run("games")[0] == 0
    assert len(ready.calls()) == 3


def test_a_failed_set_up_is_repaired_by_the_next_start(ready: House) -> None:
    code, out, err = ready.run("games", FAKE_STATUS="1")
    assert (code, out) == (1, "")
    assert err.splitlines()[-1].startswith("run: uv could not install the pinned packages")
    assert ready.run("games")[0] == 0


def test_an_interrupted_set_up_is_repaired_by_the_next_start(ready: House) -> None:
    process = ready.start("games", FAKE_SECONDS="30")
    while not (ready.log.exists() and "sync" in ready.log.read_text()):
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert ready.run("games")[:2] == (0, f"croupier in {ready.elsewhere}: games\n")


@pytest.mark.long
def test_two_starts_at_once_set_up_once(ready: House) -> None:
    processes = [ready.start("games", FAKE_SECONDS="0.5") for _ in range(3)]
    assert [process.communicate(timeout=30)[0] for process in processes] == [
        f"croupier in {ready.elsewhere}: games\n"
    ] * 3
    assert len(ready.calls()) == 3


# ---- The pages -------------------------------------------------------------------------------------------------------


def built_long_ago(house: House, command: str) -> None:
    house.run(command)
    house.calls()
    for path in (house.root / "ui", *(house.root / "ui").rglob("*")):
        os.utime(path, (1e9, 1e9))


def change(house: House) -> None:
    house.page.write_text("<h1>changed</h1>\n")


def add(house: House) -> None:
    house.page.with_name("another.svelte").touch()


def take_away(house: House) -> None:
    house.page.unlink()


def lose_the_pages(house: House) -> None:
    shutil.rmtree(house.root / "src/croupier/web/pages")


def lose_the_mark(house: House) -> None:
    shutil.rmtree(house.root / "ui/node_modules")


@pytest.mark.parametrize("happening", first(1, [change, add, take_away, lose_the_pages, lose_the_mark]))
@pytest.mark.parametrize(("command", "venv"), [("games", ".venv"), ("golden", ".venv-dev")])
def test_changed_pages_are_built_anew_and_nothing_else_is(
    ready: House, happening: Callable[[House], None], command: str, venv: str
) -> None:
    built_long_ago(ready, command)
    happening(ready)
    code, _, err = ready.run(command)
    assert (code, err) == (0, "run: building the pages\n")
    assert ready.calls() == [f"--quiet {EDITABLE} --python {ready.root}/{venv}/bin/python"]
    assert ready.run(command)[2] == ""
    assert ready.calls() == []


@pytest.mark.parametrize("folder", ["node_modules", ".svelte-check"])
def test_what_tools_keep_is_not_watched(ready: House, folder: str) -> None:
    (ready.root / "ui" / folder).mkdir(exist_ok=True)
    built_long_ago(ready, "games")
    (ready.root / "ui" / folder / "kept").mkdir()
    ready.run("games")
    assert ready.calls() == []


def test_pages_that_cannot_be_built_keep_only_the_server_from_starting(ready: House) -> None:
    built_long_ago(ready, "games")
    change(ready)
    code, out, err = ready.run("games", FAKE_MISSING="--editable")
    assert (code, out) == (0, f"croupier in {ready.elsewhere}: games\n")
    assert err.splitlines()[-1].startswith("run: the pages could not be built")
    code, out, err = ready.run(FAKE_MISSING="--editable")
    assert (code, out) == (1, "")
    assert err.splitlines()[-1].startswith("run: uv could not install croupier itself")
    assert ready.run() == (0, f"croupier in {ready.elsewhere}: serve\n", "run: building the pages\n")


# ---- Commands --------------------------------------------------------------------------------------------------------


def test_the_tests_have_an_environment_of_their_own(ready: House) -> None:
    code, out, _ = ready.run("test", "-k", "pots")
    here = f"in {ready.root}:"
    assert code == 0
    assert out.splitlines() == [
        f"ruff {here} check .",
        f"ruff {here} format --check .",
        f"lint-imports {here} --no-logo",
        f"codespell {here}",
        f"python {here} hatch_build.py npm run --silent check",
        f"python {here} hatch_build.py npm run --silent test -- --passWithNoTests",
        f"pytest {here} -n 4 --dist worksteal -m not long -k pots",
        f"mypy {here} --strict",
    ]
    assert not (ready.root / ".venv").exists()
    assert any("requirements/dev.txt" in call for call in ready.calls())
    assert ready.run("soak", "--ci")[1] == f"python {here} -m tests.soak --ci\n"
    assert ready.run("golden")[1] == f"python {here} -m tests.playthroughs\n"
    assert ready.run("docs", "--pictures")[1] == f"python {here} -m manual --pictures\n", (
        "they are taken with a browser"
    )
    assert ready.calls() == []


def test_the_manual_has_an_environment_of_its_own(ready: House) -> None:
    code, out, _ = ready.run("docs", "--build")
    assert (code, out) == (0, f"python in {ready.root}: -m manual --build\n")
    assert any("requirements/docs.txt" in call for call in ready.calls())
    assert not (ready.root / ".venv-dev").exists()


def test_whoever_opens_the_house_at_a_terminal_gets_the_manual_too(ready: House) -> None:
    ready.run("docs", "--build")
    ready.run()
    told = ready.root / ".tools/manual.log"
    assert not told.exists(), "nobody is looking"
    ours, theirs = os.openpty()
    command = [ready.root / "run"]
    house = subprocess.Popen(
        command,
        cwd=ready.elsewhere,
        env=ready.environment | {"FAKE_OPEN": "20"},
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    try:
        deadline, wanted = time.monotonic() + 30, f"python in {ready.root}: -m manual --build\n"
        while not (told.exists() and told.read_text() == wanted) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert told.read_text() == wanted
        assert b"building the manual beside the house" in os.read(ours, 1_000)
    finally:
        house.kill()
        house.wait()
        os.close(ours)


def test_a_manual_that_is_newer_than_its_pages_is_not_built_again(ready: House) -> None:
    page, entrance = ready.root / "docs/a page.md", ready.root / "src/croupier/web/manual/index.html"
    for path in (page, entrance):
        path.parent.mkdir(parents=True)
        path.touch()
    script = (ready.root / "run").read_text().replace('main "$@"', "has_manual && echo yes || echo no")
    for changed, answer in ((0, "yes"), (1, "no")):
        os.utime(page, (1e9 + changed, 1e9 + changed))
        os.utime(entrance, (1e9, 1e9))
        asked = subprocess.run(
            ["sh", "-c", script, str(ready.root / "run")], capture_output=True, text=True, check=True
        )
        assert asked.stdout.strip() == answer


def test_one_failed_check_fails_the_tests_but_hides_no_other(ready: House) -> None:
    code, out, err = ready.run("test", FAKE_FAILING="mypy")
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()][-2:] == ["pytest", "mypy"]
    assert err.splitlines()[-1] == "run: failed: mypy"


def test_the_benchmarks_go_on_without_a_peer_that_does_not_compile(ready: House) -> None:
    code, out, err = ready.run("bench", "hands", FAKE_MISSING="eval7")
    assert (code, out) == (0, f"croupier in {ready.elsewhere}: bench hands\n")
    assert "go on without eval7" in err
    assert "phevaluator" not in err


# ---- For real --------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_fresh_copy_sets_itself_up(tmp_path: Path) -> None:
    """The real uv, the real pins, the real package, in a folder with a space in its name."""
    root = tmp_path / "fresh copy"
    root.mkdir()
    for name in ("run", "pyproject.toml", "hatch_build.py", "LICENSE"):
        shutil.copy(ROOT / name, root)
    made = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in ("requirements", "src", "ui"):
        shutil.copytree(ROOT / name, root / name, ignore=made)
    shutil.rmtree(root / "src" / "croupier" / "web" / "pages", ignore_errors=True)  # what was built
    here = [str(program.parent) for program in (ROOT / ".tools").glob("uv-*/bin/uv")]
    environment = os.environ | {"PATH": os.pathsep.join([os.environ["PATH"], *here])}

    def start() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [root / "run", "--help"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    first = start()
    if first.returncode and not os.environ.get("CI"):
        log = first.stderr + (root / ".tools/log").read_text()
        if re.search(r"error sending request|Failed to fetch|connect|resolve|timed out|npm error network", log):
            pytest.skip("no package index or no npm registry can be reached from here")
    assert first.returncode == 0, first.stderr
    assert "Usage" in first.stdout
    began = time.perf_counter()
    second = start()
    assert time.perf_counter() - began < 3
    assert (second.stdout, second.stderr) == (first.stdout, "")
    packages = {path.name.split("-")[0] for path in root.glob(".venv/lib/python*/site-packages/*.dist-info")}
    assert {"croupier", "msgspec", "typer", "rich"} <= packages
    assert "<script" in (root / "src/croupier/web/pages/index.html").read_text()
    assert not packages & {"pytest", "mypy", "ruff"}


def test_the_shell_of_debian_can_read_it() -> None:
    for shell in filter(None, map(shutil.which, ("dash", "bash", "busybox"))):
        command = [shell, "sh"] if shell.endswith("busybox") else [shell]
        assert subprocess.run([*command, "-n", ROOT / "run"], check=False).returncode == 0


def test_the_embedded_python_is_python() -> None:
    text = (ROOT / "run").read_text()
    programs = [text.split("<<'PYTHON'\n")[1].split("\nPYTHON\n")[0], text.split("-P -c '\n")[1].split("' <&9")[0]]
    for program in programs:
        compile(program, "run", "exec")


def test_the_hidden_modules_are_hidden(house: House) -> None:
    """The tests above mean what they say."""
    assert importlib.util.find_spec("venv") is not None
    hidden = house.environment | {"HIDDEN": "venv"}
    assert (
        subprocess.run([PYTHON, "-P", "-m", "venv", "-h"], env=hidden, capture_output=True, check=False).returncode == 1
    )
