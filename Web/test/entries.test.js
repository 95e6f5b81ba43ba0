// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { joined, mergedBody, readdressed } from '../src/entries.js';
import { Outbox } from '../src/outbox.js';

let last = 0;
/** @param {any} request @param {any} [more] @returns {any} */
const asks = (request, more) => {
  last += 1;
  return {
    id: last,
    conversation: request.conversation ?? '',
    operation: {
      type: 'request',
      id: `r${last}`,
      request: { kind: 'changeInsight', method: 'PATCH', path: '/x', joins: 'field', ...request },
    },
    createdAt: last,
    attempts: 0,
    failed: false,
    ...more,
  };
};
/** @param {string} conversation @returns {any} */
const says = (conversation) => {
  last += 1;
  const operation = { type: 'send', id: `m${last}`, text: 'x' };
  return { id: last, conversation, operation, createdAt: last, attempts: 0, failed: false };
};
const makes = (/** @type {any} */ more) =>
  asks(
    { kind: 'createConversation', subject: 'g', conversation: 'g', makes: true, joins: undefined },
    more,
  );
const sent = (/** @type {any[]} */ actions) =>
  actions.filter(({ type }) => type === 'transmit').map(({ entry }) => entry.id);
const refOf = (/** @type {any[]} */ actions, /** @type {any} */ entry) =>
  actions.find((action) => action.type === 'transmit' && action.entry.id === entry.id).ref;
const refusal = (/** @type {any} */ more) => ({
  code: 'not_found',
  detail: 'no',
  retry: false,
  ...more,
});

/** @param {...any} entries */
function online(...entries) {
  const outbox = new Outbox(undefined, () => 0);
  outbox.load(entries);
  return { outbox, first: outbox.resume() };
}

test('requests keep their order by subject, beside messages and each other', () => {
  const [one, two, other, message] = [
    asks({ subject: 'insight:a', conversation: 'c' }),
    asks({ subject: 'insight:a', conversation: 'c' }),
    asks({ subject: 'insight:b', conversation: 'c' }),
    says('c'),
  ];
  const { outbox, first } = online(one, two, other, message);
  assert.deepEqual(sent(first), [one.id, other.id, message.id]);
  assert.deepEqual(sent(outbox.over(one.id)), [two.id]);
});

test('what is said in a conversation, or asked about it, waits until that is made', () => {
  const [made, message, muted] = [
    makes(),
    says('g'),
    asks({ kind: 'changeSettings', subject: 'settings:g', conversation: 'g' }),
  ];
  const { outbox, first } = online(made, message, muted);
  assert.deepEqual(sent(first), [made.id]);
  assert.deepEqual(sent(outbox.over(made.id)), [message.id, muted.id]);
});

test('what follows what was not made waits for the user, who tries it again', () => {
  const [made, message] = [makes(), says('g')];
  const { outbox, first } = online(made, message);
  assert.deepEqual(sent(outbox.refused(refOf(first, made), refusal({ code: 'invalid' }))), []);
  assert.equal(made.failed, true);
  assert.deepEqual(sent(outbox.retry(made.operation.id)), [made.id]);
});

test('a change of what was refused to be marked waits too, and that of something else does not', () => {
  const mark = asks({ kind: 'markInsight', subject: 'insight:a', makes: true, joins: undefined });
  const [change, other] = [asks({ subject: 'insight:a' }), asks({ subject: 'insight:b' })];
  const { outbox, first } = online(mark, change, other);
  assert.deepEqual(sent(first), [mark.id, other.id]);
  assert.deepEqual(sent(outbox.refused(refOf(first, mark), refusal({}))), []);
  assert.equal(change.failed, false);
});

test('what is not there any more needs nothing done, where that is what was wanted', () => {
  const [finish, postpone] = [
    asks({ subject: 'reminder:a', isDoneWhenGone: true }),
    asks({ subject: 'reminder:b' }),
  ];
  const { outbox, first } = online(finish, postpone);
  for (const entry of [finish, postpone])
    outbox.refused(refOf(first, entry), refusal({ code: 'gone' }));
  assert.deepEqual(
    outbox.entries.map(({ id, failed }) => [id, failed]),
    [[postpone.id, true]],
  );
});

