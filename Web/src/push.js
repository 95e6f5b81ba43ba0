// @ts-check
/**
 * Notifications that come while no page is open: the server hands them to the browser's push
 * service, and that one wakes the service worker.
 */
import { locked } from './locks.js';
import { RequestError } from './session.js';

/** @typedef {import('./generated/types.js').PushOffer} PushOffer */

/**
 * Whether notifications come while the page is closed too: `closed`; else who cannot do that,
 * and `unknown` where the server could not be asked.
 * @typedef {'closed' | 'browser' | 'server' | 'unknown'} Reach
 */

const LOCK = 'messageai-push';
const PATH = '/v1/push';
/** Milliseconds that the browser may take to get ready, and to reach its push service. */
const PATIENCE = 20_000;

/** @type {Record<Reach, string>} */
const TEXTS = {
  closed: 'Notifications come also while this page is closed.',
  browser:
    'Notifications come while this page is open in the background: this browser cannot get them for a closed page.',
  server:
    'Notifications come while this page is open in the background: this server cannot send them to a closed page.',
  unknown: 'Notifications come while this page is open in the background.',
};

/** @param {Reach} reach */
export const reachText = (reach) => TEXTS[reach];

export class Push {
  /** @type {Reach} */
  reach = 'unknown';
  #isOver = false;

  /**
   * @param {Pick<import('./session.js').Session, 'call' | 'stored'>} session
   * @param {() => Promise<PushManager | undefined>} [manager] nothing where the browser has none
   */
  constructor(session, manager = browserManager) {
    this.session = session;
    this.manager = () => within(manager());
  }

  /**
   * Has the server send to this browser for as long as the session lasts. Does only what is left to
   * do, and fails with nothing but what `reach` says then.
   * @returns {Promise<void>}
   */
  keep() {
    return locked(LOCK, async () => {
      if (this.#isOver) return;
      try {
        this.reach = await this.#subscribe();
      } catch (error) {
        this.reach = await this.#reachAfter(error);
      }
    });
  }

  /** Nothing is sent to this browser from now on. @returns {Promise<void>} */
  stop() {
    return locked(LOCK, async () => {
      this.reach = 'unknown';
      await this.#drop();
      // The push service tells the server, where this does not.
      if (!this.#isOver) await this.session.call('DELETE', PATH).catch(() => undefined);
    });
  }

  /**
   * The session is over, which the server knows by itself. A session that has begun meanwhile, in
   * another tab perhaps, keeps what it has.
   * @returns {Promise<void>}
   */
  forget() {
    this.#isOver = true;
    return locked(LOCK, async () => {
      if (!this.session.stored) await this.#drop();
    });
  }

  /** @returns {Promise<Reach>} */
  async #subscribe() {
    /** @type {PushOffer} */
    const { webKey, registered } = await this.session.call('GET', PATH);
    if (!webKey) return 'server';
    const manager = await this.manager();
    if (!manager) return 'browser';
    const key = bytesOf(webKey);
    const kept = await keptFor(key, manager);
    if (kept && registered === 'web') return 'closed';
    const subscription =
      kept ??
      (await within(manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
    try {
      if (this.#isOver) throw new Error('The session is over.');
      await this.session.call('PUT', PATH, registrationOf(subscription));
    } catch (error) {
      // The browser has a subscription only while the server knows of it.
      await subscription.unsubscribe();
      throw error;
    }
    return 'closed';
  }

  /** @param {unknown} error @returns {Promise<Reach>} */
  async #reachAfter(error) {
    if (!(error instanceof RequestError)) return 'browser';
    if (!error.retry) return 'server';
    try {
      return (await this.#subscription()) ? 'closed' : 'unknown';
    } catch {
      return 'unknown';
    }
  }

  async #subscription() {
    return (await this.manager())?.getSubscription();
  }

  async #drop() {
    try {
      await (await this.#subscription())?.unsubscribe();
    } catch {
      // What still comes is looked up at the server, which has nothing to show for it.
    }
  }
}

/**
 * The browser's subscription, if it is one for this key; another one ends.
 * @param {Uint8Array} key @param {PushManager} manager
 * @returns {Promise<PushSubscription | undefined>}
 */
async function keptFor(key, manager) {
  const subscription = await manager.getSubscription();
  if (!subscription) return undefined;
  const kept = new Uint8Array(subscription.options?.applicationServerKey ?? []);
  if (kept.length === key.length && kept.every((byte, index) => byte === key[index]))
    return subscription;
  await subscription.unsubscribe();
  return undefined;
}

/**
 * What `PUT /v1/push` takes.
 * @param {PushSubscription} subscription
 * @returns {import('./generated/types.js').PushSubscription}
 */
function registrationOf(subscription) {
  const { endpoint = '', keys } = subscription.toJSON();
  return { service: 'web', address: endpoint, publicKey: keys?.p256dh, secret: keys?.auth };
}

/** @param {string} text base64url */
export const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

/** @returns {Promise<PushManager | undefined>} */
async function browserManager() {
  if (!('PushManager' in globalThis) || !('serviceWorker' in navigator)) return undefined;
  return (await navigator.serviceWorker.ready).pushManager;
}

/**
 * @template T
 * @param {Promise<T>} answer @returns {Promise<T>}
 */
async function within(answer) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('The browser does not answer.')), PATIENCE);
  });
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(timer);
  }
}
