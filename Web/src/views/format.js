// @ts-check
/**
 * Times and names as people read them: by the clock, the calendar and the habits that their profile
 * names, the browser's where it names none.
 */

import { gistOf } from '../attachments.js';
import { isMuted } from '../derived.js';

const MAXIMUM_OFFSETS = 4_096;
const QUARTER = 900_000;
const DAY = 86_400_000;

/** @param {() => unknown} probe @returns {boolean} whether it throws nothing */
const works = (probe) => {
  try {
    probe();
    return true;
  } catch {
    return false;
  }
};

/** Whether this browser knows a time zone. @param {string | undefined} timeZone */
export const isZone = (timeZone) =>
  Boolean(timeZone) && works(() => new Intl.DateTimeFormat('en', { timeZone }));

/** @param {(string | undefined)[]} more zones to have too @returns {string[]} */
export const timeZones = (...more) =>
  [
    .../** @type {Set<string>} */ (
      new Set([...more.filter(Boolean), ...Intl.supportedValuesOf('timeZone')])
    ),
  ].sort();

/**
 * What is wrong with a time zone as the server sees it: a place without its continent is none.
 * @param {string} name @returns {string} empty when nothing is
 */
export const zoneProblem = (name) =>
  !name || timeZones('UTC', 'GMT').includes(name) || (name.includes('/') && isZone(name))
    ? ''
    : `There is no time zone “${name}”. Use a name such as Asia/Seoul.`;

class Place {
  /** @type {Map<string, Intl.DateTimeFormat>} */
  #formats = new Map();
  /** @type {Map<number, number>} a quarter of an hour and what clocks were ahead of UTC then */
  #offsets = new Map();

  /** @param {string | undefined} locale @param {string | undefined} timeZone */
  constructor(locale, timeZone) {
    this.locale = locale;
    this.timeZone = timeZone;
  }

  /** @param {number} time @param {Intl.DateTimeFormatOptions} options @returns {string} */
  say(time, options) {
    const key = JSON.stringify(options);
    const format =
      this.#formats.get(key) ??
      new Intl.DateTimeFormat(this.locale, { timeZone: this.timeZone, ...options });
    this.#formats.set(key, format);
    return format.format(time);
  }

  /** Milliseconds that clocks here are ahead of UTC. @param {number} time */
  offset(time) {
    const quarter = Math.floor(time / QUARTER);
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    if (this.#offsets.size >= MAXIMUM_OFFSETS) this.#offsets.clear();
    const parts = this.#parts(quarter * QUARTER);
    const offset =
      Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second) -
      quarter * QUARTER;
    this.#offsets.set(quarter, offset);
    return offset;
  }

  /** @param {number} time @returns {Record<string, number>} */
  #parts(time) {
    const numeric = 'numeric';
    const key = 'parts';
    const format =
      this.#formats.get(key) ??
      new Intl.DateTimeFormat('en-US', {
        timeZone: this.timeZone,
        calendar: 'gregory',
        numberingSystem: 'latn',
        hourCycle: 'h23',
        year: numeric,
        month: numeric,
        day: numeric,
        hour: numeric,
        minute: numeric,
        second: numeric,
      });
    this.#formats.set(key, format);
    return Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
  }
}

let place = new Place(undefined, undefined);

/**
 * Takes the place of a profile; what this browser does not know is the browser's own.
 * @param {{locale?: string, timeZone?: string} | null} profile
 * @returns {boolean} whether it is another one
 */
export function setPlace(profile) {
  const locale = profile?.locale?.replaceAll('_', '-');
  const isLocale = Boolean(locale) && works(() => Intl.getCanonicalLocales(locale));
  const next = new Place(
    isLocale ? locale : undefined,
    isZone(profile?.timeZone) ? profile?.timeZone : undefined,
  );
  const isOther = next.locale !== place.locale || next.timeZone !== place.timeZone;
  if (isOther) place = next;
  return isOther;
}

/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: 'numeric', minute: '2-digit' };

/** @param {number} time @param {string} [timeZone] other than here @returns {string} */
export const clockTime = (time, timeZone) =>
  place.say(time, timeZone ? { ...CLOCK, timeZone } : CLOCK);

/** Such as "Wednesday, 20 May". @param {number} time @returns {string} */
export const longDay = (time) =>
  place.say(time, { weekday: 'long', day: 'numeric', month: 'long' });

/**
 * The day of the week and the clock of another place.
 * @param {number} time @param {string} timeZone @returns {string}
 */
export const localTime = (time, timeZone) =>
  place.say(time, { weekday: 'short', ...CLOCK, timeZone });

/**
 * Writes each "17:30" of a sentence as clocks are read here.
 * @param {string} text @returns {string}
 */
export const withClocks = (text) =>
  text.replace(/\b([01]\d|2[0-3]):([0-5]\d)\b/g, (_, hour, minute) =>
    place.say((hour * 60 + Number(minute)) * 60_000, { ...CLOCK, timeZone: 'UTC' }),
  );

/** @param {number} time @returns {number} days since 1970 on the calendar here */
export const dayOf = (time) => Math.floor((time + place.offset(time)) / DAY);

/** When the clocks here show what clocks of UTC show at `wall`. @param {number} wall */
const fromWall = (wall) => wall - place.offset(wall - place.offset(wall));

/** @param {number} time @returns {number} */
export const startOfDay = (time) => fromWall(dayOf(time) * DAY);

/** Of the day that the time is in. @param {number} time @returns {number} */
export const endOfDay = (time) => fromWall((dayOf(time) + 1) * DAY);

