// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { History } from '../src/history.js';

function asked() {
  /** @type {any[]} */
  const frames = [];
  let ref = 0;
  return {
    frames,
    history: new History(
      (frame) => frames.push(frame),
      () => ++ref,
    ),
  };
}

test('two who ask for the same page wait for one answer', async () => {
  const { frames, history } = asked();
  const pages = [
    history.request('a', { before: 51 }),
    history.request('a', { before: 51 }),
    history.request('b', { after: 9 }),
  ];
  assert.equal(frames[1].after, 9);
  assert.deepEqual(
    frames.map((frame) => [frame.conversation, frame.before]),
    [
      ['a', 51],
      ['b', undefined],
    ],
  );
  const page = { type: 'page', ref: 1, conversation: 'a', messages: [] };
  history.answered(page);
  assert.equal(await pages[0], page);
  assert.equal(await pages[1], page);
});

test('an answer that a window or a lost connection has overtaken is worth nothing', async () => {
  const { history } = asked();
  const first = history.request('a', { before: 51 });
  const second = history.request('b', { before: 51 });
  history.cancel('a');
  assert.equal(await first, undefined);
  history.answered({ type: 'page', ref: 1 });
  history.cancelAll();
  assert.equal(await second, undefined);
});

test('pages in both directions are on their way at once', async () => {
  const { frames, history } = asked();
  const older = history.request('a', { before: 51 });
  const newer = history.request('a', { after: 80 });
  assert.deepEqual(
    frames.map(({ before, after }) => [before, after]),
    [
      [51, undefined],
      [undefined, 80],
    ],
  );
  history.answered({ type: 'page', ref: 2, messages: ['newer'] });
  history.answered({ type: 'page', ref: 1, messages: ['older'] });
  assert.deepEqual((await older)?.messages, ['older']);
  assert.deepEqual((await newer)?.messages, ['newer']);
});

test('a page that comes over REST is worth nothing once a window has overtaken it', async () => {
  const { history } = asked();
  const page = { type: 'page', messages: [] };
  assert.equal(await history.guard('a', async () => page), page);
  assert.equal(
    await history.guard('a', async () => {
      history.cancel('a');
      return page;
    }),
    undefined,
  );
  assert.equal(
    await history.guard('a', async () => {
      history.cancel('b');
      return page;
    }),
    page,
  );
});

test('a refusal reaches who has asked', async () => {
  const { history } = asked();
  const page = history.request('a', { before: 51 });
  assert.equal(history.refused(7, 'not mine'), false);
  assert.equal(history.refused(1, 'Too fast.'), true);
  await assert.rejects(page, /Too fast/);
});
