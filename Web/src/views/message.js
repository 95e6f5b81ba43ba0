// @ts-check
/** One message: bubble, marks, and what can be done with it. */
import { attachmentsView } from './attachments.js';
import { avatar, el, iconButton, openDialog, openMenu, toast } from './dom.js';
import { clockTime, dayName, faceOf, linksIn, nameOf } from './format.js';
import { statusIcon } from './conversation.js';
import { recordChips } from './ai/records.js';
import { remindMenu } from './ai/reminders.js';
import { meetCard } from './ai/meet.js';
import { urgentChip, urgentChoices } from './ai/urgent.js';
import { has } from '../features.js';

/**
 * @param {import('../client.js').Client} client @param {import('../law.js').Feed} feed
 * @param {any} item
 * @param {{isGrouped: boolean, isGroup: boolean, isAdmin: boolean, name: string, photo?: string,
 *   quote?: {name: string, text: string}, records?: import('./ai/records.js').Record[],
 *   urgent?: string, wish?: import('./ai/meet.js').Wish}} look `urgent`: why it is so for me
 * @param {{reply: (item: any) => void, edit: (item: any) => void,
 *   show: (id: string) => void, open: (picture: string) => void,
 *   record: (record: import('./ai/records.js').Record) => void}} actions
 */
export function messageView(client, feed, item, look, actions) {
  const { isGrouped, isGroup, name, photo, quote, records = [], urgent, wish } = look;
  const isMine = item.sender === client.me;
  const isNamed = isGroup && !isMine && !isGrouped;
  const tools = toolsOf(client, feed, item, isMine, look, actions);
  const row = el(
    'li',
    {
      class: `message${isMine ? ' mine' : ''}${isGrouped ? ' grouped' : ''}`,
      'data-id': item.id,
      tabindex: -1,
      onmouseenter: () => equip(row, tools),
      onmousemove: () => equip(row, tools),
      onfocusin: () => {
        equip(row, tools);
        reach(row, true);
      },
      onfocusout: (/** @type {FocusEvent} */ event) =>
        reach(row, row.contains(/** @type {Node | null} */ (event.relatedTarget))),
    },
    isGroup &&
      !isMine &&
      el('span', { class: 'gutter' }, !isGrouped && avatar(name, item.sender, { photo })),
    el(
      'div',
      { class: 'stack' },
      isNamed
        ? el('span', { class: 'sender', dir: 'auto' }, name)
        : el('span', { class: 'visually-hidden' }, `${isMine ? 'You' : name}:`),
      el(
        'div',
        {
          class: bubbleClass(item),
        },
        quote &&
          el(
            'button',
            {
              type: 'button',
              class: 'quote',
              ...INSIDE,
              onclick: () => actions.show(item.replyTo),
            },
            el('strong', { dir: 'auto' }, quote.name),
            el('span', { dir: 'auto' }, quote.text),
          ),
        ...(item.deletedAt ? [] : attachmentsView(client, item, INSIDE, actions.open)),
        (item.text || item.deletedAt) &&
          el(
            'p',
            { class: 'text', dir: 'auto' },
            ...(item.deletedAt ? ['This message was deleted'] : linked(item.text)),
          ),
        el(
          'span',
          { class: 'meta' },
          item.editCount > 0 &&
            !item.deletedAt &&
            el(
              'button',
              { type: 'button', class: 'edited', ...INSIDE, onclick: () => showEdits(item) },
              'edited',
            ),
          el(
            'time',
            { datetime: new Date(item.createdAt).toISOString() },
            clockTime(item.createdAt),
          ),
          isMine && !item.deletedAt && statusIcon(item.isChanging ? 'sending' : item.status),
        ),
      ),
      urgent !== undefined && urgentChip(client, feed, item.id, urgent, INSIDE),
      wish && meetCard(client, feed, wish, INSIDE, actions.show),
      records.length > 0 && recordChips(records, INSIDE, actions.record),
      item.status === 'failed' &&
        el(
          'p',
          { class: 'failure', role: 'alert' },
          item.failure ?? 'Not sent.',
          ' ',
          el(
            'button',
            { type: 'button', class: 'link', onclick: () => client.retry(item.id) },
            'Retry',
          ),
          ' ',
          el(
            'button',
            { type: 'button', class: 'link danger', onclick: () => client.discard(item.id) },
            'Discard',
          ),
        ),
    ),
  );
  return row;
}

/** @param {any} item */
function bubbleClass({ deletedAt, status, attachments = [] }) {
  const hasPictures = attachments.some((/** @type {any} */ { kind }) => kind === 'image');
  return [
    'bubble',
    deletedAt && 'deleted',
    status === 'failed' && 'failed',
    !deletedAt && attachments.length > 0 && 'has-files',
    !deletedAt && hasPictures && 'has-pictures',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * What can be done with a message, built when it is pointed at or has the focus: until then it
 * would be most of the page, and nobody could see it.
 * @param {any} client @param {any} feed @param {any} item @param {boolean} isMine
 * @param {{isGroup: boolean, isAdmin: boolean, urgent?: string}} look @param {any} actions
 * @returns {(() => Element) | undefined}
 */
function toolsOf(client, feed, item, isMine, look, actions) {
  if (item.seq && !item.deletedAt)
    return () => toolsView(client, feed, item, isMine, look, actions);
  if (!item.seq && item.status === 'sending') return () => waitingView(client, item, actions);
  return undefined;
}

/** @param {Element} row @param {(() => Element) | undefined} tools */
function equip(row, tools) {
  if (tools && !row.querySelector('.tools')) row.append(tools());
}

/**
 * What is inside a message is no tab stop before the message has the focus: a long chat is walked
 * by arrow keys, and left by one Tab.
 */
const INSIDE = { tabindex: -1, 'data-inside': true };

/** @param {Element} row @param {boolean} isReached */
function reach(row, isReached) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll('[data-inside]')))
    part.tabIndex = isReached ? 0 : -1;
}

