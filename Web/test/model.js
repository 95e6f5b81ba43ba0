// @ts-check
/** A conversation as a server keeps it: small, obvious, and the judge of the client's law. */
import assert from 'node:assert/strict';
import { unread } from '../src/derived.js';
import { applyDelta } from '../src/law.js';
import { idOf } from './support.js';

export const ME = idOf(901);
export const OTHER = idOf(902);
export const THIRD = idOf(903);
export const FEED = idOf(1);
export const WINDOW = 10;
const MAXIMUM_DELTA = 40;

export class ModelServer {
  rev = 0;
  /** @type {any} */
  conversation;
  /** @type {Map<string, any>} */
  members = new Map();
  /** @type {any[]} by seq */
  messages = [];
  /** @type {Map<string, any>} withdrawn ones too */
  insights = new Map();
  /** @type {any[]} every live delta, in order */
  live = [];

  constructor() {
    this.commit((rev) => {
      this.conversation = {
        id: FEED,
        rev,
        kind: 'group',
        name: 'Model',
        createdAt: 1,
        createdBy: ME,
      };
      return { conversation: this.conversation };
    });
    for (const user of [ME, OTHER, THIRD]) {
      this.commit((rev) => ({
        members: [
          this.putMember({
            user,
            rev,
            role: 'member',
            name: user.slice(-3),
            joinSeq: 0,
            deliveredSeq: 0,
            readSeq: 0,
          }),
        ],
      }));
    }
  }

  /** As a backup keeps it. */
  copy() {
    return Object.assign(
      Object.create(ModelServer.prototype),
      structuredClone({ ...this, live: [] }),
    );
  }

  /** @param {(rev: number) => any} change */
  commit(change) {
    const fromRev = this.rev;
    this.rev += 1;
    const delta = {
      type: 'delta',
      feed: FEED,
      fromRev,
      toRev: this.rev,
      ...structuredClone(change(this.rev)),
    };
    this.live.push(delta);
    return delta;
  }

  /** @param {any} member */
  putMember(member) {
    this.members.set(member.user, member);
    return member;
  }

  /** One random committed change. @param {(bound: number) => number} pick */
  act(pick) {
    const user = [ME, OTHER, THIRD][pick(3)];
    const member = this.members.get(user);
    const row = this.messages[pick(this.messages.length || 1)];
    const kind = pick(14);
    if (kind > 10 && row) return this.findOrChange(pick, row);
    if (kind < 5 || !row) return this.send(user);
    if (kind === 5)
      return this.replace(row, {
        text: `edited ${this.rev}`,
        editCount: (row.editCount ?? 0) + 1,
        editedAt: this.rev,
      });
    if (kind === 6)
      return this.replace(row, { text: '', deletedAt: this.rev, deletedBy: row.sender });
    if (kind === 7)
      return this.commit((rev) => ({
        conversation: (this.conversation = { ...this.conversation, rev, name: `Model ${rev}` }),
      }));
    const somewhere = pick(this.messages.length + 1);
    // Marking as unread lowers it.
    const readSeq =
      kind === 8
        ? Math.max(member.readSeq, somewhere)
        : kind === 10
          ? Math.min(member.readSeq, somewhere)
          : member.readSeq;
    const deliveredSeq = Math.max(member.deliveredSeq, pick(this.messages.length + 1));
    return this.commit((rev) => ({
      members: [this.putMember({ ...member, rev, readSeq, deliveredSeq })],
    }));
  }

  /**
   * Something is found in a message, changed, or withdrawn.
   * @param {(bound: number) => number} pick @param {any} message
   */
  findOrChange(pick, message) {
    const known = [...this.insights.values()].filter((row) => row.status !== 'withdrawn');
    const chosen = known[pick(known.length || 1)];
    const status = ['open', 'done', 'withdrawn', 'withdrawn'][pick(4)];
    return this.commit((rev) => {
      const fields =
        chosen && pick(3)
          ? { ...chosen, rev, status }
          : {
              id: idOf(5000 + this.insights.size),
              rev,
              kind: 'decision',
              status: 'open',
              text: `found in ${message.seq}`,
            };
      this.insights.set(fields.id, fields);
      return { insights: [fields] };
    });
  }

  /** @param {string} sender */
  send(sender) {
    return this.commit((rev) => {
      const seq = this.messages.length + 1;
      const row = {
        id: idOf(1000 + seq),
        seq,
        rev,
        sender,
        text: `message ${seq}`,
        createdAt: seq,
      };
      this.messages.push(row);
      return { messages: [row] };
    });
  }

  /** @param {any} row @param {any} fields */
  replace(row, fields) {
    if (row.deletedAt) return undefined;
    return this.commit((rev) => ({
      messages: [(this.messages[row.seq - 1] = { ...row, ...fields, rev })],
    }));
  }

