// @ts-check
/**
 * Keeps the app's own files, so that the page opens without network, and shows notifications: those
 * of a page, and those that the server sends while none is open. Nothing of them is kept.
 */
const CACHE = 'messageai-shell-20';
const PATIENCE = 4_000;
const SHELL = [
  '/',
  '/app.css',
  '/chat.css',
  '/favicon.svg',
  '/icon-192.png',
  '/apple-touch-icon.png',
  '/icons.svg',
  '/manifest.webmanifest',
  '/src/main.js',
  '/src/client.js',
  '/src/answers.js',
  '/src/asking.js',
  '/src/audit.js',
  '/src/database.js',
  '/src/derived.js',
  '/src/entries.js',
  '/src/law.js',
  '/src/locks.js',
  '/src/outbox.js',
  '/src/overlay.js',
  '/src/requests.js',
  '/src/protocol.js',
  '/src/session.js',
  '/src/socket.js',
  '/src/views/audit.js',
  '/src/views/auth.js',
  '/src/views/chat.js',
  '/src/views/composer.js',
  '/src/views/dialogs.js',
  '/src/views/dom.js',
  '/src/views/download.js',
  '/src/views/email.js',
  '/src/views/format.js',
  '/src/views/list.js',
  '/src/views/moves.js',
  '/src/views/waits.js',
  '/src/views/message.js',
  '/src/views/settings.js',
  '/src/views/timeline.js',
  '/src/generated/shapes.js',
  '/src/history.js',
  '/src/typing.js',
  '/src/writer.js',
  '/src/views/beside.js',
  '/src/views/details.js',
  '/src/views/focus.js',
  '/src/views/people.js',
  '/intelligence.css',
  '/src/intelligence.js',
  '/src/reminders.js',
  '/src/views/ai/assistant.js',
  '/src/views/ai/catchup.js',
  '/src/views/ai/earlier.js',
  '/src/views/ai/hub.js',
  '/src/views/ai/inbox.js',
  '/src/views/ai/calendar-file.js',
  '/src/views/ai/due.js',
  '/src/views/ai/insight-edit.js',
  '/src/views/ai/insights.js',
  '/src/views/ai/kept.js',
  '/src/views/ai/maybe.js',
  '/src/views/ai/meet.js',
  '/src/views/ai/new-task.js',
  '/src/views/ai/output.js',
  '/src/views/ai/place.js',
  '/src/views/ai/preferences.js',
  '/src/views/ai/propose.js',
  '/src/views/ai/receipt.js',
  '/src/views/ai/records.js',
  '/src/views/ai/post.js',
  '/src/views/ai/reminders.js',
  '/src/views/ai/share.js',
  '/src/views/ai/times.js',
  '/src/views/ai/urgent.js',
  '/src/views/ai/waiting.js',
  '/src/views/reload.js',
  '/src/views/rows.js',
  '/src/views/window.js',
  '/src/search.js',
  '/src/pages.js',
  '/src/priorities.js',
  '/src/views/search.js',
  '/src/pulls.js',
  '/src/timings.js',
  '/src/traces.js',
  '/src/transmitter.js',
  '/src/watermarks.js',
  '/src/views/banner.js',
  '/src/views/conversation.js',
  '/src/views/welcome.js',
  '/files.css',
  '/src/attachments.js',
  '/src/blurhash.js',
  '/src/diagnostics.js',
  '/src/events.js',
  '/src/features.js',
  '/src/openid.js',
  '/src/files.js',
  '/src/links.js',
  '/src/player.js',
  '/src/uploader.js',
  '/src/uploads.js',
  '/src/usage.js',
  '/src/writing.js',
  '/src/views/attachments.js',
  '/src/views/crop.js',
  '/src/views/face.js',
  '/src/views/photo.js',
  '/src/views/drop.js',
  '/src/views/lightbox.js',
  '/src/views/picture.js',
  '/src/views/recorder.js',
  '/src/views/shared.js',
  '/src/views/tabs.js',
  '/src/views/tray.js',
  '/src/views/voice.js',
  '/src/invitations.js',
  '/src/views/letters.js',
  '/src/qr.js',
  '/src/worker.js',
  '/src/notices.js',
  '/src/push.js',
  '/src/views/notices.js',
  '/src/views/features.js',
  '/src/views/providers.js',
  '/src/views/first.js',
  '/src/views/problems.js',
  '/src/views/timings.js',
  '/src/views/usage.js',
  '/src/views/retention.js',
  '/src/connection.js',
  '/src/views/comparison.js',
  '/src/views/connection.js',
  '/src/views/team.js',
  '/src/views/workspace.js',
];
const worker = /** @type {any} */ (self);
/** Safari lets no page have pushes any more whose pushes have shown nothing three times. */
const IS_STRICT = /Safari/.test(navigator.userAgent) && !/Chrom|Android/.test(navigator.userAgent);

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  const old = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
    );
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener('message', (/** @type {any} */ event) => {
  const { type, notice, conversation } = event.data ?? {};
  if (type === 'notice') event.waitUntil(tell(notice));
  if (type === 'read') event.waitUntil(forget(conversation));
});

worker.addEventListener('push', (/** @type {any} */ event) => {
  event.waitUntil(receive(event.data));
});

