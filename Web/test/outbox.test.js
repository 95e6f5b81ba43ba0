// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { LONGEST_WAIT, MAXIMUM_ATTEMPTS, Outbox, SPREAD } from '../src/outbox.js';
import { chance } from './support.js';

/** @param {number} id @param {string} conversation @param {string} [type] @returns {any} */
const entry = (id, conversation, type = 'send') => ({
  id,
  conversation,
  operation: { type, id: `m${id}`, text: `text ${id}` },
  createdAt: id,
  attempts: 0,
  failed: false,
});
const refusal = (/** @type {any} */ fields = {}) => ({
  code: 'overloaded',
  detail: 'later',
  retry: true,
  ...fields,
});
const sent = (/** @type {any[]} */ actions) =>
  actions.filter((action) => action.type === 'transmit');
const ids = (/** @type {any[]} */ actions) => sent(actions).map((action) => action.entry.id);

/** @param {...any} entries */
function online(...entries) {
  const outbox = new Outbox();
  outbox.load(entries);
  return { outbox, first: outbox.resume() };
}

test('nothing is transmitted before the connection is up', () => {
  const outbox = new Outbox();
  assert.deepEqual(outbox.load([entry(1, 'a')]), []);
  assert.deepEqual(outbox.add(entry(2, 'a')), []);
  assert.deepEqual(ids(outbox.resume()), [1]);
});

test('one at a time in a conversation, in order, conversations side by side', () => {
  const { outbox, first } = online(entry(3, 'b'), entry(2, 'a'), entry(1, 'a'));
  assert.deepEqual(ids(first), [1, 3]);
  const next = outbox.answered(sent(first)[0].ref);
  assert.deepEqual(
    next.filter((action) => action.type === 'remove'),
    [{ type: 'remove', id: 1 }],
  );
  assert.deepEqual(ids(next), [2]);
  assert.deepEqual(outbox.answered(sent(first)[0].ref), [], 'an answer counts once');
});

test('an entry that another tab has brought from the disk already is there once', () => {
  const { outbox } = online(entry(1, 'a'));
  outbox.load([entry(1, 'a'), entry(2, 'a')]);
  outbox.add(entry(2, 'a'));
  assert.deepEqual(
    outbox.entries.map((item) => item.id),
    [1, 2],
  );
});

for (const code of ['overloaded', 'rate_limited', 'internal']) {
  test(`while the server can take nothing an entry waits ever longer and never fails (${code})`, () => {
    const { outbox, first } = online(entry(1, 'a'), entry(2, 'a'));
    let [{ ref }] = sent(first);
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const actions = outbox.refused(ref, refusal({ code }));
      assert.deepEqual(
        actions.map((action) => action.type),
        ['wait'],
      );
      const base = Math.min(LONGEST_WAIT, 2 ** attempt);
      const { seconds } = /** @type {any} */ (actions[0]);
      assert.ok(seconds >= base && seconds <= base * (1 + SPREAD), `${seconds} after ${attempt}`);
      [{ ref }] = sent(outbox.waited('a'));
    }
    assert.deepEqual(
      outbox.entries.map((item) => [item.failed, item.attempts]),
      [
        [false, 0],
        [false, 0],
      ],
    );
    assert.deepEqual(ids(outbox.answered(ref)), [2], 'and goes when it can');
  });

  test(`a server that breaks at one entry while it takes others fails it at the third time, and only then (${code})`, () => {
    const { outbox, first } = online(
      entry(1, 'a'),
      entry(2, 'a'),
      ...[3, 4, 5, 6].map((id) => entry(id, 'b')),
    );
    let [{ ref }, { ref: other }] = sent(first);
    /** @type {any[]} */
    let last = [];
    for (let attempt = 0; attempt <= MAXIMUM_ATTEMPTS; attempt += 1) {
      last = outbox.refused(ref, refusal({ code }));
      const passed = sent(outbox.answered(other));
      if (passed.length) other = passed[0].ref;
      if (attempt < MAXIMUM_ATTEMPTS) [{ ref }] = sent(outbox.waited('a'));
    }
    const isThisVeryEntry = code === 'internal';
    assert.equal(outbox.entries[0].failed, isThisVeryEntry);
    assert.equal(outbox.entries[0].failure, isThisVeryEntry ? 'later' : undefined);
    assert.deepEqual(
      ids(last),
      isThisVeryEntry ? [2] : [],
      'the next one goes on behind what failed',
    );
  });
}

