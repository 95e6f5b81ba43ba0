// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { outputView } from '../src/views/ai/output.js';
import { receiptLine } from '../src/views/ai/receipt.js';
import { shareLine } from '../src/views/ai/share.js';
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
/** @param {string} message @param {any} [more] */
const cite = (message, more) => ({
  conversation: 'c',
  message,
  seq: 1,
  sender: 'ben',
  excerpt: `says ${message}`,
  createdAt: 0,
  ...more,
});
/** @param {any} [more] */
const output = (more) => ({
  id: 'o',
  kind: 'summary',
  title: 'Week',
  text: '',
  points: [],
  contributions: [],
  slots: [],
  isFound: true,
  reason: '',
  receipt,
  ...more,
});

/** @param {any} [intelligence] @param {any} [feed] */
const clientOf = (intelligence, feed) =>
  /** @type {any} */ ({
    me: 'ada',
    intelligence,
    feeds: new Map([
      [
        'c',
        {
          ...emptyFeed('c'),
          conversation: { id: 'c', kind: 'group', name: 'Crew' },
          members: [
            { user: 'ada', name: 'Ada' },
            { user: 'ben', name: 'Ben Okoro' },
          ],
          ...feed,
        },
      ],
    ]),
  });

test('each source has one number in the whole output, in the order of the claims', () => {
  const points = [
    { text: 'One', citations: [cite('x'), cite('y')] },
    { text: 'Two', citations: [cite('y'), cite('z')] },
  ];
  const contributions = [{ text: 'Ben said', person: 'ben', citations: [cite('z'), cite('w')] }];
  const view = outputView(clientOf(), output({ points, contributions }), () => undefined);
  assert.deepEqual(
    view.ofClass('citation').map((mark) => mark.textContent),
    ['1', '2', '2', '3', '3', '4'],
  );
});

test('a mark says who said what, and opens that message', async () => {
  /** @type {string[][]} */
  const opened = [];
  const view = outputView(
    clientOf(),
    output({ points: [{ text: 'One', citations: [cite('x')] }] }),
    (...place) => opened.push(place),
  );
  const [mark] = view.ofClass('citation');
  assert.match(mark.getAttribute('aria-label') ?? '', /^Source 1: Ben Okoro, .*: says x$/);
  await mark.click();
  assert.deepEqual(opened, [['c', 'x']]);
});

test('markup in titles, claims, notices and excerpts is text and nothing else', () => {
  const nasty = '<img src=x onerror=alert(1)>"><script>alert(2)</script>';
  const view = outputView(
    clientOf(),
    output({
      title: nasty,
      text: `${nasty} twice`,
      points: [{ text: nasty, citations: [cite('x', { excerpt: nasty })] }],
      receipt: { ...receipt, notice: nasty },
    }),
    () => undefined,
  );
  assert.equal(view.textContent.split(nasty).length - 1, 4);
  assert.deepEqual(
    view.below.filter((node) => ['img', 'script'].includes(node.tag)),
    [],
  );
});

test('only what has claims in a conversation of mine can be shared there, and once', () => {
  const share = (/** @type {any} */ more) =>
    outputView(clientOf(), output(more), () => undefined).below.find(
      (node) => node.textContent === 'Share in the chat' && node.tag === 'button',
    );
  const points = [{ text: 'One', citations: [cite('x')] }];
  assert.ok(share({ conversation: 'c', points }));
  assert.equal(share({ conversation: 'c', points })?.getAttribute('disabled'), null);
  assert.equal(share({ conversation: 'c', points, sharedAs: 'm' })?.getAttribute('disabled'), '');
  for (const more of [{ points }, { conversation: 'elsewhere', points }, { conversation: 'c' }])
    assert.equal(share(more), undefined);
});

