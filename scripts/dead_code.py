"""Finds declarations that nothing of the product uses: nobody at all, or tests alone.

Counts names, without knowing types: a property is used where its name stands, a function where its name is called with
the same first label, or stands without a call. What only dead declarations use is dead too. Of names that are also
used otherwise nothing is found; what is found is certain enough to be removed, or stands in scripts/dead_code_allowed.txt
with its reason.

Prints each finding as path:line: reason and exits 1 when there is one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What is looked through for declarations that nobody uses, and what else uses them. Support of tests counts as tests.
DECLARING = ("Sources", "Packages")
USING = (
    "Apps/iOS/MessageAI", "Apps/iOS/Device", "Apps/iOS/NotificationService", "Apps/iOS/UITests", "Apps/iOS/UnitTests")
TESTS = {"TestSupport", "Tests"}
ALLOWED = pathlib.Path(__file__).with_name("dead_code_allowed.txt")

TOKEN = re.compile(
    r"(?P<skip>\s+|//[^\n]*)|(?P<comment>/\*)|(?P<string>#*\"(?:\"\")?)|(?P<name>`?[A-Za-z_]\w*`?)|(?P<number>\d\w*(?:\.\d\w*)?)"
    r"|(?P<attribute>[@#]\w+)|(?P<argument>\$\w+)|(?P<sign>->|[{}()\[\]:,.=?!<>]|[^\s\w])")
TYPES = {"struct", "class", "enum", "protocol", "actor", "extension"}
MEMBERS = {"func", "var", "let", "typealias"}
MODIFIERS = {
    "package", "public", "private", "fileprivate", "internal", "open", "static", "final", "class", "lazy", "mutating",
    "nonmutating", "nonisolated", "isolated", "override", "weak", "unowned", "indirect", "convenience", "required",
    "dynamic", "consuming", "borrowing", "distributed", "set", "unsafe", "prefix", "postfix", "infix",
}
# A dot behind one of these begins anew.
KEYWORDS = {"return", "in", "case", "else", "try", "await", "throw", "is", "as", "where", "if", "guard", "while", "switch"}
# Their values are read and written by name, by the compiler's own code.
CODED = {
    "Codable", "Encodable", "Decodable", "CodingKey", "ParsableCommand", "AsyncParsableCommand", "ParsableArguments",
    "FetchableRecord", "PersistableRecord",
}
# Called by the language or by a library, through protocols that are not ours.
CALLED_BY_OTHERS = set(
    """
    body hash encode next makeAsyncIterator makeIterator description debugDescription errorDescription main run
    validate configuration channelRead channelReadComplete channelActive channelInactive channelRegistered
    channelUnregistered errorCaught userInboundEventTriggered channelWritabilityChanged handlerAdded handlerRemoved
    write flush read close triggerUserOutboundEvent allCases rawValue id init deinit callAsFunction subscript
    dynamicMember wrappedValue projectedValue codingPath allKeys userInfo container unkeyedContainer
    singleValueContainer superDecoder superEncoder handle respond context checkIsolated isIsolatingCurrentContext
    enqueue asUnownedSerialExecutor unownedExecutor isSameExclusiveExecutionContext localizedDescription
    encodeNil decodeNil nestedContainer nestedUnkeyedContainer currentIndex isAtEnd contains Value CodingKeys
    customMirror InboundIn InboundOut OutboundIn OutboundOut setup urlSession observes databaseDidChange
    databaseDidCommit databaseDidRollback
    """.split())


class Declaration:
    def __init__(self, path, line, kind, name, label, start, container):
        self.path, self.line, self.kind, self.name, self.label = path, line, kind, name, label
        self.start, self.container = start, container
        self.end = start
        self.is_static = False

    @property
    def title(self):
        call = f"({self.label}:" if self.label else "("
        return f"{self.container}.{self.name}".lstrip(".") + (call + "…)" if self.kind == "func" else "")


def tokens_of(text, start=0, stop_at_parenthesis=False):
    """(kind, text, position) of the code in `text`, that inside of strings included; ends at an unmatched parenthesis."""
    found = []
    depth = 0
    at = start
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            at += 1
            continue
        kind = match.lastgroup
        at = match.end()
        if kind == "skip":
            continue
        if kind == "comment":
            nested = 1
            while nested and at < len(text):
                if text.startswith("/*", at):
                    nested, at = nested + 1, at + 2
                elif text.startswith("*/", at):
                    nested, at = nested - 1, at + 2
                else:
                    at += 1
            continue
        if kind == "string":
            at = skip_string(text, match.group(), at, found)
            found.append(("string", "", match.start()))
            continue
        sign = match.group()
        if stop_at_parenthesis:
            depth += {"(": 1, ")": -1}.get(sign, 0)
            if depth < 0:
                return found, at
        found.append((kind, sign.strip("`"), match.start()))
    return found, at


def skip_string(text, opening, at, found):
    """The end of the string; adds the tokens that are interpolated into it."""
    hashes = opening.count("#")
    quotes = opening[hashes:]
    closing = quotes + "#" * hashes
    if quotes == '""' or (quotes == '"' and text.startswith('"' + "#" * hashes, at) and not hashes):
        if quotes == '"':
            return at + 1
    escape = "\\" + "#" * hashes
    while at < len(text):
        if text.startswith(closing, at):
            return at + len(closing)
        if text.startswith(escape + "(", at):
            inner, at = tokens_of(text, at + len(escape) + 1, stop_at_parenthesis=True)
            found += inner
        elif text.startswith(escape, at):
            at += len(escape) + 1
        else:
            at += 1
    return at


class File:
    def __init__(self, path, declares):
        self.path = path
        text = path.read_text()
        self.tokens, _ = tokens_of(text)
        self.lines = None
        self.declarations = []
        if declares:
            self.find_declarations(text)

    def find_declarations(self, text):
        tokens = self.tokens
        scopes = []  # (kind, name, coded, declaration); kind: type or body
        pending = None
        open_members = []
        parentheses = 0
        index = 0
        while index < len(tokens):
            kind, name, position = tokens[index]
            if name in "([" and kind == "sign":
                parentheses += 1
            elif name in ")]" and kind == "sign":
                parentheses -= 1
            elif name == "{" and kind == "sign":
                if pending and not parentheses:
                    scopes.append(("type", *pending, parentheses))
                    pending = None
                else:
                    scopes.append(("body", "", False, None, parentheses))
                parentheses = 0
            elif name == "}" and kind == "sign":
                if scopes:
                    scope = scopes.pop()
                    parentheses = scope[4]
                    if scope[3] is not None:
                        scope[3].end = index
                self.finish(open_members, len(scopes), index, closing=True)
            in_type = all(scope[0] == "type" for scope in scopes) and not parentheses
            if kind == "name" and in_type and not self.is_member(tokens, index):
                if name in TYPES and self.declares_type(tokens, index):
                    self.finish(open_members, len(scopes), index)
                    pending = self.open_type(text, scopes, index, name)
                elif name in MEMBERS and index + 1 < len(tokens) and tokens[index + 1][0] == "name":
                    self.finish(open_members, len(scopes), index)
                    self.open_member(text, scopes, index, name, open_members)
                elif name in ("init", "case", "subscript", "deinit"):
                    self.finish(open_members, len(scopes), index)
            index += 1
        self.finish(open_members, -1, len(tokens))

    @staticmethod
    def is_member(tokens, index):
        return index > 0 and tokens[index - 1][1] == "."

    @staticmethod
    def declares_type(tokens, index):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        return following is not None and following[0] == "name" and following[1] not in MEMBERS | {"func", "var", "let"}

    def modifiers(self, index):
        """The words and attributes before a declaration's keyword."""
        words = set()
        index -= 1
        while index >= 0:
            kind, name, _ = self.tokens[index]
            if kind == "attribute" or name in MODIFIERS:
                words.add(name)
            elif name == ")":
                depth = 1
                while depth and index > 0:
                    index -= 1
                    depth += {")": 1, "(": -1}.get(self.tokens[index][1], 0)
            else:
                break
            index -= 1
        return words, index + 1

    def line(self, text, position):
        return text.count("\n", 0, position) + 1

    def open_type(self, text, scopes, index, keyword):
        name = self.tokens[index + 1][1]
        at = index + 2
        inherited = set()
        while at < len(self.tokens) and self.tokens[at][1] != "{":
            if self.tokens[at][0] == "name":
                inherited.add(self.tokens[at][1])
            at += 1
        words, start = self.modifiers(index)
        container = scopes[-1][1] if scopes else ""
        title = f"{container}.{name}".lstrip(".")
        declaration = None
        if keyword != "extension" and name not in CALLED_BY_OTHERS and "@main" not in words and not {"PreviewProvider"} & inherited:
            declaration = Declaration(
                self.path, self.line(text, self.tokens[index][2]), keyword, name, None, start, container)
            self.declarations.append(declaration)
        else:
            dotted = name
            at = index + 2
            while at + 1 < len(self.tokens) and self.tokens[at][1] == ".":
                dotted, at = self.tokens[at + 1][1], at + 2
            title = dotted
        return (title, bool(CODED & inherited), declaration)

    def open_member(self, text, scopes, index, keyword, open_members):
        words, start = self.modifiers(index)
        name = self.tokens[index + 1][1]
        coded = scopes[-1][2] if scopes else False
        is_exempt = (
            {"override", "@objc", "@IBAction", "@Test", "@_cdecl", "@Option", "@Flag", "@Argument", "@OptionGroup",
             "@UIApplicationDelegateAdaptor"} & words
            or name in CALLED_BY_OTHERS or (coded and keyword != "func") or name == "_")
        label = None
        if keyword == "func":
            label = self.first_label(index + 2)
        declaration = Declaration(
            self.path, self.line(text, self.tokens[index][2]), keyword, name, label, start,
            scopes[-1][1] if scopes else "")
        declaration.is_static = bool({"static", "class"} & words)
        if not is_exempt:
            self.declarations.append(declaration)
        open_members.append((len(scopes), declaration))

    def first_label(self, at):
        """`None` without parameters, "_" for any, "?" when it is not known."""
        depth = 0
        while at < len(self.tokens):
            name = self.tokens[at][1]
            if name == "<":
                depth += 1
            elif name == ">":
                depth -= 1
            elif name == "(" and not depth:
                following = self.tokens[at + 1][1]
                return None if following == ")" else following
            at += 1
        return "?"

    @staticmethod
    def finish(open_members, depth, index, closing=False):
        """Members of this depth end before the next; those of a closed body with its brace."""
        while open_members and open_members[-1][0] >= depth + (1 if closing else 0):
            open_members.pop()[1].end = index - 1
        if closing and open_members and open_members[-1][0] == depth:
            open_members[-1][1].end = index


