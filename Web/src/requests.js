// @ts-check
/**
 * Requests that wait in the outbox for a connection, as messages do: they are on disk before they
 * are on the screen, keep their order by subject, and are carried out once.
 */
import { DIGEST, PREFERENCES, TALK } from './answers.js';
import { joined } from './entries.js';
import { overlaidFeed } from './overlay.js';
import { uuidv7 } from './protocol.js';
import { RequestError } from './session.js';

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./entries.js').Request} Request */
/** @typedef {{resolve: (answer?: any) => void, reject: (error: Error) => void}} Waiter */

/** What ends with the session, and goes on with the next one of the same person. */
const UNAUTHENTICATED = ['unauthenticated', 'session_revoked'];
/** Milliseconds that an answer of the AI may take. */
const PATIENCE = 120_000;

export class Requests {
  /** @type {Map<string, Waiter>} by the id of the request: whoever looks at what comes of it */
  #waiters = new Map();
  /** @type {Map<number, number>} the newest ref of each entry that is being carried out */
  #running = new Map();
  /**
   * @type {{entry: Entry, rev: number}[]} carried out, and shown until their rows come: those
   *   before them must not be seen again in between
   */
  #done = [];

  /**
   * @param {object} host
   * @param {import('./outbox.js').Outbox} host.outbox
   * @param {(request: Request & {id: string}) => Promise<void>} host.enqueue
   * @param {(actions: import('./outbox.js').Action[]) => void} host.run
   * @param {() => boolean} host.isOnline
   * @param {() => boolean} host.isLeader
   * @param {(feed: string) => number} host.cursor up to which revision the rows of a feed have come
   * @param {import('./intelligence.js').Intelligence} host.intelligence
   * @param {import('./answers.js').Answers} host.answers
   * @param {import('./session.js').Session} host.session
   * @param {(entry: Entry, window: any) => void} host.created
   */
  constructor(host) {
    this.host = host;
  }