test('what waits to be shared says so and can be cancelled; a refusal says why', async () => {
  /** @type {string[]} */
  const cancelled = [];
  const client = clientOf();
  client.requests = { cancel: (/** @type {string} */ id) => cancelled.push(id) };
  const line = (/** @type {any} */ more) =>
    /** @type {any} */ (
      shareLine(client, { operation: { id: 'r' }, ...more }, () => cancelled.push('told'))
    );
  const waits = line({});
  assert.match(waits.textContent, /Posted when there is a connection/);
  await waits.below.find((/** @type {any} */ node) => node.tag === 'button').happen('click');
  assert.deepEqual(cancelled, ['r', 'told']);
  assert.match(line({ failed: true, failure: 'It is gone.' }).textContent, /It is gone/);
});

test('a vote is told to the server and taken back by a second press; one that fails is not shown', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {(string | undefined)[]} */
  const votes = [];
  let isRefusing = false;
  const intelligence = {
    setFeedback: async (/** @type {string} */ _, /** @type {string | undefined} */ kind) => {
      if (isRefusing) throw new Error('No.');
      votes.push(kind);
    },
  };
  const view = outputView(clientOf(intelligence), output(), () => undefined);
  const [up, down] = ['This helped', 'This did not help'].map((label) =>
    view.below.find((node) => node.getAttribute('aria-label') === label),
  );
  const pressed = () => [up, down].map((node) => node?.getAttribute('aria-pressed'));
  await up?.click();
  assert.deepEqual(pressed(), ['true', 'false']);
  await down?.click();
  assert.deepEqual(pressed(), ['false', 'true']);
  isRefusing = true;
  await up?.click();
  assert.deepEqual(pressed(), ['false', 'true']);
  isRefusing = false;
  await down?.click();
  assert.deepEqual(pressed(), ['false', 'false']);
  assert.deepEqual(votes, ['helpful', 'unhelpful', undefined]);
});

test('what did not help can be said in words, once, and goes with the vote', async () => {
  /** @type {any[]} */
  const said = [];
  const intelligence = {
    setFeedback: async (/** @type {any[]} */ ...words) => said.push(words),
  };
  const shown = output();
  const view = /** @type {any} */ (
    outputView(clientOf(intelligence), /** @type {any} */ (shown), () => undefined)
  );
  const find = (/** @type {string} */ label) =>
    view.below.find((/** @type {any} */ node) => node.getAttribute('aria-label') === label);
  assert.equal(find('What was wrong?'), undefined);
  await find('This did not help').click();
  find('What was wrong?').value = ' The wrong week. ';
  const form = view.below.find((/** @type {any} */ node) => node.tag === 'form');
  await form.happen('submit', { preventDefault: () => undefined });
  assert.deepEqual(said, [
    ['o', 'unhelpful'],
    ['o', 'unhelpful', 'The wrong week.'],
  ]);
  assert.match(view.textContent, /Thank you for the note\./);
  // Taken back, it takes its words along.
  await find('This did not help').click();
  assert.doesNotMatch(view.textContent, /Thank you/);
  await find('This did not help').click();
  assert.ok(find('What was wrong?'));
});

test('a point of a digest that did not help leaves, for each of its messages', async () => {
  /** @type {any[]} */
  const told = [];
  const client = clientOf();
  client.reminders = { setOpinion: async (/** @type {any[]} */ ...words) => told.push(words) };
  const points = [{ text: 'Crew: hello', citations: [cite('m1'), cite('m2')] }];
  const view = (/** @type {string} */ kind) =>
    /** @type {any} */ (outputView(client, output({ kind, points }), () => undefined));
  const reject = (/** @type {any} */ node) =>
    node.below.find((/** @type {any} */ one) =>
      one.getAttribute('aria-label')?.startsWith('Not helpful'),
    );
  assert.equal(reject(view('summary')), undefined);
  await reject(view('digest')).click();
  assert.deepEqual(told, [
    ['c', 'm1', 'digest', 'unhelpful'],
    ['c', 'm2', 'digest', 'unhelpful'],
  ]);
});

