// @ts-check
/**
 * Links by which people come into the workspace, choose a new password, verify an address, or get
 * no more digests by mail.
 */
import { answerOf } from './openid.js';

const PLACE = '#/join/';
const RESET = '#/reset/';
const EMAIL = '#/email/';
const DIGEST = '#/no-digest/';

/**
 * The token of an invitation in a page's address. It stands behind `#`, which browsers send to
 * nobody.
 * @param {string} hash @returns {string | undefined}
 */
export const invitedBy = (hash) => tokenAt(hash, PLACE);

/**
 * The token of a link for a new password.
 * @param {string} hash @returns {string | undefined}
 */
export const resetBy = (hash) => tokenAt(hash, RESET);

/**
 * The token of a link that makes an address that of an account.
 * @param {string} hash @returns {string | undefined}
 */
export const emailBy = (hash) => tokenAt(hash, EMAIL);

/**
 * The token of a link that ends digests by mail.
 * @param {string} hash @returns {string | undefined}
 */
export const digestBy = (hash) => tokenAt(hash, DIGEST, 300);

/**
 * Whether the page is about a letter, whoever is signed in.
 * @param {string} hash
 */
export const isLetter = (hash) => Boolean(resetBy(hash) || emailBy(hash) || digestBy(hash));

/**
 * Whether the address brings somebody in: by an invitation, a letter or a provider.
 * @param {string} hash
 */
export const isWayIn = (hash) => Boolean(invitedBy(hash) || isLetter(hash) || answerOf(hash));

/** @param {string} hash @param {string} place @param {number} [most] characters */
function tokenAt(hash, place, most = 100) {
  const token = hash.startsWith(place) ? hash.slice(place.length) : '';
  return /^[\w-]+$/.test(token) && token.length <= most ? token : undefined;
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
