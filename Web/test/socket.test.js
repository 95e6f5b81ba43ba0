// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { MAXIMUM_KNOWN, MAXIMUM_KNOWN_IN_ALL } from '../src/protocol.js';
import { Connection } from '../src/socket.js';

/** What a connection that knows `count` feeds says first. @param {any} t @param {number} count */
async function greeting(t, count) {
  /** @type {any[]} */
  const sent = [];
  class FakeSocket {
    static OPEN = 1;
    readyState = FakeSocket.OPEN;
    constructor() {
      queueMicrotask(() => /** @type {any} */ (this).onopen());
    }
    send(/** @type {string} */ text) {
      sent.push(JSON.parse(text));
    }
    close() {}
  }
  t.mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(globalThis, { WebSocket: FakeSocket, location: { origin: 'http://127.0.0.1' } });
  const known = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `0190a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      1,
    ]),
  );
  const connection = new Connection({
    token: async () => 'token',
    history: () => undefined,
    known: () => known,
    receive: () => {},
    changed: () => {},
  });
  connection.start();
  for (let turn = 0; turn < 10 && sent.length === 0; turn += 1) await Promise.resolve();
  connection.stop();
  return sent;
}

test('what is known goes out in frames that the server takes', async (t) => {
  const sent = await greeting(t, MAXIMUM_KNOWN + 1);
  assert.deepEqual(
    sent.map((frame) => [frame.type, Object.keys(frame.known).length, frame.more]),
    [
      ['hello', MAXIMUM_KNOWN, true],
      ['sync', 1, undefined],
    ],
  );
});

test('who knows more feeds than a server takes says nothing of them', async (t) => {
  const sent = await greeting(t, MAXIMUM_KNOWN_IN_ALL + 1);
  assert.deepEqual(
    sent.map((frame) => [frame.type, frame.known, frame.more]),
    [['hello', {}, undefined]],
  );
});
