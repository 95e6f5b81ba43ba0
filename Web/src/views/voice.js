// @ts-check
/** A voice note: its wave, and what plays it. */
import { el, icon, toast } from './dom.js';
import { durationText } from '../attachments.js';

/** @typedef {import('../files.js').Files} Files */
/** @typedef {import('./attachments.js').Shown} Shown */

const BARS = 44;
const STEP = 5;
const HEIGHT = 32;
const KEY_STEP = 5_000;

/** @type {WeakMap<Element, () => void>} what brings a note on the screen up to date */
const updates = new WeakMap();
/** @type {WeakSet<Files>} whose player is listened to */
const heard = new WeakSet();

/** @param {Files} files */
function hear(files) {
  if (heard.has(files)) return;
  heard.add(files);
  files.player.addEventListener('change', () => {
    for (const node of document.querySelectorAll('.voice')) updates.get(node)?.();
  });
}

/**
 * @param {Files} files @param {Shown} file @param {Record<string, any>} inside @param {any} [bar]
 */
export function voiceView(files, file, inside, bar) {
  const { player } = files;
  const { id, duration = 0 } = file;
  hear(files);
  const button = el('button', {
    type: 'button',
    class: 'play',
    ...inside,
    onclick: () =>
      player
        .toggle(id, async () => file.url ?? files.links.get(id))
        .catch((/** @type {Error} */ error) => error.name !== 'AbortError' && toast(error.message)),
  });
  const slider = el('input', {
    type: 'range',
    class: 'seek',
    min: 0,
    max: duration,
    step: 100,
    ...inside,
    'aria-label': 'Place in the voice message',
    oninput: () => player.seek(id, Number(slider.value)),
    onkeydown: (/** @type {KeyboardEvent} */ event) => stepped(event),
  });
  const played = el('span', { class: 'wave played' }, waveView(file.wave));
  const time = el('span', { class: 'voice-time' });
  const speed = el('button', {
    type: 'button',
    class: 'speed',
    ...inside,
    onclick: () => player.faster(),
  });
  const node = el(
    'div',
    { class: 'voice', role: 'group', 'aria-label': `Voice message, ${durationText(duration)}` },
    button,
    el(
      'span',
      { class: 'waves' },
      el('span', { class: 'wave' }, waveView(file.wave)),
      played,
      slider,
    ),
    time,
    speed,
    bar,
  );
  /** Arrow keys move through a note as they do in players. @param {KeyboardEvent} event */
  const stepped = (event) => {
    // Inside of the composer it would send the message.
    if (event.key === 'Enter') event.preventDefault();
    const step = event.key === 'ArrowRight' ? KEY_STEP : event.key === 'ArrowLeft' ? -KEY_STEP : 0;
    // Up and down go on to other messages.
    if (!step) return;
    event.preventDefault();
    player.seek(id, Math.max(0, Math.min(duration, player.time(id) + step)));
  };
  const update = () => {
    const isPlaying = player.isPlaying(id);
    const now = Math.min(duration, player.time(id));
    const isBegun = player.id === id;
    if (button.getAttribute('aria-label') !== (isPlaying ? 'Pause' : 'Play')) {
      button.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
      button.replaceChildren(icon(isPlaying ? 'pause' : 'play'));
    }
    slider.value = String(now);
    slider.disabled = !isBegun;
    button.disabled = Boolean(file.isWaiting);
    slider.setAttribute('aria-valuetext', `${durationText(now)} of ${durationText(duration)}`);
    const rest = duration ? 100 - (100 * now) / duration : 100;
    played.style.clipPath = `inset(0 ${rest}% 0 0)`;
    time.textContent = durationText(isBegun ? now : duration);
    speed.textContent = `${player.rate}×`;
    speed.setAttribute('aria-label', `Speed ${player.rate}×`);
  };
  updates.set(node, update);
  update();
  return node;
}

/** @param {string | undefined} wave */
export function waveView(wave = '') {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', `0 0 ${BARS * STEP} ${HEIGHT}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  const lines = Array.from({ length: BARS }, (_, index) => {
    const level = Number(wave[Math.floor((index * wave.length) / BARS)] ?? 0);
    const height = Math.max(2, (level / 9) * (HEIGHT - 4));
    return `M${index * STEP + STEP / 2} ${(HEIGHT - height) / 2}v${height}`;
  });
  path.setAttribute('d', lines.join(''));
  svg.append(path);
  return svg;
}
