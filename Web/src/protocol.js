// @ts-check
/**
 * Frames and rows of docs/protocol.md: tables of shapes, and strict reading and writing by them.
 */
import { rows } from './generated/shapes.js';

/** @typedef {{code: string, detail: string, retry: boolean, retryAfter?: number}} Refusal */
/** @typedef {Record<string, any>} Frame */

export const VERSION = 1;
export const MAXIMUM_TEXT = 8000;
export const WINDOW = 50;
export const MAXIMUM_KNOWN = 500;
export const MAXIMUM_KNOWN_IN_ALL = 20_000;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A frame or row that does not follow the protocol. */
export class ProtocolError extends Error {}

const isInteger = (/** @type {unknown} */ value) => Number.isSafeInteger(value);
const isString = (/** @type {unknown} */ value) => typeof value === 'string';
const isNumber = (/** @type {unknown} */ value) => Number.isFinite(value);
const isBoolean = (/** @type {unknown} */ value) => typeof value === 'boolean';
const isId = (/** @type {unknown} */ value) => typeof value === 'string' && uuidPattern.test(value);
const isFeed = (/** @type {unknown} */ value) => value === 'me' || isId(value);
const oneOf =
  (/** @type {string[]} */ ...words) =>
  (/** @type {unknown} */ value) =>
    words.includes(String(value));
const isKnown = (/** @type {any} */ value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([feed, rev]) => isFeed(feed) && isInteger(rev));

/** @type {Record<string, (value: unknown) => boolean>} What a type's name in a row stands for. */
const checks = {
  id: isId,
  text: isString,
  integer: isInteger,
  number: isNumber,
  flag: isBoolean,
  feed: isFeed,
};

/** @type {Record<string, Record<string, any>>} Rows, and what else lists hold. */
const shapes = { ...rows, reference: { id: 'id', 'alt?': 'text' } };

const rowsOfFeed = {
  'conversation?': 'conversation',
  'members?': ['member'],
  'messages?': ['message'],
  'insights?': ['insight'],
  'settings?': ['settings'],
  'reminders?': ['reminder'],
  'opinions?': ['opinion'],
  'priorities?': ['priorityMark'],
  'profile?': 'profile',
};

/** @type {Record<string, Record<string, any>>} */
const clientFrames = {
  hello: {
    version: isInteger,
    token: isString,
    'client?': isString,
    'history?': isId,
    known: isKnown,
    'more?': isBoolean,
  },
  sync: { known: isKnown, 'more?': isBoolean },
  pull: { feed: isFeed, fromRev: isInteger },
  send: {
    ref: isInteger,
    conversation: isId,
    id: isId,
    text: isString,
    'replyTo?': isId,
    'attachments?': ['reference'],
    'traceparent?': isString,
  },
  edit: { ref: isInteger, conversation: isId, id: isId, editId: isId, text: isString },
  delete: { ref: isInteger, conversation: isId, id: isId },
  history: {
    ref: isInteger,
    conversation: isId,
    'before?': isInteger,
    'after?': isInteger,
    'limit?': isInteger,
  },
  read: { conversation: isId, seq: isInteger, 'markUnread?': isBoolean },
  delivered: { conversation: isId, seq: isInteger },
  typing: { conversation: isId, active: isBoolean },
  presence: { state: oneOf('online', 'away') },
  ping: { 'ref?': isInteger },
};

/** @type {Record<string, Record<string, any>>} */
const serverFrames = {
  welcome: {
    version: isInteger,
    user: isId,
    session: isId,
    serverTime: isInteger,
    'history?': isId,
    'traces?': isInteger,
  },
  delta: {
    feed: isFeed,
    fromRev: isInteger,
    toRev: isInteger,
    'reset?': isBoolean,
    'windowStart?': isInteger,
    'unreadBefore?': isInteger,
    ...rowsOfFeed,
    'history?': isId,
    'traceparent?': isString,
  },
  ack: {
    ref: isInteger,
    feed: isFeed,
    'fromRev?': isInteger,
    'toRev?': isInteger,
    messages: ['message'],
    'insights?': ['insight'],
  },
  page: {
    ref: isInteger,
    conversation: isId,
    messages: ['message'],
    windowStart: isInteger,
    'unreadBefore?': isInteger,
    'hasMore?': isBoolean,
    'history?': isId,
  },
  gone: { feed: isFeed },
  synced: {},
  typing: { conversation: isId, user: isId, active: isBoolean },
  presence: { users: ['presence'] },
  error: {
    'ref?': isInteger,
    code: isString,
    detail: isString,
    'retry?': isBoolean,
    'retryAfter?': isInteger,
  },
  pong: { 'ref?': isInteger },
};

