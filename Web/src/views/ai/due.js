// @ts-check
/** When action items are due, as a list is parted by it. */
import { dayOf } from '../format.js';

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

/**
 * Days are those of the person's own calendar; a week ends before the same day of the next one.
 * @param {{status: string, dueAt?: number}} insight @param {number} now @returns {Part}
 */
export function partOf({ status, dueAt }, now) {
  if (status !== 'open') return 'closed';
  if (dueAt === undefined) return 'undated';
  if (dueAt < now) return 'overdue';
  const days = dayOf(dueAt) - dayOf(now);
  if (days === 0) return 'today';
  return days < 7 ? 'week' : 'later';
}
