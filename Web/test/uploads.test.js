// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { LONGEST_WAIT, SPREAD } from '../src/outbox.js';
import {
  FIRST_PIECE,
  LARGEST_PIECE,
  MOST_AT_ONCE,
  QUICK,
  SMALLEST_PIECE,
  Uploads,
} from '../src/uploads.js';

/** @param {string} id @param {number} [bytes] @returns {any} */
const file = (id, bytes = 3 * FIRST_PIECE) => ({ id, kind: 'file', name: id, type: '', bytes });
const said = (/** @type {any[]} */ actions) =>
  actions.map(({ type, file: { id } = { id: '' }, offset, end }) =>
    type === 'put' ? `put ${id} ${offset / FIRST_PIECE}-${end / FIRST_PIECE}` : `${type} ${id}`,
  );
const later = { code: 'overloaded', detail: 'later', retry: true };

/** @param {...any} files */
function online(...files) {
  const uploads = new Uploads(() => 0);
  uploads.want(files);
  return { uploads, first: uploads.resume() };
}

test('nothing is uploaded before the connection is up', () => {
  const uploads = new Uploads();
  assert.deepEqual(uploads.want([file('a')]), []);
  assert.deepEqual(said(uploads.resume()), ['begin a']);
});

test('a file goes in pieces that grow while they are quick, and then it is uploaded', () => {
  const { uploads } = online(file('a', 8 * FIRST_PIECE));
  assert.deepEqual(said(uploads.answered('a', { offset: 0 })), ['put a 0-1']);
  assert.deepEqual(said(uploads.answered('a', { milliseconds: 10 })), ['put a 1-3']);
  assert.equal(uploads.sent('a'), FIRST_PIECE);
  assert.deepEqual(said(uploads.answered('a', { milliseconds: QUICK })), ['put a 3-5']);
  assert.deepEqual(said(uploads.answered('a', { milliseconds: 10 })), ['put a 5-8']);
  assert.deepEqual(uploads.answered('a', { isDone: true }), [{ type: 'uploaded', id: 'a' }]);
  assert.equal(uploads.sent('a'), 8 * FIRST_PIECE);
});

test('a piece is never larger than the largest', () => {
  const { uploads } = online(file('a', 100 * LARGEST_PIECE));
  uploads.answered('a', { offset: 0 });
  for (let step = 0; step < 20; step += 1) {
    const [{ offset, end }] = /** @type {any[]} */ (uploads.answered('a', { milliseconds: 1 }));
    assert.ok(end - offset <= LARGEST_PIECE);
  }
});

test('two at once, in the order in which they are wanted; the next one begins when one is done', () => {
  const { uploads, first } = online(file('a'), file('b'), file('c'), file('d'));
  assert.equal(MOST_AT_ONCE, 2);
  assert.deepEqual(said(first), ['begin a', 'begin b']);
  uploads.answered('b', { offset: 0 });
  assert.deepEqual(said(uploads.answered('b', { isDone: true })), ['uploaded ', 'begin c']);
  assert.deepEqual(uploads.want([file('a'), file('c'), file('d')]), [], 'wanting says nothing new');
});

test('what is not wanted any more is stopped and makes room', () => {
  const { uploads } = online(file('a'), file('b'), file('c'));
  assert.deepEqual(said(uploads.want([file('b'), file('c')])), ['stop a', 'begin c']);
  assert.deepEqual(uploads.answered('a', { offset: 0 }), [], 'and is not gone on with');
});

test('after a cut the server says where to go on, and pieces are smaller', () => {
  const { uploads } = online(file('a'));
  uploads.answered('a', { offset: 0 });
  assert.deepEqual(uploads.lost('a'), [{ type: 'wait', id: 'a', seconds: 1 }]);
  assert.deepEqual(said(uploads.waited('a')), ['ask a']);
  assert.deepEqual(said(uploads.answered('a', { offset: FIRST_PIECE / 4 })), ['put a 0.25-0.75']);
  for (let step = 0; step < 20; step += 1) {
    uploads.lost('a');
    uploads.waited('a');
    const [{ offset, end }] = /** @type {any[]} */ (uploads.answered('a', { offset: 0 }));
    assert.ok(end - offset >= SMALLEST_PIECE);
  }
});

