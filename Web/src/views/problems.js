// @ts-check
/** What went wrong, for admins to read, and for each person whether their client tells of it. */
import { isSending, setSending } from '../diagnostics.js';
import { el, openDialog, toast } from './dom.js';
import { dayInSentence } from './format.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types.js').CrashGroup} Crash */

const PLATFORMS = { web: 'Web', ios: 'iOS', terminal: 'Terminal', server: 'Server' };
const KINDS = {
  error: 'Uncaught error',
  rejection: 'Uncaught rejection',
  crash: 'Crash',
  hang: 'Hang',
};

export function diagnosticsSection() {
  const box = el('input', {
    type: 'checkbox',
    checked: isSending(),
    onchange: () => setSending(box.checked),
  });
  return el(
    'section',
    {},
    el('h3', {}, 'Problems'),
    el('label', { class: 'choice' }, box, 'Tell the admins of errors on this device'),
    el(
      'p',
      { class: 'muted' },
      'Only to your own server: the type of the error and where in the code it was. Nothing that anybody wrote.',
    ),
  );
}

/** @param {Client} client */
export function problemsDialog(client) {
  const list = el('ul', { class: 'plain-list problems', 'aria-label': 'Problems' });
  const failure = el('p', { class: 'problem', role: 'alert' });
  openDialog(
    'Problems',
    el(
      'p',
      { class: 'muted' },
      'What went wrong in people’s clients and in the server. Equal problems are counted.',
    ),
    failure,
    list,
  );
  const load = async () => {
    try {
      const { crashes } = await client.session.call('GET', '/v1/diagnostics/crashes');
      list.replaceChildren(
        ...(crashes.length
          ? crashes.map((/** @type {Crash} */ crash) => row(client, crash, load))
          : [el('li', { class: 'muted' }, 'None.')]),
      );
    } catch (error) {
      failure.textContent = /** @type {Error} */ (error).message;
    }
  };
  load();
}

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {Client} client @param {Crash} crash @param {() => void} changed */
function row(client, crash, changed) {
  const about = [
    `${PLATFORMS[crash.platform]} ${crash.version}`,
    counted(crash.count, 'time', 'times'),
    ...(crash.people ? [counted(crash.people, 'person', 'people')] : []),
    `last ${dayInSentence(crash.lastAt)}`,
  ];
  return el(
    'li',
    { class: 'person' },
    el(
      'span',
      {},
      el('strong', {}, `${KINDS[crash.kind]}: ${crash.name}`),
      el('small', {}, about.join(' · ')),
      crash.frames.length > 0 &&
        el(
          'details',
          {},
          el('summary', {}, crash.frames[0]),
          el('pre', { tabindex: 0 }, crash.frames.join('\n')),
        ),
    ),
    el(
      'button',
      {
        type: 'button',
        'aria-label': `Forget ${crash.name}`,
        onclick: async () => {
          try {
            await client.session.call('DELETE', `/v1/diagnostics/crashes/${crash.id}`);
            changed();
          } catch (error) {
            toast(/** @type {Error} */ (error).message);
          }
        },
      },
      'Done',
    ),
  );
}
