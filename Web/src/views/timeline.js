// @ts-check
/**
 * The rows of a chat: day separators, who came and went, the last renaming, the unread line,
 * committed messages by seq, then what is still in the outbox. Only those in the asked range are
 * worked out.
 */
import { el } from './dom.js';
import { dayName, nameOf, startOfDay } from './format.js';
import { mine, receipts, unreadAfter } from '../derived.js';
import { gistOf } from '../attachments.js';
import { placeOf } from '../law.js';
import { messageView } from './message.js';
import { recordsOf } from './ai/records.js';
import { wishOf } from './ai/meet.js';
import { urgencyOf } from '../priorities.js';
import { creationLine } from './waits.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../law.js').Feed} Feed */
/**
 * @typedef {{messages: any[], items: any[], isNewest: boolean}} Shown `items` are the messages and
 *   what waits to be sent
 */

const GROUPING = 300_000;

/**
 * What a chat shows: the newest messages and what waits, or an island far back.
 * @param {Client} client @param {Feed} feed @param {import('../law.js').Island} [island]
 * @returns {Shown}
 */
export function shownOf(client, feed, island) {
  if (island) return { messages: island.messages, items: island.messages, isNewest: false };
  const { messages } = feed;
  const pending = client.outbox.entries.filter(
    (entry) =>
      entry.conversation === feed.feed &&
      entry.operation.type === 'send' &&
      !entry.cancelled &&
      !messages.some((row) => row.id === entry.operation.id),
  );
  const items = pending.length
    ? [...messages, ...pending.map((entry) => pendingItem(client, entry))]
    : messages;
  return { messages, items, isNewest: true };
}

/** @param {Client} client @param {import('../outbox.js').Entry} entry */
const pendingItem = (client, entry) => ({
  id: entry.operation.id,
  sender: client.me,
  text: entry.operation.text,
  createdAt: entry.createdAt,
  replyTo: entry.operation.replyTo,
  attachments: entry.files,
  status: entry.failed ? 'failed' : 'sending',
  failure: entry.failure,
});

/**
 * Entries for `reconcile`: a message is built again only when something that it shows has changed.
 * @param {Client} client @param {Feed} feed @param {Shown} shown
 * @param {{first: number, last: number}} range
 * @param {number} newAfter the seq below the line that says "New" @param {any} actions
 */
export function timeline(client, feed, shown, { first, last }, newAfter, actions) {
  const { items, messages, isNewest } = shown;
  const start = messages[0]?.seq ?? feed.windowStart;
  const entries = [];
  const isGroup = feed.conversation?.kind === 'group';
  const isAdmin = isGroup && mine(feed, client.me)?.role === 'admin';
  const people = new Map(feed.members.map((member) => [member.user, member]));
  const changes = client.outbox.entries.filter(
    (entry) => entry.conversation === feed.feed && entry.operation.type !== 'send',
  );
  const newId = firstNew(client, shown, newAfter)?.id;
  const lines = isGroup ? eventLines(feed, client.me, shown) : new Map();
  if (first === 0)
    entries.push(
      plain(
        'begin',
        'note',
        start > 1 ? 'Older messages load as you scroll.' : 'This is where the conversation begins.',
      ),
    );
  const creation = client.requests?.find(
    ({ kind, subject }) => kind === 'createConversation' && subject === feed.feed,
  )[0];
  if (creation)
    entries.push({
      key: 'creation',
      signature: JSON.stringify([creation, client.connection.state]),
      build: () => el('li', { class: 'creation' }, creationLine(client, creation)),
    });
  const now = Date.now();
  let former = items[first - 1];
  for (let index = first; index < last; index += 1) {
    const item = decorated(client, feed, items[index], changes);
    const day = startOfDay(item.createdAt);
    const [isNewDay, isFirstNew, events] = [
      !former || startOfDay(former.createdAt) !== day,
      item.id === newId,
      lines.get(index) ?? [],
    ];
    if (isNewDay) entries.push(plain(`day-${day}`, 'day', dayName(item.createdAt)));
    entries.push(...events);
    if (isFirstNew)
      entries.push(unreadLine(unreadAfter(feed, client.me, newAfter), actions.summarise));
    const isGrouped =
      !isNewDay &&
      !isFirstNew &&
      !events.length &&
      former.sender === item.sender &&
      item.createdAt - former.createdAt < GROUPING;
    const look = {
      isGrouped,
      isGroup,
      isAdmin,
      name: people.get(item.sender)?.name ?? 'Someone',
      photo: isGroup ? people.get(item.sender)?.photo : undefined,
      quote: quoteOf(feed, item, messages),
      records: recordsOf(client, feed, item),
      urgent: urgencyOf(client, feed, item, now),
      wish: wishOf(client, feed, item, now),
    };
    entries.push({
      key: item.id,
      signature: JSON.stringify([item, look]),
      build: () => placed(messageView(client, feed, item, look, actions), item.seq),
    });
    former = item;
  }
  if (last === items.length) {
    entries.push(...(lines.get(items.length) ?? []));
    if (!isNewest) entries.push(plain('more', 'note', 'Newer messages load as you scroll.'));
  }
  return entries;
}

