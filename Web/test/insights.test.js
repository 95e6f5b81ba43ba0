// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { changeOf } from '../src/views/ai/insight-edit.js';
import { partOf } from '../src/views/ai/due.js';
import { insightsOf, lookedText } from '../src/views/ai/insights.js';
import { finderOf, reportOf } from '../src/views/ai/maybe.js';
import { taskOf } from '../src/views/ai/new-task.js';
import { waitingText } from '../src/views/ai/waiting.js';

/** @param {string} id @param {any} [more] */
const insight = (id, more) => ({
  id,
  rev: 1,
  kind: 'action_item',
  status: 'open',
  text: id,
  citations: ['m'],
  createdAt: 100,
  updatedAt: 100,
  ...more,
});

/** @param {Record<string, any[]>} feeds insights by conversation */
const clientOf = (feeds) =>
  /** @type {any} */ ({
    me: 'me',
    feeds: new Map(
      Object.entries(feeds).map(([id, insights]) => [
        id,
        { ...emptyFeed(id), conversation: id === 'me' ? null : { id, kind: 'group' }, insights },
      ]),
    ),
  });

const shown = (/** @type {any} */ client, /** @type {any} */ filter) =>
  insightsOf(client, { kind: 'action_item', ...filter }).map((row) => row.insight.id);

test('action items are in the order of their due times, those without one last and newest first', () => {
  const client = clientOf({
    a: [
      insight('none', { createdAt: 5 }),
      insight('late', { dueAt: 30 }),
      insight('newer', { createdAt: 9 }),
    ],
    b: [insight('soon', { dueAt: 10 })],
  });
  assert.deepEqual(shown(client, {}), ['soon', 'late', 'newer', 'none']);
});

test('decisions are newest first, however their due times are', () => {
  const client = clientOf({
    a: [
      insight('old', { kind: 'decision', createdAt: 1, dueAt: 1 }),
      insight('new', { kind: 'decision', createdAt: 2 }),
    ],
  });
  assert.deepEqual(shown(client, { kind: 'decision' }), ['new', 'old']);
});

test('what is done or dismissed is shown only when asked for, and below what is open', () => {
  const client = clientOf({
    a: [
      insight('done', { status: 'done', dueAt: 1 }),
      insight('open', { dueAt: 9 }),
      insight('dismissed', { status: 'dismissed', dueAt: 2 }),
      insight('gone', { status: 'withdrawn' }),
    ],
  });
  assert.deepEqual(shown(client, {}), ['open']);
  assert.deepEqual(shown(client, { closed: true }), ['open', 'done', 'dismissed']);
});

test('a kind, a conversation and my own can be picked', () => {
  const client = clientOf({
    a: [insight('mine', { owner: 'me' }), insight('decision', { kind: 'decision' })],
    b: [insight('theirs', { owner: 'ben' }), insight('nobody')],
  });
  assert.deepEqual(shown(client, { conversation: 'b' }), ['theirs', 'nobody']);
  assert.deepEqual(shown(client, { mine: true }), ['mine']);
});

test('every word of a filter must be in text, context or tags, in any order and case', () => {
  const client = clientOf({
    a: [
      insight('1', { text: 'Send the Invoice', context: 'to the harbour' }),
      insight('2', { text: 'Send flowers', tags: ['Harbour'] }),
      insight('3', { text: 'Sleep' }),
    ],
  });
  assert.deepEqual(shown(client, { query: ' HARBOUR  send ' }), ['1', '2']);
  assert.deepEqual(shown(client, { query: 'invoice harbour' }), ['1']);
  assert.deepEqual(shown(client, { query: 'boat' }), []);
});

test('feeds that were stored before there were insights, and the private one, show nothing', () => {
  const client = clientOf({ me: [insight('private')], a: [] });
  delete client.feeds.get('a').insights;
  assert.deepEqual(shown(client, {}), []);
});

test('what was found with little confidence waits apart, until a member accepts it', () => {
  const client = clientOf({
    a: [
      insight('sure', { confidence: 0.5 }),
      insight('unsure', { confidence: 0.49 }),
      insight('marked', { confidence: 0.2, createdBy: 'ben' }),
      insight('dismissed', { confidence: 0.2, status: 'dismissed' }),
      insight('wish', { confidence: 0.2, kind: 'scheduling' }),
    ],
  });
  assert.deepEqual(shown(client, {}), ['sure', 'marked']);
  assert.deepEqual(shown(client, { maybe: true }), ['unsure']);
  assert.deepEqual(shown(client, { maybe: true, closed: true }), ['unsure']);
  assert.deepEqual(shown(client, { kind: 'scheduling' }), ['wish']);
});

test('a task says by whom and in which words it was reported', () => {
  const feed = { members: [{ user: 'ben', name: 'Ben Ode' }] };
  const report = { message: 'm2', sender: 'ben', text: 'Job is changed.' };
  assert.equal(reportOf(feed, insight('a', { report })), 'Done: Ben Ode said “Job is changed.”');
  assert.equal(reportOf(feed, insight('a')), undefined);
});

