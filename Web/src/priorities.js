// @ts-check
/** What is urgent for me, as my private feed has it. Pure. */
import { mine, readMark } from './derived.js';
import { has } from './features.js';

/** @typedef {import('./client.js').Client} Client */
/** @typedef {import('./law.js').Feed} Feed */
/** @typedef {import('./generated/types.js').PriorityMark} PriorityMark */

/** @type {WeakMap<any[], Map<string, PriorityMark[]>>} by conversation; an array never changes */
const indexes = new WeakMap();

/**
 * Marks of a conversation that count now; none where the AI is off or priorities do not reach me.
 * @param {Pick<Client, 'feeds' | 'profile'>} client @param {Feed} feed @param {number} now
 * @returns {PriorityMark[]}
 */
function marksOf(client, feed, now) {
  const rows = client.feeds.get('me')?.priorities;
  if (!rows?.length || feed.conversation?.intelligenceOff) return [];
  if (!has(client, 'ai') || !has(client, 'priorities')) return [];
  const index = indexes.get(rows) ?? indexOf(rows);
  indexes.set(rows, index);
  return (index.get(feed.feed) ?? []).filter(
    ({ reason, until }) => reason !== undefined && until > now,
  );
}

/** @param {any[]} rows @returns {Map<string, PriorityMark[]>} */
function indexOf(rows) {
  const index = new Map();
  for (const row of rows)
    index.set(row.conversation, [...(index.get(row.conversation) ?? []), row]);
  return index;
}

/**
 * Why a message is urgent for me; nothing when it is not.
 * @param {Pick<Client, 'feeds' | 'profile'>} client @param {Feed} feed
 * @param {{id: string, deletedAt?: number}} message @param {number} now
 */
export const urgencyOf = (client, feed, { id, deletedAt }, now) =>
  deletedAt ? undefined : marksOf(client, feed, now).find(({ message }) => message === id)?.reason;

/**
 * How many unread messages of a conversation are urgent for me.
 * @param {Pick<Client, 'feeds' | 'profile' | 'me' | 'localReads'>} client @param {Feed} feed
 * @param {number} now
 */
export function urgentUnread(client, feed, now) {
  const member = mine(feed, client.me);
  if (!member || member.leftAt) return 0;
  const start = readMark(member, client.localReads.get(feed.feed));
  return marksOf(client, feed, now).filter(({ seq }) => seq > start).length;
}
