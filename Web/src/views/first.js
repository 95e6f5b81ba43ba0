// @ts-check
/** What a new person sees once: a face, the clock, notifications, and where the team talks. */
import { avatar, el, openDialog, toast } from './dom.js';
import { timeZones, titleOf } from './format.js';
import { noticesSection } from './notices.js';
import { photoChoice } from './photo.js';
import { workspaceDialog } from './workspace.js';

/** @typedef {import('../client.js').Client} Client */

/**
 * @param {Client} client
 * @param {{open: (conversation: string) => void, create: () => void}} actions
 */
export async function firstRunDialog(client, { open, create }) {
  const title = await client.session
    .workspace()
    .then(({ name }) => (name ? `Welcome to ${name}` : 'Welcome'))
    .catch(() => 'Welcome');
  const photo = photoChoice(client, {
    id: client.me,
    name: () => client.profile?.name ?? '',
    photo: () => client.profile?.photo,
    mayChange: () => true,
    save: (id) => client.session.call('PATCH', '/v1/me', { photo: id }),
  });
  const clock = el('div', {});
  const places = el('section', {});
  const close = (/** @type {() => void} */ then) => () => {
    dialog.close();
    then();
  };
  // Profile and conversations come with the first answers of the server, after this opens.
  let shown = '';
  const update = () => {
    photo.update();
    const groups = groupsOf(client);
    const state = JSON.stringify([client.profile?.timeZone, client.profile?.workspaceRole, groups]);
    if (state === shown || !client.profile) return;
    shown = state;
    clock.replaceChildren(clockField(client));
    places.replaceChildren(...placesOf(client, groups, close, open, create));
  };
  const dialog = openDialog(
    title,
    el('p', { class: 'muted' }, 'All of this can be changed later in the settings.'),
    el('section', {}, el('h3', {}, 'Your photo'), photo.node),
    el('section', {}, el('h3', {}, 'Your clock'), clock),
    noticesSection(client),
    places,
    el(
      'footer',
      {},
      el(
        'button',
        { type: 'button', class: 'primary', onclick: close(() => undefined) },
        'Start chatting',
      ),
    ),
  );
  client.addEventListener('change', update);
  dialog.addEventListener('close', () => client.removeEventListener('change', update));
  update();
}

/** Groups that I am in, by name. @param {Client} client @returns {[string, string][]} */
const groupsOf = (client) =>
  [...client.feeds.values()]
    .filter((feed) => feed.conversation?.kind === 'group')
    .map((feed) => /** @type {[string, string]} */ ([feed.feed, titleOf(feed, client.me)]))
    .sort(([, one], [, other]) => one.localeCompare(other));

/** @param {Client} client */
function clockField(client) {
  const now = client.profile?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const choice = el(
    'select',
    {
      onchange: () =>
        client.session
          .call('PATCH', '/v1/me', { timeZone: choice.value })
          .catch((error) => toast(error.message)),
    },
    ...timeZones(now).map((zone) =>
      el('option', { value: zone, selected: zone === now }, zone.replaceAll('_', ' ')),
    ),
  );
  return el('label', {}, el('span', {}, 'Times are shown for'), choice);
}

/**
 * @param {Client} client @param {[string, string][]} groups
 * @param {(then: () => void) => () => void} close
 * @param {(conversation: string) => void} open @param {() => void} create
 */
function placesOf(client, groups, close, open, create) {
  const isAdmin = client.profile?.workspaceRole === 'admin';
  return [
    el('h3', {}, groups.length ? 'Your groups' : 'Your team'),
    groups.length
      ? el(
          'ul',
          { class: 'plain-list people', 'aria-label': 'Your groups' },
          ...groups.map(([id, name]) =>
            el(
              'li',
              {},
              el(
                'button',
                { type: 'button', class: 'person', onclick: close(() => open(id)) },
                avatar(name, id, {}),
                el('span', { dir: 'auto' }, name),
              ),
            ),
          ),
        )
      : el('p', { class: 'muted' }, 'You are in no group yet. Write to somebody, or start one.'),
    el(
      'footer',
      { class: 'start' },
      el('button', { type: 'button', onclick: close(create) }, 'Write to somebody…'),
      isAdmin &&
        el(
          'button',
          { type: 'button', onclick: close(() => workspaceDialog(client)) },
          'Invite people…',
        ),
    ),
  ];
}
