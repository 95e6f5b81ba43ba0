// @ts-check
/**
 * Tells the server of errors that nobody caught, without anything that people wrote: the type of
 * the error and where in the client's own code it was thrown, never its message.
 */

/** @typedef {import('./generated/types.js').CrashReport} Report */

/** `off` where this device's user sends none. */
const WISH = 'messageai-diagnostics';
const MAXIMUM_SENT = 20;
const MAXIMUM_FRAMES = 40;
const MAXIMUM_LENGTH = 200;

export const isSending = () => localStorage.getItem(WISH) !== 'off';
/** @param {boolean} isOn */
export const setSending = (isOn) =>
  isOn ? localStorage.removeItem(WISH) : localStorage.setItem(WISH, 'off');

/**
 * Functions and places of a stack, the innermost first, as Chromium, Firefox and Safari write them;
 * of what is not the client's own code only that it was elsewhere.
 * @param {string} stack @param {string} origin @returns {string[]}
 */
export function framesOf(stack, origin) {
  const frames = stack.split('\n').flatMap((line) => {
    const found = /^\s*(?:at )?(?:(.*?)(?:@| \())?([a-z-]+:\/\/[^\s()]+):(\d+):(\d+)\)?\s*$/.exec(
      line,
    );
    if (!found) return [];
    const [, name, address, row, column] = found;
    const place = address.startsWith(`${origin}/`)
      ? `${new URL(address).pathname}:${row}:${column}`
      : 'elsewhere';
    const safe = (name ?? '').replace(/^async /, '').replace(/[^\w$.#<> ]/g, '');
    return [`${safe} ${place}`.trim().slice(0, MAXIMUM_LENGTH)];
  });
  return frames.slice(0, MAXIMUM_FRAMES);
}

/** @param {Report['kind']} kind @param {unknown} error @param {string} origin @returns {Report} */
export function reportOf(kind, error, origin) {
  const isError = error instanceof Error;
  const name = isError ? error.name : typeof error;
  return {
    platform: 'web',
    kind,
    name: name.replace(/[^\w$.]/g, '').slice(0, 100) || 'Error',
    frames: isError ? framesOf(error.stack ?? '', origin) : [],
  };
}

/**
 * Sends each problem once for each page, as long as somebody is signed in.
 * @param {Pick<import('./session.js').Session, 'stored' | 'call'>} session
 */
export function watchForProblems(session) {
  /** @type {Set<string>} */
  const sent = new Set();
  const tell = async (/** @type {Report['kind']} */ kind, /** @type {unknown} */ error) => {
    if (!isSending() || !session.stored || sent.size >= MAXIMUM_SENT) return;
    const report = reportOf(kind, error, location.origin);
    const key = JSON.stringify(report);
    if (sent.has(key)) return;
    sent.add(key);
    try {
      await session.call('POST', '/v1/diagnostics/crashes', report);
    } catch {
      // Without the server nobody reads it. It may be told the next time.
      sent.delete(key);
    }
  };
  addEventListener('error', ({ error }) => tell('error', error));
  addEventListener('unhandledrejection', ({ reason }) => tell('rejection', reason));
}
