// @ts-check
/** Posting in one's own name: shown first, posted when that is wanted. */
import { el, openDialog, toast } from '../dom.js';

/**
 * @param {string} heading @param {any[]} shown what is posted
 * @param {string} place the title of the conversation
 * @param {() => Promise<unknown>} post @param {() => void} posted
 * @param {() => boolean} [waits] whether it is not posted yet: it says so itself
 */
export function postDialog(heading, shown, place, post, posted, waits = () => false) {
  const button = /** @type {HTMLButtonElement} */ (
    el(
      'button',
      {
        type: 'button',
        class: 'primary',
        onclick: async () => {
          button.disabled = true;
          try {
            await post();
            dialog.close();
            if (!waits()) toast(`Posted in ${place}.`);
            posted();
          } catch (error) {
            button.disabled = false;
            toast(/** @type {Error} */ (error).message);
          }
        },
      },
      'Post',
    )
  );
  const dialog = openDialog(
    heading,
    ...shown,
    el(
      'footer',
      {},
      el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
      button,
    ),
  );
}
