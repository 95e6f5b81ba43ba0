// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Pulls } from '../src/pulls.js';

test('a feed is asked for once until it comes, but anew when all of it is wanted', () => {
  /** @type {any[]} */
  const sent = [];
  const pulls = new Pulls(
    (frame) => sent.push(frame.fromRev),
    () => 0,
  );
  pulls.ask('a', 4);
  pulls.ask('a', 5);
  pulls.ask('a', 0);
  assert.deepEqual(sent, [4, 0]);
  assert.equal(pulls.isWaiting, true);
  pulls.settle('a');
  assert.equal(pulls.isWaiting, false);
});

test('what the server refuses for now is asked for again from where the feed is then', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {any[]} */
  const sent = [];
  const pulls = new Pulls(
    (frame) => sent.push([frame.feed, frame.fromRev]),
    () => 9,
  );
  pulls.ask('a', 4);
  pulls.ask('b', 5);
  pulls.refused({ retry: true, retryAfter: 2 });
  pulls.settle('b');
  t.mock.timers.tick(1_999);
  assert.equal(sent.length, 2);
  t.mock.timers.tick(1);
  assert.deepEqual(sent.slice(2), [['a', 9]]);
  pulls.refused({ retry: false });
  t.mock.timers.tick(60_000);
  assert.equal(sent.length, 3);
});
