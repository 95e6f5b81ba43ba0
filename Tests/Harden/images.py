"""Damaged pictures without end, uploaded to the real server: each costs one child at most, and chat goes on beside them."""

import http.client
import os
import pathlib
import random
import subprocess
import threading
import time

from harness import IS_SHORT, Answer, Person, Server, figure, main, new_id, require, send_on, temporary_folder

SECONDS = float(os.environ.get("MESSAGEAI_IMAGE_SECONDS", 20 if IS_SHORT else 600))
UPLOADERS = 4
#: MiB that the server may have more at the end than after the first pictures.
GROWTH = 64
#: As the server gives a child.
PATIENCE = 60


def samples(folder: pathlib.Path) -> list[bytes]:
    """Small pictures of every kind that libvips can write here."""
    def vips(*arguments: str) -> None:
        subprocess.run(["vips", *arguments], cwd=folder, check=True, capture_output=True)

    for name, height in (("picture", "72"), ("tall", "216")):
        vips("gaussnoise", "noise.v", "96", height, "--mean", "128", "--sigma", "60")
        vips("cast", "noise.v", "grey.v", "uchar")
        vips("bandjoin", "grey.v grey.v grey.v", "colour.v")
        vips("copy", "colour.v", f"{name}.v", "--interpretation", "srgb")
    made = []
    for name in ("a.jpg[Q=80]", "b.jpg[Q=60,interlace]", "c.png", "d.png[interlace]", "e.webp", "f.webp[lossless]", "g.gif", "h.heic", "i.avif"):
        vips("copy", "picture.v", name)
        made.append((folder / name.split("[")[0]).read_bytes())
    vips("copy", "tall.v", "moving.gif[page-height=72]")
    vips("copy", "tall.v", "moving.webp[page-height=72]")
    return made + [(folder / "moving.gif").read_bytes(), (folder / "moving.webp").read_bytes()]


def damaged(chance: random.Random, pictures: list[bytes]) -> bytes:
    """A picture with bits turned, numbers put in, parts cut out, doubled, or taken from another one."""
    picture = bytearray(chance.choice(pictures))
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        at = chance.randrange(len(picture) or 1)
        how = chance.randrange(7)
        if how == 0 and picture:
            picture[at] ^= 1 << chance.randrange(8)
        elif how == 1:
            number = chance.choice((0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, chance.getrandbits(32)))
            picture[at:at + 4] = number.to_bytes(4, chance.choice(("big", "little")))
        elif how == 2:
            del picture[at:]
        elif how == 3:
            del picture[at:at + chance.randrange(1, 400)]
        elif how == 4:
            picture[at:at] = picture[at:at + chance.randrange(1, 400)]
        elif how == 5:
            other = chance.choice(pictures)
            start = chance.randrange(len(other))
            picture[at:at + 256] = other[start:start + 256]
        else:
            # Sizes stand near the beginning.
            at = chance.randrange(min(64, len(picture) or 1))
            picture[at:at + 2] = chance.getrandbits(16).to_bytes(2, "big")
    return bytes(picture) or b"\0"


class Uploader:
    def __init__(self, server: Server, person: Person, pictures: list[bytes], seed: int) -> None:
        self.server, self.person, self.pictures = server, person, pictures
        self.chance = random.Random(seed)
        self.taken = self.refused = 0
        self.error: str | None = None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self) -> None:
        try:
            while time.monotonic() < self.until and self.error is None:
                self.upload(damaged(self.chance, self.pictures))
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"

    def upload(self, picture: bytes) -> None:
        connection = http.client.HTTPConnection(self.server.address, self.server.port, timeout=PATIENCE)
        id = new_id()
        try:
            made = send_on(
                connection, "POST", "/v1/uploads", {"id": id, "name": "picture.jpg", "bytes": len(picture)}, self.person.token)
            require(made.status == 201, f"an upload begins: {made.status} {made.body!r}")
            connection.request("PATCH", f"/v1/uploads/{id}", picture, {
                "Authorization": f"Bearer {self.person.token}", "Content-Type": "application/partial-upload",
                "Upload-Offset": "0", "Upload-Complete": "?1",
            })
            response = connection.getresponse()
            answer = Answer(response.status, dict(response.getheaders()), response.read())
            if answer.status == 200:
                self.taken += 1
                send_on(connection, "DELETE", f"/v1/uploads/{id}", None, self.person.token)
            else:
                code = answer.json["code"]
                self.refused += 1
                if (answer.status, code) not in ((422, "invalid"), (400, "invalid")):
                    kept = self.server.data.parent / f"picture-{id}"
                    kept.write_bytes(picture)
                    self.error = f"{answer.status} {code} for {kept}"
        finally:
            connection.close()


def part() -> None:
    with temporary_folder() as folder:
        (folder / "samples").mkdir()
        pictures = samples(folder / "samples")
        server = Server(folder / "data", options=[
            "--no-rate-limits", "--no-intelligence", "--uploads-a-day", "1000000"])
        try:
            server.start()
            people = [Person(server, f"person{number}") for number in range(UPLOADERS)]
            conversation = people[0].group("Pictures", people[1:])
            uploaders = [Uploader(server, person, pictures, seed) for seed, person in enumerate(people)]
            require(all(uploader.upload(picture) is None for uploader in uploaders[:1] for picture in pictures), "samples")
            require(uploaders[0].taken >= 9, f"whole pictures are taken: {uploaders[0].taken} of {len(pictures)}")
            uploaders[0].taken = uploaders[0].refused = 0
            before = server.resident()
            until = time.monotonic() + SECONDS
            for uploader in uploaders:
                uploader.until = until
                uploader.thread.start()
            slowest = sent = 0
            while time.monotonic() < until and not any(uploader.error for uploader in uploaders):
                started = time.monotonic()
                for person in people:
                    answer = person.post(conversation, "beside the pictures")
                    if answer.status == 401:
                        person.refresh()
                    else:
                        require(answer.status == 201, f"a message is taken: {answer.status} {answer.body!r}")
                        sent += 1
                slowest = max(slowest, (time.monotonic() - started) / len(people))
                time.sleep(0.2)
            for uploader in uploaders:
                uploader.thread.join(PATIENCE)
                require(not uploader.thread.is_alive(), "an upload ends")
                require(uploader.error is None, str(uploader.error))
            server.expect_alive()
            taken, refused = (sum(getattr(uploader, name) for uploader in uploaders) for name in ("taken", "refused"))
            figure("damaged pictures", f"{taken + refused}, of which {refused} refused and {taken} could be read")
            figure("messages beside them", f"{sent}, the slowest round {slowest * 1000:.0f} ms for each")
            figure("memory of the server", f"{before} MiB, then {server.resident()} MiB")
            require(refused > 0 and taken > 0, "both kinds were there")
            require(server.resident() - before <= GROWTH, f"memory grows by at most {GROWTH} MiB")
        finally:
            server.kill()


main(part)
