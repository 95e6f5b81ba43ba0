import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { KINDS, sentence } from '../src/audit.js';

const ADA = 'account:0190000000007000800000000000000a';
const BEN = 'account:0190000000007000800000000000000b';
const names = new Map([
  [ADA.slice(8), 'Ada'],
  [BEN.slice(8), 'Ben'],
]);
const entry = (/** @type {any} */ values) => ({ outcome: 'done', actor: ADA, ...values });

test('an entry is a sentence with names', () => {
  const told = (/** @type {any} */ values) => sentence(entry(values), names);
  assert.equal(
    told({ kind: 'roleChanged', subject: BEN, detail: 'admin' }),
    'Ada made Ben an admin.',
  );
  assert.equal(told({ kind: 'signedIn', subject: ADA }), 'Ada signed in.');
  assert.equal(
    told({ kind: 'signInFailed', actor: 'nobody', subject: BEN, detail: 'password' }),
    'Somebody tried to sign in as Ben with a wrong password.',
  );
  assert.equal(
    told({ kind: 'signInFailed', actor: 'nobody', detail: 'unknown' }),
    'Somebody tried to sign in with an address that nobody has.',
  );
  assert.equal(
    told({ kind: 'workspaceChanged', detail: 'name,registration=open' }),
    'Ada changed the workspace: name, registration: open.',
  );
});

test('how long messages are kept, and holds, are told with what held before', () => {
  const told = (/** @type {any} */ values) => sentence(entry(values), names);
  assert.equal(
    told({ kind: 'retentionChanged', detail: '30,before=forever' }),
    'Ada has messages of the workspace kept 30 days; it was for ever.',
  );
  assert.equal(
    told({ kind: 'retentionChanged', subject: 'conversation:ff', detail: 'workspace,before=1' }),
    'Ada has messages of a conversation kept as the workspace says; it was 1 day.',
  );
  assert.equal(told({ kind: 'holdSet', subject: BEN }), 'Ada set a legal hold on Ben.');
  assert.equal(
    told({ kind: 'holdLifted', subject: 'conversation:ff' }),
    'Ada lifted the legal hold on a conversation.',
  );
});

test('who left has no name, and a refusal says so', () => {
  const gone = { kind: 'accountDisabled', subject: 'account:ff', actor: 'command-line' };
  assert.equal(sentence(entry(gone), names), 'The command line disabled Somebody who left.');
  assert.equal(
    sentence(entry({ kind: 'accountDisabled', subject: ADA, outcome: 'conflict' }), names),
    'Refused (conflict): Ada disabled themselves.',
  );
});

test('every kind that the server writes has its sentence', () => {
  const source = new URL('../../Sources/Server/ServerCore/Audit/AuditAct.swift', import.meta.url);
  const [, body] = readFileSync(source, 'utf8').split('enum Kind:');
  const kinds = [...body.split('}')[0].matchAll(/case (.*)/g)].flatMap(([, line]) =>
    line.split(', '),
  );
  assert.ok(kinds.length > 20);
  assert.deepEqual(kinds.sort(), KINDS.map(([kind]) => kind).sort());
});
