// @ts-check
/** Everything that the server has of oneself, as a file to keep. */
import { sizeText } from '../attachments.js';
import { el, openDialog } from './dom.js';

const NAME = 'messageai-account.tar';

/** @param {import('../client.js').Client} client @param {boolean} hasPassword */
export function downloadDialog(client, hasPassword) {
  const leaving = new AbortController();
  const status = el('p', { role: 'status' });
  const button = el('button', { type: 'submit' }, 'Download');
  const form = el(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        button.disabled = true;
        status.textContent = 'Your data is being gathered…';
        try {
          const { password = '' } = Object.fromEntries(new FormData(form));
          const blob = await download(client, String(password), leaving.signal, (bytes) => {
            status.textContent = `${sizeText(bytes)} so far…`;
          });
          offer(blob);
          status.textContent = `Done: ${NAME}, ${sizeText(blob.size)}.`;
          form.reset();
        } catch (error) {
          if (!leaving.signal.aborted) status.textContent = /** @type {Error} */ (error).message;
        }
        button.disabled = false;
      },
    },
    el(
      'p',
      {},
      'Your profile, settings and devices, what the AI keeps for you, and the conversations that you are in: ' +
        'members, messages, action items, decisions and files.',
    ),
    el(
      'p',
      { class: 'muted' },
      'It comes as one archive (tar) with text files inside. Passwords, conversations that you have left, and ' +
        'drafts are not in it. Keep it safe: who has it can read all of it.',
    ),
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
      : el('p', {}, 'Sign in again first: this needs a sign-in of the last ten minutes.'),
    el('footer', {}, button),
    status,
  );
  openDialog('Download my data', form).addEventListener('close', () => leaving.abort());
}

/**
 * Throws with a sentence when the server refuses, or when what came is not whole.
 * @param {import('../client.js').Client} client @param {string} password
 * @param {AbortSignal} signal @param {(bytes: number) => void} progress @returns {Promise<Blob>}
 */
async function download(client, password, signal, progress) {
  let response;
  try {
    response = await client.session.fetch('POST', '/v1/me/export', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ password }),
      signal,
    });
  } catch {
    throw new Error('The server cannot be reached.');
  }
  if (!response.ok || !response.body) {
    const problem = await response.json().catch(() => ({}));
    throw new Error(problem.detail ?? 'The server cannot be reached.');
  }
  const pieces = [];
  let bytes = 0;
  try {
    const reader = response.body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value);
      bytes += read.value.length;
      progress(bytes);
    }
  } catch {
    throw new Error('The download was cut. Begin it again.');
  }
  return new Blob(pieces, { type: 'application/x-tar' });
}

/** @param {Blob} blob */
function offer(blob) {
  const url = URL.createObjectURL(blob);
  const link = el('a', { href: url, download: NAME });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
