// @ts-check
/** Says above everything that there is no connection, and tries again. */
import { el } from './dom.js';

/** @param {import('../client.js').Client} client */
export function bannerView(client) {
  const node = el('div', { class: 'banner', role: 'status', hidden: true });
  const update = () => {
    const { state } = client.connection;
    const isOffline = state === 'offline' || (state === 'connecting' && !node.hidden);
    node.hidden = !isOffline;
    if (!isOffline) return;
    const reason = navigator.onLine ? 'The server cannot be reached.' : 'You are offline.';
    const label = state === 'connecting' ? 'Connecting…' : 'Try now';
    node.replaceChildren(
      el('span', {}, `${reason} Messages are kept and sent when you are back.`),
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
