// @ts-check
/** What the AI has answered me before: to open again, to share, to put away. */
import { el, iconButton, toast } from '../dom.js';
import { clockTime, dayName, titleOf } from '../format.js';
import { outputView } from './output.js';
import { answerPlace } from './kept.js';
import { OUTPUTS } from '../../answers.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {import('../../intelligence.js').Output} Output */

const KINDS = /** @type {Record<string, string>} */ ({
  summary: 'Summary',
  digest: 'What you missed',
  answer: 'Answer',
  meeting: 'Meeting times',
});

/** @param {Client} client @param {(conversation: string, message: string) => void} show */
export function earlierView(client, show) {
  const place = el('div', { 'aria-live': 'polite' });
  const load = answerPlace(
    client,
    place,
    () => ({ key: OUTPUTS, ask: () => client.intelligence.outputs() }),
    ({ outputs }) => earlierList(client, outputs, show),
  );
  load();
  return place;
}

/**
 * @param {Client} client @param {Output[]} outputs
 * @param {(conversation: string, message: string) => void} show @returns {HTMLElement}
 */
export function earlierList(client, outputs, show) {
  const list = el('ul', { class: 'plain-list earlier-outputs', 'aria-label': 'Earlier answers' });
  const none = el(
    'p',
    { class: 'muted' },
    'Nothing yet. Summaries, answers and meeting times that you ask for are kept here for a month, for you alone.',
  );
  const count = () => {
    none.hidden = list.children.length > 0;
  };
  for (const output of outputs) {
    const entry = el(
      'li',
      {},
      el(
        'details',
        { ontoggle: () => open() },
        el('summary', {}, heading(client, output)),
        el('div', {}),
      ),
      iconButton('close', `Put away: ${output.title}`, async () => {
        try {
          await client.intelligence.dismiss(output.id);
          entry.remove();
          count();
        } catch (error) {
          toast(/** @type {Error} */ (error).message);
        }
      }),
    );
    // Built when it is looked at: there may be a hundred of them.
    const open = () => {
      const inside = entry.children[0].children[1];
      if (inside.children.length === 0) inside.append(outputView(client, output, show));
    };
    list.append(entry);
  }
  count();
  return el('div', {}, none, list);
}

/** @param {Client} client @param {Output} output */
function heading(client, output) {
  const feed = output.conversation ? client.feeds.get(output.conversation) : undefined;
  const { createdAt } = output;
  const when = createdAt === undefined ? '' : `${dayName(createdAt)} ${clockTime(createdAt)}`;
  const facts = [KINDS[output.kind] ?? 'Answer', feed && titleOf(feed, client.me), when]
    .filter(Boolean)
    .join(' · ');
  return el(
    'span',
    {},
    el('strong', { dir: 'auto' }, output.title),
    el('small', { class: 'muted' }, facts),
  );
}
