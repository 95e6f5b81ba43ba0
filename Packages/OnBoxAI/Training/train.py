#!/usr/bin/env python3
"""Trains the classifiers of the on-box engine and writes Models/classifier/. See README.md beside it.

usage: train.py --data DIR [--embedder DIR] [--cache FILE] [--out DIR] [--labels LABEL ...]
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
import fixture
import issue
import network
import spoken
from embed import Embedder, cached_readings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
MODELS = os.path.join(ROOT, "Models")
VERSION = "5"
BASE = {"words": 1.0, "characters": 1.0, "heads": 0.7, "cues": 0.25, "informalWords": 1.0, "informalHeads": 0.7,
        "informalCues": 0.25}
# sets: the data that trains the label. own: the weight of a sentence of ours; own_negative: on top, where it is a no.
# formal: of our sentences only those that begin with a capital; the others are the spoken model's. one_table: of readings,
# not a second one for texts that begin with a small letter. judge: what calibrates and sets the threshold, if not the sets.
# within: where many thresholds are as good, the one with the fewest false alarms that loses no more F1 than that.
# share: how many of the judged are positive in the wild. cost: the inverse of regularization. ratios: see fit.
PLAIN = {"words": 1.0, "characters": 1.0, "heads": 0.7, "cues": 0.25}
RECIPES = {
    "action": dict(sets=["action_email"], own=1.0, own_negative=0.5, formal=True, groups=PLAIN,
                   one_table=True, dense=2.0, cost=4.0, balanced=False, ratios=True),
    "decision": dict(sets=["decision_issue"], own=0.5, groups=PLAIN, dense=2.0, cost=4.0, balanced=True,
                     ratios=True),
    "scheduling": dict(sets=["schedule_assistant", "schedule_dialogue"], own=0.7, groups=BASE, dense=1.5, cost=8.0,
                       balanced=True, within=0.002),
    "urgency": dict(sets=[], own=1.0, groups={**PLAIN, "troubles": 0.5}, dense=1.0, cost=1.0,
                    balanced=True, judge="own", share=0.25),
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


def read_own(name):
    """Lines of own/NAME*.tsv: 0 or 1, a tab, the kind, a tab, the sentence."""
    texts, labels = [], []
    for path in sorted(glob.glob(os.path.join(HERE, "own", name + "*.tsv"))):
        with open(path, encoding="utf-8", newline="") as handle:
            for row in csv.reader(handle, delimiter="\t", quoting=csv.QUOTE_NONE):
                if row and not row[0].startswith("#"):
                    labels.append(int(row[0]))
                    texts.append(row[2])
    return texts, labels


def as_spoken(text):
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
        for variant in dict.fromkeys((text, text.lower(), as_spoken(text))):
            if recipe.get("formal") and features.is_informal(variant):
                continue
            texts.append(variant)
            labels.append(positive)
            hard.append(0)
            sources.append("own")
            weights.append(recipe["own"] * (1 if positive else recipe.get("own_negative", 1)))
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
                share = scale if group in features.CUES else scale / np.sqrt(len(buckets))
                indices += buckets
                values += [share] * len(buckets)
        indptr.append(len(indices))
    matrix = sp.csr_matrix((values, indices, indptr), shape=(len(texts), features.BUCKETS))
    matrix.sum_duplicates()
    return matrix


def dense_rows(meanings, lowers, scale):
    """Meaning and lower-layer features side by side, each vector of length `scale`."""
    return np.hstack([np.asarray(meanings, dtype=np.float64) / 127, np.asarray(lowers, dtype=np.float64)]) * scale


def dense_matrix(texts, rows, middle, recipe):
    """The rows, seen from their middle; in a model of all texts once more for informal ones only."""
    centred = rows - middle
    if recipe.get("one_table"):
        return sp.csr_matrix(centred)
    informal = np.array([features.is_informal(text) for text in texts], dtype=float)[:, None]
    return sp.csr_matrix(np.hstack([centred, centred * informal]))


def with_readings(matrix, texts, recipe, arguments):
    """The matrix with the columns of meaning and lower-layer features, and their middle."""
    rows = dense_rows(*cached_readings(texts, arguments.embedder, arguments.cache), recipe["dense"])
    middle = rows.mean(0)
    return sp.hstack([matrix, dense_matrix(texts, rows, middle, recipe)]).tocsr(), middle


class Mean:
    """Linear models as one: the mean of their sums, each divided by how widely it spreads."""

    def __init__(self, models, matrix):
        spreads = [np.std(model.decision_function(matrix)) for model in models]
        self.coef_ = np.mean([model.coef_ / spread for model, spread in zip(models, spreads)], axis=0)
        self.intercept_ = np.mean([model.intercept_ / spread for model, spread in zip(models, spreads)], axis=0)

    def decision_function(self, matrix):
        return np.asarray(matrix @ self.coef_[0]).ravel() + self.intercept_[0]


def regression(matrix, labels, weights, recipe, cost):
    model = LogisticRegression(C=cost, solver="liblinear", dual=True, max_iter=400, random_state=0,
                               class_weight="balanced" if recipe["balanced"] else None)
    return model.fit(matrix, labels, sample_weight=weights)


def log_ratios(matrix, labels, weights):
    """By how much each column is likelier with yes than with no, or the other way, as the size of a logarithm."""
    present = (matrix > 0).astype(float)
    counts = [1 + np.asarray(present[labels == c].T @ weights[labels == c]).ravel() for c in (1, 0)]
    ratios = np.abs(np.log(counts[0] / counts[0].sum()) - np.log(counts[1] / counts[1].sum()))
    return np.clip(ratios, 0.05, 3)


def fit(matrix, labels, weights, recipe):
    """A regression; with "ratios", its mean with one over words that count by how telling they are (after Wang and
    Manning, 2012). Both are linear, so the mean is one model again."""
    plain = regression(matrix, labels, weights, recipe, recipe["cost"])
    if not recipe.get("ratios"):
        return plain
    ratios = log_ratios(matrix[:, :features.BUCKETS], labels, weights)
    ratios = np.concatenate([ratios, np.zeros(matrix.shape[1] - features.BUCKETS)])
    telling = regression((matrix @ sp.diags(ratios)).tocsr(), labels, weights, recipe, recipe["cost"] / 4)
    telling.coef_ = telling.coef_ * ratios
    return Mean([plain, telling], matrix)


def best_threshold(labels, probabilities, within=0.0):
    """The highest threshold whose F1, smoothed over its neighbours, is `within` that of the best."""
    order = np.argsort(-probabilities)
    hits = np.cumsum(labels[order])
    f1 = 2 * hits / (np.arange(1, len(labels) + 1) + labels.sum())
    width = max(1, len(labels) // 100)
    smooth = np.convolve(f1, np.ones(width) / width, mode="same")
    smooth[:width] = 0
    smooth[-width:] = 0
    return float(probabilities[order][(smooth >= smooth.max() - within).argmax()])


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


def held_out_scores(data, matrix, recipe, seed):
    """Scores from models that saw neither the item nor its spoken twin."""
    keys = np.array([as_spoken(t) for t in data.texts])
    names = np.unique(keys)
    first = {k: l for k, l in zip(keys, data.labels)}
    folds = StratifiedKFold(5, shuffle=True, random_state=seed).split(names, [first[n] for n in names])
    scores = np.zeros(len(data.texts))
    for _, test_names in folds:
        test = np.isin(keys, names[test_names])
        model = fit(matrix[~test], data.labels[~test], data.weights[~test], recipe)
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


def rounded(values):
    return [float("%.6g" % value) for value in values]


def train(label, arguments, embedded):
    recipe = RECIPES[label]
    data = data_for(label, arguments.data)
    matrix = lexical_matrix(data.texts, recipe["groups"])
    matrix, middle = with_readings(matrix, data.texts, recipe, arguments) if embedded else (matrix, None)
    repeats = [held_out_scores(data, matrix, recipe, seed) for seed in range(arguments.repeats)]
    scores = np.mean(repeats, axis=0)
    # Issue trackers are no chat: what counts as urgent is set by our own messages, of which too many are positive.
    judged = data.sources == recipe["judge"] if "judge" in recipe else np.isin(data.sources, recipe["sets"])
    checked = judged if "judge" in recipe else np.ones(len(judged), dtype=bool)
    importance = data.weights * np.where(data.labels == 1, recipe.get("share", 0.5), 1 - recipe.get("share", 0.5))
    slope, intercept = platt(scores[checked], data.labels[checked], importance[checked])
    pooled = 1 / (1 + np.exp(-(slope * scores + intercept)))
    threshold = best_threshold(data.labels[judged], pooled[judged], recipe.get("within", 0.0))
    runs = [report(data, s, threshold, slope, intercept) for s in repeats]
    print("%s, %s: threshold %.3f" % (label, "full" if embedded else "lexical", threshold), flush=True)
    for source in runs[0]:
        for key in runs[0][source]:
            values = [run[source][key] for run in runs]
            print("  %-20s %-5s %.4f ± %.4f" % (source, key, np.mean(values), np.std(values)))
    return described(label, fit(matrix, data.labels, data.weights, recipe), recipe, middle, slope, intercept, threshold)


def described(label, model, recipe, middle, slope, intercept, threshold):
    """The model's description, without its place, and its table."""
    weights = model.coef_[0]
    table = weights[: features.BUCKETS]
    unit = float(np.abs(table).max() / 127)
    table_bytes = np.clip(np.rint(table / unit), -127, 127).astype(np.int8)
    width = 0 if middle is None else len(middle)
    dense = weights[features.BUCKETS:].reshape(-1, width) if width else np.zeros((2, 0))
    # A model of one kind of texts has no second table for those that begin with a small letter.
    informal = dense[1] if len(dense) > 1 else np.zeros(width)
    shift = [float(part @ middle) if width else 0.0 for part in (dense[0], informal)]
    return {
        "label": label,
        "meaning": rounded(dense[0][:384] * recipe["dense"]),
        "manner": rounded(dense[0][384:] * recipe["dense"]),
        "informalMeaning": rounded(informal[:384] * recipe["dense"]),
        "informalManner": rounded(informal[384:] * recipe["dense"]),
        "bias": float(model.intercept_[0]) - shift[0],
        "informalBias": -shift[1],
        "groups": recipe["groups"],
        "weightUnit": unit,
        "slope": slope,
        "intercept": intercept,
        "threshold": threshold,
    }, table_bytes


