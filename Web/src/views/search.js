// @ts-check
/**
 * Finding conversations and messages: by words, by meaning, and answers to questions; without
 * network among the messages of this device.
 */
import { arrowKeys, avatar, el, openDialog } from './dom.js';
import { nameOf, photoOf, shortTime, titleOf } from './format.js';
import { debounced } from './people.js';
import { fill, outputView } from './ai/output.js';
import { gistOf } from '../attachments.js';
import { searchLocally } from '../search.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../search.js').Hit} Hit */
/** @typedef {import('../generated/types').Findings} Findings */
/** @typedef {(id: string, message: string) => void} Go */

const MAXIMUM_MEANT = 10;
const PAGE = 30;
const HINT = 'Narrow it down: "a phrase", from:ada, in:team, has:image, after:2026-01-31';
/** A question of some words, also where its mark was left out. */
const ASKS = /\?$|^(?:who|whom|whose|what|when|where|which|why|how)(?:['’]s)?(?:\s+\S+){2}/i;
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
   * Enter takes the first of what was found, and waits for it when it is not there yet. A question
   * is asked instead: its answer may be in none of them.
   * @param {KeyboardEvent} event
   */
  const keyed = async (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    const query = input.value.trim();
    if (!query) return;
    await (search && search.query === query ? search.promise : find());
    if (input.value.trim() === query && dialog.isConnected)
      results.querySelector(ASKS.test(query) ? '.ask' : '.person, .result')?.click();
  };
  const input = el('input', {
    type: 'search',
    placeholder: 'Words or a question',
    'aria-label': 'Search messages',
    // Enter may have been quicker, and what it asked stays.
    oninput: debounced(() => {
      if (search?.query !== input.value.trim()) find();
    }),
    onkeydown: keyed,
  });
  const dialog = openDialog('Search', input, results);
  arrowKeys(dialog, input, '.results button');
  input.focus();
  find();
}

/**
 * Fills the list; done when all words have been looked for. What is found by its
 * meaning and the answer come later.
 * @param {Client} client @param {string} query @param {any} results @param {Go} go
 * @param {() => boolean} isWanted whether it is still this that is looked for
 */
async function run(client, query, results, go, isWanted) {
  const places = placesOf(client, query, go);
  if (!query) return results.replaceChildren(el('li', { class: 'muted' }, HINT), ...places);
  const isQuestion = query.endsWith('?');
  const findings = findingsOf(client, query, isQuestion);
  const later = isQuestion ? new Later() : undefined;
  const answering = answerRow(client, query, later, go);
  if (later && client.connection.state === 'online') results.replaceChildren(...places, answering);
  try {
    const { value: found } = await findings.next();
    if (!isWanted()) return findings.return(undefined);
    const shown = new Set();
    const hits = hitRows(client, found.results, shown, go);
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
    const meant = (/** @type {Findings} */ { hits, notice }) => {
      const unseen = hits?.filter(({ citation }) => !shown.has(citation.message)) ?? [];
      const view = meantView(client, unseen, notice, go);
      if (view) results.append(view);
    };
    follow(found, findings, meant, later, isWanted);
  } catch (error) {
    if (isWanted())
      results.replaceChildren(
        ...places,
        el('li', { class: 'problem' }, /** @type {Error} */ (error).message),
      );
  }
}

/**
 * What the server finds, all of it in one request; without network, what this device holds.
 * @param {Client} client @param {string} query @param {boolean} asks
 * @returns {AsyncGenerator<Findings & {isLocal?: boolean}, any>}
 */
async function* findingsOf(client, query, asks) {
  let hasCome = false;
  if (client.connection.state !== 'offline')
    try {
      for await (const found of client.intelligence.find(query, asks)) {
        hasCome = true;
        yield found;
      }
      return;
    } catch (error) {
      if (hasCome || /** @type {any} */ (error).code !== 'offline') throw error;
    }
  const results = searchLocally(client.feeds.values(), query, client.me);
  yield /** @type {any} */ ({ results, isLocal: true });
}

/**
 * What comes behind the words. They stay when it fails; a question says so.
 * @param {Findings} found @param {AsyncGenerator<Findings>} findings
 * @param {(found: Findings) => void} meant shows what was found by meaning
 * @param {Later | undefined} later the answer @param {() => boolean} isWanted
 */
async function follow(found, findings, meant, later, isWanted) {
  let isMeant = false;
  const take = (/** @type {Findings} */ found) => {
    if (found.hits && !isMeant) meant(found);
    isMeant ||= Boolean(found.hits);
    if (found.answer) later?.resolve(found.answer);
  };
  try {
    take(found);
    for await (const found of findings) {
      if (!isWanted()) return;
      take(found);
    }
    later?.reject(new Error('The answer was cut off.'));
  } catch (error) {
    later?.reject(error);
  }
}

/** An answer that comes with something else. */
class Later {
  /** @type {(answer: any) => void} */
  resolve = () => undefined;
  /** @type {(error: unknown) => void} */
  reject = () => undefined;
  promise = new Promise((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

/**
 * Another page of what has the words.
 * @param {Client} client @param {string} query @param {string} before
 * @returns {Promise<{results: Hit[], next?: string}>}
 */
const page = (client, query, before) =>
  client.session.call(
    'GET',
    `/v1/search?query=${encodeURIComponent(query)}&limit=${PAGE}&before=${encodeURIComponent(before)}`,
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
        avatar(titleOf(feed, client.me), feed.feed, { photo: photoOf(feed, client.me) }),
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
          const found = await page(client, query, next);
          const rows = hitRows(client, found.results, shown, go);
          row.replaceWith(
            ...rows,
            ...(found.next ? [moreRow(client, query, found.next, shown, go)] : []),
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
 * @param {Client} client @param {string} question @param {Later | undefined} later the answer that
 *   comes with the search; without one, and when that failed, it is asked for alone @param {Go} go
 */
function answerRow(client, question, later, go) {
  const place = el('li', { class: 'answer' });
  let first = later?.promise;
  const answer = () =>
    fill(
      place,
      () => {
        const coming = first ?? client.intelligence.ask(question);
        first = undefined;
        return coming;
      },
      (output) => outputView(client, output, go),
    );
  if (later) answer();
  else
    place.append(
      el(
        'button',
        { type: 'button', class: 'link ask', onclick: answer },
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
      ...more.map(({ citation, snippet, file }) =>
        resultView(
          client,
          {
            conversation: citation.conversation,
            message: { ...citation, id: citation.message },
            snippet,
            file,
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
  const parts = (hit.snippet || gistOf(hit.message))
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
      el(
        'span',
        { class: 'snippet', dir: 'auto' },
        hit.file && el('span', { class: 'muted' }, 'In a file: '),
        ...parts,
      ),
    ),
  );
}
