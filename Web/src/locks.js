// @ts-check
/** Locks over all tabs. Without a secure context there are none: then every tab is on its own. */

/**
 * Runs the body while it holds the lock.
 * @template T
 * @param {string} name @param {() => Promise<T>} body
 * @param {AbortSignal} [signal] stops waiting for the lock
 * @returns {Promise<T>}
 */
export function locked(name, body, signal) {
  if (!navigator.locks) return body();
  return /** @type {Promise<T>} */ (navigator.locks.request(name, signal ? { signal } : {}, body));
}