/**
 * Says where in the whole conversation a row stands, for those who cannot see that
 * others are left out.
 * @param {any} node @param {number | undefined} seq
 */
function placed(node, seq) {
  if (!seq) return node;
  node.setAttribute('data-seq', String(seq));
  node.setAttribute('aria-posinset', String(seq));
  node.setAttribute('aria-setsize', '-1');
  return node;
}

/**
 * The first message of others below the line that says "New".
 * @param {Client} client @param {Shown} shown @param {number} newAfter
 */
export function firstNew(client, { messages, isNewest }, newAfter) {
  if (!isNewest || newAfter === Infinity) return undefined;
  for (let index = placeOf(messages, newAfter + 1); index < messages.length; index += 1) {
    if (messages[index].sender !== client.me && !messages[index].deletedAt) return messages[index];
  }
  return undefined;
}

/** @param {string} key @param {string} kind @param {string} text */
const plain = (key, kind, text) => ({
  key,
  signature: text,
  build: () => el('li', { class: kind }, el('span', {}, text)),
});

/** Two messages are worth a summary; one is read sooner. */
const WORTH_A_SUMMARY = 2;

/** @param {number} count of what is below @param {(() => void) | undefined} summarise */
function unreadLine(count, summarise) {
  if (!summarise || count < WORTH_A_SUMMARY) return plain('unread', 'unread-line', 'New');
  const label = `Catch up: ${count} messages`;
  const button = () => el('button', { type: 'button', class: 'link', onclick: summarise }, label);
  return {
    key: 'unread',
    signature: label,
    build: () => el('li', { class: 'unread-line' }, el('span', {}, 'New'), button()),
  };
}

/** @type {WeakMap<any[], Map<string, any>>} messages by id; an array of rows never changes */
const indexes = new WeakMap();

/** @param {any[]} messages @param {string} id */
function rowOf(messages, id) {
  const index = indexes.get(messages) ?? new Map(messages.map((row) => [row.id, row]));
  indexes.set(messages, index);
  return index.get(id);
}

/** @param {Feed} feed @param {any} item @param {any[]} messages */
function quoteOf(feed, item, messages) {
  if (!item.replyTo || item.deletedAt) return undefined;
  const quoted = rowOf(messages, item.replyTo);
  if (!quoted) return { name: 'Earlier message', text: 'Press to see it' };
  return {
    name: nameOf(feed, quoted.sender),
    text: quoted.deletedAt ? 'This message was deleted' : gistOf(quoted).slice(0, 200),
  };
}

/**
 * Who came and who went, and what the group was called before, by the index of the item before
 * which it is told. It is derived from the rows, so everybody sees the same: the last coming and
 * the last going of each, but not who let them in or sent them away, and the last renaming.
 * @param {Feed} feed @param {string} me @param {Shown} shown
 * @returns {Map<number, {key: string, signature: string, build: () => Element}[]>}
 */
export function eventLines(feed, me, { messages, isNewest }) {
  const lines = new Map();
  const [start, end] = [messages[0]?.seq ?? 1, messages.at(-1)?.seq ?? 0];
  const add = (
    /** @type {number} */ index,
    /** @type {string} */ key,
    /** @type {string} */ text,
  ) => {
    const isInside = (index > 0 || start === 1) && (index < messages.length || isNewest);
    if (isInside) lines.set(index, [...(lines.get(index) ?? []), plain(key, 'event', text)]);
  };
  for (const member of feed.members) {
    const name = member.user === me ? 'You' : member.name;
    const isKnown = member.joinSeq >= start - 1 && (member.joinSeq <= end || isNewest);
    if (member.joinSeq > 0 && isKnown)
      add(placeOf(messages, member.joinSeq + 1), `joined-${member.user}`, `${name} joined`);
    if (member.leftAt) add(placeAt(messages, member.leftAt), `left-${member.user}`, `${name} left`);
  }
  const { name, renamed } = feed.conversation ?? {};
  if (renamed) {
    const somebody = renamed.by === me ? 'You' : nameOf(feed, renamed.by);
    const text = `${somebody} renamed the group from “${renamed.from}” to “${name}”`;
    add(placeAt(messages, renamed.at), 'renamed', text);
  }
  return lines;
}

/** The first message after a time. @param {any[]} messages @param {number} time */
function placeAt(messages, time) {
  let [low, high] = [0, messages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (messages[middle].createdAt <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A row with how far it has come, and as it will be once a change of mine has been sent.
 * @param {Client} client @param {Feed} feed @param {any} row
 * @param {import('../outbox.js').Entry[]} changes
 */
function decorated(client, feed, row, changes) {
  const change = changes.findLast((entry) => entry.operation.id === row.id);
  if (!row.seq)
    return change?.operation.type === 'edit' ? { ...row, text: change.operation.text } : row;
  const state = row.sender === client.me && !row.deletedAt ? receipts(row, feed.members) : {};
  const item = { ...row, ...state };
  if (!change) return item;
  if (change.failed) return { ...item, status: 'failed', failure: change.failure };
  if (change.operation.type === 'delete')
    return { ...item, text: '', deletedAt: change.createdAt, isChanging: true };
  return { ...item, text: change.operation.text, isChanging: true };
}
