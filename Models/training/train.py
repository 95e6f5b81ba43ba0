#!/usr/bin/env python3
"""Trains the classifiers of the on-box engine and writes Models/classifier/. See README.md beside it.

usage: train.py --data DIR [--embedder DIR] [--cache FILE] [--out DIR] [--evaluate]
"""
import argparse
import csv
import glob
import json
import os

import numpy as np
import scipy.sparse as sp
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

import features
from embed import cached_embeddings

HERE = os.path.dirname(os.path.abspath(__file__))
VERSION = "1"
BASE = {"words": 1.0, "characters": 1.0, "heads": 0.7, "cues": 0.25}
# sets: the data that trains the label. own: the weight of a sentence of ours. threshold: by which set it is chosen.
RECIPES = {
    "action": dict(sets=["action_email"], own=1.0, groups=BASE, embedding=2.0, cost=2.0),
    "decision": dict(sets=["decision_issue"], own=0.5, groups=BASE, embedding=1.5, cost=4.0),
    "scheduling": dict(sets=["schedule_assistant", "schedule_dialogue"], own=0.7, groups=BASE, embedding=2.0, cost=8.0),
    "urgency": dict(sets=["urgency_issue"], own=0.5, groups={**BASE, "title": 1.0}, embedding=2.0, cost=1.0),
}


class Data:
    def __init__(self, texts, labels, sources, weights, hard=None):
        self.texts, self.labels, self.sources = texts, np.array(labels), np.array(sources)
        self.weights = np.array(weights, dtype=float)
        self.hard = np.array(hard if hard is not None else [0] * len(texts))


def read_set(folder, name):
    with open(os.path.join(folder, name + ".jsonl"), encoding="utf-8") as handle:
        items = [json.loads(line) for line in handle if line.strip()]
    texts = [item["text"] + ("\n" + item["body"] if item.get("body") else "") for item in items]
    return texts, [item["label"] for item in items], [item.get("hard", 0) for item in items]


def read_own(label):
    """Lines of own/LABEL*.tsv: 0 or 1, a tab, the kind, a tab, the sentence."""
    texts, labels = [], []
    for path in sorted(glob.glob(os.path.join(HERE, "own", label + "*.tsv"))):
        with open(path, encoding="utf-8", newline="") as handle:
            for row in csv.reader(handle, delimiter="\t", quoting=csv.QUOTE_NONE):
                if row and not row[0].startswith("#"):
                    labels.append(int(row[0]))
                    texts.append(row[2])
    return texts, labels


def spoken(text):
    """The sentence as a recogniser would write it: no capitals, no marks."""
    return " ".join("".join(c if c.isalnum() or c in "' " else " " for c in text.lower().replace("’", "'")).split())


def data_for(label, folder):
    recipe = RECIPES[label]
    texts, labels, sources, weights, hard = [], [], [], [], []
    for name in recipe["sets"]:
        t, l, h = read_set(folder, name)
        texts += t
        labels += l
        hard += h
        sources += [name] * len(t)
        weights += [1.0] * len(t)
    t, l = read_own(label)
    for text, positive in zip(t, l):
        for variant in dict.fromkeys((text, spoken(text))):
            texts.append(variant)
            labels.append(positive)
            hard.append(0)
            sources.append("own")
            weights.append(recipe["own"])
    return Data(texts, labels, sources, weights, hard)


_groups = {}


def lexical_matrix(texts, scales):
    indptr, indices, values = [0], [], []
    for text in texts:
        if text not in _groups:
            _groups[text] = features.groups(text)
        for group, scale in scales.items():
            buckets = _groups[text][group]
            if buckets:
                share = scale if group == "cues" else scale / np.sqrt(len(buckets))
                indices += buckets
                values += [share] * len(buckets)
        indptr.append(len(indices))
    matrix = sp.csr_matrix((values, indices, indptr), shape=(len(texts), features.BUCKETS))
    matrix.sum_duplicates()
    return matrix


def fit(matrix, labels, weights, cost):
    model = LogisticRegression(C=cost, solver="liblinear", class_weight="balanced", dual=True, max_iter=400,
                               random_state=0)
    return model.fit(matrix, labels, sample_weight=weights)


