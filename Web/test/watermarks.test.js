// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { Watermarks } from '../src/watermarks.js';
import { FEED, ME, OTHER } from './model.js';

/** @param {import('node:test').TestContext} t */
function stand(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const member = { user: ME, rev: 1, joinSeq: 0, deliveredSeq: 0, readSeq: 1 };
  const messages = [1, 2, 3].map((seq) => ({ id: String(seq), seq, rev: seq, sender: OTHER }));
  const state = { feed: { ...emptyFeed(FEED), members: [member], messages }, isOnline: true };
  /** @type {any[]} */
  const sent = [];
  /** @type {any[]} */
  const saved = [];
  const marks = new Watermarks({
    me: ME,
    feeds: () => [state.feed],
    isOnline: () => state.isOnline,
    send: (frame) => sent.push(frame),
    save: (conversation, read) => saved.push([conversation, read?.seq]),
  });
  return { state, member, sent, saved, marks };
}

test('what is read is kept at once and told once for all that is read meanwhile', (t) => {
  const { state, sent, saved, marks } = stand(t);
  assert.equal(marks.mark(state.feed, 2, false), true);
  assert.equal(marks.mark(state.feed, 3, false), true);
  assert.equal(marks.mark(state.feed, 2, false), false, 'it is read further already');
  assert.deepEqual(saved, [
    [FEED, 2],
    [FEED, 3],
  ]);
  assert.deepEqual(sent, []);
  t.mock.timers.tick(1_000);
  assert.deepEqual(
    sent.map(({ type, seq }) => [type, seq]),
    [['read', 3]],
  );
});

test('what has come and is not read is told as delivered', (t) => {
  const { sent, marks } = stand(t);
  marks.schedule();
  t.mock.timers.tick(1_000);
  assert.deepEqual(sent, [{ type: 'delivered', conversation: FEED, seq: 3 }]);
});

test('without a connection what is read waits, and goes when the server has it', (t) => {
  const { state, member, sent, saved, marks } = stand(t);
  state.isOnline = false;
  marks.mark(state.feed, 3, false);
  t.mock.timers.tick(1_000);
  assert.deepEqual(sent, []);
  marks.settle(state.feed);
  assert.equal(marks.reads.size, 1);
  marks.settle({ ...state.feed, members: [{ ...member, readSeq: 3 }] });
  assert.equal(marks.reads.size, 0);
  assert.deepEqual(saved.at(-1), [FEED, undefined]);
});
