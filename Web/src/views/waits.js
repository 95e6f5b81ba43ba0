// @ts-check
/** What waits for a connection says so, and what was refused says why, at its place. */
import { el, icon } from './dom.js';

/** @typedef {import('../client.js').Client} Client */

/** @param {string} text @param {() => void} [cancel] */
export const waitsLine = (text, cancel) =>
  el(
    'p',
    { class: 'waits', role: 'status' },
    icon('clock'),
    el('span', {}, text),
    cancel && el('button', { type: 'button', class: 'link', onclick: cancel }, 'Cancel'),
  );

/**
 * @param {Client} client @param {string} id of the request @param {string | undefined} text why it
 *   was refused
 */
export const refusalLine = (client, id, text) =>
  el(
    'p',
    { class: 'failure', role: 'alert' },
    text ?? 'It was not done.',
    ' ',
    el('button', { type: 'button', class: 'link', onclick: () => client.retry(id) }, 'Retry'),
    ' ',
    el(
      'button',
      { type: 'button', class: 'link danger', onclick: () => client.discardRequest(id) },
      'Discard',
    ),
  );

/**
 * How it stands with a request: it waits and can be cancelled, is being answered, or was refused.
 * @param {Client} client @param {import('../entries.js').Entry} entry
 */
export const requestLine = (client, { operation, failed, failure }) =>
  failed
    ? refusalLine(client, operation.id, failure)
    : waitsLine(
        client.connection.state === 'online' ? 'Being answered…' : 'Waits for a connection.',
        () => client.requests.cancel(operation.id),
      );

/**
 * How it stands with a conversation that was started without a connection.
 * @param {Client} client @param {import('../entries.js').Entry} entry
 */
export const creationLine = (client, { operation, failed, failure }) =>
  failed
    ? refusalLine(client, operation.id, failure)
    : waitsLine('This conversation is started when there is a connection.');
