// @ts-check
/** Writing a task that no message stands behind. */
import { el, openDialog, toast } from '../dom.js';
import { timeOfField, titleOf } from '../format.js';
import { most } from '../../generated/shapes.js';
import { dueField, ownerField } from './insight-edit.js';

/** @typedef {import('../../client.js').Client} Client */

/**
 * Conversations that may have a task, the latest first.
 * @param {Client} client @returns {any[]}
 */
const placesOf = (client) =>
  [...client.feeds.values()]
    .filter((feed) => feed.conversation && !feed.conversation.intelligenceOff)
    .sort((left, right) => latest(right) - latest(left));

/** @param {any} feed */
const latest = (feed) => feed.messages.at(-1)?.createdAt ?? feed.conversation.createdAt ?? 0;

/**
 * What is sent for a form.
 * @param {FormData} form
 * @returns {{text: string, owner?: string, dueAt?: number}}
 */
export function taskOf(form) {
  const value = (/** @type {string} */ name) => String(form.get(name) ?? '').trim();
  const due = value('due') ? timeOfField(value('due')) : undefined;
  return {
    text: value('text'),
    ...(value('owner') && { owner: value('owner') }),
    ...(due && { dueAt: due }),
  };
}

/**
 * @param {Client} client
 * @param {string} [conversation] where it belongs; else it is chosen in the form
 */
export function newTaskDialog(client, conversation) {
  const places = conversation ? [client.feeds.get(conversation)] : placesOf(client);
  if (!places[0]) return toast('Start a conversation first: a task belongs to one.');
  const people = el('div');
  const choose = (/** @type {any} */ feed) => people.replaceChildren(ownerField(feed, client.me));
  choose(places[0]);
  const place = el(
    'select',
    {
      name: 'conversation',
      onchange: (/** @type {any} */ event) => choose(client.feeds.get(event.target.value)),
    },
    ...places.map((feed) => el('option', { value: feed.feed }, titleOf(feed, client.me))),
  );
  const form = el(
    'form',
    {
      class: 'stacked',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const data = new FormData(form);
        const where = conversation ?? String(data.get('conversation'));
        try {
          await client.intelligence.writeTask(where, taskOf(data));
          dialog.close();
          toast('Added.');
        } catch (error) {
          toast(/** @type {Error} */ (error).message);
        }
      },
    },
    el(
      'label',
      {},
      el('span', {}, 'What is to be done'),
      el('input', { name: 'text', required: true, maxlength: most.insightChange.text }),
    ),
    !conversation && el('label', {}, el('span', {}, 'Conversation. Its members see it.'), place),
    people,
    dueField(''),
    el('footer', {}, el('button', { type: 'submit', class: 'primary' }, 'Add')),
  );
  const dialog = openDialog('New task', form);
  return undefined;
}
