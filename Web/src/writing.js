// @ts-check
/** What the user writes: on disk first, then on screen, then out. */
import { localFile } from './files.js';
import { Outbox } from './outbox.js';
import { uuidv7, validateText } from './protocol.js';

/** @typedef {import('./files.js').Pick} Pick */

const FULL = 'There is no room on this device for these files.';

export class Writing extends EventTarget {
  outbox = new Outbox(() => this.nextRef());
  tabs = new BroadcastChannel('messageai');
  #lastRef = 0;

  /** @param {import('./database.js').Database} database */
  constructor(database) {
    super();
    this.database = database;
  }

  nextRef() {
    this.#lastRef += 1;
    return this.#lastRef;
  }

  /** Carries out what the outbox wants. @param {import('./outbox.js').Action[]} _actions */
  run(_actions) {}

  /** Keeps files on the screen that have just been sent. @param {Pick[]} _picks */
  keepFiles(_picks) {}

  /**
   * @param {string} conversation @param {string} text @param {string} [replyTo]
   * @param {Pick[]} [picks] files that go with it
   */
  async send(conversation, text, replyTo, picks = []) {
    const valid = validateText(text, picks.length > 0);
    if (valid.problem) throw new Error(valid.problem);
    const attachments = picks.map(({ id, alt }) => ({ id, ...(alt && { alt }) }));
    const operation = {
      type: 'send',
      id: uuidv7(),
      text: valid.text,
      ...(replyTo && { replyTo }),
      ...(picks.length && { attachments }),
    };
    await this.#enqueue(conversation, operation, picks);
  }

  /**
   * @param {string} conversation @param {string} id @param {string} text
   * @param {boolean} [hasFiles] then the text may be empty
   */
  async edit(conversation, id, text, hasFiles = false) {
    const valid = validateText(text, hasFiles);
    if (valid.problem) throw new Error(valid.problem);
    const rewriting = this.outbox.rewrite(id, valid.text);
    if (rewriting) return this.run(rewriting);
    await this.#enqueue(conversation, { type: 'edit', id, editId: uuidv7(), text: valid.text });
  }

  /** @param {string} conversation @param {string} id */
  async remove(conversation, id) {
    await this.#enqueue(conversation, { type: 'delete', id });
  }

  /**
   * @param {import('./entries.js').Request & {id: string}} request `id` is its own
   * @returns {Promise<void>}
   */
  enqueueRequest({ id, ...request }) {
    return this.#enqueue(request.conversation ?? '', { type: 'request', id, request });
  }

  /** @param {string} conversation @param {any} operation @param {Pick[]} [picks] */
  async #enqueue(conversation, operation, picks = []) {
    const entry = {
      conversation,
      operation,
      createdAt: Date.now(),
      attempts: 0,
      failed: false,
      ...(picks.length && { files: picks.map(localFile) }),
    };
    const id = await this.#store(entry, picks);
    this.keepFiles(picks);
    this.run(this.outbox.add({ ...entry, id }));
    this.tabs.postMessage('outbox');
  }

  /** @param {any} entry @param {Pick[]} picks @returns {Promise<number>} its id */
  async #store(entry, picks) {
    try {
      return await this.database.enqueue(
        entry,
        picks.map(({ id, blob }) => [id, blob]),
      );
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'QuotaExceededError') throw new Error(FULL);
      throw error;
    }
  }

  /** @param {string} message */
  retry(message) {
    this.run(this.outbox.retry(message));
  }

  /** Takes back a message that waits to be sent. @param {string} message */
  cancel(message) {
    this.run(this.outbox.cancel(message));
  }

  /** @param {string} message */
  discard(message) {
    this.run(this.outbox.discard(message));
  }
}
