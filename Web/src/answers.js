// @ts-check
/**
 * What the AI has answered last, for whoever has no connection: summaries, the digest, lists, the
 * talk with the assistant. An answer goes when a message that it cites is edited or deleted, with a
 * conversation that it cites, with the session, and in the end by itself.
 */
import { isAway } from './session.js';

/** @typedef {import('./law.js').Feed} Feed */
/**
 * @typedef {{key: string, conversations: string[], messages: string[], savedAt: number, body: any}}
 *   Answer `messages` are those that it cites
 */
/**
 * @typedef {{body: any, savedAt?: number}} Told `savedAt` when it is what was kept, as there is no
 *   connection
 */

/** Milliseconds that an answer is kept. */
export const KEPT_FOR = 30 * 86_400_000;
/** The newest are kept. */
export const MOST_KEPT = 40;

export const DIGEST = 'digest';
export const TALK = 'talk';
export const OUTPUTS = 'outputs';
export const PREFERENCES = 'preferences';
/** @param {string} conversation */
export const summaryKey = (conversation) => `summary:${conversation}`;
/** @param {boolean} unreadOnly */
export const inboxKey = (unreadOnly) => (unreadOnly ? 'inbox:unread' : 'inbox');

/**
 * What an answer rests on: whatever names a conversation and a message of it, however deep.
 * @param {any} body @param {string[]} [conversations] that it is of besides
 * @returns {{conversations: string[], messages: string[]}}
 */
export function citedIn(body, conversations = []) {
  const found = { conversations: new Set(conversations), messages: new Set() };
  const look = (/** @type {any} */ value) => {
    if (typeof value !== 'object' || value === null) return;
    if (typeof value.conversation === 'string') found.conversations.add(value.conversation);
    if (typeof value.message === 'string') found.messages.add(value.message);
    for (const part of Object.values(value)) look(part);
  };
  look(body);
  return { conversations: [...found.conversations], messages: [...found.messages] };
}

/**
 * Messages of a frame that have been edited or deleted since this device had them. One that it did
 * not have and that was changed once counts: an answer may know it.
 * @param {Feed | undefined} former @param {import('./protocol.js').Frame} frame
 * @returns {string[]}
 */
export function changedIn(former, { messages = [] }) {
  const known = new Map(
    [...(former?.messages ?? []), ...(former?.below ?? [])].map((row) => [row.id, row]),
  );
  return messages
    .filter((/** @type {any} */ { id, editCount = 0, deletedAt }) => {
      const before = known.get(id) ?? {};
      return editCount !== (before.editCount ?? 0) || deletedAt !== before.deletedAt;
    })
    .map((/** @type {any} */ { id }) => id);
}

/**
 * Whether an answer may still be shown by what this device knows.
 * @param {Answer} answer @param {Map<string, Feed>} feeds @param {number} now
 */
export const isLasting = ({ conversations, messages, savedAt }, feeds, now) =>
  now - savedAt < KEPT_FOR &&
  conversations.every((id) => {
    const feed = feeds.get(id);
    if (!feed?.conversation || feed.conversation.intelligenceOff) return false;
    const cited = new Set(messages);
    return !feed.messages.some((row) => row.deletedAt && cited.has(row.id));
  });

export class Answers {
  /** @type {Set<{messages: Set<string>, conversations: Set<string>}>} while they are waited for */
  #asking = new Set();

  /**
   * @param {object} host
   * @param {Pick<import('./database.js').Database, 'answers' | 'setAnswers'>} host.database
   * @param {() => Map<string, Feed>} host.feeds
   * @param {(error: unknown) => void} host.failed the disk does not work
   * @param {() => boolean} [host.isAway] it is known that there is no connection
   * @param {() => number} [host.now]
   */
  constructor(host) {
    this.host = host;
    this.now = host.now ?? Date.now;
  }

  /**
   * Asks the server and keeps what it says; where it cannot be reached, tells what was kept, and
   * where that is known, without asking: a network that is there and carries nothing takes long.
   * @param {string} key @param {() => Promise<any>} ask
   * @param {string[]} [conversations] that the answer is of, cited or not
   * @returns {Promise<Told>}
   */
  async ask(key, ask, conversations = []) {
    const known = this.host.isAway?.() ? await this.of(key) : undefined;
    if (known) return { body: known.body, savedAt: known.savedAt };
    try {
      return { body: await this.kept(key, ask, conversations) };
    } catch (error) {
      const answer = isAway(error) && (await this.of(key));
      if (!answer) throw error;
      return { body: answer.body, savedAt: answer.savedAt };
    }
  }