/**
 * @param {Record<string, any>} shape
 * @param {any} value
 * @param {string} place
 * @returns {Record<string, any>} only what the shape names
 */
function readShape(shape, value, place) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProtocolError(`${place} is no object`);
  /** @type {Record<string, any>} */
  const result = {};
  for (const [name, rule] of Object.entries(shape)) {
    const key = name.replace('?', '');
    const field = value[key];
    if (field === undefined || field === null) {
      if (name.endsWith('?')) continue;
      if (!Array.isArray(rule) && rule.default === undefined)
        throw new ProtocolError(`${place}.${key} is missing`);
      result[key] = Array.isArray(rule) ? [] : rule.default;
      continue;
    }
    result[key] = readField(rule, field, `${place}.${key}`);
  }
  return result;
}

/** @param {any} rule @param {any} field @param {string} place @returns {any} */
function readField(rule, field, place) {
  if (Array.isArray(rule)) {
    if (!Array.isArray(field)) throw new ProtocolError(`${place} is no array`);
    return field.map((item, index) => readField(rule[0], item, `${place}[${index}]`));
  }
  const type = rule.type ?? rule;
  if (typeof type === 'string' && Object.hasOwn(shapes, type))
    return readShape(shapes[type], field, place);
  const check = typeof type === 'string' ? checks[type] : type;
  if (!(type.words?.includes(field) ?? check(field)))
    throw new ProtocolError(`${place} has the wrong type`);
  return field;
}

/** @param {Record<string, Record<string, any>>} frames @param {any} value @returns {Frame} */
function readFrame(frames, value) {
  const shape = Object.hasOwn(frames, value?.type) ? frames[value.type] : undefined;
  if (!shape) throw new ProtocolError('unknown frame');
  return { type: value.type, ...readShape(shape, value, value.type) };
}

/** @param {string} text @returns {Frame} */
export const decodeServerFrame = (text) => readFrame(serverFrames, JSON.parse(text));

/** @param {string} text @returns {Frame} */
export const decodeClientFrame = (text) => readFrame(clientFrames, JSON.parse(text));

/** @param {Frame} frame @returns {string} */
export const encodeClientFrame = (frame) => JSON.stringify(readFrame(clientFrames, frame));

/** @param {Frame} frame @returns {string} */
export const encodeServerFrame = (frame) => JSON.stringify(readFrame(serverFrames, frame));

/** @param {any} value a window or delta from REST @returns {Frame} */
export const readDelta = (value) => ({
  type: 'delta',
  ...readShape(serverFrames.delta, value, 'delta'),
});

/** @param {any} value a page from REST @returns {Frame} */
export const readPage = (value) => ({
  type: 'page',
  ...readShape(serverFrames.page, { ...value, ref: 0 }, 'page'),
});

let lastTime = 0;
let counter = 0;

/**
 * A version 7 UUID; ids of one page rise, even within a millisecond.
 * @param {number} [now] milliseconds
 * @returns {string}
 */
export function uuidv7(now = Date.now()) {
  if (now > lastTime) {
    lastTime = now;
    counter = Math.floor(Math.random() * 0x800);
  } else if (counter < 0xfff) {
    counter += 1;
  } else {
    lastTime += 1;
    counter = 0;
  }
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  bytes[0] = (bytes[0] & 0x3f) | 0x80;
  const time = lastTime.toString(16).padStart(12, '0');
  const tail = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/**
 * A message's text as it is kept, or why it is refused.
 * @param {string} text @param {boolean} [hasFiles] then it may be empty
 * @returns {{text: string, problem?: string}}
 */
export function validateText(text, hasFiles = false) {
  const trimmed = text.trim();
  if (!trimmed) return hasFiles ? { text: '' } : { text: '', problem: 'A message needs text.' };
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(trimmed))
    return { text: trimmed, problem: 'Text may not contain control characters.' };
  if ([...trimmed].length > MAXIMUM_TEXT)
    return { text: trimmed, problem: `A message has at most ${MAXIMUM_TEXT} characters.` };
  return { text: trimmed };
}
