// @ts-check
/** The files of a conversation, newest first: images side by side, others in rows. */
import { downloadCard } from './attachments.js';
import { el, iconButton } from './dom.js';
import { nameOf, shortTime } from './format.js';
import { lightbox } from './lightbox.js';
import { pictureView } from './picture.js';
import { tabs } from './tabs.js';
import { voiceView } from './voice.js';
import { pictureText, sizeText } from '../attachments.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types').SharedFile} SharedFile */
/** @typedef {'image' | 'file' | 'voice'} Kind */

const PAGE = 30;
/** @type {{kind: Kind, label: string, none: string}[]} */
const TABS = [
  { kind: 'image', label: 'Images', none: 'No images here yet.' },
  { kind: 'file', label: 'Files', none: 'No files here yet.' },
  { kind: 'voice', label: 'Voice', none: 'No voice messages here yet.' },
];

/**
 * @param {Client} client @param {string} id of the conversation
 * @param {(message: string) => void} go to a message
 * @returns {import('./details.js').Details}
 */
export function sharedView(client, id, go) {
  let tab = TABS[0];
  /** @type {SharedFile[]} */
  let files = [];
  /** @type {string | undefined} */
  let next;
  /** Of the newest question: earlier answers are not wanted any more. */
  let asked = 0;
  let held = heldOf(client, id);
  const status = el('p', { class: 'muted', role: 'status' });
  const list = el('ul', { class: 'shared-list' });
  const more = el('button', { type: 'button', class: 'link', onclick: () => load(true) });
  const panel = el('div', { class: 'shared-panel', tabindex: 0 }, list, status, more);
  /** @param {boolean} [isMore] */
  const load = async (isMore) => {
    asked += 1;
    const mine = asked;
    const count = isMore ? PAGE : Math.min(100, Math.max(PAGE, files.length));
    const query = `kind=${tab.kind}&limit=${count}${isMore && next ? `&before=${next}` : ''}`;
    more.disabled = true;
    try {
      const page = await client.session.call('GET', `/v1/conversations/${id}/files?${query}`);
      if (mine !== asked) return;
      const first = isMore ? files.length : 0;
      files = isMore ? [...files, ...page.files] : page.files;
      next = page.next;
      show(first);
      if (isMore) list.children[first]?.querySelector('button')?.focus();
    } catch (error) {
      if (mine !== asked) return;
      status.textContent = /** @type {Error} */ (error).message;
      more.textContent = 'Try again';
      more.hidden = more.disabled = false;
    }
  };

  /** @param {number} first what is before it is shown already */
  const show = (first) => {
    const feed = client.feeds.get(id);
    if (!feed) return;
    list.setAttribute('class', tab.kind === 'image' ? 'shared-list shared-grid' : 'shared-list');
    const open = (/** @type {string} */ file) =>
      lightbox(client.files, picturesOf(client, feed, files), file);
    const rows = files.slice(first).map((file) => rowView(client, feed, file, open, go));
    if (first) list.append(...rows);
    else list.replaceChildren(...rows);
    status.textContent = files.length ? '' : tab.none;
    more.textContent = 'Show more';
    more.disabled = false;
    more.hidden = !next;
  };

  /** @param {string} kind */
  const choose = (kind) => {
    tab = TABS.find((other) => other.kind === kind) ?? TABS[0];
    files = [];
    next = undefined;
    list.replaceChildren();
    status.textContent = 'Loading…';
    more.hidden = true;
    return load();
  };

  const choices = TABS.map(({ kind, label }) => /** @type {[string, string]} */ ([kind, label]));
  const row = tabs('Kinds of files', choices, tab.kind, panel, choose);
  return {
    node: el('div', { class: 'details-body shared' }, row, panel),
    title: 'Files',
    update: () => {
      const now = heldOf(client, id);
      if (now === held) return;
      held = now;
      load();
    },
  };
}

/** The files of the messages that this device holds: when they change, there are others to show. */
const heldOf = (/** @type {Client} */ client, /** @type {string} */ id) =>
  (client.feeds.get(id)?.messages ?? [])
    .flatMap(({ attachments }) => attachments ?? [])
    .map((file) => file.id)
    .join();

/** @param {Client} client @param {import('../law.js').Feed} feed @param {string} sender */
const senderOf = (client, feed, sender) => (sender === client.me ? 'You' : nameOf(feed, sender));

/**
 * @param {Client} client @param {import('../law.js').Feed} feed @param {SharedFile[]} files
 * @returns {import('./lightbox.js').Picture[]}
 */
const picturesOf = (client, feed, files) =>
  files.map((file) => ({
    file: file.attachment,
    text: pictureText(file.attachment, 0, 1),
    sender: senderOf(client, feed, file.sender),
    at: file.createdAt,
  }));

/**
 * @param {Client} client @param {import('../law.js').Feed} feed @param {SharedFile} file
 * @param {(file: string) => void} open @param {(message: string) => void} go
 */
function rowView(client, feed, file, open, go) {
  const { attachment } = file;
  const from = `${senderOf(client, feed, file.sender)}, ${shortTime(file.createdAt)}`;
  const toMessage = iconButton('forward', `Show in chat: ${from}`, () => go(file.message), 'to');
  if (attachment.kind === 'image')
    return el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'picture', onclick: () => open(attachment.id) },
        pictureView(client.files, attachment, 320, `${pictureText(attachment, 0, 1)}, ${from}`),
      ),
      toMessage,
    );
  const content =
    attachment.kind === 'voice'
      ? voiceView(client.files, attachment, {})
      : downloadCard(client, attachment, sizeText(attachment.bytes));
  return el(
    'li',
    {},
    el('div', { class: 'shared-file' }, content, el('small', { class: 'muted' }, from)),
    toMessage,
  );
}
