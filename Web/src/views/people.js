// @ts-check
/** Finding people. */
import { arrowKeys, avatar, el } from './dom.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {{id: string, name: string, email?: string, photo?: string}} Person */

/** As many as the server names at once; a workspace of fewer is known whole. */
const PAGE = 100;
const MAXIMUM_SHOWN = 30;

/** @param {() => void} body @param {number} [delay] @returns {() => void} */
export function debounced(body, delay = 200) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(body, delay);
  };
}

/** Without case and accents. @param {string} text */
const folded = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/**
 * How many letters must be changed, left out, put in or swapped to make `word` the
 * beginning of `name`.
 * @param {string} word @param {string} name
 */
function distance(word, name) {
  const rows = [Array.from({ length: name.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= word.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= name.length; column += 1) {
      const isSame = word[row - 1] === name[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        word[row - 1] === name[column - 2] &&
        word[row - 2] === name[column - 1];
      rows[row].push(
        Math.min(
          rows[row - 1][column] + 1,
          rows[row][column - 1] + 1,
          rows[row - 1][column - 1] + (isSame ? 0 : 1),
          isSwapped ? rows[row - 2][column - 2] + 1 : Infinity,
        ),
      );
    }
  }
  return Math.min(...rows[word.length]);
}

/**
 * How well a person answers to what was typed: 0 begins so, 1 has it inside, 2 nearly has it,
 * Infinity not at all.
 * @param {string} query @param {Person} person
 */
function score(query, { name, email = '' }) {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const parts = [...folded(name).split(/[\s-]+/), email.toLowerCase()];
  const whole = `${folded(name)} ${email.toLowerCase()}`;
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 0;
  if (words.every((word) => whole.includes(word))) return 1;
  const isNear = (/** @type {string} */ word) =>
    parts.some((part) => distance(word, part) <= (word.length < 4 ? 0 : word.length < 8 ? 1 : 2));
  return words.every(isNear) ? 2 : Infinity;
}

/**
 * Whom to show, best first: those one has written with last come first among equals. Near misses
 * only where nothing else is found.
 * @template {Person} P
 * @param {P[]} people @param {string} query
 * @param {Map<string, number>} lastAt when one had to do with them @returns {P[]}
 */
export function matching(people, query, lastAt) {
  const scored = people.map((person) => ({ person, score: score(query, person) }));
  const best = Math.min(...scored.map((one) => one.score));
  const worst = best === 2 ? 2 : 1;
  return scored
    .filter((one) => one.score <= worst)
    .sort(
      (a, b) =>
        a.score - b.score ||
        (lastAt.get(b.person.id) ?? 0) - (lastAt.get(a.person.id) ?? 0) ||
        a.person.name.localeCompare(b.person.name),
    )
    .map((one) => one.person);
}

/**
 * Those I share a conversation with, as this device has them, and when each last wrote, or was
 * written to alone.
 * @param {Client} client
 */
export function known(client) {
  /** @type {Map<string, Person>} */
  const people = new Map();
  /** @type {Map<string, number>} */
  const lastAt = new Map();
  const saw = (/** @type {string} */ user, /** @type {number} */ at) =>
    lastAt.set(user, Math.max(at, lastAt.get(user) ?? 0));
  for (const { conversation, members, messages } of client.feeds.values()) {
    const others = members.filter((member) => member.user !== client.me && !member.leftAt);
    for (const { user, name, photo } of others) people.set(user, { id: user, name, photo });
    if (conversation?.kind === 'direct')
      for (const { user } of others) saw(user, messages.at(-1)?.createdAt ?? 0);
    else for (const { sender, createdAt } of messages) saw(sender, createdAt);
  }
  return { people: [...people.values()], lastAt };
}

/**
 * A field that finds people, and the list of those found: at first everybody, those one has written
 * with last at the top.
 * @param {Client} client @param {(user: any) => void} choose @param {() => Set<string>} hidden
 * @returns {{node: HTMLElement, refresh: () => void, focus: () => void}}
 */
export function peoplePicker(client, choose, hidden) {
  const results = el('ul', { class: 'plain-list people', 'aria-label': 'People' });
  const status = el('p', { class: 'visually-hidden', role: 'status' });
  /** @type {Map<string, Person>} */
  const found = new Map();
  let isWhole = false;
  let isLoaded = false;
  const show = () => {
    const query = input.value.trim();
    const { people, lastAt } = known(client);
    const all = new Map([
      ...people.map((person) => /** @type {[string, Person]} */ ([person.id, person])),
      ...found,
    ]);
    const without = hidden();
    const candidates = [...all.values()].filter(
      (person) => person.id !== client.me && !without.has(person.id),
    );
    const shown = matching(candidates, query, lastAt).slice(0, MAXIMUM_SHOWN);
    results.replaceChildren(
      ...shown.map((user) =>
        el(
          'li',
          {},
          el(
            'button',
            {
              type: 'button',
              class: 'person',
              onclick: () => {
                input.value = '';
                input.focus();
                choose(user);
                show();
              },
            },
            avatar(user.name, user.id, user),
            el(
              'span',
              {},
              el('strong', { dir: 'auto' }, user.name),
              user.email && el('small', {}, user.email),
            ),
          ),
        ),
      ),
    );
    const none = query ? 'Nobody found.' : 'Nobody else is here yet.';
    if (!shown.length)
      results.replaceChildren(el('li', { class: 'muted' }, isLoaded ? none : 'Loading…'));
    status.textContent = query && isLoaded ? (shown.length ? `${shown.length} found` : none) : '';
  };
  /**
   * Asks for everybody; where there are too many, for those who have the words.
   * @param {string} query
   */
  const ask = async (query) => {
    try {
      const { users } = await client.session.call(
        'GET',
        `/v1/users?query=${encodeURIComponent(query)}&limit=${PAGE}`,
      );
      for (const user of users) found.set(user.id, user);
      // Whoever asks is among everybody.
      if (!query) isWhole = users.length > 0 && users.length < PAGE;
      isLoaded = true;
      show();
    } catch (error) {
      // What this device knows is shown all the same.
      isLoaded = true;
      show();
      results.append(el('li', { class: 'problem' }, /** @type {Error} */ (error).message));
    }
  };
  const askFor = debounced(() => {
    if (input.value.trim() && !isWhole) ask(input.value.trim());
  });
  const input = el('input', {
    type: 'search',
    value: '',
    placeholder: 'Name or e-mail',
    'aria-label': 'Find people',
    oninput: () => {
      show();
      askFor();
    },
  });
  const node = el('div', { class: 'picker' }, input, status, results);
  arrowKeys(node, input, 'button');
  show();
  ask('');
  return { node, refresh: show, focus: () => input.focus() };
}
