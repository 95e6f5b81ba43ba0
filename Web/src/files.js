// @ts-check
/**
 * Files of messages on this device: uploads of those that wait, links to the others, pictures that
 * are shown from their own bytes, what is picked and not sent yet, and the voice that is played.
 */
import { Links } from './links.js';
import { Player } from './player.js';
import { Uploader } from './uploader.js';

/** @typedef {import('./outbox.js').LocalFile} LocalFile */
/** @typedef {import('./attachments.js').Limits} Limits */
/** @typedef {LocalFile & {blob: Blob, url?: string}} Pick a file that has been picked */

/** Pictures of sent messages that are still shown from their own bytes. */
const MOST_KEPT = 12;
/** Until the server has told its own. @type {Limits} */
const GUESS = { bytes: 25 * 1024 * 1024, perMessage: 10, room: Infinity };

export class Files {
  /** @type {Map<string, Pick[]>} what has been picked, by conversation */
  trays = new Map();
  limits = GUESS;
  player = new Player();
  /** @type {Map<string, string | Promise<string | undefined>>} addresses of files' own bytes */
  #urls = new Map();
  /** @type {Set<() => void>} what is tried again with the network */
  #stalled = new Set();
  /** @type {Map<string, number>} bytes that the server has of files, as this tab has heard */
  #sent = new Map();
  isOnline = false;

  /**
   * @param {object} host
   * @param {import('./session.js').Session} host.session
   * @param {import('./outbox.js').Outbox} host.outbox
   * @param {(id: string) => Promise<Blob | undefined>} host.bytesOf a file that waits
   * @param {() => boolean} host.isLeader
   * @param {(actions: import('./outbox.js').Action[]) => void} host.run
   * @param {(limits: Limits) => void} host.keepLimits
   * @param {(progress: {id: string, sent: number}) => void} host.tell the other tabs
   */
  constructor(host) {
    this.host = host;
    this.links = new Links((files) => host.session.call('POST', '/v1/files/links', { files }));
    this.uploader = new Uploader({
      session: host.session,
      bytesOf: host.bytesOf,
      uploaded: (id) => {
        const bytes = host.outbox.wanted.find((file) => file.id === id)?.bytes ?? 0;
        this.limits = { ...this.limits, room: this.limits.room - bytes };
        host.run(host.outbox.uploaded(id));
      },
      failed: (id, detail) => host.run(host.outbox.uploadFailed(id, detail)),
      progressed: (id, sent) => {
        host.tell({ id, sent });
        this.show({ id, sent });
      },
    });
  }

  /** The outbox may want other files than before. */
  sync() {
    const { outbox, isLeader } = this.host;
    if (isLeader()) this.uploader.run(this.uploader.uploads.want(outbox.wanted));
    const waiting = new Set(outbox.entries.flatMap(({ files = [] }) => files.map(({ id }) => id)));
    const rest = [...this.#urls.keys()].filter((id) => !waiting.has(id));
    for (const id of rest.slice(0, Math.max(0, rest.length - MOST_KEPT))) this.#revoke(id);
    for (const id of this.#sent.keys()) if (!waiting.has(id)) this.#sent.delete(id);
  }

  /** With the network. */
  resume() {
    this.isOnline = true;
    if (this.host.isLeader()) this.uploader.run(this.uploader.uploads.resume());
    const stalled = [...this.#stalled];
    this.#stalled.clear();
    for (const again of stalled) again();
    this.#learnLimits();
  }

  suspend() {
    this.isOnline = false;
    this.uploader.run(this.uploader.uploads.suspend());
  }

  /** This tab sends from now on. */
  lead() {
    if (this.isOnline) this.uploader.run(this.uploader.uploads.resume());
  }

  /** @param {() => void} action that the network was missing for */
  whenOnline(action) {
    this.#stalled.add(action);
  }

  async #learnLimits() {
    try {
      this.limits = await this.host.session.call('GET', '/v1/files/limits');
      this.host.keepLimits(this.limits);
    } catch {
      // The ones that were known last go on.
    }
  }

  /** @param {string[]} files that are not to be sent any more */
  abandon(files) {
    this.uploader.abandon(files);
  }

  /**
   * How far an upload is, where it is on the screen.
   * @param {{id: string, sent: number}} progress
   */
  show({ id, sent }) {
    this.#sent.set(id, sent);
    for (const bar of document.querySelectorAll(`progress[data-file="${CSS.escape(id)}"]`))
      /** @type {HTMLProgressElement} */ (bar).value = sent;
  }

  /** Bytes that the server has of a file of mine. @param {string} id */
  sent(id) {
    return this.#sent.get(id) ?? 0;
  }

  /** Shows a file from its own bytes from now on. @param {Pick} pick */
  keep({ id, blob, url }) {
    if (!this.#urls.has(id)) this.#urls.set(id, url ?? URL.createObjectURL(blob));
  }

  /** The address of a file's own bytes, if it is at hand. @param {string} id */
  localNow(id) {
    const url = this.#urls.get(id);
    return typeof url === 'string' ? url : undefined;
  }

  /**
   * The address of the own bytes of a file that waits.
   * @param {string} id @returns {Promise<string | undefined>}
   */
  async local(id) {
    const known = this.#urls.get(id);
    if (known) return known;
    const coming = this.host.bytesOf(id).then(
      (blob) => blob && URL.createObjectURL(blob),
      () => undefined,
    );
    this.#urls.set(id, coming);
    const url = await coming;
    if (url) this.#urls.set(id, url);
    else this.#urls.delete(id);
    return url;
  }

  /** @param {string} id */
  #revoke(id) {
    const url = this.localNow(id);
    if (url) URL.revokeObjectURL(url);
    this.#urls.delete(id);
  }

  close() {
    this.uploader.stop();
    this.player.stop();
    for (const id of [...this.#urls.keys()]) this.#revoke(id);
    for (const { url } of [...this.trays.values()].flat()) if (url) URL.revokeObjectURL(url);
    this.trays.clear();
  }
}

/**
 * What the outbox keeps of a file that was picked.
 * @param {Pick} pick @returns {LocalFile}
 */
export const localFile = ({ blob, url, ...file }) => file;
