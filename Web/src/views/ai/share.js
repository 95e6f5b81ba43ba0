// @ts-check
/** Sharing an output in its conversation: seen first, then posted, at once or with a connection. */
import { el, toast } from '../dom.js';
import { titleOf } from '../format.js';
import { refusalLine, waitsLine } from '../waits.js';
import { postDialog } from './post.js';
import { sharePathOf } from '../../intelligence.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {import('../../law.js').Feed} Feed */
/** @typedef {import('../../intelligence.js').Output} Output */

/**
 * The button, and where it says how it stands.
 * @param {Client} client @param {Output} output @param {Feed} feed of the output's conversation
 */
export function shareParts(client, output, feed) {
  const state = el('div', {});
  const waiting = () => client.requests.find(({ path }) => path === sharePathOf(output.id));
  const follow = () => {
    const [entry] = waiting();
    state.replaceChildren(
      ...(entry ? [shareLine(client, entry, () => (button.disabled = false))] : []),
    );
    if (!entry || !state.isConnected) client.removeEventListener('change', follow);
  };
  const posted = () => {
    button.disabled = true;
    client.addEventListener('change', follow);
    follow();
  };
  const ask = async () => {
    try {
      const text = await client.intelligence.sharePreview(output.id);
      const place = titleOf(feed, client.me);
      postDialog(
        `Post this in ${place}?`,
        [
          el('p', { class: 'muted' }, 'It is posted as you.'),
          el('blockquote', { class: 'post-preview', dir: 'auto' }, text),
        ],
        place,
        () => client.intelligence.share(output.id, feed.feed),
        posted,
        () => waiting().length > 0,
      );
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
  };
  const button = /** @type {HTMLButtonElement} */ (
    el(
      'button',
      { type: 'button', class: 'link', disabled: Boolean(output.sharedAs), onclick: ask },
      'Share in the chat',
    )
  );
  return { button, state };
}

/**
 * How it stands with an output that is to be shared.
 * @param {Client} client @param {import('../../entries.js').Entry} entry
 * @param {() => void} cancelled
 */
export const shareLine = (client, { operation, failed, failure }, cancelled) =>
  failed
    ? refusalLine(client, operation.id, failure)
    : waitsLine('Posted when there is a connection.', () => {
        client.requests.cancel(operation.id);
        cancelled();
      });
