// @ts-check
/** A conversation that was started without a connection may get another id on the server. */

/**
 * Goes on where the conversation is now, with what was being written.
 * @param {import('../client.js').Client} client @param {(id: string) => void} open
 * @param {AbortSignal} signal
 */
export function followMoves(client, open, signal) {
  const follow = (/** @type {any} */ { detail: { from, to } }) => {
    const draft = client.drafts.get(from);
    client.saveDraft(from, '');
    if (draft && !client.drafts.has(to)) client.saveDraft(to, draft);
    if (location.hash.slice(1) !== from) return;
    history.replaceState(null, '', location.pathname);
    open(to);
  };
  client.addEventListener('moved', follow, { signal });
}
