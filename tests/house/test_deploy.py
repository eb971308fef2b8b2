"""What lies in ``deploy/`` fits the program: options, metrics, files that name each other. None of it needs Docker."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tomllib
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import yaml
from websockets.sync.client import connect

from croupier.web.serving import Opening, listening
from tests.command import croupier
from tests.postgresql import PostgreSQL
from tests.web.server import BRISK, LIGHT, serving
from tests.web.test_connections import certified
from tests.web.test_servers import until

DEPLOY: Final = Path(__file__).parents[2] / "deploy"


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text("utf-8"))


def told(program: str, package: str = "") -> str:
    """Where a program is, or why the test is left out; what comes with a package must be there in continuous
    integration."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if found is None:
        wanted = f"{program} is not installed{package and f'; on Debian type: apt-get install {package}'}"
        if package and os.environ.get("CI"):
            pytest.fail(wanted)
        pytest.skip(wanted)
    return found


def test_every_option_exists() -> None:
    known = {*re.findall(r"--[a-z-]+", croupier("serve", "--help").stdout.decode())}
    unit = (DEPLOY / "systemd" / "croupier@.service").read_text("utf-8")
    commands = [
        " ".join(read("compose.yaml")["x-server"]["command"]),
        next(line for line in unit.splitlines() if line.startswith("ExecStart=")),
        next(line for line in (DEPLOY / "Dockerfile").read_text("utf-8").splitlines() if line.startswith("CMD [")),
    ]
    for command in commands:
        assert "serve" in command
        used = {*re.findall(r"--[a-z-]+", command)}
        assert used
        assert used <= known, used - known


def test_images_are_taken_by_digest() -> None:
    named = [service["image"] for service in read("compose.yaml")["services"].values()]
    named += [line.split()[1] for line in _docker() if line.startswith("FROM ")]
    assert len(named) > 6
    for image in named:
        own = image == read("compose.yaml")["x-server"]["image"]
        assert own or re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", image), image


def test_the_image_is_built_from_hashes_alone() -> None:
    """Without a build of its own environment, in which pip would take whatever is newest."""
    commands = [line for line in " ".join(_docker()).split("RUN ") if "pip " in line]
    for command in commands:
        assert "--require-hashes" in command or "--no-deps" in command, command
    assert any("pip wheel" in one and "--no-build-isolation" in one for one in commands)
    wanted = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    pinned = (DEPLOY.parent / "requirements" / "build.txt").read_text("utf-8")
    names = [re.split(r"[<>=]", one)[0] for one in wanted]
    assert all(re.search(rf"^{re.escape(one)}==", pinned, re.MULTILINE) for one in names), names


def test_the_image_serves_no_house_without_accounts(tmp_path: Path) -> None:
    """Its command without a file, with one of a house that has no managers, and with one that has."""
    command = json.loads(next(line for line in _docker() if line.startswith("CMD ")).removeprefix("CMD "))
    floor, db = tmp_path / "floor.toml", tmp_path / "floor.db"
    command = [
        one.replace("/etc/croupier/floor.toml", str(floor)).replace("/var/lib/croupier/floor.db", str(db))
        for one in command
    ]
    assert "--floor" in str(command)
    missing = croupier(*command)
    assert (missing.returncode, b"Traceback" in missing.stderr) == (2, False)
    floor.write_text('[tables.poker-1]\ngame = "rws-poker"\n', encoding="utf-8")
    nobody = croupier(*command)
    assert nobody.returncode == 2
    assert b"nobody needs an account" in nobody.stderr
    assert not db.exists()
    assert b"nobody needs an account" in croupier("serve", "--accounts", "--no-browser").stderr


def _parted(command: list[str]) -> list[tuple[str, str, str]]:
    return [one.partition("=") for one in command]


