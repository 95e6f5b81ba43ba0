// @ts-check
/** How long things took in clients, in words and by kind. */

/** @typedef {import('./generated/types.js').ClientEventSummary} Summary */
/** @typedef {{day: number, where: string, count: string, half: string, most: string}} Line */

/** In the order in which they are shown. @type {[Summary['kind'], string, string][]} */
const KINDS = [
  ['messageSent', 'Sending', 'From sending a message until the server had it.'],
  ['messageDelivered', 'Delivery', 'From sending a message until all others had it.'],
  ['appLaunch', 'Start', 'From the start until the list of conversations was shown.'],
  ['conversationLoad', 'Opening a conversation', 'From choosing it until its messages were shown.'],
  ['summaryGenerated', 'Summaries', 'From asking for a summary or a digest until it was there.'],
];
const PLATFORMS = { web: 'Web', ios: 'iOS', terminal: 'Terminal', server: 'Server' };

/** @param {number} milliseconds */
export function durationText(milliseconds) {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  if (milliseconds < 3_600_000) return `${Math.round(milliseconds / 60_000)} min`;
  return 'an hour or more';
}

/** @param {Summary} summary @returns {Line} */
export const lineOf = ({ day, platform, version, count, waited, median, p95 }) => ({
  day,
  where: `${PLATFORMS[platform]} ${version}`,
  count: count.toLocaleString('en') + (waited ? `, ${waited.toLocaleString('en')} waited` : ''),
  half: durationText(median),
  most: durationText(p95),
});

/**
 * Kinds that something is known of, each with its lines, the newest day first.
 * @param {Summary[]} summaries
 * @returns {{title: string, about: string, lines: Line[]}[]}
 */
export const sections = (summaries) =>
  KINDS.map(([kind, title, about]) => ({
    title,
    about,
    lines: summaries.filter((summary) => summary.kind === kind).map(lineOf),
  })).filter(({ lines }) => lines.length > 0);
