// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { exactNumber, parseQuery, searchLocally } from '../src/search.js';
import { meantView, moreRow } from '../src/views/search.js';
import { usePage } from './page.js';

usePage();

const client = /** @type {any} */ ({ feeds: new Map(), me: 'me' });
const hit = {
  citation: {
    conversation: 'c',
    message: 'm',
    seq: 1,
    sender: 'ben',
    excerpt: 'hello',
    createdAt: 0,
  },
  snippet: 'hello \u0002you\u0003',
  matchedBy: ['meaning'],
};

test('what went otherwise with a search is told, whether it found more or not', () => {
  const none = meantView(client, [], 'By words only.', () => undefined);
  assert.equal(none?.textContent, 'By words only.');
  const some = meantView(client, [hit], 'By words only.', () => undefined);
  assert.match(some?.textContent ?? '', /By meaning.*By words only\..*hello you/);
  assert.equal(
    meantView(client, [], undefined, () => undefined),
    undefined,
  );
});

const ROWS = [
  'The boat leaves at noon',
  'Boats, ropes and a café',
  'Room 7 is free',
  'Room 70 is not',
  'see https://example.org/boat',
  'at noon the boat',
  'gone',
];
/** @returns {any} */
const feed = (/** @type {string} */ id, /** @type {string} */ name) => ({
  ...emptyFeed(id),
  conversation: { kind: 'group', name },
  members: [
    { user: 'me', name: 'Ada' },
    { user: 'ben', name: 'Ben Okoro' },
  ],
  messages: ROWS.map((text, index) => ({
    id: `${id}${index}`,
    seq: index + 1,
    sender: index % 2 ? 'ben' : 'me',
    text,
    createdAt: Date.UTC(2026, 0, index + 1),
    ...(text === 'gone' && { deletedAt: 1 }),
  })),
});
const found = (/** @type {string} */ query) =>
  searchLocally([feed('c', 'Crew')], query, 'me').map((hit) => Number(hit.message.id.slice(1)));

/** @type {[string, number[]][]} newest first */
const queries = [
  ['boat', [5, 4, 1, 0]],
  ['boat noon', [5, 0]],
  ['"boat leaves"', [0]],
  ['"leaves boat"', []],
  ['BOATS', [1]],
  ['cafe', [1]],
  ['Ca', [1]],
  ['bo noon', []],
  ['room 7', [3, 2]],
  ['room "7"', [2]],
  ['from:ben boat', [5, 1]],
  ['from:"ben okoro" rope', [1]],
  ['in:crew free', [2]],
  ['in:other free', []],
  ['before:2026-01-02', [0]],
  ['after:2026-01-06 boat', [5]],
  ['has:link', [4]],
  ['gone', []],
  ['', []],
  ['...', []],
];
for (const [query, rows] of queries)
  test(`without network: ${query || 'nothing'}`, () => assert.deepEqual(found(query), rows));

test('without network, matches are marked, and long texts are cut around the first', () => {
  const long = {
    ...feed('c', 'Crew'),
    messages: [
      {
        id: 'x',
        seq: 1,
        sender: 'me',
        text: `${'before '.repeat(40)}needle ${'after '.repeat(60)}`,
        createdAt: 1,
      },
    ],
  };
  const [{ snippet }] = searchLocally([long], 'needle', 'me');
  assert.match(snippet, /^…(before )*.*\u0002needle\u0003 after/);
  assert.ok(snippet.length < 220);
});

test('a number at the end is looked for as a whole first', () => {
  assert.equal(exactNumber('room 7'), 'room "7"');
  assert.equal(exactNumber('7'), '"7"');
  for (const other of ['room', 'room7', 'room 7 free', '"room 7"', 'after:2026-01-31'])
    assert.equal(exactNumber(other), undefined, other);
  assert.deepEqual(parseQuery('a "b c" from:"Ada L" has:LINK before:2026-01-31').places, []);
});

test('more results come behind those that are there, each once', async () => {
  /** @type {string[]} */
  const asked = [];
  const message = (/** @type {string} */ id) => ({
    conversation: 'c',
    message: { id, sender: 'ben', createdAt: 0 },
    snippet: id,
  });
  const session = {
    call: async (/** @type {string} */ _, /** @type {string} */ path) => {
      asked.push(path);
      return { results: [message('1'), message('2')] };
    },
  };
  const list = document.createElement('ul');
  const row = moreRow(
    /** @type {any} */ ({ ...client, session }),
    'boat',
    'x y',
    new Set(['1']),
    () => undefined,
  );
  list.append(row);
  await /** @type {any} */ (row).below
    .find((/** @type {any} */ node) => node.tag === 'button')
    .click();
  assert.deepEqual(asked, ['/v1/search?query=boat&limit=30&before=x%20y']);
  assert.equal(list.textContent?.match(/Message/g)?.length, 1);
});
