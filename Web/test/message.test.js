// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { usePage } from './page.js';

usePage();
const { messageView } = await import('../src/views/message.js');

const client = /** @type {any} */ ({ me: 'me' });
const feed = /** @type {any} */ ({
  feed: 'c',
  members: [
    { user: 'me', name: 'Ada' },
    { user: 'other', name: 'Ben' },
  ],
});
const nothing = { reply: () => undefined, edit: () => undefined, show: () => undefined };

/** @param {any} item @param {any} [look] */
function shown(item, look = {}) {
  const whole = {
    id: 'm',
    seq: 1,
    text: 'Hello',
    createdAt: 0,
    editCount: 0,
    edits: [],
    readBy: ['other'],
    deliveredTo: ['other'],
    status: 'read',
    ...item,
  };
  return /** @type {any} */ (
    messageView(
      client,
      feed,
      whole,
      { isGrouped: false, isGroup: false, isAdmin: false, name: 'Ben', ...look },
      nothing,
    )
  );
}

test('every message says whose it is, to who listens too', () => {
  assert.match(shown({ sender: 'me' }).textContent, /^You:/);
  assert.match(shown({ sender: 'other' }).textContent, /^Ben:/);
  assert.match(shown({ sender: 'me' }, { isGroup: true, isGrouped: true }).textContent, /^You:/);
  const [name] = shown({ sender: 'other' }, { isGroup: true }).ofClass('sender');
  assert.equal(name.textContent, 'Ben');
});

test('nothing inside a message is a tab stop of its own, but what mends a failure', () => {
  const look = { isGroup: true, isAdmin: true, quote: { name: 'Ben', text: 'Before' } };
  for (const item of [
    { sender: 'me' },
    { sender: 'other' },
    { sender: 'me', editCount: 2, text: 'See https://example.org/a' },
  ]) {
    const row = shown(item, look);
    const before = row.below.length;
    row.happen('mouseenter');
    row.happen('mousemove');
    assert.ok(row.below.length > before, 'what can be done comes when the message is pointed at');
    assert.equal(row.ofClass('tools').length, 1);
    const stops = row.below.filter((/** @type {any} */ node) => ['a', 'button'].includes(node.tag));
    assert.ok(stops.length >= 4);
    for (const stop of stops) assert.equal(stop.getAttribute('tabindex'), '-1', stop.textContent);
  }
  const failed = shown({ sender: 'me', seq: undefined, status: 'failed' });
  assert.deepEqual(
    failed.below
      .filter((/** @type {any} */ node) => node.tag === 'button')
      .map((/** @type {any} */ node) => [node.textContent, node.getAttribute('tabindex')]),
    [
      ['Retry', null],
      ['Discard', null],
    ],
  );
});
