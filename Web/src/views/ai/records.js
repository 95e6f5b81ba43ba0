// @ts-check
/** A message says which decisions and action items rest on it, and opens them. */
import { el, openDialog } from '../dom.js';
import { has } from '../../features.js';
import { insightList } from './insights.js';
import { isMaybe } from './maybe.js';
import { isFound, opinionId, unhelpfulTo } from '../../reminders.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {import('../../law.js').Feed} Feed */
/**
 * @typedef {{id: string, kind: string, label: string, text: string, main?: string}} Record `main`
 *   is the message by which it was found, where no member has taken it up
 */

/** @type {WeakMap<any[], Map<string, Record[]>>} by message; an array of rows never changes */
const indexes = new WeakMap();

/**
 * The records that cite a message. None where the AI is off or does not reach me, and none that
 * was dismissed, waits to be accepted, or was of no help to me.
 * @param {Client} client @param {Feed} feed @param {any} message @returns {Record[]}
 */
export function recordsOf(client, feed, { id, deletedAt }) {
  const { insights = [], conversation } = feed;
  if (deletedAt || conversation?.intelligenceOff || !has(client, 'ai')) return [];
  const index = indexes.get(insights) ?? indexOf(insights);
  indexes.set(insights, index);
  const found = index.get(id) ?? [];
  if (!found.length) return found;
  const unhelpful = unhelpfulTo(client.feeds.get('me'));
  return found.filter(
    ({ kind, main }) => !main || !unhelpful.has(opinionId(/** @type {any} */ (kind), main)),
  );
}

/** @param {any[]} insights @returns {Map<string, Record[]>} */
function indexOf(insights) {
  const index = new Map();
  for (const insight of insights) {
    const label = labelOf(insight);
    if (!label || isMaybe(insight)) continue;
    const main = isFound(insight) ? insight.citations[0] : undefined;
    const record = { id: insight.id, kind: insight.kind, label, text: insight.text, main };
    for (const message of new Set(insight.citations))
      index.set(message, [...(index.get(message) ?? []), record]);
  }
  return index;
}

/** @param {any} insight */
function labelOf({ kind, status }) {
  if (status !== 'open' && status !== 'done') return undefined;
  if (kind === 'decision') return 'Decision';
  if (kind !== 'action_item') return undefined;
  return status === 'done' ? 'Done' : 'To do';
}

/**
 * @param {Record[]} records @param {any} inside what keeps a button from being a tab stop
 * @param {(record: Record) => void} open
 */
export const recordChips = (records, inside, open) =>
  el(
    'div',
    { class: 'records' },
    ...records.map((record) =>
      el(
        'button',
        {
          type: 'button',
          class: 'record-chip',
          ...inside,
          title: record.text,
          'aria-label': `${record.label}: ${record.text}`,
          onclick: () => open(record),
        },
        record.label,
      ),
    ),
  );

/**
 * The record with all that can be done with it, and the way back to its message.
 * @param {Client} client @param {string} conversation @param {Record} record
 * @param {(message: string) => void} show
 * @returns {() => void} shows it as it is now
 */
export function openRecord(client, conversation, record, show) {
  const filter = { kind: record.kind, conversation, id: record.id, closed: true };
  const list = insightList(client, filter, (_, message) => {
    dialog.close();
    show(message);
  });
  const title = record.kind === 'decision' ? 'Decision' : 'Action item';
  const dialog = openDialog(title, list.node);
  return list.update;
}
