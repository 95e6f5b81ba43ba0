// @ts-check
/** What was found with little confidence waits for a member to accept or dismiss it. */
import { el } from '../dom.js';
import { nameOf } from '../format.js';

/** `Insight.leastSure` of the server. */
const LEAST_SURE = 0.5;

/** On no list and never overdue until somebody accepts it. @param {any} insight */
export const isMaybe = (insight) =>
  insight.status === 'open' &&
  insight.kind !== 'scheduling' &&
  !insight.createdBy &&
  insight.confidence < LEAST_SURE;

/** @param {any} insight @param {() => void} accept @param {() => void} dismiss */
export const maybeButtons = (insight, accept, dismiss) =>
  el(
    'div',
    { class: 'maybe-buttons' },
    el(
      'button',
      { type: 'button', 'aria-label': `Accept: ${insight.text}`, onclick: accept },
      'Accept',
    ),
    el(
      'button',
      { type: 'button', 'aria-label': `Dismiss: ${insight.text}`, onclick: dismiss },
      'Dismiss',
    ),
  );

/**
 * How a task was closed, when a message says that it is done.
 * @param {any} feed @param {any} insight
 */
export const reportOf = (feed, insight) =>
  insight.report && `Done: ${nameOf(feed, insight.report.sender)} said “${insight.report.text}”`;

/** What found it: this server, or a connected model. @param {any} insight */
export const finderOf = (insight) =>
  insight.model.startsWith('on-box ')
    ? `${insight.model} on this server`
    : `${insight.model}, the connected model`;

/** What found it, and how sure that is. @param {any} insight */
export function originOf(insight) {
  if (insight.createdBy) return 'Marked by hand.';
  const isAccepted = insight.isEdited && insight.confidence === 1;
  const sure = isAccepted
    ? 'accepted by a member'
    : `${Math.round(insight.confidence * 100)} % sure`;
  return `Found by ${finderOf(insight)}, ${sure}.`;
}
