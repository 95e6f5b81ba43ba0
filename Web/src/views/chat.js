// @ts-check
/** One conversation: its header, its messages, and the composer. */
import { avatar, el, icon, iconButton, openMenu, reconcile, toast } from './dom.js';
import { nameOf, presenceText, titleOf, typingText } from './format.js';
import { mine, presentMembers, readMark, unread } from '../law.js';
import { composerView } from './composer.js';
import { conversationMenu } from './list.js';
import { timeline } from './timeline.js';

/** @typedef {import('../client.js').Client} Client */

const NEAR_END = 48;
const NEAR_START = 400;
const MAXIMUM_PAGES_TO_SHOW = 100;

/**
 * @param {Client} client @param {string} id
 * @param {{back: () => void, details: (id: string) => void, catchUp: () => void}} actions
 */
export function chatView(client, id, actions) {
  let newAfter = readMarkOf(client, id);
  let isAtEnd = true;
  let isPlaced = false;
  /** @type {Promise<void> | undefined} */
  let loading;
  const header = el('header', { class: 'chat-header' });
  const list = el('ol', { class: 'messages', tabindex: 0, 'aria-label': 'Messages', onkeydown: (/** @type {KeyboardEvent} */ event) => walk(list, event, composer.focus) });
  const jump = el('button', { type: 'button', class: 'jump', hidden: true, title: 'Jump to the newest message', 'aria-label': 'Jump to the newest message', onclick: () => toEnd() }, icon('down'), el('span', { class: 'badge', hidden: true }));
  const typing = el('p', { class: 'typing-line', 'aria-live': 'off' });
  const composer = composerView(client, id, { afterSend: () => { newAfter = Infinity; update(); toEnd(); } });
  const scroller = el('div', { class: 'scroller', onscroll: () => scrolled() }, list);
  const node = el('main', { class: 'chat', 'aria-label': 'Conversation' }, header, el('div', { class: 'scroll-area' }, scroller, jump), typing, composer.node);
  const resized = new ResizeObserver(() => { if (isAtEnd) scroller.scrollTop = scroller.scrollHeight; });
  resized.observe(scroller);

  const isNearEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;

  const toEnd = () => { scroller.scrollTop = scroller.scrollHeight; isAtEnd = true; jump.hidden = true; seen(); };

  const scrolled = () => {
    if (!isPlaced) return;
    isAtEnd = isNearEnd();
    jump.hidden = isAtEnd;
    if (isAtEnd) seen();
    if (scroller.scrollTop < NEAR_START && client.connection.state === 'online') loadOlder();
  };

  const loadOlder = () => {
    loading ??= client.loadOlder(id).then(update, (/** @type {Error} */ error) => toast(error.message)).then(() => { loading = undefined; });
    return loading;
  };

  /** What is on screen in a window that has the focus has been read. */
  const seen = () => {
    const last = client.feeds.get(id)?.messages.at(-1);
    if (last && isPlaced && isAtEnd && document.hasFocus() && node.isConnected) client.markRead(id, last.seq);
  };

  const update = () => {
    const feed = client.feeds.get(id);
    if (!feed) return;
    reconcile(header, headerEntries(client, feed, actions));
    const entries = timeline(client, feed, newAfter, { reply: composer.reply, edit: composer.edit, show });
    holding(scroller, list, isAtEnd, () => reconcile(list, entries));
    typing.textContent = typingText(client.typing.in(id).map((user) => nameOf(feed, user)));
    seen();
    const count = unread(feed, client.me, client.localReads.get(id));
    // What comes in below does not scroll.
    if (isPlaced) jump.hidden = isAtEnd || isNearEnd();
    jump.lastElementChild.hidden = count === 0;
    jump.lastElementChild.textContent = count > 99 ? '99+' : String(count);
  };

  /** Who looks away finds a line above what has come meanwhile. */
  const lookAway = () => { newAfter = readMarkOf(client, id); };

  const find = (/** @type {string} */ message) => list.querySelector(`li[data-id="${CSS.escape(message)}"]`);

  /** Scrolls to a message, loading what lies between. @param {string} message */
  const show = async (message) => {
    isPlaced = true;
    for (let pages = 0; !find(message) && pages < MAXIMUM_PAGES_TO_SHOW && (client.feeds.get(id)?.windowStart ?? 1) > 1; pages += 1) {
      const before = client.feeds.get(id)?.windowStart;
      await loadOlder();
      if (client.feeds.get(id)?.windowStart === before) return;
    }
    const target = find(message);
    if (!target) return toast('That message is not here any more.');
    isAtEnd = false;
    target.scrollIntoView({ block: 'center' });
    target.classList.add('flash');
    setTimeout(() => target.classList.remove('flash'), 1_600);
  };

  update();
  requestAnimationFrame(() => {
    if (isPlaced) return;
    isPlaced = true;
    const line = list.querySelector('.unread-line');
    if (line) { line.scrollIntoView({ block: 'center' }); scrolled(); } else toEnd();
  });
  const close = () => { resized.disconnect(); composer.close(); };
  return { node, update, seen, lookAway, show, focus: composer.focus, close };
}

