// @ts-check
/** Finding people. */
import { arrowKeys, avatar, el } from './dom.js';

/** @typedef {import('../client.js').Client} Client */

/** @param {() => void} body @param {number} [delay] @returns {() => void} */
export function debounced(body, delay = 200) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(body, delay); };
}

/**
 * A field that finds people, and the list of those found.
 * @param {Client} client @param {(user: any) => void} choose @param {() => Set<string>} hidden
 * @returns {{node: HTMLElement, refresh: () => void, focus: () => void}}
 */
export function peoplePicker(client, choose, hidden) {
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
  const node = el('div', { class: 'picker' }, input, results);
  arrowKeys(node, input, 'button');
  find();
  return { node, refresh: find, focus: () => input.focus() };
}
