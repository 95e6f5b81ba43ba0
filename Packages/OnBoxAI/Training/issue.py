"""The urgency of an issue: a title with a description. `IssueFeatures.swift` reads the same: change both or none.

Words and pairs of words of title and description apart, weighed by how rare they are, and yes-or-no observations. Learns
from issues whose project said it, and from issues that were read (`readings.py`). On so few issues word parts and the
embedding only add noise, and our own chat sentences are another matter: none is used.
"""
import json
import os

import numpy as np
import scipy.sparse as sp
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

import features
import readings

GROUPS = ("issueTitle", "issueBody", "issueCues")
# Families of words by what they speak of. A star stands for any ending.
LISTS = features.lists("trackers.txt")
STEMS = {name: text.split() for name, text in LISTS.items() if name not in ("deeds", "packages", "persons", "links", "testNames")}
EXACT = {name: {w.encode() for w in stems if w[-1] != "*"} for name, stems in STEMS.items()}
BEGINNINGS = {name: tuple(w[:-1].encode() for w in stems if w[-1] == "*") for name, stems in STEMS.items()}
DOES = features.byte_set(LISTS["deeds"])
PACKAGES = features.byte_set(LISTS["packages"])
COST = 3.0
RARITY_SCALE = 4.5
CUE_SCALE = 0.03
# Of an issue that was read, against one whose urgency the project told.
READ_WEIGHT = 2.0
FIXTURE = [
    ("Server hangs forever when the disk is full", "Since 2.1 the writer thread is stuck:\n  at org.example.Writer.flush(Writer.java:12)"),
    ("Fix typo in the manual", ""),
    ("[Build] Dockerfile is broken", "We can't build a release; see https://example.org/x {code}"),
    ("Naïve cache loses entries?", "What happens:\n1\n2\n3\nIllegalStateException, \u201cOutOfMemoryError\u201d"),
]


def cues(title, body):
    """Yes-or-no observations, by name; both as tokens."""
    out = set()
    for name in STEMS:
        for part, words in (("title ", title), ("body ", body)):
            if any(w in EXACT[name] or w.startswith(BEGINNINGS[name]) for w in words):
                out.add(part + name)
    for part, words in (("title ", title), ("body ", body)):
        if any(w.startswith((b"test", b"itest")) for w in words):
            out.add(part + "names a test")
        if any(w[0] == 48 for w in words):
            out.add(part + "number")
        if b"?" in words:
            out.add(part + "question")
    out |= {"body over %d" % limit for limit in (0, 9, 24, 49, 99, 149) if len(body) > limit}
    out |= {"title over %d" % limit for limit in (4, 7, 11, 15) if len(title) > limit}
    if any(a == b"at" and b in PACKAGES for a, b in zip(body, body[1:])):
        out.add("trace")
    if any(w.endswith(b"exception") for w in body):
        out.add("names exception")
    if any(w.endswith(b"error") and len(w) > 5 for w in body):
        out.add("names error")
    if b"{" in body:
        out.add("brace")
    if b"http" in body or b"https" in body:
        out.add("link")
    if body.count(b"\n") > 3:
        out.add("many lines")
    if title[:1] == [b"["]:
        out.add("title bracket")
    if b"i" in body or b"we" in body:
        out.add("person")
    if title and title[0] in DOES:
        out.add("title does")
    return out


def groups(title, body):
    title, body = features.tokens(title)[0], features.tokens(body)[0]
    out = {}
    for group, tokens, kinds in (("issueTitle", title, "TU"), ("issueBody", body, "BC")):
        words = [w for w in tokens if features.is_word(w)]
        out[group] = {features.bucket(kinds[0], w) for w in words}
        out[group] |= {features.bucket(kinds[1], a, b) for a, b in zip(words, words[1:])}
    out["issueCues"] = {features.bucket("V", cue.encode()) for cue in cues(title, body)}
    return out


def scales(rows):
    """What each bucket is multiplied with: by its rarity (words) or spread (cues) in `rows`."""
    counts = np.zeros(features.BUCKETS)
    is_cue = np.zeros(features.BUCKETS, dtype=bool)
    for row in rows:
        for group in GROUPS:
            counts[list(row[group])] += 1
        is_cue[list(row["issueCues"])] = True
    rarity = (np.log((1 + len(rows)) / (1 + counts)) + 1) / RARITY_SCALE
    share = counts / len(rows)
    spread = CUE_SCALE / (np.sqrt(share * np.maximum(0, 1 - share)) + 0.02)
    return np.where(counts == 0, 0, np.where(is_cue, spread, rarity))