  /**
   * Asks the server and keeps what it says, unless what it rests on was changed meanwhile.
   * @param {string} key @param {() => Promise<any>} ask @param {string[]} [conversations]
   * @returns {Promise<any>} what it says
   */
  async kept(key, ask, conversations = []) {
    const changed = { messages: new Set(), conversations: new Set() };
    this.#asking.add(changed);
    try {
      const body = await ask();
      const cited = citedIn(body, conversations);
      const isStale =
        cited.messages.some((id) => changed.messages.has(id)) ||
        cited.conversations.some((id) => changed.conversations.has(id));
      if (!isStale) await this.#keep({ key, ...cited, savedAt: this.now(), body });
      return body;
    } finally {
      this.#asking.delete(changed);
    }
  }

  /** @param {string} key @returns {Promise<Answer | undefined>} what was kept */
  async of(key) {
    const all = await this.#all();
    return all.find((one) => one.key === key && this.#isLasting(one));
  }

  /**
   * What was kept, as something that the user has done since leaves it.
   * @param {string} key @param {(body: any) => any} change
   */
  async amend(key, change) {
    const answer = await this.of(key);
    if (answer) await this.#write([{ ...answer, body: change(answer.body) }], []);
  }

  /** @param {string} key */
  forget(key) {
    return this.#write([], [key]);
  }

  /**
   * What a frame has changed of what answers rest on. A window that takes the place of what this
   * device had does not say what was changed below it: all of its conversation counts.
   * @param {Feed | undefined} former @param {Feed} feed
   * @param {import('./protocol.js').Frame} frame
   * @returns {Promise<void>}
   */
  heard(former, feed, frame) {
    const isAnew = Boolean(frame.reset && former?.cursor);
    const isOver = isAnew || feed.conversation?.intelligenceOff === true;
    return this.changed({
      messages: changedIn(former, frame),
      conversations: isOver ? [feed.feed] : [],
    });
  }

  /**
   * Something that answers may rest on is not what it was.
   * @param {{messages?: string[], conversations?: string[]}} what
   */
  async changed({ messages = [], conversations = [] }) {
    if (!messages.length && !conversations.length) return;
    for (const asking of this.#asking) {
      for (const id of messages) asking.messages.add(id);
      for (const id of conversations) asking.conversations.add(id);
    }
    await this.#forget(
      (one) =>
        one.messages.some((id) => messages.includes(id)) ||
        one.conversations.some((id) => conversations.includes(id)),
    );
  }

  /** Everything; the server begins another history. */
  clear() {
    return this.#forget(() => true);
  }

  /** What the last page could not erase before it was closed, and what is too old. */
  sweep() {
    return this.#forget((one) => !this.#isLasting(one));
  }

  /** @param {Answer} answer */
  #isLasting(answer) {
    return isLasting(answer, this.host.feeds(), this.now());
  }

  /** @param {Answer} answer */
  async #keep(answer) {
    if (!this.#isLasting(answer)) return this.forget(answer.key);
    const others = (await this.#all()).filter((one) => one.key !== answer.key);
    const over = others
      .sort((left, right) => right.savedAt - left.savedAt)
      .slice(MOST_KEPT - 1)
      .map(({ key }) => key);
    await this.#write([answer], over);
  }

  /** @param {(answer: Answer) => boolean} isGone */
  async #forget(isGone) {
    const gone = (await this.#all()).filter(isGone).map(({ key }) => key);
    if (gone.length) await this.#write([], gone);
  }

  /** @returns {Promise<Answer[]>} */
  async #all() {
    try {
      return await this.host.database.answers();
    } catch (error) {
      this.host.failed(error);
      return [];
    }
  }

  /**
   * An answer is shown even where it cannot be kept.
   * @param {Answer[]} kept @param {string[]} gone
   */
  async #write(kept, gone) {
    try {
      await this.host.database.setAnswers(kept, gone);
    } catch (error) {
      this.host.failed(error);
    }
  }
}
