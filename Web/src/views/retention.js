// @ts-check
/** For how long messages are kept: admins set it, and legal holds; everybody reads it. */
import { el, openDialog, toast } from './dom.js';
import { titleOf } from './format.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types.js').RetentionOverview} Overview */
/** @typedef {import('../generated/types.js').ConversationRetention} Entry */
/** @typedef {import('../generated/types.js').User} User */
/** @typedef {(act: () => Promise<any>) => Promise<void>} Change */

const MOST_DAYS = 3650;

/** @param {number} days */
const keptFor = (days) =>
  days === 0 ? 'for ever' : days === 1 ? 'for 1 day' : `for ${days.toLocaleString('en')} days`;

/**
 * What members of a conversation read.
 * @param {Client} client @param {string} id @returns {HTMLElement}
 */
export function retentionNote(client, id) {
  const note = el('p', { class: 'muted', hidden: true });
  client.session.call('GET', `/v1/conversations/${id}/retention`).then(
    ({ days }) => {
      note.hidden = days === 0;
      note.textContent = `Messages are kept ${keptFor(days)}, then erased.`;
    },
    // Said again when the details are opened again.
    () => {},
  );
  return note;
}

/** @param {Client} client */
export function retentionDialog(client) {
  const place = el('div', {});
  const problem = el('p', { class: 'problem', role: 'alert' });
  openDialog('Keeping messages', problem, place);
  const load = async () => {
    try {
      const [overview, { accounts }] = await Promise.all([
        client.session.call('GET', '/v1/retention'),
        client.session.call('GET', '/v1/accounts'),
      ]);
      const people = accounts.map((/** @type {{user: User}} */ { user }) => user);
      place.replaceChildren(
        workspaceForm(client, overview, change),
        conversations(client, overview, change),
        holds(client, overview, people, change),
      );
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  /** @type {Change} */
  const change = async (act) => {
    try {
      await act();
      toast('Saved.');
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
    await load();
  };
  load();
}

/** For ever, or for so many days. @param {string} legend @param {number} chosen */
function periodChoice(legend, chosen) {
  const days = el('input', {
    type: 'number',
    name: 'days',
    min: 1,
    max: MOST_DAYS,
    required: true,
    value: chosen || 365,
    'aria-label': `${legend}: days`,
  });
  const field = el('label', {}, el('span', {}, 'Days'), days);
  const choose = (/** @type {boolean} */ isLimited) => {
    // What is not shown is not asked for.
    field.hidden = days.disabled = !isLimited;
  };
  choose(chosen > 0);
  const radio = (/** @type {boolean} */ isLimited, /** @type {string} */ label) =>
    el(
      'label',
      { class: 'choice' },
      el('input', {
        type: 'radio',
        name: 'period',
        checked: isLimited === chosen > 0,
        onchange: () => choose(isLimited),
      }),
      el('span', {}, label),
    );
  return el(
    'fieldset',
    { class: 'choices' },
    el('legend', {}, legend),
    radio(false, 'For ever'),
    radio(true, 'For some time'),
    field,
  );
}

/** Days as the server has them. @param {HTMLElement} form */
const periodOf = (form) => Number(new FormData(/** @type {any} */ (form)).get('days') ?? 0);

/** @param {number} days @param {() => void} act */
function confirmed(days, act) {
  if (!days) return act();
  const age = days === 1 ? '1 day' : `${days} days`;
  asked(
    'Erase what is older?',
    `Messages that are older than ${age} are erased`,
    'Erase them',
    act,
  );
}

/** @param {string} title @param {string} what @param {string} label @param {() => void} act */
function asked(title, what, label, act) {
  const dialog = openDialog(
    title,
    el('p', {}, `${what} within an hour, with their files. Nobody can bring them back.`),
    el(
      'footer',
      {},
      el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
      el(
        'button',
        {
          type: 'button',
          class: 'primary danger',
          onclick: () => {
            dialog.close();
            act();
          },
        },
        label,
      ),
    ),
  );
}

/** @param {Client} client @param {Overview} overview @param {Change} change */
function workspaceForm(client, overview, change) {
  const form = el(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const days = periodOf(form);
        confirmed(days, () => change(() => client.session.call('PUT', '/v1/retention', { days })));
      },
    },
    periodChoice('Messages are kept', overview.days),
    el('button', { type: 'submit', class: 'primary' }, 'Save'),
  );
  return form;
}

/** @param {Client} client @param {Entry} entry */
function nameOf(client, entry) {
  const feed = client.feeds.get(entry.conversation);
  if (feed) return titleOf(feed, client.me);
  return entry.name ?? `A direct conversation (${entry.conversation.slice(0, 8)})`;
}

/** @param {string} label @param {string} name @param {[string, string][]} options */
const select = (label, name, options) =>
  el(
    'label',
    {},
    el('span', {}, label),
    el(
      'select',
      { name, required: true },
      ...options.map(([value, text]) => el('option', { value }, text)),
    ),
  );

/** @param {string} name @param {string} about @param {[label: string, act: () => void][]} acts */
const row = (name, about, acts) =>
  el(
    'li',
    { class: 'person' },
    el('span', {}, el('strong', { dir: 'auto' }, name), el('small', {}, about)),
    ...acts.map(([label, act]) =>
      el('button', { type: 'button', 'aria-label': `${label}: ${name}`, onclick: act }, label),
    ),
  );

/** @param {Client} client @param {Overview} overview @param {Change} change */
function conversations(client, overview, change) {
  const own = overview.conversations.filter(({ days }) => days !== undefined);
  const options = /** @type {[string, string][]} */ (
    [...client.feeds.values()]
      .filter(({ conversation }) => conversation)
      .map((feed) => [feed.feed, titleOf(feed, client.me)])
  );
  const path = (/** @type {string} */ id) => `/v1/retention/conversations/${id}`;
  const form = el(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const id = String(new FormData(form).get('conversation'));
        const days = periodOf(form);
        confirmed(days, () => change(() => client.session.call('PUT', path(id), { days })));
      },
    },
    select('Conversation', 'conversation', options),
    periodChoice('Its messages are kept', 0),
    el('button', { type: 'submit' }, 'Set for this conversation'),
  );
  return el(
    'section',
    {},
    el('h3', {}, 'Conversations with a rule of their own'),
    el(
      'ul',
      { class: 'plain-list', 'aria-label': 'Conversations with a rule of their own' },
      ...own.map((entry) =>
        row(nameOf(client, entry), `Kept ${keptFor(entry.days ?? 0)}`, [
          [
            'As the workspace',
            () =>
              confirmed(overview.days, () =>
                change(() => client.session.call('DELETE', path(entry.conversation))),
              ),
          ],
        ]),
      ),
      own.length === 0 && el('li', { class: 'muted' }, 'None.'),
    ),
    options.length > 0 && el('details', {}, el('summary', {}, 'Set one'), form),
  );
}

