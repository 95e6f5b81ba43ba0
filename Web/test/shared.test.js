// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePage } from './page.js';

usePage();
const { emptyFeed } = await import('../src/law.js');
const { sharedView } = await import('../src/views/shared.js');

const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** @param {string} name @param {string} kind @param {string} [alt] */
const file = (name, kind, alt) => ({
  attachment: { id: name, kind, name, type: 'x', bytes: 2048, alt },
  message: `m-${name}`,
  seq: 1,
  sender: 'ben',
  createdAt: 0,
});

/** @param {(path: string) => any} answer what the server says */
function scene(answer) {
  /** @type {string[]} */
  const asked = [];
  /** @type {string[]} */
  const gone = [];
  const feed = { ...emptyFeed('c'), members: [{ user: 'ben', name: 'Ben' }] };
  const client = {
    me: 'me',
    feeds: new Map([['c', feed]]),
    files: {
      links: { get: async () => undefined },
      localNow: () => undefined,
      player: { addEventListener: () => undefined, isPlaying: () => false, time: () => 0, rate: 1 },
    },
    session: {
      call: async (/** @type {string} */ _, /** @type {string} */ path) => {
        asked.push(path.replace('/v1/conversations/c/files?', ''));
        return answer(path);
      },
    },
  };
  const view = sharedView(/** @type {any} */ (client), 'c', (message) => gone.push(message));
  const node = /** @type {any} */ (view.node);
  const tabs = node.below.filter((/** @type {any} */ one) => one.getAttribute('role') === 'tab');
  const button = (/** @type {RegExp} */ name) =>
    node.below.find(
      (/** @type {any} */ one) =>
        one.tag === 'button' && name.test(one.getAttribute('aria-label') ?? one.textContent),
    );
  return { view, node, tabs, button, asked, gone, feed };
}

test('a tab for each kind: images first, chosen by pressing and by arrow keys', async () => {
  const { node, tabs, asked } = scene((path) => ({
    files: [file('a', /kind=(\w+)/.exec(path)?.[1] ?? '')],
  }));
  await settled();
  const chosen = () =>
    tabs.filter((/** @type {any} */ tab) => tab.getAttribute('aria-selected') === 'true');
  assert.deepEqual(
    tabs.map((/** @type {any} */ tab) => tab.textContent),
    ['Images', 'Files', 'Voice'],
  );
  assert.deepEqual(chosen(), [tabs[0]]);
  await tabs[1].click();
  assert.deepEqual(chosen(), [tabs[1]]);
  assert.equal(tabs[0].getAttribute('tabindex'), '-1');
  const list = node.below.find((/** @type {any} */ one) => one.getAttribute('role') === 'tablist');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'])
    for (const listener of list.listeners.get('keydown') ?? [])
      listener({ key, preventDefault: () => undefined });
  await settled();
  assert.deepEqual(chosen(), [tabs[2]]);
  assert.deepEqual(
    asked.map((query) => /kind=(\w+)/.exec(query)?.[1]),
    ['image', 'file', 'voice', 'image', 'voice', 'image', 'voice'],
  );
});

test('what is empty says so in plain words, and what failed can be tried again', async () => {
  let fails = true;
  const { node, tabs, button } = scene(() => {
    if (fails) throw new Error('You are offline.');
    return { files: [] };
  });
  await settled();
  assert.match(node.textContent, /You are offline\./);
  fails = false;
  await button(/Try again/).click();
  assert.match(node.textContent, /No images here yet\./);
  await tabs[1].click();
  assert.match(node.textContent, /No files here yet\./);
  await tabs[2].click();
  assert.match(node.textContent, /No voice messages here yet\./);
});

test('files say what they are and whose, and lead to their message', async () => {
  const { node, tabs, button, gone } = scene(() => ({
    files: [file('Plan\u202Efdp.exe', 'file')],
  }));
  await tabs[1].click();
  assert.ok(button(/^Download Planfdp\.exe, EXE, 2 KB$/));
  assert.match(node.textContent, /Ben, /);
  await button(/^Show in chat: Ben/).click();
  assert.deepEqual(gone, ['m-Plan\u202Efdp.exe']);
});

test('images are called as they were described', async () => {
  const { node } = scene(() => ({ files: [file('a', 'image', 'A kite'), file('b', 'image')] }));
  await settled();
  const names = node.below
    .filter((/** @type {any} */ one) => one.tag === 'img')
    .map((/** @type {any} */ image) => image.getAttribute('alt').replace(/, Ben.*/, ''));
  assert.deepEqual(names, ['A kite', 'Photo']);
});

test('more come behind those that are there, as long as there are any', async () => {
  const { node, button, asked } = scene((path) =>
    path.includes('before=')
      ? { files: [file('b', 'image')] }
      : { files: [file('a', 'image')], next: '7.0' },
  );
  await settled();
  await button(/Show more/).click();
  assert.deepEqual(asked, ['kind=image&limit=30', 'kind=image&limit=30&before=7.0']);
  assert.equal(node.below.filter((/** @type {any} */ one) => one.tag === 'img').length, 2);
  assert.ok(button(/Show more/).hidden);
});

test('a file that comes or goes meanwhile is looked for, and nothing else is', async () => {
  const { view, asked, feed } = scene(() => ({ files: [] }));
  await settled();
  view.update();
  /** @type {any} */ (feed).messages = [{ id: 'm', attachments: [{ id: 'new' }] }];
  view.update();
  view.update();
  await settled();
  assert.equal(asked.length, 2);
});

test('an answer that comes after another tab was chosen is not shown', async () => {
  /** @type {(() => void)[]} */
  const waiting = [];
  const { node, tabs } = scene(async (path) => {
    if (path.includes('kind=image'))
      await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    return { files: path.includes('kind=image') ? [file('late', 'image')] : [] };
  });
  await tabs[1].click();
  for (const go of waiting) go();
  await settled();
  assert.match(node.textContent, /No files here yet\./);
  assert.equal(node.below.filter((/** @type {any} */ one) => one.tag === 'img').length, 0);
});
