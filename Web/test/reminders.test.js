// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { applyDelta, emptyFeed } from '../src/law.js';
import {
  Reminders,
  delays,
  isHidden,
  livingReminders,
  reminderText,
  unhelpfulTo,
} from '../src/reminders.js';
import { insightsOf } from '../src/views/ai/insights.js';
import { reminderBoard, reminderNotice } from '../src/views/ai/reminders.js';
import { usePage } from './page.js';

usePage();

/** @param {string} id @param {any} [more] */
const reminder = (id, more) => ({
  id,
  rev: 1,
  kind: 'note',
  state: 'waiting',
  at: 5,
  text: id,
  createdAt: 1,
  ...more,
});
/** @param {any[]} reminders @param {any[]} [opinions] */
const meWith = (reminders, opinions = []) => ({ ...emptyFeed('me'), reminders, opinions });
/** @param {any[]} reminders @param {any} [acts] */
const clientOf = (reminders, acts) =>
  /** @type {any} */ ({
    me: 'ada',
    profile: { disabledFeatures: [] },
    feeds: new Map([
      ['me', meWith(reminders)],
      [
        'c',
        {
          ...emptyFeed('c'),
          conversation: { id: 'c', kind: 'group', name: 'Crew' },
          members: [{ user: 'ada', name: 'Ada' }],
        },
      ],
    ]),
    reminders: acts,
  });
/** @param {any} node @param {string} label */
const labelled = (node, label) =>
  node.below.find((/** @type {any} */ one) => one.getAttribute?.('aria-label') === label);

test('rows of the private feed replace older ones, and no older row brings back what is over', () => {
  const frame = (/** @type {any} */ rows) => ({ type: 'delta', feed: 'me', ...rows });
  const first = applyDelta(
    undefined,
    frame({ fromRev: 0, toRev: 2, reset: true, reminders: [reminder('a', { rev: 2 })] }),
    'ada',
  ).feed;
  const over = applyDelta(
    first,
    frame({ fromRev: 2, toRev: 3, reminders: [reminder('a', { rev: 3, state: 'over' })] }),
    'ada',
  ).feed;
  const stale = applyDelta(
    over,
    frame({ fromRev: 1, toRev: 2, reminders: [reminder('a', { rev: 2 })] }),
    'ada',
  ).feed;
  assert.deepEqual(livingReminders(stale), []);
  assert.deepEqual(
    livingReminders(first).map((row) => row.id),
    ['a'],
  );
});

test('what has reminded stands first, then what waits by its time', () => {
  const rows = [
    reminder('late', { at: 9 }),
    reminder('early', { at: 2 }),
    reminder('due', { state: 'due', at: 7 }),
    reminder('gone', { state: 'over' }),
  ];
  assert.deepEqual(
    livingReminders(meWith(rows)).map((row) => row.id),
    ['due', 'early', 'late'],
  );
  assert.deepEqual(livingReminders(undefined), []);
});

test('people are offered an hour, this evening while there is one, tomorrow, and the next Monday', () => {
  const at = (/** @type {number} */ day, /** @type {number} */ hour) =>
    new Date(2026, 10, day, hour).getTime();
  const times = (/** @type {number} */ now) => delays(now).map((delay) => [delay.label, delay.at]);
  // 24 November 2026 is a Tuesday.
  assert.deepEqual(times(at(24, 10)), [
    ['In an hour', at(24, 11)],
    ['This evening', at(24, 18)],
    ['Tomorrow morning', at(25, 9)],
    ['Next Monday', at(30, 9)],
  ]);
  assert.deepEqual(
    delays(at(24, 18)).map((delay) => delay.label),
    ['In an hour', 'Tomorrow morning', 'Next Monday'],
  );
  assert.equal(delays(at(30, 8)).at(-1)?.at, new Date(2026, 11, 7, 9).getTime());
  assert.equal(delays(at(29, 8)).at(-1)?.at, at(30, 9));
});

test('what its reader may not see any more is told of without a word of it', () => {
  assert.equal(reminderText(reminder('a', { text: 'Call the bank' })), 'Call the bank');
  const bare = (/** @type {string} */ kind) => reminderText(reminder('a', { kind, text: '' }));
  assert.equal(bare('message'), 'A message that is not there for you any more');
  assert.equal(bare('task'), 'A task of yours');
});

