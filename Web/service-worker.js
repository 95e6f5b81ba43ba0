// @ts-check
/** Keeps the app's own files, so that the page opens without network. Data never passes here. */
const CACHE = 'messageai-shell-11';
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
  '/src/database.js',
  '/src/derived.js',
  '/src/law.js',
  '/src/locks.js',
  '/src/outbox.js',
  '/src/protocol.js',
  '/src/session.js',
  '/src/socket.js',
  '/src/views/auth.js',
  '/src/views/chat.js',
  '/src/views/composer.js',
  '/src/views/dialogs.js',
  '/src/views/dom.js',
  '/src/views/format.js',
  '/src/views/list.js',
  '/src/views/message.js',
  '/src/views/settings.js',
  '/src/views/timeline.js',
  '/src/generated/shapes.js',
  '/src/history.js',
  '/src/typing.js',
  '/src/writer.js',
  '/src/views/details.js',
  '/src/views/people.js',
  '/intelligence.css',
  '/src/intelligence.js',
  '/src/views/ai/assistant.js',
  '/src/views/ai/catchup.js',
  '/src/views/ai/earlier.js',
  '/src/views/ai/hub.js',
  '/src/views/ai/inbox.js',
  '/src/views/ai/insights.js',
  '/src/views/ai/output.js',
  '/src/views/ai/preferences.js',
  '/src/views/reload.js',
  '/src/views/rows.js',
  '/src/views/window.js',
  '/src/search.js',
  '/src/pages.js',
  '/src/views/search.js',
  '/src/pulls.js',
  '/src/transmitter.js',
  '/src/watermarks.js',
  '/src/views/banner.js',
  '/src/views/conversation.js',
  '/src/views/welcome.js',
  '/files.css',
  '/src/attachments.js',
  '/src/blurhash.js',
  '/src/files.js',
  '/src/links.js',
  '/src/player.js',
  '/src/uploader.js',
  '/src/uploads.js',
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
  '/src/qr.js',
  '/src/worker.js',
  '/src/notices.js',
  '/src/views/notices.js',
  '/src/views/team.js',
  '/src/views/workspace.js',
];
const worker = /** @type {any} */ (self);

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

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/**
 * One for each conversation, and none while somebody looks at one of the pages. Several pages may
 * tell of the same message.
 * @param {{title: string, body: string, conversation: string, message: string}} notice
 */
async function tell({ title, body, conversation, message }) {
  const pages = await worker.clients.matchAll({ type: 'window' });
  if (pages.some((/** @type {any} */ page) => page.focused)) return;
  const [former] = await worker.registration.getNotifications({ tag: conversation });
  if (former?.data.message === message) return;
  await worker.registration.showNotification(title, {
    body,
    tag: conversation,
    renotify: true,
    icon: '/icon-192.png',
    data: { conversation, message },
  });
}

/** @param {string} [conversation] all without one */
async function forget(conversation) {
  const options = conversation ? { tag: conversation } : {};
  for (const notice of await worker.registration.getNotifications(options)) notice.close();
}

/** @param {{conversation: string, message: string}} place */
async function show({ conversation, message }) {
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (!page) return worker.clients.openWindow(`/#${conversation}`);
  await page.focus();
  page.postMessage({ type: 'open', conversation, message });
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