/**
 * Keeps what the reader looks at where it is while rows come and go: the end, or else the first message on screen.
 * @param {HTMLElement} scroller @param {HTMLElement} list @param {boolean} isAtEnd @param {() => void} change
 */
function holding(scroller, list, isAtEnd, change) {
  const top = scroller.scrollTop;
  const rows = /** @type {HTMLElement[]} */ (isAtEnd ? [] : [...list.children]);
  const anchor = rows.find((row) => row.dataset.id && row.offsetTop + row.offsetHeight > top);
  const place = anchor?.offsetTop ?? 0;
  change();
  if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
  const now = anchor && /** @type {HTMLElement | null} */ (list.querySelector(`li[data-id="${CSS.escape(anchor.dataset.id ?? '')}"]`));
  if (now) scroller.scrollTop = top + now.offsetTop - place;
}

/** Arrow keys go from message to message; below the last one is the composer. @param {HTMLElement} list @param {KeyboardEvent} event @param {() => void} leave */
function walk(list, event, leave) {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  if (!step) return;
  event.preventDefault();
  const rows = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('.message')]);
  const index = rows.findIndex((row) => row.contains(document.activeElement));
  const next = index < 0 ? rows.length - 1 : Math.max(0, index + step);
  if (next < rows.length) rows[next]?.focus();
  else leave();
}

/** Up to which seq everything has been read. @param {Client} client @param {string} id */
function readMarkOf(client, id) {
  const feed = client.feeds.get(id);
  const member = feed && mine(feed, client.me);
  return member ? readMark(member, client.localReads.get(id)) : Infinity;
}

/** @param {Client} client @param {import('../law.js').Feed} feed @param {any} actions */
function headerEntries(client, feed, actions) {
  const isGroup = feed.conversation?.kind === 'group';
  const other = isGroup ? undefined : feed.members.find((member) => member.user !== client.me);
  const presence = other && client.presence.get(other.user);
  const title = titleOf(feed, client.me);
  const subtitle = isGroup ? `${presentMembers(feed).length} members` : presenceText(presence);
  const entry = (/** @type {string} */ key, /** @type {any[]} */ shown, /** @type {() => Element} */ build) => ({ key, signature: JSON.stringify(shown), build });
  const showMenu = (/** @type {Event} */ event) => {
    const now = client.feeds.get(feed.feed);
    if (now) openMenu(/** @type {any} */ (event.currentTarget), conversationMenu(client, now));
  };
  return [
    entry('back', [], () => iconButton('back', 'Back to the list', actions.back, 'only-narrow')),
    entry('avatar', [title, presence?.state], () => avatar(title, other?.user ?? feed.feed, presence?.state)),
    entry('title', [title, subtitle], () => el('div', { class: 'chat-title' }, el('h1', { dir: 'auto' }, title), el('p', {}, subtitle))),
    entry('catch-up', [], () => iconButton('spark', 'Catch up', () => actions.catchUp())),
    entry('details', [], () => iconButton('people', isGroup ? 'Members' : 'About', () => actions.details(feed.feed))),
    entry('menu', [], () => iconButton('more', 'Conversation options', showMenu)),
  ];
}
