// @ts-check
/** Which feeds have been asked for and have not come: each is asked for once. */

export class Pulls {
  /** @type {Set<string>} */
  #waiting = new Set();

  /**
   * @param {(frame: any) => void} send
   * @param {(feed: string) => number} cursorOf what is held of a feed
   */
  constructor(send, cursorOf) {
    this.send = send;
    this.cursorOf = cursorOf;
  }

  get isWaiting() {
    return this.#waiting.size > 0;
  }

  /** @param {string} feed @param {number} fromRev */
  ask(feed, fromRev) {
    if (this.#waiting.has(feed) && fromRev !== 0) return;
    this.#waiting.add(feed);
    this.send({ type: 'pull', feed, fromRev });
  }

  /** The server refuses pulls for now. @param {any} error */
  refused({ retry, retryAfter = 1 }) {
    const names = [...this.#waiting];
    if (!retry || !names.length) return;
    const again = () => {
      for (const name of names) if (this.#waiting.delete(name)) this.ask(name, this.cursorOf(name));
    };
    setTimeout(again, Math.max(1, retryAfter) * 1_000);
  }

  /** It has come, or is not wanted any more. @param {string} feed */
  settle(feed) {
    this.#waiting.delete(feed);
  }

  clear() {
    this.#waiting.clear();
  }
}
