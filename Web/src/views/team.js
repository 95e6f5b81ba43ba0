// @ts-check
/** For admins of the workspace: everybody who has an account, and what they may do. */
import { avatar, el, iconButton, openDialog, openMenu, toast } from './dom.js';
import { dayInSentence } from './format.js';
import { matching } from './people.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types.js').AccountSummary} Account */

/** From here on there is a field to find somebody. */
const MANY = 8;

/** @param {Client} client */
export function teamDialog(client) {
  /** @type {Account[]} */
  let accounts = [];
  const list = el('ul', { class: 'plain-list people whole', 'aria-label': 'People' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const find = el('input', {
    type: 'search',
    placeholder: 'Name or e-mail',
    'aria-label': 'Find people',
    hidden: true,
    oninput: () => show(),
  });
  const show = () => {
    const names = new Map(accounts.map(({ user }) => [user.id, user.name]));
    const byID = new Map(accounts.map((account) => [account.user.id, account]));
    const people = accounts.map(({ user }) => user);
    const shown = find.value.trim() ? matching(people, find.value, new Map()) : people;
    find.hidden = accounts.length < MANY;
    list.replaceChildren(
      ...shown.map(({ id }) => {
        const account = /** @type {Account} */ (byID.get(id));
        return row(client, account, names.get(account.invitedBy ?? ''), change);
      }),
    );
  };
  const load = async () => {
    try {
      ({ accounts } = await client.session.call('GET', '/v1/accounts'));
      show();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  const change = async (/** @type {() => Promise<any>} */ act) => {
    try {
      await act();
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
    await load();
  };
  openDialog('People', find, problem, list);
  load();
}

/**
 * @param {Client} client @param {Account} account @param {string | undefined} host
 * @param {(act: () => Promise<any>) => void} change
 */
function row(client, account, host, change) {
  const { user, role, isDisabled, lastSeen, isVerified } = account;
  const about = [
    isDisabled ? 'Disabled' : role === 'admin' && 'Admin',
    isVerified ? 'Address verified' : 'Address not verified',
    host && `Invited by ${host}`,
    client.presence.get(user.id)?.state === 'online'
      ? 'Online'
      : lastSeen && `Last seen ${dayInSentence(lastSeen)}`,
  ];
  const button = iconButton('more', `Options for ${user.name}`, () =>
    openMenu(button, optionsFor(client, account, change)),
  );
  return el(
    'li',
    { class: 'person' },
    avatar(user.name, user.id, { photo: user.photo }),
    el(
      'span',
      {},
      el('strong', { dir: 'auto' }, user.id === client.me ? `${user.name} (you)` : user.name),
      el('small', {}, user.email),
      el('small', {}, about.filter(Boolean).join(' · ')),
    ),
    button,
  );
}

/**
 * @param {Client} client @param {Account} account
 * @param {(act: () => Promise<any>) => void} change
 */
function optionsFor(client, { user, role, isDisabled }, change) {
  const path = `/v1/accounts/${user.id}`;
  const patch = (/** @type {any} */ body) => () =>
    change(() => client.session.call('PATCH', path, body));
  return [
    role === 'admin'
      ? { label: 'Make a member', action: patch({ role: 'member' }) }
      : { label: 'Make an admin', action: patch({ role: 'admin' }) },
    {
      label: 'Sign out everywhere',
      action: () => change(() => client.session.call('DELETE', `${path}/sessions`)),
    },
    { label: 'New password…', action: () => passwordDialog(client, user, change) },
    { label: 'Address…', action: () => addressDialog(client, user, change) },
    { label: 'Accounts elsewhere…', action: () => identitiesDialog(client, user) },
    isDisabled
      ? { label: 'Enable the account', action: patch({ isDisabled: false }) }
      : { label: 'Disable the account', danger: true, action: patch({ isDisabled: true }) },
  ];
}

/**
 * @param {Client} client @param {{id: string, name: string}} user
 * @param {(act: () => Promise<any>) => void} change
 */
function passwordDialog(client, user, change) {
  const result = el('div', { 'aria-live': 'polite' });
  const make = el(
    'button',
    {
      type: 'button',
      class: 'primary',
      onclick: () =>
        change(async () => {
          const { password } = await client.session.call(
            'POST',
            `/v1/accounts/${user.id}/password`,
          );
          make.remove();
          result.replaceChildren(
            el('input', { readonly: true, value: password, 'aria-label': 'New password' }),
            el('p', { class: 'muted' }, 'Tell it to nobody else. It is shown only now.'),
          );
        }),
    },
    'Make a new password',
  );
  openDialog(
    `New password for ${user.name}`,
    el('p', {}, 'The former password stops working, and every device of theirs is signed out.'),
    make,
    result,
  );
}

/**
 * @param {Client} client @param {{id: string, name: string, email: string}} user
 * @param {(act: () => Promise<any>) => void} change
 */
function addressDialog(client, user, change) {
  const input = el('input', { name: 'email', type: 'email', value: user.email, required: true });
  const form = el(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        change(async () => {
          await client.session.call('PATCH', `/v1/accounts/${user.id}`, { email: input.value });
          dialog.close();
        });
      },
    },
    el(
      'p',
      {},
      'Be sure that it is theirs: it counts as verified, they sign in with it, and links for a new password go there.',
    ),
    el('label', {}, el('span', {}, 'E-mail address'), input),
    el('footer', {}, el('button', { type: 'submit', class: 'primary' }, 'Save')),
  );
  const dialog = openDialog(`Address of ${user.name}`, form);
}

/**
 * With which accounts elsewhere somebody signs in, and a way to end that.
 * @param {Client} client @param {{id: string, name: string}} user
 */
function identitiesDialog(client, user) {
  const path = `/v1/accounts/${user.id}/identities`;
  const list = el('ul', { class: 'plain-list', 'aria-label': 'Accounts elsewhere' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const attempt = async (/** @type {() => Promise<any>} */ act) => {
    try {
      await act();
      problem.textContent = '';
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  const load = async () => {
    const { identities, hasPassword } = await client.session.call('GET', path);
    list.replaceChildren(
      ...(identities.length
        ? identities.map(rowOf)
        : [el('li', { class: 'muted' }, 'None is linked.')]),
      el('li', { class: 'muted' }, hasPassword ? 'Has a password too.' : 'Has no password.'),
    );
  };
  const unlink = async (/** @type {string} */ provider) => {
    await client.session.call('DELETE', `${path}/${provider}`);
    await load();
  };
  const rowOf = (/** @type {import('../generated/types.js').LinkedIdentity} */ linked) =>
    el(
      'li',
      { class: 'person' },
      el(
        'span',
        {},
        el('strong', {}, linked.provider.name),
        el('small', {}, `Linked ${dayInSentence(linked.linkedAt)}`),
      ),
      el(
        'button',
        {
          type: 'button',
          'aria-label': `Unlink ${linked.provider.name}`,
          onclick: () => attempt(() => unlink(linked.provider.id)),
        },
        'Unlink',
      ),
    );
  openDialog(`How ${user.name} signs in`, problem, list);
  attempt(load);
}
