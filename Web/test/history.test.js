// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { History } from '../src/history.js';

function asked() {
  /** @type {any[]} */
  const frames = [];
  let ref = 0;
  return { frames, history: new History((frame) => frames.push(frame), () => ++ref) };
}

test('two who ask for the same page wait for one answer', async () => {
  const { frames, history } = asked();
  const pages = [history.request('a', 51), history.request('a', 51), history.request('b', 9)];
  assert.deepEqual(frames.map((frame) => [frame.conversation, frame.before]), [['a', 51], ['b', 9]]);
  const page = { type: 'page', ref: 1, conversation: 'a', messages: [] };
  history.answered(page);
  assert.equal(await pages[0], page);
  assert.equal(await pages[1], page);
});

test('an answer that a window or a lost connection has overtaken is worth nothing', async () => {
  const { history } = asked();
  const first = history.request('a', 51);
  const second = history.request('b', 51);
  history.cancel('a');
  assert.equal(await first, undefined);
  history.answered({ type: 'page', ref: 1 });
  history.cancelAll();
  assert.equal(await second, undefined);
});

test('a refusal reaches who has asked', async () => {
  const { history } = asked();
  const page = history.request('a', 51);
  assert.equal(history.refused(7, 'not mine'), false);
  assert.equal(history.refused(1, 'Too fast.'), true);
  await assert.rejects(page, /Too fast/);
});
