// @ts-check
/** New conversations, search, and what could not be sent. */
import { arrowKeys, avatar, el, openDialog, reconcile } from './dom.js';
import { nameOf, shortTime, titleOf } from './format.js';
import { debounced, peoplePicker } from './people.js';
import { fill, outputView } from './ai/output.js';

/** @typedef {import('../client.js').Client} Client */

const MAXIMUM_MEANT = 10;

/** @param {Client} client @param {(id: string) => void} open */
export function newConversation(client, open) {
  /** @type {Map<string, any>} */
  const chosen = new Map();
  const chips = el('div', { class: 'chips' });
  const name = el('input', { placeholder: 'Group name', 'aria-label': 'Group name', maxlength: 80, hidden: true, oninput: () => checked() });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const create = el('button', { type: 'button', class: 'primary', disabled: true, onclick: async () => {
    const members = [...chosen.keys()];
    const isGroup = members.length > 1 || name.value.trim() !== '';
    try {
      open(await client.createConversation(isGroup ? { kind: 'group', members, name: name.value.trim() } : { kind: 'direct', members }));
      dialog.close();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  } }, 'Start');
  const checked = () => {
    const needsName = chosen.size > 1;
    create.disabled = chosen.size === 0 || (needsName && !name.value.trim());
    create.textContent = needsName || name.value.trim() ? 'Create group' : 'Start';
  };
  const update = () => {
    chips.replaceChildren(...[...chosen.values()].map((user) => el('button', { type: 'button', class: 'chip', 'aria-label': `Remove ${user.name}`, onclick: () => { chosen.delete(user.id); update(); } }, user.name, ' ×')));
    name.hidden = chosen.size === 0;
    name.placeholder = chosen.size > 1 ? 'Group name' : 'Group name (leave empty for a direct conversation)';
    checked();
    picker.refresh();
  };
  const picker = peoplePicker(client, (user) => { chosen.set(user.id, user); update(); }, () => new Set(chosen.keys()));
  const dialog = openDialog('New conversation', chips, picker.node, name, problem, el('footer', {}, create));
  picker.focus();
}

/** @param {Client} client @param {(id: string, message?: string) => void} open */
export function searchDialog(client, open) {
  const results = el('ul', { class: 'plain-list results', 'aria-live': 'polite' });
  const go = (/** @type {string} */ id, /** @type {string} */ message) => { dialog.close(); open(id, message); };
  const find = async () => {
    const query = input.value.trim();
    const words = query.toLowerCase();
    const matches = [...client.feeds.values()].filter((feed) => feed.conversation && titleOf(feed, client.me).toLowerCase().includes(words)).slice(0, 5);
    const places = matches.map((feed) => el('li', {}, el('button', { type: 'button', class: 'person', onclick: () => go(feed.feed, '') }, avatar(titleOf(feed, client.me), feed.feed), el('strong', {}, titleOf(feed, client.me)))));
    if (!query) return results.replaceChildren(...places);
    const isQuestion = query.endsWith('?');
    const answering = answerRow(client, query, isQuestion, go);
    if (isQuestion) results.replaceChildren(...places, answering);
    try {
      const answer = await client.session.call('GET', `/v1/search?query=${encodeURIComponent(query)}&limit=30`);
      if (input.value.trim() !== query) return;
      const found = answer.results.map((/** @type {any} */ hit) => resultView(client, hit, go));
      const none = found.length || places.length || isQuestion ? [] : [el('li', { class: 'muted' }, 'No message has these words.')];
      results.replaceChildren(...places, ...(isQuestion ? [answering, ...found] : [...found, ...none, answering]));
      const known = new Set(answer.results.map((/** @type {any} */ hit) => hit.message.id));
      await byMeaning(query, known);
    } catch (error) {
      results.replaceChildren(...places, el('li', { class: 'problem' }, /** @type {Error} */ (error).message));
    }
  };
  /** What has none of the words but means the same; the words stay when this fails. @param {string} query @param {Set<string>} known */
  const byMeaning = async (query, known) => {
    const { hits, notice } = await client.intelligence.search(query).catch(() => ({ hits: [], notice: undefined }));
    if (input.value.trim() !== query) return;
    const more = meantView(client, hits.filter(({ citation }) => !known.has(citation.message)), notice, go);
    if (more) results.append(more);
  };
  const input = el('input', { type: 'search', placeholder: 'Search: words, "a phrase", from:ada, in:team, after:2026-01-31', 'aria-label': 'Search messages', oninput: debounced(find) });
  const dialog = openDialog('Search', input, results);
  arrowKeys(dialog, input, '.results button');
  input.focus();
  find();
}

/** @param {Client} client @param {string} question @param {boolean} isAsked at once @param {(id: string, message: string) => void} go */
function answerRow(client, question, isAsked, go) {
  const place = el('li', { class: 'answer' });
  const ask = () => fill(place, () => client.intelligence.ask(question), (output) => outputView(client, output, go));
  if (isAsked) ask();
  else place.append(el('button', { type: 'button', class: 'link', onclick: ask }, `Answer “${question}” from my conversations`));
  return place;
}

/** What was found by its meaning, and what went otherwise: that is told whether more was found or not. @param {Client} client @param {any[]} hits @param {string | undefined} notice @param {(id: string, message: string) => void} go */
export function meantView(client, hits, notice, go) {
  const said = notice && el('p', { class: 'muted' }, notice);
  const more = hits.slice(0, MAXIMUM_MEANT);
  if (!more.length) return said && el('li', {}, said);
  return el('li', {}, el('h3', { class: 'results-title' }, 'By meaning'), said, el('ul', {},
    ...more.map(({ citation, snippet }) => resultView(client, { conversation: citation.conversation, message: { ...citation, id: citation.message }, snippet }, go))));
}

/** @param {Client} client @param {any} hit @param {(id: string, message: string) => void} go */
function resultView(client, hit, go) {
  const feed = client.feeds.get(hit.conversation);
  // U+0002 and U+0003 surround matches.
  const parts = hit.snippet.split(/\u0002([^\u0003]*)\u0003/).map((/** @type {string} */ part, /** @type {number} */ index) => (index % 2 ? el('mark', {}, part) : part));
  return el('li', {}, el('button', { type: 'button', class: 'result', onclick: () => go(hit.conversation, hit.message.id) },
    el('span', { class: 'row-top' }, el('strong', {}, feed ? `${nameOf(feed, hit.message.sender)} in ${titleOf(feed, client.me)}` : 'Message'), el('time', {}, shortTime(hit.message.createdAt))),
    el('span', { class: 'snippet', dir: 'auto' }, ...parts)));
}

/** Messages to conversations that are not here any more: nothing that was written is thrown away unasked. @param {Client} client */
export function unsentDialog(client) {
  const list = el('ul', { class: 'plain-list' });
  const dialog = openDialog('Unsent messages', el('p', { class: 'muted' }, 'These were written to conversations that you are no longer in.'), list);
  const update = () => {
    const entries = client.unsent();
    if (!entries.length) return dialog.close();
    reconcile(list, entries.map((entry) => ({
      key: String(entry.id), signature: '',
      build: () => el('li', { class: 'person' }, el('span', { class: 'earlier', dir: 'auto' }, entry.operation.text ?? 'A message to delete'),
        el('button', { type: 'button', onclick: () => client.discard(entry.operation.id) }, 'Discard')),
    })));
  };
  client.addEventListener('change', update);
  dialog.addEventListener('close', () => client.removeEventListener('change', update));
  update();
}
