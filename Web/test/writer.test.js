// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { Writer } from '../src/writer.js';

/** A database whose commits end when the test says so. */
function slowDisk() {
  /** @type {any[]} */
  const commits = [];
  /** @type {(() => void)[]} */
  const finish = [];
  /** @type {unknown[]} */
  const failures = [];
  const database = {
    commit: (/** @type {any} */ changes) => {
      commits.push(changes);
      return /** @type {Promise<void>} */ (
        new Promise((resolve) => {
          finish.push(resolve);
        })
      );
    },
  };
  let settled = 0;
  const writer = new Writer(database, {
    settled: () => {
      settled += 1;
    },
    failed: (error) => failures.push(error),
  });
  const next = async () => {
    finish.shift()?.();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { database, writer, commits, failures, next, settled: () => settled };
}

const feed = (/** @type {number} */ cursor) => ({ ...emptyFeed('a'), cursor });
/** @returns {any} */
const entry = (/** @type {number} */ id, attempts = 0) => ({ id, attempts });

test('what comes while the disk is busy is written together, the newest of each', async () => {
  const { writer, commits, next } = slowDisk();
  writer.write({ feeds: [feed(1)] });
  for (let cursor = 2; cursor < 20; cursor += 1)
    writer.write({ feeds: [feed(cursor)], actions: [{ type: 'save', entry: entry(7, cursor) }] });
  await next();
  await next();
  assert.equal(commits.length, 2);
  assert.deepEqual(commits[1].feeds, [feed(19)]);
  assert.deepEqual(commits[1].saved, [entry(7, 19)]);
});

test('a row and the entry that it settles share a transaction', () => {
  const { writer, commits } = slowDisk();
  writer.write({ feeds: [feed(1)], actions: [{ type: 'remove', id: 7 }] });
  assert.deepEqual(commits, [
    {
      feeds: [feed(1)],
      rows: [{ feed: 'a', isWhole: true, put: [], gone: [] }],
      goneFeeds: [],
      saved: [],
      removed: [7],
    },
  ]);
});

test('what has been removed is not saved again, and what is gone can come back', async () => {
  const { writer, commits, next, settled } = slowDisk();
  writer.write({ feeds: [feed(1)] });
  writer.write({
    goneFeeds: ['a'],
    actions: [
      { type: 'remove', id: 7 },
      { type: 'save', entry: entry(7) },
    ],
  });
  writer.write({ feeds: [feed(2)] });
  await next();
  await next();
  assert.deepEqual(commits[1], {
    feeds: [feed(2)],
    rows: [{ feed: 'a', isWhole: true, put: [], gone: [] }],
    goneFeeds: [],
    saved: [],
    removed: [7],
  });
  assert.equal(settled(), 1);
});

test('a disk that refuses is told of, and the next change is tried', async () => {
  const { writer, database, failures, commits } = slowDisk();
  const { commit } = database;
  database.commit = () => Promise.reject(new Error('full'));
  writer.write({ feeds: [feed(1)] });
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  assert.equal(failures.length, 1);
  database.commit = commit;
  writer.write({ feeds: [feed(2)] });
  assert.deepEqual(commits[0].feeds, [feed(2)]);
});

const row = (/** @type {number} */ seq, rev = seq) => ({ id: String(seq), seq, rev });
const holding = (/** @type {any[]} */ messages, cursor = 1) => ({ ...feed(cursor), messages });

test('only messages that have changed are written', async () => {
  const { writer, commits, next } = slowDisk();
  const messages = Array.from({ length: 1_000 }, (_, index) => row(index + 1));
  writer.know([holding(messages)]);
  const edited = messages.with(500, row(501, 2_000));
  writer.write({ feeds: [holding([...edited, row(1_001)], 2)] });
  await next();
  writer.write({ feeds: [holding([row(990), ...messages.slice(990)], 3)] });
  await next();
  assert.deepEqual(commits[0].rows, [
    { feed: 'a', isWhole: false, put: [row(501, 2_000), row(1_001)], gone: [] },
  ]);
  assert.equal(commits[1].rows[0].gone.length, 990);
  assert.equal(commits[1].rows[0].gone.at(-1), 1_001);
  assert.deepEqual(commits[1].rows[0].put, [row(990)]);
});

test('a feed that another tab has written, or that the disk refused, is written whole', async () => {
  const { writer, database, commits, next } = slowDisk();
  const [mine, other] = [holding([row(1)], 5), { ...holding([row(1)], 5), feed: 'b' }];
  writer.know([mine, other]);
  const head = { feed: 'a', cursor: 5, windowStart: 1, count: 1 };
  writer.check(
    [head, { ...head, feed: 'b', cursor: 6 }],
    new Map([
      ['a', mine],
      ['b', other],
    ]),
  );
  writer.write({ feeds: [mine, other] });
  await next();
  assert.deepEqual(commits[0].rows, [{ feed: 'b', isWhole: true, put: [row(1)], gone: [] }]);
  const { commit } = database;
  database.commit = () => Promise.reject(new Error('full'));
  writer.write({ feeds: [holding([row(1), row(2)], 6)] });
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  database.commit = commit;
  writer.write({ feeds: [holding([row(1), row(2), row(3)], 7)] });
  assert.deepEqual(commits[1].rows, [
    { feed: 'a', isWhole: true, put: [row(1), row(2), row(3)], gone: [] },
  ]);
});

test('nothing is no transaction', () => {
  const { writer, commits } = slowDisk();
  writer.write({ actions: [{ type: 'wait', conversation: 'a', seconds: 1 }] });
  assert.deepEqual(commits, []);
});

test('a file goes in the same transaction as the message that had it', async () => {
  const { writer, commits, next } = slowDisk();
  writer.write({
    actions: [
      { type: 'remove', id: 7 },
      { type: 'forget', files: ['f', 'g'] },
    ],
  });
  await next();
  assert.deepEqual(
    [commits.length, commits[0].removed, commits[0].goneFiles],
    [1, [7], ['f', 'g']],
  );
});
