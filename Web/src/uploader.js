// @ts-check
/** Carries out what uploads want, in the tab that sends: requests, waits, and pieces of files. */
import { uuidv7 } from './protocol.js';
import { Uploads } from './uploads.js';

/** @typedef {import('./uploads.js').Action} Action */
/** @typedef {import('./outbox.js').LocalFile} LocalFile */

const PATIENCE = 60_000;
const MISSING = 'This file is not on this device any more.';
const UNREADABLE = 'This file cannot be read any more.';
const UNREACHABLE = 'The server cannot be reached.';

export class Uploader {
  uploads = new Uploads();
  /** @type {Map<string, AbortController>} requests under way, by file */
  #requests = new Map();

  /**
   * @param {object} host
   * @param {Pick<import('./session.js').Session, 'fetch'>} host.session
   * @param {(id: string) => Promise<Blob | undefined>} host.bytesOf a file on disk
   * @param {(id: string) => void} host.uploaded
   * @param {(id: string, detail: string) => void} host.failed
   * @param {(id: string, sent: number) => void} host.progressed
   */
  constructor(host) {
    this.host = host;
  }

  /** @param {Action[]} actions */
  run(actions) {
    for (const action of actions) {
      if (action.type === 'wait')
        setTimeout(() => this.run(this.uploads.waited(action.id)), action.seconds * 1_000);
      else if (action.type === 'uploaded') this.host.uploaded(action.id);
      else if (action.type === 'failed') this.host.failed(action.id, action.detail);
      else if (action.type === 'stop') this.#requests.get(action.file.id)?.abort();
      else this.#ask(action);
    }
  }

  /** Takes back what is on the server and in no message. @param {string[]} files */
  async abandon(files) {
    for (const id of files) {
      this.#requests.get(id)?.abort();
      // Where it does not come through, the server removes them within a day.
      await this.host.session.fetch('DELETE', `/v1/uploads/${id}`, {}).catch(() => undefined);
    }
  }

  /**
   * Uploads something small at once, while its sender waits.
   * @param {Blob} bytes @param {string} name @returns {Promise<string>} its id
   */
  async send(bytes, name) {
    const file = { id: uuidv7(), kind: /** @type {'image'} */ ('image'), name, type: bytes.type };
    const local = { ...file, bytes: bytes.size };
    const signal = AbortSignal.timeout(PATIENCE);
    for (const type of ['begin', 'put']) {
      const action = { type, file: local, offset: 0, end: bytes.size, body: bytes };
      const response = await this.#send(action, signal).catch(() => {
        throw new Error(UNREACHABLE);
      });
      if (!response.ok) throw new Error((await refusalOf(response)).detail);
    }
    return file.id;
  }

  stop() {
    for (const request of this.#requests.values()) request.abort();
  }

  /** @param {Extract<Action, {type: 'begin' | 'ask' | 'stop' | 'put'}>} action */
  async #ask(action) {
    const { id } = action.file;
    const controller = new AbortController();
    this.#requests.set(id, controller);
    let isLate = false;
    AbortSignal.timeout(PATIENCE).addEventListener('abort', () => {
      isLate = !controller.signal.aborted;
      controller.abort();
    });
    const actions = await this.#answerTo(action, controller.signal);
    if (this.#requests.get(id) === controller) this.#requests.delete(id);
    if (controller.signal.aborted && !isLate) return;
    const next = actions();
    this.host.progressed(id, this.uploads.sent(id));
    this.run(next);
  }

  /**
   * What follows from a request, worked out only if it has not been stopped meanwhile.
   * @param {any} action @param {AbortSignal} signal @returns {Promise<() => Action[]>}
   */
  async #answerTo(action, signal) {
    const { uploads } = this;
    const { id } = action.file;
    const start = performance.now();
    try {
      const response = await this.#send(action, signal);
      if (!response.ok) {
        const refusal = await refusalOf(response);
        return () => uploads.refused(id, refusal);
      }
      const text = await response.text();
      const upload = text ? JSON.parse(text) : {};
      const answer = {
        offset: offsetOf(response) ?? upload.offset,
        isDone: Boolean(upload.attachment),
        milliseconds: performance.now() - start,
      };
      return () => uploads.answered(id, answer);
    } catch (error) {
      if (error instanceof FileError) return () => uploads.failed(id, error.message);
      // So does a session that has ended: the file waits until its owner signs in again.
      return () => uploads.lost(id);
    }
  }

  /** @param {any} action @param {AbortSignal} signal @returns {Promise<Response>} */
  async #send({ type, file, offset, end, body: bytes }, signal) {
    const { session } = this.host;
    const path = `/v1/uploads/${file.id}`;
    if (type === 'ask') return session.fetch('HEAD', path, { signal });
    if (type === 'begin') {
      const body = JSON.stringify(requestOf(file));
      const headers = { 'Content-Type': 'application/json' };
      return session.fetch('POST', '/v1/uploads', { headers, body, signal });
    }
    const headers = {
      'Content-Type': 'application/partial-upload',
      'Upload-Offset': String(offset),
      'Upload-Complete': end >= file.bytes ? '?1' : '?0',
    };
    const body = bytes ?? (await this.#piece(file, offset, end));
    return session.fetch('PATCH', path, { headers, body, signal });
  }

  /** @param {LocalFile} file @param {number} offset @param {number} end */
  async #piece(file, offset, end) {
    const bytes = await this.host.bytesOf(file.id);
    if (!bytes) throw new FileError(MISSING);
    try {
      return await bytes.slice(offset, end).arrayBuffer();
    } catch {
      throw new FileError(UNREADABLE);
    }
  }
}

/** A file on this device that cannot be had. */
class FileError extends Error {}

/** @param {LocalFile} file @returns {import('./generated/types').UploadRequest} */
const requestOf = ({ id, name, bytes, kind, duration, wave }) => ({
  id,
  name,
  bytes,
  ...(kind === 'voice' && { kind, duration, wave }),
});

/** @param {Response} response */
function offsetOf(response) {
  const header = response.headers.get('Upload-Offset');
  return header === null ? undefined : Number(header);
}

/** What an answer to HEAD cannot say is known by its status. @param {Response} response */
async function refusalOf(response) {
  const problem = await response.json().catch(() => undefined);
  const { status } = response;
  const codes = /** @type {Record<number, string>} */ ({ 404: 'not_found', 409: 'conflict' });
  return {
    code: problem?.code ?? codes[status] ?? 'internal',
    detail: problem?.detail ?? UNREACHABLE,
    retry: [401, 408, 429].includes(status) || status >= 500,
    retryAfter: problem?.retryAfter,
    offset: offsetOf(response),
  };
}