test('what a connected model has read is told from what this server has found', () => {
  assert.equal(finderOf(insight('own', { model: 'on-box 1' })), 'on-box 1 on this server');
  assert.equal(finderOf(insight('read', { model: 'gpt' })), 'gpt, the connected model');
});

test('looking again says what stands there then', () => {
  const rows = (/** @type {string[]} */ ...all) => all.map((status) => ({ insight: { status } }));
  assert.equal(
    lookedText(rows('open', 'done'), 'action_item'),
    'Looked again: 1 open action item.',
  );
  assert.equal(lookedText(rows('open', 'open'), 'decision'), 'Looked again: 2 decisions.');
  assert.equal(lookedText([], 'decision'), 'Looked again: no decisions.');
});

test('what is closed is in the order in which it was done, the last first', () => {
  const client = clientOf({
    a: [
      insight('first', { status: 'done', completedAt: 5, updatedAt: 90 }),
      insight('last', { status: 'done', completedAt: 8, updatedAt: 8 }),
      insight('before', { status: 'done', updatedAt: 3 }),
    ],
  });
  assert.deepEqual(shown(client, { closed: true }), ['last', 'first', 'before']);
});

test('action items are parted by when they are due, on the person’s own calendar', () => {
  const noon = new Date(2026, 2, 25, 12).getTime();
  const at = (/** @type {number} */ day, hour = 0, minute = 0) =>
    new Date(2026, 2, day, hour, minute).getTime();
  const part = (/** @type {number | undefined} */ dueAt) => partOf({ status: 'open', dueAt }, noon);
  assert.equal(part(noon - 1), 'overdue');
  assert.equal(part(at(25, 23, 59)), 'today');
  assert.equal(part(at(26)), 'week');
  // Clocks change on the way in many places.
  assert.equal(part(at(31, 23, 59)), 'week');
  assert.equal(part(new Date(2026, 3, 1).getTime()), 'later');
  assert.equal(part(undefined), 'undated');
  assert.equal(partOf({ status: 'done', dueAt: noon - 1 }, noon), 'closed');
  const said = (/** @type {string} */ dueText, dueAt = at(25, 9)) =>
    partOf({ status: 'open', dueAt, dueText }, noon);
  for (const day of ['today', 'by Wednesday', 'on the 25th', 'damit Mittwoch']) {
    assert.equal(said(day), 'today', `a day lasts until its end: ${day}`);
    assert.equal(said(day, at(24, 9)), 'overdue', day);
  }
  for (const time of ['9:00', 'by 9am', 'at 9 o’clock', 'before 9 UTC', 'in two hours', 'um 9 Uhr'])
    assert.equal(said(time), 'overdue', `a time has passed: ${time}`);
  assert.equal(part(at(25)), 'today', 'midnight stands for the day');
});

test('a form changes only what differs', () => {
  const form = (/** @type {Record<string, string | string[]>} */ values) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(values))
      for (const one of [value].flat()) data.append(name, one);
    return data;
  };
  const task = insight('Draw the map', { owner: 'ada', tags: ['harbour'] });
  const same = { text: 'Draw the map', owner: 'ada', due: '', context: '', tags: 'harbour' };
  assert.deepEqual(changeOf(task, form(same)), {});
  assert.deepEqual(
    changeOf(task, form({ ...same, owner: '', context: ' Rain ', tags: 'harbour, roof, roof,' })),
    { removesOwner: true, context: 'Rain', tags: ['harbour', 'roof'] },
  );
  const decision = insight('Keep it', { kind: 'decision', participants: ['ben', 'ada'] });
  const kept = { text: 'Keep it', context: '', tags: '' };
  assert.deepEqual(changeOf(decision, form({ ...kept, participant: ['ada', 'ben'] })), {});
  assert.deepEqual(changeOf(decision, form({ ...kept, participant: ['cleo', 'ada'] })), {
    participants: ['ada', 'cleo'],
  });
});

test('a written task has what its form says, and nothing that was left empty', () => {
  const form = new FormData();
  form.set('text', '  Book the room ');
  form.set('owner', '');
  form.set('due', '');
  assert.deepEqual(taskOf(form), { text: 'Book the room' });
  form.set('owner', 'ada');
  form.set('due', '2026-03-02T09:00');
  const { text, owner, dueAt } = taskOf(form);
  assert.deepEqual([text, owner, typeof dueAt], ['Book the room', 'ada', 'number']);
});

test('a conversation says that it is not read to the end, not that a few messages wait', () => {
  assert.equal(waitingText(0), '');
  assert.equal(waitingText(10), '');
  assert.match(waitingText(1234), /1,234 older messages here yet/);
  assert.match(waitingText(10_000), /10,000 or more older messages/);
});
