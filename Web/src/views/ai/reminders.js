// @ts-check
/** What I am reminded of: a list with done and later, and a quiet line above everything. */
import { el, iconButton, openDialog, openMenu, reconcile, toast } from '../dom.js';
import { clockTime, dayName, titleOf } from '../format.js';
import { delays, livingReminders, reminderText, reminderTitle } from '../../reminders.js';
import { outputView } from './output.js';
import { OUTPUTS } from '../../answers.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {import('../../reminders.js').Reminder} Reminder */
/** @typedef {(conversation: string, message: string) => void} Show */

/** Says why something did not work. @param {Promise<any>} done @returns {Promise<boolean>} */
const told = (done) =>
  done.then(
    () => true,
    (/** @type {Error} */ error) => {
      toast(error.message);
      return false;
    },
  );

/**
 * What comes of a choice of when.
 * @param {(at: number) => Promise<any>} act @returns {{label: string, action: () => void}[]}
 */
const choices = (act) =>
  delays(Date.now()).map(({ label, at }) => ({
    label,
    action: () => {
      told(act(at)).then((isDone) => isDone && toast(`Reminder set for ${momentText(at)}.`));
    },
  }));

/** As within a sentence. @param {number} at */
const momentText = (at) =>
  `${dayName(at).replace(/^(Today|Tomorrow|Yesterday)$/, (day) => day.toLowerCase())} at ${clockTime(at)}`;

/**
 * Asks when to be reminded of a message.
 * @param {Client} client @param {string} conversation @param {string} message
 * @param {HTMLElement} anchor
 */
export const remindMenu = (client, conversation, message, anchor) =>
  openMenu(
    anchor,
    choices((at) => client.reminders.ofMessage(conversation, message, at)),
  );

/**
 * The list.
 * @param {Client} client @param {Show} show
 * @returns {{node: HTMLElement, update: () => void}}
 */
export function reminderBoard(client, show) {
  const list = el('ul', { class: 'plain-list reminders', tabindex: -1, 'aria-label': 'Reminders' });
  const update = () => {
    const place = [...list.children].findIndex((row) => row.contains(document.activeElement));
    const rows = livingReminders(client.feeds.get('me'));
    const entries = rows.map((reminder) => ({
      key: reminder.id,
      signature: JSON.stringify(reminder),
      build: () => reminderRow(client, reminder, show),
    }));
    const none = 'Nothing. Say “Remind me …” to the assistant, or choose it at a message.';
    reconcile(
      list,
      entries.length
        ? entries
        : [{ key: 'empty', signature: none, build: () => el('li', { class: 'empty' }, none) }],
    );
    // What is done leaves; the keyboard goes on with what takes its place.
    if (place >= 0 && !list.contains(document.activeElement))
      (list.children[Math.min(place, entries.length - 1)]?.querySelector('button') ?? list).focus();
  };
  update();
  return { node: el('div', {}, addForm(client), list), update };
}

/** @param {Client} client */
function addForm(client) {
  const text = el('input', {
    name: 'text',
    required: true,
    maxlength: 300,
    placeholder: 'Call the bank',
    'aria-label': 'What to be reminded of',
  });
  const when = el('button', { type: 'submit', class: 'primary' }, 'Remind me');
  const form = el(
    'form',
    {
      class: 'reminder-add',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const words = text.value;
        openMenu(
          when,
          choices(async (at) => {
            await client.reminders.ofWords(words, at);
            if (text.value === words) text.value = '';
          }),
        );
      },
    },
    text,
    when,
  );
  return form;
}

/** @param {Client} client @param {Reminder} reminder @param {Show} show */
function reminderRow(client, reminder, show) {
  const feed = reminder.conversation ? client.feeds.get(reminder.conversation) : undefined;
  const text = reminderText(reminder);
  const isDue = reminder.state === 'due';
  const facts = [
    isDue ? '' : momentText(reminder.at),
    reminder.dueAt ? `due ${momentText(reminder.dueAt)}` : '',
    feed && titleOf(feed, client.me),
  ].filter(Boolean);
  return el(
    'li',
    { class: `reminder${isDue ? ' due' : ''}`, 'data-kind': reminder.kind },
    el(
      'div',
      { class: 'reminder-main' },
      opener(client, reminder, show, text),
      facts.length > 0 && el('small', { class: 'muted' }, facts.join(' · ')),
    ),
    el(
      'button',
      {
        type: 'button',
        'aria-label': `Done: ${text}`,
        onclick: () => told(client.reminders.finish(reminder.id)),
      },
      'Done',
    ),
    el(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'aria-label': `Later: ${text}`,
        onclick: (/** @type {Event} */ event) =>
          openMenu(
            /** @type {any} */ (event.currentTarget),
            choices((at) => client.reminders.postpone(reminder.id, at)),
          ),
      },
      'Later',
    ),
  );
}

