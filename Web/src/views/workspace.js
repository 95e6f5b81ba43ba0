// @ts-check
/** For admins of the workspace: its name, who may register, and invitations. */
import { qrCode } from '../qr.js';
import { invitationLink, invitationState } from '../invitations.js';
import { copyText, el, openDialog, toast } from './dom.js';
import { dayName, titleOf } from './format.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types.js').Invitation} Invitation */
/** @typedef {import('../generated/types.js').Workspace} Workspace */

const CHOICES = [
  ['invitation', 'People with an invitation', 'An admin sends them a link.'],
  [
    'open',
    'Everybody who reaches this server',
    'Choose this only inside a network that you trust.',
  ],
  [
    'domain',
    'People with an address at a domain',
    'They have an invitation sent to it. The server has to send mail.',
  ],
  ['closed', 'Nobody', 'Accounts are made by an administrator on the server.'],
];

/** @param {string} chosen @param {boolean} [byDomain] whether that can be chosen here */
export const registrationChoice = (chosen, byDomain = false) =>
  el(
    'fieldset',
    { class: 'choices' },
    el('legend', {}, 'Who may join'),
    ...CHOICES.filter(([value]) => value !== 'domain' || byDomain).map(([value, label, hint]) =>
      el(
        'label',
        { class: 'choice' },
        el('input', { type: 'radio', name: 'registration', value, checked: value === chosen }),
        el('span', {}, label, el('small', {}, hint)),
      ),
    ),
  );

/** @param {Client} client */
export function workspaceDialog(client) {
  const list = el('ul', { class: 'plain-list', 'aria-label': 'Invitations' });
  const show = async () => {
    try {
      const { invitations } = await client.session.call('GET', '/v1/invitations');
      list.replaceChildren(...rowsOf(client, invitations, show));
    } catch (error) {
      list.replaceChildren(el('li', { class: 'problem' }, /** @type {Error} */ (error).message));
    }
  };
  const place = el('section', {});
  const inviting = el('section', {}, invitationForm(client, false, show));
  openDialog('Workspace', inviting, el('section', {}, el('h3', {}, 'Invitations'), list), place);
  client.session
    .workspace()
    .then((workspace) => {
      place.replaceChildren(workspaceForm(client, workspace));
      if (workspace.sendsMail) inviting.replaceChildren(invitationForm(client, true, show));
    })
    .catch((error) => place.replaceChildren(el('p', { class: 'problem' }, error.message)));
  show();
}

/** @param {Client} client @param {Workspace} workspace */
function workspaceForm(client, workspace) {
  // Invitations to a domain's people go by mail.
  const byDomain = Boolean(workspace.sendsMail) || workspace.registration === 'domain';
  const form = el(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const { name, registration, domains } = /** @type {any} */ (
          Object.fromEntries(new FormData(form))
        );
        try {
          await client.session.call('PATCH', '/v1/workspace', {
            name,
            registration,
            domains: domains?.split(/[\s,;]+/).filter(Boolean),
          });
          toast('Saved.');
        } catch (error) {
          toast(/** @type {Error} */ (error).message);
        }
      },
    },
    el(
      'label',
      {},
      el('span', {}, 'Name'),
      el('input', { name: 'name', value: workspace.name ?? '', required: true, maxlength: 80 }),
    ),
    workspace.isFixed
      ? el('p', { class: 'muted' }, 'The server’s options say who may join.')
      : registrationChoice(workspace.registration, byDomain),
    byDomain &&
      el(
        'label',
        {},
        el('span', {}, 'Domains'),
        el('input', {
          name: 'domains',
          value: (workspace.domains ?? []).join(', '),
          placeholder: 'example.org',
        }),
      ),
    el('button', { type: 'submit' }, 'Save'),
  );
  return form;
}

/** @param {string} label @param {any} attributes @param {[string, string][]} options */
const select = (label, attributes, options) =>
  el(
    'label',
    {},
    el('span', {}, label),
    el('select', attributes, ...options.map(([value, text]) => el('option', { value }, text))),
  );

