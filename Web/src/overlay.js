// @ts-check
/**
 * Rows as they will be once the requests that wait have been carried out, laid over those that the
 * server has sent. Pure, but for the map that remembers what it has made.
 */

/** @typedef {import('./law.js').Feed} Feed */
/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./entries.js').Request} Request */
/** @typedef {Record<string, any>} Row */

/** The private feed. */
const ME = 'me';
/** What a member's word on urgency is given as its reason, as by the server. */
const SAID_SO = 'You said so.';
/** For how long it counts, as by the server. */
const PRIORITY_TIME = 14 * 86_400_000;
const LONGEST_TEXT = 200;

/**
 * The rows of which feed a request changes.
 * @type {Record<string, (request: Request) => string>}
 */
const feedOf = {
  changeInsight: ({ conversation = '' }) => conversation,
  markInsight: ({ conversation = '' }) => conversation,
  switchIntelligence: ({ conversation = '' }) => conversation,
  addReminder: () => ME,
  changeReminder: () => ME,
  setOpinion: () => ME,
  correctPriority: () => ME,
  changeSettings: () => ME,
  updateMe: () => ME,
};

/** @param {Entry} entry @returns {string | undefined} the feed whose rows an entry changes */
export const overlaidFeed = ({ operation: { request } }) =>
  request && feedOf[request.kind]?.(request);

/** What stands behind the colon of a subject. @param {Request} request */
const named = ({ subject }) => subject.slice(subject.indexOf(':') + 1);

