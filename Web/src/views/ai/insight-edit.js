// @ts-check
/** Changing an action item or a decision by a form. */
import { el, openDialog } from '../dom.js';
import { fieldTime, timeOfField } from '../format.js';
import { presentMembers } from '../../derived.js';
import { most } from '../../generated/shapes.js';

/**
 * What a form comes to: only what differs, so that nothing else becomes the member's.
 * @param {any} insight @param {FormData} form @returns {any}
 */
export function changeOf(insight, form) {
  const text = (/** @type {string} */ name) => String(form.get(name) ?? '').trim();
  const change = /** @type {any} */ ({});
  if (text('text') && text('text') !== insight.text) change.text = text('text');
  if (insight.kind === 'action_item') {
    const owner = text('owner');
    if (owner && owner !== insight.owner) change.owner = owner;
    if (!owner && insight.owner) change.removesOwner = true;
    const due = text('due') ? timeOfField(text('due')) : undefined;
    if (due && text('due') !== fieldTime(insight.dueAt ?? 0)) change.dueAt = due;
    if (!due && insight.dueAt) change.removesDue = true;
  }
  if (text('context') !== (insight.context ?? '')) change.context = text('context');
  const tags = [
    ...new Set(
      text('tags')
        .split(',')
        .map((tag) => tag.trim()),
    ),
  ].filter(Boolean);
  if (tags.join() !== (insight.tags ?? []).join()) change.tags = tags;
  if (insight.kind === 'decision') {
    const before = /** @type {string[]} */ (insight.participants ?? []);
    const now = /** @type {string[]} */ (form.getAll('participant'));
    if ([...before].sort().join() !== [...now].sort().join()) {
      const kept = before.filter((user) => now.includes(user));
      change.participants = [...kept, ...now.filter((user) => !kept.includes(user))];
    }
  }
  return change;
}

/** Who is to do a task. @param {any} feed @param {string} [owner] */
export const ownerField = (feed, owner) =>
  el(
    'label',
    {},
    el('span', {}, 'Who'),
    el(
      'select',
      { name: 'owner' },
      el('option', { value: '' }, 'Nobody'),
      ...presentMembers(feed).map((/** @type {any} */ member) =>
        el('option', { value: member.user, selected: member.user === owner }, member.name),
      ),
    ),
  );

/** When it is due. @param {string} value of the field */
export const dueField = (value) =>
  el(
    'label',
    {},
    el('span', {}, 'Due'),
    el('input', { name: 'due', type: 'datetime-local', value }),
  );

/** @param {any} feed @param {any} insight @param {(body: any) => Promise<any>} change */
export function editDialog(feed, insight, change) {
  const due = insight.dueAt ? fieldTime(insight.dueAt) : '';
  const form = el(
    'form',
    {
      class: 'stacked',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        change(changeOf(insight, new FormData(form)));
        dialog.close();
      },
    },
    el(
      'label',
      {},
      el('span', {}, 'Text'),
      el('input', {
        name: 'text',
        value: insight.text,
        required: true,
        maxlength: most.insightChange.text,
      }),
    ),
    insight.kind === 'action_item' && ownerField(feed, insight.owner),
    insight.kind === 'action_item' && dueField(due),
    el(
      'label',
      {},
      el('span', {}, 'What led to it'),
      el('input', {
        name: 'context',
        value: insight.context ?? '',
        maxlength: most.insightChange.context,
      }),
    ),
    el(
      'label',
      {},
      el('span', {}, 'Tags, separated by commas'),
      el('input', { name: 'tags', value: (insight.tags ?? []).join(', ') }),
    ),
    insight.kind === 'decision' &&
      el(
        'fieldset',
        { class: 'people-choice' },
        el('legend', {}, 'Who took part'),
        ...presentMembers(feed).map((/** @type {any} */ member) =>
          el(
            'label',
            { class: 'check' },
            el('input', {
              type: 'checkbox',
              name: 'participant',
              value: member.user,
              checked: (insight.participants ?? []).includes(member.user),
            }),
            el('span', { dir: 'auto' }, member.name),
          ),
        ),
      ),
    el('footer', {}, el('button', { type: 'submit', class: 'primary' }, 'Save')),
  );
  const dialog = openDialog('Edit', form);
}
