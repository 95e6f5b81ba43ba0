// @ts-check
/** A message says which decisions and action items rest on it, and opens them. */
import { el, openDialog } from '../dom.js';
import { has } from '../../features.js';
import { insightList } from './insights.js';
import { isMaybe } from './maybe.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {import('../../law.js').Feed} Feed */
/** @typedef {{id: string, kind: string, label: string, text: string}} Record */

/** @type {WeakMap<any[], Map<string, Record[]>>} by message; an array of rows never changes */
const indexes = new WeakMap();

/**
 * The records that cite a message. None where the AI is off or does not reach me, and none that
 * was dismissed or waits to be accepted.
 * @param {Client} client @param {Feed} feed @param {any} message @returns {Record[]}
 */
export function recordsOf(client, feed, { id, deletedAt }) {
  const { insights = [], conversation } = feed;
  if (deletedAt || conversation?.intelligenceOff || !has(client, 'ai')) return [];
  const index = indexes.get(insights) ?? indexOf(insights);
  indexes.set(insights, index);
  return index.get(id) ?? [];
}

/** @param {any[]} insights @returns {Map<string, Record[]>} */
function indexOf(insights) {
  const index = new Map();
  for (const insight of insights) {
    const label = labelOf(insight);
    if (!label || isMaybe(insight)) continue;
    const record = { id: insight.id, kind: insight.kind, label, text: insight.text };
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
