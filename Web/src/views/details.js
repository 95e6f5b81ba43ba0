// @ts-check
/** Who is in a conversation: beside the chat where there is room, else a dialog. */
import { avatar, el, iconButton, openDialog, openMenu, reconcile, toast } from './dom.js';
import { clockTime, isZone, presenceText } from './format.js';
import { photoChoice } from './photo.js';
import { mine, presentMembers } from '../derived.js';
import { peoplePicker } from './people.js';
import { retentionNote } from './retention.js';
import { refusalLine, waitsLine } from './waits.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {{node: HTMLElement, title: string, update: () => void}} Details */

/** @param {Client} client @param {string} id @param {() => void} close @returns {Details} */
export function detailsView(client, id, close) {
  const isGroup = client.feeds.get(id)?.conversation?.kind === 'group';
  return isGroup ? groupDetails(client, id, close) : personDetails(client, id);
}

/**
 * @param {Client} client @param {string} id
 * @param {(close: () => void) => Details} [make] what is shown; the conversation's
 *   people unless told
 */
export function detailsDialog(client, id, make = (close) => detailsView(client, id, close)) {
  const details = make(() => dialog.close());
  const dialog = openDialog(details.title, details.node);
  const update = () => (client.feeds.has(id) ? details.update() : dialog.close());
  client.addEventListener('change', update);
  dialog.addEventListener('close', () => client.removeEventListener('change', update));
}

/** @param {Client} client @param {string} id @returns {Details} */
function personDetails(client, id) {
  const facts = el('dl', { class: 'facts' });
  const head = el('div', { class: 'person-head' });
  /** @type {any} */
  let user;
  const update = () => {
    const other = client.feeds.get(id)?.members.find((member) => member.user !== client.me);
    if (!other) return;
    const presence = client.presence.get(other.user);
    const line = presenceText(presence);
    reconcile(head, [
      {
        key: 'head',
        signature: JSON.stringify([other.name, line, other.photo]),
        build: () =>
          el(
            'div',
            {},
            avatar(other.name, other.user, {
              presence: presence?.state,
              photo: other.photo,
              size: 256,
            }),
            el('h3', { dir: 'auto' }, other.name),
            el('p', { class: 'muted' }, line),
          ),
      },
    ]);
    reconcile(
      facts,
      factsOf(user).map(([label, text]) => ({
        key: label,
        signature: text,
        build: () => el('div', {}, el('dt', {}, label), el('dd', { dir: 'auto' }, text)),
      })),
    );
    user ??= client.session.call('GET', `/v1/users/${other.user}`).then(
      (answer) => {
        user = answer;
        update();
      },
      () => {
        user = undefined;
      },
    );
  };
  const choice = intelligenceSwitch(client, id);
  const updateAll = () => {
    update();
    choice.update();
  };
  updateAll();
  return {
    node: el('div', { class: 'details-body' }, head, facts, choice.node, retentionNote(client, id)),
    title: 'About',
    update: updateAll,
  };
}

/** @param {any} user @returns {[string, string][]} */
function factsOf(user) {
  if (!user?.email) return [];
  /** @type {[string, string][]} */
  const facts = [['E-mail', user.email]];
  if (isZone(user.timeZone))
    facts.push([
      'Local time',
      `${clockTime(Date.now(), user.timeZone)} · ${user.timeZone.replaceAll('_', ' ')}`,
    ]);
  return facts;
}

/** @param {Client} client @param {string} id @param {() => void} close @returns {Details} */
function groupDetails(client, id, close) {
  const call = (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {any} */ value = undefined,
  ) =>
    client.session
      .call(method, `/v1/conversations/${id}${path}`, value)
      .catch((/** @type {Error} */ error) => toast(error.message));
  const name = el('input', {
    value: client.feeds.get(id)?.conversation?.name ?? '',
    required: true,
    maxlength: 80,
    'aria-label': 'Group name',
  });
  const rename = el(
    'form',
    {
      class: 'inline',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        await call('PATCH', '', { name: name.value.trim() });
      },
    },
    name,
    el('button', { type: 'submit' }, 'Rename'),
  );
  const photo = photoChoice(client, {
    id,
    name: () => client.feeds.get(id)?.conversation?.name ?? '',
    photo: () => client.feeds.get(id)?.conversation?.photo,
    mayChange: () => !rename.hidden,
    save: (photo) => client.session.call('PATCH', `/v1/conversations/${id}`, { photo }),
  });
  const list = el('ul', { class: 'plain-list', 'aria-label': 'Members' });
  const present = () =>
    new Set(
      presentMembers(client.feeds.get(id) ?? /** @type {any} */ ({ members: [] })).map(
        (member) => member.user,
      ),
    );
  const picker = peoplePicker(
    client,
    async (user) => {
      await call('POST', '/members', { users: [user.id] });
    },
    present,
  );
  const adding = el('details', {}, el('summary', {}, 'Add people'), picker.node);
  const leave = el(
    'button',
    {
      type: 'button',
      class: 'danger',
      onclick: () =>
        confirmLeave(() => {
          call('DELETE', `/members/${client.me}`);
          close();
        }),
    },
    'Leave group',
  );
  let people = '';
  const update = () => {
    const feed = client.feeds.get(id);
    if (!feed) return;
    rename.hidden = adding.hidden = mine(feed, client.me)?.role !== 'admin';
    reconcile(
      list,
      presentMembers(feed).map((member) => memberEntry(client, member, !rename.hidden, call)),
    );
    const now = [...present()].join();
    if (now !== people) picker.refresh();
    people = now;
    choice.update();
    photo.update();
  };
  const choice = intelligenceSwitch(client, id);
  update();
  return {
    node: el(
      'div',
      { class: 'details-body' },
      photo.node,
      rename,
      list,
      adding,
      choice.node,
      retentionNote(client, id),
      el('footer', {}, leave),
    ),
    title: 'Members',
    update,
  };
}

