"""Issues that were read: how likely would their project call each urgent?

`issues.tsv` holds no text: issue, the first eight digits of its text's SHA-1, and the chance in a hundred that each of two
readings gave it. The text is read from `search_bugs.corpus.jsonl`. Issues of `urgency_issue` are not among them, and what
the project really said of these is not known here.
"""
import csv
import json
import os

from meetings import digest

HERE = os.path.dirname(os.path.abspath(__file__))


def title_and_body(text):
    """The set writes "title. description"."""
    title, _, body = text.partition(". ")
    return (title, body) if len(title.split()) >= 3 else (text[:80], text[80:])


def issues(folder):
    """(title, description, chance from 0 to 1: the mean of both readings) of each issue."""
    with open(os.path.join(folder, "search_bugs.corpus.jsonl"), encoding="utf-8") as handle:
        texts = {item["doc_id"]: item["text"] for item in map(json.loads, handle)}
    out = []
    with open(os.path.join(HERE, "issues.tsv"), encoding="utf-8", newline="") as handle:
        for row in csv.reader(handle, delimiter="\t"):
            if row[0].startswith("#"):
                continue
            issue, expected, first, second = row
            text = texts[issue]
            if digest(text) != expected:
                raise SystemExit("issues.tsv does not fit search_bugs.corpus.jsonl at " + issue)
            out.append((*title_and_body(text), (int(first) + int(second)) / 200))
    return out
