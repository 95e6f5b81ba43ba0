// @ts-check
/** The conversation list. */
import { avatar, el, icon, iconButton, reconcile } from './dom.js';
import { titleOf } from './format.js';
import { rowEntry } from './conversation.js';
import { refusedDialog, unsentDialog } from './dialogs.js';
import { mine, unread } from '../derived.js';
import { has } from '../features.js';
import { HUB } from './ai/place.js';
import { urgentUnread } from '../priorities.js';
import { myTasks } from './ai/insights.js';

/** @typedef {import('../client.js').Client} Client */

/**
 * What the list shows, in its order: pinned first, then newest first; archived last.
 * @param {Client} client
 */
export function summaries(client) {
  const rows = [];
  const now = Date.now();
  for (const feed of client.feeds.values()) {
    const member = feed.conversation && mine(feed, client.me);
    if (!member || member.leftAt) continue;
    const pending = client.outbox.entries.filter(
      (entry) =>
        entry.conversation === feed.feed && entry.operation.type === 'send' && !entry.cancelled,
    );
    const last = feed.messages.at(-1);
    const settings = client.settings(feed.feed) ?? {};
    rows.push({
      feed,
      settings,
      title: titleOf(feed, client.me),
      pending,
      last,
      at: pending.at(-1)?.createdAt ?? last?.createdAt ?? feed.conversation?.createdAt ?? 0,
      unread: unread(feed, client.me, client.localReads.get(feed.feed)),
      urgent: urgentUnread(client, feed, now),
      hasFailed: client.outbox.entries.some(
        (entry) => entry.conversation === feed.feed && entry.failed,
      ),
    });
  }
  const rank = (/** @type {any} */ row) =>
    row.settings.archived ? 2 : row.settings.pinned ? 0 : 1;
  return rows.sort((a, b) => rank(a) - rank(b) || b.at - a.at);
}

/**
 * @param {Client} client
 * @param {{open: (id: string) => void, create: () => void, search: () => void,
 *   summarise: (id: string) => void, settings: () => void, intelligence: () => void}} actions
 */
