// @ts-check
/**
 * The outbox: in each conversation one entry at a time, first in, first out; conversations side by side. Pure: events in, actions out.
 * Being offline is not a failure; a refusal that no retry helps, or the third one, fails the entry; later entries go on behind a failed one.
 */

/**
 * @typedef {object} Entry
 * @property {number} id rises
 * @property {string} conversation
 * @property {{type: 'send' | 'edit' | 'delete', id: string, text?: string, replyTo?: string, editId?: string}} operation
 * @property {number} createdAt
 * @property {number} attempts
 * @property {boolean} failed
 * @property {string} [failure]
 */
/** @typedef {{type: 'transmit', entry: Entry, ref: number} | {type: 'remove', id: number} | {type: 'save', entry: Entry} | {type: 'wait', conversation: string, seconds: number}} Action */

export const MAXIMUM_ATTEMPTS = 3;

export class Outbox {
  /** @type {Entry[]} */
  entries = [];
  /** @type {Map<number, number>} ref → entry id */
  #inFlight = new Map();
  /** @type {Set<string>} */
  #paused = new Set();
  #online = false;
  /** @type {() => number} */
  #nextRef;

  /** @param {() => number} [nextRef] numbers that nothing else on the socket uses */
  constructor(nextRef) {
    let last = 0;
    this.#nextRef = nextRef ?? (() => ++last);
  }

  /** @param {Entry[]} entries as the disk has them @returns {Action[]} */
  load(entries) {
    this.entries = [...entries].sort((a, b) => a.id - b.id);
    return this.#transmit();
  }

  /** @param {Entry} entry already on disk @returns {Action[]} */
  add(entry) {
    // Another tab's change may have brought it from the disk already.
    if (!this.entries.some((other) => other.id === entry.id)) this.entries.push(entry);
    return this.#transmit();
  }

  /** @returns {Action[]} */
  resume() {
    this.#online = true;
    this.#inFlight.clear();
    this.#paused.clear();
    return this.#transmit();
  }

  suspend() {
    this.#online = false;
    this.#inFlight.clear();
    this.#paused.clear();
  }

  /** The server has done it. @param {number} ref @returns {Action[]} */
  answered(ref) {
    const entry = this.#take(ref);
    if (!entry) return [];
    return [...this.#remove(entry), ...this.#transmit()];
  }

  /** @param {number} ref @param {import('./protocol.js').Refusal} refusal @returns {Action[]} */
  refused(ref, refusal) {
    const entry = this.#take(ref);
    if (!entry) return [];
    const isDone = entry.operation.type === 'delete' && ['not_found', 'gone'].includes(refusal.code);
    if (isDone) return [...this.#remove(entry), ...this.#transmit()];
    entry.attempts += 1;
    entry.failed = !refusal.retry || entry.attempts >= MAXIMUM_ATTEMPTS;
    entry.failure = refusal.detail;
    /** @type {Action[]} */
    const actions = [{ type: 'save', entry }];
    if (!entry.failed) {
      this.#paused.add(entry.conversation);
      actions.push({ type: 'wait', conversation: entry.conversation, seconds: Math.max(1, refusal.retryAfter ?? 1) });
    }
    return [...actions, ...this.#transmit()];
  }

  /** @param {string} conversation whose wait is over @returns {Action[]} */
  waited(conversation) {
    this.#paused.delete(conversation);
    return this.#transmit();
  }

  /** A row of the server shows that these messages have arrived. @param {Set<string>} ids @returns {Action[]} */
  arrived(ids) {
    const done = this.entries.filter((entry) => entry.operation.type === 'send' && ids.has(entry.operation.id));
    return done.length ? [...done.flatMap((entry) => this.#remove(entry)), ...this.#transmit()] : [];
  }

  /** @param {string} message @returns {Action[]} */
  retry(message) {
    const failed = this.entries.filter((entry) => entry.failed && entry.operation.id === message);
    for (const entry of failed) Object.assign(entry, { failed: false, attempts: 0, failure: undefined });
    return [...failed.map((entry) => /** @type {Action} */ ({ type: 'save', entry })), ...this.#transmit()];
  }

  /** @param {string} message @returns {Action[]} */
  discard(message) {
    const failed = this.entries.filter((entry) => entry.failed && entry.operation.id === message);
    return failed.flatMap((entry) => this.#remove(entry));
  }

  /** @param {string} conversation that is gone: its entries wait for the user @returns {Action[]} */
  orphan(conversation) {
    return this.entries.filter((entry) => entry.conversation === conversation && !entry.failed).map((entry) => {
      Object.assign(entry, { failed: true, failure: 'You are no longer in this conversation.' });
      return { type: 'save', entry };
    });
  }

  /** @param {number} ref */
  #take(ref) {
    const id = this.#inFlight.get(ref);
    this.#inFlight.delete(ref);
    return this.entries.find((entry) => entry.id === id);
  }

  /** @param {Entry} entry @returns {Action[]} */
  #remove(entry) {
    this.entries = this.entries.filter((other) => other.id !== entry.id);
    for (const [ref, id] of this.#inFlight) if (id === entry.id) this.#inFlight.delete(ref);
    return [{ type: 'remove', id: entry.id }];
  }

  /** @returns {Action[]} */
  #transmit() {
    if (!this.#online) return [];
    const busy = new Set(this.#paused);
    const flying = new Set(this.#inFlight.values());
    for (const entry of this.entries) if (flying.has(entry.id)) busy.add(entry.conversation);
    /** @type {Action[]} */
    const actions = [];
    for (const entry of this.entries) {
      if (entry.failed || busy.has(entry.conversation)) continue;
      busy.add(entry.conversation);
      const ref = this.#nextRef();
      this.#inFlight.set(ref, entry.id);
      actions.push({ type: 'transmit', entry, ref });
    }
    return actions;
  }
}
