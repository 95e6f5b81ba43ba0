// @ts-check
/**
 * The outbox: in each conversation one entry at a time, first in, first out; conversations side
 * by side, and so are requests by their subject. Pure: events in, actions out. Being offline is
 * not a failure, nor is a server that cannot take anything now: a refusal that may pass is tried
 * again after a wait that grows, without end. A refusal that no retry helps fails the entry, and
 * so does the third time that the server breaks at this very entry while it takes others. Later
 * entries go on behind a failed one. A message with files waits until the server has them, and
 * what was written after it waits behind it. What is to be made on the server first, such as a
 * group, holds back what is about it.
 */
import { heldBack, laneOf } from './entries.js';

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./entries.js').LocalFile} LocalFile */
/**
 * @typedef {{type: 'transmit', entry: Entry, ref: number}
 *   | {type: 'remove', id: number} | {type: 'save', entry: Entry}
 *   | {type: 'wait', lane: string, seconds: number}
 *   | {type: 'forget' | 'abandon', files: string[]}} Action `forget`: the disk
 *   needs these files no more; `abandon`: nor does the server
 */

/**
 * @typedef {{refusals: number, hasSeenOthersPass: boolean}} Held what is known of a first entry
 *   that was refused and may pass
 */

export const MAXIMUM_ATTEMPTS = 3;
/** Seconds of the longest wait, unless the server asks for a longer one. */
export const LONGEST_WAIT = 60;
/** The part of a wait that chance adds, so that not everybody comes back at once. */
export const SPREAD = 0.25;

export class Outbox {
  /** @type {Entry[]} */
  entries = [];
  /** @type {Map<number, number>} ref → entry id */
  #inFlight = new Map();
  /** @type {Set<string>} */
  #paused = new Set();
  /** @type {Map<string, Held>} by lane */
  #held = new Map();
  #online = false;
  /** @type {() => number} */
  #nextRef;
  /** @type {() => number} */
  #random;

  /**
   * @param {() => number} [nextRef] numbers that nothing else on the socket uses
   * @param {() => number} [random] 0 to 1
   */
  constructor(nextRef, random = Math.random) {
    let last = 0;
    this.#nextRef = nextRef ?? (() => ++last);
    this.#random = random;
  }

