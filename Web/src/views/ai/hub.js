// @ts-check
/** The intelligence over all conversations: what was missed, what presses, what is to do, what was decided, and the assistant. */
import { el, iconButton } from '../dom.js';
import { assistantView } from './assistant.js';
import { inboxView } from './inbox.js';
import { insightList } from './insights.js';
import { fill, outputView, tabs } from './output.js';

/** @typedef {import('../../client.js').Client} Client */

/** Where the address bar has it. */
export const HUB = 'intelligence';

/**
 * @param {Client} client @param {{back: () => void, show: (conversation: string, message: string) => void}} actions
 * @returns {{node: HTMLElement, update: () => void}}
 */
export function hubView(client, { back, show }) {
  const body = el('div', { class: 'hub-body' });
  /** @type {(() => void) | undefined} */
  let refresh;
  const choose = (/** @type {string} */ key) => {
    refresh = undefined;
    body.scrollTop = 0;
    if (key === 'missed') return body.replaceChildren(digestView(client, show));
    if (key === 'priority') return body.replaceChildren(inboxView(client, show));
    if (key === 'assistant') return body.replaceChildren(assistantView(client, show));
    const board = boardView(client, key === 'actions' ? 'action_item' : 'decision', show);
    refresh = board.update;
    body.replaceChildren(board.node);
  };
  const bar = tabs('Intelligence', [['missed', 'Missed'], ['priority', 'Priority'], ['actions', 'To do'], ['decisions', 'Decisions'], ['assistant', 'Assistant']], 'missed', choose);
  const node = el('main', { class: 'hub', 'aria-label': 'Intelligence' },
    el('header', { class: 'chat-header' }, iconButton('back', 'Back to the list', back, 'only-narrow'), el('h1', {}, 'Intelligence'), bar), body);
  return { node, update: () => refresh?.() };
}

/** @param {Client} client @param {(conversation: string, message: string) => void} show */
function digestView(client, show) {
  const place = el('div', {});
  fill(place, () => client.intelligence.digest(), (output) => outputView(client, output, show));
  return place;
}

/** @param {Client} client @param {string} kind @param {(conversation: string, message: string) => void} show */
function boardView(client, kind, show) {
  /** @type {import('./insights.js').Filter} */
  const filter = { kind, mine: kind === 'action_item', closed: false, query: '' };
  const list = insightList(client, filter, show);
  const set = (/** @type {Partial<import('./insights.js').Filter>} */ change) => { Object.assign(filter, change); list.update(); };
  const check = (/** @type {string} */ label, /** @type {'mine' | 'closed'} */ key) => el('label', { class: 'choice' },
    el('input', { type: 'checkbox', checked: filter[key], onchange: (/** @type {any} */ event) => set({ [key]: event.target.checked }) }), label);
  const tools = el('div', { class: 'board-tools' },
    el('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter', oninput: (/** @type {any} */ event) => set({ query: event.target.value }) }),
    kind === 'action_item' && check('Mine', 'mine'), check(kind === 'action_item' ? 'Done too' : 'Closed too', 'closed'));
  return { node: el('div', {}, tools, list.node), update: list.update };
}