def best_threshold(labels, probabilities):
    """The middle of the step at which F1 is the largest, smoothed over its neighbours."""
    order = np.argsort(-probabilities)
    hits = np.cumsum(labels[order])
    f1 = 2 * hits / (np.arange(1, len(labels) + 1) + labels.sum())
    width = max(1, len(labels) // 100)
    smooth = np.convolve(f1, np.ones(width) / width, mode="same")
    smooth[:width] = 0
    smooth[-width:] = 0
    return float(probabilities[order][smooth.argmax()])


def f1_score(labels, predicted):
    hits = (labels * predicted).sum()
    return float(2 * hits / max(1, labels.sum() + predicted.sum()))


def average_precision(labels, scores):
    order = np.argsort(-scores, kind="stable")
    sorted_labels = labels[order]
    return float((np.cumsum(sorted_labels) / np.arange(1, len(labels) + 1))[sorted_labels == 1].mean())


def platt(scores, labels, weights):
    model = LogisticRegression(C=1e4).fit(scores.reshape(-1, 1), labels, sample_weight=weights)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def held_out_scores(data, matrix, cost, seed):
    """Scores from models that saw neither the item nor its spoken twin."""
    keys = np.array([spoken(t) for t in data.texts])
    names = np.unique(keys)
    first = {k: l for k, l in zip(keys, data.labels)}
    folds = StratifiedKFold(5, shuffle=True, random_state=seed).split(names, [first[n] for n in names])
    scores = np.zeros(len(data.texts))
    for _, test_names in folds:
        test = np.isin(keys, names[test_names])
        model = fit(matrix[~test], data.labels[~test], data.weights[~test], cost)
        scores[test] = model.decision_function(matrix[test])
    return scores


def report(data, scores, threshold, slope, intercept):
    probabilities = 1 / (1 + np.exp(-(slope * scores + intercept)))
    out = {}
    for source in np.unique(data.sources):
        here = data.sources == source
        labels, predicted = data.labels[here], (probabilities[here] >= threshold).astype(int)
        entry = {"F1": f1_score(labels, predicted), "AP": average_precision(labels, probabilities[here])}
        hard = here & (data.hard == 1) & (data.labels == 0)
        if hard.any():
            entry["hard"] = float((probabilities[hard] >= threshold).mean())
        out[source] = entry
    return out


def train(label, arguments, embedded):
    recipe = RECIPES[label]
    data = data_for(label, arguments.data)
    matrix = lexical_matrix(data.texts, recipe["groups"])
    if embedded:
        vectors = cached_embeddings(data.texts, arguments.embedder, arguments.cache).astype(np.float64) / 127
        matrix = sp.hstack([matrix, sp.csr_matrix(vectors * recipe["embedding"])]).tocsr()
    repeats = [held_out_scores(data, matrix, recipe["cost"], seed) for seed in range(arguments.repeats)]
    scores = np.mean(repeats, axis=0)
    judged = np.isin(data.sources, recipe["sets"])
    slope, intercept = platt(scores, data.labels, data.weights)
    pooled = 1 / (1 + np.exp(-(slope * scores + intercept)))
    threshold = best_threshold(data.labels[judged], pooled[judged])
    runs = [report(data, s, threshold, slope, intercept) for s in repeats]
    print("%s, %s: threshold %.3f" % (label, "full" if embedded else "lexical", threshold))
    for source in runs[0]:
        for key in runs[0][source]:
            values = [run[source][key] for run in runs]
            print("  %-20s %-5s %.4f ± %.4f" % (source, key, np.mean(values), np.std(values)))
    model = fit(matrix, data.labels, data.weights, recipe["cost"])
    weights = model.coef_[0]
    table = weights[: features.BUCKETS]
    unit = float(np.abs(table).max() / 127)
    return {
        "label": label,
        "embedding": [float("%.6g" % (w * recipe["embedding"])) for w in weights[features.BUCKETS:]],
        "bias": float(model.intercept_[0]),
        "groups": recipe["groups"],
        "weightUnit": unit,
        "slope": slope,
        "intercept": intercept,
        "threshold": threshold,
    }, np.clip(np.rint(table / unit), -127, 127).astype(np.int8)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="the folder with the .jsonl sets")
    parser.add_argument("--embedder", default=os.path.join(HERE, "..", "all-minilm-l6-v2"))
    parser.add_argument("--cache", default="embeddings.npz", help="where embeddings are kept between runs")
    parser.add_argument("--out", default=os.path.join(HERE, "..", "classifier"))
    parser.add_argument("--repeats", type=int, default=3, help="of the five-fold cross-validation")
    parser.add_argument("--labels", nargs="*", default=list(RECIPES), help="only report on these; nothing is written")
    arguments = parser.parse_args()
    models, tables = [], []
    for label in arguments.labels:
        for embedded in (True, False):
            model, table = train(label, arguments, embedded)
            model["offset"] = features.BUCKETS * len(tables)
            models.append(model)
            tables.append(table)
    if arguments.labels != list(RECIPES):
        return
    os.makedirs(arguments.out, exist_ok=True)
    np.concatenate(tables).tofile(os.path.join(arguments.out, "classifier.bin"))
    with open(os.path.join(arguments.out, "classifier.json"), "w", encoding="utf-8") as handle:
        json.dump({"version": VERSION, "buckets": features.BUCKETS, "models": models}, handle)
        handle.write("\n")


if __name__ == "__main__":
    main()
