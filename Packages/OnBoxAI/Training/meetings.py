"""Sentences of spoken meetings with labels given by hand: is it a commitment or a directive?

`meetings.tsv` holds no text: meeting, turn, sentence, the first eight digits of the sentence's SHA-1, label (1, 0, or ?
for one that may be read both ways). The text is read from `summary_qmsum.jsonl`. Its meeting qm-val-08 is left
out: the set `action_meeting`, which trains nothing, comes from the same recording.
"""
import csv
import hashlib
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))


def sentences(text):
    """A turn in sentences, contractions in one word."""
    text = re.sub(r"\s+('(?:ll|m|re|ve|s|d)|n't)\b", r"\1", text)
    return [sentence.strip() for sentence in re.split(r"(?<=[.!?])\s+", text)]


def digest(text):
    return hashlib.sha1(text.encode()).hexdigest()[:8]


def labelled(folder):
    """(meeting, sentence in small letters, label 1, 0 or None) of each distinct sentence, in order."""
    with open(os.path.join(folder, "summary_qmsum.jsonl"), encoding="utf-8") as handle:
        turns = {item["id"]: item["turns"] for item in map(json.loads, handle)}
    out = {}
    with open(os.path.join(HERE, "meetings.tsv"), encoding="utf-8", newline="") as handle:
        for row in csv.reader(handle, delimiter="\t"):
            if row[0].startswith("#"):
                continue
            meeting, turn, index, expected, label = row
            sentence = sentences(turns[meeting][int(turn)]["text"])[int(index)]
            if digest(sentence) != expected:
                raise SystemExit("meetings.tsv does not fit summary_qmsum.jsonl at " + "/".join(row[:3]))
            key = sentence.lower()
            known = out.get(key)
            # A label by hand wins over "may be read both ways" of the same words elsewhere.
            if known is None or known[2] is None:
                out[key] = (meeting, key, None if label == "?" else int(label))
    return list(out.values())
