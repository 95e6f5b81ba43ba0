"""Pictures and other files that the checks send; each is made anew, none is kept in the repository."""

import random
import struct
import zlib
from typing import Any


def png(width: int, height: int, seed: int = 1) -> bytes:
    """A sky over hills, other colours for each seed."""
    chance = random.Random(seed)
    top, low = [chance.randint(60, 200) for _ in range(3)], [chance.randint(120, 250) for _ in range(3)]
    hills = [height * (0.55 + 0.2 * chance.random()) for _ in range(9)]
    rows = []
    for y in range(height):
        sky = bytes(int(a + (b - a) * y / height) for a, b in zip(top, low))
        row = bytearray(b"\0")
        for x in range(width):
            place = x * 8 / width
            left = int(place)
            edge = hills[left] + (hills[left + 1] - hills[left]) * (place - left)
            row += sky if y < edge else bytes((30, 70 + y * 40 // height, 60))
        rows.append(bytes(row))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(rows), 6)),
        (b"IEND", b""),
    ))


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def photo(name: str, width: int = 320, height: int = 240, seed: int = 1) -> Any:
    return {"name": name, "mimeType": "image/png", "buffer": png(width, height, seed)}


def pdf(name: str) -> Any:
    return {"name": name, "mimeType": "application/pdf", "buffer": b"%PDF-1.4\n" + b"% a plan of the harbour\n" * 400 + b"%%EOF\n"}


def noise(name: str, size: int) -> Any:
    """Bytes that nothing makes smaller."""
    return {"name": name, "mimeType": "application/octet-stream", "buffer": random.Random(size).randbytes(size)}
