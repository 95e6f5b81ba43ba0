import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isWithin, noticeOf, noticeOfReminder, placeIn } from '../src/notices.js';

const FRIDAY_NOON = Date.UTC(2026, 10, 20, 12);
const feed = {
  feed: 'c1',
  conversation: { kind: 'group', name: 'Harbour' },
  members: [
    { user: 'me', name: 'Ada Lindqvist' },
    { user: 'ben', name: 'Ben Okoro' },
  ],
  messages: [],
};
const row = { id: 'm1', seq: 1, sender: 'ben', text: 'The Outage is over', attachments: [] };
const focus = {
  focusHours: [{ days: [5], start: 660, end: 780 }],
  urgentContacts: [],
  urgentKeywords: [],
};

/** @param {any} [change] */
const notice = (change = {}) =>
  noticeOf(
    /** @type {any} */ ({ feed, row, me: 'me', now: FRIDAY_NOON, timeZone: 'UTC', ...change }),
  );

test('a message is told of with its sender, its group and its text', () => {
  assert.deepEqual(notice(), {
    title: 'Ben Okoro in Harbour',
    body: 'The Outage is over',
    conversation: 'c1',
    message: 'm1',
    seq: 1,
  });
  assert.equal(notice({ feed: { ...feed, conversation: { kind: 'direct' } } })?.title, 'Ben Okoro');
});

test('nothing is told of what is muted, put away or deleted', () => {
  assert.equal(notice({ settings: { muted: true } }), undefined);
  assert.equal(notice({ settings: { muted: true, mutedUntil: FRIDAY_NOON + 1 } }), undefined);
  assert.ok(notice({ settings: { muted: true, mutedUntil: FRIDAY_NOON } }));
  assert.equal(notice({ settings: { archived: true } }), undefined);
  assert.equal(notice({ row: { ...row, deletedAt: 1 } }), undefined);
});

test('in hours of focus only what is urgent passes, and says why', () => {
  assert.equal(notice({ preferences: focus }), undefined);
  assert.ok(notice({ preferences: focus, now: FRIDAY_NOON + 3_600_000 }));
  assert.equal(
    notice({ preferences: { ...focus, urgentContacts: ['ben'] } })?.title,
    'Ben Okoro in Harbour (urgent contact)',
  );
  assert.equal(
    notice({ preferences: { ...focus, urgentKeywords: ['outage'] } })?.title,
    'Ben Okoro in Harbour (“outage”)',
  );
  assert.ok(
    notice({ preferences: focus, timeZone: 'Asia/Tokyo' }),
    'it is nine in the evening there',
  );
});

test('hours may go past midnight', () => {
  const night = [{ days: [5], start: 1_320, end: 360 }];
  const at = (/** @type {number} */ day, /** @type {number} */ hour) =>
    isWithin(night, 'UTC', Date.UTC(2026, 10, day, hour));
  assert.deepEqual(
    [at(20, 21), at(20, 22), at(21, 5), at(21, 6), at(20, 5), at(21, 22)],
    [false, true, true, false, false, false],
  );
  assert.equal(isWithin([], 'UTC', FRIDAY_NOON), false);
});

test('the server and the page let the same messages disturb', () => {
  const file = new URL('../../Fixtures/disturbance.json', import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, 'utf8'));
  assert.ok(cases.length > 15);
  const sender = '01900000-0000-7000-8000-000000000001';
  const members = [{ user: 'me' }, { user: sender, name: 'Ben Okoro' }];
  for (const { name, expected, settings, timeZone = 'UTC', ...preferences } of cases) {
    const shown = notice({
      feed: { ...feed, members },
      row: { ...row, sender },
      settings,
      timeZone,
      preferences,
    });
    const isSilent = ['muted', 'archived', 'focus'].includes(expected);
    const title = `Ben Okoro in Harbour${expected === 'allowed' ? '' : ` (${expected})`}`;
    assert.equal(shown?.title, isSilent ? undefined : title, name);
  }
});

test('an address may name a message, and an invitation is none', () => {
  assert.deepEqual(placeIn('#c-1/m-1'), { conversation: 'c-1', message: 'm-1' });
  for (const hash of ['', '#', '#c-1', '#c-1/', '#/join/token', '#c-1/m-1/x', '#ai'])
    assert.equal(placeIn(hash), undefined, hash);
});

test('a reminder is told of, but in hours of focus, and a task of what its owner has put away', () => {
  const reminder = /** @type {any} */ ({ id: 'r', kind: 'note', text: 'Call the bank' });
  const news = (/** @type {any} */ change = {}) =>
    noticeOfReminder({
      reminder,
      settings: undefined,
      preferences: undefined,
      timeZone: 'UTC',
      now: Date.UTC(2026, 10, 24, 9),
      ...change,
    });
  assert.deepEqual(news(), { title: 'Reminder', body: 'Call the bank', reminder: 'r' });
  const digest = { id: 'r', kind: 'digest', text: '2 new messages in 1 conversation.' };
  assert.equal(news({ reminder: digest })?.title, 'Your digest');
  // What was asked for at a time comes from a muted conversation too.
  const task = { ...reminder, kind: 'task' };
  for (const settings of [{ muted: true }, { archived: true }]) {
    assert.equal(news({ settings, reminder: task }), undefined);
    assert.ok(news({ settings }));
  }
  assert.ok(news({ reminder: task }));
  const focusHours = [{ days: [2], start: 8 * 60, end: 10 * 60 }];
  assert.equal(news({ preferences: { focusHours } }), undefined);
  assert.ok(news({ preferences: { focusHours }, now: Date.UTC(2026, 10, 24, 10) }));
});
