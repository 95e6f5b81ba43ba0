// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { ShownFeeds, isPending, overVerdicts, pendingFeed } from '../src/overlay.js';

const task = (/** @type {any} */ more) => ({
  id: 'a',
  rev: 4,
  kind: 'action_item',
  status: 'open',
  text: 'Send it',
  citations: ['m'],
  participants: [],
  tags: [],
  confidence: 0.9,
  isEdited: false,
  ...more,
});
/**
 * @param {string} kind @param {string} subject @param {any} body @param {any} [more]
 * @returns {any}
 */
const entry = (kind, subject, body, more) => ({
  id: 1,
  conversation: 'c',
  operation: { type: 'request', id: 'r', request: { kind, subject, conversation: 'c', body } },
  createdAt: 50,
  failed: false,
  ...more,
});

/** The conversation `c` and the private feed. @param {any[]} entries @param {any} [rows] */
function fixture(entries, rows = {}) {
  const feeds = new ShownFeeds({ me: () => 'ada', waiting: () => entries });
  const messages = [{ id: 'm', seq: 9, sender: 'ben', text: 'I will send it' }];
  const conversation = { id: 'c', kind: 'group' };
  feeds.set('c', {
    ...emptyFeed('c'),
    conversation,
    messages,
    insights: rows.insights ?? [task({})],
  });
  feeds.set('me', { ...emptyFeed('me'), ...rows });
  const insight = () => feeds.get('c')?.insights?.[0] ?? {};
  const mine = () => /** @type {any} */ (feeds.get('me'));
  return { feeds, insight, mine };
}

test('a change is shown at once, and what the server has sent stays as it was', () => {
  const { feeds, insight } = fixture([
    entry('changeInsight', 'insight:a', { status: 'done', owner: 'ben', dueAt: 7, tags: ['x'] }),
  ]);
  const { status, owner, dueAt, tags, completedAt, waits } = insight();
  assert.deepEqual(
    [status, owner, dueAt, tags, completedAt, waits],
    ['done', 'ben', 7, ['x'], 50, true],
  );
  assert.equal(feeds.held('c')?.insights?.[0].status, 'open');
  assert.equal([...feeds.values()][0].insights?.[0].status, 'done');
});

test('what is opened again, taken from somebody or without a date is so', () => {
  const former = {
    status: 'done',
    completedAt: 3,
    report: {},
    owner: 'ben',
    ownerName: 'B',
    dueAt: 2,
    dueText: 'soon',
    context: 'x',
  };
  const { insight } = fixture(
    [
      entry('changeInsight', 'insight:a', {
        status: 'open',
        removesOwner: true,
        removesDue: true,
        context: '',
      }),
    ],
    { insights: [task(former)] },
  );
  for (const key of ['completedAt', 'report', 'owner', 'ownerName', 'dueAt', 'dueText', 'context'])
    assert.ok(!(key in insight()), key);
  assert.equal(insight().status, 'open');
});

test('changes of one insight lie over each other in their order', () => {
  const { insight } = fixture([
    entry('changeInsight', 'insight:a', { text: 'one', status: 'done' }),
    entry('changeInsight', 'insight:a', { text: 'two' }),
  ]);
  assert.deepEqual([insight().text, insight().status], ['two', 'done']);
});

test('the AI of a conversation is as it was switched last; a refusal changes nothing and says why', () => {
  const off = entry('switchIntelligence', 'intelligence:c', { isOn: false });
  const row = (/** @type {any} */ one) => fixture([one]).feeds.get('c')?.conversation;
  assert.deepEqual([row(off).intelligenceOff, row(off).waits], [true, true]);
  const on = entry('switchIntelligence', 'intelligence:c', { isOn: true });
  assert.equal(row(on).intelligenceOff, false);
  const refused = row({ ...off, failed: true, failure: 'No.' });
  assert.deepEqual([refused.intelligenceOff, refused.failure.text], [undefined, 'No.']);
});

test('what was refused changes nothing and says why', () => {
  const { insight } = fixture([
    entry('changeInsight', 'insight:a', { status: 'done' }, { failed: true, failure: 'no' }),
  ]);
  assert.deepEqual([insight().status, insight().failure], ['open', { request: 'r', text: 'no' }]);
});

test('what is marked stands there in the words of its message, until its row has come', () => {
  const mark = entry('markInsight', 'insight:b', { id: 'b', kind: 'decision', message: 'm' });
  const marked = fixture([mark]).feeds.get('c')?.insights ?? [];
  assert.deepEqual(
    marked.map(({ id, text, citations, createdBy }) => [id, text, citations, createdBy]),
    [
      ['a', 'Send it', ['m'], undefined],
      ['b', 'I will send it', ['m'], 'ada'],
    ],
  );
  const come = fixture([mark], { insights: [task({ id: 'b', text: 'from the server' })] });
  assert.deepEqual(
    [come.insight().text, come.feeds.get('c')?.insights?.length],
    ['from the server', 1],
  );
});

