// @ts-check
/** Up to where I have read and received: told to the server, and kept until it has confirmed it. */
import { isSettled, localRead, mine } from './derived.js';

/** @typedef {import('./law.js').Feed} Feed */
/** @typedef {import('./derived.js').LocalRead} LocalRead */

const DELAY = 250;

export class Watermarks {
  /** @type {Map<string, LocalRead>} what I have read and the server has not confirmed */
  reads = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {object} host
   * @param {string} host.me
   * @param {() => Iterable<Feed>} host.feeds
   * @param {() => boolean} host.isOnline
   * @param {(frame: any) => void} host.send
   * @param {(conversation: string, read: LocalRead | undefined) => void} host.save
   */
  constructor(host) {
    this.host = host;
  }

  /**
   * @param {Feed} feed @param {number} seq @param {boolean} markUnread
   * @returns {boolean} whether that is new
   */
  mark(feed, seq, markUnread) {
    const member = mine(feed, this.host.me);
    const former = this.reads.get(feed.feed);
    if (!member || (!markUnread && seq <= (former?.seq ?? member.readSeq))) return false;
    const read = localRead(former, member, seq, markUnread);
    this.reads.set(feed.feed, read);
    this.host.save(feed.feed, read);
    this.schedule();
    return true;
  }

  /** Forgets my own watermark once the server's row has caught up. @param {Feed} feed */
  settle(feed) {
    const read = this.reads.get(feed.feed);
    const member = mine(feed, this.host.me);
    if (read && member && isSettled(read, member)) this.forget(feed.feed);
  }

  /** @param {string} conversation */
  forget(conversation) {
    this.reads.delete(conversation);
    this.host.save(conversation, undefined);
  }

  clear() {
    for (const conversation of [...this.reads.keys()]) this.forget(conversation);
  }

  schedule() {
    if (!this.host.isOnline()) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.send();
    }, DELAY);
  }

  send() {
    if (!this.host.isOnline()) return;
    for (const feed of this.host.feeds()) {
      const member = mine(feed, this.host.me);
      if (!member || member.leftAt) continue;
      const read = this.reads.get(feed.feed);
      if (read) this.host.send({ type: 'read', conversation: feed.feed, ...read });
      const seq = feed.messages.findLast((row) => row.sender !== this.host.me)?.seq ?? 0;
      if (seq > Math.max(member.deliveredSeq, member.readSeq, read?.seq ?? 0)) {
        this.host.send({ type: 'delivered', conversation: feed.feed, seq });
      }
    }
  }
}