/**
 * What opens what it is of: the message, the task's message, or the digest.
 * @param {Client} client @param {Reminder} reminder @param {Show} show @param {string} text
 */
function opener(client, reminder, show, text) {
  const { conversation, message, output } = reminder;
  const open =
    conversation && message
      ? () => show(conversation, message)
      : output
        ? () => openDigest(client, output, show)
        : undefined;
  return open
    ? el('button', { type: 'button', class: 'insight-text', dir: 'auto', onclick: open }, text)
    : el('span', { dir: 'auto' }, text);
}

/** @param {Client} client @param {string} id @param {Show} show */
async function openDigest(client, id, show) {
  const place = el('div', { 'aria-live': 'polite' }, el('p', { class: 'muted' }, 'Loading…'));
  const dialog = openDialog('Your digest', place);
  try {
    const { body } = await client.answers.ask(OUTPUTS, () => client.intelligence.outputs());
    const output = body.outputs.find((/** @type {any} */ one) => one.id === id);
    place.replaceChildren(
      output
        ? outputView(client, output, (conversation, message) => {
            dialog.close();
            show(conversation, message);
          })
        : el(
            'p',
            { class: 'muted' },
            'It is not kept any more: a message that it rests on has changed, or a month has passed.',
          ),
    );
  } catch (error) {
    place.replaceChildren(
      el('p', { class: 'problem', role: 'alert' }, /** @type {Error} */ (error).message),
    );
  }
}

/**
 * Says above everything what has come due, until it is done, put off, or put away for now.
 * @param {Client} client @param {(id: string, message?: string) => void} open
 * @param {() => void} openList
 * @returns {{node: HTMLElement, update: () => void}}
 */
export function reminderNotice(client, open, openList) {
  const node = el('div', { class: 'banner reminder-notice', role: 'status', hidden: true });
  /** @type {Set<string>} Each time that one has reminded, where it was put away. */
  const away = new Set();
  let shown = '';
  const update = () => {
    const due = livingReminders(client.feeds.get('me')).filter(
      (row) => row.state === 'due' && !away.has(`${row.id} ${row.at}`),
    );
    const signature = JSON.stringify(due.map((row) => [row.id, row.rev]));
    if (signature === shown) return;
    shown = signature;
    node.hidden = due.length === 0;
    if (!due.length) return node.replaceChildren();
    const hadFocus = node.contains(document.activeElement);
    const [first] = due;
    node.replaceChildren(
      el(
        'span',
        { class: 'reminder-notice-text' },
        `${reminderTitle(first)}: `,
        opener(client, first, open, reminderText(first)),
      ),
      el(
        'span',
        { class: 'reminder-notice-acts' },
        el(
          'button',
          {
            type: 'button',
            class: 'link',
            onclick: () => told(client.reminders.finish(first.id)),
          },
          'Done',
        ),
        el(
          'button',
          {
            type: 'button',
            class: 'link',
            onclick: (/** @type {Event} */ event) =>
              openMenu(
                /** @type {any} */ (event.currentTarget),
                choices((at) => client.reminders.postpone(first.id, at)),
              ),
          },
          'Later',
        ),
        due.length > 1 &&
          el(
            'button',
            {
              type: 'button',
              class: 'link',
              onclick: openList,
            },
            `${due.length - 1} more`,
          ),
        iconButton('close', 'Not now', () => {
          for (const row of due) away.add(`${row.id} ${row.at}`);
          update();
        }),
      ),
    );
    // The keyboard goes on with what takes its place.
    if (hadFocus) node.querySelector('button')?.focus();
  };
  update();
  return { node, update };
}
