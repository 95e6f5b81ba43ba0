"""What the classifiers read off a text. `TextFeatures.swift` does the same, byte for byte: change both or none.

A text becomes tokens (ASCII lower case, each digit a "0", typographic quotes made plain), the tokens become features
(strings with a one-letter kind), and each feature a bucket: FNV-1a of its bytes, masked. Buckets of one group weigh
1 / sqrt(how many) each, so that long and short texts compare; cues weigh 1.
"""

import pathlib
import re

BUCKETS = 1 << 16
# Groups of which every bucket weighs 1.
CUES = ("cues", "informalCues", "troubles")
MAX_TOKENS = 400
MAX_TOKEN_BYTES = 24
ENGLISH = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "CWords" / "English"


def lists(file):
    """The texts of the lists of a file of words, by their names; the Swift code reads the same files."""
    text = re.sub("^# .*", "", (ENGLISH / file).read_text(), flags=re.M)
    return dict(re.findall(r"^\[\w+\.(\w+)\]\n([^\[]*)", text, re.M))


def byte_set(text):
    return {word.encode() for word in text.split()}


CUE_LISTS = lists("cues.txt")
WORDS = {name: byte_set(text) for name, text in CUE_LISTS.items()}
PAIRS = {
    name: {tuple(word.encode() for word in pair.split()) for pair in re.split("[,\n]", text) if pair}
    for name, text in CUE_LISTS.items() if name.endswith("Pairs")
}
STOPS = byte_set(". ! ? .. !! ??")


def tokens(text):
    """The tokens of `text` as a list of bytes, and where each starts and ends in the UTF-8 bytes."""
    raw = text.encode("utf-8")
    size = len(raw)
    out, spans = [], []
    at = 0

    def letter(position):
        """(normalised byte, width) of the word character at `position`, or None."""
        if position >= size:
            return None
        c = raw[position]
        if 65 <= c <= 90:
            return c + 32, 1
        if 97 <= c <= 122:
            return c, 1
        if 48 <= c <= 57:
            return 48, 1
        if c >= 0x80 and quote(position) is None and not general_punctuation(position):
            return c, 1
        return None

    def general_punctuation(position):
        """Typographic dashes, dots and spaces: E2 80 xx, and the no-break space C2 A0."""
        return (raw[position:position + 2] == b"\xe2\x80" and position + 2 < size) or (
            raw[position:position + 2] == b"\xc2\xa0"
        )

    def quote(position):
        """(plain quote, width) at `position`, or None."""
        c = raw[position]
        if c == 39:
            return 39, 1
        if raw[position:position + 3] in (b"\xe2\x80\x98", b"\xe2\x80\x99"):
            return 39, 3
        if raw[position:position + 2] == b"\xca\xbc":
            return 39, 2
        if c == 34:
            return 34, 1
        if raw[position:position + 3] in (b"\xe2\x80\x9c", b"\xe2\x80\x9d"):
            return 34, 3
        return None

    while at < size and len(out) < MAX_TOKENS:
        found = letter(at)
        if found:
            word, start = bytearray(), at
            while True:
                found = letter(at)
                if found:
                    word.append(found[0])
                    at += found[1]
                    continue
                mark = quote(at) if at < size else None
                if mark and mark[0] == 39 and letter(at + mark[1]):
                    word.append(39)
                    at += mark[1]
                    continue
                break
            out.append(bytes(word[:MAX_TOKEN_BYTES]))
            spans.append((start, at))
            continue
        mark = quote(at)
        if mark:
            at += mark[1]
            continue
        c = raw[at]
        if general_punctuation(at):
            at += 3 if c == 0xE2 else 2
            continue
        if c == 10:
            out.append(b"\n")
            spans.append((at, at + 1))
            at += 1
            continue
        if c <= 32 or c == 127:
            at += 1
            continue
        start = at
        while at < size and raw[at] == c:
            at += 1
        out.append(bytes([c]) if at - start == 1 else bytes([c, c]))
        spans.append((start, at))
    return out, spans


def bucket(kind, *parts):
    value = 0x811C9DC5
    value = ((value ^ ord(kind)) * 0x01000193) & 0xFFFFFFFF
    for part in parts:
        value = ((value ^ 0x1F) * 0x01000193) & 0xFFFFFFFF
        for c in part:
            value = ((value ^ c) * 0x01000193) & 0xFFFFFFFF
    value ^= value >> 15
    return value & (BUCKETS - 1)


def sentences(words):
    """Runs of tokens without the marks that end them; whether a mark was a question mark goes with each."""
    out, current = [], []
    for word in words:
        if word in STOPS or word == b"\n":
            if current:
                out.append((current, word))
            current = []
        else:
            current.append(word)
    if current:
        out.append((current, b""))
    return out


def is_word(token):
    c = token[0]
    return 97 <= c <= 122 or c == 48 or c >= 0x80


def length_class(count):
    for index, limit in enumerate((1, 2, 3, 5, 8, 12, 18, 27, 40, 80)):
        if count <= limit:
            return index
    return 10


