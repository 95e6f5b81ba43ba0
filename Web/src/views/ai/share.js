// @ts-check
/** Posting an output in its conversation: shown first, posted when that is wanted. */
import { el, openDialog, toast } from '../dom.js';

/**
 * @param {import('../../client.js').Client} client @param {string} output
 * @param {string} conversation @param {string} title of the conversation
 * @param {() => void} posted
 */
export async function shareDialog(client, output, conversation, title, posted) {
  const fail = (/** @type {unknown} */ error) => toast(/** @type {Error} */ (error).message);
  /** @type {string} */
  let text;
  try {
    text = await client.intelligence.sharePreview(output);
  } catch (error) {
    return fail(error);
  }
  const post = /** @type {HTMLButtonElement} */ (
    el(
      'button',
      {
        type: 'button',
        class: 'primary',
        onclick: async () => {
          post.disabled = true;
          try {
            await client.intelligence.share(output, conversation);
            dialog.close();
            toast(`Posted in ${title}.`);
            posted();
          } catch (error) {
            post.disabled = false;
            fail(error);
          }
        },
      },
      'Post',
    )
  );
  const cancel = el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel');
  const dialog = openDialog(
    `Post this in ${title}?`,
    el('p', { class: 'muted' }, 'It is posted as you.'),
    el('blockquote', { class: 'post-preview', dir: 'auto' }, text),
    el('footer', {}, cancel, post),
  );
}