/**
 * @param {any} client @param {any} feed @param {any} item @param {boolean} isMine
 * @param {{isGroup: boolean, isAdmin: boolean, urgent?: string}} look @param {any} actions
 */
function toolsView(client, feed, item, isMine, { isGroup, isAdmin, urgent }, actions) {
  const marks = [
    ['action_item', 'Mark as action item'],
    ['decision', 'Mark as decision'],
  ].map(([kind, label]) => ({
    label,
    action: () =>
      client.intelligence.mark(feed.feed, kind, item.id).then(
        () => toast('Marked.'),
        (/** @type {Error} */ error) => toast(error.message),
      ),
  }));
  const remind = {
    label: 'Remind me…',
    action: () => remindMenu(client, feed.feed, item.id, more),
  };
  const menu = [
    ...(has(client, 'reminders') ? [remind] : []),
    ...(isMine && isGroup
      ? [{ label: `Read by ${item.readBy.length}…`, action: () => showReceipts(feed, item) }]
      : []),
    ...marks,
    ...(isMine || urgent !== undefined ? [] : urgentChoices(client, feed, item.id)),
  ];
  const more = tool('more', 'More', () => openMenu(more, menu));
  return el(
    'div',
    { class: 'tools' },
    tool('reply', 'Reply', () => actions.reply(item)),
    isMine && tool('edit', 'Edit', () => actions.edit(item)),
    (isMine || isAdmin) && tool('trash', 'Delete', () => confirmDelete(client, feed.feed, item)),
    more,
  );
}

/**
 * What waits to be sent can still be changed, or not be sent at all.
 * @param {any} client @param {any} item @param {any} actions
 */
const waitingView = (client, item, actions) =>
  el(
    'div',
    { class: 'tools' },
    tool('edit', 'Edit', () => actions.edit(item)),
    tool('trash', 'Do not send', () => client.cancel(item.id)),
  );

/** @param {string} name @param {string} label @param {(event: Event) => void} onclick */
function tool(name, label, onclick) {
  const button = iconButton(name, label, onclick);
  for (const [key, value] of Object.entries(INSIDE)) button.setAttribute(key, String(value));
  return button;
}

/** @param {any} client @param {string} conversation @param {any} item */
function confirmDelete(client, conversation, item) {
  const dialog = openDialog(
    'Delete this message?',
    el('p', {}, 'It disappears for everyone. A placeholder stays.'),
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
            client.remove(conversation, item.id);
            dialog.close();
          },
        },
        'Delete',
      ),
    ),
  );
}

/** @param {any} item */
function showEdits(item) {
  openDialog(
    'Earlier versions',
    el(
      'ul',
      { class: 'plain-list' },
      ...item.edits
        .toReversed()
        .map((/** @type {any} */ edit) =>
          el(
            'li',
            {},
            el('p', { class: 'earlier', dir: 'auto' }, edit.text || 'Without text'),
            el('small', {}, `until ${dayName(edit.at)}, ${clockTime(edit.at)}`),
          ),
        ),
    ),
    item.editCount > item.edits.length &&
      el(
        'p',
        { class: 'muted' },
        `${item.editCount} edits in all; the last ${item.edits.length} are kept.`,
      ),
  );
}

/** @param {any} feed @param {any} item */
function showReceipts(feed, item) {
  const people = (/** @type {string} */ title, /** @type {string[]} */ users) =>
    users.length > 0 &&
    el(
      'section',
      {},
      el('h3', {}, title),
      el(
        'ul',
        { class: 'plain-list' },
        ...users.map((user) =>
          el(
            'li',
            { class: 'person' },
            avatar(nameOf(feed, user), user, { photo: faceOf(feed, user) }),
            nameOf(feed, user),
          ),
        ),
      ),
    );
  const delivered = item.deliveredTo.filter(
    (/** @type {string} */ user) => !item.readBy.includes(user),
  );
  openDialog(
    'Who has it',
    people('Read', item.readBy),
    people('Delivered', delivered),
    !item.readBy.length && !delivered.length && el('p', {}, 'Nobody yet.'),
  );
}

/**
 * Text with its addresses as links that tell the other side nothing.
 * @param {string} text @returns {(Node | string)[]}
 */
const linked = (text) =>
  linksIn(text).map((part) =>
    part.href
      ? el(
          'a',
          { ...INSIDE, href: part.href, target: '_blank', rel: 'noopener noreferrer nofollow' },
          part.text,
        )
      : part.text,
  );
