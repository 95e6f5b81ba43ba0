// @ts-check
/**
 * The connection: connects, greets, checks for life, reconnects with jittered backoff. Knows
 * nothing of rows.
 */
import {
  MAXIMUM_KNOWN,
  MAXIMUM_KNOWN_IN_ALL,
  VERSION,
  decodeServerFrame,
  encodeClientFrame,
  ProtocolError,
} from './protocol.js';

const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;
const SILENCE = 20_000;
const PATIENCE = 15_000;

/** @typedef {'offline' | 'connecting' | 'syncing' | 'online' | 'stopped'} State */

export class Connection {
  /** @type {State} */
  state = 'stopped';
  /** @type {WebSocket | undefined} */
  #socket;
  #attempt = 0;
  #generation = 0;
  /** @type {string | undefined} */
  #refusedToken;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reconnect;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #liveness;

  /**
   * @param {object} host
   * @param {(refused?: string) => Promise<string>} host.token
   * @param {() => Record<string, number>} host.known
   * @param {() => string | undefined} host.history of which `known` is
   * @param {(frame: import('./protocol.js').Frame) => void} host.receive
   * @param {(state: State) => void} host.changed
   */
  constructor(host) {
    this.host = host;
  }

  start() {
    if (this.state === 'stopped') this.#connect();
  }

  stop() {
    this.#drop();
    clearTimeout(this.#reconnect);
    this.#set('stopped');
  }

  /** The network is back, the page is seen again, or the user asks: try now. */
  kick() {
    if (this.state === 'offline') {
      clearTimeout(this.#reconnect);
      this.#attempt = 0;
      this.#connect();
    } else if (this.state !== 'stopped' && this.#socket?.readyState === WebSocket.OPEN) {
      this.send({ type: 'ping' });
      this.#watch(5_000, true);
    }
  }

  /** The browser says that the network is gone. */
  lost() {
    if (this.state !== 'stopped' && this.state !== 'offline') this.#retry();
  }

  /** @param {import('./protocol.js').Frame} frame */
  send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(encodeClientFrame(frame));
  }

  async #connect() {
    const generation = ++this.#generation;
    this.#set('connecting');
    let token;
    try {
      token = await this.host.token(this.#refusedToken);
    } catch {
      // Signed out: the session has said so and stops us. Otherwise the server cannot be reached.
      if (generation === this.#generation && this.state !== 'stopped') this.#retry();
      return;
    }
    if (generation !== this.#generation || this.state !== 'connecting') return;
    this.#refusedToken = undefined;
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/v1/socket`);
    this.#socket = socket;
    socket.onopen = () => this.#greet(token);
    socket.onmessage = (event) => this.#heard(event.data, generation);
    socket.onclose = (event) => {
      if (generation !== this.#generation) return;
      if (event.code === 4401) this.#refusedToken = token;
      this.#retry(event.code === 4401 && this.#attempt === 0);
    };
    this.#watch(SILENCE, false);
  }

  /** @param {string} token */
  #greet(token) {
    let entries = Object.entries(this.host.known());
    // Who knows more than a server takes says nothing of it, and is caught up from nothing.
    if (entries.length > MAXIMUM_KNOWN_IN_ALL) entries = [];
    const history = this.host.history();
    let first = true;
    do {
      const known = Object.fromEntries(entries.splice(0, MAXIMUM_KNOWN));
      const more = entries.length ? { more: true } : {};
      this.send(
        first
          ? {
              type: 'hello',
              version: VERSION,
              token,
              client: 'web',
              ...(history && { history }),
              known,
              ...more,
            }
          : { type: 'sync', known, ...more },
      );
      first = false;
    } while (entries.length);
  }

  /** @param {string} text @param {number} generation */
  #heard(text, generation) {
    if (generation !== this.#generation) return;
    this.#watch(SILENCE, false);
    let frame;
    try {
      frame = decodeServerFrame(text);
    } catch (error) {
      if (error instanceof ProtocolError && error.message === 'unknown frame') return;
      this.#retry();
      return;
    }
    if (frame.type === 'welcome') this.#set('syncing');
    this.host.receive(frame);
    if (frame.type === 'synced') {
      this.#attempt = 0;
      this.#set('online');
    }
  }

  /** @param {number} delay @param {boolean} isPinged */
  #watch(delay, isPinged) {
    clearTimeout(this.#liveness);
    this.#liveness = setTimeout(() => {
      if (isPinged) return this.#retry();
      this.send({ type: 'ping' });
      this.#watch(PATIENCE, true);
    }, delay);
  }

  /** @param {boolean} [atOnce] */
  #retry(atOnce = false) {
    this.#drop();
    this.#set('offline');
    const ceiling = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(this.#attempt, 10));
    this.#attempt += 1;
    clearTimeout(this.#reconnect);
    this.#reconnect = setTimeout(
      () => this.#connect(),
      atOnce ? 0 : ceiling * (0.5 + Math.random() / 2),
    );
  }

  #drop() {
    this.#generation += 1;
    clearTimeout(this.#liveness);
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** @param {State} state */
  #set(state) {
    if (this.state === state) return;
    this.state = state;
    this.host.changed(state);
  }
}
