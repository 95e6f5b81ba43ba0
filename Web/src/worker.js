// @ts-check
/** Has the page open without network too. */

/** @param {() => void} failed */
export function registerWorker(failed) {
  // The one address of a script that this page ever makes; the server's policy lets no other
  // through.
  const scripts = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('messageai', {
    createScriptURL: () => '/service-worker.js',
  });
  if ('serviceWorker' in navigator)
    navigator.serviceWorker
      .register(scripts?.createScriptURL('') ?? '/service-worker.js')
      .catch(failed);
}
