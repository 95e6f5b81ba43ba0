// @ts-check
/**
 * Action items, decisions and wishes to meet: of one conversation or of all, as the
 * feeds have them.
 */
import { el, icon, iconButton, openDialog, openMenu, reconcile, toast } from '../dom.js';
import { clockTime, dayName, nameOf, titleOf } from '../format.js';
import { isDueOnDay, lateFrom, partOf, PARTS } from './due.js';
import { editDialog } from './insight-edit.js';
import { newTaskDialog } from './new-task.js';
import { saveCalendar } from './calendar-file.js';
import { isHidden } from '../../reminders.js';
import { refusalLine, waitsLine } from '../waits.js';
import { isMaybe, maybeButtons, originOf, reportOf } from './maybe.js';

/** @typedef {import('../../client.js').Client} Client */
/**
 * @typedef {{kind: string, conversation?: string, mine?: boolean, closed?: boolean,
 *   maybe?: boolean, query?: string, id?: string}} Filter `maybe`: only what waits to be accepted;
 *   else all but that
 */

const EMPTY = {
  action_item: 'Nothing to do. What people promise or are asked for appears here by itself.',
  decision: 'No decisions yet. They appear here when the team agrees on something.',
  scheduling: 'Nobody wants to meet.',
};

/** What is shown, in its order. @param {Client} client @param {Filter} filter */
export function insightsOf(client, filter) {
  const words = (filter.query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const rows = [];
  const me = client.feeds.get('me');
  for (const feed of client.feeds.values()) {
    if (!feed.conversation || (filter.conversation && feed.feed !== filter.conversation)) continue;
    for (const insight of feed.insights ?? []) {
      if (insight.kind !== filter.kind || insight.status === 'withdrawn') continue;
      if (!filter.closed && insight.status !== 'open') continue;
      if (isMaybe(insight) !== Boolean(filter.maybe)) continue;
      if (filter.id && insight.id !== filter.id) continue;
      if (filter.mine && insight.owner !== client.me) continue;
      if (isHidden(me, insight)) continue;
      const text = [insight.text, insight.context, ...(insight.tags ?? [])].join(' ').toLowerCase();
      if (words.every((word) => text.includes(word))) rows.push({ feed, insight });
    }
  }
  return rows.sort((left, right) => before(left.insight, right.insight, filter.kind));
}

/** How many open action items are mine. @param {Client} client */
export const myTasks = (client) => insightsOf(client, { kind: 'action_item', mine: true }).length;

/** @param {any} left @param {any} right @param {string} kind */
function before(left, right, kind) {
  const open = Number(left.status !== 'open') - Number(right.status !== 'open');
  if (kind !== 'action_item') return open || right.createdAt - left.createdAt;
  if (open) return open;
  if (left.status !== 'open')
    return (right.completedAt ?? right.updatedAt) - (left.completedAt ?? left.updatedAt);
  return (left.dueAt ?? Infinity) - (right.dueAt ?? Infinity) || right.createdAt - left.createdAt;
}

/**
 * @param {Client} client @param {Filter} filter
 * @param {(conversation: string, message: string) => void} show
 * @returns {{node: HTMLElement, update: () => void}}
 */
export function insightList(client, filter, show) {
  const list = el('ul', { class: 'insights', tabindex: -1 });
  const update = () => {
    const place = [...list.children].findIndex((row) => row.contains(document.activeElement));
    const rows = insightsOf(client, filter);
    const maybes = insightsOf(client, { ...filter, maybe: true });
    const entry = (/** @type {{feed: any, insight: any}} */ { feed, insight }) => ({
      key: insight.id,
      signature: JSON.stringify([
        insight,
        insight.waits && client.connection.state,
        feed.members.length,
        filter.conversation,
      ]),
      build: () => insightRow(client, feed, insight, !filter.conversation, show),
    });
    const entries = (filter.kind === 'action_item' && !filter.id ? parted(rows) : [{ rows }])
      .flatMap(({ title, rows: part }) => [...(title ? [heading(title)] : []), ...part.map(entry)])
      .concat(
        maybes.length ? [heading('Maybe', 'Not sure enough for the list. Accept or dismiss.')] : [],
        maybes.map(entry),
      );
    const text = /** @type {Record<string, string>} */ (EMPTY)[filter.kind];
    reconcile(
      list,
      entries.length
        ? entries
        : [{ key: 'empty', signature: text, build: () => el('li', { class: 'empty' }, text) }],
    );
    // What has been ticked off leaves; the keyboard goes on with what takes its place.
    if (place >= 0 && !list.contains(document.activeElement))
      (
        list.children[Math.min(place, entries.length - 1)]?.querySelector('input, button') ?? list
      ).focus();
  };
  update();
  return { node: list, update };
}

/**
 * Rows by when they are due, parts with nothing in them left out.
 * @param {{feed: any, insight: any}[]} rows
 * @returns {{title?: string, rows: {feed: any, insight: any}[]}[]}
 */
function parted(rows) {
  const now = Date.now();
  return PARTS.map(([part, title]) => {
    const own = rows.filter(({ insight }) => partOf(insight, now) === part);
    return { title: `${title} · ${own.length}`, rows: own };
  }).filter((part) => part.rows.length > 0);
}

/** @param {string} title @param {string} [text] */
const heading = (title, text) => ({
  key: `heading ${title.split(' · ')[0]}`,
  signature: title,
  build: () =>
    el(
      'li',
      { class: 'insight-heading' },
      el('h3', {}, title),
      text && el('p', { class: 'muted' }, text),
    ),
});

/**
 * The list with a way to pick from it.
 * @param {Client} client @param {Filter} filter at first
 * @param {(conversation: string, message: string) => void} show
 * @returns {{node: HTMLElement, update: () => void}}
 */
export function insightBoard(client, filter, show) {
  const list = insightList(client, filter, show);
  const set = (/** @type {Partial<Filter>} */ change) => {
    Object.assign(filter, change);
    list.update();
  };
  const check = (/** @type {string} */ label, /** @type {'mine' | 'closed'} */ key) =>
    el(
      'label',
      { class: 'choice' },
      el('input', {
        type: 'checkbox',
        checked: filter[key],
        onchange: (/** @type {any} */ event) => set({ [key]: event.target.checked }),
      }),
      label,
    );
  const isTask = filter.kind === 'action_item';
  const tools = el(
    'div',
    { class: 'board-tools' },
    !filter.conversation &&
      el('input', {
        type: 'search',
        placeholder: 'Filter',
        'aria-label': isTask ? 'Filter action items' : 'Filter decisions',
        oninput: (/** @type {any} */ event) => set({ query: event.target.value }),
      }),
    isTask && check('Mine', 'mine'),
    check(isTask ? 'Done too' : 'Closed too', 'closed'),
    filter.conversation && lookAgainButton(client, filter.conversation, filter.kind),
    isTask && !filter.conversation && exportButton(client),
    isTask && newTaskButton(client, filter.conversation),
  );
  return { node: el('div', {}, tools, list.node), update: list.update };
}

/** @param {Client} client @param {string} [conversation] */
const newTaskButton = (client, conversation) =>
  el(
    'button',
    { type: 'button', class: 'quiet', onclick: () => newTaskDialog(client, conversation) },
    'New task',
  );

/** My open action items for a list of reminders. @param {Client} client */
const exportButton = (client) =>
  el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      title: 'Your open action items as a calendar file of to-dos',
      onclick: async () => {
        try {
          saveCalendar(await client.intelligence.tasksCalendar(), 'tasks.ics');
        } catch (error) {
          toast(/** @type {Error} */ (error).message);
        }
      },
    },
    'Export mine',
  );

