// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { paced } from '../src/views/paced.js';

const INTERVAL = 16;

/** @param {any} t */
function counted(t) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 });
  let calls = 0;
  const ask = paced(() => (calls += 1), INTERVAL);
  return {
    ask,
    calls: () => calls,
    tick: (/** @type {number} */ time) => t.mock.timers.tick(time),
  };
}

test('what is asked for at rest is done at once, but after the code that asked', async (t) => {
  const { ask, calls } = counted(t);
  ask();
  ask();
  assert.equal(calls(), 0);
  await null;
  assert.equal(calls(), 1);
});

test('what is asked for again too early is done once, when the interval is over', async (t) => {
  const { ask, calls, tick } = counted(t);
  ask();
  await null;
  tick(5);
  for (let time = 0; time < 10; time += 1) ask();
  await null;
  tick(10);
  assert.equal(calls(), 1);
  tick(1);
  assert.equal(calls(), 2);
  tick(1_000);
  assert.equal(calls(), 2);
});

test('a call that fails does not end all later ones', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 });
  let calls = 0;
  const ask = paced(() => {
    calls += 1;
    if (calls === 2) throw new Error('planted');
  }, INTERVAL);
  ask();
  await null;
  ask();
  assert.throws(() => t.mock.timers.tick(INTERVAL), /planted/);
  t.mock.timers.tick(INTERVAL);
  ask();
  await null;
  assert.equal(calls, 3);
});

test('a clock that is set back makes nobody wait', async (t) => {
  let now = 86_400_000;
  t.mock.method(Date, 'now', () => now);
  let count = 0;
  const [ask, calls] = [paced(() => (count += 1), INTERVAL), () => count];
  ask();
  await null;
  now = 1_000;
  ask();
  await null;
  assert.equal(calls(), 2);
});
