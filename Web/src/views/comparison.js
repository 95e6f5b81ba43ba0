// @ts-check
/** The same messages as the server's own engine and as the connected model read them. */
import { took } from '../connection.js';
import { el } from './dom.js';
import { titleOf } from './format.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types.js').ModelReading} Reading */

const PATIENCE = 180_000;

/** Choose a conversation and see both. @param {Client} client */
export function comparisonForm(client) {
  const rooms = [...client.feeds.values()].filter((feed) => feed.conversation);
  const said = el('p', { role: 'status' });
  const place = el('div', { class: 'comparison' });
  const compare = el('button', { type: 'submit' }, 'Compare');
  return el(
    'section',
    {},
    el('h3', {}, 'Compare'),
    el(
      'p',
      { class: 'muted' },
      'Both read the last week of one of your conversations, whoever the model is switched on for. It is sent to the model.',
    ),
    el(
      'form',
      {
        class: 'inline',
        onsubmit: async (/** @type {any} */ event) => {
          event.preventDefault();
          compare.disabled = true;
          said.textContent = 'Reading…';
          place.replaceChildren();
          try {
            const conversation = new FormData(event.target).get('conversation');
            const body = { conversation, days: 7 };
            const made = await client.session.call('POST', '/v1/model/comparison', body, PATIENCE);
            said.textContent = `${made.messages} messages. ${made.model}: ${took(made)}.`;
            place.replaceChildren(
              side('This server', made.own),
              side(made.model, made.other, made.problem),
            );
          } catch (error) {
            said.textContent = /** @type {Error} */ (error).message;
          }
          compare.disabled = false;
        },
      },
      el(
        'label',
        {},
        el('span', {}, 'Conversation'),
        el(
          'select',
          { name: 'conversation', required: true },
          ...rooms.map((feed) => el('option', { value: feed.feed }, titleOf(feed, client.me))),
        ),
      ),
      compare,
    ),
    said,
    place,
  );
}

/** @param {string} name @param {Reading} [reading] @param {string} [problem] */
function side(name, reading, problem) {
  const lines = reading ? [...reading.summary, ...reading.decisions, ...reading.tasks] : [];
  return el(
    'section',
    { 'aria-label': name },
    el('h4', {}, name),
    problem && el('p', { class: 'problem' }, problem),
    reading && lines.length === 0 && el('p', { class: 'muted' }, 'Nothing.'),
    el('ul', {}, ...lines.map((line) => el('li', { dir: 'auto' }, line))),
  );
}
