// @ts-check
/** The page to sign in, to make an account, to join by an invitation and to set up a workspace. */
import { digestBy, emailBy, invitedBy, isLetter, resetBy } from '../invitations.js';
import { el, toast } from './dom.js';
import { windowTitle } from './format.js';
import { digestCard, emailCard, field, letterCard, passwordCard } from './letters.js';
import { answerOf } from '../openid.js';
import { providerButtons, returnCard, signOutElsewhere } from './providers.js';
import { registrationChoice } from './workspace.js';

/** @typedef {import('../session.js').Session} Session */
/** @typedef {'reset' | 'invitation' | 'password' | 'email' | 'digest'} Other what else is shown */

/** What the link of a letter is about. @param {string} hash @returns {Other | undefined} */
function letterAt(hash) {
  if (resetBy(hash)) return 'password';
  if (emailBy(hash)) return 'email';
  return digestBy(hash) ? 'digest' : undefined;
}

/**
 * @param {Session} session
 * @param {(user: any, isNew: boolean) => void} onSignedIn
 * @param {string} [notice]
 * @returns {HTMLElement}
 */
export function authView(session, onSignedIn, notice) {
  let isSignUp = false;
  /** @type {import('../generated/types.js').Workspace | undefined} */
  let workspace;
  // Only who signs out comes here with a session.
  const left = session.stored?.provider;
  const elsewhere = left && signOutElsewhere(session, left);
  const token = invitedBy(location.hash);
  /** @type {Other | undefined} */
  let other = letterAt(location.hash);
  /** @type {import('../generated/types.js').InvitationPreview | undefined} */
  let invitation;
  const page = el('main', { class: 'auth', 'aria-busy': 'true' });
  const render = () => page.replaceChildren(other ? otherCard(other) : card());
  const answer = answerOf(location.hash);
  const mayRegister = () => !workspace || workspace.registration === 'open' || Boolean(invitation);

  /** @param {Other} kind */
  const otherCard = (kind) => {
    document.title = windowTitle('Sign in', 0);
    const reset = resetBy(location.hash);
    const email = emailBy(location.hash);
    const digest = digestBy(location.hash);
    if (kind === 'digest' && digest) return digestCard(session, digest, () => show());
    if (kind === 'email' && email) return emailCard(session, email, () => show());
    return kind === 'password' && reset
      ? passwordCard(session, reset, () => show())
      : letterCard(
          session,
          kind === 'invitation' ? 'invitation' : 'reset',
          workspace?.domains ?? [],
          () => show(),
        );
  };

  /** @param {Other} [kind] */
  const show = (kind) => {
    // The link has done its work, or was not wanted.
    if (isLetter(location.hash)) history.replaceState(null, '', location.pathname);
    // Somebody may be signed in here still: the page finds out.
    if (!kind && session.stored) return location.reload();
    other = kind;
    notice = undefined;
    render();
    page.querySelector('input')?.focus();
  };

  /** @param {string} text @param {Other} kind */
  const way = (text, kind) =>
    el('button', { type: 'button', class: 'link', onclick: () => show(kind) }, text);

  /** @param {ReturnType<typeof wordsOf>} words */
  const passwordForm = (words) => {
    const problem = el('p', { class: 'problem', role: 'alert' }, notice ?? '');
    const submit = el('button', { class: 'primary', type: 'submit' }, words.button);
    const form = el(
      'form',
      {
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const { workspaceName, registration, ...values } = /** @type {any} */ (
            Object.fromEntries(new FormData(form))
          );
          submit.disabled = true;
          problem.textContent = '';
          try {
            const user = await (isSignUp
              ? session.signUp(invitation ? { ...values, invitation: token } : values)
              : session.signIn(values));
            if (registration) await setUp(session, { name: workspaceName, registration });
            if (token) history.replaceState(null, '', location.pathname);
            onSignedIn(user, isSignUp);
          } catch (error) {
            problem.textContent = /** @type {Error} */ (error).message;
            submit.disabled = false;
            form.querySelector('input[type="password"]')?.focus();
          }
        },
      },
      isSignUp && workspace?.isNew && workspaceFields(workspace),
      isSignUp && field('Name', { name: 'name', autocomplete: 'name', maxlength: 80 }),
      field('E-mail', {
        name: 'email',
        type: 'email',
        autocomplete: 'username',
        ...(isSignUp && invitation?.email && { value: invitation.email, readonly: true }),
      }),
      field('Password', {
        name: 'password',
        type: 'password',
        minlength: isSignUp ? 8 : undefined,
        placeholder: isSignUp ? 'At least 8 characters' : undefined,
        autocomplete: isSignUp ? 'new-password' : 'current-password',
      }),
      problem,
      submit,
    );
    return form;
  };

  const card = () => {
    const words = wordsOf(isSignUp, workspace, invitation);
    document.title = windowTitle(words.button, 0);
    const { providers = [], hasNoPasswords: isAlone = false } = workspace ?? {};
    return el(
      'section',
      { class: 'auth-card' },
      el('img', { src: '/favicon.svg', alt: '', width: 56, height: 56 }),
      el('h1', { dir: 'auto' }, words.title),
      el('p', { class: 'muted', dir: 'auto' }, words.line),
      elsewhere,
      isAlone ? el('p', { class: 'problem', role: 'alert' }, notice ?? '') : passwordForm(words),
      providers.length > 0 && providerButtons(session, providers, invitation && token, isAlone),
      !isSignUp &&
        !isAlone &&
        workspace?.sendsMail &&
        el('p', { class: 'switch' }, way('Forgot your password?', 'reset')),
      isAlone
        ? !isSignUp && !mayRegister() && closed(workspace)
        : isSignUp || mayRegister()
          ? el('p', { class: 'switch' }, words.question, switching())
          : workspace?.registration === 'domain' && workspace.sendsMail
            ? el(
                'p',
                { class: 'switch' },
                'New here? ',
                way('Have an invitation sent', 'invitation'),
              )
            : closed(workspace),
    );
  };

  const switching = () =>
    el(
      'button',
      {
        type: 'button',
        class: 'link',
        onclick: () => {
          isSignUp = !isSignUp;
          notice = undefined;
          render();
          page.querySelector('input')?.focus();
        },
      },
      isSignUp ? 'Sign in' : 'Create an account',
    );

  /** Shows the rest when the server has said what this workspace is. */
  const learn = async () => {
    try {
      workspace = await session.workspace();
      if (token) invitation = await session.invitation(token);
      isSignUp = isSignUp || Boolean(invitation) || Boolean(workspace.isNew);
    } catch (error) {
      // What cannot be asked now is said when the form is sent.
      if (token && workspace) notice = /** @type {Error} */ (error).message;
    }
    page.removeAttribute('aria-busy');
    // Nothing that is typed meanwhile is lost.
    if (other || [...page.querySelectorAll('input')].some((input) => input.value)) return;
    const hadFocus = page.contains(document.activeElement);
    render();
    if (hadFocus) page.querySelector('input')?.focus();
  };

  if (answer) {
    history.replaceState(null, '', location.pathname);
    const failed = (/** @type {string} */ problem) => {
      notice = problem;
      render();
      learn();
    };
    page.replaceChildren(returnCard(session, answer, onSignedIn, failed));
    return page;
  }
  render();
  learn();
  return page;
}

