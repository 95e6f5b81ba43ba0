// @ts-check
/** What stands where no conversation is open, or where none can be. */
import { el } from './dom.js';

export const openingView = () =>
  el(
    'main',
    { class: 'loading', 'aria-busy': 'true' },
    el('span', { class: 'spinner' }),
    'Opening…',
  );

export function emptyView() {
  return el(
    'main',
    { class: 'welcome' },
    el('img', { src: '/favicon.svg', alt: '', width: 72, height: 72 }),
    el('h1', {}, 'Pick a conversation'),
    el('p', {}, 'Or start one with the plus button.'),
  );
}

/**
 * Without a place for messages nothing could be promised.
 * @param {Error} error @param {() => void} again
 */
export function problemView(error, again) {
  return el(
    'main',
    { class: 'welcome' },
    el('h1', {}, 'Your messages cannot be opened'),
    el(
      'p',
      {},
      'This browser does not let the page store anything. Leave private mode, or allow storage for this address.',
    ),
    el('p', { class: 'muted' }, error.message),
    el('button', { type: 'button', class: 'primary', onclick: again }, 'Try again'),
  );
}
