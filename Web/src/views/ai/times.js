// @ts-check
/** Days and times in the settings: when to be reminded, and when to get a digest. */
import { el } from '../dom.js';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What holds where nothing was chosen, as in wire/intelligence.json. */
export const REMINDERS = { isOn: true, minutesBefore: 60, daysBefore: 1, time: 540 };
export const DIGEST = { days: [1, 2, 3, 4, 5], time: 480, inApp: false, byMail: false };

/** @param {string} name @param {string} label @param {boolean} checked */
export const box = (name, label, checked) =>
  el('label', { class: 'choice' }, el('input', { type: 'checkbox', name, checked }), label);

/**
 * @param {string} name @param {string} label @param {[number, string][]} choices
 * @param {number} chosen offered in any case
 * @param {string} unit
 */
const choice = (name, label, choices, chosen, unit) => {
  const all = choices.some(([value]) => value === chosen)
    ? choices
    : [...choices, /** @type {[number, string]} */ ([chosen, `${chosen} ${unit} before`])];
  return el(
    'label',
    {},
    el('span', {}, label),
    el(
      'select',
      { name },
      ...all.map(([value, words]) => el('option', { value, selected: value === chosen }, words)),
    ),
  );
};

/** @param {typeof REMINDERS} times */
export const reminderFields = (times) =>
  el(
    'fieldset',
    { class: 'hours' },
    el('legend', {}, 'Reminders'),
    box('reminders-isOn', 'Remind me of my tasks before they are due', times.isOn),
    choice(
      'reminders-minutesBefore',
      'For tasks with a time',
      [
        [0, 'At that time'],
        [10, '10 minutes before'],
        [30, 'Half an hour before'],
        [60, 'An hour before'],
        [120, 'Two hours before'],
        [1440, 'A day before'],
      ],
      times.minutesBefore,
      'minutes',
    ),
    el(
      'div',
      { class: 'with-time' },
      choice(
        'reminders-daysBefore',
        'For tasks with a day only',
        [
          [0, 'On that day'],
          [1, 'The day before'],
          [2, 'Two days before'],
          [7, 'A week before'],
        ],
        times.daysBefore,
        'days',
      ),
      at('reminders-time', times.time),
    ),
  );

/** @param {string} name @param {number} minute */
const at = (name, minute) =>
  el(
    'label',
    {},
    el('span', {}, 'At'),
    el('input', { type: 'time', name, value: clock(minute), required: true }),
  );

/** @param {typeof DIGEST} times @param {boolean} hasMail whether it may come by mail */
export const digestFields = (times, hasMail) =>
  el(
    'fieldset',
    { class: 'hours' },
    el('legend', {}, 'A digest of what I missed'),
    el('p', { class: 'muted hint' }, 'On these days, when there is something in it.'),
    box('digest-inApp', 'In the app, with a notification', times.inApp),
    hasMail && box('digest-byMail', 'By mail, to my verified address', times.byMail),
    days('digest', times.days),
    at('digest-time', times.time),
  );

/** @param {string} name @param {number[]} chosen */
export const days = (name, chosen) =>
  el(
    'div',
    { class: 'days' },
    ...DAYS.map((day, index) =>
      el(
        'label',
        {},
        el('input', {
          type: 'checkbox',
          class: 'visually-hidden',
          name: `${name}-day`,
          value: index + 1,
          checked: chosen.includes(index + 1),
        }),
        day,
      ),
    ),
  );

/** @param {number | undefined} minutes */
export const clock = (minutes) =>
  minutes === undefined
    ? ''
    : `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
