// @ts-check
/**
 * How long things take here, told to the server in small batches: kind, milliseconds, and whether a
 * message had to wait in the outbox. Nothing of messages, people or places; the server adds it up
 * and keeps nobody's. With them go the spans of messages that are traced. What cannot be told waits
 * in memory, bounded, for a day at most.
 */
import { receipts } from './derived.js';
import { MessageTraces } from './traces.js';

/** @typedef {import('./generated/types.js').ClientEvent} Event */
/** @typedef {import('./generated/types.js').ClientSpan} Span */
/**
 * @typedef {object} Sent
 * @property {string} conversation
 * @property {number} seq
 * @property {string} sender
 * @property {number} since
 * @property {boolean} waited
 */

export const DAY = 86_400_000;
/** As many as a batch holds. */
export const BATCH = 100;
/** Of more, the newest stay. */
export const MOST = 500;
/** Messages that not all others have; of more the oldest are not told of. */
const MOST_UNDELIVERED = 50;
/** From an event until it is told, with those that come meanwhile. */
const PAUSE = 60_000;
/** From a message's arrival, for as long a chat that was open may take to show it. */
const SHOWING = 5_000;
/** Refusals that would be the same each time. */
const FINAL = ['forbidden', 'invalid', 'malformed', 'not_found', 'method_not_allowed'];

/**
 * `undefined` for what a clock that was set says.
 * @param {Event['kind']} kind @param {number} since @param {number} now @param {boolean} [waited]
 * @returns {Event | undefined}
 */
export function eventOf(kind, since, now, waited = false) {
  const milliseconds = Math.round(now - since);
  if (!(milliseconds >= 0 && milliseconds <= DAY)) return undefined;
  return { kind, milliseconds, ...(waited && { waited }) };
}

/** @template T */
export class EventQueue {
  /** @type {{event: T, at: number}[]} */
  events = [];

  /** @param {T} event @param {number} now */
  append(event, now) {
    this.events = [...this.events, { event, at: now }].slice(-MOST);
  }

  /**
   * What is to be told now, the oldest first.
   * @param {number} now @returns {{event: T, at: number}[]}
   */
  take(now) {
    const living = this.events.filter(({ at }) => now - at < DAY);
    this.events = living.slice(BATCH);
    return living.slice(0, BATCH);
  }

  /** They could not be told. @param {{event: T, at: number}[]} batch */
  putBack(batch) {
    this.events = [...batch, ...this.events].slice(-MOST);
  }

  clear() {
    this.events = [];
  }
}

/** How long own messages take: until the server has them, and until all others do. Pure. */
export class SendTimes {
  /** @type {Sent[]} */
  #undelivered = [];
  #onlineSince = Infinity;

  /** @param {number | undefined} since when the connection came, if there is one */
  connected(since) {
    this.#onlineSince = since ?? Infinity;
    // Others may get a message meanwhile without anybody saying so.
    if (since === undefined) this.#undelivered = [];
  }

  /**
   * The server has these messages.
   * @param {any} frame an ack @param {import('./outbox.js').Entry[]} entries @param {number} now
   * @returns {(Event | undefined)[]}
   */
  acknowledged(frame, entries, now) {
    return (frame.messages ?? []).flatMap((/** @type {any} */ row) => {
      const entry = entries.find(
        ({ operation }) => operation.type === 'send' && operation.id === row.id,
      );
      if (!entry) return [];
      const waited = entry.createdAt < this.#onlineSince;
      this.#undelivered.push({
        conversation: frame.feed,
        seq: row.seq,
        sender: row.sender,
        since: entry.createdAt,
        waited,
      });
      this.#undelivered = this.#undelivered.slice(-MOST_UNDELIVERED);
      return [eventOf('messageSent', entry.createdAt, now, waited)];
    });
  }

  /**
   * The events of what all others have by now.
   * @param {import('./law.js').Feed} feed @param {number} now @returns {(Event | undefined)[]}
   */
  heard(feed, now) {
    const isThere = (/** @type {Sent} */ sent) =>
      sent.conversation === feed.feed && receipts(sent, feed.members).status !== 'sent';
    const there = this.#undelivered.filter(isThere);
    if (there.length) this.#undelivered = this.#undelivered.filter((sent) => !isThere(sent));
    return there.map(({ since, waited }) => eventOf('messageDelivered', since, now, waited));
  }
}