def uses_of(files):
    """name: [(path, index, label, base)]; the label of a call, "" for a mention without a call; what it is asked of."""
    uses = {}
    for file in files:
        tokens = file.tokens
        declared = {d.start: d for d in file.declarations}
        names = {id_of(file, d) for d in file.declarations}
        for index, (kind, name, _) in enumerate(tokens):
            if kind == "argument" and len(name) > 1:
                name = name[1:]
            elif kind != "name":
                continue
            if index in names or (index > 0 and tokens[index - 1][1] in MEMBERS | {"func"}):
                continue
            uses.setdefault(name, []).append((file.path, index, label_at(tokens, index), base_at(tokens, index)))
    return uses


def id_of(file, declaration):
    """The index of the declaration's name among the tokens."""
    index = declaration.start
    while file.tokens[index][1] != declaration.name or file.tokens[index - 1][1] not in TYPES | MEMBERS:
        index += 1
    return index


def label_at(tokens, index):
    following = [token[1] for token in tokens[index + 1:index + 4]]
    if not following or following[0] != "(":
        return ""
    if following[1] == ")":
        return "()"
    return following[1] if len(following) > 2 and following[2] == ":" else "_"


def base_at(tokens, index):
    """What stands before the dot; "" without one, "." where the type is not written."""
    if index == 0 or tokens[index - 1][1] != ".":
        return ""
    kind, name, _ = tokens[index - 2]
    if name in KEYWORDS | {"?"}:
        return "."
    return name if kind in ("name", "argument", "string") or name in ")]}>?!" else "."


