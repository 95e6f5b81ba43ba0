// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Intelligence, events } from '../src/intelligence.js';
import { RequestError } from '../src/session.js';
import { chance } from './support.js';

/**
 * @param {Uint8Array[]} chunks @param {() => void} [cancelled]
 * @returns {ReadableStream<Uint8Array>}
 */
function streamOf(chunks, cancelled) {
  const left = [...chunks];
  return new ReadableStream(
    {
      pull(controller) {
        const next = left.shift();
        if (next) controller.enqueue(next);
        else controller.close();
      },
      cancel: cancelled,
    },
    { highWaterMark: 0 },
  );
}

/** @param {ReadableStream<Uint8Array>} stream */
async function all(stream) {
  const found = [];
  for await (const event of events(stream)) found.push(event);
  return found;
}

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

test('events are the same however their bytes arrive', async () => {
  const answers = [
    { text: 'Ja' },
    { text: 'Ja, über 5 €' },
    { text: 'Ja, über 5 € 🌊\n\ndata: nicht das' },
  ];
  const whole = bytes(answers.map((answer) => `data: ${JSON.stringify(answer)}\n\n`).join(''));
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = chance(seed);
    const chunks = [];
    for (let start = 0; start < whole.length;) {
      const end = start + 1 + random(seed % 9 === 0 ? 1 : 17);
      chunks.push(whole.slice(start, end));
      start = end;
    }
    assert.deepEqual(await all(streamOf(chunks)), answers, `seed ${seed}`);
  }
});

test('lines may end as on Windows, data may lack its space and have many lines, and signs of life carry nothing', async () => {
  const text = ': alive\n\ndata:{"text":"a"}\r\n\r\nid: 7\ndata: {"text":\ndata: "b"}\n\n:\n\n';
  assert.deepEqual(await all(streamOf([bytes(text)])), [{ text: 'a' }, { text: 'b' }]);
});

test('an event that is not finished is not shown', async () => {
  assert.deepEqual(await all(streamOf([bytes('data: {"text":"a"}\n\ndata: {"te')])), [
    { text: 'a' },
  ]);
});

test('an error event is thrown with its code, after what came before it', async () => {
  const seen = [];
  const stream = streamOf([
    bytes(
      'data: {"text":"a"}\n\nevent: error\ndata: {"code":"overloaded","detail":"Later.","retry":true}\n\n',
    ),
  ]);
  await assert.rejects(
    async () => {
      for await (const event of events(stream)) seen.push(event);
    },
    { code: 'overloaded', message: 'Later.', retry: true },
  );
  assert.deepEqual(seen, [{ text: 'a' }]);
});

test('a connection that breaks in the middle says so', async () => {
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(bytes('data: {"text":"a"}\n\n')),
    pull: (controller) => controller.error(new TypeError('network')),
  });
  await assert.rejects(() => all(stream), { code: 'offline', retry: true });
});

test('who stops listening lets go of the connection', async () => {
  let isCancelled = false;
  for await (const event of events(
    streamOf([bytes('data: 1\n\n'), bytes('data: 2\n\n')], () => {
      isCancelled = true;
    }),
  )) {
    if (event) break;
  }
  assert.ok(isCancelled);
});

/**
 * A session with numbered tokens, and a server that answers from a list.
 * @param {(() => Response)[]} answers
 */
function desk(answers) {
  /** @type {{path: string, token: string, body: any}[]} */
  const requests = [];
  const session = {
    /** @type {(string | undefined)[]} */
    refused: [],
    async accessToken(/** @type {string | undefined} */ refused) {
      this.refused.push(refused);
      return refused ? 'second' : 'first';
    },
  };
  globalThis.fetch = async (path, options) => {
    requests.push({
      path: String(path),
      token: /** @type {any} */ (options?.headers).Authorization,
      body: options?.body && JSON.parse(String(options.body)),
    });
    const answer = answers.shift();
    if (!answer) throw new TypeError('no network');
    return answer();
  };
  return { requests, session, intelligence: new Intelligence(/** @type {any} */ (session)) };
}

