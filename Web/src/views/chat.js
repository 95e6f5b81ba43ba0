// @ts-check
/** One conversation: its messages, and the composer. */
import { el, icon, iconButton, avatar, toast } from './dom.js';
import { clockTime, dayName, nameOf, titleOf, typingText } from './format.js';
import { mine, presentMembers, receipts } from '../law.js';
import { composerView } from './composer.js';
import { messageView } from './message.js';

/** @typedef {import('../client.js').Client} Client */

/**
 * @param {Client} client @param {string} id
 * @param {{back: () => void, members: (id: string) => void}} actions
 */
export function chatView(client, id, actions) {
  const start = client.feeds.get(id);
  const firstUnread = start ? firstUnreadOf(client, start) : undefined;
  let isAtEnd = true;
  let isLoading = false;
  const header = el('header', { class: 'chat-header' });
  const list = el('ol', { class: 'messages', tabindex: 0, 'aria-label': 'Messages' });
  const jump = el('button', { type: 'button', class: 'jump', hidden: true, 'aria-label': 'Jump to the newest message', onclick: () => toEnd() }, icon('down'));
  const typing = el('p', { class: 'typing-line', 'aria-live': 'off' });
  const composer = composerView(client, id, { afterSend: () => toEnd() });
  const scroller = el('div', { class: 'scroller', onscroll: () => scrolled() }, list);
  const node = el('main', { class: 'chat', 'aria-label': 'Conversation' }, header, el('div', { class: 'scroll-area' }, scroller, jump), typing, composer.node);

  const toEnd = () => { scroller.scrollTop = scroller.scrollHeight; isAtEnd = true; seen(); };

  const scrolled = () => {
    isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 48;
    jump.hidden = isAtEnd;
    if (isAtEnd) seen();
    if (scroller.scrollTop < 200) loadOlder();
  };

  const loadOlder = async () => {
    const feed = client.feeds.get(id);
    if (isLoading || !feed || feed.windowStart <= 1 || client.connection.state !== 'online') return;
    isLoading = true;
    try {
      await client.loadOlder(id);
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
    isLoading = false;
  };

  /** What is on screen in a window that has the focus has been read. */
  const seen = () => {
    const last = client.feeds.get(id)?.messages.at(-1);
    if (last && isAtEnd && document.hasFocus() && node.isConnected) client.markRead(id, last.seq);
  };

  const update = () => {
    const feed = client.feeds.get(id);
    if (!feed) return;
    header.replaceChildren(...headerView(client, feed, actions));
    const anchor = scroller.scrollHeight - scroller.scrollTop;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.closest('li[data-id]')?.getAttribute('data-id');
    list.replaceChildren(...timeline(client, feed, firstUnread, { reply: composer.reply, edit: composer.edit, show }));
    if (focused) /** @type {any} */ (list.querySelector(`li[data-id="${CSS.escape(focused)}"] button`))?.focus({ preventScroll: true });
    if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
    else scroller.scrollTop = scroller.scrollHeight - anchor;
    const people = [...(client.typing.get(id)?.keys() ?? [])].map((user) => nameOf(feed, user));
    typing.textContent = typingText(people);
    if (isAtEnd) seen();
  };

  const show = (/** @type {string} */ message) => {
    const target = list.querySelector(`li[data-id="${CSS.escape(message)}"]`);
    if (!target) return toast('That message is further back.');
    target.scrollIntoView({ block: 'center' });
    target.classList.add('flash');
    setTimeout(() => target.classList.remove('flash'), 1_600);
  };

  update();
  requestAnimationFrame(() => {
    const line = list.querySelector('.unread-line');
    if (line) { line.scrollIntoView({ block: 'center' }); scrolled(); } else toEnd();
  });
  return { node, update, seen, show, focus: composer.focus, close: composer.close };
}

/** @param {Client} client @param {import('../law.js').Feed} feed */
function firstUnreadOf(client, feed) {
  const member = mine(feed, client.me);
  if (!member) return undefined;
  const seq = Math.max(client.localReads.get(feed.feed)?.seq ?? member.readSeq, member.joinSeq);
  return feed.messages.find((row) => row.seq > seq && row.sender !== client.me && !row.deletedAt)?.id;
}

/** @param {Client} client @param {import('../law.js').Feed} feed @param {any} actions */
function headerView(client, feed, actions) {
  const isGroup = feed.conversation?.kind === 'group';
  const other = feed.members.find((member) => member.user !== client.me);
  const presence = other && !isGroup ? client.presence.get(other.user) : undefined;
  const people = presentMembers(feed);
  const subtitle = isGroup ? `${people.length} members`
    : presence?.state === 'online' ? 'Online' : presence?.state === 'away' ? 'Away'
      : presence?.lastSeen ? `Last seen ${dayName(presence.lastSeen).toLowerCase()} at ${clockTime(presence.lastSeen)}` : '';
  return [
    iconButton('back', 'Back to the list', actions.back, 'only-narrow'),
    avatar(titleOf(feed, client.me), isGroup ? feed.feed : other?.user ?? feed.feed, presence?.state),
    el('div', { class: 'chat-title' }, el('h1', {}, titleOf(feed, client.me)), el('p', {}, subtitle)),
    isGroup && iconButton('people', 'Members', () => actions.members(feed.feed)),
  ].filter(Boolean);
}

/**
 * Rows of the chat: day separators, the unread line, committed messages by seq, then what is still in the outbox.
 * @param {Client} client @param {import('../law.js').Feed} feed @param {string | undefined} firstUnread @param {any} actions
 */
function timeline(client, feed, firstUnread, actions) {
  /** @type {Node[]} */
  const nodes = [];
  /** @type {any} */
  let former;
  if (feed.windowStart > 1) nodes.push(el('li', { class: 'note' }, 'Older messages load as you scroll.'));
  else nodes.push(el('li', { class: 'note' }, 'This is where the conversation begins.'));
  for (const item of items(client, feed)) {
    if (!former || dayName(former.createdAt) !== dayName(item.createdAt)) {
      nodes.push(el('li', { class: 'day' }, el('span', {}, dayName(item.createdAt))));
      former = undefined;
    }
    if (item.id === firstUnread) {
      nodes.push(el('li', { class: 'unread-line' }, el('span', {}, 'New')));
      former = undefined;
    }
    const isGrouped = former?.sender === item.sender && item.createdAt - former.createdAt < 300_000;
    nodes.push(messageView(client, feed, item, isGrouped, actions));
    former = item;
  }
  return nodes;
}

/** @param {Client} client @param {import('../law.js').Feed} feed */
function items(client, feed) {
  const entries = client.outbox.entries.filter((entry) => entry.conversation === feed.feed);
  const known = new Set(feed.messages.map((row) => row.id));
  const committed = feed.messages.map((row) => {
    const change = entries.findLast((entry) => entry.operation.id === row.id && entry.operation.type !== 'send');
    const status = change?.failed ? 'failed' : receipts(row, feed.members).status;
    return {
      ...row, ...receipts(row, feed.members), status, failure: change?.failure,
      text: change?.operation.type === 'edit' ? change.operation.text : row.text,
      deletedAt: change?.operation.type === 'delete' && !change.failed ? Date.now() : row.deletedAt,
      isChanging: Boolean(change && !change.failed),
    };
  });
  const pending = entries.filter((entry) => entry.operation.type === 'send' && !known.has(entry.operation.id)).map((entry) => ({
    id: entry.operation.id, sender: client.me, text: entry.operation.text, createdAt: entry.createdAt, replyTo: entry.operation.replyTo,
    status: entry.failed ? 'failed' : 'sending', failure: entry.failure, readBy: [], deliveredTo: [],
  }));
  return [...committed, ...pending];
}
