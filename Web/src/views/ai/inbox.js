// @ts-check
/**
 * The priority inbox: messages by how much they want of the reader, with the reason and a
 * way to correct it.
 */
import { avatar, el, iconButton, openMenu, toast } from '../dom.js';
import { faceOf, nameOf, shortTime, titleOf } from '../format.js';
import { answerPlace } from './kept.js';
import { inboxKey } from '../../answers.js';
import { overVerdicts } from '../../overlay.js';

/** @typedef {import('../../client.js').Client} Client */

const SECTIONS = /** @type {[string, string][]} */ ([
  ['urgent', 'Urgent'],
  ['can_wait', 'Can wait'],
  ['ai_handled', 'Taken care of'],
]);

/** @param {Client} client @param {(conversation: string, message: string) => void} show */
export function inboxView(client, show) {
  const place = el('div', { class: 'inbox' });
  const unreadOnly = el('input', { type: 'checkbox', checked: true, onchange: () => load() });
  const load = answerPlace(
    client,
    place,
    () => ({
      key: inboxKey(unreadOnly.checked),
      ask: () => client.intelligence.priorities(unreadOnly.checked),
    }),
    ({ verdicts }) => sections(overVerdicts(verdicts, client.requests.waiting)),
  );
  const sections = (/** @type {any[]} */ verdicts) => {
    if (!verdicts.length)
      return el(
        'p',
        { class: 'empty' },
        unreadOnly.checked
          ? 'Nothing unread. Enjoy the quiet.'
          : 'No messages in the last two weeks.',
      );
    const correct = (/** @type {any} */ verdict, /** @type {string} */ priority) =>
      client.intelligence.correct(verdict.conversation, verdict.message, priority).then(
        () => {
          toast('Thank you. Similar messages will follow.');
          load();
        },
        (/** @type {Error} */ error) => toast(error.message),
      );
    const reject = async (/** @type {any} */ { conversation, message }) => {
      const say = (/** @type {'unhelpful' | undefined} */ feedback) =>
        client.reminders
          .setOpinion(conversation, message, 'priority', feedback)
          .then(load, (/** @type {Error} */ error) => toast(error.message));
      await say('unhelpful');
      toast('You will not see it here again.', { label: 'Undo', action: () => say(undefined) });
    };
    return el(
      'div',
      {},
      ...SECTIONS.map(([key, name]) => {
        const rows = verdicts.filter((verdict) => verdict.priority === key);
        return (
          rows.length > 0 &&
          el(
            'section',
            { 'aria-label': name, 'data-priority': key },
            el('h3', {}, name, ' ', el('span', { class: 'count' }, String(rows.length))),
            el('ul', {}, ...rows.map((verdict) => row(client, verdict, correct, reject, show))),
          )
        );
      }),
    );
  };
  load();
  return el('div', {}, el('label', { class: 'choice' }, unreadOnly, 'Unread only'), place);
}

/**
 * @param {Client} client @param {any} verdict
 * @param {(verdict: any, priority: string) => void} correct
 * @param {(verdict: any) => void} reject
 * @param {(conversation: string, message: string) => void} show
 */
function row(client, verdict, correct, reject, show) {
  const feed = client.feeds.get(verdict.conversation);
  const name = feed ? nameOf(feed, verdict.sender) : 'Someone';
  return el(
    'li',
    { class: `verdict${verdict.isUnread ? ' unread' : ''}` },
    el(
      'button',
      {
        type: 'button',
        class: 'verdict-main',
        onclick: () => show(verdict.conversation, verdict.message),
      },
      avatar(name, verdict.sender, { photo: feed && faceOf(feed, verdict.sender) }),
      el(
        'span',
        { class: 'row-main' },
        el(
          'span',
          { class: 'row-top' },
          el(
            'span',
            { class: 'row-title', dir: 'auto' },
            feed?.conversation?.kind === 'group' ? `${name} in ${titleOf(feed, client.me)}` : name,
          ),
          el('time', {}, shortTime(verdict.createdAt)),
        ),
        el('span', { class: 'verdict-text', dir: 'auto' }, verdict.excerpt),
        el('span', { class: 'verdict-reason' }, verdict.reason),
      ),
    ),
    iconButton('more', `Correct: ${verdict.excerpt}`, (event) =>
      openMenu(/** @type {any} */ (event.currentTarget), [
        ...SECTIONS.filter(([key]) => key !== verdict.priority).map(([key, label]) => ({
          label: `This is: ${label.toLowerCase()}`,
          action: () => correct(verdict, key),
        })),
        { label: 'Not helpful here', action: () => reject(verdict) },
      ]),
    ),
  );
}