export function listView(client, actions) {
  let filter = '';
  let showsArchived = false;
  let isUrgentOnly = false;
  let selected = '';
  const rows = el('ul', {
    class: 'conversations',
    'aria-label': 'Conversations',
    onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event),
  });
  const profile = el('div', { class: 'me' });
  const toDo = el('span', { class: 'hub-count' });
  const hub = el(
    'button',
    { type: 'button', class: 'hub-button', onclick: actions.intelligence },
    icon('spark'),
    el('span', { class: 'row-title' }, 'AI'),
    toDo,
  );
  const urgentOnly = el('button', {
    type: 'button',
    class: 'urgent-filter',
    onclick: () => {
      isUrgentOnly = !isUrgentOnly;
      update();
    },
  });
  const heading = el('h1', { class: 'visually-hidden', tabindex: -1 }, 'Conversations');
  const node = el(
    'div',
    { class: 'sidebar', 'aria-label': 'Conversations' },
    el(
      'div',
      { class: 'sidebar-head' },
      heading,
      profile,
      iconButton('search', 'Search messages (Ctrl K)', actions.search),
      iconButton('gear', 'Settings', actions.settings),
      iconButton('plus', 'New conversation', actions.create, 'accent'),
    ),
    el(
      'div',
      { class: 'filters' },
      el('input', {
        type: 'search',
        class: 'filter',
        placeholder: 'Filter',
        'aria-label': 'Filter conversations',
        oninput: (/** @type {any} */ event) => {
          filter = event.target.value.toLowerCase();
          update();
        },
      }),
      urgentOnly,
    ),
    hub,
    rows,
  );

  const update = (/** @type {string} */ open = selected) => {
    selected = open;
    const me = client.profile;
    const name = me?.name ?? '';
    reconcile(profile, [
      {
        key: 'avatar',
        signature: `${name} ${me?.photo}`,
        build: () => avatar(name, client.me, { photo: me?.photo }),
      },
      { key: 'name', signature: name, build: () => el('strong', { dir: 'auto' }, name) },
    ]);
    const count = myTasks(client);
    hub.hidden = !has(client, 'ai');
    toDo.textContent = count ? `${count} to do` : '';
    hub.classList.toggle('open', selected === HUB);
    if (selected === HUB) hub.setAttribute('aria-current', 'page');
    else hub.removeAttribute('aria-current');
    const held = summaries(client);
    const urgent = held.reduce((sum, row) => sum + row.urgent, 0);
    const label = `Urgent (${urgent})`;
    urgentOnly.hidden = !urgent && !isUrgentOnly;
    if (urgentOnly.textContent !== label) urgentOnly.textContent = label;
    urgentOnly.setAttribute('aria-pressed', String(isUrgentOnly));
    const all = held.filter(
      (row) =>
        row.title.toLowerCase().includes(filter) &&
        (row.urgent || !isUrgentOnly || row.feed.feed === selected),
    );
    const archived = isUrgentOnly ? [] : all.filter((row) => row.settings.archived);
    const shown = all.filter(
      (row) => !row.settings.archived || showsArchived || filter || isUrgentOnly,
    );
    const items = shown.map((row) =>
      rowEntry(client, row, row.feed.feed === selected, actions.open, actions.summarise),
    );
    if (archived.length && !filter) {
      const label = showsArchived ? 'Hide archived' : `Archived (${archived.length})`;
      const toggle = () => {
        showsArchived = !showsArchived;
        update();
      };
      items.push({
        key: 'archived',
        signature: label,
        build: () =>
          el(
            'li',
            {},
            el('button', { type: 'button', class: 'archived-toggle', onclick: toggle }, label),
          ),
      });
    }
    const { state } = client.connection;
    if (!items.length)
      items.push({
        key: 'empty',
        signature: isUrgentOnly ? 'urgent' : filter ? 'filtered' : state,
        build: () =>
          isUrgentOnly
            ? el('li', { class: 'empty' }, 'Nothing unread is urgent.')
            : emptyView(filter, state, actions.create),
      });
    items.push(
      ...noticeEntry(client.unsent().length, 'Unsent messages', () => unsentDialog(client)),
      ...noticeEntry(client.refused().length, 'Not done', () => refusedDialog(client)),
    );
    reconcile(rows, items);
    placeStop();
  };

  const stops = () =>
    /** @type {HTMLElement[]} */ ([...rows.querySelectorAll('.row-button, .archived-toggle')]);

  /**
   * The whole list is one tab stop, at the row that has the focus, else at the open one,
   * else at the first.
   */
  const placeStop = (
    focused = rows.contains(document.activeElement) ? document.activeElement : null,
  ) => {
    const all = stops();
    const stop =
      all.find((button) => focused && button.parentElement?.contains(focused)) ??
      all.find((button) => button.parentElement?.dataset.id === selected) ??
      all[0];
    for (const button of all)
      for (const part of button.parentElement?.querySelectorAll('button') ?? [])
        part.tabIndex = button === stop ? 0 : -1;
  };
  rows.addEventListener('focusin', (/** @type {any} */ event) => placeStop(event.target));

  /** Arrow keys go from conversation to conversation. @param {KeyboardEvent} event */
  const walk = (event) => {
    const all = stops();
    const now = all.findIndex((button) => button.parentElement?.contains(document.activeElement));
    const places = /** @type {Record<string, number>} */ ({
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      Home: 0,
      End: all.length - 1,
    });
    if (now < 0 || !Object.hasOwn(places, event.key)) return;
    event.preventDefault();
    all[Math.min(all.length - 1, Math.max(0, places[event.key]))].focus();
  };

  /**
   * Beside a chat it is navigation; where it is all there is on the screen, it is the page.
   * @param {boolean} isAlone
   */
  const stand = (isAlone) => {
    node.setAttribute('role', isAlone ? 'main' : 'navigation');
    heading.setAttribute('aria-level', isAlone ? '1' : '2');
  };
  stand(false);
  update();
  client.events.launched();
  /**
   * Where the keyboard goes on: the row of a conversation, else the top of the list.
   * @param {string} [id]
   */
  const focus = (id) => {
    const row =
      id &&
      /** @type {HTMLElement | null} */ (
        rows.querySelector(`.row[data-id="${CSS.escape(id)}"] .row-button`)
      );
    (row || heading).focus();
  };
  return { node, update, stand, focus, selected: () => selected };
}

/** @param {number} count @param {string} text @param {() => void} open */
const noticeEntry = (count, text, open) =>
  count
    ? [
        {
          key: text,
          signature: String(count),
          build: () =>
            el(
              'li',
              {},
              el(
                'button',
                { type: 'button', class: 'archived-toggle', onclick: open },
                icon('alert'),
                ` ${text} (${count})`,
              ),
            ),
        },
      ]
    : [];

/** @param {string} filter @param {string} state of the connection @param {() => void} create */
function emptyView(filter, state, create) {
  if (filter) return el('li', { class: 'empty' }, 'Nothing matches.');
  if (state === 'offline')
    return el('li', { class: 'empty' }, 'Conversations appear here when you are back online.');
  if (state !== 'online')
    return el(
      'li',
      { class: 'empty', 'aria-busy': 'true' },
      el('span', { class: 'spinner' }),
      'Loading your conversations…',
    );
  return el(
    'li',
    { class: 'empty' },
    'No conversations yet.',
    el('button', { type: 'button', class: 'link', onclick: create }, 'Start one'),
  );
}
