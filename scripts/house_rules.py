"""Rules that the compiler does not know: layers, file sizes, forbidden constructs.

Prints each finding as path:line: reason and exits 1 when there is one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Which of our modules each may import: imports only point down.
LAYERS = {
    "Domain": set(),
    "WireProtocol": {"Domain"},
    "ServerCore": {"Domain", "WireProtocol", "CArgon2", "CLinux"},
    "StoreSQLite": {"Domain", "ServerCore"},
    "StorePostgres": {"Domain", "ServerCore", "CPostgres"},
    "Bus": {"Domain", "ServerCore", "CNATS"},
    "Media": {"Domain", "ServerCore", "CLinux"},
    "OpenID": {"Domain", "ServerCore"},
    "Push": {"Domain", "ServerCore"},
    "Telemetry": {"Domain", "ServerCore"},
    "MailSMTP": {"Domain", "ServerCore"},
    "OnBoxAI": {"CKernels", "CWords"},
    "OnBoxEvaluation": {"OnBoxAI"},
    "AIProviders": {"WireProtocol"},
    "Intelligence": {"Domain", "WireProtocol", "ServerCore", "OnBoxAI", "AIProviders"},
    "ModelEvaluation": {"OnBoxAI", "OnBoxEvaluation", "AIProviders"},
    "ServerHTTP": {"Domain", "WireProtocol", "ServerCore", "Intelligence", "AIProviders"},
    "ClientStore": {"Domain", "WireProtocol"},
    "ClientSync": {"Domain", "WireProtocol"},
    "MessageAIKit": {"Domain", "WireProtocol", "ClientStore", "ClientSync"},
    "ViewModels": {"Domain"},
    "Terminal": {"Domain", "MessageAIKit", "ViewModels"},
    "Demo": {"Domain", "ServerCore"},
    "Benchmarks": {
        "Domain", "WireProtocol", "ServerCore", "StoreSQLite", "StorePostgres", "Intelligence", "OnBoxAI", "ClientStore",
        "ClientSync", "MessageAIKit",
    },
    "messageai": {
        "Domain", "ServerCore", "StoreSQLite", "StorePostgres", "Media", "Push", "MailSMTP", "OpenID", "Telemetry",
        "ServerHTTP", "MessageAIKit", "ViewModels",
        "OnBoxAI", "OnBoxEvaluation", "AIProviders", "Intelligence", "ModelEvaluation", "Terminal", "Benchmarks", "Demo",
        "Bus",
    },
    "TestSupport": {
        "Domain", "WireProtocol", "ServerCore", "StoreSQLite", "Media", "Push", "MailSMTP", "ServerHTTP",
        "ClientStore", "ClientSync", "MessageAIKit", "ViewModels", "OnBoxAI", "AIProviders", "Intelligence",
    },
}
# Folders with another name than their module, which would be that of a type.
FOLDERS = {"Mail": "MailSMTP"}
# Libraries that may not be seen in a layer, whatever the package file says.
FORBIDDEN_LIBRARIES = {
    "Domain": {"GRDB", "NIOCore", "Hummingbird", "JWTKit", "Crypto"},
    "WireProtocol": {"Foundation", "GRDB", "NIOCore", "Hummingbird"},
    "ServerCore": {"GRDB", "GRDBSQLite", "NIOCore", "NIOPosix", "Hummingbird"},
    "ClientSync": {"GRDB", "NIOCore", "AsyncHTTPClient"},
    "ViewModels": {"GRDB", "NIOCore", "AsyncHTTPClient", "SwiftUI"},
}
# Libraries of debug builds alone: they ask for others that the released program is not linked with.
DEBUG_LIBRARIES = {"FoundationNetworking"}
MAXIMUM_LINES = 400
# Of comments in web code. Its formatter keeps code that narrow where it can be broken, and leaves comments as they are.
MAXIMUM_COMMENT_COLUMNS = 100
SWIFT_RULES = [
    (r"\btry!", "no try!"),
    (r"\bas!", "no forced cast"),
    (r"\bfatalError\(", "no fatalError: throw, or use precondition with the broken promise"),
    (r"\b(TODO|FIXME|XXX)\b", "finish it or say it in an issue"),
    (r"[\w\)\]]!(?!=)(\.|\)|,|\s*$|\s*\{)", "no force unwrap"),
    (r"static (let|var) shared\b", "no singletons"),
]
# A closure in generic storage is wrapped once more by each access that writes it back, such as `Mutex.withLock`: calls get
# slower each time and end in a stack overflow (swiftlang/swift#91348). A struct around the closure mends that.
FUNCTION = r"(?:\([^()]*\)|\([^()]*\([^()]*\)[^()]*\))\s*(?:async\s*)?(?:throws(?:\(\w+\))?\s*)?->"
CLOSURE_RULES = [
    (
        r"\b(Mutex|Locked|\w*Box|Atomic\w*|ManagedBuffer|Unsafe\w*Pointer)<[^=<>]*?" + FUNCTION,
        "a closure in generic storage: put it into a struct",
    ),
    (r"\bvar\s+\w+\s*:\s*\(.*" + FUNCTION + r".*\)\?\s*(=|$|\{\s*didSet)", "an optional closure: put it into a struct"),
    (r"\bvar\s+\w+\s*(:|=)\s*\[[^\]]*" + FUNCTION, "closures in a collection: put each into a struct"),
]
# Foundation's `Process` reads behind its list of open files when there are some 1,300 or more.
SERVER_RULES = [(r"\bProcess\(\)", "no Process in a server: Subprocess")]
# Where state is shared between threads and lives long; views of the app pass closures on.
CLOSURE_FOLDERS = ("Shared", "Server", "Client", "OnBoxAI")
SHIM_RULES = [rule for rule in SWIFT_RULES if rule[1] != "no singletons"]
WEB_RULES = [
    (r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", "never HTML from strings"),
    (r"\b(TODO|FIXME|XXX)\b", "finish it or say it in an issue"),
    (r"\beval\(|new Function\(", "no code from strings"),
]
TEST_RULES = [
    (r"Task\.sleep|usleep\(|Thread\.sleep", "wait on a condition, not on time"),
    (r"\.disabled\((\)|\"|if:)|XCTSkip", "no skipped tests"),
]

findings = []


def report(path, line, reason):
    findings.append(f"{path.relative_to(ROOT)}:{line}: {reason}")


def code_of(line):
    """The line without strings and comments, roughly."""
    line = re.sub(r'"(\\.|[^"\\])*"', '""', line)
    return re.sub(r"//.*", "", line)


def check_size(path, lines):
    if len(lines) > MAXIMUM_LINES:
        report(path, len(lines), f"more than {MAXIMUM_LINES} lines")


def check_shared_statements():
    """What both databases are asked stands once, and each of their modules has all of it."""
    for path in sorted((ROOT / "Sources/Server/StoreSQL").glob("*.swift")):
        for module in ("StoreSQLite", "StorePostgres"):
            link = ROOT / "Sources/Server" / module / "Shared" / path.name
            if not link.is_symlink() or link.resolve() != path:
                report(path, 1, f"not linked in Sources/Server/{module}/Shared")


def check_rules(path, lines, rules):
    for number, line in enumerate(lines, 1):
        code = code_of(line)
        for pattern, reason in rules:
            if re.search(pattern, code):
                report(path, number, reason)


def check_comment_width(path, lines):
    is_inside = False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        begins = text.startswith("/*")
        # What goes on after a comment is code: a cast.
        is_comment = text.startswith("//") or ((is_inside or begins) and re.fullmatch(r"((?!\*/).)*(\*/)?", text))
        is_inside = (is_inside or begins) and "*/" not in text
        code = re.sub(r"'(\\.|[^'\\])*'|\"(\\.|[^\"\\])*\"|`(\\.|[^`\\])*`", "''", line)
        if len(line) > MAXIMUM_COMMENT_COLUMNS and (is_comment or re.search(r"\s//\s", code)):
            report(path, number, f"a comment wider than {MAXIMUM_COMMENT_COLUMNS} columns")


def check_swift_comment_width(path, lines):
    for number, line in enumerate(lines, 1):
        # A word that cannot be broken, such as an address, may stand out.
        if len(line) > MAXIMUM_COMMENT_COLUMNS and re.match(r"\s*//.*\s", line.rstrip()) and " " in line.strip()[4:]:
            report(path, number, f"a comment wider than {MAXIMUM_COMMENT_COLUMNS} columns")


def module_of(path):
    parts = path.relative_to(ROOT).parts
    for part in parts[3:4] if parts[0] == "Packages" else parts[1:3]:
        if FOLDERS.get(part, part) in LAYERS:
            return FOLDERS.get(part, part)
    return None


def check_layers(path, lines):
    module = module_of(path)
    conditions = []
    for number, line in enumerate(lines, 1):
        directive = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if directive and directive.group(1) == "if":
            conditions.append(directive.group(2))
        elif directive and conditions:
            conditions.pop()
            if directive.group(1) != "endif":
                conditions.append(directive.group(2))
        match = re.match(r"\s*(?:@\w+ |package |public |private )*import (?:\w+ )?(\w+)", line)
        if not match or module is None:
            continue
        name = match.group(1)
        if name in LAYERS and name != module and name not in LAYERS[module]:
            report(path, number, f"{module} may not import {name}")
        if name in DEBUG_LIBRARIES and not any("DEBUG" in condition for condition in conditions):
            report(path, number, f"{name} only in debug builds")
        if name in FORBIDDEN_LIBRARIES.get(module, ()):
            report(path, number, f"{module} may not use {name}")


def check_behaviours():
    """The table of docs/architecture.md says of twenty behaviours in which one file they are."""
    path = ROOT / "docs/architecture.md"
    lines = path.read_text().partition("\n## Where is it?\n")[2].splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| behaviour |")]
    files = [re.fullmatch(r"\| .+ \| `([\w./+-]+\.\w+)` \|", row) for row in rows]
    if len([file for file in files if file and (ROOT / file[1]).is_file()]) < 20:
        report(path, len(path.read_text().splitlines()), "not twenty behaviours with their files")
    for row, file in zip(rows, files):
        if not file:
            report(path, 0, f"no one file: {row}")


def check_documents():
    """Every path that the documents name is there."""
    paths = r"`((?:Sources|Tests|Web|Packages|scripts|Models|Tools|wire|docs|Apps|Fixtures|deploy)/[\w./+-]+)`"
    for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for name in re.findall(paths, line):
                if not (ROOT / name).exists():
                    report(path, number, f"{name} is not there")
            for target in re.findall(r"\]\(([^)#:]+)\)", line):
                if not (path.parent / target).exists():
                    report(path, number, f"the link to {target} leads nowhere")


def main():
    check_documents()
    check_behaviours()
    check_shared_statements()
    sources = [path for folder in ("Sources", "Packages") for path in sorted((ROOT / folder).rglob("*.swift"))]
    for path in sources:
        if "Tests" in path.parts:
            continue
        lines = path.read_text().splitlines()
        check_size(path, lines)
        check_swift_comment_width(path, lines)
        check_rules(path, lines, SWIFT_RULES)
        if path.relative_to(ROOT).parts[1] in CLOSURE_FOLDERS:
            check_rules(path, lines, CLOSURE_RULES)
        if path.relative_to(ROOT).parts[1] == "Server":
            check_rules(path, lines, SERVER_RULES)
        check_layers(path, lines)
    for path in sorted([*(ROOT / "Apps/iOS").rglob("*.swift"), *(ROOT / "Tools/AppleShims").rglob("*.swift")]):
        lines = path.read_text().splitlines()
        check_size(path, lines)
        check_swift_comment_width(path, lines)
        # What stands for Apple's frameworks has their names: `UIApplication.shared`.
        check_rules(path, lines, SHIM_RULES if "AppleShims" in path.parts else SWIFT_RULES)
    for path in sorted((ROOT / "Tests").rglob("*.swift")) + [path for path in sources if "Tests" in path.parts]:
        lines = path.read_text().splitlines()
        check_size(path, lines)
        check_swift_comment_width(path, lines)
        check_rules(path, lines, TEST_RULES)
    for path in sorted((ROOT / "Web").rglob("*.js")):
        lines = path.read_text().splitlines()
        check_size(path, lines)
        check_comment_width(path, lines)
        # Tests name what they forbid.
        if "test" not in path.parts:
            check_rules(path, lines, WEB_RULES)
    for finding in findings:
        print(finding)
    sys.exit(1 if findings else 0)


main()
