// @ts-check
/**
 * What the browser keeps: feeds, the outbox, the files that go with it, the AI's last answers, and
 * small things, in IndexedDB. One database for each user.
 */

/** @param {IDBRequest} request @returns {Promise<any>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const committed = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });

const VERSION = 6;
/** What is still the user's when the session has ended: what they have written and not sent. */
const UNSENT = ['outbox', 'files'];

/**
 * Brings the feeds of an earlier version up to date, in one pass: of two cursors side by side each
 * would write over what the other has changed. Insights that came before version 2 were not kept:
 * every conversation's window is asked for again, and so is the private feed, whose reminders and
 * marks of what is urgent were not kept before version 5. Before version 3 the messages of a feed
 * were in its record, and every change wrote all of them.
 * @param {IDBTransaction} transaction @param {number} oldVersion
 */
function upgradeFeeds(transaction, oldVersion) {
  const messages = transaction.objectStore('messages');
  const request = transaction.objectStore('feeds').openCursor();
  request.onsuccess = () => {
    const place = request.result;
    if (!place) return;
    const { value } = place;
    if (oldVersion < 3)
      for (const row of value.messages ?? []) messages.put(row, [value.feed, row.seq]);
    const isIncomplete = oldVersion < (value.feed === 'me' ? 5 : 2);
    const kept = oldVersion < 3 ? headOf(value) : value;
    place.update(isIncomplete ? { ...kept, cursor: 0 } : kept);
    place.continue();
  };
}

/** A feed as its record has it: without messages, but with their number. @param {any} feed */
const headOf = ({ messages, ...head }) => ({ ...head, count: messages?.length ?? 0 });

/** All messages of a feed, by key. @param {string} feed */
const rangeOf = (feed) => IDBKeyRange.bound([feed, 0], [feed, Infinity]);

