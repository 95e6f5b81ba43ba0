// @ts-check
/** New conversations, members of a group, search. */
import { avatar, el, iconButton, openDialog, openMenu, reconcile, toast } from './dom.js';
import { mine, presentMembers } from '../law.js';
import { nameOf, shortTime, titleOf } from './format.js';

/** @typedef {import('../client.js').Client} Client */

/** @param {() => void} body @param {number} [delay] */
function debounced(body, delay = 200) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(body, delay); };
}

/**
 * A field that finds people, and the list of those found.
 * @param {Client} client @param {(user: any) => void} choose @param {() => Set<string>} hidden
 */
function peoplePicker(client, choose, hidden) {
  const results = el('ul', { class: 'plain-list people', 'aria-label': 'People' });
  const find = async () => {
    try {
      const { users } = await client.session.call('GET', `/v1/users?query=${encodeURIComponent(input.value.trim())}&limit=20`);
      const shown = users.filter((/** @type {any} */ user) => user.id !== client.me && !hidden().has(user.id));
      results.replaceChildren(...shown.map((/** @type {any} */ user) => el('li', {}, el('button', { type: 'button', class: 'person', onclick: () => { input.value = ''; input.focus(); choose(user); } },
        avatar(user.name, user.id), el('span', {}, el('strong', { dir: 'auto' }, user.name), el('small', {}, user.email))))));
      if (!shown.length) results.replaceChildren(el('li', { class: 'muted' }, input.value ? 'Nobody found.' : 'Nobody else is here yet.'));
    } catch (error) {
      results.replaceChildren(el('li', { class: 'problem' }, /** @type {Error} */ (error).message));
    }
  };
  const input = el('input', { type: 'search', placeholder: 'Name or e-mail', 'aria-label': 'Find people', oninput: debounced(find) });
  find();
  return { node: el('div', { class: 'picker' }, input, results), refresh: find, focus: () => input.focus() };
}

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

/** @param {Client} client @param {string} id */
export function membersDialog(client, id) {
  const call = (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ value) =>
    client.session.call(method, `/v1/conversations/${id}${path}`, value).catch((/** @type {Error} */ error) => toast(error.message));
  const name = el('input', { value: client.feeds.get(id)?.conversation?.name ?? '', required: true, maxlength: 80, 'aria-label': 'Group name' });
  const rename = el('form', { class: 'inline', onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    await call('PATCH', '', { name: name.value.trim() });
  } }, name, el('button', { type: 'submit' }, 'Rename'));
  const list = el('ul', { class: 'plain-list', 'aria-label': 'Members' });
  const present = () => new Set(presentMembers(client.feeds.get(id) ?? /** @type {any} */ ({ members: [] })).map((member) => member.user));
  const picker = peoplePicker(client, async (user) => { await call('POST', '/members', { users: [user.id] }); }, present);
  const adding = el('details', {}, el('summary', {}, 'Add people'), picker.node);
  const dialog = openDialog('Members', rename, list, adding,
    el('footer', {}, el('button', { type: 'button', class: 'danger', onclick: async () => { await call('DELETE', `/members/${client.me}`); dialog.close(); } }, 'Leave group')));
  let people = '';
  const update = () => {
    const feed = client.feeds.get(id);
    if (!feed) return dialog.close();
    rename.hidden = adding.hidden = mine(feed, client.me)?.role !== 'admin';
    reconcile(list, presentMembers(feed).map((member) => memberEntry(client, member, !rename.hidden, call)));
    const now = [...present()].join();
    if (now !== people) picker.refresh();
    people = now;
  };
  client.addEventListener('change', update);
  dialog.addEventListener('close', () => client.removeEventListener('change', update));
  update();
}

/** @param {Client} client @param {any} member @param {boolean} isAdmin @param {(method: string, path: string, value?: any) => any} call */
function memberEntry(client, member, isAdmin, call) {
  const { user, name, role } = member;
  const presence = client.presence.get(user)?.state;
  const isMe = user === client.me;
  const menu = [
    role === 'admin' ? { label: 'Make a member', action: () => call('PATCH', `/members/${user}`, { role: 'member' }) }
      : { label: 'Make an admin', action: () => call('PATCH', `/members/${user}`, { role: 'admin' }) },
    { label: 'Remove from group', danger: true, action: () => call('DELETE', `/members/${user}`) },
  ];
  return {
    key: user, signature: JSON.stringify([name, role, presence, isAdmin]),
    build: () => el('li', { class: 'person' }, avatar(name, user, presence),
      el('span', {}, el('strong', { dir: 'auto' }, isMe ? `${name} (you)` : name), role === 'admin' && el('small', {}, 'Admin')),
      isAdmin && !isMe && iconButton('more', `Options for ${name}`, (event) => openMenu(/** @type {any} */ (event.currentTarget), menu))),
  };
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
    try {
      const answer = await client.session.call('GET', `/v1/search?query=${encodeURIComponent(query)}&limit=30`);
      if (input.value.trim() !== query) return;
      const found = answer.results.map((/** @type {any} */ hit) => resultView(client, hit, go));
      results.replaceChildren(...places, ...(found.length || places.length ? found : [el('li', { class: 'muted' }, 'Nothing found.')]));
    } catch (error) {
      results.replaceChildren(...places, el('li', { class: 'problem' }, /** @type {Error} */ (error).message));
    }
  };
  const input = el('input', { type: 'search', placeholder: 'Search: words, "a phrase", from:ada, in:team, after:2026-01-31', 'aria-label': 'Search messages', oninput: debounced(find) });
  const dialog = openDialog('Search', input, results);
  input.focus();
  find();
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