test('others that pass are seen by their rows too', () => {
  const { outbox, first } = online(entry(1, 'a'));
  let [{ ref }] = sent(first);
  outbox.refused(ref, refusal({ code: 'internal' }));
  outbox.passed();
  [{ ref }] = sent(outbox.waited('a'));
  assert.deepEqual(
    outbox.refused(ref, refusal({ code: 'internal' })).map((action) => action.type),
    ['save', 'wait'],
  );
  assert.equal(outbox.entries[0].attempts, 1);
});

test('no wait is shorter than what the server asks for', () => {
  const { outbox, first } = online(entry(1, 'a'));
  const [{ seconds }] = /** @type {any} */ (
    outbox.refused(sent(first)[0].ref, refusal({ retryAfter: 7 }))
  );
  assert.ok(seconds >= 7 && seconds <= 7 * (1 + SPREAD));
});

test('a refusal that no retry helps fails at once', () => {
  const { outbox, first } = online(entry(1, 'a'));
  outbox.refused(sent(first)[0].ref, refusal({ retry: false, code: 'forbidden' }));
  assert.equal(outbox.entries[0].failed, true);
});

test('deleting what is gone already is done', () => {
  const { outbox, first } = online(entry(1, 'a', 'delete'));
  outbox.refused(sent(first)[0].ref, refusal({ retry: false, code: 'not_found' }));
  assert.deepEqual(outbox.entries, []);
});

test('losing the connection is no failure: the same entry goes again with a new ref', () => {
  const { outbox, first } = online(entry(1, 'a'));
  outbox.suspend();
  assert.deepEqual(outbox.add(entry(2, 'a')), []);
  const again = outbox.resume();
  assert.deepEqual(ids(again), [1]);
  assert.notEqual(sent(again)[0].ref, sent(first)[0].ref);
  assert.equal(outbox.entries[0].attempts, 0);
  assert.deepEqual(
    outbox.answered(sent(first)[0].ref),
    [],
    'an answer of the former connection means nothing',
  );
});

test('a message that arrives as a row before its ack is done', () => {
  const { outbox, first } = online(entry(1, 'a'), entry(2, 'a'));
  assert.deepEqual(ids(outbox.arrived(new Set(['m1']))), [2]);
  assert.deepEqual(outbox.answered(sent(first)[0].ref), []);
  assert.deepEqual(
    outbox.entries.map((item) => item.id),
    [2],
  );
});

test('a row of an edited message does not end its edit', () => {
  const { outbox } = online(entry(1, 'a', 'edit'));
  assert.deepEqual(outbox.arrived(new Set(['m1'])), []);
  assert.equal(outbox.entries.length, 1);
});

test('a failed entry can be retried or discarded', () => {
  const { outbox, first } = online(entry(1, 'a'), entry(2, 'b'));
  for (const { ref } of sent(first)) outbox.refused(ref, refusal({ retry: false }));
  const again = outbox.retry('m1');
  assert.deepEqual(ids(again), [1]);
  assert.deepEqual(outbox.entries[0], { ...entry(1, 'a'), failure: undefined, transmitted: true });
  assert.deepEqual(outbox.discard('m2'), [{ type: 'remove', id: 2 }]);
  assert.deepEqual(outbox.discard('m1'), [], 'what is on its way is not discarded');
});

test('entries of a conversation that is gone wait for the user', () => {
  const { outbox } = online(entry(1, 'a'), entry(2, 'b'));
  assert.deepEqual(
    outbox.orphan('a').map((action) => action.type),
    ['save'],
  );
  assert.deepEqual(
    outbox.entries.map((item) => item.failed),
    [true, false],
  );
});