export class Database {
  /** @type {IDBDatabase} */
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** @param {string} user @returns {Promise<Database>} */
  static async open(user) {
    const request = indexedDB.open(`messageai-${user}`, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore('feeds', { keyPath: 'feed' });
        request.result.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
        request.result.createObjectStore('small');
      }
      if (oldVersion < 3) {
        request.result.createObjectStore('messages');
      }
      if (oldVersion < 4) request.result.createObjectStore('files');
      if (oldVersion < 6) request.result.createObjectStore('answers', { keyPath: 'key' });
      if (request.transaction) upgradeFeeds(request.transaction, oldVersion);
    };
    const database = await done(request);
    // Another tab erases it: signed out there is signed out here.
    database.onversionchange = () => database.close();
    return new Database(database);
  }

  /** @returns {Promise<{feeds: any[], outbox: any[], small: Map<string, any>}>} */
  async load() {
    const transaction = this.#database.transaction(['feeds', 'messages', 'outbox', 'small']);
    const small = transaction.objectStore('small');
    const messages = transaction.objectStore('messages');
    const [heads, rows, places, outbox, keys, values] = await Promise.all([
      done(transaction.objectStore('feeds').getAll()),
      done(messages.getAll()),
      done(messages.getAllKeys()),
      done(transaction.objectStore('outbox').getAll()),
      done(small.getAllKeys()),
      done(small.getAll()),
    ]);
    const feeds = heads.map((/** @type {any} */ { count, ...head }) => ({ ...head, messages: [] }));
    const byName = new Map(feeds.map((/** @type {any} */ feed) => [feed.feed, feed]));
    // Keys are in order, so messages come by seq.
    for (const [index, row] of rows.entries()) {
      const feed = byName.get(places[index][0]);
      if (feed && row.seq >= feed.windowStart) feed.messages.push(row);
    }
    return {
      feeds,
      outbox,
      small: new Map(
        keys.map((/** @type {string} */ key, /** @type {number} */ index) => [key, values[index]]),
      ),
    };
  }

  /** Every feed's record, without messages but with their number. @returns {Promise<any[]>} */
  heads() {
    return done(this.#database.transaction('feeds').objectStore('feeds').getAll());
  }

  /** @returns {Promise<any[]>} */
  outbox() {
    return done(this.#database.transaction('outbox').objectStore('outbox').getAll());
  }

  /**
   * Puts an entry into the outbox, together with its files; on disk when this resolves.
   * @param {Record<string, any>} entry without id @param {[string, Blob][]} [files] by id
   * @returns {Promise<number>} its id
   */
  async enqueue(entry, files = []) {
    const stores = files.length ? UNSENT : ['outbox'];
    const transaction = this.#database.transaction(stores, 'readwrite', { durability: 'strict' });
    for (const [id, bytes] of files) transaction.objectStore('files').put(bytes, id);
    const id = await done(transaction.objectStore('outbox').add(entry));
    await committed(transaction);
    return id;
  }

  /** The bytes of a file that waits to be sent. @param {string} id @returns {Promise<any>} */
  file(id) {
    return done(this.#database.transaction('files').objectStore('files').get(id));
  }

  /** Removes the files of which no entry knows: a write may have failed. */
  async sweepFiles() {
    const transaction = this.#database.transaction(UNSENT, 'readwrite');
    const [entries, ids] = await Promise.all([
      done(transaction.objectStore('outbox').getAll()),
      done(transaction.objectStore('files').getAllKeys()),
    ]);
    const known = new Set(
      entries.flatMap((/** @type {import('./outbox.js').Entry} */ { files = [] }) =>
        files.map((file) => file.id),
      ),
    );
    for (const id of ids) if (!known.has(id)) transaction.objectStore('files').delete(id);
    await committed(transaction);
  }

  /**
   * Writes changed feeds with their changed messages and settles outbox entries, in
   * one transaction.
   * @param {{feeds?: any[], rows?: import('./writer.js').Rows[], goneFeeds?: string[],
   *   saved?: any[], removed?: number[], goneFiles?: string[]}} changes
   */
  async commit({
    feeds = [],
    rows = [],
    goneFeeds = [],
    saved = [],
    removed = [],
    goneFiles = [],
  }) {
    const stores = ['feeds', 'messages', 'outbox', ...(goneFiles.length ? ['files'] : [])];
    const transaction = this.#database.transaction(stores, 'readwrite');
    const feedStore = transaction.objectStore('feeds');
    const messages = transaction.objectStore('messages');
    const outbox = transaction.objectStore('outbox');
    for (const feed of feeds) feedStore.put(headOf(feed));
    for (const { feed, isWhole, put, gone } of rows) {
      if (isWhole) messages.delete(rangeOf(feed));
      for (const seq of gone) messages.delete([feed, seq]);
      for (const row of put) messages.put(row, [feed, row.seq]);
    }
    for (const feed of goneFeeds) {
      feedStore.delete(feed);
      messages.delete(rangeOf(feed));
    }
    for (const entry of saved) outbox.put(entry);
    for (const id of removed) outbox.delete(id);
    for (const id of goneFiles) transaction.objectStore('files').delete(id);
    await committed(transaction);
  }

  /** @param {string} key @param {any} value `undefined` removes */
  async setSmall(key, value) {
    const transaction = this.#database.transaction('small', 'readwrite');
    const store = transaction.objectStore('small');
    if (value === undefined) store.delete(key);
    else store.put(value, key);
    await committed(transaction);
  }

  /** What the AI has answered. @returns {Promise<import('./answers.js').Answer[]>} */
  answers() {
    return done(this.#database.transaction('answers').objectStore('answers').getAll());
  }

  /**
   * @param {import('./answers.js').Answer[]} kept @param {string[]} [gone] keys
   * @returns {Promise<void>}
   */
  async setAnswers(kept, gone = []) {
    const transaction = this.#database.transaction('answers', 'readwrite');
    const store = transaction.objectStore('answers');
    for (const answer of kept) store.put(answer);
    for (const key of gone) store.delete(key);
    await committed(transaction);
  }

  close() {
    this.#database.close();
  }

  /**
   * Erases all of a user but the outbox and its files: when their session has ended, what they have
   * written and not sent is all that is still theirs here. Makes nothing that was not there.
   * @param {string} user
   */
  static async eraseAllButOutbox(user) {
    const request = indexedDB.open(`messageai-${user}`);
    let isNew = false;
    request.onupgradeneeded = () => {
      isNew = true;
      request.transaction?.abort();
    };
    const database = await done(request).catch((error) => {
      if (!isNew) throw error;
    });
    if (!database) return;
    const stores = [...database.objectStoreNames].filter((name) => !UNSENT.includes(name));
    const transaction = database.transaction(stores, 'readwrite');
    for (const name of stores) transaction.objectStore(name).clear();
    database.close();
    await committed(transaction);
  }

  /**
   * Nothing that others have read in this browser is there for the one who signs in.
   * @param {string} user
   */
  static async eraseOthers(user) {
    const all = (await indexedDB.databases?.()) ?? [];
    const others = all
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith('messageai-') && name !== `messageai-${user}`);
    for (const name of others) await Database.eraseAllButOutbox(name.slice('messageai-'.length));
  }

  /** Erases everything of a user. @param {string} user */
  static erase(user) {
    return done(indexedDB.deleteDatabase(`messageai-${user}`));
  }
}
