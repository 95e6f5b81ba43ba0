// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { usePage } from './page.js';

usePage();
Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });
const { answerPlace, savedText } = await import('../src/views/ai/kept.js');
const { RequestError } = await import('../src/session.js');
const { el } = await import('../src/views/dom.js');

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A client whose connection and answers are what a test says. */
class Told extends EventTarget {
  connection = { state: 'online' };
  /** @type {({body: string, savedAt?: number} | Error)[]} */
  told = [];
  asked = 0;
  /** @type {any[]} */
  later = [];
  requests = {
    find: () => this.later,
    later: (/** @type {any} */ request) =>
      this.later.push({ operation: { id: 'q', request }, failed: false }),
    cancel: () => this.later.splice(0),
  };
  answers = {
    ask: async () => {
      this.asked += 1;
      const told = this.told.shift();
      if (told instanceof Error) throw told;
      return told;
    },
    of: async () => this.kept,
  };
  /** @type {{body: string, savedAt: number} | undefined} */
  kept;

  /** @param {string} state */
  async become(state) {
    this.connection.state = state;
    this.dispatchEvent(new Event('change'));
    await settled();
  }
}

function desk(canWait = false) {
  const client = new Told();
  const place = /** @type {any} */ (el('div', {}));
  const request = /** @type {any} */ ({ kind: 'summarizeUnread', answer: 'digest' });
  const later = canWait ? () => request : undefined;
  const wanted = () => ({ key: 'digest', ask: async () => undefined, later });
  const build = (/** @type {string} */ body) => el('p', {}, body);
  const load = answerPlace(/** @type {any} */ (client), place, wanted, build);
  return { client, place, load };
}

test('what was answered before stands below a line that says so, and is asked for anew with the connection', async () => {
  const { client, place, load } = desk();
  client.told.push({ body: 'old', savedAt: Date.now() }, { body: 'new' });
  await client.become('offline');
  await load();
  assert.match(place.textContent, /^You are offline\. This is from /);
  assert.match(place.textContent, /old$/);
  await client.become('online');
  assert.equal(place.textContent, 'new');
});

test('what has failed is asked for anew with the connection, what is new is not', async () => {
  const { client, place, load } = desk();
  client.told.push(new Error('away'), { body: 'new' });
  await load();
  assert.match(place.textContent, /away/);
  await client.become('offline');
  await client.become('online');
  assert.equal(place.textContent, 'new');
  await client.become('offline');
  await client.become('online');
  assert.equal(client.asked, 2);
});

test('a place that has left the page asks for nothing', async () => {
  const { client, place, load } = desk();
  client.told.push(new Error('away'));
  await load();
  place.isConnected = false;
  await client.become('offline');
  await client.become('online');
  assert.equal(client.asked, 1);
});

test('of today the time is said, before that the day too', () => {
  const now = new Date(2026, 10, 24, 15, 0).getTime();
  assert.match(savedText(new Date(2026, 10, 24, 14, 5).getTime(), now), /^This is from \S*2?:05/);
  assert.match(savedText(new Date(2020, 4, 4, 9, 0).getTime(), now), /^This is from May 4, 2020, /);
});

const away = () => new RequestError('offline', 'away', true);
const press = (/** @type {any} */ place) =>
  place.below.find((/** @type {any} */ node) => node.tag === 'button').click();

test('without a connection and an answer it says so, and asks with the next one when that is wanted', async () => {
  const { client, place, load } = desk(true);
  client.told.push(away());
  await client.become('offline');
  await load();
  assert.match(place.textContent, /this device has no earlier answer/);
  assert.deepEqual(client.later, [], 'a look at it asks for nothing');
  await press(place);
  await client.become('offline');
  assert.equal(client.later.length, 1);
  assert.match(place.textContent, /Waits for a connection/);
  await press(place);
  await client.become('offline');
  assert.deepEqual(client.later, []);
});

test('who asks without a connection has asked, and sees the answer when it has come', async () => {
  const { client, place, load } = desk(true);
  client.told.push({ body: 'old', savedAt: 5 });
  await client.become('offline');
  await load(true);
  assert.equal(client.later.length, 1);
  await client.become('online');
  assert.equal(client.asked, 1, 'what waits is asked for by the outbox');
  assert.match(place.textContent, /Being answered/);
  client.later = [];
  client.kept = { body: 'new', savedAt: 6 };
  await client.become('online');
  await settled();
  assert.equal(place.textContent, 'new');
});

test('what the server has refused says why', async () => {
  const { client, place, load } = desk(true);
  client.told.push(away());
  await load(true);
  Object.assign(client.later[0], { failed: true, failure: 'not for you' });
  await client.become('online');
  assert.match(place.textContent, /not for you Retry Discard/);
});
