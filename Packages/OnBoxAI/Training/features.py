"""What the classifiers read off a text. `TextFeatures.swift` does the same, byte for byte: change both or none.

A text becomes tokens (ASCII lower case, each digit a "0", typographic quotes made plain), the tokens become features
(strings with a one-letter kind), and each feature a bucket: FNV-1a of its bytes, masked. Buckets of one group weigh
1 / sqrt(how many) each, so that long and short texts compare; cues weigh 1.
"""

def byte_set(text):
    return {word.encode() for word in text.split()}


BUCKETS = 1 << 16
# Groups of which every bucket weighs 1.
CUES = ("cues", "informalCues", "troubles")
MAX_TOKENS = 400
MAX_TOKEN_BYTES = 24

# Words that are skipped at the head of a sentence only when they are pure lead-in.
LEAD_INS = byte_set(
    "ok okay so well yes yeah yep yup no nope oh ah um uh uhm hmm mm alright right sure great thanks cool perfect "
    "awesome nice fine and but also then now just actually basically hi hello hey anyway sorry please kindly "
    ", - ; :"
)
AUXILIARIES = byte_set(
    "can could will would should shall may might do does did is are was were has have had am can't couldn't won't "
    "wouldn't shouldn't don't doesn't didn't isn't aren't"
)
QUESTION_WORDS = byte_set("what what's when when's where where's who who's whom whose why which how how's")
VERBS = byte_set(
    "accept add address adjust advise agree aim align allow announce answer apply approve arrange ask assign attach "
    "avoid back block book bring build bump buy call cancel change chase check choose clarify clean clear click close "
    "collect come commit compare complete confirm connect consider contact continue convert copy correct cover create "
    "cut decide define delete deliver deploy describe design develop disable discuss display do document double "
    "download draft drop edit email enable encrypt enjoy ensure enter escalate estimate evaluate examine expect explain "
    "explore export extend extract feel fetch figure file fill filter find finish fix flag follow forget format forward "
    "generate get give go grab handle hang have help hide highlight hold implement import improve include increase "
    "inform insert install investigate invite involve join keep know label launch learn leave let limit link list "
    "listen load log look loop maintain make manage mark meet mention merge mock monitor move name note notify offer "
    "open order organize overwrite pass pay persist pick ping place plan play post postpone prepare present prevent "
    "print prioritize process propose provide publish pull push put raise reach read rebase record reduce refactor "
    "refer refresh register reject release remember remind remove rename replace reply report request reschedule "
    "reset resolve respond restart restrict retry return review revert rewrite roll rotate run save say schedule "
    "search see select send separate set share ship show sign simplify sit skip solve sort speak specify split stand "
    "start stay stop store submit suggest switch sync take talk tell test think track transfer translate try turn "
    "type unify update upgrade upload use validate verify view visit wait wake walk warn watch wrap write"
)
DAYS = byte_set(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun tomorrow "
    "today tonight weekend week noon midnight morning afternoon evening eod eow january february march april june "
    "july august september october november december"
)
PAST = byte_set(
    "was were did had went said told sent made got took came gave found thought saw met called asked wrote changed "
    "added fixed created removed updated tried wanted needed used decided moved discussed"
)
HEDGES = byte_set("maybe perhaps might could probably possibly alternatively either or if")
FIRST_FUTURE = {(b"i", b"will"), (b"we", b"will"), (b"i", b"can"), (b"i", b"shall"), (b"let", b"me"), (b"i", b"could")}
FIRST_FUTURE_WORDS = byte_set("i'll we'll gonna")
OBLIGATION = {
    (b"need", b"to"), (b"have", b"to"), (b"has", b"to"), (b"should", b"be"), (b"supposed", b"to"), (b"got", b"to"),
}
SECOND_PERSON = byte_set("you your you're you'll yours yourself u ya")
URGENT = byte_set(
    "urgent urgently asap immediately now critical blocker blocking blocked outage down broken emergency fails failing "
    "failure crash crashes crashed leak loss corrupt corruption deadlock security vulnerability cve stuck hang hangs "
    "exception npe error regression release"
)
# What tells a trouble that is there from one that is over, or only spoken of.
TROUBLE = byte_set(
    "fail fails failed failing failure failures down broken breaks broke crash crashes crashed crashing error errors "
    "outage stuck hang hangs hanging leak leaks leaking leaked lost losing lose loses dead dies died dying expires expired "
    "refused refuses unreachable unavailable blocked blocking blocks breach corrupt corrupted corrupts garbage wrong wrongly full "
    "timeout timeouts locked emergency alarm fire flood missing cancelled attack attacks overheating overheats restarted "
    "restarts memory limit cannot can't attacker passwords deleting twice charged ringing loop unpaid stolen"
)
OVER = byte_set(
    "fixed resolved solved repaired recovered restored works worked again back finished done over gone found merged "
    "deployed renewed stable green rolled closed rotated installed upgraded signed clear quiet ready changed valid switched"
)
PRESSES = byte_set(
    "now immediately asap urgent urgently tonight midnight minute minutes hour today quick quickly soon hurry once right "
    "everyone everybody all customers users production live"
)
CALM = byte_set(
    "no nothing none known fine later someday whenever week weeks month months quarter year yesterday spring past some "
    "day rush hurry minor test training lessons planned announced"
)
SUPPOSED = byte_set("if would could should how which whether what why shall might maybe let's article word")
CALENDAR = byte_set("calendar schedule appointment meeting meet invite slot availability available free")
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
    if b"?" in seen or b"??" in seen:
        out.add("question mark")
    if text and text[-1] in (b"?", b"??"):
        out.add("ends with a question mark")
    if b"!" in seen or b"!!" in seen:
        out.add("exclamation")
    if b"please" in seen or b"pls" in seen or b"plz" in seen:
        out.add("please")
    if seen & SECOND_PERSON:
        out.add("second person")
    if pairs & FIRST_FUTURE or seen & FIRST_FUTURE_WORDS:
        out.add("first person future")
    if pairs & OBLIGATION or b"must" in seen or b"should" in seen:
        out.add("obligation")
    if b"let's" in seen or (b"let", b"us") in pairs:
        out.add("let's")
    if seen & DAYS:
        out.add("day")
    if any(w[0] == 48 for w in words):
        out.add("number")
    if seen & PAST:
        out.add("past")
    if seen & HEDGES:
        out.add("hedge")
    if seen & URGENT:
        out.add("urgent word")
    if seen & CALENDAR:
        out.add("calendar word")
    if b"@" in seen:
        out.add("mention")
    if b"http" in seen or b"https" in seen or b"www" in seen:
        out.add("link")
    if b"{" in seen or b"}" in seen or b"(" in seen:
        out.add("brackets")
    for sentence, mark in sentences(words):
        head = strip(sentence)
        if not head:
            continue
        first = head[0]
        second = head[1] if len(head) > 1 else b""
        if first in VERBS or (first in (b"don't", b"never", b"do") and second not in (b"you", b"we", b"i", b"they")):
            out.add("imperative")
            if mark in (b"?", b"??"):
                out.add("imperative question")
        if first in AUXILIARIES:
            out.add("auxiliary first")
            if second in (b"you", b"u", b"ya"):
                out.add("asks you")
            if second in (b"i", b"we"):
                out.add("asks us")
        if first in QUESTION_WORDS:
            out.add("question word first")
        if first in (b"i", b"i'll", b"i'm", b"i've", b"i'd"):
            out.add("speaker first")
        if first in (b"we", b"we'll", b"we're", b"we've", b"let's"):
            out.add("we first")
        if first in (b"you", b"you'll", b"you're"):
            out.add("you first")
        if first in (b"it", b"it's", b"this", b"that", b"there", b"they", b"he", b"she", b"the"):
            out.add("thing first")
    return sorted(out)


def troubles(words):
    """Observations for urgency alone, by name."""
    seen = set(words)
    found = {
        name for name, list in (
            ("trouble", TROUBLE), ("over", OVER), ("presses", PRESSES), ("calm", CALM), ("supposed", SUPPOSED)
        ) if seen & list
    }
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
    while start < len(sentence) - 1 and sentence[start] in LEAD_INS and start < 6:
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
