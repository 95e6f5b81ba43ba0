// @ts-check
/** Which new messages the browser tells of while nobody looks at the page. */
import { isMuted } from './derived.js';
import { gistOf } from './attachments.js';
import { reminderText, reminderTitle } from './reminders.js';
import { nameOf, titleOf } from './views/format.js';

/**
 * @typedef {{title: string, body: string, conversation: string, message: string,
 *   seq: number}} MessageNotice
 * @typedef {{title: string, body: string, reminder: string}} ReminderNotice
 * @typedef {MessageNotice | ReminderNotice} Notice
 */
/** @typedef {import('./generated/types.js').AIPreferences} Preferences */

/**
 * What to say of a message; undefined for what its reader has muted or put away, and in their hours
 * of focus unless they have said that it is urgent.
 * @param {object} news
 * @param {import('./law.js').Feed} news.feed
 * @param {any} news.row
 * @param {string} news.me
 * @param {Record<string, any> | undefined} news.settings
 * @param {Preferences | undefined} news.preferences
 * @param {string | undefined} news.timeZone
 * @param {number} news.now
 * @returns {MessageNotice | undefined}
 */
export function noticeOf({ feed, row, me, settings, preferences, timeZone, now }) {
  if (row.deletedAt || settings?.archived || isMuted(settings, now)) return undefined;
  const focus = preferences && isWithin(preferences.focusHours ?? [], timeZone, now);
  const reason = focus ? urgency(row, preferences) : '';
  if (focus && !reason) return undefined;
  const name = nameOf(feed, row.sender);
  const place = feed.conversation?.kind === 'group' ? `${name} in ${titleOf(feed, me)}` : name;
  return {
    title: reason ? `${place} (${reason})` : place,
    body: gistOf(row),
    conversation: feed.feed,
    message: row.id,
    seq: row.seq,
  };
}

/**
 * What to say of a reminder that is due; undefined for a task of a conversation that its owner has
 * muted or put away, and in their hours of focus.
 * @param {object} news
 * @param {import('./reminders.js').Reminder} news.reminder
 * @param {Record<string, any> | undefined} news.settings of its conversation
 * @param {Preferences | undefined} news.preferences
 * @param {string | undefined} news.timeZone
 * @param {number} news.now
 * @returns {ReminderNotice | undefined}
 */
export function noticeOfReminder({ reminder, settings, preferences, timeZone, now }) {
  if (reminder.kind === 'task' && (settings?.archived || isMuted(settings, now))) return undefined;
  if (isWithin(preferences?.focusHours ?? [], timeZone, now)) return undefined;
  return { title: reminderTitle(reminder), body: reminderText(reminder), reminder: reminder.id };
}

/**
 * The message that a page's address names, as the service worker opens a page for a notification.
 * @param {string} hash @returns {{conversation: string, message: string} | undefined}
 */
export function placeIn(hash) {
  const [, conversation, message] = /^#([\w-]+)\/([\w-]+)$/.exec(hash) ?? [];
  return conversation ? { conversation, message } : undefined;
}

/**
 * Why a message may disturb; empty when it may not.
 * @param {any} row @param {Preferences} preferences
 */
function urgency(row, { urgentContacts = [], urgentKeywords = [] }) {
  if (urgentContacts.includes(row.sender)) return 'urgent contact';
  const text = String(row.text ?? '').toLowerCase();
  const word = urgentKeywords.find((keyword) => text.includes(keyword.toLowerCase()));
  return word ? `“${word}”` : '';
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/**
 * Whether a moment is in one of the hours, which may go past midnight: then they belong to the day
 * on which they begin.
 * @param {{days: number[], start: number, end: number}[]} hours minutes of the day; Monday is 1
 * @param {string | undefined} timeZone @param {number} now
 */
export function isWithin(hours, timeZone, now) {
  if (!hours.length) return false;
  const { day, minute } = clock(timeZone, now);
  const before = ((day + 5) % 7) + 1;
  return hours.some(({ days, start, end }) =>
    start < end
      ? days.includes(day) && minute >= start && minute < end
      : (days.includes(day) && minute >= start) || (days.includes(before) && minute < end),
  );
}

/** @param {string | undefined} timeZone @param {number} now */
function clock(timeZone, now) {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: DAYS.indexOf(parts.weekday) + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
}
