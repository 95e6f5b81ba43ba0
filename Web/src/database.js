// @ts-check
/**
 * What the browser keeps: feeds, the outbox, and small things, in IndexedDB. One database for each user.
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

const VERSION = 2;

/** Insights that came before version 2 were not kept: every conversation's window is asked for again. @param {IDBObjectStore} feeds */
function forgetCursors(feeds) {
  const request = feeds.openCursor();
  request.onsuccess = () => {
    const place = request.result;
    if (!place) return;
    if (place.value.feed !== 'me') place.update({ ...place.value, cursor: 0 });
    place.continue();
  };
}

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
      } else if (oldVersion < 2 && request.transaction) {
        forgetCursors(request.transaction.objectStore('feeds'));
      }
    };
    const database = await done(request);
    // Another tab erases it: signed out there is signed out here.
    database.onversionchange = () => database.close();
    return new Database(database);
  }

  /** @returns {Promise<{feeds: any[], outbox: any[], small: Map<string, any>}>} */
  async load() {
    const transaction = this.#database.transaction(['feeds', 'outbox', 'small']);
    const small = transaction.objectStore('small');
    const [feeds, outbox, keys, values] = await Promise.all([
      done(transaction.objectStore('feeds').getAll()),
      done(transaction.objectStore('outbox').getAll()),
      done(small.getAllKeys()),
      done(small.getAll()),
    ]);
    return { feeds, outbox, small: new Map(keys.map((/** @type {string} */ key, /** @type {number} */ index) => [key, values[index]])) };
  }

  /** @returns {Promise<any[]>} */
  outbox() {
    return done(this.#database.transaction('outbox').objectStore('outbox').getAll());
  }

  /**
   * Puts an entry into the outbox; on disk when this resolves.
   * @param {Record<string, any>} entry without id @returns {Promise<number>} its id
   */
  async enqueue(entry) {
    const transaction = this.#database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const id = await done(transaction.objectStore('outbox').add(entry));
    await committed(transaction);
    return id;
  }

  /**
   * Writes changed feeds and settles outbox entries in one transaction.
   * @param {{feeds?: any[], goneFeeds?: string[], saved?: any[], removed?: number[]}} changes
   */
  async commit({ feeds = [], goneFeeds = [], saved = [], removed = [] }) {
    const transaction = this.#database.transaction(['feeds', 'outbox'], 'readwrite');
    const feedStore = transaction.objectStore('feeds');
    const outbox = transaction.objectStore('outbox');
    for (const feed of feeds) feedStore.put(feed);
    for (const feed of goneFeeds) feedStore.delete(feed);
    for (const entry of saved) outbox.put(entry);
    for (const id of removed) outbox.delete(id);
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

  close() {
    this.#database.close();
  }

  /**
   * Erases all of a user but the outbox: when their session has ended, what they have written and not sent is all that is still theirs here.
   * Makes nothing that was not there. @param {string} user
   */
  static async eraseAllButOutbox(user) {
    const request = indexedDB.open(`messageai-${user}`);
    let isNew = false;
    request.onupgradeneeded = () => { isNew = true; request.transaction?.abort(); };
    const database = await done(request).catch((error) => { if (!isNew) throw error; });
    if (!database) return;
    const stores = [...database.objectStoreNames].filter((name) => name !== 'outbox');
    const transaction = database.transaction(stores, 'readwrite');
    for (const name of stores) transaction.objectStore(name).clear();
    database.close();
    await committed(transaction);
  }

  /** Nothing that others have read in this browser is there for the one who signs in. @param {string} user */
  static async eraseOthers(user) {
    const all = await indexedDB.databases?.() ?? [];
    const others = all.map(({ name = '' }) => name).filter((name) => name.startsWith('messageai-') && name !== `messageai-${user}`);
    for (const name of others) await Database.eraseAllButOutbox(name.slice('messageai-'.length));
  }

  /** Erases everything of a user. @param {string} user */
  static erase(user) {
    return done(indexedDB.deleteDatabase(`messageai-${user}`));
  }
}
