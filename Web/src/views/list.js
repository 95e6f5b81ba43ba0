// @ts-check
/** The conversation list. */
import { avatar, el, icon, iconButton, openMenu, toast } from './dom.js';
import { shortTime, titleOf, nameOf, typingText } from './format.js';
import { isMuted, mine, receipts, unread } from '../law.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../law.js').Feed} Feed */

/**
 * What the list shows, in its order: pinned first, then newest first; archived last.
 * @param {Client} client
 */
export function summaries(client) {
  const rows = [];
  for (const feed of client.feeds.values()) {
    const member = feed.conversation && mine(feed, client.me);
    if (!member || member.leftAt) continue;
    const pending = client.outbox.entries.filter((entry) => entry.conversation === feed.feed && entry.operation.type === 'send');
    const last = feed.messages.at(-1);
    const settings = client.settings(feed.feed) ?? {};
    rows.push({
      feed, settings, title: titleOf(feed, client.me), pending, last,
      at: pending.at(-1)?.createdAt ?? last?.createdAt ?? feed.conversation?.createdAt ?? 0,
      unread: unread(feed, client.me, client.localReads.get(feed.feed)),
      hasFailed: client.outbox.entries.some((entry) => entry.conversation === feed.feed && entry.failed),
    });
  }
  const rank = (/** @type {any} */ row) => (row.settings.archived ? 2 : row.settings.pinned ? 0 : 1);
  return rows.sort((a, b) => rank(a) - rank(b) || b.at - a.at);
}

/**
 * @param {Client} client
 * @param {{open: (id: string) => void, create: () => void, search: () => void, settings: () => void}} actions
 */
export function listView(client, actions) {
  let filter = '';
  let showsArchived = false;
  let selected = '';
  const rows = el('ul', { class: 'conversations', 'aria-label': 'Conversations' });
  const profile = el('div', { class: 'me' });
  const node = el('nav', { class: 'sidebar', 'aria-label': 'Conversations' },
    el('header', {}, profile,
      iconButton('search', 'Search messages (Ctrl K)', actions.search),
      iconButton('gear', 'Settings', actions.settings),
      iconButton('plus', 'New conversation', actions.create, 'accent')),
    el('input', { type: 'search', class: 'filter', placeholder: 'Filter conversations', 'aria-label': 'Filter conversations',
      oninput: (/** @type {any} */ event) => { filter = event.target.value.toLowerCase(); update(); } }),
    rows);

  const update = (/** @type {string} */ open = selected) => {
    selected = open;
    const me = client.profile;
    profile.replaceChildren(avatar(me?.name ?? '', client.me), el('strong', {}, me?.name ?? ''));
    const all = summaries(client).filter((row) => row.title.toLowerCase().includes(filter));
    const archived = all.filter((row) => row.settings.archived);
    const shown = all.filter((row) => !row.settings.archived || showsArchived || filter);
    const items = shown.map((row) => rowView(client, row, row.feed.feed === selected, actions.open));
    if (archived.length && !filter) {
      items.push(el('li', {}, el('button', { type: 'button', class: 'archived-toggle', onclick: () => { showsArchived = !showsArchived; update(); } },
        showsArchived ? 'Hide archived' : `Archived (${archived.length})`)));
    }
    if (!items.length) items.push(emptyView(filter, actions.create));
    rows.replaceChildren(...items);
  };
  update();
  return { node, update };
}

/** @param {string} filter @param {() => void} create */
const emptyView = (filter, create) => el('li', { class: 'empty' }, filter ? 'Nothing matches.' : 'No conversations yet.',
  !filter && el('button', { type: 'button', class: 'link', onclick: create }, 'Start one'));

/** @param {Client} client @param {any} row @param {boolean} isOpen @param {(id: string) => void} open */
function rowView(client, row, isOpen, open) {
  const { feed, settings } = row;
  const other = feed.conversation.kind === 'direct' && feed.members.find((/** @type {any} */ m) => m.user !== client.me)?.user;
  const now = Date.now();
  const label = `${row.title}${row.unread ? `, ${row.unread} unread` : ''}`;
  return el('li', { class: `row${isOpen ? ' open' : ''}${row.unread ? ' unread' : ''}` },
    el('button', { type: 'button', class: 'row-button', 'aria-current': isOpen && 'true', 'aria-label': label, onclick: () => open(feed.feed) },
      avatar(row.title, other || feed.feed, other ? client.presence.get(other)?.state : undefined),
      el('span', { class: 'row-main' },
        el('span', { class: 'row-top' }, el('span', { class: 'row-title' }, row.title), el('time', {}, shortTime(row.at))),
        el('span', { class: 'row-bottom' }, previewView(client, row),
          settings.pinned && icon('pin', 'Pinned'), isMuted(settings, now) && icon('mute', 'Muted'),
          row.hasFailed && icon('alert', 'Not sent'),
          row.unread > 0 && el('span', { class: `badge${isMuted(settings, now) ? ' quiet' : ''}` }, row.unread > 99 ? '99+' : String(row.unread))))),
    iconButton('more', `Options for ${row.title}`, (event) => openMenu(/** @type {any} */ (event.currentTarget), menu(client, feed, settings)), 'row-menu'));
}

/** @param {Client} client @param {any} row */
function previewView(client, row) {
  const { feed, last } = row;
  const people = [...(client.typing.get(feed.feed)?.keys() ?? [])];
  if (people.length) return el('span', { class: 'preview typing' }, typingText(people.map((user) => nameOf(feed, user))));
  const pending = row.pending.at(-1);
  if (pending) return el('span', { class: 'preview' }, icon('clock', 'Sending'), pending.operation.text);
  if (!last) return el('span', { class: 'preview' }, 'No messages yet');
  const text = last.deletedAt ? 'Message deleted' : last.text;
  const isMine = last.sender === client.me;
  const who = !isMine && feed.conversation.kind === 'group' ? `${nameOf(feed, last.sender).split(' ')[0]}: ` : '';
  return el('span', { class: `preview${last.deletedAt ? ' deleted' : ''}` }, isMine && statusIcon(receipts(last, feed.members).status), who + text);
}

/** @param {string} status */
export function statusIcon(status) {
  if (status === 'sending') return icon('clock', 'Sending');
  if (status === 'failed') return icon('alert', 'Not sent');
  const node = icon(status === 'sent' ? 'check' : 'checks', status === 'sent' ? 'Sent' : status === 'read' ? 'Read' : 'Delivered');
  node.classList.add(`status-${status}`);
  return node;
}

/** @param {Client} client @param {Feed} feed @param {any} settings */
function menu(client, feed, settings) {
  const change = (/** @type {any} */ body) => client.session.call('PUT', `/v1/conversations/${feed.feed}/settings`, body)
    .catch((/** @type {Error} */ error) => toast(error.message));
  const muted = isMuted(settings, Date.now());
  const last = feed.messages.findLast((row) => row.sender !== client.me);
  return [
    { label: settings.pinned ? 'Unpin' : 'Pin', action: () => change({ pinned: !settings.pinned }) },
    muted ? { label: 'Unmute', action: () => change({ muted: false }) } : { label: 'Mute for 8 hours', action: () => change({ muted: true, mutedUntil: Date.now() + 8 * 3_600_000 }) },
    ...(muted ? [] : [{ label: 'Mute until I unmute', action: () => change({ muted: true }) }]),
    ...(last ? [{ label: 'Mark as unread', action: () => client.markRead(feed.feed, last.seq - 1, true) }] : []),
    { label: settings.archived ? 'Move out of archive' : 'Archive', action: () => change({ archived: !settings.archived }) },
  ];
}
