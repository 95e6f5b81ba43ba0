// @ts-check
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { SESSION_KEY, Session } from '../src/session.js';

const HOUR = 3_600_000;
/** @type {Map<string, string>} */
const kept = new Map();
/** @type {string[]} what was asked of the server */
let asked = [];
/** @type {Set<string>} access tokens that the server takes */
let good = new Set();
/** @type {string | undefined} what the server says of the session itself */
let refusal;
/** @type {(() => void) | undefined} */
let whileRefreshing;
let isOffline = false;
let hasEnded = false;

const problem = (/** @type {string} */ code) =>
  new Response(JSON.stringify({ code, detail: 'No.' }), { status: 401 });

/** A server with one session. @param {string} path @param {any} options */
async function answer(path, { method, headers, body }) {
  if (isOffline) throw new TypeError('no network');
  asked.push(`${method} ${path}`);
  if (path === '/v1/sessions/refresh') {
    if (refusal || hasEnded) return problem(refusal ?? 'session_revoked');
    good.add('fresh');
    whileRefreshing?.();
    return new Response(
      JSON.stringify({
        user: { id: 'me' },
        accessToken: 'fresh',
        accessExpiresAt: Date.now() + HOUR,
        refreshToken: `${JSON.parse(body).refreshToken}+`,
      }),
    );
  }
  if (!good.has(headers.Authorization.slice('Bearer '.length))) return problem('unauthenticated');
  if (hasEnded) return problem('session_revoked');
  if (method === 'DELETE') hasEnded = true;
  return new Response(null, { status: 204 });
}

beforeEach(() => {
  kept.clear();
  [asked, good, refusal, whileRefreshing, isOffline, hasEnded] = [
    [],
    new Set(['valid']),
    undefined,
    undefined,
    false,
    false,
  ];
  const localStorage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  };
  Object.assign(globalThis, { fetch: answer, localStorage });
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
});

/** @param {string} accessToken @param {number} lasts */
function signedIn(accessToken, lasts) {
  const session = new Session();
  session.store({
    user: 'me',
    accessToken,
    accessExpiresAt: Date.now() + lasts,
    refreshToken: 'refresh',
  });
  return session;
}

test('signing out ends the session and forgets the tokens', async () => {
  const session = signedIn('valid', HOUR);
  const done = session.signOut();
  assert.equal(kept.has(SESSION_KEY), false);
  assert.equal(await done, true);
  assert.equal(hasEnded, true);
  assert.deepEqual(asked, ['DELETE /v1/sessions/current']);
});

test('signing out ends the session also when the access token has expired', async () => {
  assert.equal(await signedIn('expired', -1).signOut(), true);
  assert.equal(hasEnded, true);
  assert.equal(kept.has(SESSION_KEY), false);
});

test('signing out ends the session also when the server finds the token bad before its time', async () => {
  assert.equal(await signedIn('bad', HOUR).signOut(), true);
  assert.equal(hasEnded, true);
});

test('who signs out of a session that is over is signed out', async () => {
  hasEnded = true;
  assert.equal(await signedIn('valid', HOUR).signOut(), true);
  assert.equal(await signedIn('expired', -1).signOut(), true);
});

test('without network nobody says that the server knows', async () => {
  isOffline = true;
  assert.equal(await signedIn('valid', HOUR).signOut(), false);
  assert.equal(kept.has(SESSION_KEY), false);
});

test('a refresh that is under way does not bring back who has signed out meanwhile', async () => {
  const session = signedIn('expired', -1);
  let ends = 0;
  session.onEnded = () => {
    ends += 1;
  };
  whileRefreshing = () => session.store(null);
  await assert.rejects(session.accessToken(), { code: 'session_revoked' });
  assert.equal(kept.has(SESSION_KEY), false);
  assert.equal(hasEnded, true);
  assert.equal(ends, 0);
});

test('a refresh of another tab meanwhile ends nothing: both go on with what is kept', async () => {
  const session = signedIn('old', -1);
  const mine = { ...session.stored, session: 's1' };
  session.store(mine);
  // Without a secure context tabs have no locks.
  whileRefreshing = () =>
    session.store({
      ...mine,
      accessToken: 'theirs',
      accessExpiresAt: Date.now() + HOUR,
      refreshToken: 'refresh+',
    });
  assert.equal(await session.accessToken(), 'theirs');
  assert.equal(session.stored?.accessToken, 'theirs');
  assert.equal(hasEnded, false);
  assert.deepEqual(asked, ['POST /v1/sessions/refresh']);
});

test('the session is over when the server says so to a refresh or to any request, and not when it cannot be reached', async () => {
  for (const [access, lasts] of /** @type {[string, number][]} */ ([
    ['expired', -1],
    ['valid', HOUR],
  ])) {
    const session = signedIn(access, lasts);
    let ends = 0;
    session.onEnded = () => {
      ends += 1;
    };
    isOffline = true;
    await assert.rejects(session.call('GET', '/v1/me'), { code: 'offline' });
    assert.equal(ends, 0);
    assert.equal(kept.has(SESSION_KEY), true);
    [isOffline, hasEnded] = [false, true];
    await assert.rejects(session.call('GET', '/v1/me'), { code: 'session_revoked' });
    assert.equal(ends, 1);
    assert.equal(kept.has(SESSION_KEY), false);
    hasEnded = false;
  }
});

test('a late answer to a former session does not end the one that has come after it', async () => {
  const session = signedIn('valid', HOUR);
  session.onEnded = () => assert.fail('ended');
  hasEnded = true;
  const late = session.call('GET', '/v1/me');
  session.store({
    user: 'other',
    accessToken: 'another',
    accessExpiresAt: Date.now() + HOUR,
    refreshToken: 'other',
  });
  await assert.rejects(late, { code: 'session_revoked' });
  assert.equal(JSON.parse(kept.get(SESSION_KEY) ?? '').user, 'other');
});

test('an answer that no server of ours gave, or that ends early, may come later', async () => {
  const session = signedIn('valid', 60_000);
  const answers = [
    () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }),
    () => new Response('', { status: 504 }),
    () => new Response(new ReadableStream({ start: (it) => it.error(new TypeError('cut')) })),
  ];
  for (const given of answers) {
    globalThis.fetch = async () => given();
    await assert.rejects(session.call('PATCH', '/v1/a'), { code: 'offline', retry: true });
  }
});

test('what a proxy refuses for good is said, and not tried again', async () => {
  const session = signedIn('valid', 60_000);
  globalThis.fetch = async () => new Response('<h1>413</h1>', { status: 413 });
  await assert.rejects(session.call('PATCH', '/v1/a'), { code: 'unreadable', retry: false });
});
