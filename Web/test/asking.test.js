// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Asking } from '../src/asking.js';
import { Database } from '../src/database.js';
import { laneOf } from '../src/entries.js';
import { emptyFeed } from '../src/law.js';
import { isPending } from '../src/overlay.js';
import { uuidv7 } from '../src/protocol.js';
import { RequestError } from '../src/session.js';
import { keyRange, memoryIndexedDB } from './indexed.js';

const BEN = uuidv7();
const ME = uuidv7();

/** As much of a client as asks: what the outbox wants is done, rows are taken as they come. */
class Device extends Asking {
  online = false;
  /** @type {[string, string, any][]} */
  calls = [];
  /** @type {any[]} */
  sent = [];
  /** @type {any[]} */
  moves = [];
  /** @type {(path: string, body: any) => any} */
  answer = () => undefined;

  /** @param {any} database */
  constructor(database) {
    const call = async (
      /** @type {string} */ method,
      /** @type {string} */ path,
      /** @type {any} */ body,
    ) => {
      this.calls.push([method, path, body]);
      return this.answer(path, body);
    };
    super(ME, /** @type {any} */ ({ call }), database);
    this.addEventListener('moved', (event) => this.moves.push(/** @type {any} */ (event).detail));
    this.feeds.set('me', emptyFeed('me'));
    this.isLeader = true;
  }

  /** @override */
  get isOnline() {
    return this.online;
  }

  /** @override @param {any[]} actions */
  run(actions) {
    for (const { type, entry, ref } of actions) {
      if (type !== 'transmit') continue;
      if (entry.operation.request) this.requests.carryOut(entry, ref);
      else this.sent.push({ conversation: entry.conversation, text: entry.operation.text });
    }
    this.showPending();
  }

  /** @override @param {any} window */
  take(window) {
    const conversation = { ...window.conversation, id: window.feed };
    this.feeds.set(window.feed, {
      ...emptyFeed(window.feed),
      conversation,
      members: window.members,
    });
  }

