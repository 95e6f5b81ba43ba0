"""Weak labels for spoken sentences: rules that say "commitment or directive", "neither", or nothing.

Read on the turns of QMSum's design meetings and committees only. All that a rule takes for a yes is labelled by hand by now,
so that what these rules still add are sentences of committees that are a no.
"""
import json
import os
import re

RESEARCH = re.compile(r"^(PhD|Grad|Professor|Postdoc|Undergrad)\b")
LEAD = re.compile(
    r"^(?:(?:ok|okay|so|well|yes|yeah|yep|no|oh|ah|um|uh|hmm|mm|alright|right|sure|and|but|then|now|just|actually|"
    r"basically|anyway|sorry|please|maybe|if you want|i think|i guess)\b[ ,.-]*)+"
)
NOT_DONE = (
    "be say admit assume guess have probably just never not need want see think remember know bet say start-with "
    "tell-you-what"
).split()
COMMITMENT = re.compile(
    r"^(?:i|we)(?:'ll| will|'m gonna|'m going to|'re going to) (?:just |also |then |quickly |probably |try to |try and |go )*"
    r"(\w+)"
)
DIRECTIVE = re.compile(
    r"^(?:go ahead|go on|go back|go to|wait|hold on|hang on|tell (?:me|us|him|her|them)|give (?:me|us|it|him|her)|"
    r"send|show (?:me|us|it)|look at|have a look|take a look|take (?:a|the|your|that|this|it)|put (?:it|that|this|the|your|"
    r"them)|let (?:me|us) know|make sure|don't (?:forget|worry|touch|do|put|say)|remember to|remind me|ask (?:him|her|"
    r"them|me|the|your)|bring|pass (?:me|it|that)|sit down|come (?:on|in|here|back)|excuse me|try (?:it|to|that)|read|write|"
    r"draw|turn|press|click|check|open|close|leave (?:it|that|the)|keep (?:it|that|going|the)|move (?:it|that|on)|"
    r"stop|think (?:about|of)|use (?:the|your)|do (?:it|that|you want to (?:go|start|say|present))|start|feel free|speak|talk|"
    r"say|explain|imagine|suppose|be careful|please)\b"
)
REQUEST = re.compile(r"^(?:can|could|would|will) (?:you|somebody|someone|anybody|we all) (?:please |just |maybe )?(\w+)")
UNCLEAR = re.compile(
    r"\b(?:i'll|i will|we'll|we will|let me|let us|let's|gonna|going to|you should|you have to|you need to|you can|"
    r"you could|please|can you|could you|would you|why don't|want you|need you|i can)\b"
)


def weak_label(text):
    """1, 0, or None when the rules can not tell."""
    clean = text.lower().replace(" 'll", "'ll").replace(" n't", "n't").replace("’", "'").strip()
    core = LEAD.sub("", clean)
    words = core.split()
    if not words:
        return 0
    asks = clean.endswith("?")
    found = COMMITMENT.match(core)
    if found and not asks and found.group(1) not in NOT_DONE and len(words) >= 3:
        return 1
    if DIRECTIVE.match(core) and not asks and len(words) <= 25:
        return 1
    found = REQUEST.match(core)
    if found:
        return 1 if found.group(1) not in ("say", "imagine", "be", "have", "hear", "see", "think", "like") else None
    if UNCLEAR.search(clean):
        return None
    return 0


def spoken_sentences(folder):
    """Sentences of QMSum's meetings other than research meetings, as they stand."""
    seen, out = set(), []
    with open(os.path.join(folder, "search_qmsum.corpus.jsonl"), encoding="utf-8") as handle:
        for line in handle:
            for turn in json.loads(line)["text"].split("\n"):
                speaker, _, said = turn.partition(": ")
                if RESEARCH.match(speaker) or not said:
                    continue
                said = re.sub(r"\s+('(?:ll|m|re|ve|s|d)|n't)\b", r"\1", said)
                for sentence in re.split(r"(?<=[.!?])\s+", said):
                    key = sentence.lower()
                    if 1 <= len(sentence.split()) <= 40 and key not in seen:
                        seen.add(key)
                        out.append(sentence)
    return out
