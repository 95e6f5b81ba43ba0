"""Small networks that read a spoken text piece by piece; `OnBoxAI/Classify/SpokenNetwork.swift` computes the same: change
both or none.

A piece's vectors (of three layers of the encoder) are normalized, narrowed, seen with both neighbours, and gathered
twice: by a learned attention and by their largest values. Networks that differ only by chance are averaged.
"""
import json
import math
import struct

import numpy as np
import torch
from torch import nn
from torch.nn import functional

MEMBERS = 3
WIDTH = 32
EPOCHS = 6
BATCH = 64
RATE = 2e-3
DECAY = 0.02
# Of the columns of a text's pieces, and of what is gathered.
DROPPED_COLUMNS = 0.1
DROPPED = 0.3


class TokenStates:
    """The token states of texts, normalized, one after the other."""

    def __init__(self, states):
        self.lengths = np.array([len(text) for text in states])
        self.first = torch.tensor(np.cumsum(self.lengths) - self.lengths)
        self.rows = torch.cat([self.normalized(text) for text in states])

    @staticmethod
    def normalized(states):
        rows = torch.tensor(np.asarray(states, dtype=np.float32))
        return functional.layer_norm(rows, rows.shape[1:]).half()

    def batch(self, texts):
        """The token states of `texts` filled up to the same length, and where there is something in them."""
        lengths = torch.tensor(self.lengths[texts])
        places = torch.arange(int(lengths.max()))
        real = places[None] < lengths[:, None]
        first = self.first[texts][:, None]
        return self.rows[torch.where(real, first + places[None], first)].float(), real


class Network(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.down = nn.Linear(inputs, WIDTH)
        self.convolution = nn.Conv1d(WIDTH, WIDTH, 3, padding=1)
        self.gate = nn.Linear(WIDTH, 1, bias=False)
        self.output = nn.Linear(2 * WIDTH, 1)

    def forward(self, states, real):
        if self.training:
            kept = torch.rand(states.shape[0], 1, states.shape[2]) > DROPPED_COLUMNS
            states = states * kept / (1 - DROPPED_COLUMNS)
        narrow = self.down(states) * real[:, :, None]
        seen = functional.gelu(self.convolution(narrow.transpose(1, 2)).transpose(1, 2))
        shares = self.gate(seen)[:, :, 0].masked_fill(~real, -1e4).softmax(1)
        gathered = (seen * shares[:, :, None]).sum(1)
        largest = seen.masked_fill(~real[:, :, None], -1e4).max(1).values
        return self.output(functional.dropout(torch.cat([gathered, largest], 1), DROPPED, self.training))[:, 0]


def batches(lengths, texts, random):
    """`texts` in batches of like length, in no order."""
    texts = random.permutation(texts)
    out = []
    for start in range(0, len(texts), BATCH * 20):
        near = texts[start:start + BATCH * 20]
        near = near[np.argsort(lengths[near], kind="stable")]
        out += [near[i:i + BATCH] for i in range(0, len(near), BATCH)]
    return [out[i] for i in random.permutation(len(out))]


def member(states, labels, weights, texts, seed):
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    network = Network(states.rows.shape[1])
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    steps = EPOCHS * math.ceil(len(texts) / BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / (0.1 * steps)) * max(0.02, 1 - step / steps))
    labels, weights = (torch.tensor(values, dtype=torch.float32) for values in (labels, weights))
    for _ in range(EPOCHS):
        for batch in batches(states.lengths, texts, random):
            sums = network(*states.batch(batch))
            losses = functional.binary_cross_entropy_with_logits(sums, labels[batch], reduction="none")
            optimizer.zero_grad()
            (losses * weights[batch]).mean().backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    return network.eval()


def fit(states, labels, weights, texts):
    """Learns from the places `texts`."""
    return [member(states, labels, weights, np.asarray(texts), seed) for seed in range(MEMBERS)]


@torch.no_grad()
def sums(networks, states, texts):
    texts = np.asarray(texts)
    out = np.zeros(len(texts))
    order = np.argsort(states.lengths[texts], kind="stable")
    for start in range(0, len(order), 128):
        places = order[start:start + 128]
        batch = states.batch(texts[places])
        out[places] = np.mean([network(*batch).numpy() for network in networks], axis=0)
    return out


def write(path, networks):
    """A file of named arrays (safetensors)."""
    arrays = {
        "down.weight": np.concatenate([network.down.weight.detach().numpy() for network in networks]),
        "down.bias": np.concatenate([network.down.bias.detach().numpy() for network in networks]),
    }
    for index, network in enumerate(networks):
        convolution = network.convolution.weight.detach().permute(0, 2, 1).reshape(WIDTH, 3 * WIDTH)
        arrays["convolution.%d.weight" % index] = convolution.numpy()
        arrays["convolution.%d.bias" % index] = network.convolution.bias.detach().numpy()
        arrays["gate.%d" % index] = network.gate.weight.detach().numpy()[0]
        arrays["output.%d" % index] = network.output.weight.detach().numpy()[0]
        arrays["bias.%d" % index] = network.output.bias.detach().numpy()
    contents, place = {}, 0
    for name, array in arrays.items():
        contents[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [place, place + 4 * array.size]}
        place += 4 * array.size
    header = json.dumps(contents).encode()
    header += b" " * (-len(header) % 8)
    with open(path, "wb") as handle:
        handle.write(struct.pack("<Q", len(header)) + header)
        for array in arrays.values():
            handle.write(np.ascontiguousarray(array, dtype="<f4").tobytes())
