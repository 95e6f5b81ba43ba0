// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Outbox } from '../src/outbox.js';
import { Requests, askLater } from '../src/requests.js';
import { RequestError } from '../src/session.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const change = (/** @type {any} */ body = { status: 'done' }) => ({
  kind: 'changeInsight',
  subject: 'insight:a',
  conversation: 'c',
  method: 'PATCH',
  path: '/v1/conversations/c/insights/a',
  body,
  joins: 'field',
});
const question = { kind: 'talkToAssistant', subject: 'talk', method: 'POST', path: '/t' };

/** Requests with an outbox, a disk that is a list, and a server that a test answers for. */
function fixture({ isOnline = true } = {}) {
  const outbox = new Outbox(undefined, () => 0);
  /** @type {any[]} */
  const [calls, saved, created, kept] = [[], [], [], []];
  const state = { isOnline, cursor: 0, lastID: 0, isLeader: true };
  const run = (/** @type {any[]} */ actions) => {
    for (const action of actions) {
      if (action.type === 'save') saved.push(structuredClone(action.entry));
      if (action.type === 'transmit') requests.carryOut(action.entry, action.ref);
    }
  };
  const call = (/** @type {any} */ what) =>
    new Promise((resolve, reject) => {
      calls.push({ ...what, resolve, reject });
    });
  const host = /** @type {any} */ ({
    outbox,
    run,
    enqueue: async (/** @type {any} */ { id, ...request }) => {
      state.lastID += 1;
      const entry = {
        id: state.lastID,
        conversation: request.conversation ?? '',
        operation: { type: 'request', id, request },
        createdAt: 1,
        attempts: 0,
        failed: false,
      };
      run(outbox.add(entry));
    },
    isOnline: () => state.isOnline,
    isLeader: () => state.isLeader,
    cursor: () => state.cursor,
    session: {
      call: (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) =>
        call({ method, path, body }),
    },
    answers: {
      kept: async (/** @type {string} */ key, /** @type {() => any} */ ask) => {
        const body = await ask();
        kept.push([key, body]);
        return body;
      },
      amend: async (/** @type {string} */ key, /** @type {any} */ of) =>
        kept.push([key, of({ status: 1, preferences: { reminders: 'r', language: 'de' } })]),
    },
    intelligence: {
      history: async () => ({ messages: [] }),
      async *talk(/** @type {any} */ body) {
        await call({ body });
        yield { text: 'yes' };
      },
    },
    created: (/** @type {any} */ entry, /** @type {any} */ window) => created.push([entry, window]),
  });
  const requests = new Requests(host);
  if (isOnline) outbox.resume();
  const connect = () => {
    state.isOnline = true;
    run(outbox.resume());
  };
  const disconnect = () => {
    state.isOnline = false;
    outbox.suspend();
    requests.lost();
  };
  return {
    requests,
    outbox,
    calls,
    saved,
    kept,
    created,
    state,
    connect,
    disconnect,
    run,
  };
}

test('with a connection a change is done at once, and who asked has the answer', async () => {
  const { requests, calls, outbox } = fixture();
  const done = requests.perform(change());
  await settled();
  assert.deepEqual([calls[0].method, calls[0].body], ['PATCH', { status: 'done' }]);
  assert.equal(outbox.entries.length, 1, 'it is in the outbox until then');
  calls[0].resolve({ rev: 3 });
  assert.deepEqual(await done, { rev: 3 });
  assert.deepEqual(outbox.entries, []);
});

test('with a connection a refusal is told to who asked, and nothing of it stays', async () => {
  const { requests, calls, outbox } = fixture();
  const done = requests.perform(change());
  await settled();
  calls[0].reject(new RequestError('forbidden', 'not yours'));
  await assert.rejects(done, /not yours/);
  assert.deepEqual(outbox.entries, []);
});

test('without a connection it waits, joins what waits, and is done once with the connection', async () => {
  const { requests, calls, outbox, saved, connect } = fixture({ isOnline: false });
  assert.equal(await requests.perform(change()), undefined);
  await requests.perform(change({ owner: 'ben' }));
  assert.deepEqual(calls, []);
  assert.equal(outbox.entries.length, 1);
  assert.deepEqual(saved.at(-1).operation.request.body, { status: 'done', owner: 'ben' });
  connect();
  assert.equal(calls.length, 1);
  calls[0].resolve({});
  await settled();
  assert.deepEqual(outbox.entries, []);
});

