// @ts-check
/** Puts the parts together and decides which page is shown. */
import { Client } from './client.js';
import { Database } from './database.js';
import { invitedBy, isLetter, isWayIn } from './invitations.js';
import { SESSION_KEY, Session, isOf } from './session.js';
import { registerWorker } from './worker.js';
import { badge, firstUnread } from './derived.js';
import { authView } from './views/auth.js';
import { bannerView } from './views/banner.js';
import { chatView } from './views/chat.js';
import { besideView } from './views/beside.js';
import { detailsDialog } from './views/details.js';
import { el, iconButton, toast } from './views/dom.js';
import { lostText, newConversation, signOutDialog } from './views/dialogs.js';
import { listView, summaries } from './views/list.js';
import { hubView } from './views/ai/hub.js';
import { HUB, chooseTab, forgetTab } from './views/ai/place.js';
import { showBadge, tellOfMessages } from './views/notices.js';
import { watchForProblems } from './diagnostics.js';
import { firstRunDialog } from './views/first.js';
import { placeFocus } from './views/focus.js';
import { followMoves } from './views/moves.js';
import { searchDialog } from './views/search.js';
import { facesAgain, setFaces } from './views/face.js';
import { finishLink } from './views/providers.js';
import { applyTheme, settingsDialog } from './views/settings.js';
import { announcement, setPlace, titleOf, windowTitle } from './views/format.js';
import { emptyView, openingView, problemView } from './views/welcome.js';

const app = /** @type {HTMLElement} */ (document.getElementById('app'));
const announcer = /** @type {HTMLElement} */ (document.getElementById('announcer'));
const session = new Session();
/** Where there is room for a third pane; chat.css has the same width. */
const wide = matchMedia('(min-width: 1160px)');
/** Where list and chat take turns; chat.css has the same width. */
const narrow = matchMedia('(max-width: 760px)');
const fine = matchMedia('(pointer: fine)');
const DETAILS = 'messageai-details';
const TICK = 30_000;

/** @param {string} [notice] */
function showAuth(notice) {
  setPlace(null);
  // "Back" has no way into what somebody has left; an invitation is a way in.
  if (!isWayIn(location.hash)) history.replaceState(null, '', location.pathname);
  app.replaceChildren(
    authView(session, async (user, isNew) => (await showShell(user.id))?.begin(isNew), notice),
  );
  app.querySelector('input')?.focus();
}

/** @param {string} me @returns {Promise<Shell | undefined>} */
async function showShell(me) {
  app.replaceChildren(openingView());
  let client;
  try {
    await Database.eraseOthers(me);
    client = await Client.open(me, session);
  } catch (error) {
    app.replaceChildren(problemView(/** @type {Error} */ (error), () => showShell(me)));
    return undefined;
  }
  const shell = new Shell(client);
  session.onEnded = () => shell.ended('Your session has ended. Sign in again.');
  return shell;
}

class Shell {
  /** @type {ReturnType<typeof chatView> | undefined} */
  chat;
  /** @type {import('./views/details.js').Details | undefined} */
  details;
  /** @type {ReturnType<typeof hubView> | undefined} */
  hub;
  /** @typedef {(id: string, message?: string) => void} Open */
  /** @type {{open: Open, openReminders: () => void, create: () => void}} */
  ways;
  isScheduled = false;
  isOnline = false;

  /** @param {Client} client */
  constructor(client) {
    this.client = client;
    setPlace(client.profile);
    // Before anything is drawn: what is drawn once keeps its initials.
    setFaces(client.files.links);
    const open = this.open.bind(this);
    const openReminders = this.openReminders.bind(this);
    this.ways = { open, openReminders, create: () => newConversation(client, open) };
    this.list = listView(client, {
      ...this.ways,
      search: () => this.search(),
      summarise: (/** @type {string} */ id) => this.summarise(id, firstUnread(client, id)),
      settings: () => settingsDialog(client, () => this.signOut()),
      intelligence: () => this.open(HUB),
    });
    this.banner = bannerView(client, this.ways);
    this.pane = el('div', { class: 'pane' }, emptyView());
    this.aside = el('aside', { class: 'details', hidden: true });
    const parts = [this.banner.node, this.list.node, this.pane, this.aside];
    this.node = el('div', { class: 'shell' }, ...parts);
    app.replaceChildren(this.node);
    this.abort = new AbortController();
    const { signal } = this.abort;
    client.addEventListener('change', () => this.schedule(), { signal });
    client.addEventListener(
      'message',
      (event) => this.announce(/** @type {CustomEvent} */ (event)),
      { signal },
    );
    const isFull = () => toast('This browser cannot store messages now. Free some space.');
    client.addEventListener('storage-failed', isFull, { signal });
    addEventListener('online', () => client.connection.kick(), { signal });
    addEventListener('offline', () => client.connection.lost(), { signal });
    addEventListener('focus', () => this.seen(), { signal });
    addEventListener('blur', () => this.chat?.lookAway(), { signal });
    wide.addEventListener('change', () => this.showDetails(), { signal });
    narrow.addEventListener('change', () => this.stand(), { signal });
    // Days end, mutes run out, clocks of others go on.
    const ticking = setInterval(() => this.update(), TICK);
    signal.addEventListener('abort', () => clearInterval(ticking));
    addEventListener('keydown', (event) => this.keyed(event), { signal });
    document.addEventListener('visibilitychange', () => this.seen(), { signal });
    addEventListener('hashchange', () => this.route(), { signal });
    addEventListener(
      'storage',
      (event) => {
        if (event.key === SESSION_KEY && !isOf(client.me, event.newValue)) this.ended();
      },
      { signal },
    );
    tellOfMessages(client, this.ways, signal);
    followMoves(client, this.ways.open, signal);
    this.update();
    this.route();
  }