/** Keys without those that are null. @param {Row} row */
const present = (row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** @param {Row[]} rows @param {(row: Row) => boolean} isIt @param {(row: Row) => Row} change */
const changed = (rows, isIt, change) => rows.map((row) => (isIt(row) ? change(row) : row));

/** @param {Row[]} rows @param {string} key @param {Row} fresh */
const put = (rows, key, fresh) => [...rows.filter((row) => row[key] !== fresh[key]), fresh];

/** An insight as a member's change leaves it. @param {Row} insight @param {Entry} entry */
function changedInsight(insight, { operation, createdAt }) {
  const { removesOwner, removesDue, ...fields } = operation.request?.body ?? {};
  const row = { ...insight, ...fields, isEdited: true, confidence: 1, waits: true };
  if (removesOwner || fields.owner) delete row.ownerName;
  if (removesOwner) delete row.owner;
  if (removesDue || fields.dueAt) delete row.dueText;
  if (removesDue) delete row.dueAt;
  if (fields.context === '') delete row.context;
  if (fields.status) {
    delete row.report;
    delete row.completedAt;
    if (fields.status === 'done') row.completedAt = createdAt;
  }
  return row;
}

/** @param {Feed} feed @param {Entry} entry @param {string} me */
function markedInsight(feed, { operation, createdAt }, me) {
  const { id, kind, message, text, owner, dueAt } = operation.request?.body ?? {};
  const row = message && feed.messages.find((one) => one.id === message);
  return {
    id,
    rev: 0,
    kind,
    status: 'open',
    text: text ?? (row?.text || 'A message').slice(0, LONGEST_TEXT),
    citations: message ? [message] : [],
    ...(owner && { owner }),
    ...(dueAt && { dueAt }),
    participants: row ? [row.sender] : [],
    tags: [],
    confidence: 1,
    reason: message ? 'Marked by a member.' : 'Written by a member.',
    createdBy: me,
    createdAt,
    updatedAt: createdAt,
    isEdited: false,
    waits: true,
  };
}

/** What a failed request says at its thing. @param {Entry} entry */
const failureOf = ({ operation, failure }) => ({
  request: operation.id,
  text: failure ?? 'It was not done.',
});

/** @param {Feed} feed @param {Entry} entry @param {string} me @returns {Feed} */
function overConversation(feed, entry, me) {
  const insights = feed.insights ?? [];
  const request = /** @type {Request} */ (entry.operation.request);
  const id = named(request);
  const fails = entry.failed && { failure: failureOf(entry) };
  if (request.kind === 'switchIntelligence') {
    const isOff = { intelligenceOff: !request.body?.isOn, waits: true };
    return { ...feed, conversation: { ...feed.conversation, ...(fails || isOff) } };
  }
  if (request.kind === 'markInsight') {
    if (insights.some((row) => row.id === id)) return feed;
    return { ...feed, insights: [...insights, { ...markedInsight(feed, entry, me), ...fails }] };
  }
  const change = (/** @type {Row} */ row) =>
    fails ? { ...row, ...fails } : changedInsight(row, entry);
  return { ...feed, insights: changed(insights, (row) => row.id === id, change) };
}

/**
 * @param {Feed} feed @param {Entry} entry
 * @param {(conversation: string, message: string) => Row | undefined} messageOf
 * @returns {Feed}
 */
function overMine(feed, entry, messageOf) {
  const { kind, body = {}, conversation, ...rest } = /** @type {any} */ (entry.operation.request);
  const id = named(rest);
  const reminders = feed.reminders ?? [];
  switch (kind) {
    case 'addReminder': {
      const about = body.message ? 'message' : 'note';
      const text = body.text ?? messageOf(body.conversation, body.message)?.text ?? '';
      const row = {
        text,
        ...body,
        kind: about,
        state: 'waiting',
        rev: 0,
        createdAt: entry.createdAt,
      };
      return reminders.some((one) => one.id === id)
        ? feed
        : { ...feed, reminders: put(reminders, 'id', row) };
    }
    case 'changeReminder': {
      const state = body.isDone ? 'over' : 'waiting';
      const change = (/** @type {Row} */ row) => ({ ...row, state, at: body.at ?? row.at });
      return { ...feed, reminders: changed(reminders, (row) => row.id === id, change) };
    }
    case 'setOpinion': {
      const [subject, message] = id.split(':');
      const row = { id, rev: 0, subject, conversation, message, ...body };
      return { ...feed, opinions: put(feed.opinions ?? [], 'id', row) };
    }
    case 'correctPriority': {
      const { seq = 0 } = messageOf(conversation, id) ?? {};
      const until = entry.createdAt + PRIORITY_TIME;
      const reason = body.priority === 'urgent' ? { reason: SAID_SO } : {};
      const row = { message: id, rev: 0, conversation, seq, isByModel: false, until, ...reason };
      return { ...feed, priorities: put(feed.priorities ?? [], 'message', row) };
    }
    case 'changeSettings': {
      const former = feed.settings.find((row) => row.conversation === conversation);
      const row = { rev: 0, ...former, conversation, ...body };
      if (body.muted !== undefined && body.mutedUntil === undefined) delete row.mutedUntil;
      return { ...feed, settings: put(feed.settings, 'conversation', row) };
    }
    default:
      return { ...feed, profile: present({ ...feed.profile, ...body }) };
  }
}

/**
 * A feed with what waits laid over it. What was refused changes nothing, and is said at its
 * insight.
 * @param {Feed} feed @param {Entry[]} entries those that change its rows, in their order
 * @param {string} me
 * @param {(conversation: string, message: string) => Row | undefined} messageOf
 * @returns {Feed}
 */
export const overlaid = (feed, entries, me, messageOf) =>
  entries.reduce((shown, entry) => {
    if (feed.feed !== ME) return overConversation(shown, entry, me);
    return entry.failed ? shown : overMine(shown, entry, messageOf);
  }, feed);

/**
 * A conversation that is still to be made on the server. Names are of people whom this device
 * knows.
 * @param {Entry} entry @param {string} me @param {Iterable<Feed>} feeds
 * @returns {Feed & {isPending: true}}
 */
export function pendingFeed({ conversation, operation, createdAt }, me, feeds) {
  const { kind, name, members } = operation.request?.body ?? {};
  const known = new Map();
  for (const { members: rows } of feeds) for (const row of rows) known.set(row.user, row);
  const member = (/** @type {string} */ user) => ({
    user,
    name: known.get(user)?.name ?? 'Someone',
    photo: known.get(user)?.photo,
    role: user === me ? 'admin' : 'member',
    rev: 0,
    joinSeq: 0,
    readSeq: 0,
    deliveredSeq: 0,
  });
  return {
    feed: conversation,
    cursor: 0,
    windowStart: 1,
    unreadBefore: 0,
    conversation: { id: conversation, rev: 0, kind, name, createdAt },
    members: [me, ...members.filter((/** @type {string} */ user) => user !== me)].map(member),
    messages: [],
    insights: [],
    settings: [],
    profile: null,
    isPending: true,
  };
}

/**
 * Feeds by name. What is read has what waits laid over it; `held` is what the server has sent.
 * @extends {Map<string, Feed>}
 */
export class ShownFeeds extends Map {
  /** @type {Map<string, {raw: Feed, signature: string, shown: Feed}>} */
  #made = new Map();
  #host;

  /**
   * @param {{me: () => string, waiting: () => Entry[]}} host `waiting` are the entries of the
   *   outbox, and those that have been carried out and whose rows have not come
   */
  constructor(host) {
    super();
    this.#host = host;
  }

  /** @param {string} name @returns {Feed | undefined} */
  held(name) {
    return super.get(name);
  }

  /** Those that the server has sent. @returns {Feed[]} */
  allHeld() {
    return [...super.values()].filter((feed) => !isPending(feed));
  }

  /** @override @param {string} name @returns {Feed | undefined} */
  get(name) {
    const feed = super.get(name);
    return feed && this.#shown(feed);
  }

  /** @override @returns {MapIterator<Feed>} */
  values() {
    const waiting = this.#host.waiting();
    return [...super.values()].map((feed) => this.#shown(feed, waiting)).values();
  }

  /** @param {Feed} feed @param {Entry[]} [waiting] */
  #shown(feed, waiting = this.#host.waiting()) {
    const entries = waiting.filter((entry) => overlaidFeed(entry) === feed.feed);
    if (!entries.length) return feed;
    const signature = JSON.stringify(
      entries.map(({ id, failed, failure, operation }) => [id, failed, failure, operation]),
    );
    const made = this.#made.get(feed.feed);
    if (made?.raw === feed && made.signature === signature) return made.shown;
    const messageOf = (/** @type {string} */ conversation, /** @type {string} */ message) =>
      this.held(conversation)?.messages.find((row) => row.id === message);
    const shown = overlaid(feed, entries, this.#host.me(), messageOf);
    this.#made.set(feed.feed, { raw: feed, signature, shown });
    return shown;
  }
}

/** Whether a conversation is still to be made on the server. @param {Feed | undefined} feed */
export const isPending = (feed) =>
  /** @type {{isPending?: boolean} | undefined} */ (feed)?.isPending === true;

/**
 * What the inbox says once the corrections that wait have been carried out.
 * @param {any[]} verdicts @param {Entry[]} entries @returns {any[]}
 */
export function overVerdicts(verdicts, entries) {
  return entries.reduce((shown, { operation, failed }) => {
    const { request } = operation;
    if (failed || !request) return shown;
    if (request.kind === 'correctPriority') {
      const change = { priority: request.body.priority, reason: SAID_SO };
      return changed(
        shown,
        (row) => row.message === named(request),
        (row) => ({ ...row, ...change }),
      );
    }
    const [subject, message] = named(request).split(':');
    const isHidden =
      request.kind === 'setOpinion' && subject === 'priority' && request.body.feedback;
    return isHidden === 'unhelpful' ? shown.filter((row) => row.message !== message) : shown;
  }, verdicts);
}
