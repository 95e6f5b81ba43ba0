// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Intelligence } from '../src/intelligence.js';
import { emptyFeed } from '../src/law.js';
import { parseQuery, searchLocally } from '../src/search.js';
import { meantView, moreRow, searchDialog } from '../src/views/search.js';
import { usePage } from './page.js';

const page = usePage();

const client = /** @type {any} */ ({ feeds: new Map(), me: 'me' });
const hit = {
  citation: {
    conversation: 'c',
    message: 'm',
    seq: 1,
    sender: 'ben',
    excerpt: 'hello',
    createdAt: 0,
  },
  snippet: 'hello \u0002you\u0003',
  matchedBy: ['meaning'],
};

test('what went otherwise with a search is told, whether it found more or not', () => {
  const none = meantView(client, [], 'By words only.', () => undefined);
  assert.equal(none?.textContent, 'By words only.');
  const some = meantView(client, [hit], 'By words only.', () => undefined);
  assert.match(some?.textContent ?? '', /By meaning.*By words only\..*hello you/);
  assert.equal(
    meantView(client, [], undefined, () => undefined),
    undefined,
  );
});

const ROWS = [
  'The boat leaves at noon',
  'Boats, ropes and a café',
  'Room 7 is free',
  'Room 70 is not',
  'see https://example.org/boat',
  'at noon the boat',
  'gone',
];
/** @returns {any} */
const feed = (/** @type {string} */ id, /** @type {string} */ name) => ({
  ...emptyFeed(id),
  conversation: { kind: 'group', name },
  members: [
    { user: 'me', name: 'Ada' },
    { user: 'ben', name: 'Ben Okoro' },
  ],
  messages: ROWS.map((text, index) => ({
    id: `${id}${index}`,
    seq: index + 1,
    sender: index % 2 ? 'ben' : 'me',
    text,
    createdAt: Date.UTC(2026, 0, index + 1),
    ...(text === 'gone' && { deletedAt: 1 }),
  })),
});
const found = (/** @type {string} */ query) =>
  searchLocally([feed('c', 'Crew')], query, 'me').map((hit) => Number(hit.message.id.slice(1)));

/** @type {[string, number[]][]} newest first */
const queries = [
  ['boat', [5, 4, 1, 0]],
  ['boat noon', [5, 0]],
  ['"boat leaves"', [0]],
  ['"leaves boat"', []],
  ['BOATS', [1]],
  ['cafe', [1]],
  ['Ca', [1]],
  ['bo noon', []],
  ['room 7', [3, 2]],
  ['room "7"', [2]],
  ['from:ben boat', [5, 1]],
  ['from:"ben okoro" rope', [1]],
  ['in:crew free', [2]],
  ['in:other free', []],
  ['before:2026-01-02', [0]],
  ['after:2026-01-06 boat', [5]],
  ['has:link', [4]],
  ['gone', []],
  ['', []],
  ['...', []],
];
for (const [query, rows] of queries)
  test(`without network: ${query || 'nothing'}`, () => assert.deepEqual(found(query), rows));

test('without network, matches are marked, and long texts are cut around the first', () => {
  const long = {
    ...feed('c', 'Crew'),
    messages: [
      {
        id: 'x',
        seq: 1,
        sender: 'me',
        text: `${'before '.repeat(40)}needle ${'after '.repeat(60)}`,
        createdAt: 1,
      },
    ],
  };
  const [{ snippet }] = searchLocally([long], 'needle', 'me');
  assert.match(snippet, /^…(before )*.*\u0002needle\u0003 after/);
  assert.ok(snippet.length < 220);
});

/** @param {any} message */
const withFiles = (message) => ({
  ...feed('c', 'Crew'),
  messages: [{ id: 'f', seq: 1, sender: 'me', text: '', createdAt: 1, ...message }],
});
const FILES = [
  { id: '1', kind: 'file', name: 'Budget_2026-Q3.final.xlsx' },
  { id: '2', kind: 'image', name: 'IMG_0001.jpg', alt: 'A red kite' },
];

test('without network, words are found in names and descriptions of files, and it is told so', () => {
  const crew = withFiles({ text: 'for tomorrow', attachments: FILES });
  for (const query of ['budget', 'q3', 'xlsx', 'red kite', '"red kite"', 'tomorrow budget'])
    assert.equal(searchLocally([crew], query, 'me').length, 1, query);
  assert.equal(searchLocally([crew], '"tomorrow budget"', 'me').length, 0);
  const [byName] = searchLocally([crew], 'q3', 'me');
  assert.equal(byName.snippet, 'Budget_2026-\u0002Q3\u0003.final.xlsx');
  assert.equal(byName.file, FILES[0].name);
  const [byText] = searchLocally([crew], 'tomorrow budget', 'me');
  assert.equal(byText.snippet, 'for \u0002tomorrow\u0003');
  assert.equal(byText.file, undefined);
});

