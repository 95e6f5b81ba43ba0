// @ts-check
/**
 * Files on their way to the server: a few at once, each in pieces, on from where the server has it.
 * Pure: events in, actions out. As in the outbox, being offline is no failure, and neither is a
 * refusal that may pass: both are tried again after a wait that grows, without end. A refusal that
 * no retry helps fails the file.
 */
import { LONGEST_WAIT, SPREAD } from './outbox.js';

/** @typedef {import('./outbox.js').LocalFile} LocalFile */
/**
 * @typedef {{type: 'begin' | 'ask' | 'stop', file: LocalFile}
 *   | {type: 'put', file: LocalFile, offset: number, end: number}
 *   | {type: 'wait', id: string, seconds: number} | {type: 'uploaded', id: string}
 *   | {type: 'failed', id: string, detail: string}} Action
 */
/**
 * @typedef {object} Upload
 * @property {LocalFile} file
 * @property {'waiting' | 'busy' | 'paused' | 'over'} state
 * @property {'begin' | 'ask' | 'put'} step what is done next, or is being done
 * @property {number} offset bytes that the server has
 * @property {number} piece bytes of the next piece
 * @property {number} refusals since it last went on
 */

export const MOST_AT_ONCE = 2;
export const FIRST_PIECE = 1024 * 1024;
export const LARGEST_PIECE = 8 * FIRST_PIECE;
export const SMALLEST_PIECE = FIRST_PIECE / 16;
/** Milliseconds: a piece that took less may be followed by a larger one. */
export const QUICK = 1_000;

export class Uploads {
  /** @type {Map<string, Upload>} in the order in which they are wanted */
  #uploads = new Map();
  #online = false;
  /** @type {() => number} */
  #random;

  /** @param {() => number} [random] 0 to 1 */
  constructor(random = Math.random) {
    this.#random = random;
  }

  /** Bytes that the server has of a file. @param {string} id */
  sent(id) {
    return this.#uploads.get(id)?.offset ?? 0;
  }

  /**
   * What is to be uploaded, first things first; anything else is left.
   * @param {LocalFile[]} files @returns {Action[]}
   */
  want(files) {
    const former = this.#uploads;
    this.#uploads = new Map(
      files.map((file) => [file.id, former.get(file.id) ?? freshUpload(file)]),
    );
    const left = [...former.values()].filter(({ file }) => !this.#uploads.has(file.id));
    return [...left.flatMap(stopped), ...this.#next()];
  }

  /** @returns {Action[]} */
  resume() {
    this.#online = true;
    for (const upload of this.#uploads.values()) {
      if (upload.state === 'paused') upload.state = 'waiting';
      upload.refusals = 0;
    }
    return this.#next();
  }

  /** @returns {Action[]} */
  suspend() {
    this.#online = false;
    return [...this.#uploads.values()].flatMap((upload) => {
      const actions = stopped(upload);
      if (upload.state !== 'over') this.#hold(upload, 'waiting');
      return actions;
    });
  }