/**
 * How it stands with what was said of a conversation's AI.
 * @param {Client} client @param {any} row
 */
const stateOf = (client, row) =>
  row?.failure
    ? [refusalLine(client, row.failure.request, row.failure.text)]
    : row?.waits && client.connection.state !== 'online'
      ? [waitsLine('Waits for a connection.')]
      : [];

/**
 * Whether the server works on the conversation: for admins of a group and for both of a direct
 * conversation to say, for others to read.
 * @param {Client} client @param {string} id @returns {{node: HTMLElement, update: () => void}}
 */
export function intelligenceSwitch(client, id) {
  const box = el('input', {
    type: 'checkbox',
    name: 'intelligence',
    onchange: async () => {
      const isOn = box.checked;
      try {
        await client.intelligence.switch(id, isOn);
      } catch (error) {
        toast(/** @type {Error} */ (error).message);
        box.checked = !isOn;
      }
    },
  });
  const note = el('p', { class: 'muted' });
  const state = el('div', {});
  const update = () => {
    const feed = client.feeds.get(id);
    if (!feed) return;
    state.replaceChildren(...stateOf(client, feed.conversation));
    const isOn = feed.conversation?.intelligenceOff !== true;
    const may = feed.conversation?.kind === 'direct' || mine(feed, client.me)?.role === 'admin';
    box.checked = isOn;
    box.disabled = !may;
    note.textContent = isOn
      ? 'Messages are worked on for summaries, tasks, decisions and search by meaning.'
      : `Nothing here is summarised or worked on.${may ? '' : ' An admin of the group can switch it on.'}`;
  };
  update();
  return {
    node: el(
      'section',
      { class: 'ai-switch' },
      el('label', { class: 'choice' }, box, 'AI in this conversation'),
      note,
      state,
    ),
    update,
  };
}

/** @param {() => void} leave */
function confirmLeave(leave) {
  const dialog = openDialog(
    'Leave this group?',
    el(
      'p',
      {},
      'It disappears from this list with everything in it. A group admin can add you again.',
    ),
    el(
      'footer',
      {},
      el('button', { type: 'button', onclick: () => dialog.close() }, 'Stay'),
      el(
        'button',
        {
          type: 'button',
          class: 'primary danger',
          onclick: () => {
            dialog.close();
            leave();
          },
        },
        'Leave',
      ),
    ),
  );
}

/**
 * @param {Client} client @param {any} member @param {boolean} isAdmin
 * @param {(method: string, path: string, value?: any) => any} call
 */
function memberEntry(client, member, isAdmin, call) {
  const { user, name, role, photo } = member;
  const presence = client.presence.get(user)?.state;
  const isMe = user === client.me;
  const menu = [
    role === 'admin'
      ? {
          label: 'Make a member',
          action: () => call('PATCH', `/members/${user}`, { role: 'member' }),
        }
      : {
          label: 'Make an admin',
          action: () => call('PATCH', `/members/${user}`, { role: 'admin' }),
        },
    { label: 'Remove from group', danger: true, action: () => call('DELETE', `/members/${user}`) },
  ];
  return {
    key: user,
    signature: JSON.stringify([name, role, presence, isAdmin, photo]),
    build: () =>
      el(
        'li',
        { class: 'person' },
        avatar(name, user, { presence, photo }),
        el(
          'span',
          {},
          el('strong', { dir: 'auto' }, isMe ? `${name} (you)` : name),
          role === 'admin' && el('small', {}, 'Admin'),
        ),
        isAdmin &&
          !isMe &&
          iconButton('more', `Options for ${name}`, (event) =>
            openMenu(/** @type {any} */ (event.currentTarget), menu),
          ),
      ),
  };
}
