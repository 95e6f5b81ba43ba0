// @ts-check
/**
 * Messages that are traced (W3C Trace Context): which are, by the share that the server says, and
 * what this client did for those that are. Their ids are random; nothing is stored.
 */

/** @typedef {import('./generated/types.js').ClientSpan} Span */
/** @typedef {{trace: string, span: string}} Context */
/**
 * @typedef {object} Arrival a traced message that has come
 * @property {string} message
 * @property {Context} parent
 * @property {number} at
 */

/** Traced messages that the server has not answered; of more the oldest are not told of. */
const MOST_SENDING = 50;
const DAY = 86_400_000;
const pattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f][13579bdf]$/;

/** @param {number} length in bytes @returns {string} hexadecimal digits, not all of them 0 */
const randomID = (length) => {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  bytes[0] |= 1;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

export class MessageTraces {
  /** How many of a million messages are traced. */
  #share = 0;
  /** What the server's clock is ahead, in milliseconds. */
  #offset = 0;
  /** @type {Map<string, Context>} */
  #sending = new Map();

  /** @param {() => number} [chance] from 0 to less than 1 */
  constructor(chance = Math.random) {
    this.chance = chance;
  }

  /** @param {{traces?: number, serverTime: number}} welcome @param {number} now */
  welcomed({ traces = 0, serverTime }, now) {
    this.#share = traces;
    this.#offset = serverTime - now;
  }

  /**
   * A frame as it goes out: with its trace, if it is a message that is traced. One that goes out
   * again stays in its trace.
   * @param {any} frame @param {() => boolean} isWanted asked only for what would be traced
   */
  outgoing(frame, isWanted) {
    if (frame.type !== 'send') return frame;
    const known = this.#sending.get(frame.id);
    if (!known && !(this.chance() * 1_000_000 < this.#share && isWanted())) return frame;
    const context = known ?? { trace: randomID(16), span: randomID(8) };
    this.#sending.set(frame.id, context);
    const [oldest] = this.#sending.keys();
    if (this.#sending.size > MOST_SENDING) this.#sending.delete(oldest);
    return { ...frame, traceparent: `00-${context.trace}-${context.span}-01` };
  }

  /**
   * The server has these messages.
   * @param {any} frame an ack @param {import('./outbox.js').Entry[]} entries @param {number} now
   * @returns {Span[]}
   */
  acknowledged(frame, entries, now) {
    return (frame.messages ?? []).flatMap((/** @type {any} */ { id }) => {
      const context = this.#sending.get(id);
      const entry = entries.find(({ operation }) => operation.id === id);
      this.#sending.delete(id);
      return context && entry ? this.#span('send', context, entry.createdAt, now) : [];
    });
  }

  /** @param {any} frame a delta @param {number} at when it came @returns {Arrival | undefined} */
  arrival(frame, at) {
    const [, trace, span] = pattern.exec(frame.traceparent ?? '') ?? [];
    const [row] = frame.messages ?? [];
    return trace && row ? { message: row.id, parent: { trace, span }, at } : undefined;
  }

  /**
   * What was done for it until now.
   * @param {'receive' | 'show'} kind @param {Arrival} arrival @param {number} now
   * @returns {Span[]}
   */
  done(kind, { parent, at }, now) {
    return this.#span(kind, { trace: parent.trace, span: randomID(8) }, at, now, parent.span);
  }

  /**
   * None for what a clock that was set says.
   * @param {Span['kind']} kind @param {Context} context @param {number} start @param {number} end
   * @param {string} [parent] @returns {Span[]}
   */
  #span(kind, { trace, span }, start, end, parent) {
    if (!(end >= start && end - start <= DAY)) return [];
    const times = { start: start + this.#offset, end: end + this.#offset };
    return [{ kind, trace, span, ...(parent && { parent }), ...times }];
  }
}