def _docker() -> list[str]:
    """The lines of the Dockerfile, those that go on put together."""
    return (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()


def test_what_the_containers_name_is_there() -> None:
    plan = read("compose.yaml")
    services = plan["services"]
    assert {"db", "server-1", "server-2", "proxy"} <= {*services}
    for name, service in services.items():
        assert {*service.get("depends_on", {})} <= {*services}, name
        assert {*service["networks"]} <= {*plan["networks"]}, name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if not source.startswith("./"):
                assert source in plan["volumes"], volume
            elif source not in {"./floor.toml", "./tls", "./watching/token"}:  # the House's own
                assert (DEPLOY / source).is_file(), volume
    needed = {*re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8"))}
    assert needed == {*re.findall(r"^(\w+)=", (DEPLOY / ".env.example").read_text("utf-8"), re.MULTILINE)}
    (subnet,) = plan["networks"]["inside"]["ipam"]["config"]
    assert plan["x-server"]["environment"]["FORWARDED_ALLOW_IPS"] == subnet["subnet"]
    proxied = {*re.findall(r"server (server-\d):8460", (DEPLOY / "nginx.conf").read_text("utf-8"))}
    (scraped,) = read("watching/prometheus.yml")["scrape_configs"]
    targets = {one.partition(":")[0] for group in scraped["static_configs"] for one in group["targets"]}
    assert proxied == targets == {name for name in services if name.startswith("server-")}


def test_every_metric_is_told(postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    opening = Opening(None, postgresql.fresh(), pace=BRISK, terms=LIGHT, company=False)
    with serving(tmp_path, opening=opening) as house:
        metrics = house.visit().http.get("/metrics").text
    alerts = [rule["expr"] for group in read("watching/alerts.yml")["groups"] for rule in group["rules"]]
    panels = json.loads((DEPLOY / "watching" / "dashboard.json").read_text("utf-8"))["panels"]
    shown = [target["expr"] for panel in panels for target in panel["targets"]]
    known = {*re.findall(r"^(croupier_\w+)", metrics, re.MULTILINE)}
    known |= {name for name, _ in re.findall(r"^# TYPE (croupier_\w+) (counter|gauge)", metrics, re.MULTILINE)}
    used = {name for expression in (*alerts, *shown) for name in re.findall(r"croupier_\w+", expression)}
    assert used <= known, used - known
    outcomes = {word for expression in (*alerts, *shown) for word in re.findall(r'outcome="(\w+)"', expression)}
    assert outcomes <= {"opened", "refused", "throttled"}


def test_the_units_are_sound(tmp_path: Path) -> None:
    verify = told("systemd-analyze")
    here = Path(sys.executable).with_name("croupier")
    for path in (DEPLOY / "systemd").iterdir():
        text = path.read_text("utf-8").replace("/usr/local/bin/croupier", str(here))
        (tmp_path / path.name.replace("@", "@8460")).write_text(text, "utf-8")
    units = [str(path) for path in sorted(tmp_path.glob("croupier*"))]
    done = subprocess.run([verify, "verify", "--man=no", *units], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def proxied(folder: Path, first: str, second: str, ports: tuple[int, int] = (443, 80)) -> list[str]:
    """nginx with the proxy's file: these servers, a certificate of the test's, and nothing outside a folder."""
    nginx, pem = told("nginx", "nginx"), certified(folder)
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    for name, own in (("server-1:8460", first), ("server-2:8460", second)):
        text = text.replace(name, own)
    for name, path in zip(("chain", "key"), pem, strict=True):
        text = text.replace(f"/etc/nginx/tls/{name}.pem", str(path))
    for name, port in zip(("443 ssl", "80"), ports, strict=True):
        text = text.replace(f"listen {name};", f"listen 127.0.0.1:{name.replace(name.split()[0], str(port))};")
    kept = "".join(f"{one}_temp_path {folder}/{one};" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    text = text.replace("http {", f"http {{ access_log off; {kept}")
    user = "user root;" if not os.getuid() else ""
    (folder / "nginx.conf").write_text(f"{user} pid {folder}/pid; error_log {folder}/log;\n{text}", "utf-8")
    return [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf")]


def test_the_proxys_file_is_sound(tmp_path: Path) -> None:
    command = [*proxied(tmp_path, "127.0.0.1:8460", "127.0.0.2:8460"), "-t", "-q"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "//metrics", "/%6detrics/", "/x/../metrics"])
def test_the_proxy_gives_no_metrics_away(tmp_path: Path, path: str) -> None:
    """No server is behind it: whatever it passes on is answered 502."""
    free = [listening("127.0.0.1", 0) for _ in range(3)]
    ports = [one.getsockname()[1] for one in free]
    for one in free:
        one.close()
    nobody = f"127.0.0.1:{ports[2]}"
    nginx = subprocess.Popen([*proxied(tmp_path, nobody, nobody, (ports[0], ports[1])), "-g", "daemon off;"])
    try:
        with httpx.Client(base_url=f"https://127.0.0.1:{ports[0]}", verify=False, timeout=60) as guest:
            until(lambda: _reached(guest))
            assert guest.get("/health").status_code == 502
            with socket.create_connection(("127.0.0.1", ports[0])) as plain, _unverified().wrap_socket(plain) as raw:
                raw.sendall(f"GET {path} HTTP/1.1\r\nHost: house\r\nConnection: close\r\n\r\n".encode())
                assert raw.recv(4_096).startswith(b"HTTP/1.1 404")
    finally:
        nginx.terminate()
        nginx.wait(60)


def _unverified() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _reached(guest: httpx.Client) -> bool:
    try:
        return guest.get("/health").status_code > 0
    except httpx.TransportError:
        return False


@pytest.mark.long
def test_two_servers_behind_the_proxy(postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over TLS, with sockets; and when one of them stops, whoever asks is answered by the other."""
    told("nginx", "nginx")
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    opening = Opening(None, postgresql.fresh(), pace=BRISK, terms=LIGHT, company=False)
    free = [listening("127.0.0.1", 0) for _ in range(2)]
    ports = (free[0].getsockname()[1], free[1].getsockname()[1])
    for one in free:
        one.close()
    with serving(tmp_path, opening=opening) as first, ExitStack() as rest:
        second = serving(tmp_path, opening=opening)
        other = rest.enter_context(second)
        command = proxied(tmp_path, f"127.0.0.1:{first.port}", f"127.0.0.1:{other.port}", ports)
        nginx = subprocess.Popen([*command, "-g", "daemon off;"])
        try:
            trusted = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
            trusted.check_hostname = False
            with httpx.Client(base_url=f"https://127.0.0.1:{ports[0]}", verify=trusted, timeout=60) as guest:
                until(lambda: _answers(guest))
                session = guest.post("/api/session", json={})
                assert session.status_code == 201, session.text
                assert "secure" in session.headers["set-cookie"].lower(), "the house knows that it is encrypted"
                for _ in range(6):  # at both of them
                    assert guest.get("/api/tables/stud-1").status_code == 200
                assert guest.get("/metrics").status_code == 404
                cookie = {"Cookie": f"croupier={session.json()['token']}"}
                address = f"wss://127.0.0.1:{ports[0]}/live"
                with connect(address, additional_headers=cookie, ssl=trusted) as live:
                    live.send(json.dumps({"type": "watch", "topic": "table:stud-1"}))
                    assert json.loads(live.recv(60))["type"] == "page"
                rest.close()  # one of them stops
                for _ in range(6):
                    assert guest.get("/api/tables/stud-1").status_code == 200
        finally:
            nginx.terminate()
            nginx.wait(60)


def _answers(guest: httpx.Client) -> bool:
    try:
        return guest.get("/health").status_code == 200
    except httpx.TransportError:
        return False