  /** @param {boolean} isNew whether somebody has just made their account */
  begin(isNew) {
    this.list.focus();
    if (isNew) firstRunDialog(this.client, this.ways);
  }

  seen() {
    const { client } = this;
    if (document.visibilityState === 'visible') client.connection.kick();
    else client.events.tell();
    client.connection.send({
      type: 'presence',
      state: document.visibilityState === 'visible' ? 'online' : 'away',
    });
    this.chat?.seen();
  }

  /** Many changes in one frame are one update. */
  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setTimeout(() => {
      this.isScheduled = false;
      if (!this.abort.signal.aborted) this.update();
    }, 16);
  }

  update() {
    const { client } = this;
    // Another clock: what has been built shows the former one.
    if (setPlace(client.profile)) this.route();
    const id = location.hash.slice(1);
    if (id && this.chat && !client.feeds.has(id)) {
      toast('You are no longer in that conversation.');
      location.hash = '';
    } else if (id && !this.chat && client.feeds.has(id)) {
      this.route();
    }
    this.list.update(id);
    this.chat?.update();
    this.hub?.update();
    this.details?.update();
    const count = badge(summaries(client), Date.now());
    document.title = windowTitle(this.viewName(id), count);
    showBadge(count);
    const { state } = client.connection;
    if (state === 'online' && !this.isOnline && document.visibilityState === 'hidden')
      client.connection.send({ type: 'presence', state: 'away' });
    if (state === 'online' && !this.isOnline) facesAgain();
    this.isOnline = state === 'online';
    this.banner.update();
  }

  /** @param {string} id what the address names */
  viewName(id) {
    const feed = this.chat && this.client.feeds.get(id);
    return feed ? titleOf(feed, this.client.me) : this.hub ? 'AI' : '';
  }

  /** @param {string} id @param {string} [message] */
  open(id, message) {
    const isOther = location.hash.slice(1) !== id;
    if (isOther) history.pushState(null, '', `#${id}`);
    if (isOther || (!this.chat && this.client.feeds.has(id))) this.route();
    if (message) this.chat?.show(message);
    // On a phone the keyboard would cover what was opened.
    else if (fine.matches) this.chat?.focus();
  }

  /** The list of reminders, also where another tab of the AI is open. */
  openReminders() {
    chooseTab('reminders');
    if (location.hash.slice(1) === HUB) this.route();
    else this.open(HUB);
  }

  route() {
    if (invitedBy(location.hash)) {
      history.replaceState(null, '', location.pathname);
      toast('You are in this workspace already.');
    }
    const id = location.hash.slice(1);
    const former = this.list.selected();
    const hadFocus =
      document.activeElement === document.body || this.pane.contains(document.activeElement);
    this.chat?.close();
    this.chat = undefined;
    this.hub = undefined;
    const isKnown = Boolean(id) && this.client.feeds.has(id);
    this.node.classList.toggle('has-chat', isKnown || id === HUB);
    if (isKnown) {
      this.chat = chatView(this.client, id, {
        back: () => {
          location.hash = '';
        },
        details: () => this.toggleDetails('open'),
        catchUp: () => this.toggleDetails('ai'),
        summarise: (from) => this.summarise(id, from),
        files: () => this.toggleDetails('files'),
      });
      this.pane.replaceChildren(this.chat.node);
      if (fine.matches) this.chat.focus();
    } else if (id === HUB) {
      const back = () => {
        location.hash = '';
      };
      this.hub = hubView(this.client, { back, show: this.ways.open }, former);
      this.pane.replaceChildren(this.hub.node);
    } else {
      this.pane.replaceChildren(emptyView());
    }
    this.stand();
    this.list.update(id);
    this.showDetails();
    this.schedule();
    const view = this.chat ?? this.hub;
    placeFocus(
      view && this.pane,
      Boolean(this.chat),
      hadFocus,
      () => former && this.list.focus(former),
    );
  }

  /** Where one view alone is on the screen, it is the page. */
  stand() {
    this.list.stand(narrow.matches && !this.chat && !this.hub);
  }

  /** @param {string} kind `open` for people, `ai` for the AI, `files` for files */
  toggleDetails(kind) {
    const id = location.hash.slice(1);
    if (!wide.matches)
      return detailsDialog(this.client, id, (close) => this.detailsFor(kind, id, close));
    if (localStorage.getItem(DETAILS) === kind) localStorage.removeItem(DETAILS);
    else localStorage.setItem(DETAILS, kind);
    this.showDetails();
  }

  /**
   * Summarises a conversation beside it.
   * @param {string} id @param {number} [from] its first seq
   */
  summarise(id, from) {
    this.from = from;
    if (wide.matches) {
      localStorage.setItem(DETAILS, 'ai');
      if (location.hash.slice(1) === id) this.showDetails();
      else this.open(id);
    } else {
      detailsDialog(this.client, id, (close) => this.detailsFor('ai', id, close));
    }
    this.from = undefined;
  }

  /** @param {string} kind @param {string} id @param {() => void} close */
  detailsFor(kind, id, close) {
    return besideView(this.client, kind, id, { close, open: this.ways.open, from: this.from });
  }

  /** The third pane, where there is room for it and the reader wants it. */
  showDetails() {
    const kind = localStorage.getItem(DETAILS);
    const isShown = wide.matches && Boolean(this.chat) && Boolean(kind);
    this.aside.hidden = !isShown;
    this.node.classList.toggle('has-details', isShown);
    this.details =
      isShown && kind ? this.detailsFor(kind, location.hash.slice(1), () => undefined) : undefined;
    if (!this.details) return this.aside.replaceChildren();
    this.aside.setAttribute('aria-label', this.details.title);
    this.aside.replaceChildren(
      el(
        'header',
        {},
        el('h2', {}, this.details.title),
        iconButton('close', 'Close', () => this.toggleDetails(kind ?? 'open')),
      ),
      this.details.node,
    );
  }

  search() {
    searchDialog(this.client, this.ways.open);
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (
      event.key === 'k' &&
      (event.ctrlKey || event.metaKey) &&
      !document.querySelector('dialog[open]')
    ) {
      event.preventDefault();
      this.search();
    } else if (
      event.key === 'Escape' &&
      (this.chat || this.hub) &&
      !document.querySelector('dialog[open], .menu')
    ) {
      location.hash = '';
    }
  }

  /** @param {CustomEvent} event */
  announce({ detail: { feed, row } }) {
    const { client } = this;
    announcer.textContent =
      announcement(feed, row, client.me, client.settings(feed.feed), Date.now()) ||
      announcer.textContent;
  }

  /** @param {string} [notice] */
  leave(notice) {
    this.abort.abort();
    this.chat?.close();
    this.client.close();
    announcer.textContent = '';
    forgetTab();
    for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
    showAuth(notice);
  }

  /**
   * The session is over: whoever has this browser next reads nothing of it.
   * @param {string} [notice]
   */
  ended(notice) {
    this.leave(notice);
    Database.eraseAllButOutbox(this.client.me).catch(() =>
      toast('Messages could not be erased here. Clear what this browser stores for this address.'),
    );
  }

  /** Asks first when something would be lost. */
  signOut() {
    const waiting = this.client.outbox.entries.filter((entry) => !entry.cancelled);
    if (!waiting.length) return this.signOutNow();
    signOutDialog(lostText(waiting), () => this.signOutNow());
  }

  async signOutNow() {
    const { me } = this.client;
    this.leave();
    const [, isTold] = await Promise.all([Database.erase(me), session.signOut()]);
    if (!isTold)
      toast(
        'Signed out here. The server could not be told: end this device under “Signed-in devices” on another one.',
      );
  }
}

applyTheme();
watchForProblems(session);
addEventListener('popstate', () => {
  if (isLetter(location.hash) || (!session.stored && isWayIn(location.hash))) showAuth();
  else if (!session.stored) history.replaceState(null, '', location.pathname);
});
registerWorker(() => toast('This page cannot be opened without network.'));
const { stored } = session;
if (stored && !isLetter(location.hash)) showShell(stored.user).then(() => finishLink(session));
else showAuth();
