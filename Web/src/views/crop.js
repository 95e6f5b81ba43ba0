// @ts-check
/** A square out of a picture, for a photo of somebody or of a group. */
import { el, openDialog, toast } from './dom.js';

const VIEW = 288;
const RESULT = 512;
const MOST = 4;
const STEP = 16;
const QUALITY = 0.9;

/** @typedef {{x: number, y: number, zoom: number}} Cut the middle, and how much larger */

/**
 * Keeps the square inside of the picture. Pure.
 * @param {Cut} cut the middle in pixels of the picture @param {number} width @param {number} height
 * @returns {Cut & {side: number}} with the side of the square in pixels of the picture
 */
export function bounded({ x, y, zoom }, width, height) {
  const side = Math.min(width, height) / Math.max(1, Math.min(MOST, zoom));
  const within = (/** @type {number} */ place, /** @type {number} */ length) =>
    Math.max(side / 2, Math.min(length - side / 2, place));
  return { x: within(x, width), y: within(y, height), zoom: Math.min(width, height) / side, side };
}

/**
 * Lets somebody choose a picture and a square of it.
 * @param {string} title @param {(photo: Blob) => Promise<void>} save
 */
export function choosePhoto(title, save) {
  const picker = el('input', { type: 'file', accept: 'image/*', hidden: true });
  picker.addEventListener('change', async () => {
    picker.remove();
    const [file] = picker.files;
    if (!file) return;
    try {
      cropDialog(title, await createImageBitmap(file), save);
    } catch {
      toast('This picture cannot be shown here. Choose another one.');
    }
  });
  picker.addEventListener('cancel', () => picker.remove());
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(picker);
  picker.click();
}

/**
 * @param {string} title @param {ImageBitmap} picture @param {(photo: Blob) => Promise<void>} save
 */
function cropDialog(title, picture, save) {
  const { width, height } = picture;
  let cut = bounded({ x: width / 2, y: height / 2, zoom: 1 }, width, height);
  const canvas = el('canvas', {
    class: 'crop',
    width: VIEW * 2,
    height: VIEW * 2,
    tabindex: 0,
    role: 'img',
    'aria-label': 'The part that is shown. Arrow keys move it.',
  });
  const zoom = el('input', { type: 'range', min: 1, max: MOST, step: 0.05, value: '1' });
  const button = el('button', { type: 'submit', class: 'primary' }, 'Save');
  const form = el(
    'form',
    { class: 'crop-form' },
    canvas,
    el('label', {}, el('span', {}, 'Size'), zoom),
    el('footer', {}, button),
  );
  const draw = (/** @type {HTMLCanvasElement} */ target) => {
    const { x, y, side } = cut;
    const context = target.getContext('2d');
    if (!context) return;
    context.imageSmoothingQuality = 'high';
    // What is transparent is white for everybody, whatever their look.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, target.width, target.height);
    const from = [x - side / 2, y - side / 2];
    context.drawImage(picture, from[0], from[1], side, side, 0, 0, target.width, target.height);
  };
  const change = (/** @type {Partial<Cut>} */ next) => {
    cut = bounded({ ...cut, ...next }, width, height);
    draw(canvas);
  };
  /** In pixels of the screen. @param {number} across @param {number} down */
  const move = (across, down) => {
    const scale = cut.side / (canvas.clientWidth || VIEW);
    change({ x: cut.x - across * scale, y: cut.y - down * scale });
  };
  zoom.addEventListener('input', () => change({ zoom: Number(zoom.value) }));
  canvas.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) =>
    canvas.setPointerCapture(event.pointerId),
  );
  canvas.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
    if (canvas.hasPointerCapture(event.pointerId)) move(event.movementX, event.movementY);
  });
  canvas.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [STEP, 0],
      ArrowRight: [-STEP, 0],
      ArrowUp: [0, STEP],
      ArrowDown: [0, -STEP],
    });
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    move(...steps[event.key]);
  });
  canvas.addEventListener('wheel', (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    change({ zoom: cut.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1) });
    zoom.value = String(cut.zoom);
  });
  form.addEventListener('submit', async (/** @type {Event} */ event) => {
    event.preventDefault();
    button.disabled = true;
    const result = el('canvas', { width: RESULT, height: RESULT });
    draw(result);
    try {
      await save(await blobOf(result));
      dialog.close();
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
      button.disabled = false;
    }
  });
  const dialog = openDialog(title, form);
  dialog.addEventListener('close', () => picture.close());
  draw(canvas);
  canvas.focus();
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const blobOf = (canvas) =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This picture cannot be used.'))),
      'image/jpeg',
      QUALITY,
    );
  });
