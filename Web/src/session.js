// @ts-check
/**
 * REST and tokens. One refresh at a time, over all tabs.
 */
import { locked } from './locks.js';

export const SESSION_KEY = 'messageai-session';
const MARGIN = 30_000;
const PATIENCE = 15_000;
const ENDED = 'Your session has ended. Sign in again.';

/** What the server refuses, or `offline` when it cannot be reached. */
export class RequestError extends Error {
  /**
   * @param {string} code @param {string} detail @param {boolean} [retry]
   * @param {number} [retryAfter] in seconds
   */
  constructor(code, detail, retry = false, retryAfter) {
    super(detail);
    this.code = code;
    this.retry = retry;
    this.retryAfter = retryAfter;
  }
}

/** Whether no server could be asked. @param {unknown} error */
export const isAway = (error) => error instanceof RequestError && error.code === 'offline';

/**
 * Whether what is stored of a session is this user's.
 * @param {string} user @param {string | null} text
 */
export const isOf = (user, text) => Boolean(text) && JSON.parse(text ?? '').user === user;

export class Session {
  /** @type {(() => void) | undefined} called when the session has ended */
  onEnded;

  /** @returns {any} */
  get stored() {
    const text = localStorage.getItem(SESSION_KEY);
    return text ? JSON.parse(text) : null;
  }

  /** @param {any} session */
  store(session) {
    if (session) localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    else localStorage.removeItem(SESSION_KEY);
  }

  /**
   * What the workspace says to whoever comes, without an account.
   * @returns {Promise<import('./generated/types.js').Workspace>}
   */
  workspace() {
    return request('GET', '/v1/workspace', {});
  }

  /**
   * What an invitation says. Throws when nobody comes in by it.
   * @param {string} token @returns {Promise<import('./generated/types.js').InvitationPreview>}
   */
  invitation(token) {
    return request('POST', '/v1/invitations/lookup', { body: { token } });
  }

  /**
   * Has a link for a new password sent, where the address is an account's.
   * @param {string} email
   */
  async askForReset(email) {
    await request('POST', '/v1/password-resets', { body: { email } });
  }

  /**
   * Chooses a password with the token of such a link.
   * @param {string} token @param {string} password
   */
  async choosePassword(token, password) {
    await request('POST', '/v1/password-resets/use', { body: { token, password } });
  }

  /**
   * Makes an address that of the account that asked for it.
   * @param {string} token @returns {Promise<string>} the address
   */
  async verifyEmail(token) {
    const { email } = await request('POST', '/v1/email-changes/use', { body: { token } });
    return email;
  }

  /** Ends digests by mail. @param {string} token */
  async endDigests(token) {
    await request('POST', '/v1/digests/unsubscribe', { body: { token } });
  }

  /**
   * Has an invitation sent to an address at one of the workspace's domains.
   * @param {string} email
   */
  async askForInvitation(email) {
    await request('POST', '/v1/invitations/request', { body: { email } });
  }

  /** @param {{email: string, password: string, name: string, invitation?: string}} form */
  async signUp(form) {
    const body = { ...form, device: deviceName(), ...place() };
    return this.#begin(await request('POST', '/v1/accounts', { body }));
  }