/** @param {Client} client @param {boolean} sendsMail @param {() => void} made */
function invitationForm(client, sendsMail, made) {
  const result = el('div', { 'aria-live': 'polite' });
  const groups = ownGroups(client);
  const form = el(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const values = new FormData(form);
        const email = String(values.get('email') ?? '').trim();
        try {
          const answer = await client.session.call('POST', '/v1/invitations', {
            role: values.get('role'),
            email: email || undefined,
            maximumUses: email ? 1 : Number(values.get('uses')),
            days: Number(values.get('days')),
            conversations: values.getAll('group'),
          });
          result.replaceChildren(linkView(invitationLink(location.origin, answer.token), email));
          made();
        } catch (error) {
          result.replaceChildren(
            el('p', { class: 'problem' }, /** @type {Error} */ (error).message),
          );
        }
      },
    },
    el('h3', {}, 'Invite people'),
    sendsMail &&
      el(
        'label',
        {},
        el('span', {}, 'Send it to (optional)'),
        el('input', { name: 'email', type: 'email', placeholder: 'name@example.org' }),
      ),
    el(
      'div',
      { class: 'pair' },
      select('For', { name: 'uses' }, [
        ['1', 'one person'],
        ['10', 'up to 10 people'],
        ['100', 'up to 100 people'],
        ['1000', 'up to 1,000 people'],
      ]),
      select('Good for', { name: 'days' }, [
        ['7', 'a week'],
        ['1', 'a day'],
        ['30', 'a month'],
        ['365', 'a year'],
      ]),
      select('As', { name: 'role' }, [
        ['member', 'member'],
        ['admin', 'admin'],
      ]),
    ),
    groups.length > 0 &&
      el(
        'fieldset',
        { class: 'choices' },
        el('legend', {}, 'They join these groups'),
        ...groups.map(([id, name]) =>
          el(
            'label',
            { class: 'choice' },
            el('input', { type: 'checkbox', name: 'group', value: id }),
            el('span', { dir: 'auto' }, name),
          ),
        ),
      ),
    el('button', { type: 'submit', class: 'primary' }, 'Make a link'),
    result,
  );
  return form;
}

/** Groups that I may add people to. @param {Client} client @returns {[string, string][]} */
const ownGroups = (client) =>
  [...client.feeds.values()]
    .filter(
      (feed) =>
        feed.conversation?.kind === 'group' &&
        feed.members.some(
          (member) => member.user === client.me && !member.leftAt && member.role === 'admin',
        ),
    )
    .map((feed) => [feed.feed, titleOf(feed, client.me)]);

/** @param {string} link @param {string} email where it was sent, if anywhere */
function linkView(link, email) {
  const input = el('input', {
    readonly: true,
    value: link,
    'aria-label': 'Link',
    onfocus: () => input.select(),
  });
  return el(
    'div',
    { class: 'link-made' },
    el(
      'p',
      {},
      email
        ? `Sent to ${email}. Only that address can join by it; this is the link, shown only now.`
        : 'Send this link. Whoever has it can join, and it is shown only now.',
    ),
    el(
      'div',
      { class: 'copied' },
      input,
      el(
        'button',
        {
          type: 'button',
          onclick: async () => {
            if (!(await copyText(link))) input.focus();
          },
        },
        'Copy',
      ),
    ),
    codeView(link),
  );
}

/** For who holds a phone to the screen. @param {string} link */
function codeView(link) {
  const grid = qrCode(link);
  if (!grid) return null;
  const space = 'http://www.w3.org/2000/svg';
  // Four modules of quiet on each side.
  const size = grid.length + 8;
  const picture = document.createElementNS(space, 'svg');
  picture.setAttribute('class', 'qr');
  picture.setAttribute('viewBox', `0 0 ${size} ${size}`);
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', 'QR code of the link');
  const modules = document.createElementNS(space, 'path');
  const path = grid.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : '')),
  );
  modules.setAttribute('d', path.join(''));
  picture.append(modules);
  return picture;
}

const STATES = { withdrawn: 'Withdrawn', used: 'Used', expired: 'Expired' };

/** @param {Client} client @param {Invitation[]} invitations @param {() => void} changed */
function rowsOf(client, invitations, changed) {
  if (!invitations.length) return [el('li', { class: 'muted' }, 'None yet.')];
  return invitations.map((invitation) => {
    const state = invitationState(invitation, Date.now());
    const count = `${invitation.uses} of ${invitation.maximumUses} joined`;
    const about =
      state === 'usable' ? `Good until ${dayName(invitation.expiresAt)}` : STATES[state];
    return el(
      'li',
      { class: 'person' },
      el(
        'span',
        {},
        el('strong', {}, `${count}${invitation.role === 'admin' ? ', as admin' : ''}`),
        el('small', { dir: 'auto' }, invitation.email ? `${invitation.email}. ${about}` : about),
      ),
      state === 'usable' &&
        el(
          'button',
          {
            type: 'button',
            'aria-label': `Withdraw the invitation: ${count}, ${about}`,
            onclick: async () => {
              try {
                await client.session.call('DELETE', `/v1/invitations/${invitation.id}`);
                changed();
              } catch (error) {
                toast(/** @type {Error} */ (error).message);
              }
            },
          },
          'Withdraw',
        ),
    );
  });
}
