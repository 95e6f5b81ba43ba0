// @ts-check
/** What is done by mail without an account at hand: a new password, an invitation, an address. */
import { el } from './dom.js';

/** @typedef {import('../session.js').Session} Session */
/** @typedef {{title: string, line: string, sent: string}} Words */

/** @type {Record<'reset' | 'invitation', Words>} */
const WORDS = {
  reset: {
    title: 'Choose a new password',
    line: 'We send a link to your address. It works for one hour.',
    sent: 'If there is an account with this address, the letter is on its way.',
  },
  invitation: {
    title: 'Have an invitation sent',
    line: '',
    sent: 'The letter is on its way. Open the link in it to make your account.',
  },
};

/**
 * @param {string} title @param {string} line @param {any[]} rest
 */
export const card = (title, line, ...rest) =>
  el(
    'section',
    { class: 'auth-card' },
    el('img', { src: '/favicon.svg', alt: '', width: 56, height: 56 }),
    el('h1', {}, title),
    line && el('p', { class: 'muted', dir: 'auto' }, line),
    ...rest,
  );

/** @param {() => void} back @param {string} [words] */
const backLink = (back, words = 'Back to sign in') =>
  el(
    'p',
    { class: 'switch' },
    el('button', { type: 'button', class: 'link', onclick: back }, words),
  );

/**
 * A form that sends one value; what it answers is said in place of the form.
 * @param {any} field @param {string} button
 * @param {(value: string) => Promise<Node>} send
 */
export function form(field, button, send) {
  const problem = el('p', { class: 'problem', role: 'alert' });
  const submit = el('button', { class: 'primary', type: 'submit' }, button);
  const made = el(
    'form',
    {
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        submit.disabled = true;
        problem.textContent = '';
        try {
          made.replaceWith(await send(made.querySelector('input')?.value ?? ''));
        } catch (error) {
          problem.textContent = /** @type {Error} */ (error).message;
          submit.disabled = false;
          made.querySelector('input')?.focus();
        }
      },
    },
    field,
    problem,
    submit,
  );
  return made;
}

/** @param {string} label @param {any} attributes */
export const field = (label, attributes) =>
  el('label', {}, el('span', {}, label), el('input', { required: true, ...attributes }));

/**
 * Asks for a letter.
 * @param {Session} session @param {'reset' | 'invitation'} kind @param {string[]} domains
 * @param {() => void} back
 */
export function letterCard(session, kind, domains, back) {
  const words = WORDS[kind];
  const line =
    kind === 'invitation'
      ? `For people with an address at ${domains.join(', ')}. The invitation comes by mail.`
      : words.line;
  const send = async (/** @type {string} */ email) => {
    await (kind === 'reset' ? session.askForReset(email) : session.askForInvitation(email));
    return el('p', { role: 'status' }, words.sent);
  };
  return card(
    words.title,
    line,
    form(field('E-mail', { name: 'email', type: 'email', autocomplete: 'username' }), 'Send', send),
    backLink(back),
  );
}

/**
 * Chooses the password that such a letter is about.
 * @param {Session} session @param {string} token @param {() => void} back
 */
export function passwordCard(session, token, back) {
  const send = async (/** @type {string} */ password) => {
    await session.choosePassword(token, password);
    return el('p', { role: 'status' }, 'Your password has changed. Sign in with it.');
  };
  return card(
    'Choose a new password',
    'All your devices are signed out then, and accounts elsewhere are no longer linked with yours.',
    form(
      field('New password', {
        name: 'password',
        type: 'password',
        minlength: 8,
        placeholder: 'At least 8 characters',
        autocomplete: 'new-password',
      }),
      'Save',
      send,
    ),
    backLink(back),
  );
}

/**
 * Ends the digests by mail that such a letter is one of. Only whoever presses the button does:
 * programs that look at letters follow links too.
 * @param {Session} session @param {string} token @param {() => void} back
 */
export function digestCard(session, token, back) {
  const send = async () => {
    await session.endDigests(token);
    return el('p', { role: 'status' }, 'You get no more of these letters.');
  };
  return card(
    'No more digests by mail?',
    'You can have them again in the settings.',
    form(false, 'No more letters', send),
    backLink(back, session.stored ? 'Back to your conversations' : 'Back to sign in'),
  );
}

/**
 * Verifies the address that such a letter went to. Only whoever presses the button does: programs
 * that look at letters follow links too.
 * @param {Session} session @param {string} token @param {() => void} back
 */
export function emailCard(session, token, back) {
  const send = async () => {
    const email = await session.verifyEmail(token);
    return el('p', { role: 'status' }, `${email} is the address of your account from now on.`);
  };
  return card(
    'Is this your address?',
    'Letters of this workspace come to it, and you sign in with it.',
    form(false, 'Yes, it is mine', send),
    backLink(back, session.stored ? 'Back to your conversations' : 'Back to sign in'),
  );
}
