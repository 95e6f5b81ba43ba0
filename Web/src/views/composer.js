// @ts-check
/**
 * Where messages are written: plain, with files, as a reply, or as an edit; or spoken. The text is
 * kept as a draft.
 */
import { el, icon, iconButton, toast } from './dom.js';
import { nameOf } from './format.js';
import { canRecord, recorderView } from './recorder.js';
import { trayView } from './tray.js';
import { gistOf } from '../attachments.js';
import { MAXIMUM_TEXT } from '../protocol.js';

/** Milliseconds after which letting go of the microphone sends what was said. */
const HELD = 600;

/**
 * @param {import('../client.js').Client} client @param {string} conversation
 * @param {{afterSend: () => void}} actions
 */
export function composerView(client, conversation, actions) {
  /** @type {{kind: 'reply' | 'edit', item: any} | undefined} */
  let mode;
  const context = el('div', { class: 'composer-context', hidden: true });
  const counter = el('span', { class: 'counter' });
  const send = el('button', { type: 'submit', class: 'send', 'aria-label': 'Send' }, icon('send'));
  const input = el('textarea', {
    rows: 1,
    dir: 'auto',
    enterkeyhint: 'send',
    placeholder: 'Write a message',
    'aria-label': 'Message',
    value: client.drafts.get(conversation) ?? '',
    oninput: () => changed(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => keyed(event),
    onpaste: (/** @type {ClipboardEvent} */ event) => pasted(event),
  });
  const picker = el('input', {
    type: 'file',
    multiple: true,
    hidden: true,
    onchange: () => {
      add([...picker.files]);
      picker.value = '';
    },
  });
  const attach = iconButton('attach', 'Add files', () => picker.click(), 'attach');
  const tray = trayView(client, conversation, () => {
    resize();
    if (!tray.picks().length) keepFocus();
  });
  const speak = el(
    'button',
    {
      type: 'button',
      class: 'icon-button speak',
      title: 'Record a voice message',
      'aria-label': 'Record a voice message',
      onpointerdown: (/** @type {PointerEvent} */ event) => held(event),
      onclick: () => recorder.start(),
    },
    icon('mic'),
  );
  const recorder = recorderView({
    send: (pick) => post('', [pick]),
    review: (pick) => tray.addNote(pick),
    changed: () => {
      resize();
      keepFocus();
    },
    failed: (message) => toast(message),
  });
  const row = el('div', { class: 'composer-row' }, attach, input, counter, speak, send);
  const node = el(
    'form',
    {
      class: 'composer',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        submit();
      },
    },
    context,
    tray.node,
    row,
    recorder.row,
    recorder.note,
    picker,
  );

  const resize = () => {
    // What is hidden has no height to be measured.
    row.hidden = recorder.isRecording;
    input.style.height = 'auto';
    input.style.height = `${Math.min(input.scrollHeight, 180)}px`;
    const left = MAXIMUM_TEXT - [...input.value].length;
    counter.textContent = left < 500 ? String(left) : '';
    counter.classList.toggle('over', left < 0);
    const isEdit = mode?.kind === 'edit';
    const hasFiles = isEdit ? mode?.item.attachments?.length > 0 : tray.picks().length > 0;
    const isEmpty = !input.value.trim() && !hasFiles;
    send.disabled = isEmpty || left < 0;
    attach.hidden = tray.node.hidden = isEdit;
    speak.hidden = isEdit || !isEmpty || !canRecord();
  };

  /** What had the focus may be gone. */
  const keepFocus = () => {
    if (!recorder.isRecording && document.activeElement === document.body) input.focus();
  };

  /** @param {File[]} files */
  const add = (files) => {
    if (mode?.kind === 'edit') return toast('Only the text of a message can be edited.');
    tray.add(files);
    input.focus();
  };

  /** @param {ClipboardEvent} event */
  const pasted = (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    // Text that was copied from a document may come with a picture of itself.
    if (!files.length || event.clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    add(files);
  };

  /** The microphone may be held instead of pressed. @param {PointerEvent} event */
  const held = (event) => {
    if (event.button !== 0) return;
    const start = performance.now();
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener('pointercancel', () => over.abort(), { signal });
    document.addEventListener(
      'pointerup',
      () => {
        over.abort();
        if (performance.now() - start >= HELD) recorder.finish();
      },
      { signal },
    );
    recorder.start();
  };

  const changed = () => {
    resize();
    if (mode?.kind !== 'edit') client.saveDraft(conversation, input.value);
    client.setTyping(conversation, input.value.trim() !== '');
  };

  /** @param {KeyboardEvent} event */
  const keyed = (event) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && mode) {
      event.stopPropagation();
      setMode(undefined);
    } else if (event.key === 'ArrowUp' && !input.value) {
      const last =
        waiting() ??
        client.feeds
          .get(conversation)
          ?.messages.findLast((row) => row.sender === client.me && !row.deletedAt);
      if (last) {
        event.preventDefault();
        edit(last);
      }
    }
  };

  /** My last message that has not been sent yet. */
  const waiting = () => {
    const entry = client.outbox.entries.findLast(
      (item) =>
        item.conversation === conversation &&
        item.operation.type === 'send' &&
        !item.failed &&
        !item.cancelled,
    );
    return (
      entry && {
        id: entry.operation.id,
        sender: client.me,
        text: entry.operation.text,
        attachments: entry.files,
      }
    );
  };

  const submit = async () => {
    if (send.disabled) return;
    await post(input.value, mode?.kind === 'edit' ? [] : tray.take());
  };

  /** @param {string} value @param {import('../files.js').Pick[]} picks */
  const post = async (value, picks) => {
    const former = mode;
    client.setTyping(conversation, false);
    setMode(undefined, '');
    try {
      const { id, attachments } = former?.item ?? {};
      if (former?.kind === 'edit')
        await client.edit(conversation, id, value, attachments?.length > 0);
      else await client.send(conversation, value, id, picks);
      actions.afterSend();
    } catch (error) {
      setMode(former, value);
      if (picks.length) tray.giveBack(picks);
      toast(/** @type {Error} */ (error).message);
    }
  };

  /** @param {typeof mode} next @param {string} [text] */
  const setMode = (next, text) => {
    const wasEdit = mode?.kind === 'edit';
    mode = next;
    if (wasEdit && !text) input.value = client.drafts.get(conversation) ?? '';
    else if (text !== undefined) input.value = text;
    if (text === '' && !wasEdit && !mode) client.saveDraft(conversation, '');
    context.hidden = !mode;
    if (mode) {
      const feed = client.feeds.get(conversation);
      context.replaceChildren(
        icon(mode.kind),
        el(
          'span',
          {},
          el(
            'strong',
            {},
            mode.kind === 'edit'
              ? 'Edit message'
              : `Reply to ${feed ? nameOf(feed, mode.item.sender) : ''}`,
          ),
          el('span', { dir: 'auto' }, gistOf(mode.item).slice(0, 200)),
        ),
        iconButton('close', 'Cancel', () => setMode(undefined)),
      );
    }
    resize();
    input.focus();
  };

  const reply = (/** @type {any} */ item) => setMode({ kind: 'reply', item });
  const edit = (/** @type {any} */ item) => setMode({ kind: 'edit', item }, item.text);
  requestAnimationFrame(resize);
  return {
    node,
    reply,
    edit,
    add,
    focus: () => input.focus(),
    close: () => {
      recorder.cancel();
      client.setTyping(conversation, false);
    },
  };
}
