// @ts-check
/**
 * Finding conversations and messages: by words, by meaning, and answers to questions; without
 * network among the messages of this device.
 */
import { arrowKeys, avatar, el, openDialog } from './dom.js';
import { nameOf, shortTime, titleOf } from './format.js';
import { debounced } from './people.js';
import { fill, outputView } from './ai/output.js';
import { exactNumber, searchLocally } from '../search.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../search.js').Hit} Hit */
/** @typedef {(id: string, message: string) => void} Go */

const MAXIMUM_MEANT = 10;
const PAGE = 30;
const LOCAL = 'You are offline: these are from the messages on this device.';

/** @param {Client} client @param {(id: string, message?: string) => void} open */
export function searchDialog(client, open) {
  const results = el('ul', { class: 'plain-list results', 'aria-live': 'polite' });
  const go = (/** @type {string} */ id, /** @type {string} */ message) => {
    dialog.close();
    open(id, message);
  };
  /** @type {{query: string, promise: Promise<void>} | undefined} */
  let search;
  const find = () => {
    const query = input.value.trim();
    search = {
      query,
      promise: run(
        client,
        query,
        results,
        go,
        () => input.value.trim() === query && dialog.isConnected,
      ),
    };
    return search.promise;
  };
  /**
   * Enter takes the first of what was found, and waits for it when it is not there yet.
   * @param {KeyboardEvent} event
   */
  const keyed = async (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    const query = input.value.trim();
    if (!query) return;
    await (search && search.query === query ? search.promise : find());
    if (input.value.trim() === query && dialog.isConnected)
      results.querySelector('.person, .result')?.click();
  };
  const input = el('input', {
    type: 'search',
    placeholder: 'Search: words, "a phrase", from:ada, in:team, after:2026-01-31',
    'aria-label': 'Search messages',
    oninput: debounced(find),
    onkeydown: keyed,
  });
  const dialog = openDialog('Search', input, results);
  arrowKeys(dialog, input, '.results button');
  input.focus();
  find();
}

/**
 * Fills the list; done when all words have been looked for. What is found by its
 * meaning comes later.
 * @param {Client} client @param {string} query @param {any} results @param {Go} go
 * @param {() => boolean} isWanted whether it is still this that is looked for
 */
async function run(client, query, results, go, isWanted) {
  const places = placesOf(client, query, go);
  if (!query) return results.replaceChildren(...places);
  const isQuestion = query.endsWith('?');
  const answering = answerRow(
    client,
    query,
    isQuestion && client.connection.state === 'online',
    go,
  );
  if (isQuestion) results.replaceChildren(...places, answering);
  try {
    const found = await wordsIn(client, query);
    if (!isWanted()) return;
    const shown = new Set();
    const hits = hitRows(client, found.hits, shown, go);
    const none =
      hits.length || places.length || isQuestion
        ? []
        : [el('li', { class: 'muted' }, 'No message has these words.')];
    const said = found.isLocal ? [el('li', { class: 'muted' }, LOCAL)] : [];
    const more = found.next ? [moreRow(client, query, found.next, shown, go)] : [];
    const asked = found.isLocal ? [] : [answering];
    results.replaceChildren(
      ...said,
      ...places,
      ...(isQuestion ? [...asked, ...hits, ...more] : [...hits, ...more, ...none, ...asked]),
    );
    if (!found.isLocal) byMeaning(client, query, shown, results, go, isWanted);
  } catch (error) {
    if (isWanted())
      results.replaceChildren(
        ...places,
        el('li', { class: 'problem' }, /** @type {Error} */ (error).message),
      );
  }
}

/**
 * @param {Client} client @param {string} query
 * @returns {Promise<{hits: Hit[], next?: string, isLocal: boolean}>}
 */
async function wordsIn(client, query) {
  const local = () => ({
    hits: searchLocally(client.feeds.values(), query, client.me),
    isLocal: true,
  });
  if (client.connection.state === 'offline') return local();
  try {
    const exact = exactNumber(query);
    const [first, all] = await Promise.all([
      exact ? ask(client, exact) : undefined,
      ask(client, query),
    ]);
    return { hits: [...(first?.results ?? []), ...all.results], next: all.next, isLocal: false };
  } catch (error) {
    if (/** @type {any} */ (error).code === 'offline') return local();
    throw error;
  }
}

/**
 * @param {Client} client @param {string} query @param {string} [before]
 * @returns {Promise<{results: Hit[], next?: string}>}
 */
const ask = (client, query, before) =>
  client.session.call(
    'GET',
    `/v1/search?query=${encodeURIComponent(query)}&limit=${PAGE}${before ? `&before=${encodeURIComponent(before)}` : ''}`,
  );

