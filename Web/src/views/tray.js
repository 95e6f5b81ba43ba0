// @ts-check
/** Files that have been picked for the next message, above where it is written. */
import { el, icon, iconButton, openDialog, reconcile, toast } from './dom.js';
import { voiceView } from './voice.js';
import { admitted, sizeText, typeText } from '../attachments.js';
import { uuidv7 } from '../protocol.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../files.js').Pick} Pick */

const PICTURE = /^image\/(?:jpeg|png|gif|webp|avif|heic|heif)$/;
const MAXIMUM_NAME = 255;
const MAXIMUM_ALT = 1_000;
const PATIENCE = 5_000;

/**
 * @param {Client} client @param {string} conversation
 * @param {() => void} changed when files have come or gone
 */
export function trayView(client, conversation, changed) {
  const { files } = client;
  const list = el('ul', { class: 'tray', 'aria-label': 'Files to send', hidden: true });
  const status = el('p', { class: 'visually-hidden', role: 'status' });
  const picks = () => files.trays.get(conversation) ?? [];

  /** @param {Pick[]} next */
  const set = (next) => {
    if (next.length) files.trays.set(conversation, next);
    else files.trays.delete(conversation);
    update();
    changed();
  };

  const update = () => {
    const all = picks();
    list.hidden = all.length === 0;
    reconcile(
      list,
      all.map((pick, index) => ({
        key: pick.id,
        signature: JSON.stringify([pick.alt, pick.kind]),
        build: () =>
          pick.kind === 'voice'
            ? noteView(files, pick, () => remove(pick, index))
            : pickView(
                pick,
                () => remove(pick, index),
                () => describe(pick),
              ),
      })),
    );
  };

  /** @param {Pick} pick @param {number} index */
  const remove = (pick, index) => {
    silence([pick]);
    if (pick.url) URL.revokeObjectURL(pick.url);
    set(picks().filter((other) => other !== pick));
    status.textContent = pick.kind === 'voice' ? 'Voice message discarded' : `${pick.name} removed`;
    const buttons = list.querySelectorAll('.remove');
    /** @type {HTMLElement | undefined} */ (buttons[Math.min(index, buttons.length - 1)])?.focus();
    return buttons.length;
  };

  /** What is not here any more cannot be stopped by hand. @param {Pick[]} gone */
  const silence = (gone) => {
    if (gone.some(({ id }) => id === files.player.id)) files.player.stop();
  };

  /** @param {Pick} pick */
  const describe = (pick) =>
    describeDialog(pick, (alt) => {
      set(picks().map((other) => (other === pick ? { ...pick, alt } : other)));
      /** @type {HTMLElement | null} */ (
        list.querySelector(`[data-id="${pick.id}"] .describe`)
      )?.focus();
    });

  /** @param {File[]} fresh */
  const add = async (fresh) => {
    const named = fresh.map((file) => ({ name: nameOf(file), bytes: file.size }));
    const { taken, problem } = admitted(picks(), named, files.limits);
    if (problem) toast(problem);
    const added = taken.map((index) => pickOf(fresh[index], named[index].name));
    if (!added.length) return;
    set([...picks(), ...added]);
    const pictures = added.filter(({ kind }) => kind === 'image').length;
    const what = added.length === 1 ? added[0].name : `${added.length} files`;
    status.textContent =
      pictures === added.length
        ? `${pictures === 1 ? 'Photo' : `${pictures} photos`} added`
        : `${what} added`;
    await Promise.all(added.map((pick) => measured(pick)));
    // What is no picture after all is shown as a file.
    set([...picks()]);
  };

  /** A voice note, to be listened to. @param {Pick} pick @returns {boolean} if there was room */
  const addNote = (pick) => {
    const { taken, problem } = admitted(picks(), [pick], files.limits);
    if (problem) toast(problem);
    if (!taken.length) return false;
    set([...picks(), audible(pick)]);
    /** @type {HTMLElement | null} */ (list.querySelector(`[data-id="${pick.id}"] .play`))?.focus();
    return true;
  };

  update();
  return {
    node: el('div', { class: 'tray-area' }, list, status),
    add,
    addNote,
    picks,
    /** Those that are sent now are not the tray's any more. */
    take: () => {
      const all = picks();
      silence(all);
      set([]);
      return all;
    },
    /** What could not be sent comes back. @param {Pick[]} all */
    giveBack: (all) => set(all.map(audible)),
  };
}

