// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { wishOf } from '../src/views/ai/meet.js';
import { proposal } from '../src/views/ai/propose.js';

const NOW = 10 * 86_400_000;

/** @param {any} [more] */
const wish = (more) => ({
  id: 'w',
  kind: 'scheduling',
  status: 'open',
  text: 'Meeting: release review',
  citations: ['m', 'other'],
  participants: ['ada'],
  createdAt: NOW - 1,
  ...more,
});
const client = /** @type {any} */ ({ me: 'me', profile: { disabledFeatures: [] } });
/** @param {any[]} insights @param {any} [conversation] */
const feedOf = (insights, conversation = {}) =>
  /** @type {any} */ ({ ...emptyFeed('c'), conversation, insights });
/** @param {any} insight @param {any} [message] @param {any} [by] */
const found = (insight, message = { id: 'm' }, by = client) =>
  wishOf(by, feedOf([insight]), message, NOW);

test('a wish to meet stands at the message that opens it, and at no other', () => {
  assert.deepEqual(found(wish()), { id: 'w', topic: 'release review' });
  assert.deepEqual(found(wish({ text: 'Meeting' })), { id: 'w', topic: '' });
  assert.equal(found(wish(), { id: 'other' }), undefined);
  assert.equal(found(wish(), { id: 'm', deletedAt: 1 }), undefined);
});

test('a wish that was served, dismissed or withdrawn, or is a week old, is shown no more', () => {
  for (const status of ['done', 'dismissed', 'withdrawn'])
    assert.equal(found(wish({ status })), undefined);
  assert.equal(found(wish({ createdAt: NOW - 7 * 86_400_000 })), undefined);
  assert.equal(found(wish({ kind: 'decision' })), undefined);
});

test('it is shown to those whom it names, and to everybody when it names nobody but its writer', () => {
  assert.ok(found(wish({ participants: ['ada', 'me'] })));
  assert.equal(found(wish({ participants: ['ada', 'ben'] })), undefined);
  assert.ok(found(wish({ participants: [] })));
});

test('nobody is asked where the AI is off, or whom it or scheduling does not reach', () => {
  const off = feedOf([wish()], { intelligenceOff: true });
  assert.equal(wishOf(client, off, { id: 'm' }, NOW), undefined);
  for (const feature of ['ai', 'scheduling']) {
    const other = { ...client, profile: { disabledFeatures: [feature] } };
    assert.equal(found(wish(), { id: 'm' }, other), undefined);
  }
});

test('a proposal says what for and when, and what the clocks say where they differ', () => {
  const feed = /** @type {any} */ ({
    ...emptyFeed('c'),
    members: [
      { user: 'ada', name: 'Ada Moreau' },
      { user: 'ben', name: 'Ben Okoro' },
    ],
  });
  const start = Date.UTC(2026, 4, 20, 15, 30);
  const slot = (/** @type {string[]} */ ...times) => ({
    start,
    end: start + 3_600_000,
    seats: times.map((localTime, index) => ({
      user: ['ada', 'ben'][index],
      timeZone: 'Nowhere/Town',
      localTime,
    })),
  });
  const lines = proposal(feed, 'the review', slot('Wed 17:30', 'Wed 11:30')).split('\n');
  assert.match(lines[0], /^The review: .*May.*\?$/);
  assert.equal(lines[1], 'Ada Wed 17:30 · Ben Wed 11:30');
  assert.equal(proposal(feed, 'the review', slot('Wed 17:30', 'Wed 17:30')), lines[0]);
});
