// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { usePage } from './page.js';

usePage();
const { messageView } = await import('../src/views/message.js');

/** @type {string[]} */
const asked = [];
const client = /** @type {any} */ ({
  me: 'me',
  files: {
    player: Object.assign(new EventTarget(), { rate: 1, isPlaying: () => false, time: () => 0 }),
    localNow: () => undefined,
    local: async (/** @type {string} */ id) => `blob:${id}`,
    links: {
      get: async (/** @type {string} */ id) => {
        asked.push(id);
        return `/v1/files/${id}?key=k`;
      },
    },
    sent: () => 5,
  },
});
const feed = /** @type {any} */ ({
  feed: 'c',
  members: [
    { user: 'me', name: 'Ada' },
    { user: 'other', name: 'Ben' },
  ],
});
/** @type {string[]} */
const opened = [];
const nothing = {
  reply: () => undefined,
  edit: () => undefined,
  show: () => undefined,
  open: (/** @type {string} */ id) => opened.push(id),
  record: (/** @type {any} */ record) => opened.push(record.id),
};

/** @param {any} item @param {any} [look] */
function shown(item, look = {}) {
  const whole = {
    id: 'm',
    seq: 1,
    text: 'Hello',
    createdAt: 0,
    editCount: 0,
    edits: [],
    readBy: ['other'],
    deliveredTo: ['other'],
    status: 'read',
    ...item,
  };
  return /** @type {any} */ (
    messageView(
      client,
      feed,
      whole,
      { isGrouped: false, isGroup: false, isAdmin: false, name: 'Ben', ...look },
      nothing,
    )
  );
}

test('every message says whose it is, to who listens too', () => {
  assert.match(shown({ sender: 'me' }).textContent, /^You:/);
  assert.match(shown({ sender: 'other' }).textContent, /^Ben:/);
  assert.match(shown({ sender: 'me' }, { isGroup: true, isGrouped: true }).textContent, /^You:/);
  const [name] = shown({ sender: 'other' }, { isGroup: true }).ofClass('sender');
  assert.equal(name.textContent, 'Ben');
});

test('nothing inside a message is a tab stop of its own, but what mends a failure', () => {
  const look = { isGroup: true, isAdmin: true, quote: { name: 'Ben', text: 'Before' } };
  for (const item of [
    { sender: 'me' },
    { sender: 'other' },
    { sender: 'me', editCount: 2, text: 'See https://example.org/a' },
  ]) {
    const row = shown(item, look);
    const before = row.below.length;
    row.happen('mouseenter');
    row.happen('mousemove');
    assert.ok(row.below.length > before, 'what can be done comes when the message is pointed at');
    assert.equal(row.ofClass('tools').length, 1);
    const stops = row.below.filter((/** @type {any} */ node) => ['a', 'button'].includes(node.tag));
    assert.ok(stops.length >= 4);
    for (const stop of stops) assert.equal(stop.getAttribute('tabindex'), '-1', stop.textContent);
  }
  const failed = shown({ sender: 'me', seq: undefined, status: 'failed' });
  assert.deepEqual(
    failed.below
      .filter((/** @type {any} */ node) => node.tag === 'button')
      .map((/** @type {any} */ node) => [node.textContent, node.getAttribute('tabindex')]),
    [
      ['Retry', null],
      ['Discard', null],
    ],
  );
});

const photo = (/** @type {string} */ id, fields = {}) => ({
  id,
  kind: 'image',
  name: `${id}.jpg`,
  type: 'image/jpeg',
  bytes: 10,
  width: 4000,
  height: 3000,
  ...fields,
});
const map = { id: 'map', kind: 'file', name: 'map.pdf', type: 'application/pdf', bytes: 2_000_000 };
const voice = { id: 'v', kind: 'voice', name: 'v.webm', type: '', bytes: 9, duration: 7_000 };
const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('pictures of a message stand side by side, say what they show, and open', async () => {
  const pictures = ['a', 'b', 'c', 'd', 'e'].map((id) => photo(id));
  pictures[0].alt = 'Two boats';
  const row = shown({ sender: 'other', text: '', attachments: pictures });
  const cells = row.ofClass('picture');
  const images = row.below.filter((/** @type {any} */ node) => node.tag === 'img');
  await settled();
  assert.equal(cells.length, 4);
  assert.equal(row.ofClass('more-pictures')[0].textContent, '+1');
  assert.deepEqual(
    images.map((/** @type {any} */ image) => image.getAttribute('alt')),
    ['Two boats', 'Photo 2 of 5', 'Photo 3 of 5', 'Photo 4 of 5'],
  );
  assert.equal(images[0].src, '/v1/files/a?key=k&size=320');
  cells[1].click();
  assert.deepEqual(opened.splice(0), ['b']);
  assert.equal(row.ofClass('text').length, 0, 'no empty line for the text that there is not');
  for (const stop of row.below.filter((/** @type {any} */ node) => node.tag === 'button'))
    assert.equal(stop.getAttribute('tabindex'), '-1');
});

