// @ts-check
/** When action items are due, as a list is parted by it. */
import { dayOf, endOfDay, startOfDay } from '../format.js';

/** @typedef {'overdue' | 'today' | 'week' | 'later' | 'undated' | 'closed'} Part */

/** In the order in which they stand. */
export const PARTS = /** @type {[Part, string][]} */ ([
  ['overdue', 'Overdue'],
  ['today', 'Today'],
  ['week', 'Next 7 days'],
  ['later', 'Later'],
  ['undated', 'Without a date'],
  ['closed', 'Closed'],
]);

const NAMES_TIME =
  /\d:\d\d|\bat \d|\d ?(h|uhr)\b|\b(am|pm|noon|midnight|o'clock|utc|gmt|hours?|minutes?|mins?)\b|\d(am|pm)\b/i;

/**
 * Whether a task is due on a day and not at a time. What was said decides where something was
 * said; where a member has chosen the time, midnight stands for the day.
 * @param {{dueAt: number, dueText?: string}} task
 */
export const isDueOnDay = ({ dueAt, dueText }) =>
  dueText ? !NAMES_TIME.test(dueText) : dueAt === startOfDay(dueAt);

/**
 * From when on a task is late: a day lasts until its end.
 * @param {{dueAt: number, dueText?: string}} task
 */
export const lateFrom = (task) => (isDueOnDay(task) ? endOfDay(task.dueAt) : task.dueAt);

/**
 * Days are those of the person's own calendar; a week ends before the same day of the next one.
 * @param {{status: string, dueAt?: number, dueText?: string}} insight
 * @param {number} now @returns {Part}
 */
export function partOf({ status, dueAt, dueText }, now) {
  if (status !== 'open') return 'closed';
  if (dueAt === undefined) return 'undated';
  if (lateFrom({ dueAt, dueText }) < now) return 'overdue';
  const days = dayOf(dueAt) - dayOf(now);
  if (days === 0) return 'today';
  return days < 7 ? 'week' : 'later';
}