test('a receipt says in words what was read and whom it was told, the rest when it is pointed at', () => {
  const line = (/** @type {any} */ more) =>
    /** @type {any} */ (receiptLine({ ...receipt, ...more }, 'It names a date.'));
  assert.equal(line({}).textContent, 'Read 12 messages on your server.');
  assert.equal(
    line({}).getAttribute('title'),
    'It names a date.\non-box · 12 messages read, nothing left the server · 40 ms',
  );
  const model = { model: 'llama', place: 'api.example', messagesRead: 1, isCached: true };
  const sent = line({ ...model, messagesSent: 1 });
  assert.equal(sent.textContent, 'Answered by llama on api.example, which got 1 message.');
  assert.match(
    sent.getAttribute('title'),
    /llama · 1 message read, 1 sent to api\.example · from an earlier answer/,
  );
  assert.equal(
    line(model).textContent,
    'Answered by llama on api.example. Read 1 message, sent none.',
  );
});

test('of an answer that read nothing and told nobody there is no receipt', () => {
  const view = outputView(
    clientOf(),
    output({ receipt: { ...receipt, messagesRead: 0 } }),
    () => undefined,
  );
  assert.deepEqual(view.ofClass('receipt'), []);
});

test('what the points say in the same words is not said twice', () => {
  const points = [
    { text: 'One.', citations: [cite('x')] },
    { text: 'Two.', citations: [cite('y')] },
  ];
  const texts = (/** @type {string} */ text) =>
    outputView(clientOf(), output({ text, points }), () => undefined).ofClass('output-text').length;
  assert.equal(texts('One. Two.'), 0);
  assert.equal(texts('In short.'), 1);
});

test('a point over several conversations begins with the name of its own', () => {
  const view = outputView(
    clientOf(),
    output({ kind: 'digest', points: [{ text: 'Crew (3 new): hello', citations: [cite('x')] }] }),
    () => undefined,
  );
  assert.deepEqual(
    view.below.filter((node) => node.tag === 'strong').map((node) => node.textContent),
    ['Crew'],
  );
});

test('a quote looks like one: its speaker stands out before it, and a claim of somebody has their name', () => {
  const view = outputView(
    clientOf(),
    output({
      conversation: 'c',
      points: [
        { text: 'Tue 4 March – Ben: “Who signs: you?” You: “I do.”', citations: [cite('x')] },
        { text: 'Decided: Keep the printer.', citations: [cite('y')] },
      ],
      contributions: [
        { text: '“I sign.”', person: 'ben', citations: [cite('x')] },
        { text: '“I wait.”', person: 'ada', citations: [cite('y')] },
      ],
    }),
    () => undefined,
  );
  assert.deepEqual(
    view.below.filter((node) => node.tag === 'strong').map((node) => node.textContent),
    ['Ben: ', 'You: ', 'Ben Okoro: ', 'You: '],
  );
  assert.ok(view.textContent.includes('Tue 4 March – Ben: “Who signs: you?” You: “I do.”'));
});

test('only names stand out: no time of day, no verb, and the last speaker as well', () => {
  const view = outputView(
    clientOf(),
    output({
      points: [
        {
          text: 'Ben Okoro wrote in Crew on 25 November, 20:53: “At noon.”',
          citations: [cite('x')],
        },
        {
          text: 'Ada asked in Crew 4.2: “Who signs?” Ben Okoro answered on 25 November, 20:53: “Me”',
          citations: [cite('y')],
        },
        { text: 'Not answered yet: Fri 20 November – Ben: “Who signs?”', citations: [cite('w')] },
        { text: 'Crew (2 new): Ada: “It is up.” Ben Okoro: “Yes!!”', citations: [cite('z')] },
      ],
    }),
    () => undefined,
  );
  assert.deepEqual(
    view.below.filter((node) => node.tag === 'strong').map((node) => node.textContent),
    ['Ben Okoro', 'Ada', 'Ben Okoro', 'Ben: ', 'Crew', 'Ada: ', 'Ben Okoro: '],
  );
  assert.match(view.textContent, /Ben Okoro: “Yes!!”/);
});
