// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { Script, createContext } from 'node:vm';

const script = new Script(readFileSync(new URL('../service-worker.js', import.meta.url), 'utf8'));
const PUSH = { ticket: 't1', conversation: 'c1', message: 'm1', seq: 1, badge: 4 };
const FOUND = { conversation: 'c1', message: 'm1', title: 'Ben Okoro', body: 'Hello', badge: 5 };
const CHROME = 'Mozilla/5.0 Chrome/140.0 Safari/537.36';
const SAFARI = 'Mozilla/5.0 (Macintosh) Version/26.0 Safari/605.1.15';

/** What the browser shows, by tag. @type {Map<string, any>} */
const shown = new Map();
/** Every time that something was shown. @type {any[]} */
let alerts = [];
/** @type {any[]} */
let pages = [];
/** @type {string[]} */
let opened = [];
/** @type {(number | undefined)[]} */
let badges = [];
/** @type {any[]} what was asked of the server */
let asked = [];
/** @type {(request: any) => Promise<Response> | Response} */
let answer;

const registration = {
  async showNotification(/** @type {string} */ title, /** @type {any} */ options) {
    alerts.push({ title, ...options });
    const notice = { title, ...options, close: () => shown.delete(options.tag) };
    shown.set(options.tag, notice);
  },
  getNotifications: async ({ tag = '' } = {}) =>
    [...shown.values()].filter((notice) => !tag || notice.tag === tag),
};

/** A worker as it is when the browser has just started it. */
function start(userAgent = CHROME) {
  /** @type {Map<string, (event: any) => void>} */
  const listeners = new Map();
  script.runInContext(
    createContext({
      self: {
        addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) =>
          listeners.set(name, listener),
        registration,
        clients: {
          matchAll: async () => pages,
          openWindow: async (/** @type {string} */ path) => opened.push(path),
        },
      },
      navigator: {
        userAgent,
        setAppBadge: async (/** @type {number} */ count) => badges.push(count),
      },
      fetch: async (/** @type {string} */ path, /** @type {any} */ options) => {
        asked.push({ path, ...options });
        return answer(options);
      },
      AbortSignal,
    }),
  );
  const happen = async (/** @type {string} */ name, /** @type {any} */ event = {}) => {
    const waiting = /** @type {any[]} */ ([]);
    listeners.get(name)?.({ ...event, waitUntil: (/** @type {any} */ it) => waiting.push(it) });
    await Promise.all(waiting);
  };
  return {
    happen,
    push: (/** @type {any} */ content) =>
      happen('push', { data: { json: () => JSON.parse(JSON.stringify(content)) } }),
    notice: (/** @type {any} */ notice) => happen('message', { data: { type: 'notice', notice } }),
  };
}

const refusal = (/** @type {number} */ status, /** @type {string} */ code) =>
  new Response(JSON.stringify({ code, detail: 'No.' }), { status });
const words = () => [...shown.values()].map(({ title, body }) => `${title}: ${body}`);
const notice = (/** @type {any} */ change = {}) => ({
  title: 'Ben Okoro',
  body: 'Hello',
  conversation: 'c1',
  message: 'm1',
  seq: 1,
  ...change,
});

beforeEach(() => {
  shown.clear();
  [alerts, pages, opened, badges, asked] = [[], [], [], [], []];
  answer = () => new Response(JSON.stringify(FOUND));
});

test('a push shows what the server says of its ticket, and nobody else is told of it', async () => {
  await start().push(PUSH);
  assert.deepEqual(words(), ['Ben Okoro: Hello']);
  const [{ tag, data, renotify }] = alerts;
  assert.deepEqual([tag, renotify], ['c1', true]);
  assert.equal(JSON.stringify(data), '{"conversation":"c1","message":"m1","seq":1}');
  assert.deepEqual(badges, [5]);
  const [{ path, method, body, credentials, headers }] = asked;
  assert.deepEqual(
    [path, method, body, credentials],
    ['/v1/notifications/lookup', 'POST', '{"ticket":"t1"}', 'omit'],
  );
  assert.deepEqual(Object.keys(headers), ['Content-Type']);
});

