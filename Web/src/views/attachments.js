// @ts-check
/** The files of a message: pictures side by side, voice notes, and files to be saved. */
import { el, icon } from './dom.js';
import { download, pictureView } from './picture.js';
import { voiceView } from './voice.js';
import { frameOf, pictureText, shownName, sizeText, typeText } from '../attachments.js';

/** @typedef {import('../client.js').Client} Client */
/**
 * @typedef {import('../outbox.js').LocalFile & {isWaiting?: boolean, preview?: string,
 *   url?: string}} Shown `url` is the address of its own bytes, of one that is not sent yet
 */

const MOST_SHOWN = 4;

/**
 * @param {Client} client @param {any} item @param {Record<string, any>} inside attributes of what
 *   can be pressed inside of a message
 * @param {(picture: string) => void} open
 * @returns {(HTMLElement | false)[]}
 */
export function attachmentsView(client, item, inside, open) {
  const isWaiting = !item.seq;
  /** @type {Shown[]} */
  const files = (item.attachments ?? []).map((/** @type {Shown} */ file) => ({
    ...file,
    isWaiting,
  }));
  const pictures = files.filter(({ kind }) => kind === 'image');
  const rest = files.filter(({ kind }) => kind !== 'image');
  const bar = (/** @type {Shown} */ file) =>
    item.status === 'sending' && progressView(client, file);
  return [
    pictures.length > 0 && gridView(client, pictures, inside, open, bar),
    ...rest.map((file) =>
      file.kind === 'voice'
        ? voiceView(client.files, file, inside, bar(file))
        : cardView(client, file, inside, bar(file)),
    ),
  ];
}

/**
 * @param {Client} client @param {Shown[]} pictures @param {Record<string, any>} inside
 * @param {(picture: string) => void} open @param {(file: Shown) => any} bar
 */
function gridView(client, pictures, inside, open, bar) {
  const shown = pictures.slice(0, MOST_SHOWN);
  const more = pictures.length - shown.length;
  const isAlone = pictures.length === 1;
  const cells = shown.map((picture, index) => {
    const text = pictureText(picture, index, pictures.length);
    const isLast = more > 0 && index === MOST_SHOWN - 1;
    const cell = el(
      'button',
      { type: 'button', class: 'picture', ...inside, onclick: () => open(picture.id) },
      pictureView(client.files, /** @type {any} */ (picture), isAlone ? 1280 : 320, text),
      isLast && el('span', { class: 'more-pictures' }, `+${more}`),
      bar(picture),
    );
    if (isAlone) fit(cell, picture);
    return cell;
  });
  return el('div', { class: `pictures of-${shown.length}` }, ...cells);
}

/**
 * The room that a picture will take, before it has come.
 * @param {HTMLElement} cell @param {{width?: number, height?: number}} picture
 */
function fit(cell, picture) {
  const { width, height } = frameOf(picture);
  cell.style.width = `${width}px`;
  cell.style.aspectRatio = `${width} / ${height}`;
}

/**
 * How much of a file the server has; `Files.show` moves it.
 * @param {Client} client @param {Shown} file
 */
function progressView(client, { id, name, bytes, uploaded }) {
  const bar = el('progress', {
    class: 'upload',
    max: bytes,
    'data-file': id,
    'aria-label': `Sending ${shownName(name)}`,
  });
  bar.value = uploaded ? bytes : client.files.sent(id);
  return bar;
}

/**
 * @param {Client} client @param {Shown} file @param {Record<string, any>} inside @param {any} bar
 */
function cardView(client, file, inside, bar) {
  const type = typeText(file.name);
  const about = `${type === 'File' ? '' : `${type} · `}${sizeText(file.bytes)}`;
  if (file.isWaiting) return el('div', { class: 'file-card' }, ...cardParts(file, about), bar);
  return downloadCard(client, /** @type {any} */ (file), about, inside);
}

/**
 * A file to be saved.
 * @param {Client} client @param {import('../generated/types').Attachment} file
 * @param {string} about it, under its name @param {Record<string, any>} [inside]
 */
export function downloadCard(client, file, about, inside) {
  const { name, bytes } = file;
  return el(
    'button',
    {
      type: 'button',
      class: 'file-card',
      ...inside,
      'aria-label': `Download ${shownName(name)}, ${typeText(name)}, ${sizeText(bytes)}`,
      onclick: () => download(client.files, file),
    },
    ...cardParts(file, about),
    icon('download'),
  );
}

/** @param {{name: string}} file @param {string} about */
function cardParts(file, about) {
  const name = shownName(file.name);
  return [
    el(
      'span',
      { class: 'file-type', 'aria-hidden': 'true' },
      icon('file'),
      el('b', {}, typeText(file.name)),
    ),
    el(
      'span',
      { class: 'file-text' },
      el('strong', { dir: 'auto', title: name }, name),
      el('small', {}, about),
    ),
  ];
}
