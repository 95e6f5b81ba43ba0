// @ts-check
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { usePage } from './page.js';

usePage();
const { Push, bytesOf, reachText } = await import('../src/push.js');
const { RequestError } = await import('../src/session.js');
const { noticesSection } = await import('../src/views/notices.js');

const KEY = 'BAEC-_8';
const REGISTRATION = {
  service: 'web',
  address: 'https://push.test/1',
  publicKey: 'p',
  secret: 's',
};

/** What was asked of the server and of the browser. @type {any[]} */
let asked = [];
/** @type {any} */
let offer;
/** What the server says instead, by method. @type {Map<string, Error>} */
let refusals = new Map();
/** @type {any} what the browser has */
let subscription;
/** @type {any} who is signed in */
let stored;
/** @type {Error | undefined} */
let obstacle;
/** @type {(() => void) | undefined} */
let whileSubscribing;

const session = {
  get stored() {
    return stored;
  },
  async call(/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) {
    assert.equal(path, '/v1/push');
    asked.push(body ? [method, body] : method);
    const refusal = refusals.get(method);
    if (refusal) throw refusal;
    if (method === 'PUT') offer.registered = 'web';
    return method === 'GET' ? { ...offer } : undefined;
  },
};

/** @param {Uint8Array} key */
const subscriptionFor = (key) => ({
  options: { applicationServerKey: key.buffer },
  toJSON: () => ({ endpoint: REGISTRATION.address, keys: { p256dh: 'p', auth: 's' } }),
  async unsubscribe() {
    asked.push('unsubscribe');
    subscription = null;
    return true;
  },
});

const manager = /** @type {any} */ ({
  getSubscription: async () => subscription,
  async subscribe(/** @type {any} */ options) {
    assert.equal(options.userVisibleOnly, true);
    asked.push('subscribe');
    if (obstacle) throw obstacle;
    whileSubscribing?.();
    subscription = subscriptionFor(options.applicationServerKey);
    return subscription;
  },
});

const begin = (/** @type {any} */ found = manager) => new Push(session, async () => found);
const settled = () => new Promise((resolve) => setImmediate(resolve));
const offline = () => new RequestError('offline', 'The server cannot be reached.', true);

beforeEach(() => {
  asked = [];
  offer = { services: ['web'], webKey: KEY };
  refusals = new Map();
  [subscription, stored, obstacle, whileSubscribing] = [null, { user: 'me' }, undefined, undefined];
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
});

test('a key of the server is read from base64url', () => {
  assert.deepEqual([...bytesOf(KEY)], [4, 1, 2, 251, 255]);
});

test('the browser subscribes with the key of the server, which is told', async () => {
  const push = begin();
  await push.keep();
  assert.deepEqual(asked, ['GET', 'subscribe', ['PUT', REGISTRATION]]);
  assert.equal(push.reach, 'closed');
});

test('what is done already is not done again', async () => {
  await begin().keep();
  asked = [];
  const push = begin();
  await push.keep();
  assert.deepEqual(asked, ['GET']);
  assert.equal(push.reach, 'closed');
});

test('a new session tells the server of the subscription that the browser has', async () => {
  await begin().keep();
  delete offer.registered;
  asked = [];
  await begin().keep();
  assert.deepEqual(asked, ['GET', ['PUT', REGISTRATION]]);
});

test('what the browser has dropped is made and told anew', async () => {
  await begin().keep();
  [subscription, asked] = [null, []];
  await begin().keep();
  assert.deepEqual(asked, ['GET', 'subscribe', ['PUT', REGISTRATION]]);
});

test('a subscription for another key of the server ends', async () => {
  await begin().keep();
  asked = [];
  offer.webKey = 'BAEC-_4';
  const push = begin();
  await push.keep();
  assert.deepEqual(asked, ['GET', 'unsubscribe', 'subscribe', ['PUT', REGISTRATION]]);
  subscription.options = {};
  asked = [];
  await push.keep();
  assert.ok(asked.includes('subscribe'), 'nor is one kept of which nobody knows the key');
});

