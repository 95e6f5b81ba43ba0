// @ts-check
/** A conversation in the list: its row and its menu. */
import { avatar, el, icon, iconButton, openMenu, toast } from './dom.js';
import { nameOf, photoOf, shortTime, typingText } from './format.js';
import { gistOf } from '../attachments.js';
import { isMuted, receipts } from '../derived.js';
import { has } from '../features.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../law.js').Feed} Feed */

/**
 * A row for `reconcile`: built again only when something that it shows has changed.
 * @param {Client} client @param {any} row @param {boolean} isOpen
 * @param {(id: string) => void} open @param {(id: string) => void} summarise
 */
export function rowEntry(client, row, isOpen, open, summarise) {
  const { feed, settings, title, unread: count, urgent } = row;
  const other =
    feed.conversation.kind === 'direct'
      ? feed.members.find((/** @type {any} */ m) => m.user !== client.me)?.user
      : undefined;
  const shown = {
    title,
    isOpen,
    count,
    urgent,
    other,
    time: shortTime(row.at),
    presence: other && client.presence.get(other)?.state,
    photo: photoOf(feed, client.me),
    preview: previewOf(client, row),
    isPinned: Boolean(settings.pinned),
    isMuted: isMuted(settings, Date.now()),
    hasFailed: row.hasFailed,
  };
  const showMenu = (/** @type {Element} */ anchor) => {
    const now = client.feeds.get(feed.feed);
    if (now)
      openMenu(
        /** @type {any} */ (anchor),
        conversationMenu(client, now, () => summarise(feed.feed)),
      );
  };
  return {
    key: feed.feed,
    signature: JSON.stringify(shown),
    build: () => rowView(feed.feed, shown, () => open(feed.feed), showMenu),
  };
}

/**
 * @param {string} id @param {any} shown @param {() => void} open
 * @param {(anchor: Element) => void} showMenu
 */
function rowView(id, shown, open, showMenu) {
  const { title, count, preview } = shown;
  const quiet = shown.isMuted ? ' quiet' : '';
  return el(
    'li',
    { class: `row${shown.isOpen ? ' open' : ''}${count ? ' unread' : ''}`, 'data-id': id },
    el(
      'button',
      {
        type: 'button',
        class: 'row-button',
        'aria-current': shown.isOpen && 'true',
        onclick: open,
      },
      avatar(title, shown.other || id, shown),
      el(
        'span',
        { class: 'row-main' },
        el(
          'span',
          { class: 'row-top' },
          el('span', { class: 'row-title', dir: 'auto' }, title),
          el('time', {}, shown.time),
        ),
        el(
          'span',
          { class: 'row-bottom' },
          el(
            'span',
            { class: `preview ${preview.kind}` },
            preview.mark && statusIcon(preview.mark),
            preview.text,
          ),
          shown.isPinned && icon('pin', 'Pinned'),
          shown.isMuted && icon('mute', 'Muted'),
          shown.hasFailed && icon('alert', 'Not sent'),
          shown.urgent > 0 &&
            el(
              'span',
              { class: 'urgent-count', 'aria-label': `${shown.urgent} urgent` },
              icon('alert'),
              String(shown.urgent),
            ),
          count > 0 &&
            el(
              'span',
              { class: `badge${quiet}`, 'aria-label': `${count} unread` },
              count > 99 ? '99+' : String(count),
            ),
        ),
      ),
    ),
    iconButton(
      'more',
      `Options for ${title}`,
      (event) => showMenu(/** @type {any} */ (event.currentTarget)),
      'row-menu',
    ),
  );
}

/**
 * @param {Client} client @param {any} row @returns {{kind: string, text: string, mark?: string}}
 */
function previewOf(client, row) {
  const { feed, last } = row;
  const people = client.typing.in(feed.feed);
  if (people.length)
    return { kind: 'typing', text: typingText(people.map((user) => nameOf(feed, user))) };
  const pending = row.pending.at(-1);
  if (pending)
    return {
      kind: '',
      text: gistOf({ text: pending.operation.text, attachments: pending.files }).slice(0, 200),
      mark: pending.failed ? undefined : 'sending',
    };
  if (!last) return { kind: 'deleted', text: 'No messages yet' };
  if (last.deletedAt) return { kind: 'deleted', text: 'Message deleted' };
  const text = gistOf(last).slice(0, 200);
  if (last.sender === client.me)
    return { kind: '', text, mark: receipts(last, feed.members).status };
  return {
    kind: '',
    text:
      feed.conversation.kind === 'group'
        ? `${nameOf(feed, last.sender).split(' ')[0]}: ${text}`
        : text,
  };
}

/** @param {string} status */
export function statusIcon(status) {
  if (status === 'sending') return icon('clock', 'Sending');
  if (status === 'failed') return icon('alert', 'Not sent');
  const node = icon(
    status === 'sent' ? 'check' : 'checks',
    status === 'sent' ? 'Sent' : status === 'read' ? 'Read' : 'Delivered',
  );
  node.classList.add(`status-${status}`);
  return node;
}

/** Whether I may have a summary of a conversation. @param {Client} client @param {Feed} feed */
export const canSummarise = (client, feed) =>
  has(client, 'ai') && has(client, 'summaries') && !feed.conversation?.intelligenceOff;

/**
 * What can be done with a conversation.
 * @param {Client} client @param {Feed} feed @param {() => void} summarise
 */
export function conversationMenu(client, feed, summarise) {
  const settings = client.settings(feed.feed) ?? {};
  const change = (/** @type {any} */ body) =>
    client
      .changeSettings(feed.feed, body)
      .catch((/** @type {Error} */ error) => toast(error.message));
  const muted = isMuted(settings, Date.now());
  const last = feed.messages.findLast((row) => row.sender !== client.me);
  return [
    ...(canSummarise(client, feed) ? [{ label: 'Summarise', action: summarise }] : []),
    {
      label: settings.pinned ? 'Unpin' : 'Pin',
      action: () => change({ pinned: !settings.pinned }),
    },
    muted
      ? { label: 'Unmute', action: () => change({ muted: false }) }
      : {
          label: 'Mute for 8 hours',
          action: () => change({ muted: true, mutedUntil: Date.now() + 8 * 3_600_000 }),
        },
    ...(muted ? [] : [{ label: 'Mute until I unmute', action: () => change({ muted: true }) }]),
    ...(last
      ? [{ label: 'Mark as unread', action: () => markUnread(client, feed.feed, last.seq) }]
      : []),
    {
      label: settings.archived ? 'Move out of archive' : 'Archive',
      action: () => change({ archived: !settings.archived }),
    },
  ];
}

/**
 * Leaves the conversation too, or it would be read again at once.
 * @param {Client} client @param {string} id @param {number} seq
 */
function markUnread(client, id, seq) {
  if (location.hash.slice(1) === id) location.hash = '';
  client.markRead(id, seq - 1, true);
}