  /**
   * The server has taken a step.
   * @param {string} id @param {{offset?: number, isDone?: boolean, milliseconds?: number}} answer
   *   `offset` is how far it is; `isDone` once the file can be sent with a message
   * @returns {Action[]}
   */
  answered(id, { offset, isDone = false, milliseconds = 0 }) {
    const upload = this.#busy(id);
    if (!upload) return [];
    const { file, step } = upload;
    const wasLast = step === 'put' && upload.offset + upload.piece >= file.bytes;
    const former = upload.offset;
    upload.offset = isDone ? file.bytes : (offset ?? Math.min(file.bytes, former + upload.piece));
    if (isDone) {
      upload.state = 'over';
      return [{ type: 'uploaded', id }, ...this.#next()];
    }
    // All bytes are there, and the server does not say what they are: it is asked again later.
    if (wasLast && upload.offset >= file.bytes) return this.#pause(upload, 'begin');
    if (step === 'put' && upload.offset > former) {
      upload.refusals = 0;
      if (milliseconds < QUICK) upload.piece = Math.min(LARGEST_PIECE, 2 * upload.piece);
    }
    upload.step = 'put';
    return [this.#action(upload)];
  }

  /** No answer has come: the network is cut, or too slow. @param {string} id @returns {Action[]} */
  lost(id) {
    const upload = this.#busy(id);
    if (!upload) return [];
    upload.piece = Math.max(SMALLEST_PIECE, upload.piece / 2);
    return this.#pause(upload, upload.step === 'begin' ? 'begin' : 'ask');
  }

  /**
   * @param {string} id
   * @param {import('./protocol.js').Refusal & {offset?: number}} refusal `offset` is where the
   *   server wants to go on
   * @returns {Action[]}
   */
  refused(id, { code, detail, retry, retryAfter, offset }) {
    const upload = this.#busy(id);
    if (!upload) return [];
    const { step } = upload;
    if (step !== 'begin' && code === 'conflict') {
      if (offset === undefined || offset === upload.offset) return this.#pause(upload, 'ask');
      upload.offset = offset;
      upload.step = 'put';
      return [this.#action(upload)];
    }
    // It has not been sent within a day, or the server has lost it.
    if (step !== 'begin' && code === 'not_found') {
      upload.offset = 0;
      return this.#pause(upload, 'begin');
    }
    if (retry) return this.#pause(upload, step === 'begin' ? 'begin' : 'ask', retryAfter);
    return this.failed(id, detail);
  }

  /** Nothing helps. @param {string} id @param {string} detail @returns {Action[]} */
  failed(id, detail) {
    const upload = this.#busy(id);
    if (!upload) return [];
    upload.state = 'over';
    return [{ type: 'failed', id, detail }, ...this.#next()];
  }

  /** @param {string} id whose wait is over @returns {Action[]} */
  waited(id) {
    const upload = this.#uploads.get(id);
    if (upload?.state === 'paused') upload.state = 'waiting';
    return this.#next();
  }

  /** @param {string} id */
  #busy(id) {
    const upload = this.#uploads.get(id);
    return upload?.state === 'busy' ? upload : undefined;
  }

  /**
   * The server says how far it is before anything more is sent.
   * @param {Upload} upload @param {'waiting' | 'paused'} state
   */
  #hold(upload, state) {
    if (upload.step === 'put') upload.step = 'ask';
    upload.state = state;
  }

  /**
   * @param {Upload} upload @param {'begin' | 'ask'} step @param {number} [retryAfter] seconds
   * @returns {Action[]}
   */
  #pause(upload, step, retryAfter = 0) {
    upload.step = step;
    upload.state = 'paused';
    const base = Math.max(retryAfter, Math.min(LONGEST_WAIT, 2 ** Math.min(upload.refusals, 10)));
    upload.refusals += 1;
    const seconds = base * (1 + SPREAD * this.#random());
    return [{ type: 'wait', id: upload.file.id, seconds }, ...this.#next()];
  }

  /** @returns {Action[]} */
  #next() {
    if (!this.#online) return [];
    const all = [...this.#uploads.values()];
    const room = MOST_AT_ONCE - all.filter((upload) => upload.state === 'busy').length;
    const first = all.filter((upload) => upload.state === 'waiting').slice(0, Math.max(0, room));
    return first.map((upload) => {
      upload.state = 'busy';
      return this.#action(upload);
    });
  }

  /** @param {Upload} upload @returns {Action} */
  #action({ file, step, offset, piece }) {
    if (step !== 'put') return { type: step, file };
    return { type: 'put', file, offset, end: Math.min(file.bytes, offset + piece) };
  }
}

/** @param {LocalFile} file @returns {Upload} */
const freshUpload = (file) => ({
  file,
  state: 'waiting',
  step: 'begin',
  offset: 0,
  piece: FIRST_PIECE,
  refusals: 0,
});

/** @param {Upload} upload @returns {Action[]} */
const stopped = ({ state, file }) => (state === 'busy' ? [{ type: 'stop', file }] : []);
