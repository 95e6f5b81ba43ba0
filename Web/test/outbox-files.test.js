// @ts-check
/** Messages that wait for their files. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Outbox } from '../src/outbox.js';

/** @param {number} id @param {string} conversation @returns {any} */
const entry = (id, conversation) => ({
  id,
  conversation,
  operation: { type: 'send', id: `m${id}`, text: `text ${id}` },
  createdAt: id,
  attempts: 0,
  failed: false,
});
const later = { code: 'overloaded', detail: 'later', retry: true };
const sent = (/** @type {any[]} */ actions) =>
  actions.filter((action) => action.type === 'transmit');
const ids = (/** @type {any[]} */ actions) => sent(actions).map((action) => action.entry.id);

/** @param {...any} entries */
function online(...entries) {
  const outbox = new Outbox();
  outbox.load(entries);
  return { outbox, first: outbox.resume() };
}

const withFiles = (/** @type {number} */ id, /** @type {string[]} */ ...files) => ({
  ...entry(id, 'a'),
  files: files.map((file) => ({ id: file, kind: 'file', name: file, type: '', bytes: 1 })),
});
const wanted = (/** @type {Outbox} */ outbox) => outbox.wanted.map(({ id }) => id);

test('a message waits for its files, and what was written after it keeps its place', () => {
  const { outbox, first } = online(withFiles(1, 'f', 'g'), entry(2, 'a'), entry(3, 'b'));
  assert.deepEqual(ids(first), [3], 'other conversations go on');
  assert.deepEqual(wanted(outbox), ['f', 'g']);
  assert.deepEqual(
    outbox.uploaded('f').map(({ type }) => type),
    ['save'],
  );
  assert.deepEqual(wanted(outbox), ['g']);
  const actions = outbox.uploaded('g');
  assert.deepEqual(ids(actions), [1]);
  const done = outbox.answered(sent(actions)[0].ref);
  assert.deepEqual(done.slice(0, 2), [
    { type: 'remove', id: 1 },
    { type: 'forget', files: ['f', 'g'] },
  ]);
  assert.deepEqual(ids(done), [2]);
});

test('what was uploaded counts though the disk does not know it yet', () => {
  const { outbox } = online(withFiles(1, 'f', 'g'));
  outbox.uploaded('f');
  outbox.load([withFiles(1, 'f', 'g')]);
  assert.deepEqual(wanted(outbox), ['g']);
});

test('a file that cannot be uploaded fails its message; later ones go on, and a retry asks for all files', () => {
  const { outbox } = online(withFiles(1, 'f', 'g'), entry(2, 'a'));
  outbox.uploaded('f');
  const actions = outbox.uploadFailed('g', 'There is no room left.');
  assert.deepEqual(ids(actions), [2]);
  const [failed] = outbox.entries;
  assert.deepEqual([failed.failed, failed.failure], [true, 'There is no room left.']);
  assert.deepEqual(wanted(outbox), []);
  assert.deepEqual(
    outbox.uploaded('f').filter(({ type }) => type === 'transmit'),
    [],
    'a late answer sends nothing',
  );
  outbox.retry('m1');
  assert.deepEqual(wanted(outbox), ['f', 'g']);
});

test('a retry in another tab asks for all files too', () => {
  const { outbox } = online(withFiles(1, 'f', 'g'));
  outbox.uploaded('f');
  outbox.uploadFailed('g', 'No.');
  outbox.load([withFiles(1, 'f', 'g')]);
  assert.deepEqual(wanted(outbox), ['f', 'g']);
});

test('a message that is discarded or taken back leaves no file on the server', () => {
  for (const take of ['discard', 'cancel']) {
    const { outbox } = online(withFiles(1, 'f'), entry(2, 'a'));
    if (take === 'discard') outbox.uploadFailed('f', 'No.');
    const actions = take === 'discard' ? outbox.discard('m1') : outbox.cancel('m1');
    assert.deepEqual(actions.slice(0, 3), [
      { type: 'remove', id: 1 },
      { type: 'forget', files: ['f'] },
      { type: 'abandon', files: ['f'] },
    ]);
  }
});

test('a message that was taken back on its way loses its files wherever it has come to', () => {
  const begin = () => {
    const { outbox } = online(withFiles(1, 'f'));
    const [{ ref }] = sent(outbox.uploaded('f'));
    assert.deepEqual(
      outbox.cancel('m1').map(({ type }) => type),
      ['save'],
    );
    return { outbox, ref };
  };
  const arrived = begin();
  assert.deepEqual(
    arrived.outbox.answered(arrived.ref).map(({ type }) => type),
    ['save', 'forget', 'save', 'transmit'],
    'it is deleted, and its files with it',
  );
  const refused = begin();
  assert.deepEqual(
    refused.outbox.refused(refused.ref, later).map(({ type }) => type),
    ['remove', 'forget', 'abandon'],
  );
  const lost = begin();
  lost.outbox.suspend();
  assert.deepEqual(
    lost.outbox.resume().map(({ type }) => type),
    ['remove', 'forget', 'abandon'],
  );
});

test('the text of what waits for its files can be changed, also to nothing', () => {
  const { outbox } = online(withFiles(1, 'f'));
  outbox.rewrite('m1', '');
  const [{ entry: now }] = sent(outbox.uploaded('f'));
  assert.equal(now.operation.text, '');
});

test('files that the server does not have any more are uploaded once more', () => {
  const { outbox } = online(withFiles(1, 'f'), entry(2, 'a'));
  const gone = { code: 'invalid', detail: 'A file is not there.', retry: false };
  const [{ ref }] = sent(outbox.uploaded('f'));
  const actions = outbox.refused(ref, gone);
  assert.deepEqual(ids(actions), [], 'what was written after it still waits');
  assert.deepEqual(wanted(outbox), ['f']);
  const [again] = sent(outbox.uploaded('f'));
  assert.deepEqual(ids(outbox.refused(again.ref, gone)), [2]);
  const [failed] = outbox.entries;
  assert.deepEqual([failed.failed, failed.failure], [true, 'A file is not there.']);
});
