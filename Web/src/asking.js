// @ts-check
/**
 * What the user asks for besides messages: of the AI, of their own settings, and new conversations.
 * What the AI has answered is kept, and what is asked without a connection waits for one.
 */
import { Answers } from './answers.js';
import { readdressed } from './entries.js';
import { Intelligence } from './intelligence.js';
import { ShownFeeds, isPending, pendingFeed } from './overlay.js';
import { readDelta, uuidv7 } from './protocol.js';
import { Reminders } from './reminders.js';
import { Requests } from './requests.js';
import { Writing } from './writing.js';

/** @typedef {{kind: 'direct' | 'group', members: string[], name?: string}} Form */

export class Asking extends Writing {
  feeds = new ShownFeeds({ me: () => this.me, waiting: () => this.requests.waiting });
  /** @type {Map<string, string>} */
  drafts = new Map();
  isLeader = false;
  /** @type {Set<string>} conversations that wait to be made */
  #pending = new Set();

  /**
   * @param {string} me @param {import('./session.js').Session} session
   * @param {import('./database.js').Database} database
   */
  constructor(me, session, database) {
    super(database);
    this.me = me;
    this.session = session;
    this.answers = new Answers({
      database,
      feeds: () => this.feeds,
      failed: (error) => this.storageFailed(error),
      isAway: () => this.isAway,
    });
    /** @type {import('./reminders.js').Perform} */
    const perform = (request) => this.requests.perform(request);
    this.intelligence = new Intelligence(session, (ask) => this.timed(ask), perform);
    this.reminders = new Reminders(session, perform);
    /** @type {Requests} */
    this.requests = new Requests({
      outbox: this.outbox,
      enqueue: (request) => this.enqueueRequest(request),
      run: (actions) => this.run(actions),
      isOnline: () => this.isOnline,
      isLeader: () => this.isLeader,
      cursor: (feed) => this.feeds.held(feed)?.cursor ?? 0,
      intelligence: this.intelligence,
      answers: this.answers,
      session,
      created: (entry, window) => this.#created(entry, readDelta(window)),
    });
  }

  get isOnline() {
    return false;
  }

  /** Whether it is known that there is no connection. */
  get isAway() {
    return false;
  }

  /** @template Answer @param {() => Promise<Answer>} ask @returns {Promise<Answer>} */
  timed(ask) {
    return ask();
  }

  /** @param {unknown} _error */
  storageFailed(_error) {}

  /** @param {import('./protocol.js').Frame} _window of a conversation that was made */
  take(_window) {}

  get profile() {
    return this.feeds.get('me')?.profile ?? null;
  }

  /** @param {string} conversation */
  settings(conversation) {
    return this.feeds.get('me')?.settings.find((row) => row.conversation === conversation);
  }

  /** What was written to conversations that are gone. */
  unsent() {
    return this.outbox.entries.filter(
      ({ failed, operation, conversation }) =>
        failed && !operation.request && !this.feeds.has(conversation),
    );
  }

  /** What the server has refused after it had waited. */
  refused() {
    return this.requests.find(() => true).filter(({ failed }) => failed);
  }

  /** @param {string} conversation @param {any} body what differs from now on */
  changeSettings(conversation, body) {
    return this.requests.perform({
      kind: 'changeSettings',
      subject: `settings:${conversation}`,
      conversation,
      method: 'PUT',
      path: `/v1/conversations/${conversation}/settings`,
      body,
      joins: 'field',
    });
  }

  /** @param {any} body what differs from now on; `null` clears */
  changeProfile(body) {
    return this.requests.perform({
      kind: 'updateMe',
      subject: 'profile:me',
      method: 'PATCH',
      path: '/v1/me',
      body,
      joins: 'field',
    });
  }

  /**
   * Starts a conversation. Without a connection it is there at once, under an id of this device's
   * own, and is made on the server before what is written into it.
   * @param {Form} form @returns {Promise<string>} its id
   */
  async createConversation(form) {
    const known = form.kind === 'direct' && this.#directWith(form.members[0]);
    if (known) return known;
    const id = uuidv7();
    const body = form.kind === 'group' ? { ...form, id } : form;
    if (this.isOnline) {
      const window = readDelta(await this.session.call('POST', '/v1/conversations', body));
      this.take(window);
      return window.feed;
    }
    await this.requests.later({
      kind: 'createConversation',
      subject: id,
      conversation: id,
      method: 'POST',
      path: '/v1/conversations',
      body,
      makes: true,
    });
    this.showPending();
    return id;
  }

  /** Does without what the server has refused. @param {string} id of the request */
  discardRequest(id) {
    const entry = this.outbox.entries.find(({ operation }) => operation.id === id);
    const request = entry?.operation.request;
    if (!entry || !request) return;
    const behind = request.makes
      ? this.requests.find((other) => other.subject === request.subject && !other.makes)
      : [];
    for (const other of [entry, ...behind]) this.run(this.outbox.over(other.id));
    if (request.kind === 'createConversation') this.run(this.outbox.orphan(entry.conversation));
    this.showPending();
  }

  /**
   * Conversations that wait to be made are among the others for as long as they wait. A direct one
   * that has got another id is told of, so that who looks at it goes on there.
   */
  showPending() {
    const entries = this.requests.find(({ kind }) => kind === 'createConversation');
    for (const entry of entries)
      if (!this.feeds.held(entry.conversation)) {
        this.feeds.set(entry.conversation, pendingFeed(entry, this.me, this.feeds.allHeld()));
        this.#pending.add(entry.conversation);
      }
    const wanted = new Set(entries.map(({ conversation }) => conversation));
    for (const id of this.#pending) {
      if (wanted.has(id)) continue;
      this.#pending.delete(id);
      const feed = this.feeds.held(id);
      if (!feed || !isPending(feed)) continue;
      const to = this.#directWith(feed.members.find(({ user }) => user !== this.me)?.user);
      this.feeds.delete(id);
      if (to && feed.conversation?.kind === 'direct')
        this.dispatchEvent(new CustomEvent('moved', { detail: { from: id, to } }));
    }
  }

  /** @param {string | undefined} user @returns {string | undefined} a conversation of us two */
  #directWith(user) {
    return [...this.feeds.values()].find(
      (feed) =>
        feed.conversation?.kind === 'direct' &&
        !isPending(feed) &&
        feed.members.some((member) => member.user === user),
    )?.feed;
  }

  /** @param {import('./entries.js').Entry} entry @param {import('./protocol.js').Frame} window */
  #created(entry, window) {
    this.take(window);
    const { conversation } = entry;
    if (window.feed === conversation) return;
    const moved = readdressed(this.outbox.entries, conversation, window.feed);
    this.run(moved.map((one) => ({ type: 'save', entry: one })));
  }
}
