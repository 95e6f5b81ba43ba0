// @ts-check
/**
 * The client: rows, outbox, connection and disk, joined by the sync law. Views read from it and listen for `change`.
 */
import { Intelligence } from './intelligence.js';
import { Connection } from './socket.js';
import { Database } from './database.js';
import { locked } from './locks.js';
import { Outbox } from './outbox.js';
import { Pages } from './pages.js';
import { applyDelta, compareHistory, feedsOf, isSettled, localRead, mine } from './law.js';
import { readDelta, uuidv7, validateText } from './protocol.js';
import { TypingBoard, TypingSignal } from './typing.js';
import { Writer } from './writer.js';

const WATERMARK_DELAY = 250;

export class Client extends EventTarget {
  /** @type {Map<string, import('./law.js').Feed>} */
  feeds = new Map();
  outbox = new Outbox(() => this.#nextRef());
  typing = new TypingBoard(() => this.#changed());
  /** @type {Map<string, {state: string, lastSeen?: number}>} */
  presence = new Map();
  /** @type {Map<string, import('./law.js').LocalRead>} what I have read and the server has not confirmed */
  localReads = new Map();
  /** @type {Map<string, string>} */
  drafts = new Map();
  isLeader = false;
  /** @type {string | undefined} of which history of the server the feeds are */
  serverHistory;
  /** @type {Map<string, TypingSignal>} */
  #signals = new Map();
  /** @type {Set<string>} */
  #pulling = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watermarkTimer;
  #tabs = new BroadcastChannel('messageai');
  #closing = new AbortController();
  #lastRef = 0;

  /** @param {string} me @param {import('./session.js').Session} session @param {Database} database */
  constructor(me, session, database) {
    super();
    this.me = me;
    this.session = session;
    this.intelligence = new Intelligence(session);
    this.database = database;
    this.writer = new Writer(database, { settled: () => this.#tabs.postMessage('outbox'), failed: (error) => this.#storageFailed(error) });
    this.pages = new Pages({
      me, send: (frame) => this.connection.send(frame), nextRef: () => this.#nextRef(), isOnline: () => this.connection.state === 'online',
      get: (path) => session.call('GET', path), feed: (name) => this.feeds.get(name), history: () => this.serverHistory, keep: (feed) => this.#keep(feed), changed: () => this.#changed(),
    });
    this.connection = new Connection({
      token: (refused) => session.accessToken(refused),
      known: () => Object.fromEntries([...this.feeds.values()].map((feed) => [feed.feed, feed.cursor])),
      history: () => this.serverHistory,
      receive: (frame) => this.#receive(frame),
      changed: (state) => this.#connectionChanged(state),
    });
  }

  /** @param {string} me @param {import('./session.js').Session} session */
  static async open(me, session) {
    const client = new Client(me, session, await Database.open(me));
    const { feeds, outbox, small } = await client.database.load();
    client.serverHistory = small.get('history');
    const kept = feedsOf(client.serverHistory, feeds);
    for (const feed of kept) client.feeds.set(feed.feed, feed);
    client.writer.know(kept);
    for (const [key, value] of small) {
      if (key.startsWith('draft:')) client.drafts.set(key.slice(6), value);
      if (key.startsWith('read:')) client.localReads.set(key.slice(5), value);
    }
    client.outbox.load(outbox);
    client.#tabs.onmessage = () => client.#reloadOutbox().catch((error) => client.#storageFailed(error));
    client.#lead();
    client.connection.start();
    return client;
  }

  /** One tab sends the outbox and writes rows; another takes over when it closes. */
  #lead() {
    const { signal } = this.#closing;
    const reign = locked(`messageai-leader-${this.me}`, async () => {
      this.isLeader = true;
      await this.#reloadOutbox();
      this.writer.check(await this.database.heads(), this.feeds);
      this.writer.write({ feeds: [...this.feeds.values()] });
      if (this.connection.state === 'online') this.#run(this.outbox.resume());
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }, signal);
    reign.catch((error) => this.#storageFailed(error));
  }

  async #reloadOutbox() {
    this.#run(this.outbox.load(await this.database.outbox()));
    this.#changed();
  }

  close() {
    this.connection.stop();
    this.#closing.abort();
    this.#tabs.close();
    this.database.close();
  }

  /** What fails because the database has been closed is no failure. @param {unknown} error */
  #storageFailed(error) {
    if (!this.#closing.signal.aborted) this.dispatchEvent(new CustomEvent('storage-failed', { detail: error }));
  }

  /** @param {string} key @param {any} value */
  #setSmall(key, value) {
    this.database.setSmall(key, value).catch((error) => this.#storageFailed(error));
  }

  #nextRef() {
    this.#lastRef += 1;
    return this.#lastRef;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  // Reading

  get profile() {
    return this.feeds.get('me')?.profile ?? null;
  }

  /** @param {string} conversation */
  settings(conversation) {
    return this.feeds.get('me')?.settings.find((row) => row.conversation === conversation);
  }

  /** What was written to conversations that are gone. */
  unsent() {
    return this.outbox.entries.filter((entry) => entry.failed && !this.feeds.has(entry.conversation));
  }

  // Writing: on disk first, then on screen, then out

  /** @param {string} conversation @param {string} text @param {string} [replyTo] */
  async send(conversation, text, replyTo) {
    const valid = validateText(text);
    if (valid.problem) throw new Error(valid.problem);
    await this.#enqueue(conversation, { type: 'send', id: uuidv7(), text: valid.text, ...(replyTo && { replyTo }) });
  }

  /** @param {string} conversation @param {string} id @param {string} text */
  async edit(conversation, id, text) {
    const valid = validateText(text);
    if (valid.problem) throw new Error(valid.problem);
    const rewriting = this.outbox.rewrite(id, valid.text);
    if (rewriting) {
      this.#run(rewriting);
      return this.#changed();
    }
    await this.#enqueue(conversation, { type: 'edit', id, editId: uuidv7(), text: valid.text });
  }

  /** @param {string} conversation @param {string} id */
  async remove(conversation, id) {
    await this.#enqueue(conversation, { type: 'delete', id });
  }

  /** @param {string} conversation @param {any} operation */
  async #enqueue(conversation, operation) {
    const entry = { conversation, operation, createdAt: Date.now(), attempts: 0, failed: false };
    const id = await this.database.enqueue(entry);
    this.#run(this.outbox.add({ ...entry, id }));
    this.#tabs.postMessage('outbox');
    this.#changed();
  }

  /** @param {string} message */
  retry(message) {
    this.#run(this.outbox.retry(message));
    this.#changed();
  }

  /** Takes back a message that waits to be sent. @param {string} message */
  cancel(message) {
    this.#run(this.outbox.cancel(message));
    this.#changed();
  }

  /** @param {string} message */
  discard(message) {
    this.#run(this.outbox.discard(message));
    this.#changed();
  }

  /** @param {string} conversation @param {number} seq @param {boolean} [markUnread] */
  markRead(conversation, seq, markUnread = false) {
    const feed = this.feeds.get(conversation);
    const member = feed && mine(feed, this.me);
    const former = this.localReads.get(conversation);
    if (!member || (!markUnread && seq <= (former?.seq ?? member.readSeq))) return;
    const read = localRead(former, member, seq, markUnread);
    this.localReads.set(conversation, read);
    this.#setSmall(`read:${conversation}`, read);
    this.#scheduleWatermarks();
    this.#changed();
  }

  /** @param {string} conversation @param {string} text */
  saveDraft(conversation, text) {
    if (text) this.drafts.set(conversation, text);
    else this.drafts.delete(conversation);
    this.#setSmall(`draft:${conversation}`, text || undefined);
  }

  /** @param {string} conversation @param {boolean} active */
  setTyping(conversation, active) {
    const signal = this.#signals.get(conversation) ?? new TypingSignal((isActive) => this.connection.send({ type: 'typing', conversation, active: isActive }));
    this.#signals.set(conversation, signal);
    signal.set(active);
  }

  /** @param {{kind: 'direct' | 'group', members: string[], name?: string}} form @returns {Promise<string>} */
  async createConversation(form) {
    const body = form.kind === 'group' ? { ...form, id: uuidv7() } : form;
    const window = readDelta(await this.session.call('POST', '/v1/conversations', body));
    const answer = compareHistory(this.serverHistory, window.history);
    if (answer === 'first') this.#adopt(window.history);
    if (answer !== 'other') this.#apply(window);
    return window.feed;
  }

  // Frames

  /** @param {import('./protocol.js').Frame} frame */
  #receive(frame) {
    switch (frame.type) {
      case 'welcome': this.#adopt(frame.history); break;
      case 'delta': this.#apply(frame); break;
      case 'ack': this.#apply(frame); this.#run(this.outbox.answered(frame.ref)); break;
      case 'page': this.pages.answered(frame); break;
      case 'error': this.#refused(frame); break;
      case 'gone': this.#forget(frame.feed); break;
      case 'typing': this.typing.hear(frame.conversation, frame.user, frame.active); break;
      case 'presence': for (const row of frame.users) this.presence.set(row.user, row); break;
      default: return;
    }
    this.#changed();
  }

  /** The server has said of which history it is. Of another one only outbox and drafts are kept. @param {string | undefined} history */
  #adopt(history) {
    const answer = compareHistory(this.serverHistory, history);
    if (answer === 'same') return;
    this.serverHistory = history;
    if (answer === 'other') {
      for (const feed of this.localReads.keys()) this.#setSmall(`read:${feed}`, undefined);
      this.localReads.clear();
      this.#pulling.clear();
      this.pages.cancelAll();
      const goneFeeds = [...this.feeds.keys()];
      this.feeds.clear();
      if (this.isLeader) this.writer.write({ goneFeeds });
    }
    this.#setSmall('history', history);
  }

