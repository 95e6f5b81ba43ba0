"""all-MiniLM-L6-v2 in numpy, as the on-box engine runs it: of a sentence its meaning (the last layer, an int8 unit vector of
384 values), its lower-layer features (the unit means of two layers below, 768 floats) and its token states (three
layers, piece by piece)."""
import json
import os
import struct
import unicodedata

import numpy as np

MAX_PIECES = 256
# The layers, counted from 1, whose means are the lower-layer features: they tell better than the last how a thing is
# said.
LOWER_LAYERS = (2, 4)
# The layers whose vectors are kept piece by piece: the token states.
TOKEN_STATE_LAYERS = (2, 4, 6)
EXTRA_PUNCTUATION = set(range(33, 48)) | set(range(58, 65)) | set(range(91, 97)) | set(range(123, 127))


def read_safetensors(path):
    with open(path, "rb") as handle:
        size = struct.unpack("<Q", handle.read(8))[0]
        header = json.loads(handle.read(size))
        data = handle.read()
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            tensors[name] = np.frombuffer(data[start:end], dtype=np.float32).reshape(entry["shape"])
    return tensors


class Tokenizer:
    """BERT's basic tokenizer (lower case, accents stripped) and greedy word pieces."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as handle:
            self.ids = {line.rstrip("\n"): index for index, line in enumerate(handle)}

    @staticmethod
    def words(text):
        text = "".join(
            " " if c in "\t\n\r" or unicodedata.category(c) == "Zs" else c
            for c in text
            if c in "\t\n\r" or unicodedata.category(c)[0] != "C"
        )
        text = unicodedata.normalize("NFD", text.lower())
        out = []
        for c in text:
            kind = unicodedata.category(c)
            if kind == "Mn":
                continue
            if ord(c) in EXTRA_PUNCTUATION or kind[0] == "P" or 0x4E00 <= ord(c) <= 0x9FFF:
                out.append(" " + c + " ")
            else:
                out.append(c)
        return "".join(out).split()

    def pieces(self, word):
        if len(word) > 100:
            return [self.ids["[UNK]"]]
        out, start = [], 0
        while start < len(word):
            end = len(word)
            while end > start:
                piece = ("##" if start else "") + word[start:end]
                if piece in self.ids:
                    break
                end -= 1
            if end == start:
                return [self.ids["[UNK]"]]
            out.append(self.ids[piece])
            start = end
        return out

    def encode(self, text):
        inner = [piece for word in self.words(text) for piece in self.pieces(word)]
        return [self.ids["[CLS]"]] + inner[: MAX_PIECES - 2] + [self.ids["[SEP]"]]


def layer_norm(x, tensors, name):
    mean = x.mean(-1, keepdims=True)
    spread = np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-12)
    return (x - mean) / spread * tensors[name + ".weight"] + tensors[name + ".bias"]


def unit(x):
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def gelu(x):
    from scipy.special import erf

    return x * 0.5 * (1 + erf(x * np.float32(0.70710678)))


class Embedder:
    HEADS = 12

    def __init__(self, folder):
        self.tokenizer = Tokenizer(os.path.join(folder, "vocab.txt"))
        self.tensors = read_safetensors(os.path.join(folder, "model.safetensors"))

    def linear(self, x, name):
        return x @ self.tensors[name + ".weight"].T + self.tensors[name + ".bias"]

    def forward(self, ids):
        """`ids`: rows of the same length; no padding is needed then. The unit vectors of meaning and of the
        lower-layer features, and the token states."""
        lower, states = [], []
        t = self.tensors
        rows, length = ids.shape
        x = t["embeddings.word_embeddings.weight"][ids]
        x = x + t["embeddings.position_embeddings.weight"][:length] + t["embeddings.token_type_embeddings.weight"][0]
        x = layer_norm(x, t, "embeddings.LayerNorm")
        for layer in range(6):
            base = "encoder.layer.%d." % layer
            q, k, v = (
                self.linear(x, base + "attention.self." + part).reshape(rows, length, self.HEADS, 32)
                .transpose(0, 2, 1, 3)
                for part in ("query", "key", "value")
            )
            scores = q @ k.transpose(0, 1, 3, 2) / np.float32(np.sqrt(32))
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            scores /= scores.sum(-1, keepdims=True)
            mixed = (scores @ v).transpose(0, 2, 1, 3).reshape(rows, length, 384)
            x = layer_norm(x + self.linear(mixed, base + "attention.output.dense"), t, base + "attention.output.LayerNorm")
            inner = gelu(self.linear(x, base + "intermediate.dense")).astype(np.float32)
            x = layer_norm(x + self.linear(inner, base + "output.dense"), t, base + "output.LayerNorm")
            if layer + 1 in LOWER_LAYERS:
                lower.append(unit(x.mean(1)))
            if layer + 1 in TOKEN_STATE_LAYERS:
                states.append(x)
        return unit(x.mean(1)), np.hstack(lower), np.concatenate(states, axis=-1)

    def batches(self, texts):
        """Texts of the same length together: their places and their rows of pieces."""
        encoded = [self.tokenizer.encode(text) for text in texts]
        groups = {}
        for index, ids in enumerate(encoded):
            groups.setdefault(len(ids), []).append(index)
        for length in sorted(groups):
            step = max(1, 1024 // length)
            for start in range(0, len(groups[length]), step):
                batch = groups[length][start:start + step]
                yield batch, np.array([encoded[i] for i in batch])

    def token_states(self, texts):
        """The vectors of `TOKEN_STATE_LAYERS` side by side for each piece of each text."""
        out = [None] * len(texts)
        for batch, ids in self.batches(texts):
            for index, states in zip(batch, self.forward(ids)[2]):
                out[index] = states.astype(np.float16)
        return out

    def embed(self, texts, progress=False):
        meaning = np.zeros((len(texts), 384), dtype=np.int8)
        lower = np.zeros((len(texts), 384 * len(LOWER_LAYERS)), dtype=np.float32)
        done = 0
        for batch, ids in self.batches(texts):
            means, lower[batch], _ = self.forward(ids)
            meaning[batch] = np.clip(np.rint(means * 127), -127, 127).astype(np.int8)
            done += len(batch)
            if progress and done // 5000 > (done - len(batch)) // 5000:
                print("embedded", done, "of", len(texts), flush=True)
        return meaning, lower


def cached_readings(texts, folder, cache):
    """Meanings and lower-layer features of `texts`. Reads what `cache` (an .npz file) does not hold yet, and keeps it
    there."""
    known = {}
    if os.path.exists(cache):
        stored = np.load(cache, allow_pickle=False)
        known = dict(zip(stored["texts"].tolist(), zip(stored["meanings"], stored["lowers"])))
    missing = sorted({t for t in texts if t.rstrip("\x00") not in known})
    if missing:
        known.update(zip(missing, zip(*Embedder(folder).embed(missing, progress=True))))
        keys = list(known)
        np.savez(cache, texts=np.array(keys), meanings=np.stack([known[k][0] for k in keys]),
                 lowers=np.stack([known[k][1] for k in keys]))
    return tuple(np.stack([known[t][part] for t in texts]) for part in (0, 1))
