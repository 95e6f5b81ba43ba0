// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { catchUpView } from '../src/views/ai/catchup.js';
import { earlierList } from '../src/views/ai/earlier.js';
import { intelligenceSwitch } from '../src/views/details.js';
import { usePage } from './page.js';

usePage();

const receipt = {
  model: 'on-box',
  place: 'this server',
  messagesRead: 12,
  messagesSent: 0,
  inputTokens: 0,
  outputTokens: 0,
  milliseconds: 40,
  isCached: false,
};
const point = {
  text: 'One',
  citations: [
    { conversation: 'c', message: 'x', seq: 1, sender: 'ben', excerpt: 'says x', createdAt: 0 },
  ],
};
/** @param {string} id @param {any} [more] */
const output = (id, more) => ({
  id,
  kind: 'summary',
  conversation: 'c',
  title: `Week ${id}`,
  text: '',
  points: [point],
  contributions: [],
  slots: [],
  isFound: true,
  reason: '',
  receipt,
  createdAt: 0,
  ...more,
});

/** @param {any} [intelligence] @param {any} [conversation] @param {string} [role] */
const clientOf = (intelligence, conversation, role = 'admin') =>
  /** @type {any} */ ({
    me: 'ada',
    intelligence,
    localReads: new Map(),
    feeds: new Map([
      [
        'c',
        {
          ...emptyFeed('c'),
          conversation: { id: 'c', kind: 'group', name: 'Crew', ...conversation },
          members: [
            { user: 'ada', name: 'Ada', role },
            { user: 'ben', name: 'Ben Okoro', role: 'member' },
          ],
        },
      ],
    ]),
  });

/** @param {any} node @param {(node: any) => boolean} is */
const find = (node, is) => node.below.find(is);

test('earlier outputs are listed with kind and place, and built when they are opened', async () => {
  const view = /** @type {any} */ (
    earlierList(
      clientOf(),
      [output('1'), output('2', { kind: 'digest', conversation: undefined })],
      () => undefined,
    )
  );
  const heads = view.below
    .filter((/** @type {any} */ node) => node.tag === 'summary')
    .map((/** @type {any} */ node) => node.textContent);
  assert.match(heads[0], /^Week 1Summary · Crew · /);
  assert.match(heads[1], /^Week 2What you missed · /);
  assert.equal(view.ofClass('output').length, 0);
  const details = find(view, (node) => node.tag === 'details');
  await details.happen('toggle');
  await details.happen('toggle');
  assert.equal(view.ofClass('output').length, 1);
  assert.ok(
    find(view, (node) => node.tag === 'button' && node.textContent === 'Share in the chat'),
  );
});

test('what is put away is gone from the list once the server has said so, and stays when it refuses', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {string[]} */
  const gone = [];
  let isRefusing = true;
  const intelligence = {
    dismiss: async (/** @type {string} */ id) => {
      if (isRefusing) throw new Error('No.');
      gone.push(id);
    },
  };
  const view = /** @type {any} */ (
    earlierList(clientOf(intelligence), [output('1')], () => undefined)
  );
  const none = find(view, (node) => node.tag === 'p');
  const away = find(view, (node) => node.getAttribute('aria-label') === 'Put away: Week 1');
  await away.click();
  assert.equal(view.ofClass('earlier-outputs')[0].children.length, 1);
  assert.equal(none.hidden, true);
  isRefusing = false;
  await away.click();
  assert.deepEqual(gone, ['1']);
  assert.equal(view.ofClass('earlier-outputs')[0].children.length, 0);
  assert.equal(none.hidden, false);
});

test('titles of earlier outputs are text and nothing else', () => {
  const nasty = '<img src=x onerror=alert(1)>';
  const view = /** @type {any} */ (
    earlierList(clientOf(), [output('1', { title: nasty })], () => undefined)
  );
  assert.ok(view.textContent.includes(nasty));
  assert.deepEqual(
    view.below.filter((/** @type {any} */ node) => node.tag === 'img'),
    [],
  );
});

test('the switch is for admins of a group and for both of a direct conversation; others see how it stands', () => {
  const box = (/** @type {any} */ client) =>
    find(intelligenceSwitch(client, 'c').node, (node) => node.tag === 'input');
  assert.deepEqual([box(clientOf()).disabled, box(clientOf()).checked], [false, true]);
  assert.equal(box(clientOf({}, {}, 'member')).disabled, true);
  assert.equal(box(clientOf({}, { kind: 'direct' }, 'member')).disabled, false);
  assert.equal(box(clientOf({}, { intelligenceOff: true })).checked, false);
});

test('switching is told to the server and taken back when it refuses', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {any[]} */
  const told = [];
  let isRefusing = false;
  const client = clientOf({
    switch: async (/** @type {string} */ id, /** @type {boolean} */ isOn) => {
      if (isRefusing) throw new Error('No.');
      told.push([id, isOn]);
    },
  });
  const box = find(intelligenceSwitch(client, 'c').node, (node) => node.tag === 'input');
  box.checked = false;
  await box.happen('change');
  assert.deepEqual(told, [['c', false]]);
  isRefusing = true;
  box.checked = true;
  await box.happen('change');
  assert.equal(box.checked, false);
});

test('the switch says that it waits for a connection, and why it was refused', () => {
  const said = (/** @type {any} */ row, /** @type {string} */ state) => {
    const client = clientOf({}, row);
    client.connection = { state };
    return /** @type {any} */ (intelligenceSwitch(client, 'c').node).textContent;
  };
  assert.match(said({ intelligenceOff: true, waits: true }, 'offline'), /Waits for a connection/);
  assert.doesNotMatch(said({ intelligenceOff: true, waits: true }, 'online'), /Waits/);
  assert.match(
    said({ failure: { request: 'r', text: 'Only admins may.' } }, 'online'),
    /Only admins/,
  );
});

test('where the AI is off, catching up offers only the switch and asks the server for nothing', () => {
  const client = clientOf({ summarize: () => assert.fail('asked') }, { intelligenceOff: true });
  const view = catchUpView(client, 'c', () => undefined);
  assert.deepEqual(
    /** @type {any} */ (view.node).below
      .filter((/** @type {any} */ node) => node.tag === 'input')
      .map((/** @type {any} */ node) => node.getAttribute('name')),
    ['intelligence'],
  );
});
