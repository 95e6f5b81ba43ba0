// @ts-check
/** A message that is urgent for me says so, and why; I can say otherwise. */
import { el, icon, openMenu, toast } from '../dom.js';
import { has } from '../../features.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {import('../../law.js').Feed} Feed */

/** @param {Client} client @param {Feed} feed @param {string} message @param {string} priority */
const correct = (client, feed, message, priority) =>
  client.intelligence.correct(feed.feed, message, priority).then(
    () => toast('Thank you. Similar messages will follow.'),
    (/** @type {Error} */ error) => toast(error.message),
  );

/**
 * @param {Client} client @param {Feed} feed @param {string} message @param {string} reason
 * @param {any} inside what keeps a button from being a tab stop
 */
export const urgentChip = (client, feed, message, reason, inside) =>
  el(
    'button',
    {
      type: 'button',
      class: 'urgent-chip',
      ...inside,
      'aria-haspopup': 'menu',
      onclick: (/** @type {any} */ event) =>
        openMenu(event.currentTarget, [
          {
            label: 'This can wait',
            action: () => correct(client, feed, message, 'can_wait'),
          },
          {
            label: 'It needs nothing of me',
            action: () => correct(client, feed, message, 'ai_handled'),
          },
        ]),
    },
    icon('alert'),
    el('strong', {}, 'Urgent'),
    el('span', { dir: 'auto' }, reason),
  );

/**
 * What the menu of a message of somebody else offers.
 * @param {Client} client @param {Feed} feed @param {string} message
 * @returns {{label: string, action: () => void}[]}
 */
export const urgentChoices = (client, feed, message) =>
  has(client, 'ai') && has(client, 'priorities') && !feed.conversation?.intelligenceOff
    ? [{ label: 'This is urgent', action: () => correct(client, feed, message, 'urgent') }]
    : [];
