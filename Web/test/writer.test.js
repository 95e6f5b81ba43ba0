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
      return /** @type {Promise<void>} */ (new Promise((resolve) => { finish.push(resolve); }));
    },
  };
  let settled = 0;
  const writer = new Writer(database, { settled: () => { settled += 1; }, failed: (error) => failures.push(error) });
  const next = async () => { finish.shift()?.(); await new Promise((resolve) => { setImmediate(resolve); }); };
  return { database, writer, commits, failures, next, settled: () => settled };
}

const feed = (/** @type {number} */ cursor) => ({ ...emptyFeed('a'), cursor });
/** @returns {any} */
const entry = (/** @type {number} */ id, attempts = 0) => ({ id, attempts });

test('what comes while the disk is busy is written together, the newest of each', async () => {
  const { writer, commits, next } = slowDisk();
  writer.write({ feeds: [feed(1)] });
  for (let cursor = 2; cursor < 20; cursor += 1) writer.write({ feeds: [feed(cursor)], actions: [{ type: 'save', entry: entry(7, cursor) }] });
  await next();
  await next();
  assert.equal(commits.length, 2);
  assert.deepEqual(commits[1].feeds, [feed(19)]);
  assert.deepEqual(commits[1].saved, [entry(7, 19)]);
});

test('a row and the entry that it settles share a transaction', () => {
  const { writer, commits } = slowDisk();
  writer.write({ feeds: [feed(1)], actions: [{ type: 'remove', id: 7 }] });
  assert.deepEqual(commits, [{ feeds: [feed(1)], goneFeeds: [], saved: [], removed: [7] }]);
});

test('what has been removed is not saved again, and what is gone can come back', async () => {
  const { writer, commits, next, settled } = slowDisk();
  writer.write({ feeds: [feed(1)] });
  writer.write({ goneFeeds: ['a'], actions: [{ type: 'remove', id: 7 }, { type: 'save', entry: entry(7) }] });
  writer.write({ feeds: [feed(2)] });
  await next();
  await next();
  assert.deepEqual(commits[1], { feeds: [feed(2)], goneFeeds: [], saved: [], removed: [7] });
  assert.equal(settled(), 1);
});

test('a disk that refuses is told of, and the next change is tried', async () => {
  const { writer, database, failures, commits } = slowDisk();
  const { commit } = database;
  database.commit = () => Promise.reject(new Error('full'));
  writer.write({ feeds: [feed(1)] });
  await new Promise((resolve) => { setImmediate(resolve); });
  assert.equal(failures.length, 1);
  database.commit = commit;
  writer.write({ feeds: [feed(2)] });
  assert.deepEqual(commits[0].feeds, [feed(2)]);
});

test('nothing is no transaction', () => {
  const { writer, commits } = slowDisk();
  writer.write({ actions: [{ type: 'wait', conversation: 'a', seconds: 1 }] });
  assert.deepEqual(commits, []);
});
