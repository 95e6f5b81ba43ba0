// @ts-check
/** What the AI answers, in a place that shows the last answer while there is no connection. */
import { el, icon } from '../dom.js';
import { clockTime, dayInSentence, startOfDay } from '../format.js';
import { fill } from './output.js';

/** @typedef {import('../../client.js').Client} Client */

/** Why nothing can be asked now. */
export const awayText = () =>
  navigator.onLine ? 'The server cannot be reached.' : 'You are offline.';

/** @param {number} savedAt @param {number} now */
export const savedText = (savedAt, now) =>
  savedAt >= startOfDay(now)
    ? `This is from ${clockTime(savedAt)}.`
    : `This is from ${dayInSentence(savedAt)}, ${clockTime(savedAt)}.`;

/** Says that what stands below it is old, and why. @param {number} savedAt */
export const keptLine = (savedAt) =>
  el(
    'p',
    { class: 'kept-line', role: 'status' },
    icon('clock'),
    el('span', {}, `${awayText()} ${savedText(savedAt, Date.now())}`),
  );

/**
 * Fills a place with what the server answers or, without a connection, with what it answered last.
 * When the connection comes back, what is old or has failed is asked for anew, for as long as the
 * place is on the page.
 * @param {Client} client @param {Element} place
 * @param {() => {key: string, ask: () => Promise<any>, conversations?: string[]}} wanted
 * @param {(body: any) => Node} build
 * @returns {() => Promise<void>} asks
 */
export function answerPlace(client, place, wanted, build) {
  let isOld = false;
  let isOnline = client.connection.state === 'online';
  const load = () => {
    const { key, ask, conversations } = wanted();
    return fill(
      place,
      async () => {
        isOld = true;
        const told = await client.answers.ask(key, ask, conversations);
        isOld = told.savedAt !== undefined;
        return told;
      },
      ({ body, savedAt }) =>
        savedAt === undefined ? build(body) : el('div', {}, keptLine(savedAt), build(body)),
    );
  };
  const changed = () => {
    if (place.isConnected === false) return client.removeEventListener('change', changed);
    const wasOnline = isOnline;
    isOnline = client.connection.state === 'online';
    if (isOnline && !wasOnline && isOld) load();
  };
  client.addEventListener('change', changed);
  return load;
}
