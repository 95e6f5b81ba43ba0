// @ts-check
/** Requests for older pages: one at a time in each conversation. A page that a window has overtaken is dropped, for it may be older. */

/** @typedef {import('./protocol.js').Frame} Frame */

export class History {
  /** @type {Map<string, {ref: number, promise: Promise<Frame | undefined>, resolve: (page?: Frame) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();

  /** @param {(frame: Frame) => void} send @param {() => number} nextRef */
  constructor(send, nextRef) {
    this.send = send;
    this.nextRef = nextRef;
  }

  /** @param {string} conversation @param {number} before @returns {Promise<Frame | undefined>} nothing when it has become worthless */
  request(conversation, before) {
    const former = this.#waiting.get(conversation);
    if (former) return former.promise;
    const ref = this.nextRef();
    const { promise, resolve, reject } = promiseParts();
    this.#waiting.set(conversation, { ref, promise, resolve, reject });
    this.send({ type: 'history', ref, conversation, before });
    return promise;
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
    const request = this.#waiting.get(conversation);
    this.#waiting.delete(conversation);
    request?.resolve();
  }

  cancelAll() {
    for (const conversation of [...this.#waiting.keys()]) this.cancel(conversation);
  }

  /** @param {number} ref */
  #take(ref) {
    for (const [conversation, request] of this.#waiting) {
      if (request.ref !== ref) continue;
      this.#waiting.delete(conversation);
      return request;
    }
    return undefined;
  }
}

/** @returns {{promise: Promise<Frame | undefined>, resolve: (page?: Frame) => void, reject: (error: Error) => void}} */
function promiseParts() {
  /** @type {any} */
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}
