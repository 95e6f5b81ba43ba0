// @ts-check
/**
 * The sync law of docs/protocol.md, section 2. Pure: state in, state out.
 */
import { mine, readUpTo } from './derived.js';

/** @typedef {import('./protocol.js').Frame} Frame */
/**
 * @typedef {object} Feed
 * @property {string} feed
 * @property {number} cursor
 * @property {number} windowStart seq of the oldest message held; 1 when there is none older
 * @property {number} unreadBefore my unread messages before it
 * @property {Record<string, any> | null} conversation
 * @property {Record<string, any>[]} members
 * @property {Record<string, any>[]} messages by seq
 * @property {Record<string, any>[]} [below] changed rows below the window, unseen: a page that was
 *   read before them must not bring back older ones
 * @property {Record<string, any>[]} [insights] found or marked in the conversation,
 *   without withdrawn ones
 * @property {Record<string, any>[]} settings
 * @property {Record<string, any>[]} [reminders] of the private feed, also those that are over: an
 *   older row must not bring one back
 * @property {Record<string, any>[]} [opinions] of the private feed, also those that were taken back
 * @property {Record<string, any>[]} [priorities] of the private feed, tombstones too: an older row
 *   must not bring one back
 * @property {Record<string, any> | null} profile
 * @property {string} [history] of which history of the server it is
 */
/**
 * @typedef {{kind: 'applied' | 'stale'} | {kind: 'gap' | 'needsWindow', fromRev: number}} Result
 */

/**
 * What becomes of the copies when the server says of which history it is; a restore
 * begins another one.
 * @param {string | undefined} known of which history the copies are
 * @param {string | undefined} said nothing by a server that does not know
 * @returns {'same' | 'first' | 'other'} `other`: revisions do not compare, so all copies and
 *   watermarks go and everything is asked for again
 */
export const compareHistory = (known, said) => {
  if (said === undefined || said === known) return 'same';
  return known === undefined ? 'first' : 'other';
};

/**
 * The copies on disk that are of the history that was known last: a change of it may have
 * been interrupted.
 * @param {string | undefined} history @param {Feed[]} feeds
 */
export const feedsOf = (history, feeds) =>
  feeds.filter((feed) => history !== undefined && feed.history === history);

/** @param {string} feed @returns {Feed} */
export const emptyFeed = (feed) => ({
  feed,
  cursor: 0,
  windowStart: 1,
  unreadBefore: 0,
  conversation: null,
  members: [],
  messages: [],
  below: [],
  insights: [],
  settings: [],
  reminders: [],
  opinions: [],
  priorities: [],
  profile: null,
});

/**
 * Replaces rows with newer ones by key; rows never go backwards.
 * @param {Record<string, any>[]} old @param {Record<string, any>[] | undefined} fresh
 * @param {string} key
 */
function merge(old, fresh, key) {
  if (!fresh?.length) return old;
  const byKey = new Map(old.map((row) => [row[key], row]));
  for (const row of fresh) {
    const known = byKey.get(row[key]);
    if (!known || known.rev < row.rev) byKey.set(row[key], row);
  }
  return [...byKey.values()];
}

/** @param {Record<string, any> | null} old @param {Record<string, any> | undefined} fresh */
const newer = (old, fresh) => (fresh && (!old || old.rev < fresh.rev) ? fresh : old);

const bySeq = (/** @type {Record<string, any>} */ a, /** @type {Record<string, any>} */ b) =>
  a.seq - b.seq;

/**
 * Applies a `delta` or an `ack`.
 * @param {Feed | undefined} former @param {Frame} frame @param {string} me
 * @returns {{feed: Feed, result: Result}}
 */
