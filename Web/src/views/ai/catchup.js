// @ts-check
/**
 * The AI of one conversation, beside the chat: summary, action items,
 * decisions, meeting times.
 */
import { el, icon } from '../dom.js';
import { intelligenceSwitch } from '../details.js';
import { has, offered } from '../../features.js';
import { unread } from '../../derived.js';
import { fill, outputView } from './output.js';
import { answerPlace } from './kept.js';
import { summaryKey } from '../../answers.js';
import { askLater } from '../../requests.js';
import { tabs } from '../tabs.js';
import { insightBoard } from './insights.js';
import { waitingLine } from './waiting.js';

/** @typedef {import('../../client.js').Client} Client */

const TABS = /** @type {[string, string][]} */ ([
  ['summary', 'Summary'],
  ['actions', 'To do'],
  ['decisions', 'Decisions'],
  ['meet', 'Meet'],
]);
/** @type {Record<string, import('../../features.js').FeatureState['name']>} */
const NEEDED = { summary: 'summaries', meet: 'scheduling' };

/**
 * @param {Client} client @param {string} id
 * @param {(conversation: string, message: string) => void} show
 * @param {number} [from] the seq that the summary begins at, else what is unread or the last days
 * @returns {import('../details.js').Details}
 */
export function catchUpView(client, id, show, from) {
  const node = el('div', { class: 'ai-panel' });
  /** @type {{node: HTMLElement, update: () => void} | undefined} */
  let inside;
  /** @type {boolean | undefined} */
  let isOff;
  const update = () => {
    const now = client.feeds.get(id)?.conversation?.intelligenceOff === true;
    if (now === isOff) return inside?.update();
    isOff = now;
    // Where nothing is worked on, there is only the switch.
    inside = now ? intelligenceSwitch(client, id) : panel(client, id, show, from);
    node.replaceChildren(...(now ? [inside.node] : inside.node.children));
  };
  update();
  return { node, title: 'Catch up', update };
}

/**
 * @param {Client} client @param {string} id
 * @param {(conversation: string, message: string) => void} show @param {number} [from]
 * @returns {{node: HTMLElement, update: () => void}}
 */
function panel(client, id, show, from) {
  const body = el('div', { class: 'ai-body' });
  /** @type {(() => void) | undefined} */
  let refresh;
  const views = /** @type {Record<string, () => void>} */ ({
    summary: () => {
      body.replaceChildren(summaryView(client, id, show, from));
    },
    actions: () => list('action_item'),
    decisions: () => list('decision'),
    meet: () => {
      body.replaceChildren(meetView(client, id, show));
    },
  });
  const list = (/** @type {string} */ kind) => {
    const view = insightBoard(client, { kind, conversation: id }, show);
    refresh = view.update;
    body.replaceChildren(waitingLine(client, id), view.node);
  };
  const bar = tabs(
    'Catch up',
    offered(client, NEEDED, TABS),
    has(client, NEEDED.summary) ? 'summary' : 'actions',
    body,
    (key) => {
      refresh = undefined;
      views[key]();
    },
  );
  return { node: el('div', {}, bar, body), update: () => refresh?.() };
}

/**
 * @param {Client} client @param {string} id
 * @param {(conversation: string, message: string) => void} show @param {number} [from]
 */
function summaryView(client, id, show, from) {
  const feed = client.feeds.get(id);
  const hasUnread = feed ? unread(feed, client.me, client.localReads.get(id)) > 0 : false;
  const chosen = from ? 'range' : hasUnread ? 'unread' : '7';
  const result = el('div', { 'aria-live': 'polite' });
  const choice = el(
    'select',
    { name: 'range', 'aria-label': 'What to summarise' },
    ...[
      ...(from ? [['range', 'From “New”']] : []),
      ['unread', 'Unread'],
      ['last', 'Last 100'],
      ['7', '7 days'],
      ['14', '14 days'],
      ['31', 'A month'],
    ].map(([value, label]) => el('option', { value, selected: value === chosen }, label)),
  );
  const question = el('input', {
    name: 'question',
    placeholder: 'A question',
    'aria-label': 'A question about it',
    maxlength: 500,
  });
  const body = () => {
    const { value } = choice;
    const to = client.feeds.get(id)?.messages.at(-1)?.seq;
    const range =
      value === 'range'
        ? { range: 'range', from, to }
        : value === 'unread'
          ? { range: 'unread' }
          : value === 'last'
            ? { range: 'last', count: 100 }
            : { range: 'days', days: Number(value) };
    return { ...range, question: question.value || undefined };
  };
  const run = answerPlace(
    client,
    result,
    () => {
      const asked = body();
      const ask = () => client.intelligence.summarize(id, asked);
      const later = () => askLater.summary(id, asked);
      return { key: summaryKey(id), ask, conversations: [id], later };
    },
    (output) => outputView(client, output, show),
  );
  choice.addEventListener('change', () => run(true));
  const form = el(
    'form',
    {
      class: 'ai-ask',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        run(true);
      },
    },
    choice,
    question,
    el(
      'button',
      { type: 'submit', class: 'send', 'aria-label': 'Summarise', title: 'Summarise' },
      icon('send'),
    ),
  );
  run();
  return el('div', {}, form, result);
}

/**
 * @param {Client} client @param {string} id
 * @param {(conversation: string, message: string) => void} show
 */
function meetView(client, id, show) {
  const result = el(
    'div',
    { 'aria-live': 'polite' },
    el(
      'p',
      { class: 'muted' },
      'Times that are fair to everybody here, by their working hours and time zones. Nobody is invited before you share them.',
    ),
  );
  const topic = el('input', {
    name: 'topic',
    placeholder: 'Topic',
    'aria-label': 'Topic of the meeting',
    maxlength: 120,
  });
  const minutes = el(
    'select',
    { name: 'minutes', 'aria-label': 'How long' },
    ...[
      ['', 'As said'],
      ['30', '30 min'],
      ['45', '45 min'],
      ['60', '1 hour'],
      ['90', '1½ hours'],
    ].map(([value, label]) => el('option', { value }, label)),
  );
  const run = () =>
    fill(
      result,
      () =>
        client.intelligence.meetingTimes(id, {
          topic: topic.value || undefined,
          minutes: Number(minutes.value) || undefined,
        }),
      (output) => outputView(client, output, show),
    );
  return el(
    'div',
    {},
    el(
      'form',
      {
        class: 'ai-ask ai-meet',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          run();
        },
      },
      topic,
      minutes,
      el('button', { type: 'submit', class: 'primary' }, 'Find times'),
    ),
    result,
  );
}
