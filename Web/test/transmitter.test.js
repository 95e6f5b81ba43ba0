// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Transmitter } from '../src/transmitter.js';

test('one tab sends; every tab stores, and goes on after a wait', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const entry = { conversation: 'c', operation: { type: 'delete', id: 'm' } };
  /** @type {any[]} */
  const transmit = [{ type: 'transmit', entry, ref: 7 }];
  /** @type {any[]} */
  const [sent, written] = [[], []];
  let isLeader = false;
  const outbox = /** @type {any} */ ({
    waited: (/** @type {string} */ conversation) => (conversation === 'c' ? transmit : []),
  });
  const transmitter = new Transmitter(outbox, {
    isLeader: () => isLeader,
    send: (frame) => sent.push(frame),
    request: () => undefined,
    write: (actions) => written.push(...actions),
  });
  transmitter.run(transmit);
  assert.deepEqual(sent, []);
  assert.equal(written.length, 1);
  isLeader = true;
  transmitter.perform([{ type: 'wait', lane: 'c', seconds: 2 }]);
  t.mock.timers.tick(1_999);
  assert.deepEqual(sent, []);
  t.mock.timers.tick(1);
  assert.deepEqual(sent, [{ ref: 7, conversation: 'c', type: 'delete', id: 'm' }]);
});
