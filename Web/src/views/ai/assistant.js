// @ts-check
/** The talk with the assistant. Nothing is changed before its exact words have been approved. */
import { copyText, el, iconButton, reconcile, toast } from '../dom.js';
import { titleOf } from '../format.js';
import { reloading } from '../reload.js';
import { citationMark } from './output.js';
import { receiptLine } from './receipt.js';
import { keptLine } from './kept.js';
import { requestLine } from '../waits.js';
import { TALK } from '../../answers.js';
import { uuidv7 } from '../../protocol.js';
import { askLater } from '../../requests.js';
import { isAway } from '../../session.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {(conversation: string, message: string) => void} Show */

const EXAMPLES = [
  'What did I miss?',
  'What are my action items?',
  'What did we decide?',
  'What is urgent?',
];

/**
 * @param {Client} client @param {Show} show
 * @param {string} [about] the conversation that is meant when none is named
 */
export function assistantView(client, show, about = '') {
  const list = el('ol', { class: 'talk', 'aria-live': 'polite' });
  const field = el('textarea', {
    rows: 1,
    placeholder: 'Ask or tell the assistant',
    'aria-label': 'Message to the assistant',
    maxlength: 2000,
  });
  const send = el('button', { type: 'submit', class: 'primary' }, 'Send');
  /** @type {AbortController | undefined} the answer that is being written */
  let writing;
  const stop = el(
    'button',
    { type: 'button', hidden: true, onclick: () => writing?.abort() },
    'Stop',
  );
  const here = aboutView(client, about, field);
  /** The ids of what stands in the talk. @type {Set<string>} */
  let standing = new Set();
  const talk = reloading(client, list, async (old) => {
    const { body, savedAt } = await client.answers.ask(TALK, () => client.intelligence.history());
    const { messages } = body;
    if (savedAt !== undefined) old();
    erase.hidden = messages.length === 0 || savedAt !== undefined;
    const entries = messages.length
      ? messages.map((/** @type {any} */ message, /** @type {number} */ index) =>
          entry(
            client,
            message,
            show,
            load,
            index === messages.length - 1 ? () => say(asked(messages)) : undefined,
          ),
        )
      : [welcome(say)];
    standing = new Set(messages.map((/** @type {any} */ { id }) => id));
    return savedAt === undefined ? entries : [el('li', {}, keptLine(savedAt)), ...entries];
  });
  const questions = questionsView(
    client,
    list,
    () => load(),
    () => standing,
  );
  const load = async () => {
    await talk.load();
    questions.update();
    list.lastElementChild?.scrollIntoView({ block: 'nearest' });
  };
  const say = async (/** @type {string} */ text) => {
    if (writing) return;
    const body = { text, conversation: here?.isConnected ? about : undefined, id: uuidv7() };
    // What waits goes first.
    if (client.connection.state !== 'online' || questions.count() > 0) {
      client.requests.later(askLater.talk(body));
      return;
    }
    list.querySelector('.talk-welcome')?.remove();
    const growing = el(
      'li',
      { class: 'talk-entry assistant', 'aria-busy': 'true' },
      el('span', { class: 'spinner' }),
    );
    list.append(
      entry(client, { role: 'user', text, citations: [], proposals: [] }, show, load),
      growing,
    );
    growing.scrollIntoView({ block: 'nearest' });
    send.hidden = true;
    stop.hidden = false;
    writing = new AbortController();
    const { signal } = writing;
    try {
      for await (const message of client.intelligence.talk(body, signal)) {
        if (message.text)
          growing.replaceChildren(el('p', { class: 'talk-text', dir: 'auto' }, message.text));
      }
      await load();
    } catch (error) {
      if (signal.aborted) {
        growing.removeAttribute('aria-busy');
        growing.querySelector('.spinner')?.remove();
        growing.append(el('p', { class: 'muted' }, 'Stopped.'));
      } else if (isAway(error)) {
        // The server may have the words, which are the same when they are sent again.
        await client.requests.later(askLater.talk(body));
        await load();
      } else {
        toast(/** @type {Error} */ (error).message);
        growing.remove();
        if (!field.value) field.value = text;
      }
    }
    writing = undefined;
    stop.hidden = true;
    send.hidden = false;
    field.focus();
  };
  const form = el(
    'form',
    {
      class: 'talk-form',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = field.value.trim();
        if (!text || writing) return;
        field.value = '';
        say(text);
      },
    },
    field,
    send,
    stop,
  );
  field.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  const erase = iconButton('trash', 'Forget this talk', async () => {
    try {
      await client.intelligence.eraseHistory();
      await client.answers.forget(TALK);
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
    load();
  });
  load();
  return el(
    'div',
    { class: 'assistant-view' },
    list,
    questions.node,
    talk.notice,
    el('div', { class: 'talk-bar' }, here, form, erase),
  );
}

/**
 * Questions that wait for a connection, below the talk. What stands in the talk already, because
 * only its answer was lost, does not stand here too.
 * @param {Client} client @param {Element} list the talk @param {() => void} answered shows it anew
 * @param {() => Set<string>} standing the ids of what stands in the talk
 * @returns {{node: HTMLElement, count: () => number, update: () => void}}
 */
