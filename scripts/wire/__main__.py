"""Writes what follows from the shapes in wire/: Swift types and codecs, the schemas of the OpenAPI document, and the
web client's checks and types. With --check it writes nothing and fails when a file is stale, missing or left over, or
when docs/protocol.md writes a row out otherwise.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import documents  # noqa: E402
from model import Model, SchemaError  # noqa: E402
from openapi import OpenAPI  # noqa: E402
from swift import Swift  # noqa: E402
from web import Web  # noqa: E402

# Folders that hold nothing but generated files.
FOLDERS = [
    "Sources/Shared/Domain/Generated", "Sources/Shared/WireProtocol/Generated", "Sources/Server/ServerHTTP/Generated",
    "Web/src/generated",
]


def generated(model):
    """Text by path from the root."""
    parts = {
        "Sources/Shared": Swift(model).files(), "Sources/Server/ServerHTTP/Generated": OpenAPI(model).files(),
        "Web/src/generated": Web(model).files(),
    }
    return {f"{folder}/{path}": text for folder, files in parts.items() for path, text in files.items()}


def differences(files):
    found = []
    for path, text in files.items():
        file = ROOT / path
        if not file.exists():
            found.append(f"{path}: missing")
        elif file.read_text() != text:
            found.append(f"{path}: stale")
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.is_file() and path not in files:
                found.append(f"{path}: left over")
    return found


def write(files):
    for folder in FOLDERS:
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and file.relative_to(ROOT).as_posix() not in files:
                file.unlink()
    for path, text in files.items():
        file = ROOT / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text() != text:
            file.write_text(text)


def main():
    try:
        model = Model(ROOT / "wire")
        files = generated(model)
    except (SchemaError, ValueError, KeyError) as error:
        sys.exit(f"wire: {error}")
    if "--check" not in sys.argv:
        return write(files)
    found = [f"{line}: run `make wire`" for line in differences(files)]
    found += documents.differences(model, (ROOT / "docs/protocol.md").read_text())
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


main()