  /** @param {any} error the answer to a request, or to a pull when it has no ref */
  #refused(error) {
    if (error.ref === undefined) return this.#pullLater(error);
    if (!this.pages.refused(error.ref, error.detail)) this.#run(this.outbox.refused(error.ref, error));
  }

  /** @param {any} error */
  #pullLater({ retry, retryAfter = 1 }) {
    const names = [...this.#pulling];
    if (!retry || !names.length) return;
    setTimeout(() => {
      for (const name of names) if (this.#pulling.delete(name)) this.#pull(name, this.feeds.get(name)?.cursor ?? 0);
    }, Math.max(1, retryAfter) * 1_000);
  }

  /** @param {import('./protocol.js').Frame} frame */
  #apply(frame) {
    if (frame.reset) this.pages.cancel(frame.feed);
    if (frame.type === 'delta' && frame.fromRev <= (this.feeds.get(frame.feed)?.cursor ?? 0)) this.#pulling.delete(frame.feed);
    const isFresh = frame.type === 'delta' && frame.messages?.length > 0 && this.connection.state === 'online' && this.#pulling.size === 0;
    const { feed, result } = applyDelta(this.feeds.get(frame.feed), frame, this.me);
    if (isFresh && result.kind === 'applied') this.outbox.passed();
    if (result.kind === 'gap' || result.kind === 'needsWindow') this.#pull(frame.feed, result.fromRev);
    this.pages.touch(frame.feed, frame.messages ?? []);
    const actions = this.outbox.arrived(new Set((frame.messages ?? []).map((/** @type {any} */ row) => row.id)));
    this.#keep(feed, actions);
    this.#settleReads(feed);
    this.#scheduleWatermarks();
    this.#announce(frame, feed);
  }

  /** Tells the page about new messages of others, for titles and screen readers. @param {any} frame @param {any} feed */
  #announce(frame, feed) {
    if (frame.reset || !frame.messages) return;
    for (const row of frame.messages) {
      if (row.sender === this.me || row.deletedAt || row.editCount) continue;
      this.dispatchEvent(new CustomEvent('message', { detail: { feed, row } }));
    }
  }

  /** @param {string} feed @param {number} fromRev */
  #pull(feed, fromRev) {
    if (this.#pulling.has(feed) && fromRev !== 0) return;
    this.#pulling.add(feed);
    this.connection.send({ type: 'pull', feed, fromRev });
  }

  /** @param {import('./law.js').Feed} feed @param {import('./outbox.js').Action[]} [actions] */
  #keep(feed, actions = []) {
    const kept = { ...feed, history: this.serverHistory };
    this.feeds.set(feed.feed, kept);
    this.writer.write({ feeds: this.isLeader ? [kept] : [], actions });
    this.#perform(actions);
    this.#changed();
  }

  /** @param {string} feed */
  #forget(feed) {
    this.feeds.delete(feed);
    this.#pulling.delete(feed);
    this.pages.cancel(feed);
    this.localReads.delete(feed);
    this.#setSmall(`read:${feed}`, undefined);
    this.writer.write({ goneFeeds: [feed], actions: this.outbox.orphan(feed) });
  }

  /** @param {import('./outbox.js').Action[]} actions */
  #run(actions) {
    this.writer.write({ actions });
    this.#perform(actions);
  }

  /** @param {import('./outbox.js').Action[]} actions */
  #perform(actions) {
    for (const action of actions) {
      if (action.type === 'wait') setTimeout(() => this.#run(this.outbox.waited(action.conversation)), action.seconds * 1000);
      if (action.type === 'transmit' && this.isLeader) {
        const { entry, ref } = action;
        this.connection.send({ ref, conversation: entry.conversation, ...entry.operation });
      }
    }
  }

  /** @param {import('./socket.js').State} state */
  #connectionChanged(state) {
    if (state === 'online') {
      if (this.isLeader) this.#run(this.outbox.resume());
      this.#sendWatermarks();
    } else {
      this.outbox.suspend();
      this.#pulling.clear();
      this.presence.clear();
      this.typing.clear();
      this.#signals.clear();
      this.pages.cancelAll();
    }
    this.#changed();
  }

  // Watermarks

  /** Forgets my own watermark once the server's row has caught up. @param {import('./law.js').Feed} feed */
  #settleReads(feed) {
    const read = this.localReads.get(feed.feed);
    const member = mine(feed, this.me);
    if (!read || !member || !isSettled(read, member)) return;
    this.localReads.delete(feed.feed);
    this.#setSmall(`read:${feed.feed}`, undefined);
  }

  #scheduleWatermarks() {
    if (this.connection.state !== 'online') return;
    this.#watermarkTimer ??= setTimeout(() => {
      this.#watermarkTimer = undefined;
      this.#sendWatermarks();
    }, WATERMARK_DELAY);
  }

  #sendWatermarks() {
    if (this.connection.state !== 'online') return;
    for (const feed of this.feeds.values()) {
      const member = mine(feed, this.me);
      if (!member || member.leftAt) continue;
      const read = this.localReads.get(feed.feed);
      if (read) this.connection.send({ type: 'read', conversation: feed.feed, ...read });
      const seq = feed.messages.findLast((row) => row.sender !== this.me)?.seq ?? 0;
      if (seq > Math.max(member.deliveredSeq, member.readSeq, read?.seq ?? 0)) {
        this.connection.send({ type: 'delivered', conversation: feed.feed, seq });
      }
    }
  }
}
