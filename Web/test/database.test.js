// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Database } from '../src/database.js';
import { Outbox } from '../src/outbox.js';
import { keyRange, memoryIndexedDB } from './indexed.js';

/** The stores that each earlier version made. A version that is left behind gets its line here. */
const EARLIER = new Map([
  [1, ['feeds', 'outbox', 'small']],
  [2, ['feeds', 'outbox', 'small']],
  [3, ['feeds', 'outbox', 'small', 'messages']],
  [4, ['feeds', 'outbox', 'small', 'messages', 'files']],
  [5, ['feeds', 'outbox', 'small', 'messages', 'files']],
]);
const VERSION = EARLIER.size + 1;

/** @type {Record<string, any>} */
const OPTIONS = {
  feeds: { keyPath: 'feed' },
  outbox: { keyPath: 'id', autoIncrement: true },
  answers: { keyPath: 'key' },
};

/** @param {any} request @returns {Promise<any>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function freshBrowser() {
  const indexedDB = memoryIndexedDB();
  Object.assign(globalThis, { indexedDB, IDBKeyRange: keyRange });
  return indexedDB;
}

const message = (/** @type {number} */ seq) => ({ id: `m${seq}`, seq, rev: seq, text: `${seq}` });
const entry = (/** @type {string} */ id) => ({
  conversation: 'c',
  operation: { type: 'send', id, text: `not sent: ${id}` },
  createdAt: 1,
  attempts: 0,
  failed: false,
});
const FEEDS = [
  { feed: 'c', cursor: 7, windowStart: 2, messages: [message(2), message(3)] },
  { feed: 'me', cursor: 5, windowStart: 1, messages: [] },
];

/**
 * A database as an earlier version left it: two feeds, two entries that wait, a draft and a mark.
 * @param {any} indexedDB @param {number} version
 */
async function leave(indexedDB, version) {
  const request = indexedDB.open('messageai-ada', version);
  request.onupgradeneeded = () => {
    for (const name of EARLIER.get(version) ?? [])
      request.result.createObjectStore(name, OPTIONS[name]);
  };
  const database = await done(request);
  const transaction = database.transaction(EARLIER.get(version), 'readwrite');
  for (const { messages, ...feed } of FEEDS) {
    transaction
      .objectStore('feeds')
      .put(version < 3 ? { ...feed, messages } : { ...feed, count: messages.length });
    if (version >= 3)
      for (const row of messages) transaction.objectStore('messages').put(row, ['c', row.seq]);
  }
  for (const id of ['a', 'b']) transaction.objectStore('outbox').add(entry(id));
  transaction.objectStore('small').put('half a sentence', 'draft:c');
  transaction.objectStore('small').put({ seq: 3 }, 'read:c');
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}

for (const version of EARLIER.keys())
  test(`a database of version ${version} keeps what was written: outbox, drafts, messages`, async () => {
    const indexedDB = freshBrowser();
    await leave(indexedDB, version);
    const database = await Database.open('ada');
    const { feeds, outbox, small } = await database.load();

    assert.deepEqual(outbox, [
      { ...entry('a'), id: 1 },
      { ...entry('b'), id: 2 },
    ]);
    assert.deepEqual(
      [...small],
      [
        ['draft:c', 'half a sentence'],
        ['read:c', { seq: 3 }],
      ],
    );
    assert.deepEqual(
      feeds.map(({ feed, messages }) => [feed, messages]),
      FEEDS.map(({ feed, messages }) => [feed, messages]),
    );
    assert.deepEqual(
      (await database.heads()).map(({ feed, count, messages }) => [feed, count, messages]),
      [
        ['c', 2, undefined],
        ['me', 0, undefined],
      ],
      'messages have rows of their own',
    );
    assert.deepEqual(
      feeds.map(({ feed, cursor }) => [feed, cursor]),
      [
        ['c', version < 2 ? 0 : 7],
        ['me', version < 5 ? 0 : 5],
      ],
      'insights and reminders that were not kept are asked for again',
    );

    const machine = new Outbox();
    machine.load(outbox);
    const sent = machine.resume().filter((action) => action.type === 'transmit');
    assert.deepEqual(
      sent.map((action) => action.entry.operation.id),
      ['a'],
      'and it is sent',
    );
    assert.equal(
      await database.enqueue(entry('c'), [['f', new Blob(['bytes'])]]),
      3,
      'what is written next comes after it',
    );
    assert.equal(await (await database.file('f')).text(), 'bytes', 'with its files');
    assert.deepEqual(await indexedDB.databases(), [{ name: 'messageai-ada', version: VERSION }]);
  });

test('a new database takes what is written, and gives it back when it is opened again', async () => {
  freshBrowser();
  const database = await Database.open('ada');
  assert.deepEqual(await database.load(), { feeds: [], outbox: [], small: new Map() });
  await database.setSmall('draft:c', 'half a sentence');
  await database.enqueue(entry('a'));
  const [feed] = FEEDS;
  await database.commit({
    feeds: /** @type {any[]} */ ([feed]),
    rows: [{ feed: 'c', isWhole: true, put: feed.messages, gone: [] }],
  });
  database.close();
  const again = await (await Database.open('ada')).load();
  assert.deepEqual(again.outbox, [{ ...entry('a'), id: 1 }]);
  assert.deepEqual([...again.small], [['draft:c', 'half a sentence']]);
  assert.deepEqual(again.feeds, [feed]);
});

/** @param {string} id @param {string[]} files */
const withFiles = (id, files) => ({ ...entry(id), files: files.map((file) => ({ id: file })) });
const bytesOf = async (/** @type {Database} */ database, /** @type {string[]} */ ids) =>
  Promise.all(ids.map(async (id) => (await database.file(id))?.text()));

test('a message and its files are on disk together, and go together', async () => {
  freshBrowser();
  const database = await Database.open('ada');
  const files = /** @type {[string, Blob][]} */ ([
    ['f', new Blob(['one'])],
    ['g', new Blob(['two'])],
  ]);
  const id = await database.enqueue(withFiles('a', ['f', 'g']), files);
  database.close();
  const again = await Database.open('ada');
  assert.deepEqual(await bytesOf(again, ['f', 'g']), ['one', 'two']);
  assert.equal((await again.outbox())[0].files.length, 2);
  await again.commit({ removed: [id], goneFiles: ['f', 'g'] });
  assert.deepEqual(await bytesOf(again, ['f', 'g']), [undefined, undefined]);
  assert.deepEqual(await again.outbox(), []);
});

test('files of which no message knows are removed, and no others', async () => {
  freshBrowser();
  const database = await Database.open('ada');
  await database.enqueue(withFiles('a', ['f']), [['f', new Blob(['kept'])]]);
  const id = await database.enqueue(withFiles('b', ['g']), [['g', new Blob(['left over'])]]);
  await database.enqueue(entry('c'));
  await database.commit({ removed: [id] });
  await database.sweepFiles();
  assert.deepEqual(await bytesOf(database, ['f', 'g']), ['kept', undefined]);
});

test('when a session has ended, messages that were not sent keep their files', async () => {
  freshBrowser();
  const database = await Database.open('ada');
  await database.enqueue(withFiles('a', ['f']), [['f', new Blob(['kept'])]]);
  await database.setSmall('draft:c', 'half a sentence');
  database.close();
  await Database.eraseAllButOutbox('ada');
  const again = await Database.open('ada');
  assert.equal((await again.load()).small.size, 0);
  assert.equal((await again.outbox()).length, 1);
  assert.deepEqual(await bytesOf(again, ['f']), ['kept']);
});
