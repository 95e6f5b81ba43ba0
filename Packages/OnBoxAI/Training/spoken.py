"""The action of spoken words: what a text asks or promises that begins with a small letter, as transcripts and quick
chat do. A model of its own: what is said in a meeting is worded otherwise than what is written in a letter.

A linear model, and where there are readings, networks beside it that count as much (`network.py`). Learns from
`meetings.tsv`, `own/spoken.tsv`, `own/action.tsv` in small letters and the rules of `weak.py`. Judged by
sentences of meetings that the model did not see: each meeting is asked of a model that learned from the others.
"""
import numpy as np

import meetings
import weak

GROUPS = {"words": 1.5, "characters": 1.0, "heads": 0.7, "cues": 0.25}
# All texts begin with a small letter, so that a second table for these would be the same again. 2.83 is the length that
# two tables of 2.0 amount to.
RECIPE = dict(groups=GROUPS, dense=2.83, cost=4.0, balanced=False, ratios=True, one_table=True)
# QMSum's meetings at ICSI among them.
RESEARCH = ("qm-val-04", "qm-val-06", "qm-val-07", "qm-val-09")
# Of a no, of a yes.
WEIGHTS = {"meetings": (1.0, 2.0), "unsure": (0.5, 0.5), "own": (0.25, 0.5), "weak": (0.3, 1.0)}


class Data:
    def __init__(self, rows):
        self.texts = [text for text, *_ in rows]
        self.labels = np.array([label for _, label, *_ in rows])
        self.sources = np.array([source for _, _, source, _ in rows])
        self.meetings = np.array([meeting for *_, meeting in rows])
        self.weights = np.array([WEIGHTS[source][label] for _, label, source, _ in rows])


def data(folder, own, spoken):
    """`own`: our sentences, (text, label); `spoken` writes a text as a recogniser would."""
    rows = []
    for text, label in own:
        for variant in dict.fromkeys((text.lower(), spoken(text))):
            rows.append((variant, label, "own", ""))
    read = meetings.labelled(folder)
    for meeting, text, label in read:
        # What may be read both ways counts as half a yes: a team would rather be reminded.
        rows.append((text, 1, "unsure", meeting) if label is None else (text, label, "meetings", meeting))
    known = {text for _, text, _ in read}
    for text in weak.spoken_sentences(folder):
        label = weak.weak_label(text)
        if label is not None and text.lower() not in known:
            rows.append((text.lower(), label, "weak", ""))
    return Data(rows)


def held_out(found, ask):
    """`ask(known, asked)`: the scores of the places `asked` by a model of the places `known`. Of each labelled sentence,
    by a model that saw no labelled sentence of its meeting."""
    scores = np.zeros(len(found.texts))
    for meeting in sorted(set(found.meetings) - {""}):
        asked = found.meetings == meeting
        scores[asked] = ask(np.flatnonzero(~asked), np.flatnonzero(asked))
    return scores


def threshold(labels, scores):
    """Where F1 is the largest, smoothed over a width that suits how few are positive."""
    order = np.argsort(-scores)
    hits = np.cumsum(labels[order])
    f1 = 2 * hits / (np.arange(1, len(labels) + 1) + labels.sum())
    width = max(1, min(len(labels) // 100, int(labels.sum()) // 8))
    smooth = np.convolve(f1, np.ones(width) / width, mode="same")
    smooth[:width] = 0
    smooth[-width:] = 0
    return float(scores[order][smooth.argmax()])
