// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { TypingBoard, TypingSignal } from '../src/typing.js';

/** @param {any} t */
function signalled(t) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 });
  /** @type {boolean[]} */
  const told = [];
  return {
    told,
    signal: new TypingSignal((active) => told.push(active)),
    tick: (/** @type {number} */ time) => t.mock.timers.tick(time),
  };
}

test('typing is told once, and again when three seconds have passed', (t) => {
  const { told, signal, tick } = signalled(t);
  for (let stroke = 0; stroke < 10; stroke += 1) {
    signal.set(true);
    tick(200);
  }
  assert.deepEqual(told, [true]);
  tick(1_200);
  signal.set(true);
  assert.deepEqual(told, [true, true]);
});

test('stopping is told once', (t) => {
  const { told, signal } = signalled(t);
  signal.set(false);
  signal.set(true);
  signal.set(false);
  signal.set(false);
  assert.deepEqual(told, [true, false]);
});

test('who begins again too early is told of when the server listens again', (t) => {
  const { told, signal, tick } = signalled(t);
  signal.set(true);
  signal.set(false);
  tick(1_000);
  signal.set(true);
  signal.set(true);
  assert.deepEqual(told, [true, false]);
  tick(2_100);
  assert.deepEqual(told, [true, false, true]);
});

test('who begins again and stops is not told of', (t) => {
  const { told, signal, tick } = signalled(t);
  signal.set(true);
  signal.set(false);
  signal.set(true);
  signal.set(false);
  tick(10_000);
  assert.deepEqual(told, [true, false]);
});

test('what is heard expires unless it is renewed', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let changes = 0;
  const board = new TypingBoard(() => {
    changes += 1;
  });
  board.hear('a', 'ada', true);
  board.hear('a', 'ben', true);
  t.mock.timers.tick(6_000);
  board.hear('a', 'ada', true);
  t.mock.timers.tick(4_000);
  assert.deepEqual(board.in('a'), ['ada']);
  assert.equal(changes, 1);
  board.hear('a', 'ada', false);
  assert.deepEqual(board.in('a'), []);
  board.hear('b', 'cleo', true);
  board.clear();
  t.mock.timers.tick(20_000);
  assert.deepEqual(board.in('b'), []);
  assert.equal(changes, 1);
});