def train_spoken(arguments, embedded):
    """The action of texts that begin with a small letter, and its networks. Its probability is one half where F1 over the
    meetings is the largest."""
    own = [pair for name in ("action", "spoken") for pair in zip(*read_own(name))]
    data, recipe = spoken.data(arguments.data, own, as_spoken), spoken.RECIPE
    matrix = lexical_matrix(data.texts, recipe["groups"])
    matrix, middle = with_readings(matrix, data.texts, recipe, arguments) if embedded else (matrix, None)

    def linear(known, asked):
        return fit(matrix[known], data.labels[known], data.weights[known], recipe).decision_function(matrix[asked])

    scores = spoken.held_out(data, linear)
    judged = data.sources == "meetings"
    report_spoken(data, scores, "linear" if embedded else "lexical")
    networks, share = None, None
    if embedded:
        states = network.TokenStates(Embedder(arguments.embedder).token_states(data.texts))

        def asked_of_networks(known, asked):
            return network.sums(network.fit(states, data.labels, data.weights, known), states, asked)

        beside = spoken.held_out(data, asked_of_networks)
        report_spoken(data, beside, "networks")
        share = float(scores[judged].std() / beside[judged].std())
        scores = scores + share * beside
        report_spoken(data, scores, "full")
        networks = network.fit(states, data.labels, data.weights, np.arange(len(data.texts)))
    slope, _ = platt(scores[judged], data.labels[judged], data.weights[judged])
    threshold = spoken.threshold(data.labels[judged], scores[judged])
    model, table = described(
        "action", fit(matrix, data.labels, data.weights, recipe), recipe, middle, slope, -slope * threshold, 0.5)
    model["network"] = share
    return model, table, networks


