// @ts-check
/** Signing in with an account elsewhere: the buttons, what the way back needs, and the settings. */
import { answerOf, begin, refusalOf, takeBegun } from '../openid.js';
import { el, openDialog, toast } from './dom.js';
import { dayInSentence } from './format.js';
import { card, field, form } from './letters.js';
import { reloading } from './reload.js';

/** @typedef {import('../session.js').Session} Session */
/** @typedef {import('../generated/types.js').IdentityProvider} Provider */

/**
 * @param {Session} session @param {Provider[]} providers @param {string | undefined} invitation
 * @param {boolean} isAlone whether there is no other way in
 */
export function providerButtons(session, providers, invitation, isAlone) {
  const problem = el('p', { class: 'problem', role: 'alert' });
  const buttons = providers.map((provider) =>
    el(
      'button',
      {
        type: 'button',
        onclick: async () => {
          for (const button of buttons) button.disabled = true;
          problem.textContent = '';
          try {
            await begin(session, provider, { invitation });
          } catch (error) {
            problem.textContent = /** @type {Error} */ (error).message;
            for (const button of buttons) button.disabled = false;
          }
        },
      },
      `Continue with ${provider.name}`,
    ),
  );
  return el(
    'div',
    { class: isAlone ? 'providers alone' : 'providers' },
    !isAlone && el('p', { class: 'or' }, el('span', {}, 'or')),
    ...buttons,
    problem,
  );
}

/**
 * After signing out here: the way to end the provider's session too. Nothing where it offers none.
 * @param {Session} session @param {Provider} provider
 */
