// @ts-check
/** What stands beside a chat, or in a dialog where there is no room for it. */
import { catchUpView } from './ai/catchup.js';
import { isPending } from '../overlay.js';
import { el } from './dom.js';
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
  const build = () =>
    kind === 'files'
      ? sharedView(client, id, (message) => show(id, message))
      : kind === 'ai'
        ? catchUpView(client, id, show, from)
        : detailsView(client, id, close);
  return isPending(client.feeds.get(id)) ? pendingView(client, id, build) : build();
}

/**
 * Of a conversation that is still to be made the server has nothing to say.
 * @param {import('../client.js').Client} client @param {string} id
 * @param {() => import('./details.js').Details} build what stands there as soon as it is made
 * @returns {import('./details.js').Details}
 */
function pendingView(client, id, build) {
  const node = el('div', {}, el('p', { class: 'muted' }, 'This conversation is not started yet.'));
  /** @type {import('./details.js').Details | undefined} */
  let inside;
  const update = () => {
    if (inside) return inside.update();
    const feed = client.feeds.get(id);
    if (!feed || isPending(feed)) return undefined;
    inside = build();
    return node.replaceChildren(inside.node);
  };
  return { node, title: 'About', update };
}
