// @ts-check
/** For admins of the workspace: the audit log, and what became of notifications and letters. */
import { KINDS, sentence } from '../audit.js';
import { el, openDialog, toast } from './dom.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types.js').AuditEntry} Entry */

const PAGE = 50;

/** @param {string} label @param {any} attributes @param {[string, string][]} options */
const select = (label, attributes, options) =>
  el(
    'label',
    {},
    el('span', {}, label),
    el('select', attributes, ...options.map(([value, text]) => el('option', { value }, text))),
  );

/** @param {Client} client */
export function auditDialog(client) {
  /** @type {Map<string, string>} */
  let names = new Map();
  /** @type {number | undefined} */
  let next;
  // What was asked for before something else was chosen is not shown.
  let asked = 0;
  const list = el('ul', { class: 'plain-list', 'aria-label': 'Entries' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const verdict = el('p', { class: 'muted verdict', role: 'status' });
  const more = el('button', { type: 'button', hidden: true, onclick: () => load(false) }, 'Older');
  const people = select('Who', { name: 'person', onchange: () => load(true) }, [['', 'Everybody']]);
  const kinds = select('What', { name: 'kind', onchange: () => load(true) }, [
    ['', 'Everything'],
    ...KINDS,
  ]);
  const value = (/** @type {HTMLElement} */ label) =>
    /** @type {HTMLSelectElement} */ (label.querySelector('select')).value;

  async function load(/** @type {boolean} */ isFirst) {
    const mine = ++asked;
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (value(kinds)) query.set('kind', value(kinds));
    if (value(people)) query.set('person', value(people));
    if (!isFirst && next) query.set('before', String(next));
    try {
      const page = await client.session.call('GET', `/v1/audit?${query}`);
      if (mine !== asked) return;
      const rows = page.entries.map((/** @type {Entry} */ entry) => row(entry, names));
      if (isFirst) list.replaceChildren(...rows);
      else list.append(...rows);
      if (!list.children.length) list.append(el('li', { class: 'muted' }, 'Nothing of that kind.'));
      next = page.next;
      more.hidden = !next;
      problem.textContent = '';
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  }

  async function verify() {
    try {
      const found = await client.session.call('POST', '/v1/audit/verification');
      verdict.textContent =
        found.finding ??
        `All ${found.entries} entries are as they were written. Head: ${found.number} ${found.hash}`;
      load(true);
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
  }

  async function start() {
    try {
      const { accounts } = await client.session.call('GET', '/v1/accounts');
      names = new Map(
        accounts.map((/** @type {any} */ { user }) => [user.id, user.name || user.email]),
      );
      people
        .querySelector('select')
        ?.append(...[...names].map(([id, name]) => el('option', { value: id }, name)));
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
    await load(true);
  }

  openDialog(
    'Audit log',
    el('p', { class: 'muted' }, 'Who did what. “Verify” tells whether an entry was changed.'),
    el('div', { class: 'pair' }, people, kinds),
    problem,
    list,
    el(
      'footer',
      { class: 'start' },
      more,
      el('button', { type: 'button', onclick: verify }, 'Verify'),
    ),
    verdict,
  );
  start();
}

/** @param {Entry} entry @param {Map<string, string>} names */
const row = (entry, names) =>
  el(
    'li',
    {},
    el('span', { dir: 'auto' }, sentence(entry, names)),
    el(
      'small',
      { class: 'muted' },
      ` ${new Date(entry.at).toLocaleString()}${entry.address ? `, from ${entry.address}` : ''}`,
    ),
  );

const OUTCOMES = {
  waiting: 'wait to be sent',
  accepted: 'were taken',
  rejected: 'were refused',
  exhausted: 'failed too often',
};

/** @param {Client} client */
export function outcomesDialog(client) {
  const push = el('ul', { class: 'plain-list', 'aria-label': 'Notifications' });
  const mail = el('ul', { class: 'plain-list', 'aria-label': 'Letters' });
  openDialog(
    'Notifications and mail',
    el('section', {}, el('h3', {}, 'Notifications of the last 24 hours'), push),
    el('section', {}, el('h3', {}, 'Letters of the last seven days'), mail),
  );
  fill(client, '/v1/push/outcomes', push, ({ service, outcome, count }) =>
    el('li', {}, `${count} by ${service}: ${said(outcome)}`),
  );
  fill(client, '/v1/mail/outcomes', mail, ({ outcome, count, detail }) =>
    el(
      'li',
      {},
      `${count} ${said(outcome)}`,
      detail && el('small', { class: 'muted', dir: 'auto' }, ` ${detail}`),
    ),
  );
}

/** @param {string} outcome */
const said = (outcome) => OUTCOMES[/** @type {'waiting'} */ (outcome)] ?? outcome;

/**
 * @param {Client} client @param {string} path @param {HTMLElement} list
 * @param {(outcome: any) => Node} line
 */
async function fill(client, path, list, line) {
  try {
    const { outcomes } = await client.session.call('GET', path);
    list.replaceChildren(
      ...(outcomes.length ? outcomes.map(line) : [el('li', { class: 'muted' }, 'None.')]),
    );
  } catch (error) {
    list.replaceChildren(el('li', { class: 'problem' }, /** @type {Error} */ (error).message));
  }
}
