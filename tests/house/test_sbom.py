"""The bill of materials and the licence texts: nothing that is installed or bundled is missing."""

import json
import re
from importlib import metadata
from typing import Any, Final

import sbom
from tests.house.test_repository import ROOT

BILL: Final[dict[str, Any]] = sbom.bill()
PARTS: Final = {one["purl"]: one for one in BILL["components"]}


def test_every_pin_is_in_it_with_its_hashes() -> None:
    pinned = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    named = re.findall(r"^([a-zA-Z0-9._-]+)(?:\[[a-z]+\])?==([0-9][^ ;\\]*)", pinned, re.MULTILINE)
    assert len(named) > 30
    for name, version in named:
        part = PARTS[f"pkg:pypi/{name}@{version}"]
        assert part["scope"] == "required"
        assert part["hashes"], name
        assert all(pinned.count(one["content"]) == 1 and one["alg"] == "SHA-256" for one in part["hashes"])
    every = [one["content"] for purl, part in PARTS.items() if purl.startswith("pkg:pypi") for one in part["hashes"]]
    assert {*re.findall(r"sha256:([0-9a-f]{64})", pinned)} <= {*every}


def test_every_package_of_npm_is_in_it() -> None:
    lock = json.loads((ROOT / "ui" / "package-lock.json").read_text("utf-8"))["packages"]
    for path, found in lock.items():
        if path:
            name = path.rpartition("node_modules/")[2].replace("@", "%40")
            part = PARTS[f"pkg:npm/{name}@{found['version']}"]
            assert len(part["hashes"][0]["content"]) == {"SHA-512": 128, "SHA-1": 40}[part["hashes"][0]["alg"]]


def test_it_has_the_form_of_cyclonedx() -> None:
    assert (BILL["bomFormat"], BILL["specVersion"], BILL["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", BILL["serialNumber"])
    refs = [one["bom-ref"] for one in BILL["components"]]
    assert len(refs) == len({*refs})
    assert {*BILL["dependencies"][0]["dependsOn"]} <= {*refs}
    assert {one["scope"] for one in BILL["components"]} == {"required", "excluded"}
    assert json.dumps(sbom.bill()) == json.dumps(BILL), "the same sources give the same bytes"


def test_code_of_npm_in_the_pages_has_its_licence_text() -> None:
    text = sbom.LICENCES.read_text("utf-8")
    found = re.search(r"^== svelte (\S+)", text, re.MULTILINE)
    assert found is not None
    assert PARTS[f"pkg:npm/svelte@{found[1]}"]["scope"] == "required"
    for part in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        assert "Permission is hereby granted" in part or "Apache License" in part, part[:80]
        assert "Copyright" in part


def test_installed_packages_have_their_licence_texts() -> None:
    texts = sbom.licence_texts()
    without = [
        name
        for name, version, _ in sbom.pins("run.txt")
        if _installed(name) == version and f"== {name} {version}: " not in texts
    ]
    assert len(without) <= 6, without  # these wheels carry none; the bill names their licences


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
