// @ts-check
/** Links by which people come into the workspace. */

const PLACE = '#/join/';

/**
 * The token of an invitation in a page's address. It stands behind `#`, which browsers send to
 * nobody.
 * @param {string} hash @returns {string | undefined}
 */
export function invitedBy(hash) {
  const token = hash.startsWith(PLACE) ? hash.slice(PLACE.length) : '';
  return /^[\w-]{1,100}$/.test(token) ? token : undefined;
}

/** @param {string} origin @param {string} token */
export const invitationLink = (origin, token) => `${origin}/${PLACE}${token}`;

/**
 * @param {import('./generated/types.js').Invitation} invitation @param {number} now
 * @returns {'usable' | 'withdrawn' | 'used' | 'expired'}
 */
export function invitationState({ endedAt, uses, maximumUses, expiresAt }, now) {
  if (endedAt) return 'withdrawn';
  if (uses >= maximumUses) return 'used';
  return now < expiresAt ? 'usable' : 'expired';
}