/** @param {File} file */
function nameOf(file) {
  const name = file.name || (file.type.startsWith('image/') ? 'picture' : 'file');
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  const letters = [...name];
  if (letters.length <= MAXIMUM_NAME) return name;
  return letters.slice(0, MAXIMUM_NAME - ending.length).join('') + ending;
}

/** A voice note with the address that it is played from. @param {Pick} pick @returns {Pick} */
const audible = (pick) =>
  pick.kind === 'voice' && !pick.url ? { ...pick, url: URL.createObjectURL(pick.blob) } : pick;

/** @param {File} file @param {string} name @returns {Pick} */
function pickOf(file, name) {
  const isPicture = PICTURE.test(file.type);
  return {
    id: uuidv7(),
    kind: isPicture ? 'image' : 'file',
    name,
    type: file.type || 'application/octet-stream',
    bytes: file.size,
    blob: file,
    ...(isPicture && { url: URL.createObjectURL(file) }),
  };
}

/** How large a picture is; what this browser cannot show is a file here. @param {Pick} pick */
async function measured(pick) {
  if (pick.kind !== 'image' || !pick.url) return;
  const image = new Image();
  const known = new Promise((resolve) => {
    image.addEventListener('load', resolve);
    image.addEventListener('error', () => {
      pick.kind = 'file';
      resolve(undefined);
    });
    setTimeout(resolve, PATIENCE);
  });
  image.src = pick.url;
  await known;
  if (pick.kind !== 'image' || !image.naturalWidth) return;
  pick.width = image.naturalWidth;
  pick.height = image.naturalHeight;
}

/** @param {import('../files.js').Files} files @param {Pick} pick @param {() => void} remove */
const noteView = (files, pick, remove) =>
  el(
    'li',
    { class: 'pick', 'data-id': pick.id },
    voiceView(files, pick, {}),
    iconButton('trash', 'Discard the voice message', remove, 'remove'),
  );

/** @param {Pick} pick @param {() => void} remove @param {() => void} describe */
function pickView(pick, remove, describe) {
  const { name, bytes, kind, url, alt } = pick;
  const isPicture = kind === 'image' && url;
  return el(
    'li',
    { class: 'pick', 'data-id': pick.id },
    el(
      'span',
      { class: 'thumb' },
      isPicture
        ? el('img', { src: url, alt: alt ?? '' })
        : el('span', { class: 'file-type' }, icon('file'), el('b', {}, typeText(name))),
    ),
    el(
      'span',
      { class: 'file-text' },
      el('strong', { dir: 'auto', title: name }, name),
      el('small', {}, sizeText(bytes)),
      isPicture &&
        el(
          'button',
          {
            type: 'button',
            class: 'link describe',
            'aria-label': alt ? `Change the description of ${name}` : `Describe ${name}`,
            onclick: describe,
          },
          alt ? 'Described' : 'Describe',
        ),
    ),
    iconButton('close', `Remove ${name}`, remove, 'remove'),
  );
}

/** @param {Pick} pick @param {(alt: string) => void} done */
function describeDialog(pick, done) {
  const field = el('textarea', {
    rows: 3,
    dir: 'auto',
    maxlength: MAXIMUM_ALT,
    value: pick.alt ?? '',
    'aria-label': 'Description',
    'aria-describedby': 'describe-why',
  });
  const form = el(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        dialog.close();
        done(field.value.trim());
      },
    },
    el('img', { class: 'describe-picture', src: pick.url, alt: '' }),
    el(
      'p',
      { class: 'muted', id: 'describe-why' },
      'What does this picture show? It is read to people who cannot see it.',
    ),
    field,
    el('footer', {}, el('button', { type: 'submit', class: 'primary' }, 'Save')),
  );
  const dialog = openDialog('Describe this picture', form);
  field.focus();
}
