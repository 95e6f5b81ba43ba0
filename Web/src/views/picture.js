// @ts-check
/** A picture in its frame: its colours at once, itself when it has come, a word when it cannot. */
import { el, toast } from './dom.js';
import { pixelsOf } from '../blurhash.js';

/** @typedef {import('../files.js').Files} Files */
/** @typedef {import('../generated/types').Attachment & {isWaiting?: boolean}} Shown */

const BLUR = 24;
const MOST_SEEN = 400;
/** @type {Set<string>} addresses that have been loaded: what comes again need not fade in */
const seen = new Set();

/**
 * @param {Files} files @param {Shown} file @param {320 | 1280} size
 * @param {string} text what it is called
 */
export function pictureView(files, file, size, text) {
  const image = el('img', { class: 'fresh', alt: text, loading: 'lazy', draggable: 'false' });
  const missing = el('span', { class: 'missing', hidden: true }, 'Not available');
  const frame = el('span', { class: 'frame' }, blurView(file.preview), image, missing);
  let isRenewed = false;
  let link = '';
  const give = () => {
    image.hidden = true;
    missing.hidden = false;
  };
  const show = async () => {
    try {
      const own = files.localNow(file.id) ?? (file.isWaiting && (await files.local(file.id)));
      link = own || (await files.links.get(file.id)) || '';
      if (!link) return give();
      const address = own || `${link}&size=${size}`;
      image.classList.toggle('fresh', !seen.has(address));
      // What has been shown before does not blink when its message is built again.
      image.decoding = seen.has(address) ? 'sync' : 'async';
      image.src = address;
    } catch (error) {
      if (/** @type {any} */ (error).code === 'offline') files.whenOnline(show);
      else give();
    }
  };
  image.addEventListener('load', () => {
    image.classList.toggle('fresh', false);
    if (seen.size > MOST_SEEN) seen.clear();
    seen.add(image.getAttribute('src') ?? '');
  });
  image.addEventListener('error', () => {
    if (!files.isOnline) return files.whenOnline(show);
    if (isRenewed) return give();
    isRenewed = true;
    files.links.forget(file.id, link);
    return show();
  });
  show();
  return frame;
}

/** @param {string | undefined} hash */
function blurView(hash) {
  const pixels = hash && pixelsOf(hash, BLUR, BLUR);
  if (!pixels) return undefined;
  const canvas = el('canvas', { class: 'blur', width: BLUR, height: BLUR, 'aria-hidden': 'true' });
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, BLUR, BLUR), 0, 0);
  return canvas;
}

/** Saves a file on this device. @param {Files} files @param {{id: string, name: string}} file */
export async function download(files, { id, name }) {
  try {
    const url = await files.links.get(id);
    if (!url) return toast('This file is not available any more.');
    const link = el('a', { href: url, download: name, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}