  /** My unread messages below a seq, counted one by one. @param {number} [below] */
  unread(below = Infinity) {
    const me = this.members.get(ME);
    const start = Math.max(me.readSeq, me.joinSeq);
    return this.messages.filter(
      (row) => row.seq > start && row.seq < below && row.sender !== ME && !row.deletedAt,
    ).length;
  }

  window() {
    const messages = this.messages.slice(-WINDOW);
    const windowStart = messages[0]?.seq > 1 ? messages[0].seq : 1;
    return structuredClone({
      type: 'delta',
      feed: FEED,
      fromRev: 0,
      toRev: this.rev,
      reset: true,
      windowStart,
      unreadBefore: this.unread(windowStart),
      conversation: this.conversation,
      members: [...this.members.values()],
      messages,
      insights: [...this.insights.values()].filter((row) => row.status !== 'withdrawn'),
    });
  }

  /** The answer to `pull`. @param {number} fromRev */
  pull(fromRev) {
    const changed = (/** @type {any} */ row) => row.rev > fromRev;
    const messages = this.messages.filter(changed);
    if (fromRev === 0 || messages.length > MAXIMUM_DELTA) return this.window();
    return structuredClone({
      type: 'delta',
      feed: FEED,
      fromRev,
      toRev: this.rev,
      messages,
      members: [...this.members.values()].filter(changed),
      insights: [...this.insights.values()].filter(changed),
      ...(changed(this.conversation) && { conversation: this.conversation }),
    });
  }

  /** The answer to `history` after a seq. @param {number} after */
  pageAfter(after) {
    return this.#pageOf(this.messages.filter((row) => row.seq > after).slice(0, WINDOW));
  }

  /** The answer to a request for what is around a message. @param {number} seq */
  pageAround(seq) {
    const last = Math.min(Math.max(seq + (WINDOW >> 1), WINDOW), this.messages.length);
    return this.#pageOf(this.messages.slice(Math.max(0, last - WINDOW), last));
  }

  /** @param {any[]} messages */
  #pageOf(messages) {
    const windowStart = messages[0]?.seq > 1 ? messages[0].seq : 1;
    const hasMore = (messages.at(-1)?.seq ?? 0) < this.messages.length;
    return structuredClone({
      type: 'page',
      ref: 1,
      conversation: FEED,
      messages,
      windowStart,
      unreadBefore: this.unread(windowStart),
      hasMore,
    });
  }

  /** The answer to `history`. @param {number} before */
  page(before) {
    const messages = this.messages.filter((row) => row.seq < before).slice(-WINDOW);
    const windowStart = messages[0]?.seq > 1 ? messages[0].seq : 1;
    return structuredClone({
      type: 'page',
      ref: 1,
      conversation: FEED,
      messages,
      windowStart,
      unreadBefore: this.unread(windowStart),
      hasMore: windowStart > 1,
    });
  }
}

/**
 * What a client does with a frame, pulls included.
 * @param {ModelServer} server @param {any} feed @param {any} frame @param {() => void} [onReset]
 */
export function hear(server, feed, frame, onReset = () => undefined) {
  if (frame.reset) onReset();
  let answer = applyDelta(feed, frame, ME);
  for (
    let pulls = 0;
    answer.result.kind === 'gap' || answer.result.kind === 'needsWindow';
    pulls += 1
  ) {
    assert.ok(pulls < 3, 'pulls do not come to an end');
    const pulled = server.pull(answer.result.fromRev);
    if (pulled.reset) onReset();
    answer = applyDelta(answer.feed, pulled, ME);
  }
  return answer.feed;
}

/** What a stale client and a fresh one must agree on. @param {any} feed @param {number} from */
const shared = (feed, from) => ({
  cursor: feed.cursor,
  conversation: feed.conversation,
  members: [...feed.members].sort((a, b) => a.user.localeCompare(b.user)),
  messages: feed.messages.filter((/** @type {any} */ row) => row.seq >= from),
  insights: [...feed.insights].sort((a, b) => a.id.localeCompare(b.id)),
});

/** @param {ModelServer} server @param {any} feed */
export function agrees(server, feed) {
  const fresh = applyDelta(undefined, server.window(), ME).feed;
  const from = Math.max(fresh.windowStart, feed.windowStart);
  assert.deepEqual(shared(feed, from), shared(fresh, from));
  assert.deepEqual(
    feed.messages,
    server.messages.slice(feed.windowStart - 1),
    'the window has a hole or an old row',
  );
  assert.equal(unread(feed, ME), server.unread());
  assert.equal(unread(fresh, ME), server.unread());
}
