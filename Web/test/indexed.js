// @ts-check
/**
 * IndexedDB in memory, as far as `database.js` uses it. As in a browser, what is asked of a
 * transaction is done in order and later; it ends once nothing more has been asked of it; values go
 * in and out as copies; and keys are in order.
 */

/** One turn of the event loop: promises that wait for an answer have gone on after it. */
const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Numbers, then strings, then lists. @param {any} a @param {any} b @returns {number} */
function compare(a, b) {
  const rank = (/** @type {any} */ key) => ['number', 'string', 'object'].indexOf(typeof key);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (!Array.isArray(a)) return a < b ? -1 : Number(a > b);
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = compare(a[index], b[index]);
    if (order) return order;
  }
  return a.length - b.length;
}

class Rows {
  /** @type {{key: any, value: any}[]} by key */
  rows = [];
  lastID = 0;

  /** @param {{keyPath?: string, autoIncrement?: boolean}} options */
  constructor({ keyPath, autoIncrement }) {
    this.keyPath = keyPath;
    this.autoIncrement = autoIncrement;
  }

  /** @param {any} value @param {any} [explicit] */
  put(value, explicit) {
    const row = structuredClone(value);
    if (this.autoIncrement && this.keyPath && row[this.keyPath] === undefined)
      row[this.keyPath] = this.lastID + 1;
    const key = this.keyPath ? row[this.keyPath] : explicit;
    if (key === undefined) throw new Error('no key');
    if (this.autoIncrement) this.lastID = Math.max(this.lastID, key);
    this.rows = [...this.rows.filter((other) => compare(other.key, key)), { key, value: row }].sort(
      (a, b) => compare(a.key, b.key),
    );
    return key;
  }
}

class Transaction {
  /** @type {(() => void)[]} */
  #asked = [];
  /** @type {any} */ oncomplete = undefined;
  ended;

  /** @param {Map<string, Rows>} stores */
  constructor(stores) {
    this.stores = stores;
    this.ended = this.#run();
  }

  async #run() {
    await turn();
    for (let ask = this.#asked.shift(); ask; ask = this.#asked.shift()) {
      ask();
      await turn();
    }
    this.oncomplete?.();
  }

  /** @param {string} name */
  objectStore(name) {
    const rows = this.stores.get(name);
    if (!rows) throw new Error(`no store ${name}`);
    const within = (/** @type {any} */ key) => (/** @type {{key: any}} */ row) =>
      key?.lower
        ? compare(row.key, key.lower) >= 0 && compare(row.key, key.upper) <= 0
        : compare(row.key, key) === 0;
    return {
      getAll: () => this.ask(() => rows.rows.map((row) => structuredClone(row.value))),
      get: (/** @type {any} */ key) =>
        this.ask(() => structuredClone(rows.rows.find(within(key))?.value)),
      clear: () =>
        this.ask(() => {
          rows.rows = [];
        }),
      getAllKeys: () => this.ask(() => rows.rows.map((row) => structuredClone(row.key))),
      add: (/** @type {any} */ value) => this.ask(() => rows.put(value)),
      put: (/** @type {any} */ value, /** @type {any} */ key) =>
        this.ask(() => rows.put(value, key)),
      delete: (/** @type {any} */ key) =>
        this.ask(() => {
          rows.rows = rows.rows.filter((row) => !within(key)(row));
        }),
      openCursor: () => this.#cursor(rows),
    };
  }

  /** @param {() => any} work @param {any} [request] */
  ask(work, request = {}) {
    this.#asked.push(() => {
      request.result = work();
      request.onsuccess?.({ target: request });
    });
    return request;
  }

  /** @param {Rows} rows */
  #cursor(rows) {
    const request = {};
    const step = (/** @type {any} */ after) =>
      this.ask(() => {
        const row = rows.rows.find(({ key }) => after === undefined || compare(key, after) > 0);
        return (
          row && {
            value: structuredClone(row.value),
            update: (/** @type {any} */ value) => this.ask(() => rows.put(value, row.key)),
            continue: () => step(row.key),
          }
        );
      }, request);
    return step(undefined);
  }
}

/** @returns {any} what a browser has under `indexedDB` */
export function memoryIndexedDB() {
  /** @type {Map<string, {version: number, stores: Map<string, Rows>}>} */
  const files = new Map();
  return {
    /** @param {string} name @param {number} [wanted] */
    open(name, wanted) {
      /** @type {any} */
      const request = {};
      const run = async () => {
        await turn();
        const file = files.get(name) ?? { version: 0, stores: new Map() };
        files.set(name, file);
        const { version, stores } = file;
        if (wanted !== undefined && wanted < version) {
          request.error = new Error(`a database of version ${version}`);
          request.onerror?.();
          return;
        }
        request.result = {
          createObjectStore: (/** @type {string} */ store, /** @type {any} */ options = {}) =>
            stores.set(store, new Rows(options)),
          deleteObjectStore: (/** @type {string} */ store) => stores.delete(store),
          objectStoreNames: [...stores.keys()],
          transaction: () => new Transaction(stores),
          close: () => undefined,
        };
        if ((wanted ?? Math.max(1, version)) > version) {
          request.transaction = new Transaction(stores);
          request.onupgradeneeded?.({ oldVersion: version });
          await request.transaction.ended;
          file.version = wanted ?? 1;
        }
        request.onsuccess?.();
      };
      run();
      return request;
    },
    databases: async () => [...files].map(([name, { version }]) => ({ name, version })),
  };
}

/** What a browser has under `IDBKeyRange`. */
export const keyRange = {
  bound: (/** @type {any} */ lower, /** @type {any} */ upper) => ({ lower, upper }),
};
