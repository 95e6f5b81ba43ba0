// @ts-check
/**
 * Finding a time to meet: a quiet card under the message in which somebody wants to, and the times
 * that suit.
 */
import { el, icon, iconButton, openDialog, toast } from '../dom.js';
import { has } from '../../features.js';
import { fill, outputView } from './output.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {import('../../law.js').Feed} Feed */
/** @typedef {{id: string, topic: string}} Wish */

/** For how long somebody may still look for a time, in milliseconds. */
const FRESH = 7 * 86_400_000;
const LEAD = 'Meeting: ';

/**
 * The wish to meet that opens with a message, while a time is still to be found and I am one of
 * those whom it concerns: whoever is named by it, else everybody.
 * @param {Client} client @param {Feed} feed @param {any} message @param {number} now
 * @returns {Wish | undefined}
 */
export function wishOf(client, feed, { id, deletedAt }, now) {
  if (deletedAt || feed.conversation?.intelligenceOff) return undefined;
  if (!has(client, 'ai') || !has(client, 'scheduling')) return undefined;
  const wish = feed.insights?.find(
    ({ kind, status, citations, participants, createdAt }) =>
      kind === 'scheduling' &&
      status === 'open' &&
      citations[0] === id &&
      now - createdAt < FRESH &&
      (participants.length < 2 || participants.includes(client.me)),
  );
  if (!wish) return undefined;
  const topic = wish.text.startsWith(LEAD) ? wish.text.slice(LEAD.length) : '';
  return { id: wish.id, topic };
}

/**
 * @param {Client} client @param {Feed} feed @param {Wish} wish
 * @param {any} inside what keeps a button from being a tab stop
 * @param {(message: string) => void} show
 */
export function meetCard(client, feed, wish, inside, show) {
  const settle = (/** @type {string} */ status) =>
    client.intelligence.change(feed.feed, wish.id, { status });
  const find = el(
    'button',
    {
      type: 'button',
      class: 'link',
      ...inside,
      onclick: () => findTimes(client, feed, wish.topic, show, () => settle('done')),
    },
    'Find a time',
  );
  const dismiss = iconButton('close', 'No time is needed', () =>
    settle('dismissed').then(
      () =>
        toast('Nobody here is asked to find a time for this any more.', {
          label: 'Undo',
          action: () => settle('open').catch((error) => toast(error.message)),
        }),
      (/** @type {Error} */ error) => toast(error.message),
    ),
  );
  for (const [key, value] of Object.entries(inside)) dismiss.setAttribute(key, String(value));
  return el(
    'div',
    { class: 'meet-card', role: 'group', 'aria-label': 'Find a time to meet' },
    icon('clock'),
    el('span', { dir: 'auto' }, wish.topic ? `${LEAD}${wish.topic}` : 'A time to meet'),
    find,
    dismiss,
  );
}

/**
 * Shows times that suit; none is posted before its message was seen.
 * @param {Client} client @param {Feed} feed @param {string} topic
 * @param {(message: string) => void} show @param {() => Promise<any>} posted
 */
function findTimes(client, feed, topic, show, posted) {
  const place = el('div', { 'aria-live': 'polite' });
  const dialog = openDialog('Find a time', place);
  const leave = (/** @type {string} */ _, /** @type {string} */ message) => {
    dialog.close();
    show(message);
  };
  const close = async () => {
    dialog.close();
    try {
      await posted();
    } catch {
      // The message is on its way; the card goes with the next try to dismiss it.
    }
  };
  fill(
    place,
    () => client.intelligence.meetingTimes(feed.feed, { topic: topic || undefined }),
    (output) => outputView(client, output, leave, close),
  );
}