/** What a `datetime-local` field shows for a time. @param {number} time @returns {string} */
export const fieldTime = (time) => new Date(time + place.offset(time)).toISOString().slice(0, 16);

/** The time that a `datetime-local` field names. @param {string} text @returns {number} */
export const timeOfField = (text) => fromWall(Date.parse(`${text}Z`));

/** @param {number} time @param {number} [now] @returns {string} */
export function dayName(time, now = Date.now()) {
  const days = dayOf(now) - dayOf(time);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days === -1) return 'Tomorrow';
  if (Math.abs(days) < 7) return place.say(time, { weekday: 'long' });
  const year = (/** @type {number} */ at) => new Date(at + place.offset(at)).getUTCFullYear();
  return place.say(time, {
    day: 'numeric',
    month: 'long',
    year: year(time) === year(now) ? undefined : 'numeric',
  });
}

/** The same inside a sentence, where days that are words begin small. @param {number} time */
export const dayInSentence = (time) =>
  dayName(time).replace(/^(Today|Yesterday|Tomorrow)$/, (word) => word.toLowerCase());

/** @param {number} time @param {number} [now] @returns {string} */
export function shortTime(time, now = Date.now()) {
  const days = dayOf(now) - dayOf(time);
  if (days === 0) return clockTime(time);
  if (days < 7) return place.say(time, { weekday: 'short' });
  return place.say(time, { day: 'numeric', month: 'short' });
}

/** @param {import('../law.js').Feed} feed @param {string} me @returns {string} */
export function titleOf(feed, me) {
  if (feed.conversation?.kind === 'group') return feed.conversation.name ?? 'Group';
  return feed.members.find((member) => member.user !== me)?.name ?? 'Conversation';
}

/**
 * The photo of a conversation: the group's, or the other one's.
 * @param {import('../law.js').Feed} feed @param {string} me @returns {string | undefined}
 */
export const photoOf = (feed, me) =>
  feed.conversation?.kind === 'group'
    ? feed.conversation.photo
    : feed.members.find((member) => member.user !== me)?.photo;

/** @param {import('../law.js').Feed} feed @param {string} user @returns {string | undefined} */
export const faceOf = (feed, user) => feed.members.find((member) => member.user === user)?.photo;

/** @param {import('../law.js').Feed} feed @param {string} user @returns {string} */
export const nameOf = (feed, user) =>
  feed.members.find((member) => member.user === user)?.name ?? 'Someone';

/**
 * What is read aloud when a message comes; nothing for what the reader has muted or put away.
 * @param {import('../law.js').Feed} feed @param {any} row @param {string} me
 * @param {Record<string, any> | undefined} settings @param {number} now @returns {string}
 */
export function announcement(feed, row, me, settings, now) {
  if (settings?.archived || isMuted(settings, now)) return '';
  const name = nameOf(feed, row.sender);
  return feed.conversation?.kind === 'group'
    ? `${name} in ${titleOf(feed, me)}: ${gistOf(row)}`
    : `${name}: ${gistOf(row)}`;
}

/** What the window is called. @param {string} view @param {number} unread @returns {string} */
export const windowTitle = (view, unread) =>
  `${unread ? `(${unread}) ` : ''}${view ? `${view} · ` : ''}MessageAI`;

/** @param {string[]} names @returns {string} */
export function typingText(names) {
  if (names.length === 0) return '';
  if (names.length === 1) return `${names[0]} is typing…`;
  if (names.length === 2) return `${names[0]} and ${names[1]} are typing…`;
  return 'Several people are typing…';
}

/** @param {{state: string, lastSeen?: number} | undefined} presence @returns {string} */
export function presenceText(presence) {
  if (presence?.state === 'online') return 'Online';
  if (presence?.state === 'away') return 'Away';
  return presence?.lastSeen
    ? `Last seen ${dayInSentence(presence.lastSeen)} at ${clockTime(presence.lastSeen)}`
    : '';
}

const ADDRESSES =
  /https?:\/\/[^\s<>"]+|www\.[^\s<>"]+\.[^\s<>"]+|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/giu;
/** @type {Record<string, string>} */
const OPENING = { ')': '(', ']': '[', '}': '{' };

/**
 * Text in parts, those that lead somewhere with their address: what begins with `http://`,
 * `https://` or `www.`, and e-mail addresses. What ends a sentence or closes a bracket that was
 * opened before is none of the address.
 * @param {string} text @returns {{text: string, href?: string}[]} that give the text when joined
 */
export function linksIn(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESSES)) {
    const before = text[match.index - 1] ?? ' ';
    const found = trimmedAddress(match[0]);
    const href = hrefOf(found);
    // A word that goes on before it is no beginning.
    if (!href || /[\p{L}\p{N}@/]/u.test(before)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: found, href });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** @param {string} found */
function trimmedAddress(found) {
  /** @type {Record<string, number>} */
  const surplus = {};
  for (const [closing, opening] of Object.entries(OPENING)) {
    for (const letter of found)
      surplus[closing] =
        (surplus[closing] ?? 0) + (letter === closing ? 1 : letter === opening ? -1 : 0);
  }
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1];
    if (surplus[last] > 0) surplus[last] -= 1;
    else if (!/[.,;:!?'"*_~…»”’]/u.test(last)) break;
  }
  return found.slice(0, end);
}

/** @param {string} address */
function hrefOf(address) {
  const isMail = !/^(?:https?:|www\.)/i.test(address);
  const href = isMail
    ? `mailto:${address}`
    : /^www\./i.test(address)
      ? `https://${address}`
      : address;
  return isMail || (URL.canParse(href) && new URL(href).hostname) ? href : undefined;
}
