// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { ClientEvents } from '../src/events.js';
import { MessageTraces } from '../src/traces.js';
import { FEED, ME } from './model.js';

const send = { type: 'send', ref: 1, conversation: FEED, id: 'a', text: 'hello' };
const ack = { type: 'ack', feed: FEED, messages: [{ id: 'a', seq: 2, sender: ME }] };
/** @type {any} */
const entry = { conversation: FEED, operation: { type: 'send', id: 'a' }, createdAt: 100 };
const wanted = () => true;
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** @param {number} chance @param {number} [traces] */
function tracing(chance, traces = 10_000) {
  const made = new MessageTraces(() => chance);
  made.welcomed({ traces, serverTime: 1_050 }, 50);
  return made;
}

test('messages are traced by the share of the server, as long as their sender wants it', () => {
  assert.equal(new MessageTraces(() => 0).outgoing(send, wanted), send, 'no server has asked');
  assert.equal(tracing(0.01).outgoing(send, wanted), send, 'not in the share');
  assert.equal(
    tracing(0).outgoing(send, () => false),
    send,
  );
  const edit = { type: 'edit', ref: 2, conversation: FEED, id: 'a', editId: 'e', text: 'x' };
  assert.equal(tracing(0).outgoing(edit, wanted), edit);
  const traces = tracing(0.0099);
  const first = traces.outgoing(send, wanted).traceparent;
  assert.match(first, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  assert.equal(traces.outgoing(send, () => false).traceparent, first, 'again in its trace');
  assert.notEqual(traces.outgoing({ ...send, id: 'b' }, wanted).traceparent, first);
});

test("the first span is the sender's, by the server's clock", () => {
  const traces = tracing(0);
  const [, trace, span] = traces.outgoing(send, wanted).traceparent.split('-');
  assert.deepEqual(traces.acknowledged(ack, [entry], 130), [
    { kind: 'send', trace, span, start: 1_100, end: 1_130 },
  ]);
  assert.deepEqual(traces.acknowledged(ack, [entry], 140), [], 'told once');
});

test('what comes traced is part of what brought it', () => {
  const traces = tracing(1, 0);
  assert.equal(traces.arrival({ messages: [{ id: 'a' }] }, 5), undefined);
  assert.equal(traces.arrival({ messages: [{ id: 'a' }], traceparent: 'nonsense' }, 5), undefined);
  const unkept = traceparent.replace(/1$/, '0');
  assert.equal(traces.arrival({ messages: [{ id: 'a' }], traceparent: unkept }, 5), undefined);
  const arrival = traces.arrival({ messages: [{ id: 'a' }], traceparent }, 5);
  assert.ok(arrival);
  const [received] = traces.done('receive', arrival, 9);
  assert.equal(received.parent, '00f067aa0ba902b7');
  assert.equal(received.trace, '4bf92f3577b34da6a3ce929d0e0e4736');
  assert.notEqual(received.span, received.parent);
  assert.deepEqual([received.start, received.end], [1_005, 1_009]);
  assert.deepEqual(traces.done('receive', arrival, 4), [], 'a clock that was set tells nothing');
});

/** @param {import('node:test').TestContext} t @param {boolean} isShown */
function stand(t, isShown) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const globals = /** @type {any} */ (globalThis);
  globals.requestAnimationFrame = (/** @type {() => void} */ paint) => setTimeout(paint, 16);
  let frames = 0;
  globals.document = { querySelector: () => (isShown && ++frames > 2 ? {} : null) };
  globals.CSS = { escape: (/** @type {string} */ text) => text };
  t.after(() => {
    delete globals.requestAnimationFrame;
    delete globals.document;
    delete globals.CSS;
  });
  const state = { isWanted: true };
  /** @type {any[]} */
  const told = [];
  const session = { call: async (/** @type {any[]} */ ...call) => void told.push(call[2]) };
  return {
    state,
    told,
    events: new ClientEvents(/** @type {any} */ (session), () => state.isWanted),
  };
}

test('a traced message is told of when it is held, and when it is on the screen', async (t) => {
  for (const isShown of [true, false]) {
    await t.test(`${isShown}`, (t) => {
      const { events, told } = stand(t, isShown);
      events.arrived({ messages: [{ id: 'a' }], traceparent }, Date.now());
      // Three frames, what follows the last, and the minute after which things are told.
      for (const pause of [16, 16, 16, 1, 60_000]) t.mock.timers.tick(pause);
      const kinds = told[0].spans.map((/** @type {any} */ { kind }) => kind);
      assert.deepEqual(kinds, isShown ? ['receive', 'show'] : ['receive']);
      assert.deepEqual(told[0].events, []);
      if (isShown) assert.equal(told[0].spans[1].end - told[0].spans[1].start, 48);
    });
  }
});

test('who wants nothing told tells of no trace', (t) => {
  const { events, told, state } = stand(t, true);
  state.isWanted = false;
  events.arrived({ messages: [{ id: 'a' }], traceparent }, Date.now());
  t.mock.timers.tick(120_000);
  assert.deepEqual(told, []);
});
