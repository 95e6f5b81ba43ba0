// @ts-check
/**
 * Requests for other pages: one at a time of each kind in each conversation. A page that a window
 * has overtaken is dropped, for it may be older.
 */

/** @typedef {import('./protocol.js').Frame} Frame */
/** @typedef {{before: number} | {after: number}} Range */

export class History {
  /**
   * @type {Map<string, {conversation: string, ref: number, promise: Promise<Frame | undefined>,
   *   resolve: (page?: Frame) => void, reject: (error: Error) => void}>}
   */
  #waiting = new Map();
  /** @type {Map<string, number>} how often a conversation's pages have become worthless */
  #epochs = new Map();

  /** @param {(frame: Frame) => void} send @param {() => number} nextRef */
  constructor(send, nextRef) {
    this.send = send;
    this.nextRef = nextRef;
  }

  /**
   * @param {string} conversation @param {Range} range
   * @returns {Promise<Frame | undefined>} nothing when it has become worthless
   */
  request(conversation, range) {
    const key = `${conversation} ${JSON.stringify(range)}`;
    const former = this.#waiting.get(key);
    if (former) return former.promise;
    const ref = this.nextRef();
    const { promise, resolve, reject } = promiseParts();
    this.#waiting.set(key, { conversation, ref, promise, resolve, reject });
    this.send({ type: 'history', ref, conversation, ...range, limit: PAGE });
    return promise;
  }

  /**
   * The same for a page that comes another way.
   * @param {string} conversation @param {() => Promise<Frame>} fetch
   * @returns {Promise<Frame | undefined>} nothing when it has become worthless
   */
  async guard(conversation, fetch) {
    const epoch = this.#epochs.get(conversation);
    const page = await fetch();
    return this.#epochs.get(conversation) === epoch ? page : undefined;
  }

  /** @param {Frame} page */
  answered(page) {
    this.#take(page.ref)?.resolve(page);
  }

  /** @param {number} ref @param {string} detail @returns {boolean} whether it was asked for here */
  refused(ref, detail) {
    const request = this.#take(ref);
    request?.reject(new Error(detail));
    return Boolean(request);
  }

  /** @param {string} conversation whose window comes anew */
  cancel(conversation) {
    this.#epochs.set(conversation, (this.#epochs.get(conversation) ?? 0) + 1);
    for (const [key, request] of this.#waiting) {
      if (request.conversation !== conversation) continue;
      this.#waiting.delete(key);
      request.resolve();
    }
  }

  /** What was asked for on a connection that is lost. */
  cancelAll() {
    for (const request of this.#waiting.values()) request.resolve();
    this.#waiting.clear();
  }

  /** @param {number} ref */
  #take(ref) {
    for (const [key, request] of this.#waiting) {
      if (request.ref !== ref) continue;
      this.#waiting.delete(key);
      return request;
    }
    return undefined;
  }
}

/** Messages in a page. */
export const PAGE = 100;

/**
 * @returns {{promise: Promise<Frame | undefined>, resolve: (page?: Frame) => void,
 *   reject: (error: Error) => void}}
 */
function promiseParts() {
  /** @type {any} */
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}
