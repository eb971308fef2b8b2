"""A house and its witness, over real connections: heads signed, a witness that is away, a record that was put back."""

import json
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house.config import ConfigError, read_floor
from croupier.floor.journal.anchors import AnchorFile
from croupier.floor.journal.cosigning import Witness, cosignature, read_witnessed
from croupier.floor.journal.sealing import KeyFile
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import StoreError
from croupier.floor.values.entropy import SystemEntropy
from croupier.web import witnesses
from croupier.web.desks.records.keeping import Keeping
from croupier.web.serving import Opening, open_venue
from croupier.web.venue import Venue
from croupier.web.witness import WitnessServer
from croupier.web.witnesses import Witnesses
from tests.command import complaint_of, croupier
from tests.floor.stand_alone import PROGRAM, checked
from tests.floor.test_authenticity import BOTH, BY, build, cash, copied
from tests.web.server import BRISK, LIGHT, PATIENCE, PLAN, serving
from tests.web.test_connections import certified


class Away:
    """A witness that can be stopped and started again at its address."""

    def __init__(self, folder: Path, tls: tuple[Path, Path] | None = None) -> None:
        self.signer = Signer(KeyFile(folder / "witness.key").read_or_create(SystemEntropy()))
        self.file, self.tls = folder / "witness.heads", tls
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.server: WitnessServer | None = None
        self.start()

    def start(self) -> None:
        self.server = WitnessServer(Witness(self.signer, self.file), ("127.0.0.1", self.port), self.tls)
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def stop(self) -> None:
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def given(self) -> tuple[str, ...]:
        """Return its file and its key, as a verification takes them."""
        return "--witness", str(self.file), "--witness-key", self.signer.public

    def plan(self, ca: str = "") -> str:
        scheme = "http" if self.tls is None else "https"
        named = f'ca = "{ca}"\n' if ca else ""
        url = f"{scheme}://127.0.0.1:{self.port}"
        return f'\n[witnesses.regulator]\nurl = "{url}"\nkey = "{self.signer.public}"\n{named}'


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("house"))


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    return copied(built, tmp_path / "house")


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Away]:
    found = Away(tmp_path)
    yield found
    found.stop()


def opening(folder: Path, plan: str) -> Opening:
    (folder / "floor.toml").write_text(PLAN + plan, "utf-8")
    return Opening(folder / "floor.toml", str(folder / "floor.db"), pace=BRISK, terms=LIGHT)


@contextmanager
def opened(folder: Path, plan: str) -> Iterator[tuple[Venue, Witnesses]]:
    venue = open_venue(opening(folder, plan))
    try:
        assert venue.witnesses is not None
        yield venue, venue.witnesses
    finally:
        venue.floor.store.close()


def verified(folder: Path, *options: str) -> dict[str, Any]:
    """Verify the record in a folder, by ``croupier verify`` and by the stand-alone check, which must answer alike."""
    db = folder / "floor.db"
    done = croupier("verify", "--db", str(db), *options, "--json")
    told: dict[str, Any] = json.loads(done.stdout)
    parts = (told["consistent"], told["authentic"], told["complete"])
    assert done.returncode == (1 if "no" in parts else 0), done.stdout
    assert checked(db, *options).parts == parts
    return told


def test_what_is_committed_is_signed_and_a_file_of_it_is_kept_on_both_sides(folder: Path, witness: Away) -> None:
    with opened(folder, witness.plan()) as (venue, house):
        house.send()
        cash(venue.floor)
        cash(venue.floor)
        house.send()
        (last,) = house.latest()
        assert (last.position, last.head) == (venue.floor.position, venue.floor.head)
        assert house.late() == ()
        page = Keeping(venue)
        assert [(one.name, one.position, one.wrong) for one in page._witnesses()] == [("regulator", last.position, "")]
        anchor = page._anchor()
        assert anchor is not None
        assert anchor.cosigned == (str(last),)
        public = venue.floor.signer.public
    assert read_witnessed(witness.file).cosigned == read_witnessed(folder / "floor.db.witness").cosigned == (last,)
    told = verified(folder, "--public-key", public, *witness.given())
    assert (told["consistent"], told["authentic"], told["complete"]) == ("yes", "yes", "yes"), told
    assert f"signed entry {last.position} at {last.at}" in told["not_looked_at"][-1]


