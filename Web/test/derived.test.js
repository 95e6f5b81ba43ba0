// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  badge,
  isMuted,
  isSettled,
  localRead,
  mine,
  news,
  presentMembers,
  receipts,
  unread,
} from '../src/derived.js';
import { emptyFeed } from '../src/law.js';
import { FEED, ME, OTHER, THIRD } from './model.js';

const member = (/** @type {string} */ user, /** @type {any} */ fields = {}) => ({
  user,
  rev: 1,
  joinSeq: 0,
  deliveredSeq: 0,
  readSeq: 0,
  ...fields,
});
/** @type {[string, any[], string, number][]} */
const table = [
  ['nobody else', [], 'sent', 0],
  ['nothing heard', [member(OTHER)], 'sent', 0],
  ['delivered', [member(OTHER, { deliveredSeq: 5 })], 'delivered', 0],
  ['read before delivered was told', [member(OTHER, { readSeq: 5 })], 'read', 1],
  ['one of two delivered', [member(OTHER, { deliveredSeq: 5 }), member(THIRD)], 'sent', 0],
  [
    'one read, one delivered',
    [member(OTHER, { readSeq: 5 }), member(THIRD, { deliveredSeq: 9 })],
    'delivered',
    1,
  ],
  ['both read', [member(OTHER, { readSeq: 5 }), member(THIRD, { readSeq: 6 })], 'read', 2],
  [
    'who has left does not count',
    [member(OTHER, { readSeq: 5 }), member(THIRD, { leftAt: 1 })],
    'read',
    1,
  ],
  [
    'who joined later does not count',
    [member(OTHER, { readSeq: 5 }), member(THIRD, { joinSeq: 5 })],
    'read',
    1,
  ],
  ['only people who joined later', [member(OTHER, { joinSeq: 9, readSeq: 9 })], 'sent', 0],
];
for (const [what, others, status, readCount] of table) {
  test(`receipts: ${what} is ${status}`, () => {
    const answer = receipts({ seq: 5, sender: ME }, [member(ME), ...others]);
    assert.equal(answer.status, status);
    assert.equal(answer.readBy.length, readCount);
  });
}

test('my own watermark counts before the server has confirmed it', () => {
  const messages = [1, 2, 3].map((seq) => ({ id: String(seq), seq, rev: seq, sender: OTHER }));
  const feed = { ...emptyFeed(FEED), members: [member(ME, { readSeq: 1 })], messages };
  assert.equal(unread(feed, ME), 2);
  assert.equal(unread(feed, ME, { seq: 3, markUnread: false }), 0);
  assert.equal(unread(feed, ME, { seq: 0, markUnread: true }), 3);
});

test('a watermark of mine is settled when the server has it, or when another device has moved it', () => {
  const me = member(ME, { readSeq: 8 });
  const read = localRead(undefined, me, 12, false);
  assert.deepEqual(
    [8, 11, 12, 20].map((readSeq) => isSettled(read, member(ME, { readSeq }))),
    [false, false, true, true],
  );
  const marked = localRead(read, me, 4, true);
  assert.deepEqual(
    [8, 12, 4, 13, 3].map((readSeq) => isSettled(marked, member(ME, { readSeq }))),
    [false, false, true, true, true],
  );
});

test('who has left holds nothing unread and is not present', () => {
  const feed = {
    ...emptyFeed(FEED),
    members: [member(ME, { leftAt: 4 })],
    messages: [{ id: '1', seq: 1, rev: 1, sender: OTHER }],
  };
  assert.equal(unread(feed, ME), 0);
  assert.deepEqual(presentMembers(feed), []);
  assert.ok(mine(feed, ME));
});

test('the badge leaves out what is muted now or archived', () => {
  const settings = (/** @type {any} */ fields) => ({ unread: 2, settings: fields });
  assert.equal(
    badge(
      [
        settings(undefined),
        settings({ muted: true }),
        settings({ archived: true }),
        settings({ muted: true, mutedUntil: 50 }),
      ],
      100,
    ),
    4,
  );
  assert.equal(isMuted({ muted: true, mutedUntil: 101 }, 100), true);
  assert.equal(isMuted({ mutedUntil: 101 }, 100), false);
});

test('news are what others have written anew, not what a window repeats', () => {
  const rows = [
    { seq: 1, sender: OTHER },
    { seq: 2, sender: ME },
    { seq: 3, sender: OTHER, deletedAt: 1 },
    { seq: 4, sender: OTHER, editCount: 1 },
  ];
  assert.deepEqual(news({ messages: rows }, ME), rows.slice(0, 1));
  assert.deepEqual(news({ messages: rows, reset: true }, ME), []);
  assert.deepEqual(news({}, ME), []);
});