  /** @param {Entry[]} entries as the disk has them @returns {Action[]} */
  load(entries) {
    const former = new Map(this.entries.map((entry) => [entry.id, entry]));
    this.entries = [...entries].sort((a, b) => a.id - b.id);
    // The disk may not have it yet.
    for (const entry of this.entries) {
      const known = former.get(entry.id);
      if (known?.transmitted) entry.transmitted = true;
      // After a failure the server is asked again.
      for (const file of (!known?.failed && known?.files) || [])
        if (file.uploaded) this.#markUploaded(entry, file.id);
    }
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
    // What has come to the server has been settled by the rows that came first: the rest of what
    // was taken back never did.
    const cancelled = this.entries.filter((entry) => entry.cancelled);
    return [...cancelled.flatMap((entry) => this.#drop(entry)), ...this.#transmit()];
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
    const actions = this.#settle(entry);
    this.passed();
    return [...actions, ...this.#transmit()];
  }

  /** The server has just taken something that no entry waits for. */
  passed() {
    for (const held of this.#held.values()) held.hasSeenOthersPass = true;
  }

  /** @param {number} ref @param {import('./protocol.js').Refusal} refusal @returns {Action[]} */
  refused(ref, refusal) {
    const entry = this.#take(ref);
    if (!entry) return [];
    if (entry.cancelled) return [...this.#drop(entry), ...this.#transmit()];
    delete entry.transmitted;
    const { type, request } = entry.operation;
    const isDone =
      (type === 'delete' || request?.isDoneWhenGone) &&
      ['not_found', 'gone'].includes(refusal.code);
    if (isDone) return [...this.#remove(entry), ...this.#transmit()];
    // What was uploaded a day ago and not sent is not there any more.
    if (refusal.code === 'invalid' && entry.files && !entry.doubted) {
      entry.doubted = true;
      for (const file of entry.files) delete file.uploaded;
      return [{ type: 'save', entry }, ...this.#transmit()];
    }
    const lane = laneOf(entry);
    const held = this.#held.get(lane) ?? { refusals: 0, hasSeenOthersPass: false };
    // Overload and rates are about the server and the sender, never about this entry.
    const counts = !refusal.retry || (refusal.code === 'internal' && held.hasSeenOthersPass);
    /** @type {Action[]} */
    const actions = [];
    if (counts) {
      entry.attempts += 1;
      entry.failed = !refusal.retry || entry.attempts >= MAXIMUM_ATTEMPTS;
      entry.failure = refusal.detail;
      actions.push({ type: 'save', entry });
    }
    if (entry.failed) {
      this.#held.delete(lane);
    } else {
      this.#held.set(lane, { refusals: held.refusals + 1, hasSeenOthersPass: false });
      this.#paused.add(lane);
      actions.push({
        type: 'wait',
        lane,
        seconds: this.#wait(held.refusals, refusal.retryAfter),
      });
    }
    return [...actions, ...this.#transmit()];
  }

  /**
   * Never shorter than what the server asks for.
   * @param {number} refusals before this one @param {number} [retryAfter]
   */
  #wait(refusals, retryAfter = 0) {
    const base = Math.max(retryAfter, Math.min(LONGEST_WAIT, 2 ** Math.min(refusals, 10)));
    return base * (1 + SPREAD * this.#random());
  }

  /** @param {string} lane whose wait is over @returns {Action[]} */
  waited(lane) {
    this.#paused.delete(lane);
    return this.#transmit();
  }

  /**
   * A row of the server shows that these messages have arrived.
   * @param {Set<string>} ids @returns {Action[]}
   */
  arrived(ids) {
    const done = this.entries.filter(
      (entry) => entry.operation.type === 'send' && ids.has(entry.operation.id),
    );
    if (!done.length) return [];
    const actions = done.flatMap((entry) => this.#settle(entry));
    this.passed();
    return [...actions, ...this.#transmit()];
  }

  /** @param {string} message @returns {Action[]} */
  retry(message) {
    const failed = this.entries.filter((entry) => entry.failed && entry.operation.id === message);
    for (const entry of failed) {
      Object.assign(entry, { failed: false, attempts: 0, failure: undefined });
      // The server says of each whether it still has it.
      for (const file of entry.files ?? []) delete file.uploaded;
    }
    return [
      ...failed.map((entry) => /** @type {Action} */ ({ type: 'save', entry })),
      ...this.#transmit(),
    ];
  }

  /** @param {string} message @returns {Action[]} */
  discard(message) {
    const failed = this.entries.filter((entry) => entry.failed && entry.operation.id === message);
    return failed.flatMap((entry) => this.#drop(entry));
  }

  /** A request has been carried out, or nobody wants it. @param {number} id @returns {Action[]} */
  over(id) {
    const entry = this.entries.find((other) => other.id === id);
    return entry ? [...this.#remove(entry), ...this.#transmit()] : [];
  }

  /** Files that the server must get, those of the first messages first. */
  get wanted() {
    return this.entries
      .filter((entry) => !entry.failed && !entry.cancelled)
      .flatMap((entry) => (entry.files ?? []).filter((file) => !file.uploaded));
  }

  /** The server has a file. @param {string} file @returns {Action[]} */
  uploaded(file) {
    const entry = this.#ofFile(file);
    if (!entry) return [];
    this.#markUploaded(entry, file);
    return [{ type: 'save', entry }, ...this.#transmit()];
  }

  /** A file cannot be uploaded. @param {string} file @param {string} failure @returns {Action[]} */
  uploadFailed(file, failure) {
    const entry = this.#ofFile(file);
    if (!entry) return [];
    Object.assign(entry, { failed: true, failure });
    return [{ type: 'save', entry }, ...this.#transmit()];
  }

  /** @param {string} file */
  #ofFile(file) {
    return this.entries.find((entry) => entry.files?.some(({ id }) => id === file));
  }

  /** @param {Entry} entry @param {string} file */
  #markUploaded(entry, file) {
    const found = entry.files?.find(({ id }) => id === file);
    if (found) found.uploaded = true;
  }

  /**
   * Changes what waits to be sent.
   * @param {string} message @param {string} text
   * @returns {Action[] | undefined} nothing when there is no such message, or the server may have
   *   it: then it takes an edit
   */
  rewrite(message, text) {
    const entry = this.#waiting(message);
    if (!entry || entry.transmitted) return undefined;
    entry.operation = { ...entry.operation, text };
    return [{ type: 'save', entry }];
  }

  /**
   * Takes back what waits to be sent, with the changes made to it.
   * @param {string} message @returns {Action[]}
   */
  cancel(message) {
    const entry = this.#waiting(message);
    if (!entry) return [];
    const changes = this.entries.filter(
      (other) => other !== entry && other.operation.id === message,
    );
    const actions = changes.flatMap((other) => this.#remove(other));
    if (!entry.transmitted) return [...actions, ...this.#drop(entry), ...this.#transmit()];
    entry.cancelled = true;
    return [...actions, { type: 'save', entry }];
  }

  /** @param {string} message */
  #waiting(message) {
    return this.entries.find(
      (entry) =>
        entry.operation.type === 'send' && entry.operation.id === message && !entry.cancelled,
    );
  }

  /**
   * A message that the user took back is on the server: it is deleted.
   * @param {Entry} entry @returns {Action[]}
   */
  #arrivedCancelled(entry) {
    const forgotten = forget(entry);
    entry.operation = { type: 'delete', id: entry.operation.id };
    delete entry.files;
    delete entry.cancelled;
    delete entry.transmitted;
    entry.attempts = 0;
    for (const [ref, id] of this.#inFlight) if (id === entry.id) this.#inFlight.delete(ref);
    return [{ type: 'save', entry }, ...forgotten];
  }

  /**
   * The server has done with a message: what the user took back meanwhile is deleted, anything
   * else is settled.
   * @param {Entry} entry @returns {Action[]}
   */
  #settle(entry) {
    return entry.cancelled ? this.#arrivedCancelled(entry) : this.#remove(entry);
  }

  /**
   * @param {string} conversation that is gone, and requests about it with it: what was written
   *   there waits for the user
   * @returns {Action[]}
   */
  orphan(conversation) {
    const orphans = this.entries.filter((entry) => entry.conversation === conversation);
    return orphans.flatMap((entry) => {
      if (entry.operation.request) return this.#remove(entry);
      if (entry.failed) return [];
      Object.assign(entry, { failed: true, failure: 'You are no longer in this conversation.' });
      return [{ type: 'save', entry }];
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
    this.#held.delete(laneOf(entry));
    for (const [ref, id] of this.#inFlight) if (id === entry.id) this.#inFlight.delete(ref);
    return [{ type: 'remove', id: entry.id }, ...forget(entry)];
  }

  /**
   * Removes what the server has not got, with what it has of the files.
   * @param {Entry} entry @returns {Action[]}
   */
  #drop(entry) {
    return [...this.#remove(entry), ...forget(entry, 'abandon')];
  }

  /** @returns {Action[]} */
  #transmit() {
    if (!this.#online) return [];
    const busy = new Set(this.#paused);
    const flying = new Set(this.#inFlight.values());
    for (const entry of this.entries) if (flying.has(entry.id)) busy.add(laneOf(entry));
    const held = heldBack(this.entries);
    /** @type {Action[]} */
    const actions = [];
    for (const entry of this.entries) {
      const lane = laneOf(entry);
      if (entry.failed || entry.cancelled || busy.has(lane) || held.has(entry)) continue;
      busy.add(lane);
      if (entry.files?.some((file) => !file.uploaded)) continue;
      const ref = this.#nextRef();
      this.#inFlight.set(ref, entry.id);
      if (!entry.transmitted) {
        entry.transmitted = true;
        actions.push({ type: 'save', entry });
      }
      actions.push({ type: 'transmit', entry, ref });
    }
    return actions;
  }
}

/** @param {Entry} entry @param {'forget' | 'abandon'} [type] @returns {Action[]} */
const forget = ({ files }, type = 'forget') =>
  files?.length ? [{ type, files: files.map((file) => file.id) }] : [];
