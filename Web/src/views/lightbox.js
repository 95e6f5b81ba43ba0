// @ts-check
/** Pictures one at a time, over everything: larger, by keys from one to the next, to be saved. */
import { el, iconButton } from './dom.js';
import { dayName, clockTime, nameOf } from './format.js';
import { download, pictureView } from './picture.js';
import { pictureText } from '../attachments.js';

/** @typedef {{file: any, text: string, sender: string, at: number}} Picture */

const ZOOMS = [1, 1.5, 2, 3, 4];
const SWIPE = 48;
const STILL = 6;

/**
 * The pictures of messages, in their order.
 * @param {import('../law.js').Feed} feed @param {any[]} items @param {string} me
 * @returns {Picture[]}
 */
export const picturesOf = (feed, items, me) =>
  items.flatMap((item) => {
    const pictures = (item.attachments ?? []).filter(
      (/** @type {any} */ { kind }) => kind === 'image',
    );
    return pictures.map((/** @type {any} */ file, /** @type {number} */ index) => ({
      file: { ...file, isWaiting: !item.seq },
      text: pictureText(file, index, pictures.length),
      sender: item.sender === me ? 'You' : nameOf(feed, item.sender),
      at: item.createdAt,
    }));
  });

/**
 * @param {import('../files.js').Files} files @param {Picture[]} pictures
 * @param {string} first which one is shown first
 */
export function lightbox(files, pictures, first) {
  let index = Math.max(
    0,
    pictures.findIndex(({ file }) => file.id === first),
  );
  let zoom = 1;
  /** @type {{x: number, y: number} | undefined} where a finger or the pointer came down */
  let start;
  let hasMoved = false;
  const stage = el('div', {
    class: 'stage',
    tabindex: 0,
    role: 'group',
    'aria-roledescription': 'picture',
    onclick: (/** @type {MouseEvent} */ event) => pressed(event),
    onwheel: (/** @type {WheelEvent} */ event) => wheeled(event),
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      start = { x: event.clientX, y: event.clientY };
      hasMoved = false;
    },
    onpointermove: (/** @type {PointerEvent} */ event) => moved(event),
    onpointerup: (/** @type {PointerEvent} */ event) => swiped(event),
  });
  const title = el('p', { class: 'lightbox-title' });
  const caption = el('p', { class: 'caption', dir: 'auto' });
  const count = el('span', { class: 'lightbox-count', role: 'status' });
  const former = iconButton('back', 'Previous picture', () => go(-1), 'former');
  const next = iconButton('forward', 'Next picture', () => go(1), 'next');
  const smaller = iconButton('minus', 'Smaller', () => scale(-1));
  const larger = iconButton('plus', 'Larger', () => scale(1));
  const save = iconButton('download', 'Download', () => download(files, pictures[index].file));
  const dialog = /** @type {HTMLDialogElement} */ (
    el(
      'dialog',
      { class: 'lightbox', 'aria-label': 'Pictures' },
      el(
        'header',
        {},
        title,
        count,
        smaller,
        larger,
        save,
        iconButton('close', 'Close', () => dialog.close()),
      ),
      stage,
      former,
      next,
      caption,
    )
  );

  const show = () => {
    const { file, text, sender, at } = pictures[index];
    const frame = pictureView(files, file, 1280, text);
    const ratio = (file.width ?? 1) / (file.height ?? 1);
    frame.style.aspectRatio = String(ratio);
    frame.style.setProperty('--ratio', String(ratio));
    frame.style.setProperty('--most', `${Math.max(file.width ?? 1280, 240)}px`);
    frame.querySelector('img').loading = 'eager';
    stage.replaceChildren(frame);
    stage.setAttribute('aria-label', text);
    title.textContent = `${sender} · ${dayName(at)}, ${clockTime(at)}`;
    caption.textContent = file.alt ?? '';
    caption.hidden = !file.alt;
    count.textContent = pictures.length > 1 ? `${index + 1} of ${pictures.length}` : '';
    former.hidden = index === 0;
    next.hidden = index === pictures.length - 1;
    save.hidden = Boolean(file.isWaiting);
    setZoom(1);
  };

  /** @param {number} value */
  const setZoom = (value) => {
    const [x, y] = [
      (stage.scrollLeft + stage.clientWidth / 2) / stage.scrollWidth,
      (stage.scrollTop + stage.clientHeight / 2) / stage.scrollHeight,
    ];
    zoom = value;
    stage.style.setProperty('--zoom', String(zoom));
    stage.classList.toggle('zoomed', zoom > 1);
    stage.scrollLeft = x * stage.scrollWidth - stage.clientWidth / 2;
    stage.scrollTop = y * stage.scrollHeight - stage.clientHeight / 2;
    smaller.disabled = zoom === ZOOMS[0];
    larger.disabled = zoom === ZOOMS.at(-1);
  };

  /** @param {number} step */
  const scale = (step) => {
    const place = ZOOMS.indexOf(zoom) + step;
    setZoom(ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, place))]);
  };

  /** @param {number} step */
  const go = (step) => {
    const wanted = index + step;
    if (wanted < 0 || wanted >= pictures.length) return;
    index = wanted;
    show();
    // A button that has gone has no focus to give.
    if ((former.hidden || next.hidden) && !dialog.contains(document.activeElement)) stage.focus();
  };

  /** @param {MouseEvent} event */
  const pressed = (event) => {
    // Letting go of what was drawn is no press.
    if (hasMoved) return;
    if (/** @type {Element} */ (event.target).closest('.frame')) setZoom(zoom > 1 ? 1 : 2);
    else dialog.close();
  };

  /** @param {WheelEvent} event */
  const wheeled = (event) => {
    if (!event.ctrlKey && zoom > 1) return;
    event.preventDefault();
    if (Math.abs(event.deltaY) > 2) scale(event.deltaY < 0 ? 1 : -1);
  };

  /** A pointer draws what is larger than the screen. @param {PointerEvent} event */
  const moved = (event) => {
    if (!start || !event.buttons) return;
    hasMoved ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL;
    if (hasMoved && zoom > 1 && event.pointerType === 'mouse')
      stage.scrollBy(-event.movementX, -event.movementY);
  };

  /** @param {PointerEvent} event */
  const swiped = (event) => {
    if (!start || event.pointerType !== 'touch' || zoom > 1) return;
    const [across, down] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) go(across < 0 ? 1 : -1);
  };

  dialog.addEventListener('keydown', (event) => {
    const steps = /** @type {Record<string, () => void>} */ ({
      '+': () => scale(1),
      '=': () => scale(1),
      '-': () => scale(-1),
      0: () => setZoom(1),
    });
    // What is larger than the screen is moved by arrow keys.
    if (zoom === 1) Object.assign(steps, { ArrowLeft: () => go(-1), ArrowRight: () => go(1) });
    if (event.ctrlKey || event.metaKey || !Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    steps[event.key]();
  });
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  dialog.addEventListener('close', () => {
    dialog.remove();
    focused?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  show();
  stage.focus();
  return dialog;
}