def test_a_house_goes_on_while_its_witness_is_away_says_so_and_catches_up(
    folder: Path, witness: Away, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witnesses, "MOST", 4)  # so that catching up takes several heads
    with opened(folder, witness.plan()) as (venue, house):
        house.send()
        witness.stop()
        for _ in range(7):
            cash(venue.floor)
        house._note(venue.floor.position, house.standings[0])
        house.send()
        (standing,) = house.standings
        assert "does not answer" in standing.wrong
        assert standing.waited > 0
        monkeypatch.setattr(witnesses, "LATE", 0.0)
        assert "The witness regulator has not signed for" in house.late()[0]
        witness.start()
        house.send()
        assert house.latest()[0].position == venue.floor.position
        assert (standing.wrong, standing.since, standing.longest > 0) == ("", 0.0, True)
    assert read_witnessed(witness.file).cosigned[0].position == venue.floor.position


def test_a_witness_that_is_away_keeps_no_house_closed(folder: Path, witness: Away) -> None:
    witness.stop()
    with opened(folder, witness.plan()) as (venue, _):
        assert any("the witness regulator could not be asked" in one for one in venue.notices)


def put_back(folder: Path, backup: Path) -> None:
    """Restore all files of the machine: with the key, and with both anchors of that time."""
    shutil.rmtree(folder)
    copied(backup, folder)


def rolled_back(folder: Path, witness: Away, backup: Path) -> str:
    """Restore a house's files of before its last entries, which the witness has signed; return the House's key."""
    copied(folder, backup)
    with opened(folder, witness.plan()) as (venue, house):
        cash(venue.floor)
        house.send()
        public = venue.floor.signer.public
    put_back(folder, backup)
    return public


def test_a_record_that_was_put_back_with_its_anchors_is_found_at_the_start_and_by_verify(
    folder: Path, witness: Away, tmp_path: Path
) -> None:
    public = rolled_back(folder, witness, tmp_path / "backup")
    alone = verified(folder, "--public-key", public)
    assert (alone["consistent"], alone["authentic"], alone["complete"]) == ("yes", "yes", "not looked at")
    seen = verified(folder, "--public-key", public, *witness.given())
    assert (seen["consistent"], seen["authentic"], seen["complete"]) == ("yes", "yes", "no")
    with (
        pytest.raises(StoreError, match=r"not the one that the witness regulator has signed: it ends with entry"),
        opened(folder, witness.plan()),
    ):
        pass


def seen_by_a_forger(folder: Path, tmp_path: Path) -> Away:
    """A witness of the forger's own, who has signed the head of the record as it stands in the folder."""
    (tmp_path / "forger").mkdir()
    forger = Away(tmp_path / "forger")
    with opened(folder, forger.plan()) as (_, house):
        house.send()
        assert house.latest()
    forger.stop()
    return forger


def test_a_cut_record_is_not_complete_by_a_witness_that_the_forger_made(
    folder: Path, witness: Away, tmp_path: Path
) -> None:
    """A file of cosignatures names its key itself: whose key that is, somebody else must have told."""
    public = rolled_back(folder, witness, tmp_path / "backup")
    forger = seen_by_a_forger(folder, tmp_path)
    told = verified(folder, "--public-key", public, "--witness", str(forger.file))
    assert (told["consistent"], told["authentic"], told["complete"]) == ("yes", "yes", "not looked at")
    assert f"Whose key {forger.signer.public} is, which signed entry" in told["not_looked_at"][-1]
    assert "give --witness-key" in told["not_looked_at"][-1]

    refused = ("--witness", str(forger.file), "--witness-key", witness.signer.public)
    sentence = f"no line of {forger.file} is signed by a witness whose key was given"
    assert sentence in complaint_of(croupier("verify", "--db", str(folder / "floor.db"), *refused))
    stood = subprocess.run([sys.executable, PROGRAM, folder / "floor.db", *refused], capture_output=True, check=False)
    assert (stood.returncode, stood.stdout) == (2, b"")
    assert sentence in stood.stderr.decode()


