// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BATCH, ClientEvents, DAY, EventQueue, MOST, SendTimes, eventOf } from '../src/events.js';
import { emptyFeed } from '../src/law.js';
import { RequestError } from '../src/session.js';
import { FEED, ME, OTHER } from './model.js';

/** @param {number} milliseconds */
const event = (milliseconds) =>
  /** @type {any} */ (eventOf('messageSent', 1_000, 1_000 + milliseconds));

test('an event has a kind and a time, and no time that a clock makes up', () => {
  assert.deepEqual(eventOf('appLaunch', 5, 17.6), { kind: 'appLaunch', milliseconds: 13 });
  assert.deepEqual(eventOf('messageSent', 5, 6, true), {
    kind: 'messageSent',
    milliseconds: 1,
    waited: true,
  });
  assert.equal(eventOf('appLaunch', 6, 5), undefined);
  assert.equal(eventOf('appLaunch', 0, DAY + 1), undefined);
  assert.equal(eventOf('appLaunch', NaN, 1), undefined);
});

test('the queue is bounded, drops what is old, and tells the oldest first', () => {
  const queue = new EventQueue();
  for (let index = 0; index < MOST + 5; index += 1) queue.append(event(index), 0);
  const batch = queue.take(0);
  assert.equal(batch.length, BATCH);
  assert.equal(batch[0].event.milliseconds, 5);
  queue.putBack(batch);
  assert.equal(queue.events.length, MOST);
  assert.equal(queue.events[0].event.milliseconds, 5);
  queue.append(event(7_000), DAY);
  assert.deepEqual(
    queue.take(DAY).map((queued) => queued.event.milliseconds),
    [7_000],
  );
  assert.deepEqual(queue.take(DAY), []);
});

/** @param {number} createdAt @returns {any} */
const entry = (createdAt) => ({
  id: 1,
  conversation: FEED,
  operation: { type: 'send', id: 'a' },
  createdAt,
});
const ack = { feed: FEED, messages: [{ id: 'a', seq: 2, sender: ME }] };
/** @param {number} deliveredSeq @returns {any} */
const feed = (deliveredSeq) => ({
  ...emptyFeed(FEED),
  members: [
    { user: ME, joinSeq: 0, deliveredSeq: 2, readSeq: 2 },
    { user: OTHER, joinSeq: 0, deliveredSeq, readSeq: 0 },
  ],
});

test('a message counts from sending until the server has it, and until all others have', () => {
  const times = new SendTimes();
  times.connected(50);
  assert.deepEqual(times.acknowledged(ack, [entry(100)], 130), [
    { kind: 'messageSent', milliseconds: 30 },
  ]);
  assert.deepEqual(times.acknowledged(ack, [], 130), [], 'of another device');
  const other = { ...ack, messages: [{ id: 'b', seq: 3, sender: ME }] };
  assert.deepEqual(times.acknowledged(other, [entry(100)], 130), [], 'another message');
  assert.deepEqual(times.heard(feed(1), 150), []);
  assert.deepEqual(times.heard(feed(2), 200), [{ kind: 'messageDelivered', milliseconds: 100 }]);
  assert.deepEqual(times.heard(feed(2), 300), [], 'each message is told of once');
});

test('what was written without a connection has waited in the outbox', () => {
  const times = new SendTimes();
  times.connected(undefined);
  times.connected(500);
  assert.deepEqual(times.acknowledged(ack, [entry(100)], 600), [
    { kind: 'messageSent', milliseconds: 500, waited: true },
  ]);
  times.connected(undefined);
  times.connected(700);
  assert.deepEqual(times.heard(feed(2), 800), [], 'nobody saw when it was delivered');
});

/** @param {import('node:test').TestContext} t @param {(body: any) => void} answer */
function stand(t, answer = () => undefined) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const state = { isWanted: true };
  /** @type {any[]} */
  const told = [];
  const session = {
    call: async (
      /** @type {string} */ method,
      /** @type {string} */ path,
      /** @type {any} */ body,
    ) => {
      told.push([method, path, body]);
      answer(body);
    },
  };
  const events = new ClientEvents(/** @type {any} */ (session), () => state.isWanted);
  return { events, told, state };
}

test('what happens within a minute is told in one batch', async (t) => {
  const { events, told } = stand(t);
  events.note(event(1));
  t.mock.timers.tick(30_000);
  events.note(event(2), undefined);
  assert.deepEqual(told, []);
  t.mock.timers.tick(30_000);
  assert.deepEqual(told, [
    ['POST', '/v1/diagnostics/events', { platform: 'web', events: [event(1), event(2)] }],
  ]);
});

test('what the server refuses is dropped, and what it could not be told is told later', async (t) => {
  let code = 'offline';
  const { events, told } = stand(t, () => {
    if (code) throw new RequestError(code, 'no');
  });
  events.note(event(1));
  await events.tell();
  assert.equal(told.length, 1);
  code = 'forbidden';
  await events.tell();
  assert.equal(told.length, 2);
  await events.tell();
  assert.equal(told.length, 2, 'it was dropped');
});

test('who does not want it tells nothing, not even what was counted before', async (t) => {
  const { events, told, state } = stand(t);
  events.note(event(1));
  state.isWanted = false;
  await events.tell();
  state.isWanted = true;
  await events.tell();
  assert.deepEqual(told, []);
  events.note(event(2));
  events.close();
  events.note(event(3));
  await events.tell();
  assert.deepEqual(told, []);
});

test('a summary is timed, and one that fails is not', async (t) => {
  const { events, told } = stand(t);
  assert.equal(await events.summary(async () => 'text'), 'text');
  await assert.rejects(
    events.summary(async () => {
      throw new Error('no');
    }),
  );
  await events.tell();
  assert.deepEqual(
    told[0][2].events.map((/** @type {any} */ one) => one.kind),
    ['summaryGenerated'],
  );
});