for (let seed = 1; seed <= 40; seed += 1) {
  test(`everything is sent once and in order, whatever the connection does (seed ${seed})`, () => {
    const pick = chance(seed);
    const outbox = new Outbox();
    /** @type {Map<number, any>} what the server has heard and not answered */
    let flying = new Map();
    /** @type {Record<string, number[]>} */
    const committed = { a: [], b: [] };
    let last = 0;
    const run = (/** @type {any[]} */ actions) => {
      for (const { ref, entry: item } of sent(actions)) {
        const others = [...flying.values()].filter(
          (other) => other.conversation === item.conversation,
        );
        assert.deepEqual(others, [], 'one in flight in each conversation');
        flying.set(ref, item);
      }
    };
    const answer = () => {
      const [found] = flying;
      if (!found) return;
      flying.delete(found[0]);
      if (!committed[found[1].conversation].includes(found[1].id))
        committed[found[1].conversation].push(found[1].id);
      if (pick(4)) run(outbox.answered(found[0]));
      else {
        flying = new Map();
        outbox.suspend();
        run(outbox.resume());
      }
    };
    run(outbox.resume());
    for (let step = 0; step < 200; step += 1) {
      const kind = pick(5);
      if (kind < 2) run(outbox.add(entry(++last, 'ab'[pick(2)])));
      else if (kind < 4) answer();
      else {
        flying = new Map();
        outbox.suspend();
        run(outbox.resume());
      }
    }
    for (let step = 0; outbox.entries.length && step < 10_000; step += 1) answer();
    assert.deepEqual(
      [...committed.a, ...committed.b].sort((x, y) => x - y),
      Array.from({ length: last }, (_, index) => index + 1),
    );
    for (const list of Object.values(committed))
      assert.deepEqual(
        list,
        [...list].sort((x, y) => x - y),
      );
  });
}

test('what waits is changed before it is sent, and not sent when it is taken back', () => {
  const outbox = new Outbox();
  outbox.load([entry(1, 'a'), entry(2, 'a'), entry(3, 'a', 'delete')]);
  const [saved] = outbox.rewrite('m1', 'better') ?? [];
  assert.equal(/** @type {any} */ (saved).entry.operation.text, 'better');
  assert.deepEqual(outbox.cancel('m2'), [{ type: 'remove', id: 2 }]);
  assert.equal(outbox.rewrite('m3', 'no message'), undefined);
  assert.deepEqual(outbox.cancel('m3'), []);
  const [first] = sent(outbox.resume());
  assert.equal(first.entry.operation.text, 'better');
  assert.deepEqual(
    outbox.entries.map((item) => item.id),
    [1, 3],
  );
});

test('what the server may have is not rewritten: a repeat would be answered with the first text', () => {
  const { outbox } = online(entry(1, 'a'));
  assert.equal(outbox.rewrite('m1', 'too late'), undefined);
  outbox.suspend();
  assert.equal(outbox.rewrite('m1', 'too late'), undefined);
  const again = new Outbox();
  again.load(structuredClone(outbox.entries));
  assert.equal(again.rewrite('m1', 'too late'), undefined);
});

test('what was refused was not taken, and can be rewritten', () => {
  const { outbox, first } = online(entry(1, 'a'));
  outbox.refused(sent(first)[0].ref, refusal());
  assert.ok(outbox.rewrite('m1', 'in time'));
});

test('what was taken back on its way is deleted where it has come to the server', () => {
  const { outbox, first } = online(entry(1, 'a'), entry(2, 'a'));
  outbox.cancel('m1');
  const actions = outbox.answered(sent(first)[0].ref);
  assert.deepEqual(outbox.entries[0].operation, { type: 'delete', id: 'm1' });
  assert.deepEqual(ids(actions), [1], 'the deletion goes before what was written later');

  const lost = online(entry(1, 'a'));
  lost.outbox.suspend();
  lost.outbox.cancel('m1');
  lost.outbox.arrived(new Set(['m1']));
  assert.equal(sent(lost.outbox.resume())[0].entry.operation.type, 'delete');
});

test('what was taken back on its way and never came is not sent again', () => {
  const { outbox, first } = online(entry(1, 'a'));
  outbox.suspend();
  assert.equal(outbox.cancel('m1')[0].type, 'save');
  const again = new Outbox();
  again.load(structuredClone(outbox.entries));
  assert.deepEqual(again.resume(), [{ type: 'remove', id: 1 }]);
  const refused = online(entry(1, 'a'));
  refused.outbox.cancel('m1');
  assert.deepEqual(refused.outbox.refused(sent(refused.first)[0].ref, refusal()), [
    { type: 'remove', id: 1 },
  ]);
  assert.equal(first.length, 2);
});