test('without network, has: finds messages with files of a kind', () => {
  const crew = withFiles({ text: 'hello', attachments: FILES });
  /** @type {[string, number][]} */
  const queries = [
    ['has:image', 1],
    ['HAS:FILE', 1],
    ['has:voice', 0],
    ['has:image has:file hello', 1],
    ['has:image no', 0],
  ];
  for (const [query, count] of queries)
    assert.equal(searchLocally([crew, feed('d', 'Other')], query, 'me').length, count, query);
});

test('a result that a file was found by says so', () => {
  const view = meantView(client, [{ ...hit, file: 'a.pdf' }], undefined, () => undefined);
  assert.match(view?.textContent ?? '', /In a file: hello you/);
});

test('filters are read without regard to case', () => {
  assert.deepEqual(parseQuery('a "b c" from:"Ada L" has:LINK before:2026-01-31').places, []);
});

test('more results come behind those that are there, each once', async () => {
  /** @type {string[]} */
  const asked = [];
  const message = (/** @type {string} */ id) => ({
    conversation: 'c',
    message: { id, sender: 'ben', createdAt: 0 },
    snippet: id,
  });
  const session = {
    call: async (/** @type {string} */ _, /** @type {string} */ path) => {
      asked.push(path);
      return { results: [message('1'), message('2')] };
    },
  };
  const list = document.createElement('ul');
  const row = moreRow(
    /** @type {any} */ ({ ...client, session }),
    'boat',
    'x y',
    new Set(['1']),
    () => undefined,
  );
  list.append(row);
  await /** @type {any} */ (row).below
    .find((/** @type {any} */ node) => node.tag === 'button')
    .click();
  assert.deepEqual(asked, ['/v1/search?query=boat&limit=30&before=x%20y']);
  assert.equal(list.textContent?.match(/Message/g)?.length, 1);
});

const words = {
  conversation: 'c',
  message: { id: 'w', sender: 'ben', createdAt: 0 },
  snippet: 'the ferry \u0002leaves\u0003',
};
const answer = {
  id: 'o',
  kind: 'answer',
  title: 'Where does it leave?',
  text: 'From pier four.',
  points: [],
  contributions: [],
  slots: [],
  isFound: true,
  reason: '',
  receipt: { model: 'on-box 1', place: 'this server', messagesRead: 1, messagesSent: 0 },
};
const wordy = { results: [words] };
const meant = { ...wordy, hits: [hit], notice: 'By words only.' };
const refusal = { code: 'rate_limited', detail: 'Ask later.', retry: true };

/**
 * A dialog in which something was typed, once `done` shows in it.
 * @param {import('node:test').TestContext} t @param {string} query @param {string} done
 * @param {(() => Response)[]} answers of the server, one a request
 */
