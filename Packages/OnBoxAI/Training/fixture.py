"""The fixture that holds the Swift and the Python arithmetic together."""
import json

import numpy as np

import features
import network
from embed import TOKEN_STATE_LAYERS, Embedder, cached_readings

# Sentences of ours.
FIXTURE = [
    "Can you send me the signed contract by Friday?",
    "ok i'll look into the failing build tonight",
    "Mm-hmm.",
    "We decided to keep the old logo until the launch.",
    "How should we store the tokens?\nNeither option convinces me so far.",
    "Let’s meet on Tuesday at 3:30 — does that work for you?",
    "set a timer for ten minutes",
    "Production is down!! Please call me ASAP…",
    "Fix a typo in the user guide\nThe word \u201cretrieve\u201d is misspelled in section 4.2.",
    "Über die Straße: naïve café, 東京で会いましょう",
    "so um the results were a little worse than before",
    "@nina please rebase your branch, don't merge (see http://example.org/x?y=1)",
]


def probability(model, table, text, meaning, lower, beside):
    """What the Swift engine computes, with the weights as they are stored. `beside`: the sum of the networks."""
    total = model["bias"] + (model.get("network") or 0) * beside
    for group, scale in model["groups"].items():
        buckets = features.groups(text)[group]
        if buckets:
            share = scale if group in features.CUES else scale / np.sqrt(len(buckets))
            total += float(table[buckets].astype(int).sum()) * model["weightUnit"] * share
    if model["meaning"]:
        total += float(np.dot(model["meaning"], meaning)) / 127 + float(np.dot(model["manner"], lower))
        if features.is_informal(text):
            total += model["informalBias"]
            total += float(np.dot(model["informalMeaning"], meaning)) / 127
            total += float(np.dot(model["informalManner"], lower))
    return 1 / (1 + np.exp(-(model["slope"] * total + model["intercept"])))


def made_up_token_states(index):
    """No real one, but the same in the tests; real ones are large."""
    pieces = (256, 2, 20)[index % 3]
    return np.sin(0.7 * np.arange(pieces * 384 * len(TOKEN_STATE_LAYERS))).reshape(pieces, -1).astype(np.float32)


def write(path, models, tables, spoken_models, spoken_tables, networks, arguments):
    meanings, lowers = cached_readings(FIXTURE, arguments.embedder, arguments.cache)
    places = np.arange(len(FIXTURE))
    made_up = network.sums(networks, network.TokenStates([made_up_token_states(i) for i in places]), places)
    real = network.sums(networks, network.TokenStates(Embedder(arguments.embedder).token_states(FIXTURE)), places)
    items = []
    for place, text, meaning, lower in zip(places, FIXTURE, meanings.astype(int), np.round(lowers.astype(float), 5)):
        item = {"text": text, "meaning": meaning.tolist(), "manner": lower.tolist(), "full": {}, "lexical": {}}
        chosen = list(zip(models, tables))
        if features.is_informal(text):
            chosen += list(zip(spoken_models, spoken_tables))
        for model, table in chosen:
            kind = "full" if model["meaning"] else "lexical"
            said = [round(float(probability(model, table, text, meaning, lower, beside[place])), 6)
                    for beside in (made_up, real)]
            item[kind][model["label"]] = said[0]
            if kind == "full" and model["label"] == "action":
                item["read"] = said[1]
        items.append(item)
    with open(path, "w", encoding="utf-8") as handle:
        json.dump(items, handle, ensure_ascii=False)
        handle.write("\n")
