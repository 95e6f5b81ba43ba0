// @ts-check
/**
 * Searching the messages that this device holds, by the rules of the server's search
 * (docs/protocol.md, 5.2): words, the last one by its beginning, "quoted phrases", from:, in:,
 * before:, after:, has:link, has:image, has:file, has:voice; in texts, and in names and
 * descriptions of files. Pure.
 */
import { linksIn, nameOf, titleOf } from './views/format.js';

/**
 * @typedef {{words: string[], phrases: string[], from: string[], places: string[], before?: number,
 *   after?: number, hasLink: boolean, kinds: string[]}} Query
 */
/** @typedef {{conversation: string, message: any, snippet: string, file?: string}} Hit */
/** @typedef {{text: string, start: number, end: number}} Token */

const SNIPPET = 90;
const KINDS = ['image', 'file', 'voice'];

/** @param {string} text as letters are compared */
const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {string} text @returns {Token[]} */
const tokensOf = (text) =>
  Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu), (match) => ({
    text: folded(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));

/** @param {string} text @returns {Query} */
export function parseQuery(text) {
  /** @type {Query} */
  const query = { words: [], phrases: [], from: [], places: [], hasLink: false, kinds: [] };
  for (const [, key, quoted, plain] of text.matchAll(
    /(?:(from|in|before|after):\s*)?(?:"([^"]*)"?|(\S+))/giu,
  )) {
    const value = quoted ?? plain;
    if (key) {
      const name = key.toLowerCase();
      if (name === 'from') query.from.push(folded(value));
      else if (name === 'in') query.places.push(folded(value));
      else query[/** @type {'before' | 'after'} */ (name)] = Date.parse(`${value}T00:00:00Z`);
    } else if (quoted === undefined && value.toLowerCase() === 'has:link') {
      query.hasLink = true;
    } else if (
      quoted === undefined &&
      KINDS.some((kind) => value.toLowerCase() === `has:${kind}`)
    ) {
      query.kinds.push(value.toLowerCase().slice('has:'.length));
    } else if (tokensOf(value).length) {
      (quoted === undefined ? query.words : query.phrases).push(value);
    }
  }
  return query;
}

/**
 * @param {Iterable<import('./law.js').Feed>} feeds @param {string} text @param {string} me
 * @param {number} [limit]
 * @returns {Hit[]} newest first
 */
export function searchLocally(feeds, text, me, limit = 100) {
  const query = parseQuery(text);
  const wanted = [...query.words, ...query.phrases].map((value) =>
    tokensOf(value).map((token) => token.text),
  );
  const lastWord = query.words.length - 1;
  /** @type {Hit[]} */
  const hits = [];
  for (const feed of feeds) {
    if (
      !feed.conversation ||
      !query.places.every((place) => folded(titleOf(feed, me)).includes(place))
    )
      continue;
    for (const message of feed.messages) {
      if (message.deletedAt || !isMeant(query, feed, message)) continue;
      const texts = [{ text: message.text }, ...(message.attachments ?? []).map(wordsOf)].map(
        (part) => {
          const tokens = tokensOf(part.text);
          return {
            ...part,
            places: wanted.map((words, index) => placesOf(tokens, words, index === lastWord)),
          };
        },
      );
      if (wanted.every((_, index) => texts.some(({ places }) => places[index].length))) {
        const { text, file, places } = shownOf(texts);
        const snippet = snippetOf(text, places.flat());
        hits.push({ conversation: feed.feed, message, snippet, ...(file ? { file } : {}) });
      }
    }
  }
  return hits.sort((a, b) => b.message.createdAt - a.message.createdAt).slice(0, limit);
}

/**
 * What a file is found by.
 * @param {import('./generated/types').Attachment} file
 */
const wordsOf = ({ name, alt }) => ({ file: name, text: alt ? `${name}\n${alt}` : name });

/**
 * What shows why a message was found: its text, or the file with the most when that has nothing.
 * @template {{places: Token[][]}} Part
 * @param {Part[]} texts the message's own first
 */
function shownOf([own, ...files]) {
  const most = (/** @type {Part} */ { places }) => places.flat().length;
  if (most(own)) return own;
  return files.reduce((best, file) => (most(file) > most(best) ? file : best), own);
}

/**
 * Everything but the words.
 * @param {Query} query @param {import('./law.js').Feed} feed @param {any} message
 */
function isMeant({ words, phrases, from, places, before, after, hasLink, kinds }, feed, message) {
  if (
    !words.length &&
    !phrases.length &&
    !from.length &&
    !places.length &&
    before === undefined &&
    after === undefined &&
    !hasLink &&
    !kinds.length
  )
    return false;
  if (from.length && !from.every((name) => folded(nameOf(feed, message.sender)).includes(name)))
    return false;
  if (before !== undefined && !(message.createdAt < before)) return false;
  if (after !== undefined && !(message.createdAt >= after)) return false;
  const files = message.attachments ?? [];
  if (!kinds.every((kind) => files.some((/** @type {any} */ file) => file.kind === kind)))
    return false;
  return !hasLink || linksIn(message.text).some((part) => part.href?.startsWith('http'));
}

/**
 * Where words stand side by side.
 * @param {Token[]} tokens @param {string[]} words @param {boolean} isPrefix the last word may go on
 * @returns {Token[]}
 */
function placesOf(tokens, words, isPrefix) {
  const found = [];
  for (let index = 0; index + words.length <= tokens.length; index += 1) {
    const isHere = words.every((word, step) => {
      const { text } = tokens[index + step];
      return isPrefix && step === words.length - 1 ? text.startsWith(word) : text === word;
    });
    if (isHere)
      found.push({
        text: '',
        start: tokens[index].start,
        end: tokens[index + words.length - 1].end,
      });
  }
  return found;
}

/**
 * The text around the first match, matches between U+0002 and U+0003.
 * @param {string} text @param {Token[]} places
 */
function snippetOf(text, places) {
  const sorted = places.sort((a, b) => a.start - b.start);
  const start = Math.max(0, (sorted[0]?.start ?? 0) - (SNIPPET >> 1));
  const end = Math.min(text.length, start + 2 * SNIPPET);
  let snippet = start > 0 ? '…' : '';
  let at = start;
  for (const place of sorted) {
    if (place.start < at || place.end > end) continue;
    snippet += `${text.slice(at, place.start)}\u0002${text.slice(place.start, place.end)}\u0003`;
    at = place.end;
  }
  return snippet + text.slice(at, end) + (end < text.length ? '…' : '');
}