/** @param {import('../generated/types.js').Workspace} workspace */
const workspaceFields = (workspace) =>
  el(
    'div',
    { class: 'set-up' },
    field('Name of the workspace', {
      name: 'workspaceName',
      maxlength: 80,
      placeholder: 'Your team',
    }),
    !workspace.isFixed && registrationChoice('invitation'),
  );

/**
 * The first account says what the workspace is. It is made all the same when that cannot be saved.
 * @param {Session} session @param {{name: string, registration: string}} change
 */
async function setUp(session, change) {
  try {
    await session.call('PATCH', '/v1/workspace', change);
  } catch {
    toast('The workspace could not be set up: do it in the settings.');
  }
}

/** @param {import('../generated/types.js').Workspace | undefined} workspace */
const closed = (workspace) =>
  el(
    'p',
    { class: 'muted' },
    workspace?.registration === 'closed'
      ? 'Accounts are made by an administrator here.'
      : 'New here? Ask an admin of the workspace for an invitation.',
  );

/**
 * @param {boolean} isSignUp
 * @param {import('../generated/types.js').Workspace} [workspace]
 * @param {import('../generated/types.js').InvitationPreview} [invitation]
 */
function wordsOf(isSignUp, workspace, invitation) {
  const name = workspace?.name ?? invitation?.workspace;
  const line = 'Messages that arrive, on a server of your own.';
  if (!isSignUp)
    return {
      title: name ? `Welcome to ${name}` : 'Welcome back',
      line,
      button: 'Sign in',
      question: 'New here? ',
    };
  const question = 'You have an account? ';
  if (workspace?.isNew)
    return {
      title: 'Set up your workspace',
      line: 'You are the first here, so you will administer it.',
      button: 'Create workspace',
      question,
    };
  if (invitation)
    return {
      title: name ? `Join ${name}` : 'Join the workspace',
      line: invitation.invitedBy ? `${invitation.invitedBy} has invited you.` : 'You are invited.',
      button: 'Join',
      question,
    };
  return {
    title: name ? `Join ${name}` : 'Create your account',
    line,
    button: 'Create account',
    question,
  };
}
