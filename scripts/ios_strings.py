"""The texts of the iOS app: which a person reads, and what the catalogues hold.

`python3 scripts/ios_strings.py` lists every text of the app with the file that has it.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
APP = ROOT / "Apps/iOS"
# Sentences that the app takes from here, as phrases.
VIEW_MODELS = ROOT / "Sources/Client/ViewModels"
# Refusals and errors that reach a person as they are; those of the server as far as the catalogue knows them.
REFUSALS = [ROOT / "Sources/Shared/Domain", ROOT / "Sources/Client", APP / "MessageAI"]
SERVER_REFUSALS = [ROOT / "Sources/Server"]
# Which sources a bundle's catalogue serves: a package's texts are looked up in the bundle that runs it.
BUNDLES = {
    "app": ([APP / "MessageAI", APP / "Device", VIEW_MODELS], APP / "MessageAI/Resources/Localizable.xcstrings"),
    "extension": ([APP / "NotificationService"], APP / "NotificationService/Localizable.xcstrings"),
    "phrases": ([APP / "MessageAI/Platform/Shortcuts"], APP / "MessageAI/Resources/AppShortcuts.xcstrings"),
}
# A literal right after one of these is no text for people.
TECHNICAL = re.compile(
    r"(accessibilityIdentifier|Color|systemImage|systemName|systemImageName|symbol|screen|identifier|icon|image|forKey|key"
    r"|suiteName|queue|label|appendingPathComponent|path|ServerAddress|ofType|named|category|subsystem|scheme|event"
    r"|note|failed|code|verbatim|contains|separator|joined|hasPrefix|hasSuffix|id|name|httpMethod|folder|of|text|string"
    r"|preconditionFailure|URL|from|forResource|reply|markRead|format|value)\(?\s*(_\s*)?:?\s*\(?$")
# These take a text for people whatever it looks like.
SPOKEN = re.compile(
    r"(\b(Text|Button|Label|TextField|SecureField|Toggle|Picker|Section|Menu|Link|LabeledContent|ProgressView|Stepper"
    r"|DatePicker|GroupBox|DisclosureGroup|EmptyState|IntentDescription|IntentDialog|ShareLink|Summary|Gauge"
    r"|ContentUnavailableView|LocalizedStringKey|LocalizedStringResource|TypeDisplayRepresentation)\("
    r"|\.(navigationTitle|accessibilityLabel|accessibilityHint|accessibilityValue|alert|confirmationDialog|confirm|help"
    r"|badge|accessibilityAction)\(|Phrase\(|: Phrase = |case \.failed: |localized: |prompt: (Text\()?|named: |title: |shortTitle: |message: |action: )$")
# What comes before the words of a refusal or of an error.
REFUSAL = re.compile(r"Refusal\( ?\.\w+, $|errorDescription: String\? \{[^}]*case \.\w+: $")


class Literal:
    def __init__(self, path, line, before, key, is_debug):
        self.path, self.line, self.before, self.key, self.is_debug = path, line, before, key, is_debug

    @property
    def where(self):
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def literals(path):
    """Every string literal of a Swift file, interpolations as `%@`, with the code before it."""
    source = path.read_text()
    debug = debug_lines(source)
    found, at, length = [], 0, len(source)
    while at < length:
        if source.startswith("//", at):
            at = source.find("\n", at)
            if at < 0:
                break
        elif source.startswith('"""', at):
            end = source.find('"""', at + 3)
            at = length if end < 0 else end + 3
        elif source[at] == '"':
            start = at
            key, at = literal(source, at + 1)
            line = source.count("\n", 0, start) + 1
            before = source[max(0, start - 400):start]
            found.append(Literal(path, line, before, key, line in debug))
        else:
            at += 1
    return found


def literal(source, at):
    key = ""
    while source[at] != '"':
        if source.startswith("\\(", at):
            depth, at, start = 1, at + 2, at + 2
            while depth:
                if source[at] == '"':
                    _, at = literal(source, at + 1)
                    continue
                depth += {"(": 1, ")": -1}.get(source[at], 0)
                at += 1
            inner = source[start:at - 1]
            # Phrases name their parameters.
            key += "${applicationName}" if inner == ".applicationName" else (
                "${%s}" % inner[3:] if inner.startswith("\\.$") else "%@")
        elif source[at] == "\\":
            escaped = source[at + 1]
            if escaped == "u":
                end = source.index("}", at)
                key += chr(int(source[at + 3:end], 16))
                at = end + 1
            else:
                key += {"n": "\n", "t": "\t"}.get(escaped, escaped)
                at += 2
        else:
            key += "%%" if source[at] == "%" else source[at]
            at += 1
    return key, at + 1


def debug_lines(source):
    """Lines that are not in the product: samples and previews."""
    lines, depth, inside = set(), 0, 0
    is_preview = False
    for number, line in enumerate(source.split("\n"), 1):
        text = line.strip()
        if text.startswith("#if"):
            depth += 1
            if text == "#if DEBUG" and not inside:
                inside = depth
        if inside or is_preview:
            lines.add(number)
        if text.startswith("#endif"):
            if inside == depth:
                inside = 0
            depth -= 1
        if text.startswith("#else") and inside == depth:
            inside = 0
        if re.match(r"(private )?struct \w+_Previews", text):
            is_preview = True
            lines.add(number)
        if is_preview and line == "}":
            is_preview = False
    return lines


def is_text(literal):
    if literal.is_debug or not re.search(r"[^\W\d_]", literal.key.replace("%@", "")):
        return False
    before = re.sub(r"\s+", " ", literal.before)
    if SPOKEN.search(before):
        return True
    if TECHNICAL.search(before):
        return False
    if re.fullmatch(r"[\w.\-:/%@${}#]*", literal.key) and not literal.key[0].isupper():
        return False
    # An enumeration's or a constant's raw value.
    return not re.search(r"(httpMethod =|case \w+ =|static let \w+( = \[?|: [\w.]+ = )(\"[^\"]*\", )*) ?$", before)


def texts(bundle):
    """Literal of each text of a bundle."""
    folders, _ = BUNDLES[bundle]
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*.swift")):
            if "Preview" in path.parts or "Samples" in path.parts:
                continue
            for item in literals(path):
                if is_text(item) and ("${" in item.key) == (bundle == "phrases"):
                    found.append(item)
    if bundle == "phrases":
        # Summaries of parameters belong to the app's own catalogue.
        return [item for item in found if "${applicationName}" in item.key]
    return found + ([] if bundle != "app" else summaries())


def summaries():
    found = []
    for path in sorted(BUNDLES["phrases"][0][0].rglob("*.swift")):
        found += [i for i in literals(path) if "${" in i.key and "${applicationName}" not in i.key]
    return found


def refusals(folders):
    """Literals of refusals and errors: they are looked up as they read, with numbers in them."""
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*.swift")):
            for item in literals(path):
                before = re.sub(r"\s+", " ", item.before)
                if REFUSAL.search(before) and not item.is_debug and "Samples" not in path.parts:
                    found.append(item)
    return found


def pattern(key, value=r"%(\d\$)?(@|lld|lf)"):
    """Matches the catalogue's keys of a literal: what kind of value stands in it is not in the literal."""
    return re.compile(re.escape(key).replace("%@", value), re.S)


if __name__ == "__main__":
    for bundle in BUNDLES:
        for item in texts(bundle):
            print(f"{bundle}\t{item.key!r}\t{item.where}")