/**
 * Has the last weeks read once more: what is found comes with the feed.
 * @param {Client} client @param {string} conversation @param {string} kind
 */
function lookAgainButton(client, conversation, kind) {
  const label = kind === 'decision' ? 'Check for missed decisions' : 'Check for missed tasks';
  const button = /** @type {HTMLButtonElement} */ (
    el('button', { type: 'button', class: 'quiet', onclick: () => look() }, label)
  );
  const look = async () => {
    button.disabled = true;
    button.textContent = 'Checking…';
    try {
      const { insights, notice } = await client.intelligence.lookAgain(conversation, kind);
      toast(notice ?? lookedText(insights, kind));
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
    button.disabled = false;
    button.textContent = label;
  };
  return button;
}

/** @param {any[]} insights what stands in what was read @param {string} kind */
export function lookedText(insights, kind) {
  const open = insights.filter((row) => row.insight.status === 'open').length;
  const [one, many] =
    kind === 'decision' ? ['decision', 'decisions'] : ['open action item', 'open action items'];
  return open ? `Looked again: ${open} ${open === 1 ? one : many}.` : `Looked again: no ${many}.`;
}

/**
 * @param {Client} client @param {any} feed @param {any} insight
 * @param {boolean} isPlaced whether the conversation is named
 * @param {(conversation: string, message: string) => void} show
 */
function insightRow(client, feed, insight, isPlaced, show) {
  const isTask = insight.kind === 'action_item';
  const isOpen = insight.status === 'open';
  const waits = isMaybe(insight);
  const change = (/** @type {any} */ body) =>
    client.intelligence.change(feed.feed, insight.id, body).then(
      () => true,
      (/** @type {Error} */ error) => {
        toast(error.message);
        return false;
      },
    );
  const close = async (/** @type {string} */ status, /** @type {string} */ word) => {
    const isChanged = await change({ status });
    if (isChanged) toast(word, { label: 'Undo', action: () => change({ status: 'open' }) });
    return isChanged;
  };
  const tick = async (/** @type {HTMLInputElement} */ box) => {
    const isChanged = await (box.checked ? close('done', 'Done.') : change({ status: 'open' }));
    if (!isChanged) box.checked = !box.checked;
  };
  const owner = insight.owner ? nameOf(feed, insight.owner) : insight.ownerName;
  const isLate = isTask && isOpen && !waits && insight.dueAt && lateFrom(insight) < Date.now();
  const facts = [
    owner,
    insight.dueAt ? `due ${dueName(insight)}` : insight.dueText,
    isPlaced && titleOf(feed, client.me),
    !isTask && dayName(saidAt(feed, insight)),
    ...(insight.tags ?? []).map((/** @type {string} */ tag) => `#${tag}`),
    isTask && insight.completedAt && `done ${dayName(insight.completedAt)}`,
    waits && `${Math.round(insight.confidence * 100)} % sure`,
  ].filter(Boolean);
  const report = reportOf(feed, insight);
  const [source] = insight.citations;
  return el(
    'li',
    { class: `insight${isOpen ? '' : ' closed'}`, 'data-kind': insight.kind },
    isTask &&
      !waits &&
      el(
        'label',
        { class: 'tick' },
        el('input', {
          type: 'checkbox',
          checked: insight.status === 'done',
          'aria-label': `Done: ${insight.text}`,
          onchange: (/** @type {any} */ event) => tick(event.target),
        }),
      ),
    !isTask && icon(insight.kind === 'decision' ? 'check' : 'clock'),
    el(
      'div',
      { class: 'insight-main' },
      el(
        'button',
        {
          type: 'button',
          class: 'insight-text',
          dir: 'auto',
          title: insight.reason,
          onclick: () => (source ? show(feed.feed, source) : editDialog(feed, insight, change)),
        },
        insight.text,
      ),
      insight.context && el('p', { class: 'muted', dir: 'auto' }, insight.context),
      report &&
        el(
          'button',
          {
            type: 'button',
            class: 'insight-report',
            dir: 'auto',
            onclick: () => show(feed.feed, insight.report.message),
          },
          report,
        ),
      el('p', { class: `insight-facts${isLate ? ' late' : ''}` }, facts.join(' · ')),
      insight.waits && client.connection.state !== 'online' && waitsLine('Waits for a connection.'),
      insight.failure && refusalLine(client, insight.failure.request, insight.failure.text),
      waits &&
        maybeButtons(
          insight,
          () => change({ status: 'open' }),
          () => close('dismissed', 'Dismissed.'),
        ),
    ),
    iconButton('more', `Options for ${insight.text}`, (event) =>
      openMenu(/** @type {any} */ (event.currentTarget), [
        ...(source ? [{ label: 'Show the message', action: () => show(feed.feed, source) }] : []),
        { label: 'Edit…', action: () => editDialog(feed, insight, change) },
        { label: 'Why is this here?', action: () => whyDialog(insight) },
        isOpen
          ? {
              label: 'Dismiss',
              action: () => {
                close('dismissed', 'Dismissed.');
              },
            }
          : { label: 'Open again', action: () => change({ status: 'open' }) },
        ...(insight.createdBy || insight.isEdited
          ? []
          : [{ label: 'Not helpful to me', action: () => reject(client, feed.feed, insight) }]),
      ]),
    ),
  );
}

/**
 * Not shown to me again; others keep it.
 * @param {Client} client @param {string} conversation @param {any} insight
 */
async function reject(client, conversation, { kind, citations: [message] }) {
  const say = (/** @type {'unhelpful' | undefined} */ feedback) =>
    client.reminders.setOpinion(conversation, message, kind, feedback);
  try {
    await say('unhelpful');
    toast('You will not see it again.', {
      label: 'Undo',
      action: () => say(undefined).catch((/** @type {Error} */ error) => toast(error.message)),
    });
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

/** @param {{dueAt: number, dueText?: string}} task */
const dueName = (task) =>
  isDueOnDay(task) ? dayName(task.dueAt) : `${dayName(task.dueAt)}, ${clockTime(task.dueAt)}`;

/**
 * When its message was written; what is found in old messages is found later.
 * @param {any} feed @param {any} insight @returns {number}
 */
const saidAt = (feed, insight) =>
  feed.messages.find((/** @type {any} */ row) => row.id === insight.citations[0])?.createdAt ??
  insight.createdAt;

/** @param {any} insight */
function whyDialog(insight) {
  openDialog(
    'Why is this here?',
    el('p', {}, insight.reason),
    el('p', { class: 'muted' }, originOf(insight)),
  );
}
