// @ts-check
/** Notifications of the browser: offered once, shown by the service worker, closed when read. */
import { unread } from '../derived.js';
import { noticeOf } from '../notices.js';
import { el, toast } from './dom.js';

/** @typedef {import('../client.js').Client} Client */

/** `on` where this device's user wants them; `offered` when they were asked. */
const WISH = 'messageai-notifications';
const FRESH = 600_000;

const isPossible = () => 'Notification' in globalThis && 'serviceWorker' in navigator;
const isWanted = () =>
  isPossible() && Notification.permission === 'granted' && localStorage.getItem(WISH) === 'on';

/**
 * Asks the browser, which asks its user.
 * @returns {Promise<boolean>} whether they come from now on
 */
async function turnOn() {
  const isGranted = (await Notification.requestPermission()) === 'granted';
  localStorage.setItem(WISH, isGranted ? 'on' : 'offered');
  return isGranted;
}

/**
 * Tells of messages while nobody looks at a page of this workspace.
 * @param {Client} client @param {(conversation: string, message: string) => void} open
 * @param {AbortSignal} signal
 */
export function tellOfMessages(client, open, signal) {
  if (!isPossible()) return;
  /** @type {{at: number, value: any}} */
  let preferences = { at: 0, value: undefined };
  /** @type {Set<string>} */
  const shown = new Set();
  let missed = 0;
  const refresh = async () => {
    if (Date.now() - preferences.at < FRESH) return;
    preferences = { at: Date.now(), value: preferences.value };
    try {
      preferences.value = await client.intelligence.preferences();
    } catch {
      // Asked again before the next message; until then the last ones known hold.
      preferences.at = 0;
    }
  };
  const tell = async (/** @type {any} */ { feed, row }) => {
    if (!isWanted()) {
      missed += document.visibilityState === 'hidden' ? 1 : 0;
      return;
    }
    await refresh();
    const notice = noticeOf({
      feed,
      row,
      me: client.me,
      settings: client.settings(feed.feed),
      preferences: preferences.value,
      timeZone: client.profile?.timeZone,
      now: Date.now(),
    });
    if (!notice || signal.aborted) return;
    shown.add(notice.conversation);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: 'notice', notice });
  };
  client.addEventListener(
    'message',
    (event) => {
      tell(/** @type {CustomEvent} */ (event).detail);
    },
    { signal },
  );
  client.addEventListener(
    'change',
    () => {
      for (const id of shown) {
        const feed = client.feeds.get(id);
        if (feed && unread(feed, client.me, client.localReads.get(id)) > 0) continue;
        shown.delete(id);
        closeNotices(id);
      }
    },
    { signal },
  );
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible' || !missed) return;
      missed = 0;
      offer();
    },
    { signal },
  );
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data }) => {
      if (data?.type === 'open') open(data.conversation, data.message);
    },
    { signal },
  );
  // Whoever signs in next is told nothing of what is left.
  signal.addEventListener('abort', () => closeNotices());
}

/** To somebody who has come back and missed something, once. */
function offer() {
  if (Notification.permission !== 'default' || localStorage.getItem(WISH)) return;
  localStorage.setItem(WISH, 'offered');
  toast('Messages came while you were elsewhere.', {
    label: 'Notify me next time',
    action: () => turnOn(),
  });
}

/** @param {string} [conversation] all without one */
async function closeNotices(conversation) {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'read', conversation });
}

export function noticesSection() {
  const place = el('div', {});
  const show = () => place.replaceChildren(content());
  const content = () => {
    if (!isPossible()) return el('p', { class: 'muted' }, 'This browser cannot show any.');
    if (Notification.permission === 'denied')
      return el(
        'p',
        { class: 'muted' },
        'The browser blocks them for this page. Allow them in its settings.',
      );
    return el(
      'label',
      { class: 'choice' },
      el('input', {
        type: 'checkbox',
        checked: isWanted(),
        onchange: async (/** @type {any} */ event) => {
          if (event.target.checked) await turnOn();
          else localStorage.setItem(WISH, 'offered');
          show();
        },
      }),
      'Tell me of messages on this device while the page is open in the background',
    );
  };
  show();
  return el('section', {}, el('h3', {}, 'Notifications'), place);
}
