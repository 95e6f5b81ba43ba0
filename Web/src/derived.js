// @ts-check
/** What follows from rows: who is there, how far messages have come, what is unread. Pure. */

/** @typedef {import('./law.js').Feed} Feed */

/** Up to which seq nothing is unread. @param {Record<string, any>} member */
export const readUpTo = (member) => Math.max(member.readSeq, member.joinSeq);

/** @param {Feed} feed @param {string} me @returns {Record<string, any> | undefined} */
export const mine = (feed, me) => feed.members.find((member) => member.user === me);

/** @param {Feed} feed */
export const presentMembers = (feed) => feed.members.filter((member) => !member.leftAt);

/**
 * How far a message has come.
 * @param {Record<string, any>} message @param {Record<string, any>[]} members
 * @returns {{status: 'sent' | 'delivered' | 'read', deliveredTo: string[], readBy: string[]}}
 */
export function receipts(message, members) {
  const counting = members.filter(
    (member) => !member.leftAt && member.user !== message.sender && member.joinSeq < message.seq,
  );
  const deliveredTo = counting.filter(
    (member) => Math.max(member.deliveredSeq, member.readSeq) >= message.seq,
  );
  const readBy = counting.filter((member) => member.readSeq >= message.seq);
  /** @type {'sent' | 'delivered' | 'read'} */
  let status = 'sent';
  if (counting.length && readBy.length === counting.length) status = 'read';
  else if (counting.length && deliveredTo.length === counting.length) status = 'delivered';
  return { status, deliveredTo: deliveredTo.map((m) => m.user), readBy: readBy.map((m) => m.user) };
}

/**
 * A read watermark that the server has not confirmed; `floor` and `ceiling` bound what this device
 * has known or asked for since they last agreed.
 * @typedef {{seq: number, markUnread: boolean, floor?: number, ceiling?: number}} LocalRead
 */

/**
 * What is kept when the user reads up to a seq, or marks what follows it as unread.
 * @param {LocalRead | undefined} former @param {Record<string, any>} member @param {number} seq
 * @param {boolean} markUnread @returns {LocalRead}
 */
export const localRead = (former, member, seq, markUnread) => ({
  seq,
  markUnread,
  floor: Math.min(former?.floor ?? seq, member.readSeq, seq),
  ceiling: Math.max(former?.ceiling ?? seq, member.readSeq, seq),
});

/**
 * Whether the server's row has caught up, or has moved to where only another device
 * can have moved it.
 * @param {LocalRead} read @param {Record<string, any>} member
 */
export function isSettled(read, member) {
  if (!read.markUnread) return member.readSeq >= read.seq;
  return (
    member.readSeq === read.seq ||
    member.readSeq > (read.ceiling ?? Infinity) ||
    member.readSeq < (read.floor ?? -Infinity)
  );
}

/**
 * @param {Record<string, any>} member @param {LocalRead} [read]
 * @returns {number} up to which seq nothing is unread, as this device shows it
 */
export const readMark = (member, read) =>
  readUpTo({
    ...member,
    readSeq: read
      ? read.markUnread
        ? read.seq
        : Math.max(read.seq, member.readSeq)
      : member.readSeq,
  });

/**
 * My unread messages.
 * @param {Feed} feed @param {string} me @param {LocalRead} [read]
 */
export function unread(feed, me, read) {
  const member = mine(feed, me);
  if (!member || member.leftAt) return 0;
  return unreadAfter(feed, me, readMark(member, read));
}

/**
 * What others wrote after a seq; before the window, what the server counted.
 * @param {Feed} feed @param {string} me @param {number} start
 */
export function unreadAfter(feed, me, start) {
  const before = start >= feed.windowStart - 1 ? 0 : feed.unreadBefore;
  return (
    feed.messages.filter((row) => row.seq > start && row.sender !== me && !row.deletedAt).length +
    before
  );
}

/**
 * The seq where what I have not read begins; nothing when I have read all.
 * @param {{me: string, feeds: Map<string, Feed>, localReads: Map<string, LocalRead>}} client
 * @param {string} id
 */
export function firstUnread({ me, feeds, localReads }, id) {
  const feed = feeds.get(id);
  const member = feed && mine(feed, me);
  const read = localReads.get(id);
  return member && unread(feed, me, read) ? readMark(member, read) + 1 : undefined;
}

/** @param {Record<string, any> | undefined} settings @param {number} now */
export const isMuted = (settings, now) =>
  Boolean(settings?.muted) && (settings?.mutedUntil === undefined || now < settings.mutedUntil);

/**
 * @param {{unread: number, settings?: Record<string, any>}[]} conversations @param {number} now
 */
export const badge = (conversations, now) =>
  conversations.reduce(
    (sum, item) =>
      item.settings?.archived || isMuted(item.settings, now) ? sum : sum + item.unread,
    0,
  );

/**
 * New messages of others in a frame, as titles and screen readers tell of them.
 * @param {any} frame @param {string} me @returns {Record<string, any>[]}
 */
export const news = (frame, me) =>
  ((!frame.reset && frame.messages) || []).filter(
    (/** @type {any} */ row) => row.sender !== me && !row.deletedAt && !row.editCount,
  );
