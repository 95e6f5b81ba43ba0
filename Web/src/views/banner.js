// @ts-check
/** Says above everything that there is no connection, and tries again; and what has come due. */
import { awayText } from './ai/kept.js';
import { reminderNotice } from './ai/reminders.js';
import { el } from './dom.js';

/**
 * @param {import('../client.js').Client} client
 * @param {{open: (id: string, message?: string) => void, openReminders: () => void}} ways
 */
export function bannerView(client, { open, openReminders }) {
  const [offline, reminder] = [offlineView(client), reminderNotice(client, open, openReminders)];
  return {
    node: el('div', { class: 'banners' }, offline.node, reminder.node),
    update: () => {
      offline.update();
      reminder.update();
    },
  };
}

/** @param {import('../client.js').Client} client */
function offlineView(client) {
  const node = el('div', { class: 'banner', role: 'status', hidden: true });
  const update = () => {
    const { state } = client.connection;
    const isOffline = state === 'offline' || (state === 'connecting' && !node.hidden);
    node.hidden = !isOffline;
    if (!isOffline) return;
    const label = state === 'connecting' ? 'Connecting…' : 'Try now';
    node.replaceChildren(
      el('span', {}, `${awayText()} What you write and change is kept and sent when you are back.`),
      el(
        'button',
        {
          type: 'button',
          class: 'link',
          disabled: state === 'connecting',
          onclick: () => client.connection.kick(),
        },
        label,
      ),
    );
  };
  return { node, update };
}
