// @ts-check
/** Where messages are written: plain, as a reply, or as an edit. The text is kept as a draft. */
import { el, icon, iconButton, toast } from './dom.js';
import { nameOf } from './format.js';
import { MAXIMUM_TEXT } from '../protocol.js';

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
  });
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
    el('div', { class: 'composer-row' }, input, counter, send),
  );

  const resize = () => {
    input.style.height = 'auto';
    input.style.height = `${Math.min(input.scrollHeight, 180)}px`;
    const left = MAXIMUM_TEXT - [...input.value].length;
    counter.textContent = left < 500 ? String(left) : '';
    counter.classList.toggle('over', left < 0);
    send.disabled = !input.value.trim() || left < 0;
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
    return entry && { id: entry.operation.id, sender: client.me, text: entry.operation.text };
  };

  const submit = async () => {
    if (send.disabled) return;
    const { value } = input;
    const former = mode;
    client.setTyping(conversation, false);
    setMode(undefined, '');
    try {
      if (former?.kind === 'edit') await client.edit(conversation, former.item.id, value);
      else await client.send(conversation, value, former?.item.id);
      actions.afterSend();
    } catch (error) {
      setMode(former, value);
      toast(/** @type {Error} */ (error).message);
    }
  };

  /** @param {typeof mode} next @param {string} [text] */
  const setMode = (next, text) => {
    const wasEdit = mode?.kind === 'edit';
    mode = next;
    if (wasEdit && !text) input.value = client.drafts.get(conversation) ?? '';
    else if (text !== undefined) input.value = text;
    if (text === '' && !wasEdit) client.saveDraft(conversation, '');
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
          el('span', { dir: 'auto' }, mode.item.text.slice(0, 200)),
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
    focus: () => input.focus(),
    close: () => client.setTyping(conversation, false),
  };
}