export function signOutElsewhere(session, provider) {
  const place = el('div', { class: 'elsewhere', role: 'status' });
  session.signOutAddress(provider.id).then(
    (address) => {
      // Nothing but a page of the web: not what an address can do else.
      if (!address || !/^https?:\/\//.test(address)) return;
      place.replaceChildren(
        el(
          'p',
          {},
          `You are signed out here. ${provider.name} may still know you in this browser.`,
        ),
        el('a', { href: address }, `Sign out of ${provider.name} too`),
      );
    },
    // It is an offer: without it one is signed out here all the same.
    () => {},
  );
  return place;
}

/**
 * The way back from a provider: says what is needed next, and ends with somebody signed in.
 * @param {Session} session
 * @param {NonNullable<ReturnType<typeof import('../openid.js').answerOf>>} answer
 * @param {(user: any, isNew: boolean) => void} onSignedIn
 * @param {(problem: string) => void} onFailed
 */
export function returnCard(session, answer, onSignedIn, onFailed) {
  const begun = takeBegun();
  const name = begun?.provider ?? '';
  const place = el('div', { class: 'steps' });
  const show = (/** @type {Node} */ node) => {
    place.replaceChildren(node);
    place.querySelector('input')?.focus();
  };
  const failed = (/** @type {string} */ text) => queueMicrotask(() => onFailed(text));
  const refusal = refusalOf(answer, begun);
  if (refusal || !begun) {
    failed(refusal ?? '');
    return place;
  }
  const { invitation } = begun;

  /** @param {any} values @param {boolean} isNew */
  const step = async (values, isNew) => {
    const from = begun.id ? { id: begun.id, name } : undefined;
    const next = await session.claimOpenID({ ...values, invitation }, from);
    if (next.next === 'signedIn') onSignedIn(next.user, isNew);
    else if (next.next === 'password') show(askPassword(next));
    else if (next.next === 'account') show(askName(next));
    return el('p', { class: 'muted', role: 'status' }, 'One moment…');
  };

  /** @param {{token?: string, email?: string}} next */
  const askPassword = ({ token, email }) =>
    card(
      'Is this you?',
      `There is an account with the address ${email} here. Enter its password once, and ${name} signs you in to it from now on.`,
      form(
        field('Password', {
          name: 'password',
          type: 'password',
          autocomplete: 'current-password',
        }),
        `Link with ${name}`,
        (password) => step({ token, password }, false),
      ),
      back(),
    );

  /** @param {{token?: string, email?: string, name?: string}} next */
  const askName = ({ token, email, name: known }) =>
    card(
      'One last thing',
      `You come as ${email}. How shall others see you?`,
      form(
        field('Name', { name: 'name', autocomplete: 'name', maxlength: 80, value: known ?? '' }),
        'Create account',
        (value) => step({ token, name: value }, true),
      ),
      back(),
    );

  const back = () =>
    el(
      'p',
      { class: 'switch' },
      el('button', { type: 'button', class: 'link', onclick: () => onFailed('') }, 'Not now'),
    );

  show(card('Signing you in…', `${name} has sent you back.`));
  step(
    { token: begun.token, code: answer.code, state: answer.state, issuer: answer.issuer },
    false,
  ).catch((/** @type {Error} */ error) => failed(error.message));
  return place;
}

/**
 * The way back for somebody who is signed in already and has linked an account.
 * @param {Session} session
 */
export async function finishLink(session) {
  const answer = answerOf(location.hash);
  if (!answer) return;
  history.replaceState(null, '', location.pathname);
  const begun = takeBegun();
  const refusal = refusalOf(answer, begun);
  if (refusal || !begun?.isLink) {
    toast(refusal ?? 'You are signed in already.');
    return;
  }
  try {
    const { code, state, issuer } = answer;
    await session.claimOpenID({ token: begun.token, code, state, issuer });
    toast(`From now on ${begun.provider} signs you in, too.`);
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

/**
 * Whoever is linked gets in from then on, so it is the owner who links.
 * @param {any} client @param {Provider} provider
 */
function linkDialog(client, provider) {
  openDialog(
    `Link ${provider.name}`,
    el('p', {}, `Your account at ${provider.name} signs you in from then on.`),
    form(
      field('Password', {
        name: 'password',
        type: 'password',
        autocomplete: 'current-password',
      }),
      `Continue with ${provider.name}`,
      async (password) => {
        await begin(client.session, provider, { isLink: true, password });
        return el('p', { role: 'status' }, 'One moment…');
      },
    ),
  );
}

/**
 * Which accounts elsewhere sign the user in. Nothing is shown where the server knows no provider.
 * @param {any} client
 * @param {(hasPassword: boolean, allowsPasswords: boolean) => void} onKnown
 */
export function identitiesSection(client, onKnown) {
  const list = el('ul', { class: 'plain-list' });
  const section = el('section', { hidden: true });
  const act = (/** @type {string} */ label, /** @type {() => Promise<any>} */ run) =>
    el(
      'button',
      {
        type: 'button',
        onclick: () =>
          run().catch((/** @type {Error} */ error) => {
            toast(error.message);
          }),
      },
      label,
    );
  const { notice, load } = reloading(client, list, async () => {
    const [{ providers = [], hasNoPasswords = false }, { identities, hasPassword }] =
      await Promise.all([
        client.session.workspace(),
        client.session.call('GET', '/v1/me/identities'),
      ]);
    section.hidden = providers.length === 0;
    if (!hasPassword) onKnown(hasPassword, !hasNoPasswords);
    return providers.map((/** @type {Provider} */ provider) => {
      const linked = identities.find((/** @type {any} */ one) => one.provider.id === provider.id);
      return el(
        'li',
        { class: 'person' },
        el(
          'span',
          {},
          el('strong', {}, provider.name),
          el('small', {}, linked ? `Linked ${dayInSentence(linked.linkedAt)}` : 'Not linked'),
        ),
        linked
          ? act('Unlink', async () => {
              await client.session.call('DELETE', `/v1/me/identities/${provider.id}`);
              await load();
            })
          : act('Link…', async () => {
              if (hasPassword) linkDialog(client, provider);
              else await begin(client.session, provider, { isLink: true });
            }),
      );
    });
  });
  section.append(el('h3', {}, 'Sign in with'), notice, list);
  load();
  return section;
}