test('nothing is shown or asked while somebody looks at a page', async () => {
  pages = [{ focused: false }, { focused: true }];
  await start().push(PUSH);
  assert.deepEqual([alerts, asked, badges], [[], [], []]);
});

test('who comes to the page while the server is asked is not disturbed', async () => {
  answer = () => {
    pages = [{ focused: true }];
    return new Response(JSON.stringify(FOUND));
  };
  await start().push(PUSH);
  assert.deepEqual(alerts, []);
});

test('what is read or gone is not shown, and is shown no longer', async () => {
  const worker = start();
  await worker.push(PUSH);
  answer = () => refusal(404, 'not_found');
  await worker.push({ ...PUSH, message: 'm0', seq: 0 });
  assert.deepEqual(words(), ['Ben Okoro: Hello'], 'it is about another message');
  await worker.push(PUSH);
  assert.deepEqual([words(), alerts.length], [[], 1]);
});

test('without an answer there is word of a message, without its text', async () => {
  const answers = [
    () => {
      throw new TypeError('Failed to fetch');
    },
    () => refusal(503, 'unavailable'),
    // Of a proxy.
    () => new Response('<h1>Not found</h1>', { status: 404 }),
    () => new Response('<h1>Welcome to the hotel</h1>'),
  ];
  for (const [index, next] of answers.entries()) {
    answer = next;
    await start().push({ ...PUSH, message: `m${index}`, seq: index });
    assert.deepEqual(words(), ['New message: '], String(index));
    assert.equal(alerts.at(-1).data.message, `m${index}`);
  }
  assert.deepEqual([alerts.length, badges.at(-1)], [4, 4]);
});

test('a push that cannot be read shows that there is something, and asks for nothing', async () => {
  const worker = start();
  await worker.happen('push', { data: null });
  await worker.happen('push', {
    data: {
      json: () => {
        throw new SyntaxError('no JSON');
      },
    },
  });
  await worker.push('text');
  await worker.push(null);
  await worker.push({ conversation: 'c1', message: 'm1', seq: 1, badge: 'many' });
  assert.deepEqual(words(), ['New message: ', 'New message: ']);
  assert.deepEqual([asked, badges], [[], []]);
});

test('a message is told of once, by the page or by a push', async () => {
  const worker = start();
  await worker.notice(notice());
  await worker.push(PUSH);
  assert.equal(alerts.length, 1);
  await worker.push({ ...PUSH, message: 'm2', seq: 2 });
  await worker.notice(notice({ message: 'm2', seq: 2 }));
  assert.equal(alerts.length, 2);
  await worker.push(PUSH);
  assert.deepEqual(alerts.length, 2, 'nor does one that comes late hide a newer one');
});

test('both at the same moment are one', async () => {
  const worker = start();
  await Promise.all([worker.push(PUSH), worker.notice(notice()), worker.notice(notice())]);
  assert.equal(alerts.length, 1);
});

test('what was put away is not told of again, and a worker that starts anew knows what is shown', async () => {
  const worker = start();
  await worker.notice(notice());
  await start().push(PUSH);
  assert.equal(alerts.length, 1);
  shown.clear();
  await worker.push(PUSH);
  assert.equal(alerts.length, 1);
});

test('whoever signs in next is told of everything that is theirs', async () => {
  const worker = start();
  await worker.notice(notice());
  await worker.happen('message', { data: { type: 'read' } });
  assert.deepEqual(words(), []);
  await worker.notice(notice());
  assert.equal(alerts.length, 2);
});

test('where each push has to show something, what is shown takes its own place without a sound', async () => {
  const worker = start(SAFARI);
  await worker.notice(notice());
  await worker.notice(notice());
  assert.equal(alerts.length, 1);
  await worker.push(PUSH);
  const [, { title, silent, renotify, tag }] = alerts;
  assert.deepEqual([title, silent, renotify, tag], ['Ben Okoro', true, undefined, 'c1']);
  assert.deepEqual(words(), ['Ben Okoro: Hello']);
});