  /** @param {{email: string, password: string}} form */
  async signIn(form) {
    return this.#begin(
      await request('POST', '/v1/sessions', { body: { ...form, device: deviceName() } }),
    );
  }

  /**
   * @param {{provider: string, returnTo: string}} form
   * @returns {Promise<import('./generated/types.js').OpenIDStart>}
   */
  beginOpenID(form) {
    return request('POST', '/v1/openid/sign-ins', { body: form });
  }

  /**
   * The next step of signing in with an account elsewhere. Its user is there when it is done.
   * @param {import('./generated/types.js').OpenIDClaimRequest} form
   * @param {import('./generated/types.js').IdentityProvider} [provider] whom the session comes from
   * @returns {Promise<import('./generated/types.js').OpenIDClaim & {user?: any}>}
   */
  async claimOpenID(form, provider) {
    const body = { ...form, device: deviceName(), ...place() };
    const answer = await request('POST', '/v1/openid/claims', { body });
    return answer.session ? { ...answer, user: this.#begin(answer.session, provider) } : answer;
  }

  /**
   * Where somebody ends the session of the provider that the session here came from; undefined
   * where that cannot be done.
   * @param {string} provider @returns {Promise<string | undefined>}
   */
  async signOutAddress(provider) {
    const path = `/v1/openid/sign-out?provider=${encodeURIComponent(provider)}`;
    const { address } = await request('GET', path, {});
    return address;
  }

  /** @param {any} answer @param {any} [provider] */
  #begin(answer, provider) {
    this.store({ ...answer, user: answer.user.id, ...(provider && { provider }) });
    return answer.user;
  }

  /**
   * Forgets the tokens at once, then ends the session.
   * @returns {Promise<boolean>} whether the server knows: without network it does not
   */
  async signOut() {
    const { stored } = this;
    this.store(null);
    if (!stored) return true;
    try {
      await end(stored);
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return hasEnded(error);
    }
  }

  /** @param {string} [refused] a token that the server did not take @returns {Promise<string>} */
  async accessToken(refused) {
    const isGood = (/** @type {any} */ s) =>
      s && s.accessToken !== refused && s.accessExpiresAt - MARGIN > Date.now();
    if (isGood(this.stored)) return this.stored.accessToken;
    return locked('messageai-refresh', async () => {
      const { stored } = this;
      if (!stored) throw this.#ended();
      if (isGood(stored)) return stored.accessToken;
      try {
        const answer = await refresh(stored.refreshToken);
        const kept = this.stored;
        if (kept?.refreshToken !== stored.refreshToken) {
          // Without locks, another tab has renewed the same session: what it has kept is as good.
          if (kept?.session && kept.session === stored.session) return kept.accessToken;
          // Signed out meanwhile: what has come is nobody's.
          await end(answer);
          throw new RequestError('session_revoked', ENDED);
        }
        const { provider } = stored;
        this.store({ ...answer, user: answer.user.id, ...(provider && { provider }) });
        return answer.accessToken;
      } catch (error) {
        if (hasEnded(error) && this.stored?.refreshToken === stored.refreshToken)
          throw this.#ended();
        throw error;
      }
    });
  }

  #ended() {
    this.store(null);
    this.onEnded?.();
    return new RequestError('session_revoked', ENDED);
  }

  /**
   * @param {string} method @param {string} path @param {any} [body]
   * @param {number} [patience] milliseconds @returns {Promise<any>}
   */
  async call(method, path, body, patience) {
    const token = await this.accessToken();
    try {
      return await request(method, path, { body, token, patience });
    } catch (error) {
      if (!hasEnded(error)) throw error;
      if (error.code === 'session_revoked')
        throw this.stored?.accessToken === token ? this.#ended() : error;
      return request(method, path, { body, token: await this.accessToken(token), patience });
    }
  }

  /**
   * A request whose body and answer are not JSON; the answer may be a refusal.
   * @param {string} method @param {string} path
   * @param {{headers?: Record<string, string>, body?: BodyInit, signal?: AbortSignal}} options
   * @returns {Promise<Response>}
   */
  async fetch(method, path, { headers, body, signal }) {
    const ask = (/** @type {string} */ token) =>
      fetch(path, {
        method,
        headers: { ...headers, Authorization: `Bearer ${token}` },
        body,
        signal,
      });
    const token = await this.accessToken();
    const response = await ask(token);
    return response.status === 401 ? ask(await this.accessToken(token)) : response;
  }
}

/** Where somebody is, and what they read. */
const place = () => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale: navigator.language,
  language: navigator.language.slice(0, 2),
});

/**
 * @param {unknown} error
 * @returns {error is RequestError} whether the server no longer takes a token
 */
const hasEnded = (error) =>
  error instanceof RequestError && ['unauthenticated', 'session_revoked'].includes(error.code);

/** @param {string} refreshToken */
const refresh = (refreshToken) =>
  request('POST', '/v1/sessions/refresh', { body: { refreshToken } });

/**
 * Ends a session at the server. An access token that has expired ends nothing: then there is
 * a new one first.
 * @param {{accessToken: string, accessExpiresAt: number, refreshToken: string}} session
 */
async function end({ accessToken, accessExpiresAt, refreshToken }) {
  if (accessExpiresAt > Date.now()) {
    try {
      return await endCurrent(accessToken);
    } catch (error) {
      if (!hasEnded(error) || error.code === 'session_revoked') throw error;
    }
  }
  return endCurrent((await refresh(refreshToken)).accessToken);
}

/** @param {string} token */
const endCurrent = (token) => request('DELETE', '/v1/sessions/current', { token });

/**
 * @param {string} method @param {string} path
 * @param {{body?: any, token?: string, patience?: number}} options @returns {Promise<any>}
 */
async function request(method, path, { body, token, patience = PATIENCE }) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await reaching(
    fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    }),
  );
  const text = await reaching(response.text());
  if (response.ok) return text ? parse(text) : undefined;
  throw refusalIn(response.status, text);
}

/**
 * What an answer's bytes are to come of. A connection that ends early is no answer.
 * @template T
 * @param {Promise<T>} answer @returns {Promise<T>} refused by a `RequestError` alone
 */
export async function reaching(answer) {
  try {
    return await answer;
  } catch {
    throw unreachable();
  }
}

/** @param {number} status @param {string} text of an answer that refuses */
export function refusalIn(status, text) {
  const { code, detail, retry, retryAfter } = parse(text) ?? {};
  if (code) return new RequestError(code, detail, Boolean(retry), retryAfter);
  // A proxy answered, not our server.
  if (status >= 500) return unreachable();
  return new RequestError('unreadable', 'The server’s answer could not be read.');
}

const unreachable = () => new RequestError('offline', 'The server cannot be reached.', true);

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function deviceName() {
  const agent = navigator.userAgent;
  const browser = agent.includes('Firefox')
    ? 'Firefox'
    : agent.includes('Edg')
      ? 'Edge'
      : agent.includes('Chrome')
        ? 'Chrome'
        : 'Safari';
  const system = /(Windows|Mac|Linux|Android|iPhone|iPad)/.exec(agent)?.[1] ?? 'the web';
  return `${browser} on ${system}`;
}