function questionsView(client, list, answered, standing) {
  const node = el('ol', { class: 'talk talk-waiting', 'aria-label': 'Questions that wait' });
  let count = 0;
  const update = () => {
    const entries = client.requests.find(({ kind }) => kind === 'talkToAssistant');
    if (entries.length) list.querySelector('.talk-welcome')?.remove();
    const shown = entries.filter(
      ({ failed, operation }) => failed || !standing().has(operation.request?.body.id),
    );
    node.hidden = shown.length === 0;
    reconcile(
      node,
      shown.map((one) => ({
        key: one.operation.id,
        signature: JSON.stringify([one, client.connection.state]),
        build: () =>
          el(
            'li',
            { class: 'talk-entry user' },
            el('p', { class: 'talk-text', dir: 'auto' }, one.operation.request?.body.text),
            requestLine(client, one),
          ),
      })),
    );
    if (entries.length < count) answered();
    count = entries.length;
  };
  const changed = () => {
    if (list.isConnected) update();
    else client.removeEventListener('change', changed);
  };
  client.addEventListener('change', changed);
  update();
  return { node, count: () => count, update };
}

/**
 * Says which conversation is meant when none is named, until the person wants none.
 * @param {Client} client @param {string} about @param {HTMLElement} field
 */
function aboutView(client, about, field) {
  const feed = client.feeds.get(about);
  if (!feed) return undefined;
  const line = el(
    'p',
    { class: 'talk-about' },
    el('span', { dir: 'auto' }, `Looking at ${titleOf(feed, client.me)}`),
    iconButton('close', 'Look at no conversation', () => {
      line.remove();
      field.focus();
    }),
  );
  return line;
}

/** What was asked last. @param {{role: string, text: string}[]} messages @returns {string} */
const asked = (messages) => messages.findLast(({ role }) => role === 'user')?.text ?? '';

/** @param {(text: string) => void} say */
const welcome = (say) =>
  el(
    'li',
    { class: 'talk-welcome' },
    el('p', {}, 'I read what you may read, and change nothing without your approval.'),
    el(
      'div',
      { class: 'examples' },
      ...EXAMPLES.map((text) => el('button', { type: 'button', onclick: () => say(text) }, text)),
    ),
  );

/**
 * @param {Client} client @param {any} message @param {Show} show @param {() => void} reload
 * @param {() => void} [again] asks the last question once more
 */
function entry(client, message, show, reload, again) {
  const { citations } = message;
  return el(
    'li',
    { class: `talk-entry ${message.role}` },
    el('p', { class: 'talk-text', dir: 'auto' }, message.text),
    citations.length > 0 &&
      el(
        'p',
        { class: 'talk-sources' },
        'Sources: ',
        ...citations.map((/** @type {any} */ citation, /** @type {number} */ index) =>
          citationMark(client, citation, index + 1, show),
        ),
      ),
    ...message.proposals.map((/** @type {any} */ proposal) =>
      proposalCard(client, proposal, reload),
    ),
    message.receipt?.notice && el('p', { class: 'receipt' }, message.receipt.notice),
    message.receipt && receiptLine(message.receipt),
    message.role === 'assistant' && message.text && answerButtons(message.text, again),
  );
}

/** @param {string} text @param {() => void} [again] */
const answerButtons = (text, again) =>
  el(
    'div',
    { class: 'answer-buttons' },
    el('button', { type: 'button', class: 'link', onclick: () => copyText(text) }, 'Copy'),
    'share' in navigator &&
      el('button', { type: 'button', class: 'link', onclick: () => share(text) }, 'Share…'),
    again && el('button', { type: 'button', class: 'link', onclick: again }, 'Ask again'),
  );

/** @param {string} text */
async function share(text) {
  try {
    await navigator.share({ text });
  } catch (error) {
    // Who closes the sheet has changed their mind.
    if (/** @type {Error} */ (error).name !== 'AbortError') toast('This cannot be shared here.');
  }
}

/** @param {Client} client @param {any} proposal @param {() => void} reload */
function proposalCard(client, proposal, reload) {
  const decide = (/** @type {boolean} */ approve) =>
    client.intelligence
      .decide(proposal.id, approve)
      .then(reload, (/** @type {Error} */ error) => toast(error.message));
  const words = /** @type {Record<string, string>} */ ({
    done: proposal.result ?? 'Done.',
    rejected: 'Not done.',
    failed: proposal.result ?? 'It did not work.',
  });
  return el(
    'div',
    { class: 'proposal', role: 'group', 'aria-label': 'Proposed change' },
    el('p', { dir: 'auto' }, proposal.summary),
    proposal.state === 'waiting'
      ? el(
          'div',
          { class: 'proposal-buttons' },
          el(
            'button',
            { type: 'button', class: 'primary', onclick: () => decide(true) },
            'Approve',
          ),
          el('button', { type: 'button', onclick: () => decide(false) }, 'No'),
        )
      : el('p', { class: 'muted' }, words[proposal.state]),
  );
}
