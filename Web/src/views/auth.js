// @ts-check
/** The sign-in and sign-up page. */
import { el } from './dom.js';
import { windowTitle } from './format.js';

/**
 * @param {import('../session.js').Session} session
 * @param {(user: any) => void} onSignedIn
 * @param {string} [notice]
 * @returns {HTMLElement}
 */
export function authView(session, onSignedIn, notice) {
  let isSignUp = false;
  const page = el('main', { class: 'auth' });
  const render = () => page.replaceChildren(card());

  const card = () => {
    document.title = windowTitle(isSignUp ? 'Create account' : 'Sign in', 0);
    const problem = el('p', { class: 'problem', role: 'alert' }, notice ?? '');
    const submit = el(
      'button',
      { class: 'primary', type: 'submit' },
      isSignUp ? 'Create account' : 'Sign in',
    );
    const field = (/** @type {string} */ label, /** @type {any} */ attributes) =>
      el('label', {}, el('span', {}, label), el('input', { required: true, ...attributes }));
    const form = el(
      'form',
      {
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const values = Object.fromEntries(new FormData(form));
          submit.disabled = true;
          problem.textContent = '';
          try {
            onSignedIn(
              await (isSignUp
                ? session.signUp(/** @type {any} */ (values))
                : session.signIn(/** @type {any} */ (values))),
            );
          } catch (error) {
            problem.textContent = /** @type {Error} */ (error).message;
            submit.disabled = false;
            form.querySelector('input[type="password"]')?.focus();
          }
        },
      },
      isSignUp && field('Name', { name: 'name', autocomplete: 'name', maxlength: 80 }),
      field('E-mail', { name: 'email', type: 'email', autocomplete: 'username' }),
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
    return el(
      'section',
      { class: 'auth-card' },
      el('img', { src: '/favicon.svg', alt: '', width: 56, height: 56 }),
      el('h1', {}, isSignUp ? 'Create your account' : 'Welcome back'),
      el('p', { class: 'muted' }, 'Messages that arrive, on a server of your own.'),
      form,
      el(
        'p',
        { class: 'switch' },
        isSignUp ? 'You have an account? ' : 'New here? ',
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
        ),
      ),
    );
  };
  render();
  return page;
}
