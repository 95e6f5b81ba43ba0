// @ts-check
/**
 * Brings changes to disk: whatever has gathered while one transaction was written goes into the next one together.
 * Rows and the outbox entries that they settle always share a transaction.
 */

/** @typedef {import('./outbox.js').Action} Action */
/** @typedef {import('./law.js').Feed} Feed */

export class Writer {
  /** @type {Map<string, Feed | undefined>} by name; `undefined` is forgotten */
  #feeds = new Map();
  /** @type {Map<number, import('./outbox.js').Entry | undefined>} by id; `undefined` is removed */
  #entries = new Map();
  #isWriting = false;

  /**
   * @param {{commit: (changes: {feeds: Feed[], goneFeeds: string[], saved: any[], removed: number[]}) => Promise<void>}} database
   * @param {{settled: () => void, failed: (error: unknown) => void}} host `settled` when the outbox on disk has changed
   */
  constructor(database, host) {
    this.database = database;
    this.host = host;
  }

  /** @param {{feeds?: Feed[], goneFeeds?: string[], actions?: Action[]}} changes */
  write({ feeds = [], goneFeeds = [], actions = [] }) {
    for (const feed of feeds) this.#feeds.set(feed.feed, feed);
    for (const name of goneFeeds) this.#feeds.set(name, undefined);
    for (const action of actions) {
      if (action.type === 'save' && !this.#isRemoved(action.entry.id)) this.#entries.set(action.entry.id, action.entry);
      if (action.type === 'remove') this.#entries.set(action.id, undefined);
    }
    if (!this.#isWriting) this.#drain();
  }

  /** @param {number} id */
  #isRemoved(id) {
    return this.#entries.has(id) && this.#entries.get(id) === undefined;
  }

  async #drain() {
    this.#isWriting = true;
    while (this.#feeds.size || this.#entries.size) {
      const feeds = [...this.#feeds];
      const entries = [...this.#entries];
      this.#feeds.clear();
      this.#entries.clear();
      try {
        await this.database.commit({
          feeds: feeds.flatMap(([, feed]) => feed ?? []),
          goneFeeds: feeds.flatMap(([name, feed]) => (feed ? [] : [name])),
          saved: entries.flatMap(([, entry]) => (entry ? [{ ...entry }] : [])),
          removed: entries.flatMap(([id, entry]) => (entry ? [] : [id])),
        });
        if (entries.length) this.host.settled();
      } catch (error) {
        this.host.failed(error);
      }
    }
    this.#isWriting = false;
  }
}
