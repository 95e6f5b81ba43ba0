// @ts-check
/** Times and names as people read them. */

const clock = new Intl.DateTimeFormat([], { hour: 'numeric', minute: '2-digit' });

/** @param {number} time @param {string} [timeZone] other than here @returns {string} */
export const clockTime = (time, timeZone) => (timeZone ? new Date(time).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone }) : clock.format(time));

/** @param {number} time @param {number} [now] @returns {string} */
export function dayName(time, now = Date.now()) {
  const date = new Date(time);
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days === -1) return 'Tomorrow';
  if (Math.abs(days) < 7) return date.toLocaleDateString([], { weekday: 'long' });
  const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
  return date.toLocaleDateString([], { day: 'numeric', month: 'long', year });
}

/** @param {number} time @param {number} [now] @returns {string} */
export function shortTime(time, now = Date.now()) {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000);
  if (days === 0) return clockTime(time);
  if (days < 7) return new Date(time).toLocaleDateString([], { weekday: 'short' });
  return new Date(time).toLocaleDateString([], { day: 'numeric', month: 'short' });
}

/** @param {number} time */
export const startOfDay = (time) => new Date(time).setHours(0, 0, 0, 0);

/** @param {import('../law.js').Feed} feed @param {string} me @returns {string} */
export function titleOf(feed, me) {
  if (feed.conversation?.kind === 'group') return feed.conversation.name ?? 'Group';
  return feed.members.find((member) => member.user !== me)?.name ?? 'Conversation';
}

/** @param {import('../law.js').Feed} feed @param {string} user @returns {string} */
export const nameOf = (feed, user) => feed.members.find((member) => member.user === user)?.name ?? 'Someone';

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
  return presence?.lastSeen ? `Last seen ${dayName(presence.lastSeen).toLowerCase()} at ${clockTime(presence.lastSeen)}` : '';
}
