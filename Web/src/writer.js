// @ts-check
/**
 * Brings changes to disk: whatever has gathered while one transaction was written goes into the
 * next one together. Rows and the outbox entries that they settle always share a transaction.
 */

/** @typedef {import('./outbox.js').Action} Action */
/** @typedef {import('./law.js').Feed} Feed */
/**
 * @typedef {{feed: string, isWhole: boolean, put: any[], gone: number[]}} Rows the messages of a
 *   feed that are to be written; `isWhole` replaces all
 */

export class Writer {
  /** @type {Map<string, Feed | undefined>} by name; `undefined` is forgotten */
  #feeds = new Map();
  /** @type {Map<number, import('./outbox.js').Entry | undefined>} by id; `undefined` is removed */
  #entries = new Map();
  /** @type {Set<string>} files whose bytes are not needed any more */
  #files = new Set();
  /**
   * @type {Map<string, any[]>} the messages of each feed as they are on disk; a feed that is not
   *   here is written whole
   */
  #written = new Map();
  #isWriting = false;

  /**
   * @param {{commit: (changes: {feeds: Feed[], rows: Rows[], goneFeeds: string[], saved: any[],
   *   removed: number[], goneFiles?: string[]}) => Promise<void>}} database
   * @param {{settled: () => void, failed: (error: unknown) => void}} host `settled` when the outbox
   *   on disk has changed
   */
  constructor(database, host) {
    this.database = database;
    this.host = host;
  }

  /** What the disk has. @param {Feed[]} feeds */
  know(feeds) {
    for (const feed of feeds) this.#written.set(feed.feed, feed.messages);
  }

  /**
   * Another tab may have written meanwhile: a feed that is not on disk as it was known
   * is written whole.
   * @param {{feed: string, cursor: number, windowStart: number, count: number}[]} heads
   *   what the disk has
   * @param {Map<string, Feed>} feeds as they are now
   */
  check(heads, feeds) {
    const onDisk = new Map(heads.map((head) => [head.feed, head]));
    for (const [name, messages] of this.#written) {
      const [head, feed] = [onDisk.get(name), feeds.get(name)];
      const isSame =
        head &&
        feed &&
        head.cursor === feed.cursor &&
        head.windowStart === feed.windowStart &&
        head.count === messages.length;
      if (!isSame || feed.messages !== messages) this.#written.delete(name);
    }
  }

  /** @param {{feeds?: Feed[], goneFeeds?: string[], actions?: Action[]}} changes */
  write({ feeds = [], goneFeeds = [], actions = [] }) {
    for (const feed of feeds) this.#feeds.set(feed.feed, feed);
    for (const name of goneFeeds) {
      this.#feeds.set(name, undefined);
      this.#written.delete(name);
    }
    for (const action of actions) {
      if (action.type === 'save' && !this.#isRemoved(action.entry.id))
        this.#entries.set(action.entry.id, action.entry);
      if (action.type === 'remove') this.#entries.set(action.id, undefined);
      if (action.type === 'forget') for (const id of action.files) this.#files.add(id);
    }
    if (!this.#isWriting) this.#drain();
  }

  /** @param {number} id */
  #isRemoved(id) {
    return this.#entries.has(id) && this.#entries.get(id) === undefined;
  }

  async #drain() {
    this.#isWriting = true;
    while (this.#feeds.size || this.#entries.size || this.#files.size) {
      const feeds = [...this.#feeds];
      const entries = [...this.#entries];
      const goneFiles = [...this.#files];
      this.#feeds.clear();
      this.#entries.clear();
      this.#files.clear();
      try {
        await this.database.commit({
          feeds: feeds.flatMap(([, feed]) => feed ?? []),
          rows: feeds.flatMap(([name, feed]) => (feed ? this.#changed(name, feed.messages) : [])),
          goneFeeds: feeds.flatMap(([name, feed]) => (feed ? [] : [name])),
          saved: entries.flatMap(([, entry]) => (entry ? [{ ...entry }] : [])),
          removed: entries.flatMap(([id, entry]) => (entry ? [] : [id])),
          ...(goneFiles.length && { goneFiles }),
        });
        if (entries.length) this.host.settled();
      } catch (error) {
        for (const [name] of feeds) this.#written.delete(name);
        this.host.failed(error);
      }
    }
    this.#isWriting = false;
  }

  /**
   * What differs from the disk, which has it all once this is written.
   * @param {string} name @param {any[]} messages by seq @returns {Rows[]}
   */
  #changed(name, messages) {
    const former = this.#written.get(name);
    this.#written.set(name, messages);
    if (!former) return [{ feed: name, isWhole: true, put: messages, gone: [] }];
    const { put, gone } = difference(former, messages);
    return put.length || gone.length ? [{ feed: name, isWhole: false, put, gone }] : [];
  }
}

/**
 * Rows that are new or have been replaced, and seqs that are gone; rows are never changed in place.
 * @param {any[]} former by seq @param {any[]} now by seq
 */
function difference(former, now) {
  /** @type {any[]} */
  const put = [];
  /** @type {number[]} */
  const gone = [];
  if (former === now) return { put, gone };
  let index = 0;
  for (const row of now) {
    for (; index < former.length && former[index].seq < row.seq; index += 1)
      gone.push(former[index].seq);
    const isKnown = former[index]?.seq === row.seq;
    if (!isKnown || former[index] !== row) put.push(row);
    if (isKnown) index += 1;
  }
  for (; index < former.length; index += 1) gone.push(former[index].seq);
  return { put, gone };
}