test('a task that is written stands there with its owner and time, and rests on no message', () => {
  const body = { id: 'b', kind: 'action_item', text: 'Paint', owner: 'ben', dueAt: 70 };
  const { feeds } = fixture([entry('markInsight', 'insight:b', body)]);
  const { text, owner, dueAt, citations } = feeds.get('c')?.insights?.at(-1) ?? {};
  assert.deepEqual([text, owner, dueAt, citations], ['Paint', 'ben', 70, []]);
});

test('reminders are set, put off and over', () => {
  const reminders = [{ id: 'a', rev: 1, state: 'due', at: 5, text: 'x', kind: 'note' }];
  const set = fixture(
    [entry('addReminder', 'reminder:b', { id: 'b', at: 9, conversation: 'c', message: 'm' })],
    { reminders },
  );
  const [, row] = set.mine().reminders;
  assert.deepEqual(
    [row.kind, row.state, row.at, row.text],
    ['message', 'waiting', 9, 'I will send it'],
  );
  const later = fixture([entry('changeReminder', 'reminder:a', { at: 8 })], { reminders });
  assert.deepEqual([later.mine().reminders[0].state, later.mine().reminders[0].at], ['waiting', 8]);
  const done = fixture([entry('changeReminder', 'reminder:a', { isDone: true })], { reminders });
  assert.equal(done.mine().reminders[0].state, 'over');
});

test('an opinion, a priority, settings and the profile are what was said last', () => {
  const { mine } = fixture(
    [
      entry('setOpinion', 'opinion:decision:m', { feedback: 'unhelpful' }),
      entry('correctPriority', 'priority:m', { priority: 'urgent' }),
      entry('changeSettings', 'settings:c', { muted: true }),
      entry('updateMe', 'profile:me', { name: 'Ada B', locale: null }),
    ],
    {
      settings: [{ conversation: 'c', rev: 1, muted: true, mutedUntil: 9, pinned: true }],
      profile: { id: 'ada', name: 'Ada', locale: 'de' },
    },
  );
  assert.deepEqual(
    mine().opinions.map((/** @type {any} */ row) => [row.id, row.feedback]),
    [['decision:m', 'unhelpful']],
  );
  const [mark] = mine().priorities;
  assert.deepEqual([mark.seq, mark.reason], [9, 'You said so.']);
  assert.deepEqual(mine().settings, [{ conversation: 'c', rev: 1, muted: true, pinned: true }]);
  assert.deepEqual(mine().profile, { id: 'ada', name: 'Ada B' });
});

test('what can wait is not urgent any more', () => {
  const priorities = [{ message: 'm', rev: 1, reason: 'x', until: 99 }];
  const { mine } = fixture([entry('correctPriority', 'priority:m', { priority: 'can_wait' })], {
    priorities,
  });
  assert.equal(mine().priorities[0].reason, undefined);
});

test('what was refused of one’s own is not shown as done', () => {
  const { mine } = fixture([
    entry('changeSettings', 'settings:c', { muted: true }, { failed: true }),
  ]);
  assert.deepEqual(mine().settings, []);
});

test('rows are made once while nothing changes, and anew when something does', () => {
  const entries = [entry('changeInsight', 'insight:a', { status: 'done' })];
  const { feeds } = fixture(entries);
  const shown = feeds.get('c');
  assert.equal(feeds.get('c'), shown);
  entries[0].operation.request.body = { status: 'open' };
  assert.equal(feeds.get('c')?.insights?.[0].status, 'open');
  entries.pop();
  assert.equal(feeds.get('c'), feeds.held('c'));
});

test('a conversation that waits to be made has the people whom this device knows, and is not held', () => {
  const { feeds } = fixture([]);
  const known = /** @type {any} */ (feeds.held('c'));
  feeds.set('c', {
    ...known,
    members: [
      { user: 'ada', name: 'Ada' },
      { user: 'ben', name: 'Ben' },
    ],
  });
  const make = entry(
    'createConversation',
    'g',
    { kind: 'group', name: 'New', members: ['ben', 'eve'] },
    { conversation: 'g' },
  );
  const feed = pendingFeed(make, 'ada', feeds.allHeld());
  feeds.set('g', feed);
  assert.deepEqual(
    feed.members.map(({ name, role }) => [name, role]),
    [
      ['Ada', 'admin'],
      ['Ben', 'member'],
      ['Someone', 'member'],
    ],
  );
  assert.ok(isPending(feeds.get('g')));
  assert.deepEqual(
    feeds.allHeld().map(({ feed: name }) => name),
    ['c', 'me'],
  );
});

test('the inbox shows what has been corrected, and not what was of no help', () => {
  const verdicts = [
    { message: 'm', priority: 'urgent', reason: 'x' },
    { message: 'n', priority: 'urgent', reason: 'y' },
  ];
  const entries = [
    entry('correctPriority', 'priority:m', { priority: 'can_wait' }),
    entry('setOpinion', 'opinion:priority:n', { feedback: 'unhelpful' }),
    entry('setOpinion', 'opinion:digest:m', { feedback: 'unhelpful' }),
  ];
  assert.deepEqual(overVerdicts(verdicts, entries), [
    { message: 'm', priority: 'can_wait', reason: 'You said so.' },
  ]);
});