test('what was refused after it had waited stays for the user', async () => {
  const { requests, calls, outbox, connect } = fixture({ isOnline: false });
  await requests.perform(change());
  connect();
  calls[0].reject(new RequestError('invalid', 'too long'));
  await settled();
  assert.deepEqual([outbox.entries[0].failed, outbox.entries[0].failure], [true, 'too long']);
});

test('a connection that is lost, a busy server and a session that has ended are no refusals', async () => {
  for (const code of ['offline', 'session_revoked']) {
    const { requests, calls, outbox } = fixture();
    const done = requests.perform(change());
    await settled();
    calls[0].reject(new RequestError(code, 'later', code === 'offline'));
    assert.equal(await done, undefined);
    assert.equal(outbox.entries[0].failed, false);
  }
});

test('what is being carried out when the connection changes is not done twice', async () => {
  const { requests, calls, outbox, connect, disconnect } = fixture();
  const done = requests.perform(change());
  await settled();
  disconnect();
  assert.equal(await done, undefined);
  connect();
  assert.equal(calls.length, 1);
  calls[0].resolve({});
  await settled();
  assert.deepEqual(outbox.entries, []);
});

test('a change is shown until its row has come', async () => {
  const { requests, calls, state } = fixture();
  const done = requests.perform(change());
  await settled();
  calls[0].resolve({ rev: 7 });
  await done;
  assert.equal(requests.waiting.length, 1);
  state.cursor = 7;
  assert.deepEqual(requests.waiting, []);
});

test('a tab that does not send is told when another has done it, or was refused it', async () => {
  const { requests, outbox, disconnect, state } = fixture();
  disconnect();
  Object.assign(state, { isOnline: true, isLeader: false });
  const done = requests.perform(change());
  await settled();
  outbox.load([]);
  requests.looked();
  assert.equal(await done, undefined);
  const refused = requests.perform(change());
  await settled();
  outbox.load([{ ...outbox.entries[0], failed: true, failure: 'no' }]);
  requests.looked();
  await assert.rejects(refused, /no/);
  assert.deepEqual(outbox.entries, []);
});

test('an answer is kept before its request leaves the outbox', async () => {
  const { requests, outbox, calls, kept, connect } = fixture({ isOnline: false });
  await requests.later({ ...change({}), kind: 'summarizeThread', answer: 'summary:c' });
  connect();
  calls[0].resolve({ title: 'x' });
  await settled();
  assert.deepEqual(kept, [['summary:c', { title: 'x' }]]);
  assert.deepEqual(outbox.entries, []);
});

test('preferences that were saved are what is kept of them', async () => {
  const { requests, calls, kept } = fixture();
  const done = requests.perform({ ...change({ tone: 'brief' }), kind: 'putPreferences' });
  await settled();
  calls[0].resolve(undefined);
  await done;
  assert.deepEqual(kept, [
    ['preferences', { status: 1, preferences: { reminders: 'r', tone: 'brief' } }],
  ]);
});

test('a question whose answer was lost is put again as the same words', async () => {
  const { requests, outbox, calls, kept, connect, disconnect } = fixture({ isOnline: false });
  const body = { text: 'why?', conversation: 'c', id: 'w' };
  await requests.later(askLater.talk(body));
  connect();
  disconnect();
  calls[0].reject(new RequestError('offline', 'cut off', true));
  await settled();
  connect();
  await settled();
  assert.deepEqual(
    calls.map(({ body }) => body),
    [body, body],
  );
  calls[1].resolve(undefined);
  await settled();
  assert.deepEqual(outbox.entries, []);
  assert.equal(kept[0][0], 'talk', 'the talk is kept with the answer');
});

test('questions of the same words are each put', async () => {
  const { requests, outbox } = fixture({ isOnline: false });
  for (const text of ['why?', 'why?']) await requests.later({ ...question, body: { text } });
  assert.equal(outbox.entries.length, 2);
});

test('what is cancelled is not done', async () => {
  const { requests, outbox, calls, connect } = fixture({ isOnline: false });
  requests.cancel(await requests.later({ ...question, body: { text: 'why?' } }));
  connect();
  assert.deepEqual([outbox.entries, calls], [[], []]);
});