def matrix(rows, scale):
    indptr, indices, values = [0], [], []
    for row in rows:
        for group in GROUPS:
            buckets = sorted(row[group])
            indices += buckets
            values += list(scale[buckets] / (1 if group == "issueCues" else np.sqrt(max(1, len(buckets)))))
        indptr.append(len(indices))
    out = sp.csr_matrix((values, indices, indptr), shape=(len(rows), features.BUCKETS))
    out.sum_duplicates()
    return out


def fit(rows, labels, read, chances):
    """`rows` with what their project said, and `read` with the chances that readers gave: each counts as an urgent one
    and one that is not, by its chance. What the project said balances both kinds."""
    scale = scales(rows + read)
    share = labels.mean()
    known, guessed = matrix(rows, scale), matrix(read, scale)
    model = LogisticRegression(C=COST, solver="liblinear", max_iter=2000, random_state=0)
    model.fit(
        sp.vstack([known, guessed, guessed]),
        np.concatenate([labels, np.ones(len(read)), np.zeros(len(read))]),
        sample_weight=np.concatenate([
            np.where(labels == 1, 0.5 / share, 0.5 / (1 - share)),
            READ_WEIGHT * 0.5 / share * chances,
            READ_WEIGHT * 0.5 / (1 - share) * (1 - chances),
        ]))
    return model.coef_[0] * scale, float(model.intercept_[0])


def scores(rows, weights, bias):
    return matrix(rows, np.ones(features.BUCKETS)) @ weights + bias


def train(folder, repeats, average_precision, best_threshold, f1_score, platt):
    """The model's description and its table."""
    with open(os.path.join(folder, "urgency_issue.jsonl"), encoding="utf-8") as handle:
        items = [json.loads(line) for line in handle if line.strip()]
    rows = [groups(item["text"], item.get("body") or "") for item in items]
    labels = np.array([item["label"] for item in items])
    guessed = readings.issues(folder)
    read = [groups(title, body) for title, body, _ in guessed]
    chances = np.array([chance for *_, chance in guessed])
    held_out = []
    for seed in range(repeats):
        found = np.zeros(len(rows))
        for known, asked in StratifiedKFold(5, shuffle=True, random_state=seed).split(rows, labels):
            model = fit([rows[i] for i in known], labels[known], read, chances)
            found[asked] = scores([rows[i] for i in asked], *model)
        held_out.append(found)
    values = [average_precision(labels, found) for found in held_out]
    mean = np.mean(held_out, axis=0)
    slope, intercept = platt(mean, labels, np.ones(len(labels)))
    pooled = 1 / (1 + np.exp(-(slope * mean + intercept)))
    threshold = best_threshold(labels, pooled)
    random = np.random.default_rng(0)
    drawn = [random.integers(0, len(labels), len(labels)) for _ in range(1000)]
    boot = [average_precision(labels[d], held_out[k % repeats][d]) for k, d in enumerate(drawn)]
    runs = [f1_score(labels, (1 / (1 + np.exp(-(slope * s + intercept))) >= threshold).astype(int)) for s in held_out]
    print("urgency of issues: threshold %.3f, F1 %.4f, AP %.4f ± %.4f, 95%% over items [%.3f, %.3f]" % (
        threshold, np.mean(runs), np.mean(values), np.std(values), *np.percentile(boot, (2.5, 97.5))), flush=True)
    weights, bias = fit(rows, labels, read, chances)
    unit = float(np.abs(weights).max() / 127)
    table = np.clip(np.rint(weights / unit), -127, 127).astype(np.int8)
    return {
        "buckets": features.BUCKETS, "bias": bias, "weightUnit": unit, "slope": slope, "intercept": intercept,
        "threshold": threshold,
    }, table


def write(folder, model, table):
    os.makedirs(folder, exist_ok=True)
    table.tofile(os.path.join(folder, "issues.bin"))
    with open(os.path.join(folder, "issues.json"), "w", encoding="utf-8") as handle:
        json.dump(model, handle)
        handle.write("\n")


def write_fixture(path, model, table):
    out = []
    for title, body in FIXTURE:
        total = float(scores([groups(title, body)], table * model["weightUnit"], model["bias"])[0])
        value = 1 / (1 + np.exp(-(model["slope"] * total + model["intercept"])))
        out.append({"title": title, "body": body, "urgency": round(float(value), 6)})
    with open(path, "w", encoding="utf-8") as handle:
        json.dump(out, handle, ensure_ascii=False)
        handle.write("\n")