test('a click opens the message, in the page that is there or in a new one', async () => {
  const worker = start();
  const click = async () => {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    await worker.happen('notificationclick', {
      notification: { data: alerts.at(-1).data, close },
    });
    assert.ok(isClosed);
  };
  await worker.push(PUSH);
  await click();
  assert.deepEqual(opened, ['/#c1/m1']);
  /** @type {any[]} */
  const said = [];
  pages = [
    {
      focus: async () => said.push('focus'),
      postMessage: (/** @type {any} */ it) => said.push(it),
    },
  ];
  await click();
  assert.equal(
    JSON.stringify(said),
    '["focus",{"type":"open","conversation":"c1","message":"m1"}]',
  );
  pages = [];
  await worker.push({});
  await click();
  assert.equal(opened.at(-1), '/#');
});

test('a reminder is shown by its own name, and leads to the list', async () => {
  answer = () =>
    new Response(
      JSON.stringify({ reminder: 'r1', title: 'Reminder', body: 'Call the bank', badge: 2 }),
    );
  const worker = start();
  await worker.push({ ticket: 't2', reminder: 'r1', badge: 2 });
  assert.deepEqual(words(), ['Reminder: Call the bank']);
  assert.equal(alerts[0].tag, 'r1');
  await worker.happen('notificationclick', {
    notification: { data: alerts[0].data, close: () => undefined },
  });
  assert.deepEqual(opened, ['/#intelligence']);
  answer = () => refusal(404, 'not_found');
  shown.clear();
  await worker.push({ ticket: 't3', reminder: 'r2', badge: 2 });
  assert.deepEqual(words(), []);
  answer = () => Response.error();
  await worker.push({ ticket: 't4', reminder: 'r3', badge: 2 });
  assert.deepEqual(words(), ['Reminder: ']);
});

test('a reminder is told of once each time, by the page or by a push, and no longer once it is done', async () => {
  answer = () =>
    new Response(JSON.stringify({ reminder: 'r1', title: 'Reminder', body: 'Call the bank' }));
  const own = { title: 'Reminder', body: 'Call the bank', reminder: 'r1' };
  const push = { ticket: 't2', reminder: 'r1' };
  const worker = start();
  await worker.notice(own);
  await worker.push(push);
  assert.equal(alerts.length, 1, 'the page was first');
  await worker.notice(own);
  await start().notice(own);
  assert.equal(alerts.length, 1, 'other pages tell of it too');
  // Put off on a device without a page here, it reminds once more.
  await worker.push(push);
  await worker.notice(own);
  assert.equal(alerts.length, 2, 'the push was first');
  await worker.happen('message', { data: { type: 'read', conversation: 'r1' } });
  assert.deepEqual(words(), []);
  await worker.notice(own);
  assert.equal(alerts.length, 3, 'put off here, it reminds once more');
  answer = () => refusal(404, 'not_found');
  await worker.push(push);
  assert.deepEqual(words(), [], 'it is done');
});

test('a click on a reminder leads the page that is there to the list', async () => {
  const told = /** @type {any[]} */ ([]);
  pages = [
    {
      visibilityState: 'hidden',
      focus: async () => undefined,
      postMessage: (/** @type {any} */ it) => told.push(it),
    },
  ];
  await start().happen('notificationclick', {
    notification: { data: { reminder: 'r1' }, close: () => undefined },
  });
  assert.equal(told.length, 1);
  assert.deepEqual([told[0].type, told[0].reminder], ['open', 'r1']);
});

test('a subscription that the browser has replaced is dropped: the page makes the next one', async () => {
  let count = 0;
  const worker = start();
  await worker.happen('pushsubscriptionchange', {
    newSubscription: { unsubscribe: async () => (count += 1) },
  });
  await worker.happen('pushsubscriptionchange', { newSubscription: null });
  assert.equal(count, 1);
});
