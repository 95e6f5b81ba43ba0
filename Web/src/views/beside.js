// @ts-check
/** What stands beside a chat, or in a dialog where there is no room for it. */
import { catchUpView } from './ai/catchup.js';
import { detailsView } from './details.js';
import { sharedView } from './shared.js';

/**
 * @typedef {{close: () => void, open: (conversation: string, message?: string) => void,
 *   from?: number}} Actions `from` is the seq that a summary begins at
 */

/**
 * @param {import('../client.js').Client} client
 * @param {string} kind `open` for people, `ai` for the AI, `files` for files
 * @param {string} id @param {Actions} actions
 * @returns {import('./details.js').Details}
 */
export function besideView(client, kind, id, { close, open, from }) {
  const show = (/** @type {string} */ conversation, /** @type {string} */ message) => {
    close();
    open(conversation, message);
  };
  if (kind === 'files') return sharedView(client, id, (message) => show(id, message));
  if (kind === 'ai') return catchUpView(client, id, show, from);
  return detailsView(client, id, close);
}
