// @ts-check
/** A photo of somebody or of a group, and what changes it. */
import { choosePhoto } from './crop.js';
import { avatar, el, reconcile, toast } from './dom.js';

/**
 * @typedef {object} Holder whom or what it shows
 * @property {string} id
 * @property {() => string} name
 * @property {() => string | undefined} photo
 * @property {() => boolean} mayChange
 * @property {(photo: string | null) => Promise<any>} save
 */

/**
 * @param {import('../client.js').Client} client @param {Holder} holder
 * @returns {{node: HTMLElement, update: () => void}}
 */
export function photoChoice(client, { id, name, photo, mayChange, save }) {
  const node = el('div', { class: 'photo-choice' });
  const change = () =>
    choosePhoto('Choose a photo', async (blob) => {
      await save(await client.files.uploader.send(blob, 'photo.jpg'));
    });
  const remove = () => save(null).catch((/** @type {Error} */ error) => toast(error.message));
  const update = () => {
    const [now, title, isMine] = [photo(), name(), mayChange()];
    reconcile(node, [
      {
        key: 'photo',
        signature: JSON.stringify([now, title]),
        build: () => avatar(title, id, { photo: now, size: 256 }),
      },
      {
        key: 'buttons',
        signature: JSON.stringify([Boolean(now), isMine]),
        build: () =>
          el(
            'span',
            {},
            isMine &&
              el(
                'button',
                { type: 'button', onclick: change },
                now ? 'Change photo' : 'Add a photo',
              ),
            isMine &&
              now &&
              el('button', { type: 'button', class: 'danger', onclick: remove }, 'Remove photo'),
          ),
      },
    ]);
  };
  update();
  return { node, update };
}