test('what did not help is hidden, found again too, until a member takes it up', () => {
  const opinion = (/** @type {string | undefined} */ feedback) => ({
    id: 'action_item:m',
    rev: 1,
    subject: 'action_item',
    conversation: 'c',
    message: 'm',
    feedback,
  });
  const me = meWith([], [opinion('unhelpful')]);
  const insight = { id: 'one', kind: 'action_item', status: 'open', text: 'x', citations: ['m'] };
  assert.deepEqual([...unhelpfulTo(me)], ['action_item:m']);
  assert.ok(isHidden(me, insight) && isHidden(me, { ...insight, id: 'found again' }));
  assert.ok(!isHidden(me, { ...insight, isEdited: true }));
  assert.ok(!isHidden(me, { ...insight, createdBy: 'ben' }));
  assert.ok(!isHidden(me, { ...insight, citations: ['other', 'm'] }));
  assert.ok(!isHidden(meWith([], [opinion(undefined)]), insight));
  const client = clientOf([]);
  client.feeds.get('c').insights = [{ ...insight, confidence: 0.9 }];
  const filter = { kind: 'action_item' };
  assert.equal(insightsOf(client, filter).length, 1);
  client.feeds.set('me', me);
  assert.equal(insightsOf(client, filter).length, 0);
});

test('the list says done and later of each, and opens the message', async () => {
  /** @type {any[]} */
  const told = [];
  const shown = /** @type {string[][]} */ ([]);
  const rows = [
    reminder('Send the offer', {
      state: 'due',
      kind: 'task',
      conversation: 'c',
      message: 'm',
      dueAt: Date.now(),
    }),
    reminder('Call the bank'),
  ];
  const client = clientOf(rows, {
    finish: async (/** @type {string} */ id) => told.push(['done', id]),
  });
  const board = /** @type {any} */ (
    reminderBoard(client, (conversation, message) => shown.push([conversation, message]))
  );
  await labelled(board.node, 'Done: Send the offer').click();
  assert.deepEqual(told, [['done', 'Send the offer']]);
  await board.node.below
    .find(
      (/** @type {any} */ node) => node.textContent === 'Send the offer' && node.tag === 'button',
    )
    .click();
  assert.deepEqual(shown, [['c', 'm']]);
  assert.ok(labelled(board.node, 'Later: Call the bank'));
  client.feeds.set('me', meWith([]));
  board.update();
  assert.match(board.node.textContent, /Nothing\. Say “Remind me …”/);
});

test('what has come due is said above everything until it is done or put away', async () => {
  const client = clientOf([reminder('Call the bank', { state: 'due' }), reminder('waits')]);
  const notice = /** @type {any} */ (reminderNotice(client, () => undefined));
  assert.equal(notice.node.hidden, false);
  assert.match(notice.node.textContent, /Reminder: Call the bank/);
  assert.doesNotMatch(notice.node.textContent, /waits|more/);
  await labelled(notice.node, 'Not now').click();
  assert.equal(notice.node.hidden, true);
  // Put off, it reminds once more.
  client.feeds.set('me', meWith([reminder('Call the bank', { state: 'due', at: 9, rev: 4 })]));
  notice.update();
  assert.equal(notice.node.hidden, false);
  client.feeds.set('me', meWith([]));
  notice.update();
  assert.equal(notice.node.hidden, true);
});

test('each wish is one request', async () => {
  /** @type {any[]} */
  const asked = [];
  const acts = new Reminders(
    /** @type {any} */ ({ call: async (/** @type {any[]} */ ...request) => asked.push(request) }),
  );
  await acts.ofMessage('c', 'm', 7);
  await acts.finish('r');
  await acts.postpone('r', 8);
  await acts.setOpinion('c', 'm', 'priority', 'unhelpful');
  const [{ id, ...body }] = asked[0].slice(2);
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(body, { at: 7, conversation: 'c', message: 'm' });
  assert.deepEqual(asked.slice(1), [
    ['PATCH', '/v1/reminders/r', { isDone: true }],
    ['PATCH', '/v1/reminders/r', { at: 8 }],
    ['PUT', '/v1/conversations/c/messages/m/opinions/priority', { feedback: 'unhelpful' }],
  ]);
});
