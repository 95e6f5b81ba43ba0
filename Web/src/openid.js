// @ts-check
/**
 * Signing in with an account elsewhere. The browser goes to the provider and comes back with an
 * answer behind `#`; only the tab that has begun has what makes the answer worth something.
 */

const PLACE = '#/openid?';
const KEY = 'messageai-openid';

/**
 * @typedef {object} Begun a sign-in that has begun in this tab
 * @property {string} token
 * @property {string} state
 * @property {string} provider what it is called
 * @property {string} [id] of the provider
 * @property {boolean} isLink whether somebody who is signed in wants to link the account
 * @property {string} [invitation]
 */

/**
 * What a provider has answered.
 * @param {string} hash
 * @returns {{code?: string, state?: string, issuer?: string, error?: string} | undefined}
 */
export function answerOf(hash) {
  if (!hash.startsWith(PLACE)) return undefined;
  const query = new URLSearchParams(hash.slice(PLACE.length));
  const value = (/** @type {string} */ name) => query.get(name) ?? undefined;
  return {
    code: value('code'),
    state: value('state'),
    issuer: value('iss'),
    error: value('error'),
  };
}

/**
 * @param {import('./session.js').Session} session
 * @param {import('./generated/types.js').IdentityProvider} provider
 * @param {{isLink?: boolean, password?: string, invitation?: string}} [options] `password` is of
 *   the account that is to be linked
 * @param {{storage?: Storage, go?: (address: string) => void}} [world]
 */
export async function begin(
  session,
  provider,
  { isLink = false, password, invitation } = {},
  { storage = sessionStorage, go = (address) => location.assign(address) } = {},
) {
  const form = { provider: provider.id, returnTo: 'web', ...(password && { password }) };
  const { token, state, address } = isLink
    ? await session.call('POST', '/v1/me/identities', form)
    : await session.beginOpenID(form);
  /** @type {Begun} */
  const begun = {
    token,
    state,
    provider: provider.name,
    id: provider.id,
    isLink,
    ...(invitation && { invitation }),
  };
  storage.setItem(KEY, JSON.stringify(begun));
  // Nothing but a page of the web: not what an address can do else.
  if (!/^https?:\/\//.test(address)) throw new Error('The provider has no address.');
  go(address);
}

/**
 * What has begun in this tab, once: an answer works once, too.
 * @param {Storage} [storage] @returns {Begun | undefined}
 */
export function takeBegun(storage = sessionStorage) {
  const text = storage.getItem(KEY);
  storage.removeItem(KEY);
  return text ? JSON.parse(text) : undefined;
}

/**
 * Why an answer is of no use, for the person; undefined when it is.
 * @param {{state?: string, error?: string}} answer @param {Begun | undefined} begun
 */
export function refusalOf(answer, begun) {
  if (!begun || answer.error === 'ended') return 'This sign-in has ended. Begin again.';
  if (answer.state !== begun.state) return 'That answer is not for this sign-in. Begin again.';
  if (answer.error) return `You did not sign in with ${begun.provider}.`;
  return undefined;
}