def test_a_forgers_lines_in_a_witness_file_do_not_count(folder: Path, witness: Away, tmp_path: Path) -> None:
    """Neither a head under another key nor its word that the House begins anew takes away what the witness has seen."""
    public = rolled_back(folder, witness, tmp_path / "backup")
    forger = seen_by_a_forger(folder, tmp_path)
    key = str(tmp_path / "forger" / "witness.key")
    assert croupier("witness", "--key", key, "--file", str(forger.file), "--anew", public).returncode == 0
    witness.file.write_text(witness.file.read_text("utf-8") + forger.file.read_text("utf-8"), "utf-8")
    for options in (witness.given(), witness.given()[:2]):
        told = verified(folder, "--public-key", public, *options)
        assert (told["authentic"], told["complete"]) == ("yes", "no"), told
    told = verified(folder, "--public-key", public, *witness.given())
    assert not any("begin anew" in one for one in told["not_looked_at"])


def test_a_witnesss_key_is_given_with_its_file(folder: Path, witness: Away) -> None:
    options = ("--witness-key", witness.signer.public)
    assert "give --witness FILE too" in complaint_of(croupier("verify", "--db", str(folder / "floor.db"), *options))
    asked = (sys.executable, str(PROGRAM), str(folder / "floor.db"), *options)
    stood = subprocess.run(asked, capture_output=True, check=False)
    assert (stood.returncode, stood.stdout) == (2, b"")
    assert "give --witness FILE too" in stood.stderr.decode()


def test_a_forked_record_is_refused_by_the_witness(folder: Path, witness: Away, tmp_path: Path) -> None:
    """The house did not ask at its start: the witness was away then."""
    backup = copied(folder, tmp_path / "backup")
    with opened(folder, witness.plan()) as (venue, house):
        cash(venue.floor)
        house.send()
    before = witness.file.read_bytes()
    put_back(folder, backup)
    witness.stop()
    with opened(folder, witness.plan()) as (venue, house):
        for _ in range(5):
            cash(venue.floor, 7_000)
        witness.start()
        house.send()
        (standing,) = house.standings
        assert "is not the one that the witness regulator has signed" in standing.wrong
        assert house.late()
    assert witness.file.read_bytes() == before


def test_after_a_copy_was_accepted_the_witness_has_a_word_too(folder: Path, witness: Away, tmp_path: Path) -> None:
    backup = copied(folder, tmp_path / "backup")
    with opened(folder, witness.plan()) as (venue, house):
        cash(venue.floor)
        house.send()
        public = venue.floor.signer.public
    shutil.copy(backup / "floor.db", folder / "floor.db")
    done = croupier("accept", "--db", str(folder / "floor.db"), *BY, stdin=BOTH)
    assert done.returncode == 0, done.stderr
    with pytest.raises(StoreError, match=f"croupier witness --anew {public}"), opened(folder, witness.plan()):
        pass
    witness.stop()
    key = str(tmp_path / "witness.key")
    done = croupier("witness", "--key", key, "--file", str(witness.file), "--anew", public)
    assert done.returncode == 0, done.stderr
    witness.start()
    with opened(folder, witness.plan()) as (venue, house):
        cash(venue.floor)
        house.send()
        assert house.latest()[0].position == venue.floor.position
    told = verified(folder, *witness.given())
    assert told["complete"] == "yes"
    assert any("A witness let the House begin anew at" in one for one in told["not_looked_at"])