test('a connection that is lost stops all, and asks the server when it is back', () => {
  const { uploads } = online(file('a'), file('b'));
  uploads.answered('a', { offset: 0 });
  assert.deepEqual(said(uploads.suspend()), ['stop a', 'stop b']);
  assert.deepEqual(uploads.lost('a'), [], 'what was stopped has no answer');
  assert.deepEqual(uploads.waited('a'), []);
  assert.deepEqual(said(uploads.resume()), ['ask a', 'begin b']);
});

test('another offset than the server has is put right from its answer', () => {
  const { uploads } = online(file('a'));
  uploads.answered('a', { offset: 0 });
  const conflict = { code: 'conflict', detail: '', retry: false };
  const actions = uploads.refused('a', { ...conflict, offset: 2 * FIRST_PIECE });
  assert.deepEqual(said(actions), ['put a 2-3']);
  const [same] = uploads.refused('a', { ...conflict, offset: 2 * FIRST_PIECE });
  assert.equal(same.type, 'wait', 'a server that contradicts itself is not asked without end');
  assert.deepEqual(said(uploads.waited('a')), ['ask a']);
});

test('what the server has lost begins again', () => {
  const { uploads } = online(file('a'));
  uploads.answered('a', { offset: 0 });
  uploads.answered('a', {});
  uploads.refused('a', { code: 'not_found', detail: '', retry: false });
  assert.deepEqual(said(uploads.waited('a')), ['begin a']);
  assert.deepEqual(said(uploads.answered('a', { offset: 0 })), ['put a 0-2']);
});

test('when all bytes are there and no answer came, an empty last piece asks for it', () => {
  const { uploads } = online(file('a'));
  uploads.answered('a', { offset: 0 });
  uploads.lost('a');
  uploads.waited('a');
  assert.deepEqual(said(uploads.answered('a', { offset: 3 * FIRST_PIECE })), ['put a 3-3']);
  assert.deepEqual(said(uploads.answered('a', { isDone: true })), ['uploaded ']);
});

test('a server that never says that a file is done is asked ever less often', () => {
  const { uploads } = online(file('a', 10));
  uploads.answered('a', { offset: 0 });
  const [wait] = /** @type {any[]} */ (uploads.answered('a', { offset: 10 }));
  assert.deepEqual(wait, { type: 'wait', id: 'a', seconds: 1 });
  assert.deepEqual(said(uploads.waited('a')), ['begin a']);
});

test('a refusal that may pass is tried again without end, ever later, and never before it is told', () => {
  const uploads = new Uploads();
  uploads.want([file('a')]);
  uploads.resume();
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const [{ seconds }] = /** @type {any[]} */ (uploads.refused('a', later));
    const base = Math.min(LONGEST_WAIT, 2 ** attempt);
    assert.ok(seconds >= base && seconds <= base * (1 + SPREAD), `${seconds} after ${attempt}`);
    assert.deepEqual(said(uploads.waited('a')), ['begin a']);
  }
  const [{ seconds }] = /** @type {any[]} */ (
    uploads.refused('a', { ...later, code: 'rate_limited', retryAfter: 3_600 })
  );
  assert.ok(seconds >= 3_600);
});

test('while one waits others go, and progress makes its next wait short again', () => {
  const { uploads } = online(file('a'), file('b'), file('c'));
  uploads.answered('a', { offset: 0 });
  assert.deepEqual(said(uploads.refused('a', later)), ['wait ', 'begin c']);
  uploads.want([file('a')]);
  uploads.waited('a');
  uploads.answered('a', { offset: 0 });
  uploads.answered('a', {});
  const [{ seconds }] = /** @type {any[]} */ (uploads.refused('a', later));
  assert.equal(seconds, 1);
});

test('a refusal that no retry helps fails the file, and only it', () => {
  const { uploads } = online(file('a'), file('b'), file('c'));
  const refusal = { code: 'forbidden', detail: 'There is no room left.', retry: false };
  assert.deepEqual(uploads.refused('a', refusal)[0], {
    type: 'failed',
    id: 'a',
    detail: 'There is no room left.',
  });
  uploads.want([file('b'), file('c')]);
  assert.deepEqual(said(uploads.want([file('b'), file('c'), file('a')])), []);
  uploads.answered('b', { isDone: true });
  assert.equal(uploads.sent('a'), 0, 'wanted again, it begins anew');
});
