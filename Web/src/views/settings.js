// @ts-check
/** Profile, look, password, sessions, account. */
import { auditDialog, outcomesDialog } from './audit.js';
import { el, openDialog, toast } from './dom.js';
import { downloadDialog } from './download.js';
import { emailSection } from './email.js';
import { dayInSentence, timeZones, zoneProblem } from './format.js';
import { photoChoice } from './photo.js';
import { reloading } from './reload.js';
import { noticesSection } from './notices.js';
import { connectionDialog } from './connection.js';
import { featuresDialog } from './features.js';
import { retentionDialog } from './retention.js';
import { diagnosticsSection, problemsDialog } from './problems.js';
import { teamDialog } from './team.js';
import { timingsChoice, timingsDialog } from './timings.js';
import { usageDialog } from './usage.js';
import { workspaceDialog } from './workspace.js';
import { identitiesSection } from './providers.js';
import { preferencesSection } from './ai/preferences.js';

const THEME = 'messageai-theme';

/** Applies the chosen look: the system's unless told otherwise. */
export function applyTheme() {
  const theme = localStorage.getItem(THEME);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** @param {import('../client.js').Client} client @param {() => void} signOut */
export function settingsDialog(client, signOut) {
  const profile = client.profile ?? {};
  const leave = () => {
    dialog.close();
    signOut();
  };
  const photo = photoChoice(client, {
    id: client.me,
    name: () => client.profile?.name ?? '',
    photo: () => client.profile?.photo,
    mayChange: () => true,
    save: (id) => client.session.call('PATCH', '/v1/me', { photo: id }),
  });
  const password = passwordForm(client, true);
  let email = emailSection(client, true);
  const danger = dangerSection(client, leave, true);
  const dialog = openDialog(
    'Settings',
    photo.node,
    accountSection(client, profile, leave),
    profileForm(client, profile),
    themeForm(),
    noticesSection(client),
    preferencesSection(client),
    profile.workspaceRole === 'admin' && workspaceSection(client),
    email.node,
    password,
    identitiesSection(client, (hasPassword, allowsPasswords) => {
      password.replaceWith(allowsPasswords ? passwordForm(client, hasPassword) : '');
      danger.replaceWith(dangerSection(client, leave, hasPassword));
      if (hasPassword && allowsPasswords) return;
      const former = email.node;
      email = emailSection(client, false);
      former.replaceWith(email.node);
    }),
    sessionsSection(client),
    diagnosticsSection(),
    timingsChoice(client),
    danger,
  );
  const update = () => {
    photo.update();
    email.update();
  };
  client.addEventListener('change', update);
  dialog.addEventListener('close', () => client.removeEventListener('change', update));
}

/**
 * Who is signed in, and the way out: at the top, where it is at hand.
 * @param {any} client @param {any} profile @param {() => void} signOut
 */
const accountSection = (client, profile, signOut) =>
  el(
    'div',
    { class: 'person account' },
    el(
      'span',
      {},
      el('strong', { dir: 'auto' }, profile.name ?? ''),
      el('small', {}, profile.email ?? ''),
    ),
    el('button', { type: 'button', onclick: signOut }, 'Sign out'),
  );

/** @param {import('../client.js').Client} client */
const workspaceSection = (client) =>
  el(
    'section',
    {},
    el('h3', {}, 'Workspace'),
    el(
      'p',
      { class: 'muted' },
      'You administer it: its name, who may join, its people, who has which feature, which language model is asked, and for how long messages are kept.',
    ),
    el(
      'footer',
      { class: 'start' },
      el('button', { type: 'button', onclick: () => workspaceDialog(client) }, 'Invite people…'),
      el('button', { type: 'button', onclick: () => teamDialog(client) }, 'People…'),
      el('button', { type: 'button', onclick: () => featuresDialog(client) }, 'Features…'),
      el('button', { type: 'button', onclick: () => connectionDialog(client) }, 'Language model…'),
      el('button', { type: 'button', onclick: () => usageDialog(client) }, 'Usage…'),
      el('button', { type: 'button', onclick: () => timingsDialog(client) }, 'Response times…'),
      el('button', { type: 'button', onclick: () => retentionDialog(client) }, 'Keeping messages…'),
      el('button', { type: 'button', onclick: () => problemsDialog(client) }, 'Problems…'),
      el('button', { type: 'button', onclick: () => auditDialog(client) }, 'Audit log…'),
      el(
        'button',
        { type: 'button', onclick: () => outcomesDialog(client) },
        'Notifications and mail…',
      ),
    ),
  );

/** @param {string} label @param {any} attributes */
const field = (label, attributes) =>
  el('label', {}, el('span', {}, label), el('input', attributes));

/**
 * @param {string} title @param {any[]} fields @param {string} button
 * @param {(values: any) => Promise<any>} save
 */
function section(title, fields, button, save) {
  const form = el(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          await save(Object.fromEntries(new FormData(form)));
          toast('Saved.');
        } catch (error) {
          toast(/** @type {Error} */ (error).message);
        }
      },
    },
    title && el('h3', {}, title),
    ...fields,
    el('button', { type: 'submit' }, button),
  );
  return form;
}

