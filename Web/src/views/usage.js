// @ts-check
/** For admins of the workspace: how much it has, what its AI did, and which groups there are. */
import { featureName, groupText, ratingText, readingText, totalsText, useText } from '../usage.js';
import { el, openDialog } from './dom.js';
import { dayInSentence } from './format.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types.js').ConversationOverview} Overview */

/** @param {Client} client */
export function usageDialog(client) {
  const problem = el('p', { class: 'problem', role: 'alert' });
  const totals = el('ul', { class: 'plain-list', 'aria-label': 'Totals' });
  const uses = el('ul', { class: 'plain-list', 'aria-label': 'What the AI did' });
  const groups = el('ul', { class: 'plain-list', 'aria-label': 'Groups' });
  const reading = el('p', { class: 'muted' });
  const dialog = openDialog(
    'Usage',
    problem,
    totals,
    el('section', {}, el('h3', {}, 'AI, last 30 days'), reading, uses),
    el(
      'section',
      {},
      el('h3', {}, 'Groups'),
      el(
        'p',
        { class: 'muted' },
        'Nothing of what people write. Direct conversations are only counted.',
      ),
      groups,
    ),
  );
  const load = async (/** @type {() => Promise<void>} */ part) => {
    try {
      await part();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  load(async () => {
    const found = await client.session.call('GET', '/v1/workspace/totals');
    totals.replaceChildren(...totalsText(found).map((text) => el('li', {}, text)));
  });
  load(async () => {
    const found = await client.session.call('GET', '/v1/ai/usage?days=30');
    uses.replaceChildren(...usesOf(found));
  });
  load(() => addGroups(client, groups, ''));
  load(() => follow(client, reading, dialog));
}

/** Milliseconds between looks at how many messages wait. */
const LOOK = 2_000;
/** The looks that tell how fast it goes. */
const LOOKS = 15;

/**
 * Says how far the AI is with reading messages, until it has read all or the dialog is closed.
 * @param {Client} client @param {HTMLElement} reading @param {HTMLElement} dialog
 */
async function follow(client, reading, dialog) {
  /** @type {{at: number, waiting: number}[]} */
  const looks = [];
  do {
    const { isOn, waitingMessages } = await client.intelligence.status();
    if (!isOn) return;
    looks.push({ at: performance.now(), waiting: waitingMessages });
    if (looks.length > LOOKS) looks.shift();
    const text = readingText(looks);
    if (reading.textContent !== text) reading.textContent = text;
    if (waitingMessages === 0) return;
    await new Promise((done) => setTimeout(done, LOOK));
  } while (dialog.isConnected);
}

/** @param {import('../generated/types.js').AIUsage} usage */
const usesOf = ({ uses, ratings }) =>
  uses.length + ratings.length === 0
    ? [el('li', { class: 'muted' }, 'Nobody has asked it for anything.')]
    : [
        ...uses.map((use) =>
          el(
            'li',
            { class: 'person' },
            el(
              'span',
              {},
              el('strong', {}, featureName(use.feature)),
              el('small', {}, `${use.model}, ${use.place}`),
              el('small', {}, useText(use)),
            ),
          ),
        ),
        ...ratings.map((rating) => el('li', {}, ratingText(rating))),
      ];

/** @param {Client} client @param {HTMLElement} list @param {string} after */
async function addGroups(client, list, after) {
  const query = after ? `?after=${after}` : '';
  const page = await client.session.call('GET', `/v1/workspace/conversations${query}`);
  if (!after && page.conversations.length === 0)
    list.replaceChildren(el('li', { class: 'muted' }, 'None.'));
  list.append(
    ...page.conversations.map((/** @type {Overview} */ group) =>
      el(
        'li',
        { class: 'person' },
        el(
          'span',
          {},
          el('strong', { dir: 'auto' }, group.name),
          el('small', {}, groupText(group, dayInSentence)),
        ),
      ),
    ),
  );
  if (!page.next) return;
  const more = el(
    'button',
    {
      type: 'button',
      onclick: async () => {
        item.remove();
        await addGroups(client, list, page.next);
      },
    },
    'More groups',
  );
  const item = el('li', {}, more);
  list.append(item);
}
