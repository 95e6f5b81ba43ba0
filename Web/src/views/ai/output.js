// @ts-check
/**
 * One output of the AI: prose, claims with their sources, receipt, and what its
 * reader does with it.
 */
import { saveCalendar } from './calendar-file.js';
import { el, icon, iconButton, toast } from '../dom.js';
import {
  clockTime,
  dayName,
  isZone,
  localTime,
  longDay,
  nameOf,
  titleOf,
  withClocks,
} from '../format.js';
import { proposal, propose } from './propose.js';
import { receiptLine } from './receipt.js';
import { shareParts } from './share.js';

/** @typedef {import('../../client.js').Client} Client */
/** @typedef {import('../../intelligence.js').Output} Output */
/** @typedef {import('../../intelligence.js').Citation} Citation */
/** @typedef {import('../../intelligence.js').Point} Point */
/** @typedef {(conversation: string, message: string) => void} Show opens a message */

const LONG_WORD = 24;
const LONGEST_NOTE = 500;

/**
 * A small mark that opens the message that a claim rests on.
 * @param {Client} client @param {Citation} citation @param {number} number @param {Show} show
 */
export function citationMark(client, citation, number, show) {
  const feed = client.feeds.get(citation.conversation);
  const name = feed ? nameOf(feed, citation.sender) : 'Someone';
  const label = `${name}, ${dayName(citation.createdAt)} ${clockTime(citation.createdAt)}: ${citation.excerpt}`;
  return el(
    'button',
    {
      type: 'button',
      class: 'citation',
      title: label,
      'aria-label': `Source ${number}: ${label}`,
      onclick: () => show(citation.conversation, citation.message),
    },
    String(number),
  );
}

/**
 * @param {Client} client @param {Output} output @param {Show} show
 * @param {() => void} [posted] one of its times was proposed in the chat
 */
export function outputView(client, output, show, posted = () => undefined) {
  const marks = numbered(output);
  const mark = (/** @type {Citation} */ citation) =>
    citationMark(client, citation, marks.get(citation.message) ?? 0, show);
  const point = (/** @type {any} */ entry) =>
    claim(entry.text, placeOf(client, output, entry) || speakerOf(client, output, entry), [
      ...entry.citations.map(mark),
      ...(output.kind === 'digest' ? [rejectButton(client, output, entry)] : []),
    ]);
  const isListed = output.kind !== 'meeting' && output.points.length > 0;
  // What the points say in the same words needs no second time.
  const isRepeated = isListed && output.text === output.points.map((entry) => entry.text).join(' ');
  return el(
    'article',
    { class: 'output', 'data-kind': output.kind },
    output.receipt.notice && el('p', { class: 'notice' }, icon('alert'), output.receipt.notice),
    el('h3', { dir: 'auto' }, output.title),
    output.text && !isRepeated && el('p', { class: 'output-text', dir: 'auto' }, output.text),
    isListed && el('ul', { class: 'points' }, ...output.points.map(point)),
    output.contributions.length > 0 &&
      el(
        'details',
        { class: 'contributions' },
        el('summary', {}, 'Who said what'),
        el('ul', { class: 'points' }, ...output.contributions.map(point)),
      ),
    output.slots.length > 0 && slotList(client, output, posted),
    footer(client, output),
  );
}

/**
 * Has a point of a digest not said again: that of its messages did not help.
 * @param {Client} client @param {Output} output @param {Point} point
 */
