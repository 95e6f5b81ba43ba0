// @ts-check
/** Puts the parts together and decides which page is shown. */
import { Client } from './client.js';
import { Database } from './database.js';
import { SESSION_KEY, Session } from './session.js';
import { badge } from './law.js';
import { authView } from './views/auth.js';
import { chatView } from './views/chat.js';
import { el, toast } from './views/dom.js';
import { membersDialog, newConversation, searchDialog } from './views/dialogs.js';
import { listView, summaries } from './views/list.js';
import { applyTheme, settingsDialog } from './views/settings.js';
import { nameOf } from './views/format.js';

const app = /** @type {HTMLElement} */ (document.getElementById('app'));
const announcer = /** @type {HTMLElement} */ (document.getElementById('announcer'));
const session = new Session();

/** @param {string} [notice] */
function showAuth(notice) {
  document.title = 'MessageAI';
  app.replaceChildren(authView(session, (user) => showShell(user.id), notice));
  app.querySelector('input')?.focus();
}

/** @param {string} me */
async function showShell(me) {
  app.replaceChildren(el('main', { class: 'loading', 'aria-busy': 'true' }, el('span', { class: 'spinner' }), 'Opening…'));
  const client = await Client.open(me, session);
  const shell = new Shell(client);
  session.onEnded = () => shell.leave('Your session has ended. Sign in again.');
}

class Shell {
  /** @type {ReturnType<typeof chatView> | undefined} */
  chat;
  isScheduled = false;
  isOnline = false;

  /** @param {Client} client */
  constructor(client) {
    this.client = client;
    this.list = listView(client, {
      open: (id) => this.open(id), create: () => newConversation(client, (id) => this.open(id)),
      search: () => this.search(), settings: () => settingsDialog(client, () => this.signOut()),
    });
    this.banner = el('div', { class: 'banner', role: 'status', hidden: true });
    this.pane = el('div', { class: 'pane' }, this.emptyPane());
    this.node = el('div', { class: 'shell' }, this.banner, this.list.node, this.pane);
    app.replaceChildren(this.node);
    this.abort = new AbortController();
    const { signal } = this.abort;
    client.addEventListener('change', () => this.schedule(), { signal });
    client.addEventListener('message', (event) => this.announce(/** @type {CustomEvent} */ (event)), { signal });
    client.addEventListener('storage-failed', () => toast('This browser cannot store messages now. Free some space.'), { signal });
    addEventListener('online', () => client.connection.kick(), { signal });
    addEventListener('offline', () => client.connection.lost(), { signal });
    addEventListener('focus', () => this.seen(), { signal });
    addEventListener('keydown', (event) => this.keyed(event), { signal });
    document.addEventListener('visibilitychange', () => this.seen(), { signal });
    addEventListener('hashchange', () => this.route(), { signal });
    addEventListener('storage', (event) => { if (event.key === SESSION_KEY && !event.newValue) this.leave(); }, { signal });
    this.update();
    this.route();
  }

  emptyPane() {
    return el('main', { class: 'welcome' }, el('img', { src: '/favicon.svg', alt: '', width: 72, height: 72 }),
      el('h1', {}, 'Pick a conversation'), el('p', {}, 'Or start one with the plus button.'));
  }

  seen() {
    const { client } = this;
    if (document.visibilityState === 'visible') client.connection.kick();
    client.connection.send({ type: 'presence', state: document.visibilityState === 'visible' ? 'online' : 'away' });
    this.chat?.seen();
  }

  /** Many changes in one frame are one update. */
  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setTimeout(() => { this.isScheduled = false; if (!this.abort.signal.aborted) this.update(); }, 16);
  }

  update() {
    const { client } = this;
    const id = location.hash.slice(1);
    if (id && this.chat && !client.feeds.has(id)) {
      toast('You are no longer in that conversation.');
      location.hash = '';
    } else if (id && !this.chat && client.feeds.has(id)) {
      this.route();
    }
    this.list.update(id);
    this.chat?.update();
    const count = badge(summaries(client), Date.now());
    document.title = count ? `(${count}) MessageAI` : 'MessageAI';
    const { state } = client.connection;
    if (state === 'online' && !this.isOnline && document.visibilityState === 'hidden') client.connection.send({ type: 'presence', state: 'away' });
    this.isOnline = state === 'online';
    const isOffline = state === 'offline' || (state === 'connecting' && !this.banner.hidden);
    this.banner.hidden = !isOffline;
    if (isOffline) {
      const text = client.outbox.entries.length ? 'You are offline. What you write is kept and sent when you are back.' : 'You are offline. You can read and write; messages are sent when you are back.';
      this.banner.replaceChildren(el('span', {}, text), el('button', { type: 'button', class: 'link', onclick: () => client.connection.kick() }, 'Try now'));
    }
  }

  /** @param {string} id @param {string} [message] */
  open(id, message) {
    if (location.hash.slice(1) !== id) {
      history.pushState(null, '', `#${id}`);
      this.route();
    }
    if (message) this.chat?.show(message);
    else this.chat?.focus();
  }

  route() {
    const id = location.hash.slice(1);
    this.chat?.close();
    this.chat = undefined;
    const isKnown = Boolean(id) && this.client.feeds.has(id);
    this.node.classList.toggle('has-chat', isKnown);
    if (isKnown) {
      this.chat = chatView(this.client, id, { back: () => { location.hash = ''; }, members: (group) => membersDialog(this.client, group) });
      this.pane.replaceChildren(this.chat.node);
      if (matchMedia('(pointer: fine)').matches) this.chat.focus();
    } else {
      this.pane.replaceChildren(this.emptyPane());
    }
    this.list.update(id);
  }

  search() {
    searchDialog(this.client, (id, message) => this.open(id, message));
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (event.key === 'k' && (event.ctrlKey || event.metaKey) && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      this.search();
    } else if (event.key === 'Escape' && this.chat && !document.querySelector('dialog[open], .menu')) {
      location.hash = '';
    }
  }

  /** @param {CustomEvent} event */
  announce({ detail: { feed, row } }) {
    announcer.textContent = `${nameOf(feed, row.sender)}: ${row.text}`;
  }

  /** @param {string} [notice] */
  leave(notice) {
    this.abort.abort();
    this.chat?.close();
    this.client.close();
    location.hash = '';
    showAuth(notice);
  }

  async signOut() {
    const { me } = this.client;
    this.leave();
    await Promise.all([Database.erase(me), session.signOut()]);
  }
}

applyTheme();
if ('serviceWorker' in navigator) navigator.serviceWorker.register('/service-worker.js').catch(() => toast('This page cannot be opened without network.'));
const { stored } = session;
if (stored) showShell(stored.user);
else showAuth();
