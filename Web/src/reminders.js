// @ts-check
/** What I am reminded of and what did not help me, as my private feed has it, and how I say so. */
import { uuidv7 } from './protocol.js';

/** @typedef {import('./generated/types.js').Reminder} Reminder */
/** @typedef {import('./generated/types.js').Opinion} Opinion */
/** @typedef {Opinion['subject']} Subject */
/** @typedef {{reminders?: Record<string, any>[], opinions?: Record<string, any>[]}} Private */

/**
 * Those that are not over: what has reminded first, then by time.
 * @param {Private | undefined} me my private feed @returns {Reminder[]}
 */
export const livingReminders = (me) =>
  /** @type {Reminder[]} */ (me?.reminders ?? [])
    .filter((row) => row.state !== 'over')
    .sort(
      (left, right) =>
        Number(left.state !== 'due') - Number(right.state !== 'due') || left.at - right.at,
    );

/** @param {Subject} subject @param {string} message */
export const opinionId = (subject, message) => `${subject}:${message}`;

/** @type {WeakMap<any[], Set<string>>} an array of rows never changes */
const unhelpful = new WeakMap();

/**
 * Ids of my opinions of what did not help me.
 * @param {Private | undefined} me @returns {Set<string>}
 */
export function unhelpfulTo(me) {
  const rows = me?.opinions ?? [];
  const known = unhelpful.get(rows);
  if (known) return known;
  const ids = rows.filter((row) => row.feedback === 'unhelpful').map((row) => row.id);
  const found = new Set(/** @type {string[]} */ (ids));
  unhelpful.set(rows, found);
  return found;
}

/**
 * Whether an insight was found, and no member has marked, accepted or changed it.
 * @param {any} insight
 */
export const isFound = ({ createdBy, isEdited, citations }) =>
  !createdBy && !isEdited && citations.length > 0;

/**
 * Whether an insight is not shown to who found it of no help. Goes by the message, so that what is
 * found there again stays away too. @param {Private | undefined} me @param {any} insight
 */
export const isHidden = (me, insight) =>
  isFound(insight) && unhelpfulTo(me).has(opinionId(insight.kind, insight.citations[0]));

/** Milliseconds in an hour, and hours of a day. */
const HOUR = 3_600_000;
const [MORNING, EVENING] = [9, 18];

/**
 * When somebody may want to be reminded, on the clock of this device.
 * @param {number} now @returns {{label: string, at: number}[]}
 */
export function delays(now) {
  const today = new Date(now);
  const on = (/** @type {number} */ days, /** @type {number} */ hour) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, hour).getTime();
  const evening = on(0, EVENING);
  return [
    { label: 'In an hour', at: now + HOUR },
    ...(evening > now ? [{ label: 'This evening', at: evening }] : []),
    { label: 'Tomorrow morning', at: on(1, MORNING) },
    { label: 'Next Monday', at: on((8 - today.getDay()) % 7 || 7, MORNING) },
  ];
}

/** What a reminder is called above its text. @param {Reminder} reminder */
export const reminderTitle = ({ kind }) => (kind === 'digest' ? 'Your digest' : 'Reminder');

/** What a reminder is of, in words. @param {Reminder} reminder */
export const reminderText = ({ text, kind }) =>
  text ||
  (kind === 'task'
    ? 'A task of yours'
    : kind === 'digest'
      ? 'Your digest'
      : 'A message that is not there for you any more');

/** @typedef {(request: import('./entries.js').Request) => Promise<any>} Perform */

/** Has a change done now. @param {import('./session.js').Session} session @returns {Perform} */
export const directly =
  (session) =>
  ({ method, path, body }) =>
    session.call(method, path, body);

export class Reminders {
  /**
   * @param {import('./session.js').Session} session
   * @param {Perform} [perform] has a change done, now or with the connection
   */
  constructor(session, perform = directly(session)) {
    this.perform = perform;
  }

  /** @param {Record<string, any>} body @returns {Promise<any>} */
  #add(body) {
    const id = uuidv7();
    return this.perform({
      kind: 'addReminder',
      subject: `reminder:${id}`,
      ...(body.conversation && { conversation: body.conversation }),
      method: 'POST',
      path: '/v1/reminders',
      body: { id, ...body },
      makes: true,
    });
  }

  /** @param {string} id @param {Record<string, any>} body @returns {Promise<any>} */
  #change(id, body) {
    return this.perform({
      kind: 'changeReminder',
      subject: `reminder:${id}`,
      method: 'PATCH',
      path: `/v1/reminders/${id}`,
      body,
      isDoneWhenGone: body.isDone === true,
    });
  }

  /** @param {string} conversation @param {string} message @param {number} at */
  ofMessage(conversation, message, at) {
    return this.#add({ at, conversation, message });
  }

  /** @param {string} text @param {number} at */
  ofWords(text, at) {
    return this.#add({ at, text });
  }

  /** @param {string} id */
  finish(id) {
    return this.#change(id, { isDone: true });
  }

  /** @param {string} id @param {number} at */
  postpone(id, at) {
    return this.#change(id, { at });
  }

  /**
   * @param {string} conversation @param {string} message @param {Subject} subject
   * @param {'helpful' | 'unhelpful'} [feedback] nothing takes it back
   */
  setOpinion(conversation, message, subject, feedback) {
    return this.perform({
      kind: 'setOpinion',
      subject: `opinion:${opinionId(subject, message)}`,
      conversation,
      method: 'PUT',
      path: `/v1/conversations/${conversation}/messages/${message}/opinions/${subject}`,
      body: { feedback },
    });
  }
}
