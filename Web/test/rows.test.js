// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { eventLines, firstNew, shownOf, timeline } from '../src/views/timeline.js';
import { Heights, MARGIN, MAXIMUM } from '../src/views/window.js';
import { chance } from './support.js';
import { usePage } from './page.js';

usePage();

const items = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index + 1}`, seq: index + 1 }));

test('heights that were never seen are those of the others on average', () => {
  const [heights, rows] = [new Heights(), items(100)];
  const guess = heights.of(rows[0]);
  assert.equal(heights.sum(rows, 0, 100), 100 * guess);
  heights.set(rows[0], 40);
  heights.set(rows[1], 80);
  heights.set(rows[1], 60);
  assert.equal(heights.of(rows[99]), 50);
  assert.equal(heights.sum(rows, 0, 4), 40 + 60 + 50 + 50);
  assert.deepEqual(heights.at(rows, 101), { index: 2, top: 100 });
  assert.deepEqual(heights.at(rows, 1e9), { index: 99, top: 100 + 97 * 50 });
  heights.clear();
  assert.equal(heights.of(rows[1]), guess);
});

test('rows with files that were never seen are as much higher as their files', () => {
  const photo = { kind: 'image', width: 4000, height: 3000 };
  const [heights, rows] = [new Heights(), items(10)];
  const guess = heights.of(rows[0]);
  const withFiles = (/** @type {any[]} */ ...attachments) => ({ ...rows[5], attachments });
  assert.equal(heights.of(withFiles(photo)), guess + 240);
  assert.ok(
    heights.of(withFiles(photo, photo)) < heights.of(withFiles(photo, photo, photo, photo)),
  );
  assert.equal(heights.of(withFiles(...Array(9).fill(photo))), guess + 320);
  heights.set({ ...rows[0], attachments: [photo] }, 290);
  heights.set(rows[1], 70);
  assert.equal(heights.of(rows[2]), 60, 'the average is that of what is not files');
  assert.equal(heights.sum([rows[1], withFiles(photo)], 0, 2), 70 + 60 + 240);
});

test('a range holds the screen and some rows beside it, and never more than the maximum', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const pick = chance(seed);
    const [heights, rows] = [new Heights(), items(1 + pick(3_000))];
    for (let step = 0; step < 300; step += 1) heights.set(rows[pick(rows.length)], 20 + pick(300));
    const [index, room] = [pick(rows.length), 100 + pick(2_000)];
    const { first, last } = heights.rangeFrom(rows, index, room);
    assert.ok(first <= index && index < last && last <= rows.length && last - first <= MAXIMUM);
    assert.ok(first === 0 || index - first >= MARGIN / 2);
    assert.ok(
      last === rows.length || last - first === MAXIMUM || heights.sum(rows, index, last) >= room,
    );
    const end = heights.rangeAtEnd(rows, room);
    assert.equal(end.last, rows.length);
    assert.ok(
      end.last - end.first <= MAXIMUM &&
        (end.first === 0 || heights.sum(rows, end.first, end.last) >= room),
    );
  }
  assert.deepEqual(new Heights().rangeAtEnd([], 500), { first: 0, last: 0 });
});

const ME = 'me';
const day = 86_400_000;
/** @returns {any} */
const feed = (count = 400, fields = {}) => ({
  ...emptyFeed('c'),
  conversation: { kind: 'group', name: 'Crew' },
  members: [
    { user: ME, name: 'Ada', joinSeq: 0, readSeq: 0, deliveredSeq: 0 },
    { user: 'ben', name: 'Ben', joinSeq: 0, readSeq: 0, deliveredSeq: 0 },
  ],
  messages: Array.from({ length: count }, (_, index) => ({
    id: `m${index + 1}`,
    seq: index + 1,
    rev: index + 1,
    sender: index % 7 ? 'ben' : ME,
    text: `text ${index + 1}`,
    createdAt: (index * day) / 40,
  })),
  ...fields,
});
const client = (/** @type {any[]} */ entries = []) =>
  /** @type {any} */ ({
    me: ME,
    feeds: new Map(),
    outbox: { entries },
    localReads: new Map(),
    islands: new Map(),
  });
const actions = { reply: () => undefined, edit: () => undefined, show: () => undefined };
/** @param {any} holder @param {any} [range] @param {any} [by] @param {any} [island] */
function entries(holder, range, by = client(), island = undefined) {
  const shown = shownOf(by, holder, island);
  return timeline(
    by,
    holder,
    shown,
    range ?? { first: 0, last: shown.items.length },
    Infinity,
    actions,
  );
}

test('a range of the timeline is what the whole one has there', () => {
  const whole = entries(feed());
  const part = entries(feed(), { first: 100, last: 180 });
  const start = whole.findIndex((entry) => entry.key === part[0].key);
  assert.ok(start > 100 && part.length >= 80);
  assert.deepEqual(
    part.map(({ key, signature }) => [key, signature]),
    whole.slice(start, start + part.length).map(({ key, signature }) => [key, signature]),
  );
  const row = /** @type {any} */ (part.findLast((entry) => entry.key.startsWith('m'))?.build());
  assert.deepEqual(
    [
      row.getAttribute('data-seq'),
      row.getAttribute('aria-posinset'),
      row.getAttribute('aria-setsize'),
    ],
    ['180', '180', '-1'],
  );
});

test('the line that says "New" stands before the first message of others that has not been read', () => {
  const shown = shownOf(client(), feed(), undefined);
  assert.equal(firstNew(client(), shown, 7)?.seq, 9, 'the eighth is mine');
  assert.equal(firstNew(client(), shown, 400), undefined);
  assert.equal(firstNew(client(), shown, Infinity), undefined);
  assert.equal(firstNew(client(), { ...shown, isNewest: false }, 7), undefined);
});

test('the line that says "New" offers to catch up from there, where there is something to sum up', () => {
  /** @type {string[]} */
  const asked = [];
  const summarise = () => asked.push('summary');
  const line = (/** @type {number} */ newAfter, /** @type {any} */ by, holder = feed()) => {
    const shown = shownOf(client(), holder, undefined);
    const range = { first: 0, last: shown.items.length };
    const entry = timeline(client(), holder, shown, range, newAfter, { ...actions, ...by }).find(
      ({ key }) => key === 'unread',
    );
    return /** @type {any} */ (entry?.build());
  };
  const node = line(390, { summarise });
  assert.equal(node.textContent, 'NewCatch up: 8 messages', 'two of ten are mine');
  node.querySelector('button').click();
  assert.deepEqual(asked, ['summary']);
  assert.equal(line(397, { summarise }).textContent, 'NewCatch up: 2 messages');
  assert.equal(line(398, { summarise }).textContent, 'New', 'one is read sooner than summed up');
  assert.equal(line(390, {}).textContent, 'New', 'where summaries do not reach me');
  const far = feed(400, { windowStart: 401, unreadBefore: 30 });
  far.messages = far.messages.map((/** @type {any} */ row) => ({ ...row, seq: row.seq + 400 }));
  assert.equal(
    line(300, { summarise }, far).textContent,
    'NewCatch up: 372 messages',
    'with what the server counted before the window',
  );
});

test('what waits stands below what is committed, as it was changed last, and not when it was taken back', () => {
  const entry = (/** @type {number} */ id, /** @type {any} */ operation, fields = {}) => ({
    id,
    conversation: 'c',
    operation,
    createdAt: 400 * day,
    failed: false,
    ...fields,
  });
  const by = client([
    entry(1, { type: 'send', id: 'm400', text: 'arrived' }),
    entry(2, { type: 'send', id: 'a', text: 'one' }),
    entry(3, { type: 'edit', id: 'a', text: 'two' }),
    entry(4, { type: 'send', id: 'b', text: 'no' }, { cancelled: true }),
    { ...entry(5, { type: 'send', id: 'd', text: 'elsewhere' }), conversation: 'd' },
  ]);
  const shown = shownOf(by, feed(), undefined);
  assert.deepEqual(
    shown.items.slice(399).map((item) => item.id),
    ['m400', 'a'],
  );
  assert.match(entries(feed(), { first: 399, last: 401 }, by).at(-1)?.signature ?? '', /"two"/);
  const island = { start: 100, end: 120, messages: feed().messages.slice(99, 120) };
  assert.deepEqual(shownOf(by, feed(), island).items, island.messages);
  const kinds = entries(feed(), undefined, by, island);
  assert.equal(kinds[0].key, 'begin');
  assert.match(kinds[0].signature, /Older/);
  assert.equal(kinds.at(-1)?.key, 'more');
});

/** @param {any[]} extra @param {any} [fields] @param {any} [island] */
function told(extra, fields = {}, island = undefined) {
  const holder = feed(10, fields);
  holder.members = [...holder.members, ...extra];
  const lines = eventLines(holder, ME, shownOf(client(), holder, island));
  return [...lines].flatMap(([index, all]) => all.map((line) => `${index} ${line.signature}`));
}

test('who came and who left is told where it happened', () => {
  const cleo = { user: 'cleo', name: 'Cleo', readSeq: 0, deliveredSeq: 0 };
  assert.deepEqual(told([]), [], 'who was there from the beginning did not come');
  assert.deepEqual(told([{ ...cleo, joinSeq: 4 }]), ['4 Cleo joined']);
  assert.deepEqual(told([{ ...cleo, joinSeq: 10 }]), ['10 Cleo joined'], 'after the last message');
  assert.deepEqual(told([{ ...cleo, joinSeq: 2, leftAt: (6.5 * day) / 40 }]), [
    '2 Cleo joined',
    '7 Cleo left',
  ]);
  assert.deepEqual(told([{ ...cleo, joinSeq: 0, leftAt: 99 * day }]), ['10 Cleo left']);
  const [first, ...rest] = feed(10).members;
  assert.deepEqual(told([], { members: [{ ...first, joinSeq: 3 }, ...rest] }), ['3 You joined']);
});

test('a renaming is told where it happened, with both names and by whom', () => {
  const named = (/** @type {any} */ renamed) => ({
    conversation: { kind: 'group', name: 'Crew', renamed: { by: 'ben', from: 'Team', ...renamed } },
  });
  const line = 'renamed the group from “Team” to “Crew”';
  assert.deepEqual(told([], named({ at: (6.5 * day) / 40 })), [`7 Ben ${line}`]);
  assert.deepEqual(told([], named({ at: 99 * day, by: ME })), [`10 You ${line}`]);
  assert.deepEqual(told([], named({ at: 99 * day, by: 'nobody here' })), [`10 Someone ${line}`]);
  const later = { windowStart: 5, messages: feed(10).messages.slice(4) };
  assert.deepEqual(told([], { ...named({ at: 1 }), ...later }), []);
  const direct = feed(3, named({ at: 1 }));
  direct.conversation.kind = 'direct';
  assert.ok(!entries(direct).some(({ key }) => key === 'renamed'));
});

test('what happened outside of what is held is not told at its edge', () => {
  const cleo = { user: 'cleo', name: 'Cleo', readSeq: 0, deliveredSeq: 0 };
  const later = { windowStart: 5, messages: feed(10).messages.slice(4) };
  assert.deepEqual(told([{ ...cleo, joinSeq: 2 }], later), []);
  assert.deepEqual(told([{ ...cleo, joinSeq: 0, leftAt: 1 }], later), []);
  const island = { start: 1, end: 5, messages: feed(10).messages.slice(0, 5) };
  assert.deepEqual(told([{ ...cleo, joinSeq: 8 }], {}, island), []);
  assert.deepEqual(told([{ ...cleo, joinSeq: 0, leftAt: (8 * day) / 40 }], {}, island), []);
});