async function searched(t, query, done, answers, state = 'online') {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {any[]} */
  const requests = [];
  /** @type {any[]} */
  const opened = [];
  const answered = (/** @type {string} */ request, /** @type {any} */ body) => {
    requests.push([request, body]);
    const next = answers.shift();
    if (!next) throw new TypeError('no network');
    return next();
  };
  const session = {
    accessToken: async () => 'token',
    call: async (
      /** @type {string} */ method,
      /** @type {string} */ path,
      /** @type {any} */ body,
    ) => answered(`${method} ${path}`, body).json(),
  };
  t.mock.method(
    globalThis,
    'fetch',
    async (/** @type {string} */ path, /** @type {any} */ options) =>
      answered(`${options.method} ${path}`, JSON.parse(options.body)),
  );
  page.body.replaceChildren();
  searchDialog(
    /** @type {any} */ ({
      feeds: new Map([['c', feed('c', 'Crew')]]),
      me: 'me',
      connection: { state },
      session,
      intelligence: new Intelligence(/** @type {any} */ (session)),
    }),
    (id, message) => opened.push([id, message]),
  );
  Object.assign(/** @type {any} */ (page.body.querySelector('dialog')), { isConnected: true });
  const input = /** @type {any} */ (page.body.querySelector('input'));
  input.value = query;
  input.happen('input');
  t.mock.timers.tick(1_000);
  for (let turn = 0; turn < 100 && !page.body.textContent.includes(done); turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  const enter = () => input.happen('keydown', { key: 'Enter', preventDefault: () => undefined });
  const typed = () => {
    input.happen('input');
    t.mock.timers.tick(1_000);
  };
  return { requests, opened, enter, typed, results: page.body.ofClass('results')[0] };
}

const stream = (/** @type {any[]} */ ...all) => {
  const events = all.map(
    (value) => `${value.code ? 'event: error\n' : ''}data: ${JSON.stringify(value)}\n\n`,
  );
  return () => new Response(events.join(''));
};

test('a question is one request, which brings words, meaning and answer', async (t) => {
  const whole = stream(wordy, meant, { ...meant, answer });
  const question = 'where does it leave?';
  const { requests, results } = await searched(t, question, 'pier four', [whole, whole, whole]);
  assert.deepEqual(requests, [['POST /v1/search', { query: question, limit: 30, asks: true }]]);
  assert.match(results.textContent, /From pier four\..*the ferry leaves.*By meaning.*hello you/);
});

test('a search is one request; an answer is asked for when it is wanted', async (t) => {
  const { requests, results } = await searched(t, 'ferry 7', 'By meaning', [
    stream(wordy, meant),
    () => new Response(JSON.stringify(answer)),
  ]);
  assert.deepEqual(requests, [['POST /v1/search', { query: 'ferry 7', limit: 30, asks: false }]]);
  await results.ofClass('answer')[0].querySelector('button')?.click();
  assert.deepEqual(requests[1], ['POST /v1/ai/ask', { question: 'ferry 7' }]);
  assert.match(results.textContent, /the ferry leaves.*From pier four\./);
});

test('when the answer fails the words stay, and it is asked for again alone', async (t) => {
  const { requests, results } = await searched(t, 'where?', 'Ask later.', [
    stream(wordy, meant, refusal),
    () => new Response(JSON.stringify(answer)),
  ]);
  assert.match(results.textContent, /Ask later\..*the ferry leaves.*By meaning/);
  await results.ofClass('answer')[0].querySelector('button')?.click();
  assert.deepEqual(requests[1], ['POST /v1/ai/ask', { question: 'where?' }]);
  for (let turn = 0; turn < 100 && !results.textContent.includes('pier'); turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  assert.match(results.textContent, /From pier four\..*the ferry leaves/);
});

test('an answer that never comes is said to be cut off', async (t) => {
  const { results } = await searched(t, 'where?', 'cut off', [stream(wordy, meant)]);
  assert.match(results.textContent, /cut off.*the ferry leaves/);
});

test('where nothing can be found by meaning the words stay, and nothing is said', async (t) => {
  const off = { code: 'forbidden', detail: 'Switched off.' };
  const { results } = await searched(t, 'ferry', 'leaves', [stream(wordy, off)]);
  assert.match(results.textContent, /the ferry leaves/);
  assert.doesNotMatch(results.textContent, /Switched off/);
});

for (const state of ['online', 'offline'])
  test(`a server that cannot be reached leaves what is on the device: ${state}`, async (t) => {
    const { requests, results } = await searched(t, 'boat noon', 'You are offline', [], state);
    assert.equal(requests.length, state === 'online' ? 1 : 0);
    assert.match(results.textContent, /You are offline.*at noon the boat/);
  });

test('what the server refuses is said', async (t) => {
  const { results } = await searched(t, 'before:x', 'A date', [
    () =>
      new Response(JSON.stringify({ code: 'invalid', detail: 'A date looks so.' }), {
        status: 422,
      }),
  ]);
  assert.match(results.textContent, /A date looks so\./);
});

test('Enter opens the first of what was found', async (t) => {
  const words = await searched(t, 'ferry 7', 'By meaning', [stream(wordy, meant)]);
  await words.enter();
  assert.equal(words.opened.length, 1);
});

test('Enter asks a question, also one without its mark, and opens nothing', async (t) => {
  const { requests, opened, enter, typed, results } = await searched(
    t,
    'when does it leave',
    'By meaning',
    [stream(wordy, meant), () => new Response(JSON.stringify(answer))],
  );
  await enter();
  for (let turn = 0; turn < 100 && !results.textContent.includes('pier'); turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(requests[1], ['POST /v1/ai/ask', { question: 'when does it leave' }]);
  assert.match(results.textContent, /From pier four\./);
  // The words that were typed before Enter come to be looked for behind it.
  typed();
  await enter();
  assert.equal(requests.length, 2);
  assert.deepEqual(opened, []);
});

test('Enter opens nothing where a question is being answered', async (t) => {
  const { requests, opened, enter } = await searched(t, 'where?', 'pier four', [
    stream(wordy, meant, { ...meant, answer }),
  ]);
  await enter();
  assert.equal(requests.length, 1);
  assert.deepEqual(opened, []);
});
