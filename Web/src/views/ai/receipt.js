// @ts-check
/** What an answer of the AI rests on: what was read, and who got it. */
import { el } from '../dom.js';

/** How the server's own engine is called, before its version. */
const ON_BOX = 'on-box';

const messages = (/** @type {number} */ count) =>
  `${count} ${count === 1 ? 'message' : 'messages'}`;

/**
 * What was read and whom it was told, in a sentence; of what the server answered out of
 * itself there is nothing to say.
 * @param {import('../../intelligence.js').Receipt} receipt
 */
function receiptText({ model, place, messagesRead, messagesSent }) {
  const read = messagesRead ? `Read ${messages(messagesRead)}` : '';
  if (model.startsWith(ON_BOX)) return read && `${read} on your server.`;
  const by = `Answered by ${model} on ${place}`;
  if (messagesSent) return `${by}, which got ${messages(messagesSent)}.`;
  return read ? `${by}. ${read}, sent none.` : `${by}.`;
}

/** The same for who wants to know. @param {import('../../intelligence.js').Receipt} receipt */
function receiptDetails(receipt) {
  const sent = receipt.messagesSent
    ? `${receipt.messagesSent} sent to ${receipt.place}`
    : 'nothing left the server';
  const time = receipt.isCached ? 'from an earlier answer' : `${receipt.milliseconds} ms`;
  return `${receipt.model} · ${messages(receipt.messagesRead)} read, ${sent} · ${time}`;
}

/**
 * @param {import('../../intelligence.js').Receipt} receipt
 * @param {string} [reason] why it was answered so
 */
export function receiptLine(receipt, reason) {
  const text = receiptText(receipt);
  const title = [reason, receiptDetails(receipt)].filter(Boolean).join('\n');
  return text && el('p', { class: 'receipt', title }, text);
}
