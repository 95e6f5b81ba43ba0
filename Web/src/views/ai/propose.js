// @ts-check
/** The message that proposes a time to meet, which its writer has seen before it goes. */
import { el } from '../dom.js';
import { clockTime, isZone, localTime, longDay, nameOf, titleOf } from '../format.js';
import { postDialog } from './post.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {import('../../law.js').Feed} Feed */

/**
 * The message that proposes a time: what it is for, when, and what the clocks say where they
 * differ.
 * @param {Feed} feed @param {string} title @param {any} slot
 */
export function proposal(feed, title, { start, end, seats }) {
  const clocks = seats.map((/** @type {any} */ { timeZone, localTime: told }) =>
    isZone(timeZone) ? localTime(start, timeZone) : told,
  );
  const named = seats.map(
    (/** @type {any} */ { user }, /** @type {number} */ index) =>
      `${nameOf(feed, user).split(' ')[0]} ${clocks[index]}`,
  );
  const what = title.charAt(0).toUpperCase() + title.slice(1);
  const head = `${what}: ${longDay(start)}, ${clockTime(start)}–${clockTime(end)}?`;
  return new Set(clocks).size > 1 ? `${head}\n${named.join(' · ')}` : head;
}

/**
 * Shows the message before it is posted; it can be changed.
 * @param {Client} client @param {Feed} feed @param {string} text @param {() => void} posted
 */
export function propose(client, feed, text, posted) {
  const field = el('textarea', { rows: 4, 'aria-label': 'What is posted', dir: 'auto' });
  field.value = text;
  const post = () => client.send(feed.feed, field.value);
  postDialog('Post this?', [field], titleOf(feed, client.me), post, posted);
}