function rejectButton(client, output, { text, citations }) {
  const button = iconButton('thumbdown', `Not helpful: ${text.slice(0, 80)}`, async () => {
    const say = (/** @type {'unhelpful' | undefined} */ feedback) =>
      Promise.all(
        citations.map(({ conversation, message }) =>
          client.reminders.setOpinion(conversation, message, 'digest', feedback),
        ),
      );
    const line = button.closest('li');
    try {
      await say('unhelpful');
      if (line) line.hidden = true;
      toast('Later digests leave it out.', {
        label: 'Undo',
        action: () =>
          say(undefined).then(
            () => {
              if (line) line.hidden = false;
            },
            (/** @type {Error} */ error) => toast(error.message),
          ),
      });
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
  });
  button.classList.add('reject');
  return button;
}

/**
 * A point over several conversations begins with the name of its own.
 * @param {Client} client @param {Output} output @param {Point} point
 */
function placeOf(client, output, { text, citations }) {
  const feed = output.conversation ? undefined : client.feeds.get(citations[0]?.conversation);
  const title = feed ? titleOf(feed, client.me) : '';
  return title && text.startsWith(`${title} (`) ? title : '';
}

/**
 * Whose words a point is, where its text does not say so.
 * @param {Client} client @param {Output} output @param {any} point
 */
function speakerOf(client, output, { person }) {
  const feed = output.conversation && client.feeds.get(output.conversation);
  return person && feed ? `${person === client.me ? 'You' : nameOf(feed, person)}: ` : '';
}

/**
 * A claim, its marks on one line with its last word.
 * @param {string} text @param {string} head that it begins with, or that goes before it
 * @param {Node[]} marks
 */
function claim(text, head, marks) {
  const rest = text.startsWith(head) ? text.slice(head.length) : text;
  const parts = quoted(rest);
  const end = /** @type {string} */ (parts.pop());
  const cut = end.length - end.lastIndexOf(' ') > LONG_WORD ? end.length : end.lastIndexOf(' ') + 1;
  return el(
    'li',
    {},
    el(
      'span',
      { dir: 'auto' },
      head && el('strong', {}, head),
      ...parts,
      end.slice(0, cut),
      el('span', { class: 'citations' }, end.slice(cut), ' ', ...marks),
    ),
  );
}

/** A name where a sentence begins, and before a quote: `Mira: “…”`, `Mira wrote on …: “…”`. */
const SPEAKER =
  /(?<=^|[”–:] )([^“”–:]{1,80}?(?:: (?=“)|(?= (?:wrote|asked|answered)(?: (?:in|on) [^“”]{1,200})?: “)))/;

/**
 * Text in which each speaker stands out before their quote. The last part is text.
 * @param {string} text @returns {(string | Node)[]}
 */
function quoted(text) {
  return text.split(SPEAKER).map((part, index) => (index % 2 ? el('strong', {}, part) : part));
}

/**
 * Each source has one number in the whole output.
 * @param {Output} output @returns {Map<string, number>}
 */
function numbered(output) {
  const marks = new Map();
  for (const { citations } of [...output.points, ...output.contributions]) {
    for (const { message } of citations)
      if (!marks.has(message)) marks.set(message, marks.size + 1);
  }
  return marks;
}

/** @param {Client} client @param {Output} output @param {() => void} posted */
function slotList(client, output, posted) {
  const feed = output.conversation && client.feeds.get(output.conversation);
  const seat = (
    /** @type {number} */ start,
    /** @type {any} */ { user, timeZone, localTime: told, isInWorkingHours },
  ) =>
    el(
      'li',
      { class: isInWorkingHours ? '' : 'odd-hour' },
      el('span', { dir: 'auto' }, feed ? nameOf(feed, user).split(' ')[0] : 'Someone'),
      el('span', {}, isZone(timeZone) ? localTime(start, timeZone) : told),
    );
  return el(
    'ol',
    { class: 'slots' },
    ...output.slots.map((slot, index) =>
      el(
        'li',
        { class: 'slot' },
        el(
          'div',
          { class: 'slot-head' },
          el(
            'strong',
            {},
            `${longDay(slot.start)} · ${clockTime(slot.start)}–${clockTime(slot.end)}`,
          ),
          el(
            'span',
            { class: 'slot-tools' },
            feed &&
              el(
                'button',
                {
                  type: 'button',
                  onclick: () => propose(client, feed, proposal(feed, output.title, slot), posted),
                },
                'Propose…',
              ),
            el(
              'button',
              { type: 'button', onclick: () => download(client, output, index) },
              'Calendar',
            ),
          ),
        ),
        el('p', { class: 'muted' }, withClocks(slot.reason)),
        el(
          'ul',
          { class: 'seats' },
          ...slot.seats.map((/** @type {any} */ one) => seat(slot.start, one)),
        ),
      ),
    ),
  );
}

/** @param {Client} client @param {Output} output @param {number} index */
async function download(client, output, index) {
  try {
    saveCalendar(await client.intelligence.calendar(output.id, index), 'meeting.ics');
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

/** @param {Client} client @param {Output} output */
function footer(client, output) {
  const { conversation } = output;
  const feed = conversation && client.feeds.get(conversation);
  const vote = (
    /** @type {'helpful' | 'unhelpful'} */ kind,
    /** @type {string} */ name,
    /** @type {string} */ label,
  ) =>
    iconButton(name, label, async () => {
      const next = output.feedback === kind ? undefined : kind;
      try {
        await client.intelligence.setFeedback(output.id, next);
        output.feedback = next;
        output.feedbackNote = undefined;
        press();
      } catch (error) {
        toast(/** @type {Error} */ (error).message);
      }
    });
  const votes = {
    helpful: vote('helpful', 'up', 'This helped'),
    unhelpful: vote('unhelpful', 'thumbdown', 'This did not help'),
  };
  const press = () => {
    for (const [kind, button] of Object.entries(votes))
      button.setAttribute('aria-pressed', String(output.feedback === kind));
    note.replaceChildren(
      ...(output.feedback === 'unhelpful' ? [noteForm(client, output, press)] : []),
    );
  };
  const note = el('div', { class: 'feedback-note' });
  press();
  // Times are proposed one by one, in a message that its writer has seen.
  const share =
    feed && output.kind !== 'meeting' && output.points.length + output.slots.length > 0
      ? shareParts(client, output, feed)
      : undefined;
  return el(
    'footer',
    { class: 'output-footer' },
    receiptLine(output.receipt, output.reason),
    el('span', { class: 'votes' }, share?.button, ...Object.values(votes)),
    share?.state,
    note,
  );
}

/**
 * What was wrong with it, said once.
 * @param {Client} client @param {Output} output @param {() => void} sent
 */
function noteForm(client, output, sent) {
  if (output.feedbackNote)
    return el('p', { class: 'muted', role: 'status' }, 'Thank you for the note.');
  const text = el('input', {
    required: true,
    maxlength: LONGEST_NOTE,
    placeholder: 'What was wrong?',
    'aria-label': 'What was wrong?',
  });
  return el(
    'form',
    {
      class: 'row-of-buttons',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const words = text.value.trim();
        if (!words) return;
        try {
          await client.intelligence.setFeedback(output.id, 'unhelpful', words);
          output.feedbackNote = words;
          sent();
        } catch (error) {
          toast(/** @type {Error} */ (error).message);
        }
      },
    },
    text,
    el('button', { type: 'submit' }, 'Send'),
  );
}

/**
 * Shows what a request answers: while it is made, when it fails, when it is there.
 * @param {Element} place @param {() => Promise<any>} request @param {(answer: any) => Node} build
 */
export async function fill(place, request, build) {
  const mine = {};
  latest.set(place, mine);
  place.setAttribute('aria-busy', 'true');
  place.replaceChildren(
    el('p', { class: 'working', role: 'status' }, el('span', { class: 'spinner' }), 'Reading…'),
  );
  /** @type {Node} */
  let result;
  try {
    result = build(await request());
  } catch (error) {
    result = el(
      'div',
      { class: 'empty' },
      el('p', { class: 'problem', role: 'alert' }, /** @type {Error} */ (error).message),
      el('button', { type: 'button', onclick: () => fill(place, request, build) }, 'Try again'),
    );
  }
  if (latest.get(place) !== mine) return;
  place.removeAttribute('aria-busy');
  place.replaceChildren(result);
}

/** @type {WeakMap<Element, object>} */
const latest = new WeakMap();
