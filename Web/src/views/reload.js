// @ts-check
/** What the server has, in a place that keeps it. */
import { el } from './dom.js';

/** @typedef {import('../client.js').Client} Client */

/**
 * Fills a place with what a request answers. When it cannot be loaded again, what stands there
 * stays, and why it may be old is said with a way to try again; what has failed is tried anew when
 * the connection comes back, for as long as the place is on the page.
 * @param {Client} client @param {HTMLElement} place
 * @param {(old: () => void) => Promise<Node[]>} request calls `old` when what it answers was kept,
 *   which is then tried anew too
 * @returns {{notice: HTMLElement, load: () => Promise<void>}} `notice` is to stand beside the place
 */
export function reloading(client, place, request) {
  const notice = el('div', { class: 'reload-notice', role: 'alert' });
  notice.hidden = true;
  let [isLoaded, hasFailed, isOld, latest] = [false, false, false, 0];
  let isOnline = client.connection.state === 'online';
  const load = async () => {
    const mine = ++latest;
    let isKept = false;
    try {
      const nodes = await request(() => {
        isKept = true;
      });
      if (mine !== latest) return;
      [isLoaded, hasFailed, isOld] = [true, false, isKept];
      place.replaceChildren(...nodes);
      notice.replaceChildren();
    } catch (error) {
      if (mine !== latest) return;
      hasFailed = true;
      if (!isLoaded) place.replaceChildren();
      notice.replaceChildren(
        el('p', { class: 'problem' }, /** @type {Error} */ (error).message),
        el('button', { type: 'button', onclick: load }, 'Try again'),
      );
    }
    notice.hidden = !hasFailed;
  };
  const changed = () => {
    if (place.isConnected === false) return client.removeEventListener('change', changed);
    const wasOnline = isOnline;
    isOnline = client.connection.state === 'online';
    if (isOnline && !wasOnline && (hasFailed || isOld)) load();
  };
  client.addEventListener('change', changed);
  return { notice, load };
}