def test_a_witness_goes_on_with_a_key_that_the_one_before_has_signed_for(folder: Path, witness: Away) -> None:
    with opened(folder, witness.plan()) as (venue, house):
        house.send()
    assert croupier("key", "--db", str(folder / "floor.db"), "--replace", *BY, stdin=BOTH).returncode == 0
    with opened(folder, witness.plan()) as (venue, house):
        cash(venue.floor)
        house.send()
        (standing,) = house.standings
        assert (standing.wrong, standing.last is not None and standing.last.house) == ("", venue.floor.signer.public)
    assert verified(folder, *witness.given())["complete"] == "yes"


def test_over_https_by_a_certificate_of_its_own(folder: Path, tmp_path: Path) -> None:
    certificate, key = certified(tmp_path)
    witness = Away(tmp_path, (certificate, key))
    try:
        with opened(folder, witness.plan(str(certificate))) as (venue, house):
            house.send()
            assert house.latest()[0].position == venue.floor.position
            house.clients[0] = witnesses.Client("regulator", read_floor(folder / "floor.toml").witnesses["regulator"])
        with opened(folder, witness.plan()) as (venue, house):  # nobody vouches for the certificate
            house.send()
            assert "CERTIFICATE_VERIFY_FAILED" in house.standings[0].wrong
    finally:
        witness.stop()


def test_another_key_than_the_one_that_is_named_is_not_believed(folder: Path, witness: Away) -> None:
    plan = witness.plan().replace(witness.signer.public, "0" * 64)
    with opened(folder, plan) as (_, house):
        house.send()
        assert "does not bear the signature of the witness 0000" in house.standings[0].wrong


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("http://127.0.0.1", "http://witness.example", "https://…"),
        ("http://127.0.0.1", "ftp://127.0.0.1", "https://…"),
        ("http://127.0.0.1", "http://127.0.0.1@witness.example", "https://…"),
        ('key = "', 'key = "x', "64 hexadecimal digits"),
        ("key", 'ca = "nowhere.pem"\nkey', "there is no file nowhere.pem"),
        ("key", "more = 1\nkey", "there is no such setting"),
        ("key", "#", "missing"),
    ],
)
def test_a_wrong_entry_is_named(folder: Path, witness: Away, old: str, new: str, told: str) -> None:
    path = folder / "floor.toml"
    path.write_text(PLAN + witness.plan().replace(old, new, 1), "utf-8")
    with pytest.raises(ConfigError, match=told) as raised:
        read_floor(path)
    assert "witnesses.regulator" in str(raised.value)


def test_the_window_in_which_a_tail_could_vanish_is_below_a_minute(folder: Path, witness: Away) -> None:
    """In an open house with its own task: the oldest commit without a cosignature, looked at all the time."""
    with serving(folder, opening=opening(folder, witness.plan())) as served:
        house = served.venue.witnesses
        assert house is not None
        assert house.every == witnesses.EVERY == 10.0
        house.every = 1.0  # so that a test sees several of them
        end, longest = time.monotonic() + 6.0, 0.0
        while time.monotonic() < end:
            served.venue.desk._thread.submit(cash, served.venue.floor).result(PATIENCE)
            longest = max(longest, house.waiting())
            time.sleep(0.05)
        deadline = time.monotonic() + PATIENCE
        while house.waiting() and time.monotonic() < deadline:
            time.sleep(0.05)
        (standing,) = house.standings
        assert standing.wrong == ""
        assert 0 < standing.longest < 5, "a second and the round trip, on a busy machine"
        position = served.venue.floor.position
    assert read_witnessed(witness.file).cosigned[0].position >= position
    assert AnchorFile(folder / "floor.db.anchor").ending()[0].position >= position