/**
 * @param {Client} client @param {Overview} overview @param {User[]} people
 * @param {Change} change
 */
function holds(client, overview, people, change) {
  const hold = (/** @type {string} */ subject, /** @type {boolean} */ isHeld) =>
    change(() => client.session.call('PUT', `/v1/holds/${subject}`, { isHeld }));
  const lift = (/** @type {string} */ subject) =>
    asked(
      'Lift the hold?',
      'Messages that have become too old meanwhile are erased',
      'Lift it',
      () => hold(subject, false),
    );
  const held = overview.conversations.filter(({ isHeld }) => isHeld);
  const rows = [
    ...held.map((entry) =>
      row(nameOf(client, entry), 'A conversation', [
        ['Lift', () => lift(`conversations/${entry.conversation}`)],
      ]),
    ),
    ...overview.people.map((person) =>
      row(person.name, person.email, [['Lift', () => lift(`people/${person.id}`)]]),
    ),
  ];
  const options = /** @type {[string, string][]} */ ([
    ...[...client.feeds.values()]
      .filter(({ conversation }) => conversation)
      .map((feed) => [`conversations/${feed.feed}`, `Conversation: ${titleOf(feed, client.me)}`]),
    ...people.map(({ id, name, email }) => [`people/${id}`, `${name} (${email})`]),
  ]);
  const form = el(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        hold(String(new FormData(form).get('subject')), true);
      },
    },
    select('Conversation or person', 'subject', options),
    el('button', { type: 'submit' }, 'Hold'),
  );
  return el(
    'section',
    {},
    el('h3', {}, 'Legal holds'),
    el(
      'p',
      { class: 'muted' },
      'What is held is not erased for its age, and nobody can delete it. Who tries to is told why.',
    ),
    el(
      'ul',
      { class: 'plain-list', 'aria-label': 'Legal holds' },
      ...rows,
      rows.length === 0 && el('li', { class: 'muted' }, 'None.'),
    ),
    el('details', {}, el('summary', {}, 'Set one'), form),
  );
}
