// @ts-check
/**
 * What the AI answers, in a place that shows the last answer while there is no connection, and
 * where the next one can be asked for all the same.
 */
import { el, icon } from '../dom.js';
import { clockTime, dayInSentence, startOfDay } from '../format.js';
import { isAway } from '../../session.js';
import { requestLine } from '../waits.js';
import { fill } from './output.js';

/** @typedef {import('../../client.js').Client} Client */
/**
 * @typedef {{key: string, ask: () => Promise<any>, conversations?: string[],
 *   later?: () => import('../../entries.js').Request}} Wanted `later` asks with the next connection
 */

/** Why nothing can be asked now. */
export const awayText = () =>
  navigator.onLine ? 'The server cannot be reached.' : 'You are offline.';

/** @param {number} savedAt @param {number} now */
export const savedText = (savedAt, now) =>
  savedAt >= startOfDay(now)
    ? `This is from ${clockTime(savedAt)}.`
    : `This is from ${dayInSentence(savedAt)}, ${clockTime(savedAt)}.`;

/** @param {string} text @param {...any} more */
const awayLine = (text, ...more) =>
  el(
    'div',
    { class: 'kept-line' },
    icon('clock'),
    el('span', { role: 'status' }, `${awayText()} ${text}`),
    ...more,
  );

/** Says that what stands below it is old, and why. @param {number} savedAt @param {...any} more */
export const keptLine = (savedAt, ...more) => awayLine(savedText(savedAt, Date.now()), ...more);

/**
 * Fills a place with what the server answers or, without a connection, with what it answered last.
 * When the connection comes back, what is old or has failed is asked for anew, for as long as the
 * place is on the page. Where somebody asks without a connection, the request waits in the outbox,
 * and its answer is shown when it is there.
 * @param {Client} client @param {Element} place @param {() => Wanted} wanted
 * @param {(body: any) => Node} build
 * @returns {(isAsked?: boolean) => Promise<void>} asks; `isAsked` when somebody wants an answer,
 *   who has not only opened the place
 */
export function answerPlace(client, place, wanted, build) {
  const { key } = wanted();
  let isOld = false;
  let savedAt = 0;
  let isOnline = client.connection.state === 'online';
  const waiting = () => client.requests.find(({ answer }) => answer === key)[0];
  const stateOf = () => JSON.stringify([waiting(), client.connection.state]);
  let state = stateOf();
  const control = el('div', { class: 'kept-control' });
  const showControl = () => {
    const entry = waiting();
    const { later } = wanted();
    const ask = later && (() => client.requests.later(later()));
    control.replaceChildren(
      ...(entry
        ? [requestLine(client, entry)]
        : ask
          ? [
              el(
                'button',
                { type: 'button', class: 'link', onclick: ask },
                'Ask when there is a connection',
              ),
            ]
          : []),
    );
  };
  /** @param {import('../../answers.js').Told | undefined} told */
  const old = (told) => {
    isOld = true;
    savedAt = told?.savedAt ?? 0;
    showControl();
    return told
      ? el('div', {}, keptLine(savedAt, control), build(told.body))
      : awayLine('You are offline, and this device has no earlier answer.', control);
  };
  const load = (isAsked = false) => {
    const { ask, conversations, later } = wanted();
    return fill(
      place,
      async () => {
        isOld = true;
        try {
          return await client.answers.ask(key, ask, conversations);
        } catch (error) {
          if (!later || !isAway(error)) throw error;
          return undefined;
        }
      },
      (told) => {
        isOld = !told || told.savedAt !== undefined;
        if (told && !isOld) return build(told.body);
        if (isAsked && later) client.requests.later(later());
        return old(told);
      },
    );
  };
  /** What has been answered since the old one. */
  const showNew = async () => {
    const answer = await client.answers.of(key);
    if (!isOld || !answer || answer.savedAt <= savedAt) return;
    isOld = false;
    place.replaceChildren(build(answer.body));
  };
  const changed = () => {
    if (place.isConnected === false) return client.removeEventListener('change', changed);
    const wasOnline = isOnline;
    isOnline = client.connection.state === 'online';
    if (stateOf() !== state) {
      state = stateOf();
      showControl();
      if (isOld && !waiting()) showNew();
    }
    if (isOnline && !wasOnline && isOld && !waiting()) load();
  };
  client.addEventListener('change', changed);
  return load;
}