  /** @returns {Entry[]} requests that wait, and those whose rows have not come */
  get waiting() {
    const { outbox, cursor } = this.host;
    this.#done = this.#done.filter(({ entry, rev }) => {
      const feed = overlaidFeed(entry);
      return feed !== undefined && cursor(feed) < rev;
    });
    return [
      ...this.#done.map(({ entry }) => entry),
      ...outbox.entries.filter(({ operation }) => operation.request),
    ];
  }

  /**
   * Those that are in the outbox.
   * @param {(request: Request) => boolean} isOne @returns {Entry[]}
   */
  find(isOne) {
    return this.host.outbox.entries.filter(
      ({ operation: { request } }) => request !== undefined && isOne(request),
    );
  }

  /**
   * Has something done. With a connection it resolves with what the server answers and throws what
   * it refuses; without one it resolves when the request is on disk, and so it does when the server
   * takes nothing now.
   * @param {Request} request @returns {Promise<any>}
   */
  async perform(request) {
    const id = await this.later(request);
    if (!this.host.isOnline()) return undefined;
    return new Promise((resolve, reject) => {
      this.#waiters.set(id, { resolve, reject });
      this.looked();
    });
  }

  /** Puts a request into the outbox. @param {Request} request @returns {Promise<string>} its id */
  async later(request) {
    // What does not go over the wire is not kept either.
    const kept = JSON.parse(JSON.stringify(request));
    const former = this.host.isLeader() ? joined(this.host.outbox.entries, kept) : undefined;
    if (former) {
      this.host.run([{ type: 'save', entry: former }]);
      return former.operation.id;
    }
    const id = uuidv7();
    await this.host.enqueue({ ...kept, id });
    return id;
  }

  /** @param {string} id of a request that nobody wants any more */
  cancel(id) {
    const entry = this.host.outbox.entries.find(({ operation }) => operation.id === id);
    if (entry) this.host.run(this.host.outbox.over(entry.id));
  }

  /** The connection is lost: whoever looks at what comes of a request goes on without. */
  lost() {
    this.#done = [];
    for (const [id, { resolve }] of this.#waiters) {
      this.#waiters.delete(id);
      resolve();
    }
  }

  /** Tells whoever looks at a request that another tab has carried out, or that has failed. */
  looked() {
    for (const [id, waiter] of this.#waiters) {
      const entry = this.host.outbox.entries.find(({ operation }) => operation.id === id);
      if (entry && !entry.failed) continue;
      this.#waiters.delete(id);
      if (!entry) waiter.resolve();
      else {
        // Who is told at once needs no second word of it.
        this.host.run(this.host.outbox.over(entry.id));
        waiter.reject(new Error(entry.failure));
      }
    }
  }

  /**
   * Carries out an entry, once at a time.
   * @param {Entry} entry @param {number} ref of the newest try
   */
  async carryOut(entry, ref) {
    const isRunning = this.#running.has(entry.id);
    this.#running.set(entry.id, ref);
    if (isRunning) return;
    const { outbox, run } = this.host;
    const request = /** @type {Request} */ (entry.operation.request);
    try {
      const answer = await this.#do(entry, request);
      this.#running.delete(entry.id);
      if (typeof answer?.rev === 'number') this.#done.push({ entry, rev: answer.rev });
      this.#waiters.get(entry.operation.id)?.resolve(answer);
      this.#waiters.delete(entry.operation.id);
      run(outbox.over(entry.id));
      outbox.passed();
    } catch (error) {
      const newest = this.#running.get(entry.id) ?? ref;
      this.#running.delete(entry.id);
      const { code = 'internal', message, retry, retryAfter } = /** @type {RequestError} */ (error);
      const mayPass = retry === true || UNAUTHENTICATED.includes(code);
      run(outbox.refused(newest, { code, detail: message, retry: mayPass, retryAfter }));
      if (mayPass) this.#waiters.get(entry.operation.id)?.resolve();
      if (mayPass) this.#waiters.delete(entry.operation.id);
      this.looked();
    }
  }

  /** @param {Entry} entry @param {Request} request */
  async #do(entry, request) {
    const { session, answers } = this.host;
    const { kind, method, path, body, answer, conversation } = request;
    if (kind === 'talkToAssistant') return this.#talk(body);
    if (answer) {
      const ask = () => session.call(method, path, body, PATIENCE);
      await answers.kept(answer, ask, conversation ? [conversation] : []);
      return undefined;
    }
    const said = await session.call(method, path, body);
    if (kind === 'createConversation') this.host.created(entry, said);
    if (kind === 'putPreferences')
      await answers.amend(PREFERENCES, (kept) => ({
        ...kept,
        preferences: savedPreferences(kept.preferences, body),
      }));
    return said;
  }

  /**
   * Asks the assistant. Words whose answer was lost have their id, so they stand in the talk once.
   * @param {{text: string, conversation?: string, id: string}} body
   */
  async #talk(body) {
    const { intelligence, answers } = this.host;
    // Whoever opens the talk sees the whole answer; nobody looks at it while it grows.
    const states = intelligence.talk(body);
    while (!(await states.next()).done);
    await answers.kept(TALK, () => intelligence.history());
    return undefined;
  }
}

/**
 * Preferences as saving them leaves them: what is not named of times stays.
 * @param {any} former @param {any} body
 */
export const savedPreferences = (former, body) => ({
  ...(former?.reminders && { reminders: former.reminders }),
  ...(former?.digest && { digest: former.digest }),
  ...body,
});

/** What can be asked of the AI without a connection. */
export const askLater = {
  /** @param {string} conversation @param {any} body @returns {Request} */
  summary: (conversation, body) => ({
    kind: 'summarizeThread',
    subject: `answer:summary:${conversation}`,
    conversation,
    method: 'POST',
    path: `/v1/conversations/${conversation}/summary`,
    body,
    joins: 'whole',
    answer: `summary:${conversation}`,
  }),
  /** @returns {Request} */
  digest: () => ({
    kind: 'summarizeUnread',
    subject: 'answer:digest',
    method: 'POST',
    path: '/v1/ai/digest',
    joins: 'whole',
    answer: DIGEST,
  }),
  /**
   * @param {{text: string, conversation?: string, id: string}} body as `talk` sends it
   * @returns {Request}
   */
  talk: (body) => ({
    kind: 'talkToAssistant',
    subject: 'talk',
    method: 'POST',
    path: '/v1/ai/assistant',
    body,
  }),
};
