// @ts-check
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import {
  ProtocolError,
  MAXIMUM_TEXT,
  decodeClientFrame,
  decodeServerFrame,
  encodeClientFrame,
  encodeServerFrame,
  readDelta,
  uuidv7,
  validateText,
} from '../src/protocol.js';
import { idOf } from './support.js';

const folder = new URL('../../Fixtures/wire/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const codecs = {
  client: [decodeClientFrame, encodeClientFrame],
  server: [decodeServerFrame, encodeServerFrame],
};

test('there are golden frames of both directions', () => {
  assert.ok(files.some((name) => name.startsWith('client-')));
  assert.ok(files.some((name) => name.startsWith('server-')));
});

for (const name of files) {
  test(`${name} is read, and written again as the same JSON`, () => {
    const fixture = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
    const [decode, encode] = codecs[/** @type {'client' | 'server'} */ (fixture.direction)];
    const frame = decode(JSON.stringify(fixture.frame));
    assert.deepEqual(JSON.parse(encode(frame)), fixture.frame);
  });
}

const c = idOf(1);
/** @type {[string, string][]} */
const malformedClient = [
  ['no object', '[]'],
  ['a number', '7'],
  ['null', 'null'],
  ['no type', '{}'],
  ['an unknown type', '{"type":"dance"}'],
  ['a type of Object.prototype', '{"type":"toString"}'],
  ['a missing key', '{"type":"pull","feed":"me"}'],
  ['a text for a number', '{"type":"pull","feed":"me","fromRev":"1"}'],
  ['a fraction', '{"type":"pull","feed":"me","fromRev":1.5}'],
  ['a number beyond exactness', '{"type":"pull","feed":"me","fromRev":9007199254740993}'],
  [
    'an upper-case id',
    `{"type":"delivered","conversation":"${'A'.repeat(8)}-0000-7000-8000-000000000000","seq":1}`,
  ],
  ['a known that is an array', '{"type":"sync","known":[1]}'],
  ['a known with a text', '{"type":"sync","known":{"me":"1"}}'],
  ['an unknown presence', '{"type":"presence","state":"asleep"}'],
  ['a number for a boolean', `{"type":"typing","conversation":"${c}","active":1}`],
];
for (const [what, text] of malformedClient) {
  test(`${what} is no client frame`, () =>
    assert.throws(() => decodeClientFrame(text), ProtocolError));
}

/** @type {[string, string][]} */
const malformedServer = [
  ['an ack without messages of the right type', `{"type":"ack","ref":1,"feed":"me","messages":{}}`],
  [
    'a message without seq',
    `{"type":"delta","feed":"${c}","fromRev":0,"toRev":1,"messages":[{"id":"${c}"}]}`,
  ],
  [
    'a member of an unknown role',
    `{"type":"delta","feed":"${c}","fromRev":0,"toRev":1,"members":[{"user":"${c}","rev":1,"role":"king","name":"A","joinSeq":0,"deliveredSeq":0,"readSeq":0}]}`,
  ],
  ['a delta without a range', `{"type":"delta","feed":"${c}"}`],
];
for (const [what, text] of malformedServer) {
  test(`${what} is no server frame`, () =>
    assert.throws(() => decodeServerFrame(text), ProtocolError));
}

test('what a row may lack reads as its default, and a word of no list is refused', () => {
  const delta = (/** @type {object} */ member) =>
    JSON.stringify({ type: 'delta', feed: c, fromRev: 0, toRev: 1, members: [member] });
  const member = { user: c, rev: 1, role: 'admin', name: 'A', joinSeq: null };
  const read = decodeServerFrame(delta(member)).members[0];
  assert.deepEqual(read, {
    user: c,
    rev: 1,
    role: 'admin',
    name: 'A',
    joinSeq: 0,
    deliveredSeq: 0,
    readSeq: 0,
  });
  assert.throws(() => decodeServerFrame(delta({ ...member, role: ['admin'] })), ProtocolError);
  assert.throws(() => decodeServerFrame(delta({ ...member, readSeq: '1' })), ProtocolError);
});

test('text that is no JSON is refused', () => assert.throws(() => decodeServerFrame('{"type":')));

test('unknown keys are ignored, null means absent', () => {
  assert.deepEqual(decodeClientFrame('{"type":"ping","ref":null,"colour":"green"}'), {
    type: 'ping',
  });
});

test('a window from REST is a delta without type', () => {
  assert.equal(readDelta({ feed: c, fromRev: 0, toRev: 3, reset: true }).type, 'delta');
});

test('version 7 ids carry the time and rise, also within a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, () => uuidv7(1_700_000_000_000));
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  for (let index = 1; index < ids.length; index += 1) assert.ok(ids[index] > ids[index - 1]);
  const later = uuidv7(1_800_000_000_000);
  assert.equal(parseInt(later.replaceAll('-', '').slice(0, 12), 16), 1_800_000_000_000);
});

test('text is trimmed, counted in scalars, and refused with control characters', () => {
  assert.deepEqual(validateText('  hello\n\tthere \n'), { text: 'hello\n\tthere' });
  assert.ok(validateText(' \n ').problem);
  assert.ok(validateText('a\u0007b').problem);
  assert.ok(validateText('a\rb').problem);
  assert.equal(validateText('🙂'.repeat(MAXIMUM_TEXT)).problem, undefined);
  assert.ok(validateText('🙂'.repeat(MAXIMUM_TEXT + 1)).problem);
});

test('a message may name its files, and has text or files', () => {
  const frame = { type: 'send', ref: 1, conversation: c, id: idOf(2), text: '' };
  const attachments = [{ id: idOf(3), alt: 'Two boats' }, { id: idOf(4) }];
  assert.deepEqual(JSON.parse(encodeClientFrame({ ...frame, attachments })), {
    ...frame,
    attachments,
  });
  assert.deepEqual(
    JSON.parse(encodeClientFrame({ ...frame, attachments: [{ id: idOf(3), name: 'a.jpg' }] }))
      .attachments,
    [{ id: idOf(3) }],
    'what only this device keeps of a file is not sent',
  );
  assert.throws(() => encodeClientFrame({ ...frame, attachments: [{ alt: 'x' }] }), ProtocolError);
  assert.deepEqual(validateText('  ', true), { text: '' });
  assert.ok(validateText('  ').problem);
});
