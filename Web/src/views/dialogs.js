// @ts-check
/** New conversations, what could not be sent, and what would be lost by leaving. */
import { el, openDialog, reconcile } from './dom.js';
import { peoplePicker } from './people.js';
import { gistOf } from '../attachments.js';
import { titleOf } from './format.js';
import { refusalLine } from './waits.js';

/** @typedef {import('../client.js').Client} Client */

/** @param {Client} client @param {(id: string) => void} open */
export function newConversation(client, open) {
  /** @type {Map<string, any>} */
  const chosen = new Map();
  const chips = el('div', { class: 'chips' });
  const name = el('input', {
    placeholder: 'Group name',
    'aria-label': 'Group name',
    maxlength: 80,
    hidden: true,
    oninput: () => checked(),
  });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const create = el(
    'button',
    {
      type: 'button',
      class: 'primary',
      disabled: true,
      onclick: async () => {
        const members = [...chosen.keys()];
        const isGroup = members.length > 1 || name.value.trim() !== '';
        try {
          open(
            await client.createConversation(
              isGroup
                ? { kind: 'group', members, name: name.value.trim() }
                : { kind: 'direct', members },
            ),
          );
          dialog.close();
        } catch (error) {
          problem.textContent = /** @type {Error} */ (error).message;
        }
      },
    },
    'Start',
  );
  const checked = () => {
    const needsName = chosen.size > 1;
    create.disabled = chosen.size === 0 || (needsName && !name.value.trim());
    create.textContent = needsName || name.value.trim() ? 'Create group' : 'Start';
  };
  const update = () => {
    chips.replaceChildren(
      ...[...chosen.values()].map((user) =>
        el(
          'button',
          {
            type: 'button',
            class: 'chip',
            'aria-label': `Remove ${user.name}`,
            onclick: () => {
              chosen.delete(user.id);
              update();
            },
          },
          user.name,
          ' ×',
        ),
      ),
    );
    name.hidden = chosen.size === 0;
    name.placeholder =
      chosen.size > 1 ? 'Group name' : 'Group name (leave empty for a direct conversation)';
    checked();
    picker.refresh();
  };
  const picker = peoplePicker(
    client,
    (user) => {
      chosen.set(user.id, user);
      update();
    },
    () => new Set(chosen.keys()),
  );
  const dialog = openDialog(
    'New conversation',
    chips,
    picker.node,
    name,
    problem,
    el('footer', {}, create),
  );
  picker.focus();
}

/**
 * Messages to conversations that are not here any more: nothing that was written is
 * thrown away unasked.
 * @param {Client} client
 */
export function unsentDialog(client) {
  const list = el('ul', { class: 'plain-list' });
  const dialog = openDialog(
    'Unsent messages',
    el('p', { class: 'muted' }, 'These were written to conversations that you are no longer in.'),
    list,
  );
  const update = () => {
    const entries = client.unsent();
    if (!entries.length) return dialog.close();
    reconcile(
      list,
      entries.map((entry) => ({
        key: String(entry.id),
        signature: '',
        build: () =>
          el(
            'li',
            { class: 'person' },
            el(
              'span',
              { class: 'earlier', dir: 'auto' },
              gistOf({ text: entry.operation.text, attachments: entry.files }) ||
                'A message to delete',
            ),
            el(
              'button',
              { type: 'button', onclick: () => client.discard(entry.operation.id) },
              'Discard',
            ),
          ),
      })),
    );
  };
  client.addEventListener('change', update);
  dialog.addEventListener('close', () => client.removeEventListener('change', update));
  update();
}

/**
 * What the server has refused of what was done without a connection, where its thing does not say
 * so.
 * @param {Client} client
 */
export function refusedDialog(client) {
  const list = el('ul', { class: 'plain-list' });
  const dialog = openDialog(
    'Not done',
    el('p', { class: 'muted' }, 'You did this without a connection, and the server refused it.'),
    list,
  );
  const update = () => {
    const entries = client.refused();
    if (!entries.length) return dialog.close();
    reconcile(
      list,
      entries.map(({ operation, failure }) => ({
        key: operation.id,
        signature: failure ?? '',
        build: () =>
          el(
            'li',
            {},
            el('strong', {}, requestName(client, operation.request)),
            refusalLine(client, operation.id, failure),
          ),
      })),
    );
  };
  client.addEventListener('change', update);
  dialog.addEventListener('close', () => client.removeEventListener('change', update));
  update();
}

/** @type {Record<string, string>} */
const NAMES = {
  changeInsight: 'A change of an action item or decision',
  markInsight: 'An action item or decision',
  addReminder: 'A reminder',
  changeReminder: 'A change of a reminder',
  setOpinion: 'What is of no help',
  correctPriority: 'How urgent a message is',
  setFeedback: 'Whether an answer helped',
  putPreferences: 'Preferences of the AI',
  changeSettings: 'Settings of a conversation',
  switchIntelligence: 'The AI of a conversation',
  shareOutput: 'Sharing an answer',
  updateMe: 'Your profile',
  createConversation: 'A new conversation',
  summarizeThread: 'A summary',
  summarizeUnread: 'What you missed',
  talkToAssistant: 'A question to the assistant',
};

/**
 * What was asked for, and where.
 * @param {Client} client @param {import('../entries.js').Request | undefined} request
 */
function requestName(client, request) {
  const feed = request?.conversation ? client.feeds.get(request.conversation) : undefined;
  return [NAMES[request?.kind ?? ''], feed && titleOf(feed, client.me)].filter(Boolean).join(' · ');
}

/** What would be lost, in words. @param {import('../entries.js').Entry[]} waiting */
export function lostText(waiting) {
  const kind = waiting.some(({ operation }) => operation.request) ? 'thing' : 'message';
  return waiting.length === 1
    ? `One ${kind} has not been sent yet and will be lost.`
    : `${waiting.length} ${kind}s have not been sent yet and will be lost.`;
}

/** @param {string} text what would be lost @param {() => void} signOut */
export function signOutDialog(text, signOut) {
  const dialog = openDialog(
    'Sign out?',
    el('p', {}, text),
    el(
      'footer',
      {},
      el('button', { type: 'button', onclick: () => dialog.close() }, 'Stay'),
      el(
        'button',
        {
          type: 'button',
          class: 'primary danger',
          onclick: () => {
            dialog.close();
            signOut();
          },
        },
        'Sign out',
      ),
    ),
  );
}
