// @ts-check
/** One conversation: its header, its messages, and the composer. */
import { avatar, el, icon, iconButton, openMenu, reconcile, toast } from './dom.js';
import { nameOf, photoOf, presenceText, titleOf, typingText } from './format.js';
import { has } from '../features.js';
import { firstUnread, mine, presentMembers, readMark, unread } from '../derived.js';
import { composerView } from './composer.js';
import { canSummarise, conversationMenu } from './conversation.js';
import { dropTarget } from './drop.js';
import { lightbox, picturesOf } from './lightbox.js';
import { Rows } from './rows.js';
import { firstNew, shownOf, timeline } from './timeline.js';
import { openRecord } from './ai/records.js';

/** @typedef {import('../client.js').Client} Client */

const NEAR_END = 48;
const NEAR_EDGE = 800;
const FLASH = 1_600;
/** As in the style sheets. */
const NARROW = '(max-width: 760px)';
const GONE = 'That message is not here any more.';

/**
 * @param {Client} client @param {string} id
 * @param {{back: () => void, details: (id: string) => void, catchUp: () => void,
 *   files: () => void, summarise: (from?: number) => void}} actions
 */
export function chatView(client, id, actions) {
  const began = performance.now();
  let newAfter = readMarkOf(client, id);
  let isAtEnd = true;
  let isPlaced = false;
  let isClosed = false;
  let wasIsland = false;
  /** @type {Promise<void> | undefined} */
  let loading;
  /** @type {import('./timeline.js').Shown} */
  let shown = { messages: [], items: [], isNewest: true };
  const header = el('header', { class: 'chat-header' });
  const list = el('ol', {
    class: 'messages',
    tabindex: 0,
    'aria-label': 'Messages',
    onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event),
  });
  const jump = el(
    'button',
    {
      type: 'button',
      class: 'jump',
      hidden: true,
      title: 'Jump to the newest message',
      'aria-label': 'Jump to the newest message',
      onclick: () => toEnd(),
    },
    icon('down'),
    el('span', { class: 'badge', hidden: true }),
  );
  const typing = el('p', { class: 'typing-line', 'aria-live': 'off' });
  const composer = composerView(client, id, {
    afterSend: () => {
      newAfter = Infinity;
      toEnd();
    },
  });
  const scroller = el('div', { class: 'scroller', onscroll: () => scrolled() }, list);
  const node = el(
    'main',
    { class: 'chat', 'aria-label': 'Conversation' },
    header,
    el('div', { class: 'scroll-area' }, scroller),
    el('div', { class: 'chat-foot' }, typing, jump),
    composer.node,
  );
  /** @type {(() => void) | undefined} of the record that was opened last */
  let updateRecord;
  const rows = new Rows(scroller, list, (range) => {
    const feed = client.feeds.get(id);
    return feed
      ? timeline(client, feed, shown, range, newAfter, {
          reply: composer.reply,
          edit: composer.edit,
          show,
          summarise: canSummarise(client, feed) ? () => actions.summarise(newAfter + 1) : undefined,
          open: (/** @type {string} */ picture) =>
            lightbox(client.files, picturesOf(feed, shown.items, client.me), picture),
          record: (/** @type {import('./ai/records.js').Record} */ record) => {
            updateRecord = openRecord(client, id, record, show);
          },
        })
      : [];
  });
  dropTarget(node, composer.add);
  const resized = new ResizeObserver(() => {
    rows.resized();
    if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
    else rows.scrolled();
  });
  resized.observe(scroller);

  const below = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;

  const isNearEnd = () => shown.isNewest && below() < NEAR_END;

  const toEnd = () => {
    client.pages.leave(id);
    isAtEnd = true;
    update();
    jump.hidden = true;
  };

  const scrolled = () => {
    if (!isPlaced) return;
    isAtEnd = isNearEnd();
    jump.hidden = isAtEnd;
    if (isAtEnd) seen();
    rows.scrolled();
    if (client.connection.state !== 'online') return;
    if (scroller.scrollTop < NEAR_EDGE && shown.messages[0]?.seq > 1)
      load(() => client.pages.older(id));
    else if (!shown.isNewest && below() < NEAR_EDGE) load(() => client.pages.newer(id));
  };

  /**
   * One page at a time. What has come may not fill the screen: then the next one is asked for.
   * @param {() => Promise<void>} request
   */
  const load = (request) => {
    loading ??= request()
      .then(
        () => update(),
        (/** @type {Error} */ error) => toast(error.message),
      )
      .then(() => {
        loading = undefined;
      });
  };

  /** What is on screen in a window that has the focus has been read. */
  const seen = () => {
    const last = shown.isNewest && client.feeds.get(id)?.messages.at(-1);
    if (last && isPlaced && isAtEnd && document.hasFocus() && node.isConnected)
      client.markRead(id, last.seq);
  };

  const update = () => {
    const feed = client.feeds.get(id);
    if (!feed) return;
    reconcile(header, headerEntries(client, feed, actions));
    node.setAttribute('aria-label', titleOf(feed, client.me));
    const lost = lostPlace(feed);
    shown = shownOf(client, feed, client.pages.islands.get(id));
    wasIsland = !shown.isNewest;
    if (isAtEnd && shown.isNewest) rows.showEnd(shown.items);
    else rows.hold(shown.items);
    if (lost) show(lost);
    updateRecord?.();
    typing.textContent = typingText(client.typing.in(id).map((user) => nameOf(feed, user)));
    seen();
    const count = unread(feed, client.me, client.localReads.get(id));
    // What comes in below does not scroll.
    if (isPlaced) jump.hidden = isAtEnd || isNearEnd();
    jump.lastElementChild.hidden = count === 0;
    jump.lastElementChild.textContent = count > 99 ? '99+' : String(count);
  };

  /**
   * What the reader looked at far back when a new window made it worthless.
   * @param {import('../law.js').Feed} feed @returns {string | undefined}
   */
  const lostPlace = (feed) => {
    if (!wasIsland || isAtEnd || client.pages.islands.has(id)) return undefined;
    const item = shown.items[rows.firstIndex];
    return item && item.seq < feed.windowStart ? item.id : undefined;
  };

  /** Who looks away finds a line above what has come meanwhile. */
  const lookAway = () => {
    newAfter = readMarkOf(client, id);
  };

  /** Scrolls to a message that is held; whether it is. @param {string} message */
  const place = (message) => {
    const feed = client.feeds.get(id);
    if (!feed) return false;
    if (feed.messages.some((row) => row.id === message)) client.pages.leave(id);
    shown = shownOf(client, feed, client.pages.islands.get(id));
    wasIsland = !shown.isNewest;
    const index = shown.items.findIndex((item) => item.id === message);
    if (index < 0) return false;
    isAtEnd = false;
    const target = rows.showAt(shown.items, index);
    target?.classList.add('flash');
    setTimeout(() => target?.classList.remove('flash'), FLASH);
    jump.hidden = isNearEnd();
    return true;
  };

  /** Scrolls to a message, fetching what is around it. @param {string} message */
  const show = async (message) => {
    isPlaced = true;
    if (place(message)) return;
    try {
      await client.pages.around(id, message);
    } catch (error) {
      const { code, message: text } = /** @type {import('../session.js').RequestError} */ (error);
      toast(code === 'not_found' ? GONE : text);
      return;
    }
    if (isClosed) client.pages.leave(id);
    else if (!place(message)) toast(GONE);
  };

  /**
   * Arrow keys go from message to message; below the last one is the composer.
   * @param {KeyboardEvent} event
   */
  const walk = (event) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!step) return;
    event.preventDefault();
    const focused = document.activeElement?.closest('li[data-id]');
    const index = focused ? rows.indexOf(focused) : -1;
    const start = isAtEnd ? shown.items.length - 1 : Math.max(0, rows.firstIndex);
    const next = index < 0 ? start : Math.max(0, index + step);
    if (next < shown.items.length) rows.bring(next)?.focus();
    else if (shown.isNewest) composer.focus();
  };

  update();
  requestAnimationFrame(() => {
    if (isPlaced) return;
    isPlaced = true;
    const line = firstNew(client, shown, newAfter);
    if (line) {
      rows.showAt(shown.items, shown.items.indexOf(line));
      isAtEnd = isNearEnd();
      scrolled();
    } else {
      toEnd();
    }
  });
  const close = () => {
    isClosed = true;
    client.pages.leave(id);
    resized.disconnect();
    composer.close();
    client.files.player.stop();
  };
  client.events.painted('conversationLoad', began);
  return { node, update, seen, lookAway, show, focus: composer.focus, close };
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
  const about = isGroup ? 'Members' : 'About';
  const photo = photoOf(feed, client.me);
  const subtitle = isGroup ? `${presentMembers(feed).length} members` : presenceText(presence);
  const entry = (
    /** @type {string} */ key,
    /** @type {any[]} */ shown,
    /** @type {() => Element} */ build,
  ) => ({ key, signature: JSON.stringify(shown), build });
  const showMenu = (/** @type {Event} */ event) => {
    const now = client.feeds.get(feed.feed);
    if (!now) return;
    // Where there is no room for their buttons beside the title.
    const folded = matchMedia(NARROW).matches
      ? [
          { label: 'Files', action: () => actions.files() },
          { label: about, action: () => actions.details(feed.feed) },
        ]
      : [];
    openMenu(/** @type {any} */ (event.currentTarget), [
      ...folded,
      ...conversationMenu(client, now, () => actions.summarise(firstUnread(client, feed.feed))),
    ]);
  };
  return [
    entry('back', [], () => iconButton('back', 'Back to the list', actions.back, 'only-narrow')),
    entry('avatar', [title, presence?.state, photo], () =>
      avatar(title, other?.user ?? feed.feed, { presence: presence?.state, photo }),
    ),
    entry('title', [title, subtitle], () =>
      el('div', { class: 'chat-title' }, el('h1', { dir: 'auto' }, title), el('p', {}, subtitle)),
    ),
    ...(has(client, 'ai')
      ? [entry('catch-up', [], () => iconButton('spark', 'Catch up', () => actions.catchUp()))]
      : []),
    entry('files', [], () => iconButton('file', 'Files', () => actions.files(), 'only-wide')),
    entry('details', [], () =>
      iconButton('people', about, () => actions.details(feed.feed), 'only-wide'),
    ),
    entry('menu', [], () => iconButton('more', 'Conversation options', showMenu)),
  ];
}