def cues(words):
    """Yes-or-no observations, by name."""
    text = words
    pairs = set(zip(text, text[1:]))
    seen = set(text)
    out = set()
    count = sum(1 for w in words if is_word(w))
    out.add("length%d" % length_class(count))
    if seen & WORDS["questionMarks"]:
        out.add("question mark")
    if text and text[-1] in WORDS["questionMarks"]:
        out.add("ends with a question mark")
    if seen & WORDS["exclamationMarks"]:
        out.add("exclamation")
    if seen & WORDS["please"]:
        out.add("please")
    if seen & WORDS["secondPerson"]:
        out.add("second person")
    if pairs & PAIRS["futurePairs"] or seen & WORDS["futureWords"]:
        out.add("first person future")
    if pairs & PAIRS["obligationPairs"] or seen & WORDS["obligationWords"]:
        out.add("obligation")
    if pairs & PAIRS["letUsPairs"] or seen & WORDS["letUsWords"]:
        out.add("let's")
    if seen & WORDS["days"]:
        out.add("day")
    if any(w[0] == 48 for w in words):
        out.add("number")
    if seen & WORDS["past"]:
        out.add("past")
    if seen & WORDS["hedges"]:
        out.add("hedge")
    if seen & WORDS["urgent"]:
        out.add("urgent word")
    if seen & WORDS["calendar"]:
        out.add("calendar word")
    if seen & WORDS["mention"]:
        out.add("mention")
    if seen & WORDS["links"]:
        out.add("link")
    if seen & WORDS["brackets"]:
        out.add("brackets")
    for sentence, mark in sentences(words):
        head = strip(sentence)
        if not head:
            continue
        first = head[0]
        second = head[1] if len(head) > 1 else b""
        if first in WORDS["verbs"] or first in WORDS["doNot"] and second not in WORDS["persons"]:
            out.add("imperative")
            if mark in WORDS["questionMarks"]:
                out.add("imperative question")
        if first in WORDS["auxiliaries"]:
            out.add("auxiliary first")
            if second in WORDS["you"]:
                out.add("asks you")
            if second in WORDS["us"]:
                out.add("asks us")
        if first in WORDS["questionWords"]:
            out.add("question word first")
        if first in WORDS["speakers"]:
            out.add("speaker first")
        if first in WORDS["groups"]:
            out.add("we first")
        if first in WORDS["addressees"]:
            out.add("you first")
        if first in WORDS["things"]:
            out.add("thing first")
    return sorted(out)


def troubles(words):
    """Observations for urgency alone, by name."""
    seen = set(words)
    found = {name for name in ("trouble", "over", "presses", "calm", "supposed") if seen & WORDS[name]}
    if "trouble" in found and not found & {"over", "calm", "supposed"}:
        found.add("open trouble")
    if "trouble" in found and "presses" in found:
        found.add("pressing trouble")
    if "trouble" not in found and "presses" not in found:
        found.add("no trouble")
    if "over" in found and "presses" not in found:
        found.add("over and calm")
    return sorted(found)


def strip(sentence):
    start = 0
    while start < len(sentence) - 1 and sentence[start] in WORDS["leadIns"] and start < 6:
        start += 1
    return sentence[start:]


GROUPS = ("words", "characters", "heads", "cues", "troubles", "title", "informalWords", "informalHeads", "informalCues")


def is_informal(text):
    """Whether the first ASCII letter is a small one: chat and transcripts, where a question asks for less."""
    for c in text:
        if c.isascii() and c.isalpha():
            return c.islower()
    return False


def groups(text):
    """The distinct buckets of each group."""
    words, _ = tokens(text)
    start = b"<"
    seen = {name: set() for name in GROUPS}
    previous, before = start, start
    in_title = True
    has_body = b"\n" in words
    informal = is_informal(text)
    for word in words:
        if word == b"\n":
            in_title = False
            previous, before = start, start
            continue
        seen["words"].add(bucket("w", word))
        seen["words"].add(bucket("b", previous, word))
        seen["words"].add(bucket("t", before, previous, word))
        if informal:
            seen["informalWords"].add(bucket("x", word))
            seen["informalWords"].add(bucket("y", previous, word))
            seen["informalWords"].add(bucket("z", before, previous, word))
        if in_title and has_body:
            seen["title"].add(bucket("T", word))
            seen["title"].add(bucket("U", previous, word))
        if is_word(word):
            padded = b"_" + word + b"_"
            for size in (3, 4, 5):
                for at in range(len(padded) - size + 1):
                    seen["characters"].add(bucket("c", padded[at:at + size]))
        if word in STOPS:
            previous, before = start, start
        else:
            before, previous = previous, word
    for sentence, mark in sentences(words):
        head = strip(sentence)[:3]
        ending = mark[:1]
        seen["heads"].add(bucket("h", head[0]))
        seen["heads"].add(bucket("i", *head[:2]))
        seen["heads"].add(bucket("j", *head[:3]))
        seen["heads"].add(bucket("k", head[0], ending))
        if informal:
            seen["informalHeads"].add(bucket("H", head[0]))
            seen["informalHeads"].add(bucket("I", *head[:2]))
            seen["informalHeads"].add(bucket("J", *head[:3]))
            seen["informalHeads"].add(bucket("K", head[0], ending))
    for cue in troubles(words):
        seen["troubles"].add(bucket("r", cue.encode()))
    for cue in cues(words):
        seen["cues"].add(bucket("q", cue.encode()))
        if informal:
            seen["informalCues"].add(bucket("Q", cue.encode()))
    if informal:
        seen["informalCues"].add(bucket("Q", b"informal"))
    return {name: sorted(values) for name, values in seen.items()}
