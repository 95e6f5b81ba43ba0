// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePage } from './page.js';

usePage();
const { reloading } = await import('../src/views/reload.js');
const { sessionsSection } = await import('../src/views/settings.js');
const { el } = await import('../src/views/dom.js');

/** A client whose connection is what a test says. */
class Told extends EventTarget {
  connection = { state: 'online' };

  /** @param {string} state */
  become(state) {
    this.connection.state = state;
    this.dispatchEvent(new Event('change'));
  }
}

/** @param {any} [client] */
function desk(client = new Told()) {
  const place = el('ul', {}, el('li', {}, 'Loading…'));
  const answers = /** @type {(string | Error)[]} */ ([]);
  const kept = reloading(client, place, async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return [el('li', {}, answer ?? 'nothing')];
  });
  return { client, place, answers, ...kept };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('what is shown stays when it cannot be loaded again; trying again shows what there is then', async () => {
  const { place, answers, notice, load } = desk();
  answers.push('one', new Error('The server cannot be reached.'), 'two');
  await load();
  assert.equal(notice.hidden, true);
  await load();
  assert.equal(place.textContent, 'one');
  assert.equal(notice.hidden, false);
  assert.match(notice.textContent, /cannot be reached/);
  await /** @type {any} */ (notice).below
    .find((/** @type {any} */ node) => node.tag === 'button')
    .click();
  assert.deepEqual([place.textContent, notice.hidden, notice.textContent], ['two', true, '']);
});

test('without anything to show, the problem is all there is, and nothing says that it is loading', async () => {
  const { place, answers, notice, load } = desk();
  answers.push(new Error('No.'));
  await load();
  assert.deepEqual([place.textContent, notice.hidden], ['', false]);
});

test('what failed is loaded by itself once the connection is back, and what did not fail is left alone', async () => {
  const { client, place, answers, notice, load } = desk();
  answers.push('one', new Error('No.'), 'two', 'three');
  await load();
  client.become('offline');
  client.become('online');
  await settled();
  assert.equal(place.textContent, 'one');
  client.become('offline');
  await load();
  assert.equal(notice.hidden, false);
  client.become('connecting');
  await settled();
  assert.equal(place.textContent, 'one');
  client.become('online');
  await settled();
  assert.deepEqual([place.textContent, notice.hidden], ['two', true]);
});

test('an answer that a newer one has overtaken changes nothing', async () => {
  const client = new Told();
  const place = el('ul');
  const waiting = /** @type {((value: Node[]) => void)[]} */ ([]);
  const { load } = reloading(
    /** @type {any} */ (client),
    place,
    () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
  );
  const [first, second] = [load(), load()];
  waiting[1]([el('li', {}, 'new')]);
  await second;
  waiting[0]([el('li', {}, 'old')]);
  await first;
  assert.equal(place.textContent, 'new');
});

test('the signed-in devices stay on screen when one has been ended and the rest cannot be asked for', async () => {
  const sessions = [
    { id: 'a', device: 'Phone', current: true, lastSeenAt: 0 },
    { id: 'b', device: 'Laptop', current: false, lastSeenAt: 0 },
  ];
  let isDown = false;
  const client = Object.assign(new Told(), {
    session: {
      call: async (/** @type {string} */ method) => {
        if (isDown && method === 'GET') throw new Error('The server cannot be reached.');
        return { sessions };
      },
    },
  });
  const section = sessionsSection(client);
  await settled();
  assert.match(section.textContent, /Phone.*Laptop/);
  isDown = true;
  await section.below.find((/** @type {any} */ node) => node.textContent === 'End').click();
  assert.match(section.textContent, /cannot be reached.*Try again.*Phone.*Laptop/);
});