/**
 * A name to type or to choose; one that there is not is said at the field.
 * @param {string | undefined} value
 */
export function zoneField(value) {
  const input = /** @type {HTMLInputElement} */ (
    el('input', {
      name: 'timeZone',
      value: value ?? '',
      placeholder: 'Europe/Berlin',
      list: 'time-zones',
      maxlength: 64,
      oninput: () => input.setCustomValidity(zoneProblem(input.value)),
    })
  );
  const options = timeZones().map((zone) => el('option', { value: zone }));
  return el(
    'label',
    {},
    el('span', {}, 'Time zone'),
    input,
    el('datalist', { id: 'time-zones' }, ...options),
  );
}

/** @param {string} name @param {string | undefined} value @param {string} placeholder */
const codeAttributes = (name, value, placeholder) => ({
  name,
  value: value ?? '',
  placeholder,
  maxlength: 64,
  pattern: '[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*',
  title: 'A code such as en or en-GB.',
});

/** @param {any} client @param {any} profile */
const profileForm = (client, profile) =>
  section(
    'Profile',
    [
      field('Name', { name: 'name', value: profile.name ?? '', required: true, maxlength: 80 }),
      zoneField(profile.timeZone),
      field('Locale', codeAttributes('locale', profile.locale, 'en-GB')),
      field('Language', codeAttributes('language', profile.language, 'en')),
    ],
    'Save',
    (values) =>
      client.changeProfile(
        Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value || null])),
      ),
  );

function themeForm() {
  const current = localStorage.getItem(THEME) ?? '';
  const choice = (/** @type {string} */ value, /** @type {string} */ label) =>
    el(
      'label',
      { class: 'choice' },
      el('input', {
        type: 'radio',
        name: 'theme',
        value,
        checked: current === value,
        onchange: () => {
          if (value) localStorage.setItem(THEME, value);
          else localStorage.removeItem(THEME);
          applyTheme();
        },
      }),
      label,
    );
  return el(
    'fieldset',
    {},
    el('legend', {}, 'Look'),
    choice('', 'As the system'),
    choice('light', 'Light'),
    choice('dark', 'Dark'),
  );
}

/** @param {any} client @param {boolean} hasPassword */
const passwordForm = (client, hasPassword) =>
  section(
    'Password',
    [
      hasPassword
        ? field('Current password', {
            name: 'current',
            type: 'password',
            autocomplete: 'current-password',
            required: true,
          })
        : el('p', { class: 'muted' }, 'You have none. To choose one, sign in again first.'),
      field('New password', {
        name: 'new',
        type: 'password',
        autocomplete: 'new-password',
        minlength: 8,
        required: true,
      }),
    ],
    hasPassword ? 'Change password' : 'Choose a password',
    (values) => client.session.call('PUT', '/v1/me/password', { current: '', ...values }),
  );

/** @param {any} client */
export function sessionsSection(client) {
  const list = el('ul', { class: 'plain-list' });
  const { notice, load } = reloading(client, list, async () => {
    const { sessions } = await client.session.call('GET', '/v1/sessions');
    return sessions.map((/** @type {any} */ session) =>
      el(
        'li',
        { class: 'person' },
        el(
          'span',
          {},
          el('strong', {}, session.device),
          el(
            'small',
            {},
            session.current ? 'This device' : `Last seen ${dayInSentence(session.lastSeenAt)}`,
          ),
        ),
        !session.current &&
          el(
            'button',
            {
              type: 'button',
              onclick: async () => {
                await client.session
                  .call('DELETE', `/v1/sessions/${session.id}`)
                  .catch((/** @type {Error} */ error) => toast(error.message));
                await load();
              },
            },
            'End',
          ),
      ),
    );
  });
  load();
  return el('section', {}, el('h3', {}, 'Signed-in devices'), notice, list);
}

/** @param {any} client @param {() => void} signOut @param {boolean} hasPassword */
const dangerSection = (client, signOut, hasPassword) =>
  el(
    'section',
    {},
    el('h3', {}, 'Account'),
    el(
      'footer',
      { class: 'start' },
      el(
        'button',
        { type: 'button', onclick: () => downloadDialog(client, hasPassword) },
        'Download my data…',
      ),
    ),
    el(
      'details',
      {},
      el('summary', {}, 'Delete my account'),
      section(
        '',
        [
          el('p', {}, 'Your messages stay; your name and address go. This cannot be undone.'),
          hasPassword
            ? field('Password', { name: 'password', type: 'password', required: true })
            : el('p', {}, 'Sign in again first: this needs a sign-in of the last ten minutes.'),
        ],
        'Delete account',
        async (values) => {
          await client.session.call('DELETE', '/v1/me', { password: '', ...values });
          signOut();
        },
      ),
    ),
  );
