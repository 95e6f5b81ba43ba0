// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Uploader } from '../src/uploader.js';
import { RequestError } from '../src/session.js';
import { chance } from './support.js';

/** A server as docs/protocol.md, 5.3, has it, on a line that fails as chance wants. */
class Server {
  /** @type {Map<string, {bytes: number, parts: Uint8Array[], offset: number}>} */
  uploads = new Map();
  /** @type {Set<string>} */
  underWay = new Set();
  mostAtOnce = 0;
  requests = 0;

  /** @param {(bound: number) => number} pick @param {number} faults in a hundred */
  constructor(pick, faults) {
    this.pick = pick;
    this.faults = faults;
  }

  /** @param {string} method @param {string} path @param {any} options */
  async fetch(method, path, { headers, body, signal }) {
    this.requests += 1;
    const id = method === 'POST' ? JSON.parse(body).id : path.split('/').at(-1);
    assert.ok(!this.underWay.has(id), 'one request at a time for each file');
    this.underWay.add(id);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay.size);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    try {
      const fault = this.pick(100) < this.faults ? this.pick(4) : -1;
      if (signal?.aborted || fault === 0) throw new TypeError('cut on the way there');
      if (fault === 1) return problem(503, { code: 'overloaded', detail: 'later', retry: true });
      if (fault === 2 && method === 'PATCH') {
        this.#take(id, headers, body.slice(0, this.pick(body.byteLength + 1)), true);
        throw new TypeError('cut in the middle');
      }
      const answer = this.#answer(method, id, headers, body);
      if (fault === 3) throw new TypeError('cut on the way back');
      return answer;
    } finally {
      this.underWay.delete(id);
    }
  }

  /** @param {string} method @param {string} id @param {any} headers @param {any} body */
  #answer(method, id, headers, body) {
    if (method === 'POST') {
      const { bytes } = JSON.parse(body);
      if (!this.uploads.has(id)) this.uploads.set(id, { bytes, parts: [], offset: 0 });
      return this.#state(id, 201);
    }
    const upload = this.uploads.get(id);
    if (!upload) return problem(404, { code: 'not_found', detail: 'No such upload.' });
    if (method === 'HEAD')
      return new Response(null, { status: 204, headers: { 'Upload-Offset': `${upload.offset}` } });
    return this.#take(id, headers, body, false);
  }

  /** @param {string} id @param {any} headers @param {ArrayBuffer} body @param {boolean} isCut */
  #take(id, headers, body, isCut) {
    const upload = this.uploads.get(id);
    if (!upload) return problem(404, { code: 'not_found', detail: 'No such upload.' });
    if (Number(headers['Upload-Offset']) !== upload.offset)
      return problem(
        409,
        { code: 'conflict', detail: 'Another offset.' },
        { 'Upload-Offset': `${upload.offset}` },
      );
    upload.parts.push(new Uint8Array(body));
    upload.offset += body.byteLength;
    const isLast = headers['Upload-Complete'] === '?1';
    if (!isCut) assert.equal(isLast, upload.offset === upload.bytes);
    if (isLast && !isCut) return this.#state(id, 200, { id });
    return new Response(null, { status: 204, headers: { 'Upload-Offset': `${upload.offset}` } });
  }

  /** @param {string} id @param {number} status @param {any} [attachment] */
  #state(id, status, attachment) {
    const { bytes, offset } = /** @type {any} */ (this.uploads.get(id));
    return new Response(JSON.stringify({ id, bytes, offset, attachment }), { status });
  }
}

/** @param {number} status @param {any} body @param {Record<string, string>} [headers] */
const problem = (status, body, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });

/** @param {any} server @param {Map<string, Blob>} blobs */
function uploaderTo(server, blobs) {
  /** @type {string[]} */
  const uploaded = [];
  /** @type {[string, string][]} */
  const failed = [];
  /** @type {[string, number][]} */
  const progress = [];
  const uploader = new Uploader({
    session: server,
    bytesOf: async (id) => blobs.get(id),
    uploaded: (id) => uploaded.push(id),
    failed: (id, detail) => failed.push([id, detail]),
    progressed: (id, sent) => progress.push([id, sent]),
  });
  return { uploader, uploaded, failed, progress };
}

/** Waits are over at once. */
function hurry(/** @type {any} */ t) {
  const later = setImmediate;
  t.mock.method(globalThis, 'setTimeout', (/** @type {() => void} */ body) => later(body));
}