def report_spoken(data, scores, kind):
    judged = data.sources == "meetings"
    research = np.isin(data.meetings, spoken.RESEARCH)
    for name, here in (("meetings", judged), ("design and committees", judged & ~research), ("research", judged & research)):
        threshold = spoken.threshold(data.labels[here], scores[here])
        print("action, spoken, %s: %s held out, %d of %d positive: F1 %.4f, AP %.4f" % (
            kind, name, data.labels[here].sum(), here.sum(),
            f1_score(data.labels[here], (scores[here] >= threshold).astype(int)),
            average_precision(data.labels[here], scores[here])), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="the folder with the .jsonl sets")
    parser.add_argument("--embedder", default=os.path.join(MODELS, "all-minilm-l6-v2"))
    parser.add_argument("--cache", default="embeddings.npz", help="where embeddings are kept between runs")
    parser.add_argument("--out", default=os.path.join(MODELS, "classifier"))
    parser.add_argument("--issues", default=os.path.join(MODELS, "issues"))
    parser.add_argument("--fixture", default=os.path.join(ROOT, "Fixtures", "classifier.json"))
    parser.add_argument("--issue-fixture", default=os.path.join(ROOT, "Fixtures", "classifier-issue.json"))
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
    spoken_models, spoken_tables, networks = [], [], None
    for embedded in (True, False):
        model, table, made = train_spoken(arguments, embedded)
        networks = networks or made
        model["offset"] = features.BUCKETS * (len(tables) + len(spoken_tables))
        spoken_models.append(model)
        spoken_tables.append(table)
    all_tables = tables + spoken_tables
    of_issues, table = issue.train(
        arguments.data, max(5, arguments.repeats), average_precision, best_threshold, f1_score, platt)
    os.makedirs(arguments.out, exist_ok=True)
    np.concatenate(all_tables).tofile(os.path.join(arguments.out, "classifier.bin"))
    with open(os.path.join(arguments.out, "classifier.json"), "w", encoding="utf-8") as handle:
        json.dump({"version": VERSION, "buckets": features.BUCKETS, "models": models, "spoken": spoken_models}, handle)
        handle.write("\n")
    network.write(os.path.join(arguments.out, "spoken.safetensors"), networks)
    fixture.write(arguments.fixture, models, tables, spoken_models, spoken_tables, networks, arguments)
    issue.write(arguments.issues, of_issues, table)
    issue.write_fixture(arguments.issue_fixture, of_issues, table)


if __name__ == "__main__":
    main()