def test_a_witness_that_never_answers_makes_no_other_wait(
    folder: Path, witness: Away, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of two accepts a connection and says nothing: it is waited for, and the other is not later for that."""
    monkeypatch.setattr(witnesses, "_PATIENCE", 8.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        plan = f'\n[witnesses.aaa]\nurl = "{url}"\nkey = "{"0" * 64}"\n{witness.plan()}'
        with serving(folder, opening=opening(folder, plan)) as served:
            house = served.venue.witnesses
            assert house is not None
            house.every = 0.5
            standing = next(one for one in house.standings if one.name == "regulator")
            end, longest = time.monotonic() + 12.0, 0.0
            while time.monotonic() < end:
                served.venue.desk._thread.submit(cash, served.venue.floor).result(PATIENCE)
                longest = max(longest, standing.waited)
                time.sleep(0.1)
            assert standing.wrong == ""
            assert longest < 6, "a second and the round trip, on a busy machine"


@pytest.mark.long
def test_the_window_as_a_house_is_delivered(folder: Path, witness: Away) -> None:
    """Heads every ten seconds, as nobody has changed it: no commit waits a minute for its cosignature."""
    with serving(folder, opening=opening(folder, witness.plan())) as served:
        house = served.venue.witnesses
        assert house is not None
        end, longest = time.monotonic() + 45.0, 0.0
        while time.monotonic() < end:
            served.venue.desk._thread.submit(cash, served.venue.floor).result(PATIENCE)
            longest = max(longest, house.waiting())
            time.sleep(0.2)
        assert witnesses.EVERY == 10.0
        assert 5 < longest < 20, "ten seconds and the round trip, on a busy machine"


def test_the_command_runs_a_witness(folder: Path, tmp_path: Path) -> None:
    key = tmp_path / "w.key"
    asked = [sys.executable, "-m", "croupier.cli", "witness", "--listen", "127.0.0.1:0", "--key", str(key), "--json"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        plan = f'\n[witnesses.w]\nurl = "{told["address"]}"\nkey = "{told["witness"]}"\n'
        with opened(folder, plan) as (venue, house):
            house.send()
            assert house.latest()[0].position == venue.floor.position
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(read_witnessed(tmp_path / "w.key.heads").cosigned) == 1


def test_a_house_closes_with_its_anchor_and_what_its_witness_has_signed(folder: Path, witness: Away) -> None:
    """The last head is sent before the house is closed; where the witness is away, the line says what is unseen."""
    (folder / "floor.toml").write_text(PLAN + witness.plan(), "utf-8")
    files = ("--floor", str(folder / "floor.toml"), "--db", str(folder / "floor.db"))
    asked = [sys.executable, "-m", "croupier.cli", "serve", *files]
    for away in (False, True):
        with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert "http" in process.stdout.readline()
            if away:
                witness.stop()
            process.send_signal(signal.SIGINT)
            told = process.stderr.read()
            assert process.wait(PATIENCE) == 0
        assert "closed, and anchored" in told, told
        (anchor,) = [line for line in told.splitlines() if line.startswith("closed, and anchored: ")]
        reached = int(anchor.split(" ")[4])
        lines = [line.removeprefix("cosigned: ") for line in told.splitlines() if line.startswith("cosigned: ")]
        if not away:
            (line,) = lines
            found = cosignature(line)
            assert found is not None
            assert (found.position, found.witness) == (reached, witness.signer.public)
        else:
            assert f"has signed up to entry {'0' if not lines else lines[0].split(' ')[2]} of {reached}" in told


def test_bad_options_are_one_sentence(tmp_path: Path) -> None:
    key = str(tmp_path / "w.key")
    assert "give --tls CERT KEY" in complaint_of(croupier("witness", "--key", key, "--listen", "0.0.0.0:8470"))
    assert "no address with a port" in complaint_of(croupier("witness", "--key", key, "--listen", "here"))
    assert "say either" in complaint_of(croupier("witness", "--key", key))
    assert "knows no House" in complaint_of(croupier("witness", "--key", key, "--anew", "0" * 64))