export function applyDelta(former, frame, me) {
  const before = former ?? emptyFeed(frame.feed);
  const { fromRev, toRev } = frame;
  const hasRange = fromRev !== undefined && toRev !== undefined;
  if (hasRange && !frame.reset && fromRev > before.cursor) {
    // An answer's own row is shown all the same: it must not vanish from the screen with
    // its outbox entry.
    const feed = frame.type === 'ack' ? withRows(before, frame) : before;
    return { feed, result: { kind: 'gap', fromRev: before.cursor } };
  }
  if (frame.reset) {
    const feed = withRows(
      {
        ...emptyFeed(frame.feed),
        windowStart: frame.windowStart ?? 1,
        unreadBefore: frame.unreadBefore ?? 0,
      },
      frame,
    );
    // A window that a delta has overtaken on its way: what lies between is asked for again.
    const result =
      toRev < before.cursor
        ? { kind: /** @type {'gap'} */ ('gap'), fromRev: toRev }
        : { kind: /** @type {'applied'} */ ('applied') };
    return { feed: { ...feed, cursor: toRev }, result };
  }
  const feed = withRows(before, frame);
  if (hasRange && toRev > before.cursor) feed.cursor = toRev;
  const isMoved = hasRange && toRev > before.cursor;
  if (needsWindow(before, feed, frame, me))
    return { feed, result: { kind: 'needsWindow', fromRev: 0 } };
  return { feed, result: { kind: isMoved ? 'applied' : 'stale' } };
}

/** @param {Feed} feed @param {Frame} frame @returns {Feed} */
function withRows(feed, frame) {
  return {
    ...feed,
    conversation: newer(feed.conversation, frame.conversation),
    members: merge(feed.members, frame.members, 'user'),
    ...withMessages(feed, frame.messages ?? []),
    insights: withInsights(feed, frame),
    settings: merge(feed.settings, frame.settings, 'conversation'),
    reminders: merge(feed.reminders ?? [], frame.reminders, 'id'),
    opinions: merge(feed.opinions ?? [], frame.opinions, 'id'),
    priorities: withPriorities(feed.priorities ?? [], frame.priorities),
    profile: newer(feed.profile, frame.profile),
  };
}

/**
 * Withdrawn insights leave no row behind, so one that is not held is only new when the frame
 * moves the cursor; a frame that starts above the cursor cannot tell, and what it has comes
 * again with the pull.
 * @param {Feed} feed @param {Frame} frame @returns {Record<string, any>[]}
 */
function withInsights({ insights = [], cursor }, { insights: rows, fromRev, toRev, reset }) {
  if (!rows?.length || toRev === undefined || (!reset && fromRev > cursor)) return insights;
  const known = new Set(insights.map((row) => row.id));
  const taken =
    reset || toRev > cursor ? rows : rows.filter((/** @type {any} */ row) => known.has(row.id));
  return merge(insights, taken, 'id').filter((row) => row.status !== 'withdrawn');
}

/** For how long a message is urgent at most, as the server has it. */
const PRIORITY_TIME = 14 * 86_400_000;

/**
 * Those whose time is over by the newest one's go: the server forgets them without a word.
 * @param {Record<string, any>[]} old @param {Record<string, any>[] | undefined} fresh
 */
function withPriorities(old, fresh) {
  if (!fresh?.length) return old;
  const rows = merge(old, fresh, 'message');
  const over = rows.reduce((most, { until }) => Math.max(most, until), 0) - PRIORITY_TIME;
  return rows.filter(({ until }) => until > over);
}

/** @param {Feed} feed @param {Record<string, any>[]} rows */
function withMessages({ messages, below = [], windowStart }, rows) {
  const inside = rows.filter((row) => row.seq >= windowStart);
  const outside = rows.filter((row) => row.seq < windowStart);
  return { messages: mergeBySeq(messages, inside), below: merge(below, outside, 'id') };
}

/**
 * Where a seq stands in rows, or would stand.
 * @param {Record<string, any>[]} rows by seq @param {number} seq @returns {number}
 */
export function placeOf(rows, seq) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].seq < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Replaces and adds messages; rows never go backwards. A few among thousands cost little.
 * @param {Record<string, any>[]} old by seq @param {Record<string, any>[]} fresh
 * @returns {Record<string, any>[]} by seq
 */
function mergeBySeq(old, fresh) {
  if (!fresh.length) return old;
  if (fresh.length > 16) return merge(old, fresh, 'seq').sort(bySeq);
  const rows = [...old];
  for (const row of fresh) {
    const place = placeOf(rows, row.seq);
    const known = rows[place]?.seq === row.seq ? rows[place] : undefined;
    if (!known) rows.splice(place, 0, row);
    else if (known.rev < row.rev) rows[place] = row;
  }
  return rows;
}