const problem = (/** @type {number} */ status, /** @type {string} */ code) => () =>
  new Response(JSON.stringify({ code, detail: `It is ${code}.` }), { status });
const stream = (/** @type {string} */ text) => () => new Response(text);

/** @param {Intelligence} intelligence */
async function talked(intelligence) {
  const found = [];
  for await (const message of intelligence.talk({ text: 'hello', conversation: 'c' }))
    found.push(message.text);
  return found;
}

test('the assistant answers as it writes', async () => {
  const { intelligence, requests } = desk([
    stream('data: {"text":"He"}\n\ndata: {"text":"Hello"}\n\n'),
  ]);
  assert.deepEqual(await talked(intelligence), ['He', 'Hello']);
  assert.deepEqual(requests, [
    { path: '/v1/ai/assistant', token: 'Bearer first', body: { text: 'hello', conversation: 'c' } },
  ]);
});

test('an answer that nobody waits for any more is cut off', async () => {
  const { intelligence } = desk([]);
  /** @type {AbortSignal | null | undefined} */
  let given;
  globalThis.fetch = async (_, options) => {
    given = options?.signal;
    return new Response('data: {"text":"He"}\n\n');
  };
  const stop = new AbortController();
  for await (const { text } of intelligence.talk({ text: 'hello' }, stop.signal))
    assert.equal(text, 'He');
  assert.equal(given, stop.signal);
});

test('an old token is refreshed once, and the words are sent again with the new one', async () => {
  const { intelligence, requests, session } = desk([
    problem(401, 'unauthenticated'),
    stream('data: {"text":"Hello"}\n\n'),
  ]);
  assert.deepEqual(await talked(intelligence), ['Hello']);
  assert.deepEqual(
    requests.map(({ token }) => token),
    ['Bearer first', 'Bearer second'],
  );
  assert.deepEqual(session.refused, [undefined, 'first']);
});

test('a new token that is refused too is not refreshed for ever', async () => {
  const { intelligence, requests } = desk([
    problem(401, 'unauthenticated'),
    problem(401, 'unauthenticated'),
    stream(''),
  ]);
  await assert.rejects(() => talked(intelligence), { code: 'unauthenticated' });
  assert.equal(requests.length, 2);
});

test('what the server refuses is said in its words, and no network is told as that', async () => {
  const { intelligence } = desk([problem(429, 'rate_limited')]);
  await assert.rejects(() => talked(intelligence), {
    code: 'rate_limited',
    message: 'It is rate_limited.',
  });
  await assert.rejects(() => talked(intelligence), { code: 'offline' });
});

test('a refusal keeps whether it may pass, and a proxy without a server is no network', async () => {
  const busy = { code: 'overloaded', detail: 'Later.', retry: true, retryAfter: 3 };
  const { intelligence } = desk([
    () => new Response(JSON.stringify(busy), { status: 503 }),
    () => new Response('<h1>503 Service Unavailable</h1>', { status: 503 }),
  ]);
  await assert.rejects(() => talked(intelligence), {
    code: 'overloaded',
    retry: true,
    retryAfter: 3,
  });
  await assert.rejects(() => talked(intelligence), { code: 'offline', retry: true });
});

test('a calendar file comes as it is', async () => {
  const { intelligence, requests } = desk([() => new Response('BEGIN:VCALENDAR')]);
  assert.equal(await intelligence.calendar('o', 2), 'BEGIN:VCALENDAR');
  assert.equal(requests[0].path, '/v1/ai/outputs/o/slots/2/calendar');
});

test('looking again and meeting times do not wait: they say that they need a connection', async () => {
  let error = new RequestError('offline', 'The server cannot be reached.', true);
  const session = /** @type {any} */ ({
    call: async () => {
      throw error;
    },
  });
  const intelligence = new Intelligence(session);
  const asks = [
    () => intelligence.lookAgain('c', 'decision'),
    () => intelligence.meetingTimes('c', {}),
  ];
  for (const ask of asks) await assert.rejects(ask, /This needs a connection/);
  error = new RequestError('forbidden', 'No.');
  for (const ask of asks) await assert.rejects(ask, /No\./);
});