test('a server that takes nothing now is asked again after a wait, request by request', () => {
  const [one, two] = [asks({ subject: 'insight:a' }), asks({ subject: 'insight:b' })];
  const { outbox, first } = online(one, two);
  const wait = outbox.refused(refOf(first, one), refusal({ code: 'offline', retry: true }));
  assert.deepEqual(
    wait.filter(({ type }) => type === 'wait'),
    [{ type: 'wait', lane: 'insight:a', seconds: 1 }],
  );
  assert.equal(one.failed, false);
  const again = outbox.waited('insight:a');
  assert.deepEqual(sent(again), [one.id]);
});

test('requests go with a conversation that is gone, and what was written there stays', () => {
  const [change, message] = [asks({ subject: 'insight:a', conversation: 'c' }), says('c')];
  const outbox = new Outbox();
  outbox.load([change, message]);
  outbox.orphan('c');
  assert.deepEqual(
    outbox.entries.map(({ id, failed }) => [id, failed]),
    [[message.id, true]],
  );
});

test('the last word on a field counts, and the others stay', () => {
  assert.deepEqual(mergedBody({ status: 'done', text: 'a' }, { status: 'open' }), {
    status: 'open',
    text: 'a',
  });
  assert.deepEqual(
    mergedBody({ owner: 'ben', dueAt: 5 }, { removesOwner: true, removesDue: true }),
    {
      removesOwner: true,
      removesDue: true,
    },
  );
  assert.deepEqual(mergedBody({ removesOwner: true }, { owner: 'ben' }), { owner: 'ben' });
  assert.deepEqual(mergedBody({ muted: true, mutedUntil: 9 }, { muted: true }), { muted: true });
  assert.deepEqual(mergedBody({ muted: true, mutedUntil: 9 }, { pinned: true }), {
    muted: true,
    mutedUntil: 9,
    pinned: true,
  });
});

test('a later change joins the last that waits about the same, and a question takes its place', () => {
  const entry = asks({ subject: 'insight:a', body: { status: 'done' } });
  const later = { ...entry.operation.request, body: { owner: 'ben' } };
  assert.equal(joined([asks({ subject: 'insight:b' }), entry], later), entry);
  assert.deepEqual(entry.operation.request.body, { status: 'done', owner: 'ben' });
  const question = asks({ subject: 'answer:x', joins: 'whole', body: { range: 'days', days: 7 } });
  joined([question], { ...question.operation.request, body: { range: 'unread' } });
  assert.deepEqual(question.operation.request.body, { range: 'unread' });
});

for (const [name, more, change] of /** @type {[string, any, any][]} */ ([
  ['the server may have', { transmitted: true }, {}],
  ['was refused', { failed: true }, {}],
  ['is of another kind', {}, { kind: 'markInsight' }],
  ['is to be done each by itself', {}, { joins: undefined }],
]))
  test(`nothing joins what ${name}`, () => {
    const entry = asks({ subject: 'insight:a', body: {} }, more);
    assert.equal(joined([entry], { ...entry.operation.request, ...change }), undefined);
  });

test('what was written under an id of this device goes to the conversation that the server has', () => {
  const settings = asks({
    subject: 'settings:own-id',
    conversation: 'own-id',
    path: '/v1/conversations/own-id/settings',
  });
  const [message, other] = [says('own-id'), says('h')];
  assert.deepEqual(readdressed([settings, message, other], 'own-id', 'real'), [settings, message]);
  assert.deepEqual(
    [message.conversation, other.conversation, settings.conversation],
    ['real', 'h', 'real'],
  );
  const { subject, path, conversation } = settings.operation.request;
  assert.deepEqual(
    [subject, path, conversation],
    ['settings:real', '/v1/conversations/real/settings', 'real'],
  );
});
