// @ts-check
/**
 * The AI over all conversations: what was missed, what presses, what is to do, what was
 * decided, the assistant, and what it answered before.
 */
import { el, iconButton } from '../dom.js';
import { assistantView } from './assistant.js';
import { inboxView } from './inbox.js';
import { insightBoard, myTasks } from './insights.js';
import { earlierView } from './earlier.js';
import { chooseTab, chosenTab } from './place.js';
import { reminderBoard } from './reminders.js';
import { outputView } from './output.js';
import { answerPlace } from './kept.js';
import { DIGEST } from '../../answers.js';
import { askLater } from '../../requests.js';
import { offered } from '../../features.js';
import { tabs } from '../tabs.js';

/** @typedef {import('../../client.js').Client} Client */

const TABS = /** @type {[string, string][]} */ ([
  ['missed', 'Missed'],
  ['priority', 'Priority'],
  ['actions', 'To do'],
  ['reminders', 'Reminders'],
  ['decisions', 'Decisions'],
  ['assistant', 'Assistant'],
  ['earlier', 'Earlier'],
]);
/** @type {Record<string, import('../../features.js').FeatureState['name']>} */
const NEEDED = {
  missed: 'summaries',
  priority: 'priorities',
  reminders: 'reminders',
  assistant: 'assistant',
};

/**
 * @param {Client} client
 * @param {{back: () => void, show: (conversation: string, message: string) => void}} actions
 * @param {string} [about] the conversation that was open before
 * @returns {{node: HTMLElement, update: () => void}}
 */
export function hubView(client, { back, show }, about) {
  const body = el('div', { class: 'hub-body' });
  /** @type {(() => void) | undefined} */
  let refresh;
  const choose = (/** @type {string} */ key) => {
    refresh = undefined;
    body.scrollTop = 0;
    chooseTab(key);
    const name = TABS.find((tab) => tab[0] === key)?.[1] ?? '';
    const put = (/** @type {Node} */ view) =>
      body.replaceChildren(el('h2', { class: 'visually-hidden' }, name), view);
    if (key === 'missed') return put(digestView(client, show));
    if (key === 'priority') return put(inboxView(client, show));
    if (key === 'assistant') return put(assistantView(client, show, about));
    if (key === 'earlier') return put(earlierView(client, show));
    if (key === 'reminders') {
      const reminders = reminderBoard(client, show);
      refresh = reminders.update;
      return put(reminders.node);
    }
    const isTask = key === 'actions';
    const board = insightBoard(
      client,
      { kind: isTask ? 'action_item' : 'decision', mine: isTask, closed: false, query: '' },
      show,
    );
    refresh = board.update;
    put(board.node);
  };
  /** @type {string | undefined} */
  let shown;
  const bar = el('div', { class: 'hub-tabs' });
  /** How many open action items are mine, at their tab. */
  const count = () => {
    const tab = bar.querySelector('[data-key="actions"]');
    const mine = myTasks(client);
    if (tab) tab.textContent = mine > 0 ? `To do · ${mine}` : 'To do';
  };
  const update = () => {
    const choices = offered(client, NEEDED, TABS);
    const signature = choices.join();
    if (signature === shown) {
      refresh?.();
      return count();
    }
    shown = signature;
    const kept = chosenTab();
    const first = choices.find(([key]) => key === kept) ?? choices[0];
    if (first) {
      bar.replaceChildren(tabs('AI', choices, first[0], body, choose));
      return count();
    }
    refresh = undefined;
    bar.replaceChildren();
    body.replaceChildren(el('p', { class: 'muted' }, 'The AI is not switched on for you.'));
  };
  update();
  const node = el(
    'main',
    { class: 'hub', 'aria-label': 'AI' },
    el(
      'header',
      { class: 'chat-header' },
      iconButton('back', 'Back to the list', back, 'only-narrow'),
      el('h1', {}, 'AI'),
      bar,
    ),
    body,
  );
  return { node, update };
}

/** @param {Client} client @param {(conversation: string, message: string) => void} show */
function digestView(client, show) {
  const place = el('div', { 'aria-live': 'polite' });
  const load = answerPlace(
    client,
    place,
    () => ({ key: DIGEST, ask: () => client.intelligence.digest(), later: askLater.digest }),
    (output) => outputView(client, output, show),
  );
  load();
  return place;
}