export class ClientEvents {
  /** @type {EventQueue<Event>} */
  #queue = new EventQueue();
  /** @type {EventQueue<Span>} */
  #spans = new EventQueue();
  #times = new SendTimes();
  #isLaunched = false;
  #isClosed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {Pick<import('./session.js').Session, 'call'>} session
   * @param {() => boolean} isWanted whether the person lets it
   * @param {MessageTraces} [traces]
   */
  constructor(session, isWanted, traces = new MessageTraces()) {
    this.session = session;
    this.isWanted = isWanted;
    this.traces = traces;
  }

  /** @param {(Event | undefined)[]} events */
  note(...events) {
    if (this.#isClosed) return;
    for (const event of events) if (event) this.#queue.append(event, Date.now());
    this.#tellLater();
  }

  /** @param {Span[]} spans */
  #noteSpans(spans) {
    if (this.#isClosed) return;
    for (const span of spans) this.#spans.append(span, Date.now());
    this.#tellLater();
  }

  #tellLater() {
    if (this.#queue.events.length || this.#spans.events.length)
      this.#timer ??= setTimeout(() => this.tell(), PAUSE);
  }

  /** @param {any} frame */
  welcomed(frame) {
    this.traces.welcomed(frame, Date.now());
  }

  /** A frame as it goes out. @param {any} frame */
  outgoing(frame) {
    return this.traces.outgoing(frame, this.isWanted);
  }

  /**
   * What a delta has brought is held now, and soon on the screen where its conversation is open.
   * @param {any} frame @param {number} at when it came
   */
  arrived(frame, at) {
    const arrival = this.traces.arrival(frame, at);
    if (!arrival || !this.isWanted()) return;
    this.#noteSpans(this.traces.done('receive', arrival, Date.now()));
    this.#awaitShown(arrival);
  }

  /**
   * Looks at each frame for a while whether the message is drawn: it is on the screen after that.
   * @param {import('./traces.js').Arrival} arrival
   */
  #awaitShown(arrival) {
    requestAnimationFrame(() => {
      if (this.#isClosed || Date.now() - arrival.at > SHOWING) return;
      if (!document.querySelector(`li[data-id="${CSS.escape(arrival.message)}"]`))
        return this.#awaitShown(arrival);
      setTimeout(() => this.#noteSpans(this.traces.done('show', arrival, Date.now())), 0);
    });
  }

  /**
   * What began then (`performance.now()`) is on the screen with the next frame.
   * @param {Event['kind']} kind @param {number} since
   */
  painted(kind, since) {
    requestAnimationFrame(() =>
      setTimeout(() => this.note(eventOf(kind, since, performance.now()))),
    );
  }

  /** The list is drawn. Only the first one of a page that was being looked at is its start. */
  launched() {
    if (this.#isLaunched) return;
    this.#isLaunched = true;
    if (document.visibilityState === 'visible') this.painted('appLaunch', 0);
  }

  /** @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
  async summary(ask) {
    const since = performance.now();
    const output = await ask();
    this.note(eventOf('summaryGenerated', since, performance.now()));
    return output;
  }

  /** @param {boolean} isOnline */
  connected(isOnline) {
    this.#times.connected(isOnline ? Date.now() : undefined);
  }

  /** @param {any} frame @param {import('./outbox.js').Entry[]} entries that were not settled yet */
  acknowledged(frame, entries) {
    this.note(...this.#times.acknowledged(frame, entries, Date.now()));
    this.#noteSpans(this.traces.acknowledged(frame, entries, Date.now()));
  }

  /** @param {import('./law.js').Feed} feed whose members may have more now */
  heard(feed) {
    this.note(...this.#times.heard(feed, Date.now()));
  }

  /** Tells what has gathered. */
  async tell() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.isWanted()) this.#clear();
    for (;;) {
      const batch = this.#queue.take(Date.now());
      const spans = this.#spans.take(Date.now());
      if (!(batch.length || spans.length) || this.#isClosed) return;
      const body = {
        platform: 'web',
        events: batch.map(({ event }) => event),
        ...(spans.length && { spans: spans.map(({ event }) => event) }),
      };
      try {
        await this.session.call('POST', '/v1/diagnostics/events', body);
      } catch (error) {
        if (FINAL.includes(/** @type {any} */ (error).code)) continue;
        this.#queue.putBack(batch);
        this.#spans.putBack(spans);
        return this.#tellLater();
      }
    }
  }

  close() {
    this.#isClosed = true;
    this.#clear();
    clearTimeout(this.#timer);
  }

  #clear() {
    this.#queue.clear();
    this.#spans.clear();
  }
}