  async connect() {
    this.online = true;
    this.run(this.outbox.resume());
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** @param {import('node:test').TestContext} t */
async function device(t) {
  Object.assign(globalThis, { indexedDB: memoryIndexedDB(), IDBKeyRange: keyRange });
  const database = await Database.open(ME);
  const made = new Device(database);
  t.after(() => made.tabs.close());
  return made;
}

const member = (/** @type {string} */ user) => ({
  user,
  rev: 1,
  name: 'X',
  role: 'member',
  joinedAt: 1,
  joinSeq: 0,
  readSeq: 0,
  deliveredSeq: 0,
});
/** What the server answers. @param {string} id @param {'direct' | 'group'} kind */
const windowOf = (id, kind) => ({
  feed: id,
  fromRev: 0,
  toRev: 1,
  reset: true,
  windowStart: 1,
  conversation: { id, rev: 1, kind, name: 'Crew', createdAt: 1, createdBy: ME },
  members: [member(ME), member(BEN)],
});

test('a group that is started offline is there at once, and what is written into it follows it', async (t) => {
  const client = await device(t);
  const id = await client.createConversation({ kind: 'group', members: [BEN], name: 'Crew' });
  assert.ok(isPending(client.feeds.get(id)));
  await client.send(id, 'hello');
  assert.deepEqual([client.calls, client.sent], [[], []]);
  client.answer = (path, body) => windowOf(body.id, 'group');
  await client.connect();
  assert.deepEqual(
    client.calls.map(([method, path, body]) => [method, path, body.id]),
    [['POST', '/v1/conversations', id]],
  );
  assert.deepEqual(client.sent, [{ conversation: id, text: 'hello' }]);
  assert.ok(!isPending(client.feeds.get(id)));
});

test('a direct conversation that has another id on the server takes along what was written', async (t) => {
  const client = await device(t);
  const id = await client.createConversation({ kind: 'direct', members: [BEN] });
  await client.send(id, 'hello');
  const real = uuidv7();
  client.answer = () => windowOf(real, 'direct');
  await client.connect();
  assert.deepEqual(client.sent, [{ conversation: real, text: 'hello' }]);
  assert.deepEqual(client.moves, [{ from: id, to: real }]);
  assert.deepEqual([client.feeds.has(id), client.feeds.has(real)], [false, true]);
});

test('a direct conversation that is there already is the one that is started', async (t) => {
  const client = await device(t);
  client.take(windowOf('d', 'direct'));
  assert.equal(await client.createConversation({ kind: 'direct', members: [BEN] }), 'd');
  assert.deepEqual(client.outbox.entries, []);
});

test('a conversation that waits is there again after the page has been opened anew', async (t) => {
  const client = await device(t);
  const id = await client.createConversation({ kind: 'group', members: [BEN], name: 'Crew' });
  const again = new Device(client.database);
  t.after(() => again.tabs.close());
  again.outbox.load(await client.database.outbox());
  again.showPending();
  assert.ok(isPending(again.feeds.get(id)));
});

test('a conversation that the server refuses stays until it is given up; what was written waits for the user', async (t) => {
  const client = await device(t);
  const id = await client.createConversation({ kind: 'group', members: [BEN], name: 'Crew' });
  await client.send(id, 'hello');
  client.answer = () => Promise.reject(new RequestError('invalid', 'too many'));
  await client.connect();
  const [refused] = client.refused();
  assert.equal(refused.failure, 'too many');
  assert.deepEqual([client.sent, client.unsent(), client.feeds.has(id)], [[], [], true]);
  client.discardRequest(refused.operation.id);
  assert.equal(client.feeds.has(id), false);
  assert.deepEqual(
    client.unsent().map(({ operation }) => operation.text),
    ['hello'],
  );
});

test('what was to be made goes with what was to be done with it', async (t) => {
  const client = await device(t);
  await client.intelligence.mark('c', 'action_item', 'm');
  const [{ operation }] = client.outbox.entries;
  await client.intelligence.change('c', operation.request?.body.id, { status: 'done' });
  await client.intelligence.change('c', 'other', { status: 'done' });
  client.discardRequest(operation.id);
  assert.deepEqual(
    client.outbox.entries.map((entry) => entry.operation.request?.subject),
    ['insight:other'],
  );
});

test('what is shared in a conversation goes before the AI is switched off there, which erases it', async (t) => {
  const client = await device(t);
  await client.intelligence.share('o', 'c');
  await client.intelligence.share('p', 'c');
  await client.intelligence.switch('c', false);
  const [lane, ...others] = client.outbox.entries.map(laneOf);
  assert.deepEqual(others, [lane, lane]);
});

test('changes are asked for under the names and paths of the interface', async (t) => {
  const client = await device(t);
  await client.intelligence.change('c', 'a', { status: 'done' });
  await client.intelligence.correct('c', 'm', 'urgent');
  await client.intelligence.savePreferences({ tone: 'brief' });
  await client.intelligence.setFeedback('o', 'helpful');
  await client.reminders.ofWords('Call', 5);
  await client.reminders.finish('r');
  await client.reminders.setOpinion('c', 'm', 'digest', 'unhelpful');
  await client.changeSettings('c', { muted: true });
  await client.intelligence.switch('c', true);
  await client.intelligence.switch('c', false);
  await client.intelligence.share('o', 'c');
  await client.changeProfile({ name: 'Ada' });
  const asked = client.outbox.entries.map(({ operation: { request } }) => [
    request?.kind,
    request?.method,
    request?.path,
  ]);
  assert.deepEqual(asked, [
    ['changeInsight', 'PATCH', '/v1/conversations/c/insights/a'],
    ['correctPriority', 'PUT', '/v1/conversations/c/messages/m/priority'],
    ['putPreferences', 'PUT', '/v1/ai/preferences'],
    ['setFeedback', 'PUT', '/v1/ai/outputs/o/feedback'],
    ['addReminder', 'POST', '/v1/reminders'],
    ['changeReminder', 'PATCH', '/v1/reminders/r'],
    ['setOpinion', 'PUT', '/v1/conversations/c/messages/m/opinions/digest'],
    ['changeSettings', 'PUT', '/v1/conversations/c/settings'],
    ['switchIntelligence', 'PUT', '/v1/conversations/c/intelligence'],
    ['shareOutput', 'POST', '/v1/ai/outputs/o/share'],
    ['updateMe', 'PATCH', '/v1/me'],
  ]);
});
