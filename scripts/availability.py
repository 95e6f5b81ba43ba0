"""Names of the standard library that the app's deployment target does not have.

Reads what the toolchain's own interface files mark as newer than iOS 17 and looks for it in the sources that the app links. Foundation
has no such files on Linux: only what comes with Swift itself is known. Prints each finding as path:line: reason, exits 1 when there is one.
"""

import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = (17, 0)
MODULES = ("Swift", "_Concurrency", "_StringProcessing", "Observation", "Synchronization", "RegexBuilder", "Distributed")
LINKED = [
    "Sources/Shared", "Sources/Client", "Apps/iOS/MessageAI", "Apps/iOS/Device", "Apps/iOS/NotificationService",
]
# Names that other packages, or Foundation, gave to something else: GRDB's kind of transaction.
FOREIGN = {"immediate"}
AVAILABLE = re.compile(r"@available\([^)]*\biOS (\d+)\.(\d+)")
TYPE = re.compile(r"\b(?:struct|class|enum|actor|protocol|typealias) (\w+)")
EXTENSION = re.compile(r"^\s*(?:@\S+ )*extension ([\w.]+)")
MEMBER = re.compile(r"\b(func|var|let|case) `?(\w+)`?")
INITIALISER = re.compile(r"\binit[?!]?(?:<[^(]*>)?\(")
DECLARED = re.compile(r"\b(?:func|var|let|case|struct|class|enum|actor|protocol|typealias|associatedtype) `?(\w+)`?")


def labels(text, start):
    """The labels between the parenthesis that opens at `start` and its end; `_` where an argument has none."""
    depth, at, parts, part = 0, start, [], ""
    while at < len(text):
        character = text[at]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                break
        if depth == 1 and character == ",":
            parts.append(part)
            part = ""
        elif not (depth == 1 and character == "("):
            part += character
        at += 1
    if part.strip():
        parts.append(part)
    found = []
    for item in parts:
        match = re.match(r"\s*(?:@\w+\s+)*`?(\w+)`?\s*(?:\w+\s*)?:", item)
        found.append(match.group(1) if match else "_")
    return tuple(found)


class Names:
    """What interface files declare, by whether the target has it."""

    def __init__(self):
        self.types, self.members, self.initialisers = ({True: set(), False: set()} for _ in range(3))

    def read(self, text):
        scopes, pending, depth = [], (0, 0), 0
        for line in text.splitlines():
            stripped = line.strip()
            found = [(int(a), int(b)) for a, b in AVAILABLE.findall(stripped)]
            if found:
                pending = max(found + [pending])
            if stripped.startswith("#") or not stripped:
                continue
            is_declaration = re.search(r"\b(public|open|extension|case|package)\b", stripped)
            if is_declaration and not (stripped.startswith("@available") and stripped.endswith(")")):
                needed = max([pending] + [scope[1] for scope in scopes])
                self.declare(stripped, needed, scopes)
                opened = stripped.count("{") - stripped.count("}")
                container = EXTENSION.search(stripped) or TYPE.search(stripped)
                if opened > 0 and container:
                    scopes.append((depth, needed, container.group(1).split(".")[-1]))
                pending = (0, 0)
            elif not stripped.startswith("@"):
                pending = (0, 0)
            depth += stripped.count("{") - stripped.count("}")
            while scopes and depth <= scopes[-1][0]:
                scopes.pop()

    def declare(self, line, needed, scopes):
        has = needed <= TARGET
        head = line.split("{")[0]
        if not EXTENSION.search(head):
            kind = TYPE.search(head)
            if kind and "func" not in head and "init" not in head:
                self.types[has].add(kind.group(1))
                return
            member = MEMBER.search(head)
            opening = INITIALISER.search(head)
            if opening and scopes and not (member and member.start() < opening.start()):
                self.initialisers[has].add((scopes[-1][2], labels(head, opening.end() - 1)))
            elif member and not (scopes and scopes[-1][2] in self.types[False] - self.types[True]):
                self.members[has].add(member.group(2))

    def newer(self):
        """Only what has no older declaration of the same name. Who uses members of a newer type uses the type."""
        return (self.types[False] - self.types[True], self.members[False] - self.members[True],
                self.initialisers[False] - self.initialisers[True])


def interfaces():
    swift = shutil.which("swift")
    if not swift:
        return
    folder = pathlib.Path(swift).resolve().parent.parent / "lib/swift/linux"
    for module in MODULES:
        for path in (folder / f"{module}.swiftmodule").glob("*.swiftinterface"):
            if not path.name.endswith(".private.swiftinterface"):
                yield path


def code(source):
    """The source with comments and the words of literals blanked, lines kept."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r'//[^\n]*|/\*.*?\*/|"""(?:.*?)"""|"(?:\\.|[^"\\\n])*"', blank, source, flags=re.S)


def findings(names, sources):
    types, members, initialisers = names.newer()
    own = {name for text in sources.values() for name in DECLARED.findall(text)}
    own |= FOREIGN
    own |= {name for path in (ROOT / "Tools/AppleShims").rglob("*.swift") for name in DECLARED.findall(path.read_text())}
    by_type = {}
    for kind, shape in initialisers:
        by_type.setdefault(kind, set()).add(shape)
    for path, text in sources.items():
        where = lambda at: f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, at) + 1}"
        for match in re.finditer(r"\b([A-Z]\w*)\b", text):
            if match.group(1) in types - own:
                yield f"{where(match.start())}: {match.group(1)} is newer than iOS {TARGET[0]}"
        for match in re.finditer(r"\b([A-Z]\w*)(?:\.init)?\(", text):
            shape = labels(text, match.end() - 1)
            if shape in by_type.get(match.group(1), ()) and any(label != "_" for label in shape):
                yield f"{where(match.start())}: {match.group(1)}({':'.join(shape)}:) is newer than iOS {TARGET[0]}"
        for match in re.finditer(r"\.(\w+)\b", text):
            if match.group(1) in members - own and not match.group(1).startswith("_"):
                yield f"{where(match.start())}: .{match.group(1)} is newer than iOS {TARGET[0]}"


def main():
    names = Names()
    for path in interfaces():
        names.read(path.read_text())
    sources = {
        path: code(path.read_text()) for folder in LINKED for path in sorted((ROOT / folder).rglob("*.swift"))
    }
    found = list(findings(names, sources))
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
