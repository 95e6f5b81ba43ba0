// @ts-check
/**
 * History beyond the window: pages that widen it, and islands, which are far back and shown beside
 * it. Islands are never on disk.
 */
import { History, PAGE } from './history.js';
import { applyPage, compareHistory, growIsland, islandOf, joinIsland, touchIsland } from './law.js';
import { readPage } from './protocol.js';

/** @typedef {import('./law.js').Feed} Feed */
/** @typedef {import('./protocol.js').Frame} Frame */

const TRIES = 3;
const OFFLINE =
  'That part of the conversation is not on this device. It comes when you are back online.';

export class Pages extends History {
  /** @type {Map<string, import('./law.js').Island>} */
  islands = new Map();

  /**
   * @param {object} host
   * @param {string} host.me
   * @param {(frame: Frame) => void} host.send
   * @param {() => number} host.nextRef
   * @param {() => boolean} host.isOnline
   * @param {(path: string) => Promise<any>} host.get over REST
   * @param {(conversation: string) => Feed | undefined} host.feed
   * @param {() => string | undefined} [host.history] of which the feeds are
   * @param {(feed: Feed) => void} host.keep
   * @param {() => void} host.changed
   */
  constructor(host) {
    super(host.send, host.nextRef);
    this.host = host;
  }

  /**
   * What is before the island, if there is one, or else before the window.
   * @param {string} conversation
   */
  async older(conversation) {
    const start =
      this.islands.get(conversation)?.start ?? this.host.feed(conversation)?.windowStart ?? 1;
    if (start > 1) await this.#load(conversation, { before: start });
  }

  /** What is after the island, until it is joined to the window. @param {string} conversation */
  async newer(conversation) {
    const island = this.islands.get(conversation);
    if (island) await this.#load(conversation, { after: island.end });
  }

  /**
   * Brings the messages around one that is not held. Throws when there is none, and
   * without network.
   * @param {string} conversation @param {string} message
   */
  async around(conversation, message) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (!this.host.isOnline()) throw new Error(OFFLINE);
      const path = `/v1/conversations/${conversation}/messages?around=${encodeURIComponent(message)}&limit=${PAGE}`;
      const page = await this.guard(conversation, async () => readPage(await this.host.get(path)));
      if (page && compareHistory(this.host.history?.(), page.history) === 'other') return;
      const feed = this.host.feed(conversation);
      const island = feed && page && islandOf(feed, page);
      if (island) return this.#settle(feed, island);
      if (!feed) return;
    }
  }

  /** The reader goes back to the newest messages. @param {string} conversation */
  leave(conversation) {
    this.islands.delete(conversation);
  }

  /**
   * Rows that come are newer than those of an island too.
   * @param {string} conversation @param {Record<string, any>[]} rows
   */
  touch(conversation, rows) {
    const island = this.islands.get(conversation);
    if (island) this.islands.set(conversation, touchIsland(island, rows));
  }

  /** @override @param {string} conversation whose window comes anew, or which is gone */
  cancel(conversation) {
    super.cancel(conversation);
    this.islands.delete(conversation);
  }

  /** @param {string} conversation @param {import('./history.js').Range} range */
  async #load(conversation, range) {
    if (!this.host.isOnline()) throw new Error(OFFLINE);
    const page = await this.request(conversation, range);
    const feed = this.host.feed(conversation);
    if (!feed || !page) return;
    const island = this.islands.get(conversation);
    if (island) this.#settle(feed, growIsland(island, page, feed));
    else this.host.keep(applyPage(feed, page));
  }

  /**
   * Keeps an island, or makes one window of the two.
   * @param {Feed} feed @param {import('./law.js').Island} island
   */
  #settle(feed, island) {
    const joined = joinIsland(feed, island, this.host.me);
    if (joined) {
      this.islands.delete(feed.feed);
      this.host.keep(joined);
    } else {
      this.islands.set(feed.feed, island);
      this.host.changed();
    }
  }
}
