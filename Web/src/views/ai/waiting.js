// @ts-check
/** Says in a conversation's lists that the AI is not through with it yet. */
import { el } from '../dom.js';

/** @typedef {import('../../client.js').Client} Client */

const LOOK = 5_000;
/** A new message is worked on within moments: a few that wait are nothing to speak of. */
const FEW = 10;
/** What the server counts to. */
const MOST = 10_000;

/** @param {number} waiting @returns {string} nothing when there is nothing to say */
export function waitingText(waiting) {
  if (waiting <= FEW) return '';
  const count = `${waiting.toLocaleString('en')}${waiting >= MOST ? ' or more' : ''}`;
  return `The AI has not read ${count} older messages here yet. More may appear.`;
}

/**
 * Follows the work while it is on the page.
 * @param {Client} client @param {string} conversation @returns {HTMLElement}
 */
export function waitingLine(client, conversation) {
  const line = el('p', { class: 'muted ai-waiting', role: 'status', hidden: true });
  const look = async () => {
    let text = '';
    try {
      text = waitingText((await client.intelligence.work(conversation)).waitingMessages);
    } catch {
      // Offline nothing is known of it, and nothing is said.
    }
    line.hidden = !text;
    if (line.textContent !== text) line.textContent = text;
    if (text && line.isConnected) setTimeout(look, LOOK);
  };
  look();
  return line;
}
