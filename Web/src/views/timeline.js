// @ts-check
/** The rows of a chat: day separators, the unread line, committed messages by seq, then what is still in the outbox. */
import { el } from './dom.js';
import { dayName, nameOf, startOfDay } from './format.js';
import { mine, receipts } from '../law.js';
import { messageView } from './message.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../law.js').Feed} Feed */

const GROUPING = 300_000;

/**
 * Entries for `reconcile`: a message is built again only when something that it shows has changed.
 * @param {Client} client @param {Feed} feed @param {number} newAfter the seq below the line that says "New" @param {any} actions
 */
export function timeline(client, feed, newAfter, actions) {
  const begin = feed.windowStart > 1 ? 'Older messages load as you scroll.' : 'This is where the conversation begins.';
  const entries = [plain('begin', 'note', begin)];
  const isGroup = feed.conversation?.kind === 'group';
  const isAdmin = isGroup && mine(feed, client.me)?.role === 'admin';
  const byId = new Map(feed.messages.map((row) => [row.id, row]));
  const names = new Map(feed.members.map((member) => [member.user, member.name]));
  const firstNew = feed.messages.find((row) => row.seq > newAfter && row.sender !== client.me && !row.deletedAt)?.id;
  /** @type {any} */
  let former;
  for (const item of items(client, feed)) {
    const day = startOfDay(item.createdAt);
    if (!former || startOfDay(former.createdAt) !== day) {
      entries.push(plain(`day-${day}`, 'day', dayName(item.createdAt)));
      former = undefined;
    }
    if (item.id === firstNew) {
      entries.push(plain('unread', 'unread-line', 'New'));
      former = undefined;
    }
    const isGrouped = former?.sender === item.sender && item.createdAt - former.createdAt < GROUPING;
    const quoted = byId.get(item.replyTo);
    const look = { isGrouped, isGroup, isAdmin, name: names.get(item.sender) ?? 'Someone', quote: quoteOf(feed, item, quoted) };
    const signature = JSON.stringify([item, look]);
    entries.push({ key: item.id, signature, build: () => messageView(client, feed, item, look, actions) });
    former = item;
  }
  return entries;
}

/** @param {string} key @param {string} kind @param {string} text */
const plain = (key, kind, text) => ({ key, signature: text, build: () => el('li', { class: kind }, el('span', {}, text)) });

/** @param {Feed} feed @param {any} item @param {any} quoted */
function quoteOf(feed, item, quoted) {
  if (!item.replyTo || item.deletedAt) return undefined;
  if (!quoted) return { name: 'Earlier message', text: 'Press to see it' };
  return { name: nameOf(feed, quoted.sender), text: quoted.deletedAt ? 'This message was deleted' : quoted.text.slice(0, 200) };
}

/** @param {Client} client @param {Feed} feed @returns {any[]} */
function items(client, feed) {
  const entries = client.outbox.entries.filter((entry) => entry.conversation === feed.feed);
  const known = new Set(feed.messages.map((row) => row.id));
  const committed = feed.messages.map((row) => {
    const state = row.sender === client.me && !row.deletedAt ? receipts(row, feed.members) : {};
    const change = entries.findLast((entry) => entry.operation.id === row.id && entry.operation.type !== 'send');
    return change ? changed({ ...row, ...state }, change) : { ...row, ...state };
  });
  const pending = entries.filter((entry) => entry.operation.type === 'send' && !known.has(entry.operation.id));
  return [...committed, ...pending.map((entry) => ({
    id: entry.operation.id, sender: client.me, text: entry.operation.text, createdAt: entry.createdAt, replyTo: entry.operation.replyTo,
    status: entry.failed ? 'failed' : 'sending', failure: entry.failure,
  }))];
}

/** A row as it will be once its change has been sent. @param {any} row @param {import('../outbox.js').Entry} change */
function changed(row, change) {
  if (change.failed) return { ...row, status: 'failed', failure: change.failure };
  if (change.operation.type === 'delete') return { ...row, text: '', deletedAt: change.createdAt, isChanging: true };
  return { ...row, text: change.operation.text, isChanging: true };
}