test('who cannot do it is said, and nothing is left half done', async () => {
  const push = begin();
  offer = { services: [] };
  await push.keep();
  assert.deepEqual([push.reach, asked], ['server', ['GET']]);

  offer = { services: ['web'], webKey: KEY };
  obstacle = new Error('push service not available');
  await push.keep();
  assert.equal(push.reach, 'browser');

  obstacle = undefined;
  refusals.set('PUT', new RequestError('invalid', 'That is no push service.'));
  await push.keep();
  assert.deepEqual([push.reach, subscription], ['server', null]);

  refusals.set('GET', new RequestError('not_found', 'There is no such route.'));
  await push.keep();
  assert.equal(push.reach, 'server');

  const poor = new Push(session, async () => undefined);
  refusals.clear();
  await poor.keep();
  assert.equal(poor.reach, 'browser');
});

test('without network what was known holds', async () => {
  const push = begin();
  refusals.set('GET', offline());
  await push.keep();
  assert.equal(push.reach, 'unknown');
  refusals = new Map([['PUT', offline()]]);
  await push.keep();
  assert.deepEqual([push.reach, subscription], ['unknown', null]);
  refusals.clear();
  await push.keep();
  refusals.set('GET', offline());
  await push.keep();
  assert.equal(push.reach, 'closed');
});

test('turned off, neither the browser nor the server has it any more', async () => {
  const push = begin();
  await push.keep();
  asked = [];
  await push.stop();
  assert.deepEqual(asked, ['unsubscribe', 'DELETE']);
  assert.equal(push.reach, 'unknown');
  refusals.set('DELETE', offline());
  await push.stop();
});

test('who signs out leaves no subscription, not even one that was being made', async () => {
  const push = begin();
  await push.keep();
  asked = [];
  stored = null;
  await push.forget();
  assert.deepEqual([asked, subscription], [['unsubscribe'], null]);
  await push.keep();
  assert.deepEqual(asked, ['unsubscribe'], 'a session that is over asks for nothing');

  stored = { user: 'me' };
  delete offer.registered;
  asked = [];
  const late = begin();
  whileSubscribing = () => {
    stored = null;
    late.forget();
  };
  await late.keep();
  await settled();
  assert.equal(subscription, null);
  assert.ok(!asked.some((line) => line[0] === 'PUT'));
});

test('who has signed in meanwhile keeps what they have', async () => {
  const [former, next] = [begin(), begin()];
  await former.keep();
  stored = { user: 'another' };
  await next.keep();
  await former.forget();
  assert.ok(subscription);
});

/** @param {string} permission @param {any} push */
function section(permission, push) {
  const kept = new Map([['messageai-notifications', 'on']]);
  Object.assign(globalThis, {
    Notification: { permission, requestPermission: async () => permission },
    localStorage: {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    },
  });
  Object.defineProperty(globalThis, 'navigator', {
    value: { serviceWorker: {} },
    configurable: true,
  });
  return { kept, node: noticesSection(/** @type {any} */ ({ push })) };
}

test('the settings say whether notifications come to a closed page', async () => {
  const push = begin();
  const { node, kept } = section('granted', push);
  assert.match(node.textContent, /Notifications come while this page is open in the background\.$/);
  await settled();
  await settled();
  assert.match(node.textContent, /Notifications come also while this page is closed\.$/);
  const box = node.below.find((/** @type {any} */ item) => item.tag === 'input');
  box.checked = false;
  await box.happen('change');
  assert.match(node.textContent, /Tell me of messages on this device$/);
  assert.deepEqual([kept.get('messageai-notifications'), subscription], ['offered', null]);
  offer = { services: [] };
  box.checked = true;
  await box.happen('change');
  assert.ok(node.textContent.endsWith(reachText('server')));
  assert.match(reachText('server'), /this server cannot send them to a closed page\.$/);
  assert.match(reachText('browser'), /this browser cannot get them for a closed page\.$/);
});

test('the settings say so when the browser blocks them', () => {
  const { node } = section('denied', begin());
  assert.match(node.textContent, /The browser blocks them/);
  assert.equal(asked.length, 0);
});
