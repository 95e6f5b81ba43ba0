import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, begin, refusalOf, takeBegun } from '../src/openid.js';

function storage() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
}

const PROVIDER = { id: 'acme', name: 'Acme' };
const START = { token: 'secret', state: 'one', address: 'https://id.example/authorize' };

test('an answer is read from behind the sign, and nothing else is one', () => {
  assert.deepEqual(answerOf('#/openid?code=a%26b&state=s&iss=https%3A%2F%2Fx'), {
    code: 'a&b',
    state: 's',
    issuer: 'https://x',
    error: undefined,
  });
  assert.equal(answerOf('#/openid?error=access_denied').error, 'access_denied');
  for (const hash of ['', '#/openid', '#/join/x', '#x/openid?code=a']) {
    assert.equal(answerOf(hash), undefined);
  }
});

test('what begins is kept in this tab, once, and the browser goes to the provider', async () => {
  const [kept, went] = [storage(), []];
  const session = { beginOpenID: async () => START };
  const world = { storage: kept, go: (address) => went.push(address) };
  await begin(session, PROVIDER, { invitation: 'invited' }, world);
  assert.deepEqual(went, [START.address]);
  const begun = takeBegun(kept);
  assert.deepEqual(begun, {
    token: 'secret',
    state: 'one',
    provider: 'Acme',
    id: 'acme',
    isLink: false,
    invitation: 'invited',
  });
  assert.equal(takeBegun(kept), undefined, 'an answer works once');
});

test('who links is the one who is signed in; an address that is no page of the web is not gone to', async () => {
  const [asked, went] = [[], []];
  const session = {
    call: async (...words) => {
      asked.push(words);
      return { ...START, address: 'javascript:alert(1)' };
    },
  };
  const world = { storage: storage(), go: (address) => went.push(address) };
  await assert.rejects(begin(session, PROVIDER, { isLink: true }, world));
  assert.deepEqual(asked, [['POST', '/v1/me/identities', { provider: 'acme', returnTo: 'web' }]]);
  assert.deepEqual(went, []);
});

test('an answer is for the sign-in that began in this tab', () => {
  const begun = { token: 't', state: 'one', provider: 'Acme', isLink: false };
  assert.equal(refusalOf({ state: 'one' }, begun), undefined);
  assert.match(refusalOf({ state: 'one' }, undefined), /has ended/);
  assert.match(refusalOf({ error: 'ended' }, begun), /has ended/);
  assert.match(refusalOf({ state: 'two' }, begun), /not for this sign-in/);
  assert.match(
    refusalOf({ state: 'one', error: 'access_denied' }, begun),
    /did not sign in with Acme/,
  );
});