def fits(declaration, label, base, is_property):
    """Whether a mention may mean the declaration."""
    if declaration.is_static and base not in ("", ".", "Self", ">", declaration.container.split(".")[-1]):
        return False
    if declaration.kind != "func" or declaration.label == "?":
        return True
    if label == "":
        # Of an equally named property, or the function handed on.
        return not is_property or base == ""
    if declaration.label is None:
        return label == "()"
    # A default may stand for the first argument, or a closure behind the call for all.
    return declaration.label in ("_", label) or label == "()"


def main():
    product, tests = [], []
    for folder in DECLARING + USING + ("Tests", "Tools"):
        for path in sorted((ROOT / folder).rglob("*.swift")):
            parts = path.relative_to(ROOT).parts
            if ".build" in parts or path.name == "Package.swift" or path.is_symlink():
                continue
            is_test = bool(TESTS & set(parts)) or parts[0] == "Tools"
            (tests if is_test else product).append(File(path, not is_test and parts[0] in DECLARING))
    uses = uses_of(product)
    used_by_tests = {name for file in tests for kind, name, _ in file.tokens if kind == "name"}
    allowed = read_allowed()
    dead = []
    extents = {}
    properties = {d.name for file in product for d in file.declarations if d.kind in ("var", "let")}
    alive = [d for file in product for d in file.declarations]
    while True:
        found = [d for d in alive if not is_used(d, uses, extents, properties) and d.title not in allowed]
        if not found:
            break
        for declaration in found:
            extents.setdefault(declaration.path, []).append((declaration.start, declaration.end))
        dead += found
        gone = set(map(id, found))
        alive = [d for d in alive if id(d) not in gone]
    findings = []
    for declaration in sorted(dead, key=lambda d: (d.path, d.line)):
        if is_inside(declaration, [d for d in dead if d is not declaration and d.path == declaration.path]):
            continue
        who = "only tests use" if declaration.name in used_by_tests else "nobody uses"
        path = declaration.path.relative_to(ROOT)
        findings.append(f"{path}:{declaration.line}: {who} {declaration.title}")
    unused = [title for title in allowed if not any(
        d.title == title and not is_used(d, uses, extents, properties) for d in alive)]
    findings += [f"{ALLOWED.relative_to(ROOT)}: {title} is used or gone" for title in unused]
    for finding in findings:
        print(finding)
    sys.exit(1 if findings else 0)


def is_used(declaration, uses, extents, properties):
    for path, index, label, base in uses.get(declaration.name, ()):
        if path == declaration.path and declaration.start <= index <= declaration.end:
            continue
        if any(start <= index <= end for start, end in extents.get(path, ())):
            continue
        if fits(declaration, label, base, declaration.name in properties):
            return True
    return False


def is_inside(declaration, others):
    return any(other.start <= declaration.start and declaration.end <= other.end for other in others)


def read_allowed():
    """title: reason."""
    allowed = {}
    for line in ALLOWED.read_text().splitlines() if ALLOWED.exists() else []:
        if line.strip() and not line.startswith("#"):
            title, _, reason = line.partition(" # ")
            if not reason.strip():
                sys.exit(f"{ALLOWED.relative_to(ROOT)}: {title} has no reason")
            allowed[title.strip()] = reason.strip()
    return allowed


main()
