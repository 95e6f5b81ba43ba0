// @ts-check
/**
 * Notifications of the browser: offered once, shown by the service worker, closed when read. The
 * page tells of what comes while nobody looks at it; while there is none, the server does.
 */
import { unread } from '../derived.js';
import { noticeOf, noticeOfReminder, placeIn } from '../notices.js';
import { reachText } from '../push.js';
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
 * @param {Client} client @param {() => void} [answered] they come while the page is open
 */
async function turnOn(client, answered) {
  const isGranted = (await Notification.requestPermission()) === 'granted';
  localStorage.setItem(WISH, isGranted ? 'on' : 'offered');
  answered?.();
  if (isGranted) await client.push.keep();
}

/** @param {Client} client @param {() => void} answered the page tells of nothing from now on */
async function turnOff(client, answered) {
  localStorage.setItem(WISH, 'offered');
  showBadge(0);
  answered();
  await client.push.stop();
}

/** What the app's icon shows, as far as this page knows. @type {number | undefined} */
let badged;

/** On the icon of the app, where it is installed. @param {number} count of unread messages */
export function showBadge(count) {
  if (!('setAppBadge' in navigator)) return;
  const shown = isWanted() ? count : 0;
  if (shown === badged) return;
  badged = shown;
  navigator.setAppBadge(shown).catch(() => undefined);
}

/**
 * Tells of messages while nobody looks at a page of this workspace, and has the server do so while
 * none is open.
 * @param {Client} client
 * @param {{open: (conversation: string, message: string) => void, openReminders: () => void}} ways
 * @param {AbortSignal} signal
 */
export function tellOfMessages(client, { open, openReminders }, signal) {
  land(client, open, signal);
  if (!isPossible()) return;
  /** @type {{at: number, value: any}} */
  let preferences = { at: 0, value: undefined };
  /** The newest message that is told of, by conversation. @type {Map<string, number>} */
  const shown = new Map();
  let missed = 0;
  let wasOnline = false;
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
    shown.set(notice.conversation, notice.seq);
    await show(notice);
  };
  const remind = async (/** @type {any} */ reminder) => {
    if (!isWanted()) return;
    await refresh();
    const notice = noticeOfReminder({
      reminder,
      settings: reminder.conversation && client.settings(reminder.conversation),
      preferences: preferences.value,
      timeZone: client.profile?.timeZone,
      now: Date.now(),
    });
    if (notice && !signal.aborted) await show(notice);
  };
  const closeRead = () => {
    for (const [id, seq] of shown) {
      if (!isRead(client, id, seq)) continue;
      shown.delete(id);
      closeNotices(id);
    }
  };
  const look = async () => {
    // Another page, or the service worker, may have changed it.
    badged = undefined;
    const registration = await navigator.serviceWorker.ready;
    for (const { data } of await registration.getNotifications()) {
      const { conversation, seq = 0 } = data ?? {};
      if (conversation) shown.set(conversation, Math.max(seq, shown.get(conversation) ?? 0));
    }
    if (!signal.aborted) closeRead();
  };
  const changed = () => {
    const isOnline = client.connection.state === 'online';
    if (isOnline && !wasOnline && isWanted()) client.push.keep();
    wasOnline = isOnline;
    closeRead();
  };
  client.addEventListener(
    'message',
    (event) => {
      tell(/** @type {CustomEvent} */ (event).detail);
    },
    { signal },
  );
  client.addEventListener(
    'reminder',
    (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      // What is done, or put off, needs no notification any more.
      if (detail.state === 'due') remind(detail);
      else closeNotices(detail.id);
    },
    { signal },
  );
  client.addEventListener('change', changed, { signal });
  addEventListener('focus', look, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible' || !missed) return;
      missed = 0;
      offer(client);
    },
    { signal },
  );
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data }) => {
      if (data?.type !== 'open') return;
      if (data.reminder) openReminders();
      else open(data.conversation, data.message);
    },
    { signal },
  );
  // Whoever signs in next is told nothing of what is left.
  signal.addEventListener('abort', () => {
    closeNotices();
    badged = undefined;
    showBadge(0);
    client.push.forget();
  });
  look();
}

/**
 * Opens the message that the address names, once it is here or can be fetched.
 * @param {Client} client @param {(conversation: string, message: string) => void} open
 * @param {AbortSignal} signal
 */
function land(client, open, signal) {
  const place = placeIn(location.hash);
  if (!place) return;
  const { conversation, message } = place;
  history.replaceState(null, '', `#${conversation}`);
  const tryToOpen = () => {
    const feed = client.feeds.get(conversation);
    const isHere = feed?.messages.some((row) => row.id === message);
    const hasLeft = location.hash.slice(1) !== conversation;
    if (!hasLeft && !isHere && !(feed && client.connection.state === 'online')) return;
    client.removeEventListener('change', tryToOpen);
    if (!hasLeft && !signal.aborted) open(conversation, message);
  };
  client.addEventListener('change', tryToOpen, { signal });
  // The page is not built yet.
  queueMicrotask(tryToOpen);
}

/**
 * Whether nothing is left to be told of a conversation. A push may have been faster than the
 * connection: what has not come here is not read.
 * @param {Client} client @param {string} id @param {number} seq of the newest that was told of
 */
function isRead(client, id, seq) {
  const feed = client.feeds.get(id);
  if (!feed) return client.connection.state === 'online';
  const newest = feed.messages.at(-1)?.seq ?? 0;
  return newest >= seq && unread(feed, client.me, client.localReads.get(id)) === 0;
}

/** To somebody who has come back and missed something, once. @param {Client} client */
function offer(client) {
  if (Notification.permission !== 'default' || localStorage.getItem(WISH)) return;
  localStorage.setItem(WISH, 'offered');
  toast('Messages came while you were elsewhere.', {
    label: 'Notify me next time',
    action: () => turnOn(client),
  });
}

/** @param {import('../notices.js').Notice} notice */
async function show(notice) {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'notice', notice });
}

/** @param {string} [conversation] or a reminder; all without one */
async function closeNotices(conversation) {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'read', conversation });
}

/** @param {Client} client */
export function noticesSection(client) {
  const box = el('input', {
    type: 'checkbox',
    checked: isWanted(),
    'aria-describedby': 'notices-reach',
    onchange: async () => {
      await (box.checked ? turnOn(client, show) : turnOff(client, show));
      show();
    },
  });
  const choice = el('label', { class: 'choice' }, box, 'Tell me of messages on this device');
  const reach = el('p', { id: 'notices-reach', class: 'muted', role: 'status' });
  const place = el('div', {}, choice, reach);
  const show = () => {
    const obstacle = obstacleText();
    if (obstacle) return place.replaceChildren(el('p', { class: 'muted' }, obstacle));
    box.checked = isWanted();
    reach.textContent = isWanted() ? reachText(client.push.reach) : '';
  };
  show();
  if (isWanted()) client.push.keep().then(show);
  return el('section', {}, el('h3', {}, 'Notifications'), place);
}

/** Why this browser shows none; empty when it may. */
function obstacleText() {
  if (!isPossible()) return 'This browser cannot show any.';
  return Notification.permission === 'denied'
    ? 'The browser blocks them for this page. Allow them in its settings.'
    : '';
}
