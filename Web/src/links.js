// @ts-check
/**
 * Addresses of files for elements that cannot send a token: asked for together, and kept until a
 * minute before they end.
 */

/** @typedef {import('./generated/types').FileLinks} FileLinks */

const MARGIN = 60_000;
const MOST = 100;

export class Links {
  /** @type {Map<string, {url: string, expiresAt: number}>} */
  #links = new Map();
  /**
   * @type {Map<string, {promise: Promise<string | undefined>,
   *   resolve: (url: string | undefined) => void, reject: (error: unknown) => void}>}
   */
  #asked = new Map();
  #isScheduled = false;

  /**
   * @param {(files: string[]) => Promise<FileLinks>} ask
   * @param {() => number} [now]
   */
  constructor(ask, now = Date.now) {
    this.ask = ask;
    this.now = now;
  }

  /** What is kept and still good. @param {string} id @returns {string | undefined} */
  known(id) {
    const link = this.#links.get(id);
    return link && link.expiresAt - MARGIN > this.now() ? link.url : undefined;
  }

  /**
   * @param {string} id
   * @returns {Promise<string | undefined>} nothing for what may not be read; throws when the server
   *   cannot be asked
   */
  async get(id) {
    const known = this.known(id);
    if (known) return known;
    const asked = this.#asked.get(id);
    if (asked) return asked.promise;
    /** @type {any} */
    const parts = {};
    parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
    this.#asked.set(id, parts);
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => this.#askAll());
    }
    return parts.promise;
  }

  /** A link that the server did not take. @param {string} id @param {string} url */
  forget(id, url) {
    if (this.#links.get(id)?.url === url) this.#links.delete(id);
  }

  #askAll() {
    this.#isScheduled = false;
    const waiting = [...this.#asked];
    this.#asked.clear();
    for (let start = 0; start < waiting.length; start += MOST)
      this.#askSome(new Map(waiting.slice(start, start + MOST)));
  }

  /** @param {Map<string, any>} waiting */
  async #askSome(waiting) {
    try {
      const { links, expiresAt } = await this.ask([...waiting.keys()]);
      for (const { id, url } of links) this.#links.set(id, { url, expiresAt });
      const urls = new Map(links.map((link) => [link.id, link.url]));
      for (const [id, { resolve }] of waiting) resolve(urls.get(id));
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }
}
