// @ts-check
/** What is said of files: sizes, types, times, and a message without text in a few words. Pure. */

/** @typedef {import('./generated/types').Attachment} Attachment */
/** @typedef {Pick<Attachment, 'kind' | 'name'>} Named */

const UNIT = 1024;
const NAMES = { image: ['Photo', 'photos'], voice: ['Voice message', 'voice messages'] };

/** In CSS pixels; files.css has the same. */
const WIDEST = 320;
const HIGHEST = 360;
const NARROWEST = 220;
const LOWEST = 72;
/** Small pictures are not shown larger than this many times. */
const LARGER = 2;
/** How high pictures side by side are, by their number. */
const GRID = [0, 0, 158, 213, 320];
const CARD = 66;
const VOICE = 48;

/**
 * The room that a picture alone takes, before it has come.
 * @param {{width?: number, height?: number}} picture @returns {{width: number, height: number}}
 */
export function frameOf({ width = WIDEST, height = WIDEST }) {
  const most = Math.max(1, Math.min(LARGER, NARROWEST / width));
  const scale = Math.min(WIDEST / width, HIGHEST / height, most);
  return {
    width: Math.max(NARROWEST, Math.round(width * scale)),
    height: Math.max(LOWEST, Math.round(height * scale)),
  };
}

/**
 * About how high the files of a message are.
 * @param {readonly Partial<Attachment>[]} [files] @returns {number}
 */
export function heightOf(files) {
  if (!files?.length) return 0;
  const pictures = files.filter(({ kind }) => kind === 'image');
  const rest = files.filter(({ kind }) => kind !== 'image');
  const high =
    pictures.length === 1
      ? frameOf(pictures[0]).height
      : GRID[Math.min(pictures.length, GRID.length - 1)];
  return rest.reduce((sum, { kind }) => sum + (kind === 'voice' ? VOICE : CARD), high);
}

/** Such as "1.4 MB". @param {number} bytes @returns {string} */
export function sizeText(bytes) {
  if (bytes < UNIT) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const isSmall = bytes < UNIT * UNIT;
  const [count, unit] = isSmall ? [bytes / UNIT, 'KB'] : [bytes / UNIT / UNIT, 'MB'];
  if (count >= UNIT) return `${Number((count / UNIT).toFixed(1))} GB`;
  return `${count < 10 && !isSmall ? Number(count.toFixed(1)) : Math.round(count)} ${unit}`;
}

/**
 * A file's name as it is shown: what turns the direction of writing could hide its ending.
 * @param {string} name @returns {string}
 */
export const shownName = (name) =>
  name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');

/** Such as "PDF". @param {string} name @returns {string} */
export function typeText(name) {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return ending ? ending.toUpperCase() : 'File';
}

/** Such as "0:07" or "1:02:30". @param {number} milliseconds @returns {string} */
export function durationText(milliseconds) {
  const seconds = Math.round(milliseconds / 1_000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3_600);
  const texts = parts.map((part, index) =>
    index || hours ? String(part).padStart(2, '0') : String(part),
  );
  return [...(hours ? [hours] : []), ...texts].join(':');
}

/**
 * Such as "Photo", "3 photos" or a file's name.
 * @param {readonly Named[]} files @returns {string}
 */
export function filesText(files) {
  const [first] = files;
  if (!first) return '';
  const isOneKind = files.every(({ kind }) => kind === first.kind);
  if (first.kind !== 'file' && isOneKind)
    return files.length === 1 ? NAMES[first.kind][0] : `${files.length} ${NAMES[first.kind][1]}`;
  return files.length === 1 ? shownName(first.name) : `${files.length} files`;
}

/**
 * A message where there is one line for it: its text, else what its files are.
 * @param {{text?: string, attachments?: readonly Named[]}} message @returns {string}
 */
export const gistOf = ({ text, attachments }) => text || filesText(attachments ?? []);

/**
 * What a picture is called: as its sender described it.
 * @param {Pick<Attachment, 'alt'>} picture @param {number} index among those of its message
 * @param {number} count of them
 */
export const pictureText = ({ alt }, index, count) =>
  alt || (count > 1 ? `Photo ${index + 1} of ${count}` : 'Photo');

/**
 * How loud a recording was, as 100 digits at most: each is the loudest of its part, and the loudest
 * of all is 9.
 * @param {number[]} levels in the order of time @returns {string}
 */
export function waveOf(levels) {
  const count = Math.min(100, levels.length);
  const parts = Array.from({ length: count }, (_, index) =>
    Math.max(
      ...levels.slice(
        Math.floor((index * levels.length) / count),
        Math.ceil(((index + 1) * levels.length) / count),
      ),
    ),
  );
  const loudest = Math.max(...parts, 0.01);
  return parts.map((level) => Math.round((9 * Math.max(0, level)) / loudest)).join('');
}

/** @typedef {{bytes: number, perMessage: number, room: number}} Limits */

/**
 * Why files cannot go with a message, before anything is sent.
 * @param {{name: string, bytes: number}[]} picked @param {{name: string, bytes: number}[]} fresh
 * @param {Limits} limits
 * @returns {{taken: number[], problem?: string}} which of the fresh ones can, by index
 */
export function admitted(picked, fresh, limits) {
  /** @type {string[]} */
  const problems = [];
  /** @type {number[]} */
  const taken = [];
  let count = picked.length;
  let room = limits.room - picked.reduce((sum, file) => sum + file.bytes, 0);
  for (const [index, { name, bytes }] of fresh.entries()) {
    if (bytes === 0) problems.push(`“${name}” is empty.`);
    else if (bytes > limits.bytes)
      problems.push(`“${name}” is larger than ${sizeText(limits.bytes)}.`);
    else if (count >= limits.perMessage) {
      problems.push(`A message takes at most ${limits.perMessage} files.`);
      break;
    } else if (bytes > room)
      problems.push(`There is no room for “${name}”: ${sizeText(Math.max(0, room))} are left.`);
    else {
      taken.push(index);
      count += 1;
      room -= bytes;
    }
  }
  return { taken, problem: problems.join(' ') || undefined };
}
