// @ts-check
/** How long things take in clients, for admins to read; and for each person whether theirs tell. */
import { sections } from '../timings.js';
import { el, openDialog, toast } from './dom.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../timings.js').Line} Line */

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/**
 * A box that is saved at once, and goes back when it cannot be.
 * @param {string} label @param {boolean} isOn @param {(isOn: boolean) => Promise<any>} save
 */
function savedBox(label, isOn, save) {
  const box = el('input', {
    type: 'checkbox',
    checked: isOn,
    onchange: async () => {
      try {
        await save(box.checked);
      } catch (error) {
        box.checked = !box.checked;
        toast(/** @type {Error} */ (error).message);
      }
    },
  });
  return el('label', { class: 'choice' }, box, label);
}

/** @param {Client} client */
export const timingsChoice = (client) =>
  el(
    'section',
    {},
    el('h3', {}, 'Response times'),
    savedBox(
      'Tell the admins how long things take, on all my devices',
      client.profile?.sendsEvents !== false,
      (isOn) => client.session.call('PATCH', '/v1/me', { sendsEvents: isOn }),
    ),
    el(
      'p',
      { class: 'muted' },
      'Only to your own server, which adds up the times and keeps nobody’s. Nothing that anybody wrote.',
    ),
  );

/** @param {Client} client */
export async function timingsDialog(client) {
  const body = el('div', { class: 'timings' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  openDialog(
    'Response times',
    el(
      'p',
      { class: 'muted' },
      'How long things took in people’s clients in the last four weeks. Of each day: what half of them stayed within, and 95 of 100.',
    ),
    problem,
    body,
  );
  try {
    const found = await client.session.call('GET', '/v1/diagnostics/events?days=28');
    const parts = sections(found.summaries);
    body.replaceChildren(
      savedBox('Take them from the clients of this workspace', found.isCollecting, (isOn) =>
        client.session.call('PATCH', '/v1/workspace', { collectsEvents: isOn }),
      ),
      ...(parts.length ? parts.map(part) : [el('p', { class: 'muted' }, 'None yet.')]),
    );
  } catch (error) {
    problem.textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {{title: string, about: string, lines: Line[]}} part */
const part = ({ title, about, lines }) =>
  el(
    'section',
    {},
    el('h3', {}, title),
    el('p', { class: 'muted' }, about),
    el(
      'table',
      { 'aria-label': title },
      el('thead', {}, el('tr', {}, ...['Day', 'Client', 'Count', 'Half', '95 %'].map(head))),
      el('tbody', {}, ...lines.map(row)),
    ),
  );

/** @param {string} text */
const head = (text) => el('th', { scope: 'col' }, text);

/** @param {Line} line */
const row = ({ day, where, count, half, most }) =>
  el(
    'tr',
    {},
    el('th', { scope: 'row' }, DAY.format(day)),
    ...[where, count, half, most].map((text) => el('td', {}, text)),
  );