/** Conversations by name. @param {Client} client @param {string} query @param {Go} go */
function placesOf(client, query, go) {
  const words = query.toLowerCase();
  const matches = [...client.feeds.values()]
    .filter((feed) => feed.conversation && titleOf(feed, client.me).toLowerCase().includes(words))
    .slice(0, 5);
  return matches.map((feed) =>
    el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'person', onclick: () => go(feed.feed, '') },
        avatar(titleOf(feed, client.me), feed.feed),
        el('strong', {}, titleOf(feed, client.me)),
      ),
    ),
  );
}

/**
 * Those that are not shown yet.
 * @param {Client} client @param {Hit[]} hits @param {Set<string>} shown @param {Go} go
 */
function hitRows(client, hits, shown, go) {
  return hits.flatMap((hit) => {
    if (shown.has(hit.message.id)) return [];
    shown.add(hit.message.id);
    return [resultView(client, hit, go)];
  });
}

/**
 * @param {Client} client @param {string} query @param {string} next @param {Set<string>} shown
 * @param {Go} go
 */
export function moreRow(client, query, next, shown, go) {
  const problem = el('p', { class: 'problem', role: 'alert' });
  const button = el(
    'button',
    {
      type: 'button',
      class: 'link',
      onclick: async () => {
        button.disabled = true;
        try {
          const page = await ask(client, query, next);
          const rows = hitRows(client, page.results, shown, go);
          row.replaceWith(
            ...rows,
            ...(page.next ? [moreRow(client, query, page.next, shown, go)] : []),
          );
          rows[0]?.querySelector('button')?.focus();
        } catch (error) {
          button.disabled = false;
          problem.textContent = /** @type {Error} */ (error).message;
        }
      },
    },
    'More results',
  );
  const row = el('li', { class: 'more' }, button, problem);
  return row;
}

/**
 * What has none of the words but means the same; the words stay when this fails.
 * @param {Client} client @param {string} query @param {Set<string>} known
 * @param {HTMLElement} results @param {Go} go @param {() => boolean} isWanted
 */
async function byMeaning(client, query, known, results, go, isWanted) {
  const { hits, notice } = await client.intelligence
    .search(query)
    .catch(() => ({ hits: [], notice: undefined }));
  if (!isWanted()) return;
  const more = meantView(
    client,
    hits.filter(({ citation }) => !known.has(citation.message)),
    notice,
    go,
  );
  if (more) results.append(more);
}

/**
 * @param {Client} client @param {string} question @param {boolean} isAsked at once @param {Go} go
 */
function answerRow(client, question, isAsked, go) {
  const place = el('li', { class: 'answer' });
  const answer = () =>
    fill(
      place,
      () => client.intelligence.ask(question),
      (output) => outputView(client, output, go),
    );
  if (isAsked) answer();
  else
    place.append(
      el(
        'button',
        { type: 'button', class: 'link', onclick: answer },
        `Answer “${question}” from my conversations`,
      ),
    );
  return place;
}

/**
 * What was found by its meaning, and what went otherwise: that is told whether more
 * was found or not.
 * @param {Client} client @param {any[]} hits @param {string | undefined} notice @param {Go} go
 */
export function meantView(client, hits, notice, go) {
  const said = notice && el('p', { class: 'muted' }, notice);
  const more = hits.slice(0, MAXIMUM_MEANT);
  if (!more.length) return said && el('li', {}, said);
  return el(
    'li',
    {},
    el('h3', { class: 'results-title' }, 'By meaning'),
    said,
    el(
      'ul',
      {},
      ...more.map(({ citation, snippet }) =>
        resultView(
          client,
          {
            conversation: citation.conversation,
            message: { ...citation, id: citation.message },
            snippet,
          },
          go,
        ),
      ),
    ),
  );
}

/** @param {Client} client @param {Hit} hit @param {Go} go */
function resultView(client, hit, go) {
  const feed = client.feeds.get(hit.conversation);
  // U+0002 and U+0003 surround matches.
  const parts = hit.snippet
    .split(/\u0002([^\u0003]*)\u0003/)
    .map((part, index) => (index % 2 ? el('mark', {}, part) : part));
  return el(
    'li',
    {},
    el(
      'button',
      { type: 'button', class: 'result', onclick: () => go(hit.conversation, hit.message.id) },
      el(
        'span',
        { class: 'row-top' },
        el(
          'strong',
          {},
          feed ? `${nameOf(feed, hit.message.sender)} in ${titleOf(feed, client.me)}` : 'Message',
        ),
        el('time', {}, shortTime(hit.message.createdAt)),
      ),
      el('span', { class: 'snippet', dir: 'auto' }, ...parts),
    ),
  );
}
