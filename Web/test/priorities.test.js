// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { applyDelta, emptyFeed } from '../src/law.js';
import { urgencyOf, urgentUnread } from '../src/priorities.js';

const NOW = 1_000;
const DAY = 86_400_000;

/** @param {number} seq @param {any} [more] */
const mark = (seq, more) => ({
  message: `m${seq}`,
  rev: seq,
  conversation: 'c',
  seq,
  reason: `why ${seq}`,
  until: NOW + 1,
  ...more,
});

const feed = /** @type {any} */ ({
  ...emptyFeed('c'),
  conversation: {},
  members: [{ user: 'me', readSeq: 1, joinSeq: 0 }],
});

/** @param {any[]} priorities @param {any} [more] */
const clientOf = (priorities, more) =>
  /** @type {any} */ ({
    me: 'me',
    profile: { disabledFeatures: [] },
    feeds: new Map([['me', { ...emptyFeed('me'), priorities }]]),
    localReads: new Map(),
    ...more,
  });

/** @param {any[]} marks @param {any} former */
const hear = (marks, former = undefined) =>
  applyDelta(
    former,
    /** @type {any} */ ({
      type: 'delta',
      feed: 'me',
      fromRev: former?.cursor ?? 0,
      toRev: Math.max(...marks.map(({ rev }) => rev)),
      priorities: marks,
    }),
    'me',
  ).feed;

test('a message says why it is urgent, until its time is over; a deleted one says nothing', () => {
  const client = clientOf([mark(2), mark(3, { reason: undefined }), mark(4, { until: NOW })]);
  const said = ['m2', 'm3', 'm4', 'm5'].map((id) => urgencyOf(client, feed, { id }, NOW));
  assert.deepEqual(said, ['why 2', undefined, undefined, undefined]);
  assert.equal(urgencyOf(client, feed, { id: 'm2', deletedAt: 1 }, NOW), undefined);
});

test('what is urgent and unread is counted, by what this device has read', () => {
  const marks = [mark(1), mark(2), mark(3), mark(4, { conversation: 'other' })];
  assert.equal(urgentUnread(clientOf(marks), feed, NOW), 2);
  const localReads = new Map([['c', { seq: 2, markUnread: false }]]);
  assert.equal(urgentUnread(clientOf(marks, { localReads }), feed, NOW), 1);
  const gone = { ...feed, members: [{ ...feed.members[0], leftAt: 1 }] };
  assert.equal(urgentUnread(clientOf(marks), gone, NOW), 0);
  assert.equal(urgentUnread(clientOf([]), feed, NOW), 0);
});

test('nothing is urgent where the AI is off, or for whom it or priorities do not reach', () => {
  const off = { ...feed, conversation: { intelligenceOff: true } };
  assert.equal(urgentUnread(clientOf([mark(2)]), off, NOW), 0);
  for (const feature of ['ai', 'priorities']) {
    const client = clientOf([mark(2)], { profile: { disabledFeatures: [feature] } });
    assert.equal(urgencyOf(client, feed, { id: 'm2' }, NOW), undefined);
  }
});

test('marks follow the sync law: a tombstone is kept, and no older row brings its mark back', () => {
  const marked = hear([mark(2)]);
  const ended = hear([mark(2, { rev: 3, reason: undefined })], marked);
  const late = hear([mark(2)], ended);
  assert.equal(urgentUnread(clientOf(late.priorities ?? []), feed, NOW), 0);
  assert.equal(late.priorities?.length, 1);
});

test('what is over by the newest mark is forgotten, as the server forgets it', () => {
  const old = hear([mark(2, { until: NOW }), mark(3, { until: NOW + 1, reason: undefined })]);
  const kept = hear([mark(4, { until: NOW + 14 * DAY })], old);
  assert.deepEqual(
    kept.priorities?.map(({ seq }) => seq),
    [3, 4],
  );
});
