// @ts-check
/** The address of one's account: whether it is verified, and another one by a link. */
import { el } from './dom.js';

/**
 * @param {import('../client.js').Client} client @param {boolean} hasPassword
 * @returns {{node: HTMLElement, update: () => void}}
 */
export function emailSection(client, hasPassword) {
  const state = el('p', {});
  const status = el('p', { role: 'status' });
  const button = el('button', { type: 'submit' }, 'Send a link');
  const email = el('input', {
    name: 'email',
    type: 'email',
    autocomplete: 'email',
    required: true,
  });
  const update = () => {
    const { email: own = '', emailVerifiedAt } = client.profile ?? {};
    state.textContent = emailVerifiedAt ? `${own} is verified.` : `${own} is not verified.`;
    // Who has not verified theirs most likely wants to.
    if (!email.value && !emailVerifiedAt) email.value = own;
  };
  const form = el(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        button.disabled = true;
        status.textContent = '';
        try {
          const values = Object.fromEntries(new FormData(form));
          await client.session.call('POST', '/v1/me/email', { password: '', ...values });
          status.textContent = `A letter is on its way to ${values.email}. Open the link in it within one day; until then your address stays as it is.`;
          form.reset();
          email.value = '';
        } catch (error) {
          status.textContent = /** @type {Error} */ (error).message;
        }
        button.disabled = false;
      },
    },
    el('label', {}, el('span', {}, 'Address to verify'), email),
    hasPassword
      ? el(
          'label',
          {},
          el('span', {}, 'Password'),
          el('input', {
            name: 'password',
            type: 'password',
            autocomplete: 'current-password',
            required: true,
          }),
        )
      : el(
          'p',
          { class: 'muted' },
          'Sign in again first: this needs a sign-in of the last ten minutes.',
        ),
    button,
    status,
  );
  const node = el('section', {}, el('h3', {}, 'E-mail address'), state, form);
  update();
  client.session.workspace().then(
    ({ sendsMail }) => {
      if (!sendsMail)
        form.replaceWith(
          el(
            'p',
            { class: 'muted' },
            'This server sends no mail: an administrator can change your address.',
          ),
        );
    },
    // Unknown: what is sent then is answered by the server.
    () => {},
  );
  return { node, update };
}