test('a picture alone is larger, and has its room before it has come', async () => {
  const row = shown({ sender: 'other', attachments: [photo('a')] });
  const [cell] = row.ofClass('picture');
  assert.deepEqual([cell.style.width, cell.style.aspectRatio], ['320px', '320 / 240']);
  await settled();
  assert.equal(cell.querySelector('img').src, '/v1/files/a?key=k&size=1280');
});

test('a picture that cannot be had is asked for once more, then a word stands for it', async () => {
  /** @type {[string, string][]} */
  const forgotten = [];
  client.files.isOnline = true;
  client.files.links.forget = (/** @type {string} */ id, /** @type {string} */ url) =>
    forgotten.push([id, url]);
  const row = shown({ sender: 'other', attachments: [photo('a')] });
  await settled();
  asked.length = 0;
  const [image, missing] = [row.querySelector('img'), row.ofClass('missing')[0]];
  await image.happen('error');
  assert.deepEqual([asked, forgotten], [['a'], [['a', '/v1/files/a?key=k']]]);
  assert.notEqual(image.hidden, true);
  await image.happen('error');
  assert.deepEqual([image.hidden, missing.hidden, asked], [true, false, ['a']]);
});

test('files and voice notes say what they are', () => {
  const row = shown({ sender: 'other', text: 'Here', attachments: [map, voice] });
  const [card] = row.ofClass('file-card');
  assert.equal(card.getAttribute('aria-label'), 'Download map.pdf, PDF, 1.9 MB');
  assert.equal(row.ofClass('voice')[0].getAttribute('aria-label'), 'Voice message, 0:07');
  assert.equal(row.ofClass('text')[0].textContent, 'Here');
});

test('what waits to be sent is shown from its own bytes, with how far it is', async () => {
  asked.length = 0;
  const item = { sender: 'me', seq: undefined, status: 'sending', attachments: [photo('a'), map] };
  const row = shown(item);
  await settled();
  assert.equal(row.querySelector('img').src, 'blob:a');
  assert.deepEqual(asked, []);
  const bars = row.below.filter((/** @type {any} */ node) => node.tag === 'progress');
  assert.deepEqual(
    bars.map((/** @type {any} */ bar) => [bar.getAttribute('aria-label'), bar.value]),
    [
      ['Sending a.jpg', 5],
      ['Sending map.pdf', 5],
    ],
  );
  assert.equal(shown({ ...item, status: 'failed' }).ofClass('upload').length, 0);
});

test('a deleted message has no files', () => {
  const row = shown({ sender: 'me', text: '', deletedAt: 1, attachments: [photo('a'), map] });
  assert.equal(row.ofClass('picture').length + row.ofClass('file-card').length, 0);
});

test('a message names what it is part of, and a press opens that', () => {
  const record = { id: 'd', kind: 'decision', label: 'Decision', text: 'We take the ferry' };
  const row = shown({ sender: 'other' }, { records: [record] });
  const [chip] = row.ofClass('record-chip');
  assert.equal(chip.textContent, 'Decision');
  assert.equal(chip.getAttribute('aria-label'), 'Decision: We take the ferry');
  assert.equal(chip.getAttribute('tabindex'), '-1', 'it is no tab stop of its own');
  chip.happen('click');
  assert.equal(opened.at(-1), 'd');
  assert.deepEqual(shown({ sender: 'other' }, { records: [] }).ofClass('records'), []);
});
