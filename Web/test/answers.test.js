// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Answers, KEPT_FOR, MOST_KEPT, changedIn, citedIn, isLasting } from '../src/answers.js';
import { Database } from '../src/database.js';
import { emptyFeed } from '../src/law.js';
import { RequestError } from '../src/session.js';
import { keyRange, memoryIndexedDB } from './indexed.js';

const DAY = 86_400_000;
const offline = () => Promise.reject(new RequestError('offline', 'away', true));
const cites = (/** @type {string[]} */ ...messages) => ({
  points: [{ citations: messages.map((message) => ({ conversation: 'c', message })) }],
});
const row = (/** @type {string} */ id, /** @type {any} */ more = {}) => ({ id, seq: 1, ...more });

/** Conversations `c` and `d`, with a disk of their own. */
async function fixture() {
  Object.assign(globalThis, { indexedDB: memoryIndexedDB(), IDBKeyRange: keyRange });
  const database = await Database.open('ada');
  const conversation = (/** @type {string} */ id) => ({ ...emptyFeed(id), conversation: { id } });
  /** @type {Map<string, any>} */
  const feeds = new Map([
    ['c', conversation('c')],
    ['d', conversation('d')],
  ]);
  const state = { now: 100 * DAY };
  /** @type {unknown[]} */
  const failures = [];
  const isAway = { is: false };
  const answers = new Answers({
    isAway: () => isAway.is,
    database,
    feeds: () => feeds,
    failed: (error) => failures.push(error),
    now: () => state.now,
  });
  return { answers, database, feeds, state, failures, isAway };
}

test('what the server answers is told, and told again with its time while it cannot be reached', async () => {
  const { answers, state } = await fixture();
  const body = cites('m');
  assert.deepEqual(await answers.ask('digest', async () => body), { body });
  state.now += 5;
  assert.deepEqual(await answers.ask('digest', offline), { body, savedAt: 100 * DAY });
});

test('where it is known that there is no connection, what was kept is told without asking', async () => {
  const { answers, isAway } = await fixture();
  await answers.ask('digest', async () => cites('m'));
  isAway.is = true;
  const told = await answers.ask('digest', () => new Promise(() => undefined));
  assert.equal(told.savedAt, 100 * DAY);
  const other = await answers.ask('talk', async () => ({ messages: [] }));
  assert.equal(other.savedAt, undefined, 'nothing is kept of it: it is asked for');
});

test('without a connection and an answer, or when the server refuses, the error is told', async () => {
  const { answers } = await fixture();
  await assert.rejects(answers.ask('digest', offline), /away/);
  await answers.ask('digest', async () => cites('m'));
  const refused = () => Promise.reject(new RequestError('forbidden', 'not for you'));
  await assert.rejects(answers.ask('digest', refused), /not for you/);
});

test('what an answer rests on is found however deep, with the conversation that it is of', () => {
  assert.deepEqual(
    citedIn({ messages: [{ citations: [{ conversation: 'c', message: 'm' }], text: 'x' }] }, ['d']),
    { conversations: ['d', 'c'], messages: ['m'] },
  );
});

for (const [name, change] of /** @type {[string, any][]} */ ([
  ['deleted', { deletedAt: 9 }],
  ['edited', { editCount: 1 }],
]))
  test(`an answer goes with a message that it cites when that is ${name}, and no other does`, async () => {
    const { answers, feeds, database } = await fixture();
    await answers.ask('one', async () => cites('m', 'n'));
    await answers.ask('other', async () => cites('n'));
    const former = { ...feeds.get('c'), messages: [row('m'), row('n')] };
    await answers.heard(former, feeds.get('c'), {
      type: 'delta',
      messages: [row('m', change), row('n')],
    });
    assert.deepEqual(
      (await database.answers()).map(({ key }) => key),
      ['other'],
    );
  });

test('a message that this device did not have counts when it was changed once', () => {
  const frame = { type: 'delta', messages: [row('new'), row('old', { editCount: 2 })] };
  assert.deepEqual(changedIn(undefined, frame), ['old']);
});

test('an answer goes with its conversation, with its AI, and when its window comes anew', async () => {
  const { answers, feeds } = await fixture();
  const feed = feeds.get('d');
  const ways = [
    () => answers.changed({ conversations: ['d'] }),
    () =>
      answers.heard(
        feed,
        { ...feed, conversation: { intelligenceOff: true } },
        { type: 'delta', conversation: {} },
      ),
    () => answers.heard({ ...feed, cursor: 4 }, feed, { type: 'delta', reset: true }),
  ];
  for (const way of ways) {
    await answers.ask('summary:d', async () => ({ points: [] }), ['d']);
    await answers.ask('summary:c', async () => ({ points: [] }), ['c']);
    await way();
    assert.equal(await answers.of('summary:d'), undefined);
    assert.ok(await answers.of('summary:c'));
  }
});

test('what was changed while it was asked for is shown, and not kept', async () => {
  const { answers } = await fixture();
  const body = cites('m');
  const told = await answers.ask('digest', async () => {
    await answers.changed({ messages: ['m'] });
    return body;
  });
  assert.deepEqual(told, { body });
  assert.equal(await answers.of('digest'), undefined);
});

test('an answer is kept for a month, and the newest of many', async () => {
  const { answers, database, state } = await fixture();
  for (let index = 0; index <= MOST_KEPT; index += 1) {
    state.now += 1;
    await answers.ask(`summary:${index}`, async () => ({}));
  }
  assert.equal((await database.answers()).length, MOST_KEPT);
  assert.equal(await answers.of('summary:0'), undefined);
  state.now += KEPT_FOR - 1;
  assert.ok(await answers.of(`summary:${MOST_KEPT}`));
  state.now += 1;
  assert.equal(await answers.of(`summary:${MOST_KEPT}`), undefined);
  await answers.sweep();
  assert.deepEqual(await database.answers(), []);
});

test('a page that was closed before it had erased an answer erases it when it opens', async () => {
  const { answers, feeds, database } = await fixture();
  await answers.ask('digest', async () => cites('m'));
  feeds.get('c').messages = [row('m', { deletedAt: 3 })];
  assert.equal(await answers.of('digest'), undefined, 'it is not shown before that either');
  await answers.sweep();
  assert.deepEqual(await database.answers(), []);
});

test('of a conversation that is not there nothing is kept', () => {
  const answer = { key: 'k', conversations: ['x'], messages: [], savedAt: 1, body: {} };
  assert.equal(isLasting(answer, new Map(), 2), false);
});

test('answers go when the session ends, and what was written stays', async () => {
  const { answers, database } = await fixture();
  await answers.ask('digest', async () => cites('m'));
  await database.enqueue({ conversation: 'c', operation: { type: 'send', id: 'a', text: 'b' } });
  database.close();
  await Database.eraseAllButOutbox('ada');
  const again = await Database.open('ada');
  assert.deepEqual(await again.answers(), []);
  assert.equal((await again.outbox()).length, 1);
});

test('an answer is shown where the disk does not work, which is told of', async () => {
  const { feeds } = await fixture();
  /** @type {unknown[]} */
  const failures = [];
  const refuse = () => Promise.reject(new Error('full'));
  const answers = new Answers({
    database: { answers: refuse, setAnswers: refuse },
    feeds: () => feeds,
    failed: (error) => failures.push(error),
  });
  assert.deepEqual(await answers.ask('digest', async () => ({})), { body: {} });
  assert.ok(failures.length > 0);
});