/** @param {() => boolean} isSo */
async function eventually(isSo) {
  for (let turn = 0; turn < 20_000 && !isSo(); turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  assert.ok(isSo());
}

const file = (/** @type {string} */ id, /** @type {Blob} */ blob) =>
  /** @type {any} */ ({ id, kind: 'file', name: `${id}.bin`, type: '', bytes: blob.size });

for (let seed = 1; seed <= 12; seed += 1)
  test(`whatever the line does, every file arrives as it is, two at once (${seed})`, async (t) => {
    hurry(t);
    const pick = chance(seed);
    const server = new Server(pick, seed % 4 === 0 ? 0 : 30);
    const blobs = new Map(
      Array.from({ length: 4 }, (_, index) => {
        const bytes = new Uint8Array(1 + pick(3_000_000));
        for (let at = 0; at < bytes.length; at += 997) bytes[at] = pick(256);
        return [`f${index}`, new Blob([bytes])];
      }),
    );
    const { uploader, uploaded, failed, progress } = uploaderTo(server, blobs);
    const wanted = [...blobs].map(([id, blob]) => file(id, blob));
    uploader.run(uploader.uploads.want(wanted));
    uploader.run(uploader.uploads.resume());
    for (let cut = 0; cut < pick(4); cut += 1) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      uploader.run(uploader.uploads.suspend());
      // The connection comes back after what was stopped has ended.
      await eventually(() => server.underWay.size === 0);
      uploader.run(uploader.uploads.resume());
    }
    await eventually(() => uploaded.length === 4);
    assert.deepEqual([...uploaded].sort(), ['f0', 'f1', 'f2', 'f3']);
    assert.deepEqual(failed, []);
    assert.ok(server.mostAtOnce <= 2);
    for (const [id, blob] of blobs) {
      const there = Buffer.concat(server.uploads.get(id)?.parts ?? []);
      assert.ok(there.equals(Buffer.from(await blob.arrayBuffer())), id);
      const steps = progress.filter(([of]) => of === id).map(([, sent]) => sent);
      assert.equal(steps.at(-1), blob.size);
    }
  });

test('a file that is not on this device any more fails, and says so', async () => {
  const server = new Server(() => 0, 0);
  const { uploader, failed } = uploaderTo(server, new Map());
  uploader.uploads.resume();
  uploader.run(uploader.uploads.want([file('gone', new Blob(['abc']))]));
  await eventually(() => failed.length === 1);
  assert.deepEqual(failed, [['gone', 'This file is not on this device any more.']]);
});

test('what the server refuses before the first byte is told in its words', async () => {
  const refusing = {
    fetch: async () => problem(403, { code: 'forbidden', detail: 'Your files have no room left.' }),
  };
  const { uploader, failed } = uploaderTo(refusing, new Map([['a', new Blob(['abc'])]]));
  uploader.uploads.resume();
  uploader.run(uploader.uploads.want([file('a', new Blob(['abc']))]));
  await eventually(() => failed.length === 1);
  assert.deepEqual(failed, [['a', 'Your files have no room left.']]);
});

test('a session that has ended fails no file: it is sent when its owner signs in again', async (t) => {
  const waits = t.mock.method(globalThis, 'setTimeout', () => 0);
  const ended = {
    fetch: async () => {
      throw new RequestError('session_revoked', 'Your session has ended.');
    },
  };
  const { uploader, failed } = uploaderTo(ended, new Map([['a', new Blob(['abc'])]]));
  uploader.uploads.resume();
  uploader.run(uploader.uploads.want([file('a', new Blob(['abc']))]));
  await eventually(() => waits.mock.callCount() > 0);
  assert.deepEqual(failed, []);
});

test('what was taken back is stopped and removed from the server', async () => {
  /** @type {string[]} */
  const asked = [];
  const slow = {
    fetch: async (/** @type {string} */ method, /** @type {string} */ path) => {
      asked.push(`${method} ${path}`);
      if (method === 'DELETE') throw new TypeError('no network');
      return new Promise(() => undefined);
    },
  };
  const { uploader } = uploaderTo(slow, new Map());
  uploader.uploads.resume();
  uploader.run(uploader.uploads.want([file('a', new Blob(['abc']))]));
  uploader.run(uploader.uploads.want([]));
  await uploader.abandon(['a']);
  assert.deepEqual(asked, ['POST /v1/uploads', 'DELETE /v1/uploads/a']);
});

test('what comes of a request that was stopped changes nothing', async (t) => {
  const waits = t.mock.method(globalThis, 'setTimeout', () => 0);
  /** @type {string[]} */
  const asked = [];
  const slow = {
    fetch: (
      /** @type {string} */ method,
      /** @type {string} */ _,
      /** @type {any} */ { signal },
    ) => {
      asked.push(method);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new TypeError('stopped')));
      });
    },
  };
  const { uploader, failed } = uploaderTo(slow, new Map());
  uploader.uploads.resume();
  uploader.run(uploader.uploads.want([file('a', new Blob(['abc']))]));
  uploader.run(uploader.uploads.suspend());
  uploader.run(uploader.uploads.resume());
  await eventually(() => asked.length === 2);
  for (let turn = 0; turn < 10; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  assert.deepEqual([asked, waits.mock.callCount(), failed], [['POST', 'POST'], 0, []]);
});
