// @ts-check
/**
 * The client: rows, outbox, connection and disk, joined by the sync law. Views read from it and
 * listen for `change`.
 */
import { Asking } from './asking.js';
import { Connection } from './socket.js';
import { Database } from './database.js';
import { ClientEvents } from './events.js';
import { news } from './derived.js';
import { Files } from './files.js';
import { locked } from './locks.js';
import { Pages } from './pages.js';
import { applyDelta, compareHistory, feedsOf } from './law.js';
import { isPending } from './overlay.js';
import { Pulls } from './pulls.js';
import { Push } from './push.js';
import { Transmitter } from './transmitter.js';
import { TypingBoard, TypingSignals } from './typing.js';
import { Watermarks } from './watermarks.js';
import { Writer } from './writer.js';

export class Client extends Asking {
  typing = new TypingBoard(() => this.#changed());
  /** @type {Map<string, {state: string, lastSeen?: number}>} */
  presence = new Map();
  /** @type {string | undefined} of which history of the server the feeds are */
  serverHistory;
  #send = (/** @type {any} */ frame) => this.connection.send(frame);
  #signals = new TypingSignals(this.#send);
  #pulls = new Pulls(this.#send, (feed) => this.feeds.held(feed)?.cursor ?? 0);
  #transmitter = new Transmitter(this.outbox, {
    isLeader: () => this.isLeader,
    send: (frame) => this.#send(this.events.outgoing(frame)),
    request: (entry, ref) => this.requests.carryOut(entry, ref),
    write: (actions) => this.writer.write({ actions }),
    abandon: (files) => this.files.abandon(files),
  });
  #closing = new AbortController();

  /**
   * @param {string} me @param {import('./session.js').Session} session @param {Database} database
   */
  constructor(me, session, database) {
    super(me, session, database);
    this.events = new ClientEvents(session, () => this.profile?.sendsEvents !== false);
    this.push = new Push(session);
    this.files = new Files({
      session,
      outbox: this.outbox,
      bytesOf: (id) => database.file(id),
      isLeader: () => this.isLeader,
      run: (actions) => this.run(actions),
      keepLimits: (limits) => this.#setSmall('limits', limits),
      tell: (progress) => this.tabs.postMessage(progress),
    });
    this.writer = new Writer(database, {
      settled: () => this.tabs.postMessage('outbox'),
      failed: (error) => this.storageFailed(error),
    });
    this.watermarks = new Watermarks({
      me,
      send: this.#send,
      isOnline: () => this.isOnline,
      feeds: () => this.feeds.allHeld().values(),
      save: (conversation, read) => this.#setSmall(`read:${conversation}`, read),
    });
    this.pages = new Pages({
      me,
      send: this.#send,
      isOnline: () => this.isOnline,
      nextRef: () => this.nextRef(),
      get: (path) => session.call('GET', path),
      feed: (name) => this.feeds.held(name),
      history: () => this.serverHistory,
      keep: (feed) => this.#keep(feed),
      changed: () => this.#changed(),
    });
    this.connection = new Connection({
      token: (refused) => session.accessToken(refused),
      known: () => Object.fromEntries(this.feeds.allHeld().map((feed) => [feed.feed, feed.cursor])),
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
      if (key.startsWith('read:')) client.watermarks.reads.set(key.slice(5), value);
    }
    client.outbox.load(outbox);
    client.showPending();
    client.answers.sweep();
    client.files.limits = small.get('limits') ?? client.files.limits;
    client.tabs.onmessage = ({ data }) =>
      data === 'outbox'
        ? client.#reloadOutbox().catch((error) => client.storageFailed(error))
        : client.files.show(data);
    client.#lead();
    client.connection.start();
    return client;
  }

  /** One tab sends the outbox and writes rows; another takes over when it closes. */
  #lead() {
    const { signal } = this.#closing;
    const reign = locked(
      `messageai-leader-${this.me}`,
      async () => {
        this.isLeader = true;
        await this.#reloadOutbox();
        await this.database.sweepFiles();
        this.writer.check(await this.database.heads(), this.feeds);
        this.writer.write({ feeds: this.feeds.allHeld() });
        if (this.connection.state === 'online') this.#transmitter.run(this.outbox.resume());
        this.files.lead();
        if (!signal.aborted)
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
      signal,
    );
    reign.catch((error) => this.storageFailed(error));
  }

  async #reloadOutbox() {
    this.#transmitter.run(this.outbox.load(await this.database.outbox()));
    this.requests.looked();
    this.#changed();
  }

  close() {
    this.connection.stop();
    this.#closing.abort();
    this.events.close();
    this.tabs.close();
    this.files.close();
    this.database.close();
  }

  /**
   * What fails because the database has been closed is no failure.
   * @override @param {unknown} error
   */
  storageFailed(error) {
    if (!this.#closing.signal.aborted)
      this.dispatchEvent(new CustomEvent('storage-failed', { detail: error }));
  }

  /** @param {string} key @param {any} value */
  #setSmall(key, value) {
    this.database.setSmall(key, value).catch((error) => this.storageFailed(error));
  }

  #changed() {
    this.showPending();
    this.files.sync();
    this.dispatchEvent(new Event('change'));
  }

  // Reading

  /** @override */
  get isOnline() {
    return this.connection.state === 'online';
  }

  /** @override */
  get isAway() {
    return this.connection.state === 'offline';
  }

  /** What I have read and the server has not confirmed. */
  get localReads() {
    return this.watermarks.reads;
  }

  // Writing

  /** @override @param {import('./outbox.js').Action[]} actions */
  run(actions) {
    this.#transmitter.run(actions);
    this.#changed();
  }

  /** @override @param {import('./files.js').Pick[]} picks */
  keepFiles(picks) {
    for (const pick of picks) this.files.keep(pick);
  }

  /** @param {string} conversation @param {number} seq @param {boolean} [markUnread] */
  markRead(conversation, seq, markUnread = false) {
    const feed = this.feeds.held(conversation);
    if (feed && this.watermarks.mark(feed, seq, markUnread)) this.#changed();
  }

  /** @param {string} conversation @param {string} text */
  saveDraft(conversation, text) {
    if (text) this.drafts.set(conversation, text);
    else this.drafts.delete(conversation);
    this.#setSmall(`draft:${conversation}`, text || undefined);
  }

  /** @param {string} conversation @param {boolean} active */
  setTyping(conversation, active) {
    this.#signals.set(conversation, active);
  }

  /** @override @template Answer @param {() => Promise<Answer>} ask */
  timed(ask) {
    return this.events.summary(ask);
  }

  /** @override @param {import('./protocol.js').Frame} window */
  take(window) {
    const answer = compareHistory(this.serverHistory, window.history);
    if (answer === 'first') this.#adopt(window.history);
    if (answer !== 'other') this.#apply(window);
  }

  // Frames

  /** @param {import('./protocol.js').Frame} frame */
  #receive(frame) {
    switch (frame.type) {
      case 'welcome':
        this.events.welcomed(frame);
        this.#adopt(frame.history);
        break;
      case 'delta': {
        const at = Date.now();
        this.#apply(frame);
        this.events.arrived(frame, at);
        break;
      }
      case 'ack':
        this.events.acknowledged(frame, this.outbox.entries);
        this.#apply(frame);
        this.#transmitter.run(this.outbox.answered(frame.ref));
        break;
      case 'page':
        this.pages.answered(frame);
        break;
      case 'error':
        this.#refused(frame);
        break;
      case 'gone':
        this.#forget(frame.feed);
        break;
      case 'typing':
        this.typing.hear(frame.conversation, frame.user, frame.active);
        break;
      case 'presence':
        for (const row of frame.users) this.presence.set(row.user, row);
        break;
      default:
        return;
    }
    this.#changed();
  }

  /**
   * The server has said of which history it is. Of another one only outbox and drafts are kept.
   * @param {string | undefined} history
   */
  #adopt(history) {
    const answer = compareHistory(this.serverHistory, history);
    if (answer === 'same') return;
    this.serverHistory = history;
    if (answer === 'other') {
      this.answers.clear();
      this.watermarks.clear();
      this.#pulls.clear();
      this.pages.cancelAll();
      const goneFeeds = [...this.feeds.keys()];
      this.feeds.clear();
      if (this.isLeader) this.writer.write({ goneFeeds });
    }
    this.#setSmall('history', history);
  }

  /** @param {any} error the answer to a request, or to a pull when it has no ref */
  #refused(error) {
    if (error.ref === undefined) return this.#pulls.refused(error);
    if (!this.pages.refused(error.ref, error.detail))
      this.#transmitter.run(this.outbox.refused(error.ref, error));
  }

  /** @param {import('./protocol.js').Frame} frame */
  #apply(frame) {
    if (frame.reset) this.pages.cancel(frame.feed);
    if (frame.type === 'delta' && frame.fromRev <= (this.feeds.held(frame.feed)?.cursor ?? 0))
      this.#pulls.settle(frame.feed);
    const isFresh =
      frame.type === 'delta' &&
      frame.messages?.length > 0 &&
      this.connection.state === 'online' &&
      !this.#pulls.isWaiting;
    const held = this.feeds.held(frame.feed);
    const former = isPending(held) ? undefined : held;
    const { feed, result } = applyDelta(former, frame, this.me);
    this.answers.heard(former, feed, frame);
    if (isFresh && result.kind === 'applied') this.outbox.passed();
    if (result.kind === 'gap' || result.kind === 'needsWindow')
      this.#pulls.ask(frame.feed, result.fromRev);
    this.pages.touch(frame.feed, frame.messages ?? []);
    const actions = this.outbox.arrived(
      new Set((frame.messages ?? []).map((/** @type {any} */ row) => row.id)),
    );
    this.#keep(feed, actions);
    this.watermarks.settle(feed);
    this.watermarks.schedule();
    if (frame.members?.length) this.events.heard(feed);
    for (const row of news(frame, this.me)) {
      this.dispatchEvent(new CustomEvent('message', { detail: { feed, row } }));
    }
    if (result.kind === 'applied' && !frame.reset)
      for (const detail of frame.reminders ?? [])
        this.dispatchEvent(new CustomEvent('reminder', { detail }));
  }

  /** @param {import('./law.js').Feed} feed @param {import('./outbox.js').Action[]} [actions] */
  #keep(feed, actions = []) {
    const kept = { ...feed, history: this.serverHistory };
    this.feeds.set(feed.feed, kept);
    this.writer.write({ feeds: this.isLeader ? [kept] : [], actions });
    this.#transmitter.perform(actions);
    this.#changed();
  }

  /** @param {string} feed */
  #forget(feed) {
    this.feeds.delete(feed);
    this.answers.changed({ conversations: [feed] });
    this.#pulls.settle(feed);
    this.pages.cancel(feed);
    this.watermarks.forget(feed);
    this.writer.write({ goneFeeds: [feed], actions: this.outbox.orphan(feed) });
  }

  /** @param {import('./socket.js').State} state */
  #connectionChanged(state) {
    this.events.connected(state === 'online');
    if (state === 'online') {
      if (this.isLeader) this.#transmitter.run(this.outbox.resume());
      this.watermarks.send();
      this.files.resume();
    } else {
      this.outbox.suspend();
      this.requests.lost();
      this.files.suspend();
      this.#pulls.clear();
      this.presence.clear();
      this.typing.clear();
      this.#signals.clear();
      this.pages.cancelAll();
    }
    this.#changed();
  }
}