/**
 * Whether the count of unread messages before the window is no longer known.
 * @param {Feed} before @param {Feed} after @param {Frame} frame @param {string} me
 */
function needsWindow(before, after, frame, me) {
  const old = mine(before, me);
  const now = mine(after, me);
  if (!old || !now) return false;
  const start = readUpTo(now);
  if (start >= after.windowStart - 1) return false;
  // Marking as unread can bring back what was counted as read.
  if (start < readUpTo(old)) return true;
  if (before.unreadBefore === 0) return false;
  return (
    start !== readUpTo(old) ||
    (frame.messages ?? []).some(
      (/** @type {any} */ row) =>
        row.deletedAt && row.sender !== me && row.seq < after.windowStart && row.seq > start,
    )
  );
}

/**
 * Joins an older page to a window; a page that does not touch it is ignored.
 * @param {Feed} feed @param {Frame} page @returns {Feed}
 */
export function applyPage(feed, page) {
  const last = page.messages.at(-1);
  if (page.windowStart >= feed.windowStart) return feed;
  if (last && last.seq < feed.windowStart - 1) return feed;
  const wider = {
    ...feed,
    windowStart: page.windowStart,
    unreadBefore: page.unreadBefore ?? 0,
    messages: mergeBySeq(feed.messages, page.messages),
  };
  return { ...wider, ...withMessages({ ...wider, below: [] }, feed.below ?? []) };
}

/**
 * Messages far back that do not touch the window yet: all from the first one's seq
 * to the last one's.
 * @typedef {{start: number, end: number, messages: Record<string, any>[]}} Island
 */

/**
 * @param {Feed} feed @param {Frame} page that was read around a message
 * @returns {Island | undefined} nothing when it holds nothing
 */
export function islandOf(feed, page) {
  const [first, last] = [page.messages[0], page.messages.at(-1)];
  if (!first) return undefined;
  return touchIsland(
    { start: first.seq, end: last.seq, messages: page.messages },
    feed.below ?? [],
  );
}

/**
 * Rows of a delta, in the island as in the window; others are none of its own.
 * @param {Island} island @param {Record<string, any>[]} rows @returns {Island}
 */
export function touchIsland(island, rows) {
  const inside = rows.filter((row) => row.seq >= island.start && row.seq <= island.end);
  return inside.length ? { ...island, messages: mergeBySeq(island.messages, inside) } : island;
}

/**
 * Joins a page at either end; one that does not touch it is ignored.
 * @param {Island} island @param {Frame} page @param {Feed} feed @returns {Island}
 */
export function growIsland(island, page, feed) {
  const [first, last] = [page.messages[0], page.messages.at(-1)];
  if (!first || first.seq > island.end + 1 || last.seq < island.start - 1) return island;
  const wider = {
    start: Math.min(island.start, first.seq),
    end: Math.max(island.end, last.seq),
    messages: mergeBySeq(island.messages, page.messages),
  };
  return touchIsland(wider, feed.below ?? []);
}

/**
 * Makes one window of the two once they touch.
 * @param {Feed} feed @param {Island} island @param {string} me
 * @returns {Feed | undefined} nothing while something lies between
 */
export function joinIsland(feed, island, me) {
  if (island.end < feed.windowStart - 1) return undefined;
  if (island.start >= feed.windowStart) return feed;
  const member = mine(feed, me);
  const older = island.messages.slice(0, placeOf(island.messages, feed.windowStart));
  const read = member ? readUpTo(member) : 0;
  const counted = older.filter(
    (row) => row.seq > read && row.sender !== me && !row.deletedAt,
  ).length;
  const wider = {
    ...feed,
    windowStart: island.start,
    unreadBefore: Math.max(0, feed.unreadBefore - counted),
    messages: mergeBySeq(feed.messages, older),
  };
  return { ...wider, ...withMessages({ ...wider, below: [] }, feed.below ?? []) };
}
