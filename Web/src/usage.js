// @ts-check
/** What admins see of the workspace as a whole, in words. */
import { sizeText } from './attachments.js';

/** @typedef {import('./generated/types.js').WorkspaceTotals} Totals */
/** @typedef {import('./generated/types.js').AIUse} Use */
/** @typedef {import('./generated/types.js').AIRating} Rating */
/** @typedef {import('./generated/types.js').ConversationOverview} Overview */

const FEATURES = /** @type {Record<string, string>} */ ({
  summarizeThread: 'Summaries',
  summarizeUnread: 'Digests',
  askConversations: 'Answers',
  extractActionItems: 'Tasks, looked for again',
  trackDecisions: 'Decisions, looked for again',
  searchConversations: 'Search by meaning',
  suggestMeetingTimes: 'Meeting times',
  talkToAssistant: 'Assistant',
  indexMessages: 'Reading messages for search',
  readConversations: 'Reading new messages',
  tryModel: 'Trying a model',
});

const KINDS = /** @type {Record<string, string>} */ ({
  summary: 'Summaries',
  digest: 'Digests',
  answer: 'Answers',
  meeting: 'Meeting times',
  priority: 'Places in the inbox',
  action_item: 'Tasks that were found',
  decision: 'Decisions that were found',
  scheduling: 'Wishes to meet that were found',
});

/** @param {number} value */
const grouped = (value) => value.toLocaleString('en');

/** @param {number} value @param {string} one @param {string} many */
const counted = (value, one, many) => `${grouped(value)} ${value === 1 ? one : many}`;

/** @param {Totals} totals @returns {string[]} */
export const totalsText = (totals) => [
  counted(totals.people, 'person', 'people') +
    (totals.disabled
      ? `, and ${counted(totals.disabled, 'disabled account', 'disabled accounts')}`
      : ''),
  `${counted(totals.groups, 'group', 'groups')} and ` +
    counted(totals.directConversations, 'direct conversation', 'direct conversations'),
  counted(totals.messages, 'message', 'messages'),
  `${sizeText(totals.fileBytes)} of files, of ${sizeText(totals.mostFileBytes)} in all and ` +
    `${sizeText(totals.mostFileBytesEach)} for each person`,
];

/**
 * How far the AI is with reading messages, by looks at how many wait, oldest first.
 * @param {{at: number, waiting: number}[]} looks milliseconds, messages @returns {string}
 */
export function readingText(looks) {
  const [first, last] = [looks[0], looks[looks.length - 1]];
  if (last.waiting === 0) return 'The AI has read all messages.';
  const told = `${counted(last.waiting, 'message is', 'messages are')} still to be read by the AI, the newest first`;
  const perSecond = ((first.waiting - last.waiting) / Math.max(1, last.at - first.at)) * 1000;
  if (perSecond <= 0) return `${told}.`;
  const minutes = Math.ceil(last.waiting / perSecond / 60);
  const left =
    minutes < 120
      ? counted(minutes, 'minute', 'minutes')
      : counted(Math.ceil(minutes / 60), 'hour', 'hours');
  return `${told}: ${grouped(Math.max(1, Math.round(perSecond)))} a second, done in about ${left}.`;
}

/** What an operation is called on screen. @param {string} feature */
export const featureName = (feature) =>
  FEATURES[feature] ??
  feature.replace(/([A-Z])/g, ' $1').replace(/^./, (first) => first.toUpperCase());

/** @param {Use} use @returns {string} */
export function useText({ requests, cached, inputTokens, outputTokens, cost }) {
  const parts = [counted(requests, 'request', 'requests')];
  if (cached) parts.push(`${grouped(cached)} from the cache`);
  if (inputTokens + outputTokens)
    parts.push(`${grouped(inputTokens)} tokens read, ${grouped(outputTokens)} written`);
  parts.push(costText(cost));
  return parts.join(' · ');
}

/** @param {number | undefined} cost in millionths of a dollar */
const costText = (cost) =>
  cost === undefined ? 'no price known' : cost === 0 ? 'free' : `$${(cost / 1_000_000).toFixed(4)}`;

/** @param {Rating} rating @returns {string} */
export const ratingText = ({ kind, model, version, helpful, unhelpful }) =>
  `${KINDS[kind] ?? kind} by ${model}${version ? ` (version ${version})` : ''}: ${grouped(helpful)} of ${grouped(helpful + unhelpful)} found helpful`;

/** @param {Overview} group @param {(time: number) => string} dayOf @returns {string} */
export const groupText = ({ members, messages, lastMessageAt, isIntelligenceOn }, dayOf) =>
  [
    counted(members, 'member', 'members'),
    counted(messages, 'message', 'messages'),
    lastMessageAt && `last ${dayOf(lastMessageAt)}`,
    !isIntelligenceOn && 'AI off',
  ]
    .filter(Boolean)
    .join(' · ');
