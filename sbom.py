"""The software bill of materials of a release, as CycloneDX 1.6 in JSON: ``./run sbom [FILE]``.

It lists each pinned Python package with its hashes (requirements/run.txt), each package of npm (ui/package-lock.json),
and the packages that build the wheel (requirements/build.txt). What serves nothing at run time has the scope
``excluded``. The same sources give the same bytes. ``./run sbom --licences [FILE]`` writes the licence texts of the
installed Python packages; those of npm's code in the pages lie beside the pages (``third-party-licences.txt``).
"""

import json
import re
import sys
import tomllib
from base64 import b64decode
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

ROOT: Final = Path(__file__).parent
LICENCES: Final = ROOT / "src/croupier/web/pages/third-party-licences.txt"
_PIN: Final = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_BUNDLED: Final = re.compile(r"^== (\S+) (\S+)", re.MULTILINE)
_TEXTS: Final = re.compile(r"(^|/)(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)

Component = dict[str, Any]


def pins(name: str) -> list[tuple[str, str, list[str]]]:
    """Return name, version and hashes of each pin of a file; a package may have one for older versions of Python."""
    text = (ROOT / "requirements" / name).read_text("utf-8")
    found = [*_PIN.finditer(text)]
    ends = [*(one.start() for one in found[1:]), len(text)]
    return [(one[1], one[2], _HASH.findall(text[one.end() : end])) for one, end in zip(found, ends, strict=True)]


def licence_of(name: str, version: str) -> str:
    """Return the licence that an installed package states; empty where another version, or none, is installed."""
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    if found["Version"] != version:
        return ""
    stated = next((found[name] for name in ("License-Expression", "License") if name in found), "")
    classifiers: list[str] = found.get_all("Classifier") or []
    classified = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License ::")]
    return stated if stated and "\n" not in stated else " or ".join(classified)


def python_components(name: str, scope: str) -> Iterator[Component]:
    """Yield the packages of a file of pins."""
    for package, version, hashes in pins(name):
        yield component(
            "pypi", package, version, scope, [("SHA-256", one) for one in hashes], licence_of(package, version)
        )


def npm_components() -> Iterator[Component]:
    """Yield the packages of npm's lock; those whose code is in the pages are required."""
    lock = json.loads((ROOT / "ui" / "package-lock.json").read_text("utf-8"))
    bundled = {name for name, _ in _BUNDLED.findall(LICENCES.read_text("utf-8"))} if LICENCES.is_file() else set[str]()
    for path, found in lock["packages"].items():
        if path:
            name = path.rpartition("node_modules/")[2]
            kind, _, digest = found["integrity"].partition("-")
            hashes = [(f"SHA-{kind.removeprefix('sha')}", b64decode(digest).hex())]
            scope = "required" if name in bundled else "excluded"
            yield component("npm", name, found["version"], scope, hashes, found.get("license", ""))


def component(kind: str, name: str, version: str, scope: str, hashes: list[tuple[str, str]], licence: str) -> Component:
    """Return a package as CycloneDX has it."""
    space, _, bare = name.rpartition("/")
    path = f"{space.replace('@', '%40')}/{bare}" if space else bare
    purl = f"pkg:{kind}/{path}@{version}"
    made: Component = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "scope": scope,
        "purl": purl,
    }
    if hashes:
        made["hashes"] = [{"alg": alg, "content": content} for alg, content in hashes]
    if licence:
        made["licenses"] = [{"license": {"name": licence}}]
    return made


def bill() -> dict[str, Any]:
    """Return the bill of materials."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = {one["bom-ref"]: one for one in python_components("build.txt", "excluded")}
    for one in (*npm_components(), *python_components("run.txt", "required")):  # what runs counts, where both have it
        known = found.get(one["bom-ref"])
        found[one["bom-ref"]] = known if known is not None and known["scope"] == "required" else one
    components = [found[ref] for ref in sorted(found)]
    own = f"pkg:pypi/croupier@{project['version']}"
    top = {"type": "application", "bom-ref": own, "name": "croupier", "version": project["version"], "purl": own}
    needed = [one["bom-ref"] for one in components if one["scope"] == "required"]
    made = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": top},
        "components": components,
        "dependencies": [{"ref": own, "dependsOn": needed}],
    }
    return {"serialNumber": uuid5(NAMESPACE_URL, json.dumps(made, sort_keys=True)).urn, **made}


def licence_texts() -> str:
    """Return the licence texts that the pinned packages of this environment carry."""
    parts = []
    for name, version, _ in sorted(pins("run.txt")):
        try:
            files = metadata.files(name) or []
        except metadata.PackageNotFoundError:  # of another system
            continue
        if metadata.version(name) != version:
            continue
        for file in sorted(files, key=str):
            if ".dist-info/" in str(file) and _TEXTS.search(str(file)):
                text = Path(str(file.locate())).read_text("utf-8", "replace").strip()
                parts.append(f"== {name} {version}: {file.name}\n\n{text}\n")
    return "\n".join(parts)


def main(given: list[str]) -> None:
    """Write what is asked for, to a file or to standard output."""
    texts = given[:1] == ["--licences"]
    files = given[1:] if texts else given
    written = licence_texts() if texts else json.dumps(bill(), indent=1, ensure_ascii=False) + "\n"
    if len(files) > 1 or (files and files[0].startswith("-")):
        sys.exit("usage: ./run sbom [--licences] [FILE]")
    if files:
        Path(files[0]).write_text(written, "utf-8")
    else:
        sys.stdout.write(written)


if __name__ == "__main__":
    main(sys.argv[1:])
