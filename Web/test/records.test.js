// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { insightsOf } from '../src/views/ai/insights.js';
import { recordsOf } from '../src/views/ai/records.js';

/** @param {string} id @param {any} [more] */
const insight = (id, more) => ({
  id,
  kind: 'decision',
  status: 'open',
  text: id,
  citations: ['m'],
  confidence: 0.9,
  ...more,
});
const client = /** @type {any} */ ({
  me: 'me',
  profile: { disabledFeatures: [] },
  feeds: new Map(),
});
/** @param {any[]} insights @param {any} [conversation] */
const feedOf = (insights, conversation = {}) =>
  /** @type {any} */ ({ ...emptyFeed('c'), conversation, insights });
/** @param {any[]} insights @param {string} id */
const labels = (insights, id = 'm') =>
  recordsOf(client, feedOf(insights), { id }).map((record) => `${record.label}: ${record.text}`);

test('each message that a record cites names it, and no other', () => {
  const rows = [
    insight('ferry', { citations: ['m', 'answer', 'm'] }),
    insight('maps', { kind: 'action_item' }),
    insight('tickets', { kind: 'action_item', status: 'done' }),
  ];
  assert.deepEqual(labels(rows), ['Decision: ferry', 'To do: maps', 'Done: tickets']);
  assert.deepEqual(labels(rows, 'answer'), ['Decision: ferry']);
  assert.deepEqual(labels(rows, 'other'), []);
});

test('what is dismissed, withdrawn, unsure or a wish to meet is named by no message', () => {
  const rows = [
    insight('a', { status: 'dismissed' }),
    insight('b', { status: 'withdrawn' }),
    insight('c', { confidence: 0.4 }),
    insight('d', { kind: 'scheduling' }),
  ];
  assert.deepEqual(labels(rows), []);
  assert.deepEqual(labels([insight('c', { confidence: 0.4, createdBy: 'me' })]), ['Decision: c']);
});

test('nothing is named by a deleted message, where the AI is off, or by whom it does not reach', () => {
  const rows = [insight('a')];
  const off = /** @type {any} */ ({ ...client, profile: { disabledFeatures: ['ai'] } });
  assert.deepEqual(recordsOf(client, feedOf(rows), { id: 'm', deletedAt: 1 }), []);
  assert.deepEqual(recordsOf(client, feedOf(rows, { intelligenceOff: true }), { id: 'm' }), []);
  assert.deepEqual(recordsOf(off, feedOf(rows), { id: 'm' }), []);
});

test('what was of no help to its reader is named by no message, unless a member has taken it up', () => {
  const opinions = [
    { id: 'decision:m', rev: 1, subject: 'decision', message: 'm', feedback: 'unhelpful' },
  ];
  const reader = /** @type {any} */ ({
    ...client,
    feeds: new Map([['me', { ...emptyFeed('me'), opinions }]]),
  });
  const rows = [
    insight('found'),
    insight('found elsewhere', { citations: ['other', 'm'] }),
    insight('accepted', { isEdited: true }),
    insight('marked', { createdBy: 'ben' }),
    insight('a task', { kind: 'action_item' }),
  ];
  const named = (/** @type {any} */ who) =>
    recordsOf(who, feedOf(rows), { id: 'm' }).map((record) => record.text);
  assert.deepEqual(named(reader), ['found elsewhere', 'accepted', 'marked', 'a task']);
  assert.equal(named(client).length, rows.length, 'others see it');
});

test('one record can be picked from the list by its id', () => {
  const feeds = new Map([['c', feedOf([insight('a'), insight('b')])]]);
  const holder = /** @type {any} */ ({ ...client, feeds });
  const rows = insightsOf(holder, { kind: 'decision', conversation: 'c', id: 'b' });
  assert.deepEqual(
    rows.map((row) => row.insight.id),
    ['b'],
  );
});