// The page subscribes anew when it starts, and tells the server.
worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => {
  event.waitUntil(Promise.resolve(event.newSubscription?.unsubscribe()));
});

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/**
 * @typedef {{title: string, body: string, conversation?: string, message?: string,
 *   seq?: number, reminder?: string}} Notice
 */

/**
 * What was told of last, by conversation or reminder, while this worker lives.
 * @type {Map<string, {message?: string, seq?: number, reminder?: string, isOfPage?: boolean}>}
 */
const told = new Map();

async function isLookedAt() {
  const pages = await worker.clients.matchAll({ type: 'window' });
  return pages.some((/** @type {any} */ page) => page.focused);
}

/**
 * One for each conversation, and none while somebody looks at one of the pages. Several pages and a
 * push may tell of the same message, and a push may come late.
 * @param {Notice} notice @param {boolean} [isPush] @returns {Promise<void>}
 */
async function tell(notice, isPush = false) {
  const { title, body, conversation, message, seq, reminder } = notice;
  const tag = conversation ?? reminder ?? 'messageai';
  if (await isLookedAt()) return;
  const [former] = await worker.registration.getNotifications({ tag });
  const last = told.get(tag) ?? former?.data;
  if (reminder && last) {
    // Of each time that it reminds, a page and a push tell once.
    if (!isPush) return;
    if (last.isOfPage) {
      told.set(tag, { reminder });
      return IS_STRICT ? repeat(former) : undefined;
    }
  }
  if (last && message && (last.message === message || last.seq > Number(seq)))
    return isPush && IS_STRICT ? repeat(former) : undefined;
  const data = reminder ? { reminder, isOfPage: !isPush } : { conversation, message, seq };
  told.set(tag, data);
  await worker.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icon-192.png',
    data,
  });
}

/** What is shown already takes its own place. @param {any} notice */
async function repeat(notice) {
  if (!notice) return;
  const { title, body, tag, icon, data } = notice;
  await worker.registration.showNotification(title, { body, tag, icon, data, silent: true });
}

/** @param {string} [conversation] or a reminder, which may remind again; all without one */
async function forget(conversation) {
  if (!conversation) told.clear();
  else if (told.get(conversation)?.reminder) told.delete(conversation);
  const options = conversation ? { tag: conversation } : {};
  for (const notice of await worker.registration.getNotifications(options)) notice.close();
}

/**
 * A push says which message has come, or which reminder is due; the server says what to show of it.
 * What cannot be asked for now is told of without its text, because browsers want each push to show
 * something. @param {any} data
 */
async function receive(data) {
  const { ticket, conversation, message, seq, reminder, badge } = contentOf(data);
  if (await isLookedAt()) return;
  const found = await lookUp(ticket);
  if (found === 'gone') return reminder ? forget(reminder) : withdraw(conversation, message);
  const { title = reminder ? 'Reminder' : 'New message', body = '' } = found ?? {};
  await Promise.all([
    tell({ title, body, conversation, message, seq, reminder }, true),
    showBadge(found?.badge ?? badge),
  ]);
}

/** What a push brings, as far as it can be read. @param {any} data @returns {any} */
function contentOf(data) {
  try {
    return Object(data.json());
  } catch {
    return {};
  }
}

/**
 * What there is to show, `gone` when there is nothing any more, and nothing when the server did not
 * say. The ticket alone says who asks.
 * @param {unknown} ticket
 * @returns {Promise<{title: string, body: string, badge: number} | 'gone' | undefined>}
 */
async function lookUp(ticket) {
  if (!ticket) return undefined;
  try {
    const response = await fetch('/v1/notifications/lookup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ticket }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    // Not that of somebody between here and the server.
    return answer.code === 'not_found' ? 'gone' : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} [conversation] @param {string} [message] that is read, or not there any more */
async function withdraw(conversation, message) {
  for (const notice of await worker.registration.getNotifications({ tag: conversation }))
    if (message && notice.data?.message === message) notice.close();
}

/** On the icon of the app, where it is installed. @param {unknown} count */
async function showBadge(count) {
  if (typeof count !== 'number') return;
  await /** @type {any} */ (navigator).setAppBadge?.(count).catch(() => undefined);
}

/** Pages know such an address: see `placeIn`. @param {Notice} place */
async function show({ conversation: place, message, reminder }) {
  const conversation = reminder ? 'intelligence' : place;
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (!page)
    return worker.clients.openWindow(
      conversation && message ? `/#${conversation}/${message}` : `/#${conversation ?? ''}`,
    );
  await page.focus();
  if (conversation) page.postMessage({ type: 'open', conversation, message, reminder });
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (
    event.request.method !== 'GET' ||
    url.origin !== location.origin ||
    !SHELL.includes(url.pathname)
  )
    return;
  event.respondWith(fresh(event.request));
});

/**
 * The network first, so that an update is never hidden; what is kept when there is
 * none, or a slow one.
 * @param {Request} request
 */
async function fresh(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  const answer = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(request, response.clone());
    return response;
  });
  if (!kept) return answer.catch(() => Response.error());
  const patience = new Promise((resolve) => {
    setTimeout(() => resolve(kept), PATIENCE);
  });
  return Promise.race([answer.catch(() => kept), patience]);
}
