// @ts-check
/** What I want of the AI, and what text of mine went where. */
import { el, openDialog, toast } from '../dom.js';
import { clockTime, dayName } from '../format.js';
import { has } from '../../features.js';
import { PREFERENCES } from '../../answers.js';
import { savedPreferences } from '../../requests.js';
import { reloading } from '../reload.js';
import { keptLine } from './kept.js';
import { DIGEST, REMINDERS, box, clock, days, digestFields, reminderFields } from './times.js';

/** @typedef {import('../../client.js').Client} Client */

const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'tr', 'uk', 'zh'];
const TONES = [
  ['neutral', 'Neutral'],
  ['brief', 'Brief'],
  ['friendly', 'Friendly'],
  ['formal', 'Formal'],
];

/** @param {Client} client */
export function preferencesSection(client) {
  const place = el('div', {}, el('p', { class: 'muted' }, 'Loading…'));
  const ask = async () => {
    const [status, preferences, { sendsMail }] = await Promise.all([
      client.intelligence.status(),
      client.intelligence.preferences(),
      client.session.workspace(),
    ]);
    return { status, preferences, sendsMail: Boolean(sendsMail) };
  };
  const { notice, load } = reloading(client, place, async (old) => {
    const { body, savedAt } = await client.answers.ask(PREFERENCES, ask);
    const [waiting] = client.requests.find(({ kind }) => kind === 'putPreferences');
    const preferences = waiting
      ? savedPreferences(body.preferences, waiting.operation.request?.body)
      : body.preferences;
    const shown = form(client, body.status, preferences, body.sendsMail);
    if (savedAt === undefined) return [shown];
    old();
    return [keptLine(savedAt), shown];
  });
  load();
  return el('section', { class: 'ai-preferences' }, el('h3', {}, 'AI'), notice, place);
}

/**
 * @param {Client} client @param {any} status @param {any} preferences
 * @param {boolean} sendsMail
 */
function form(client, status, preferences, sendsMail) {
  const where = status.model
    ? `${status.model} at ${status.place} answers.`
    : 'Everything is worked out on this server; no text leaves it.';
  const check = (/** @type {string} */ name, /** @type {string} */ label) =>
    box(name, label, preferences[name]);
  const reminders = { ...REMINDERS, ...preferences.reminders };
  const digest = { ...DIGEST, ...preferences.digest };
  const offers = {
    reminders: has(client, 'reminders'),
    digest: has(client, 'summaries') && has(client, 'dailyDigest'),
  };
  const focus = preferences.focusHours[0];
  const working = preferences.workingHours[0];
  const node = el(
    'form',
    {
      class: 'stacked',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          await client.intelligence.savePreferences({ ...preferences, ...read(node, offers) });
          toast('Saved.');
        } catch (error) {
          toast(/** @type {Error} */ (error).message);
        }
      },
    },
    el(
      'p',
      { class: 'muted' },
      `${where} ${status.requestsToday} of ${status.requestsADay} requests used in the last 24 hours.`,
    ),
    status.embeddingModel &&
      el(
        'p',
        { class: 'muted' },
        `For search by meaning, ${status.embeddingModel} reads messages of conversations all of whose members allow it. ${status.embeddingNotice ?? ''}`,
      ),
    check('isOn', 'Work on my messages'),
    status.model &&
      check(
        'allowsRemoteModels',
        `Let ${status.place} read what I ask about${status.embeddingModel ? ', and the messages of my conversations' : ''}`,
      ),
    el(
      'label',
      {},
      el('span', {}, 'Words that are urgent for me'),
      el('input', {
        name: 'keywords',
        value: preferences.urgentKeywords.join(', '),
        placeholder: 'outage, invoice',
      }),
    ),
    people(client, preferences.urgentContacts),
    hours('focus', 'Focus time: only urgent people and words come through', focus),
    hours('working', 'Working hours', working),
    offers.reminders && reminderFields(reminders),
    offers.digest && digestFields(digest, sendsMail || digest.byMail),
    el(
      'label',
      {},
      el('span', {}, 'Tone of summaries by a model'),
      el(
        'select',
        { name: 'tone' },
        ...TONES.map(([value, label]) =>
          el('option', { value, selected: preferences.tone === value }, label),
        ),
      ),
    ),
    el(
      'label',
      {},
      el('span', {}, 'Language of what a model writes'),
      el(
        'select',
        { name: 'language' },
        ...languages(preferences.language).map(([value, label]) =>
          el('option', { value, selected: (preferences.language ?? '') === value }, label),
        ),
      ),
    ),
    el(
      'div',
      { class: 'row-of-buttons' },
      el('button', { type: 'submit' }, 'Save'),
      el(
        'button',
        { type: 'button', class: 'link', onclick: () => ledgerDialog(client) },
        'Log of AI requests',
      ),
      el(
        'button',
        { type: 'button', class: 'link', onclick: () => memoryDialog(client) },
        'What the assistant keeps',
      ),
    ),
  );
  return node;
}

/**
 * Codes with their names, the chosen one in any case; the first leaves it to the profile.
 * @param {string | undefined} chosen @returns {string[][]}
 */
export function languages(chosen) {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const codes = [...new Set([...LANGUAGES, ...(chosen ? [chosen] : [])])];
  return [
    ['', 'That of my profile'],
    ...codes
      .map((code) => [code, names.of(code) ?? code])
      .sort((one, other) => one[1].localeCompare(other[1])),
  ];
}

/** @param {Client} client @param {string[]} chosen */
function people(client, chosen) {
  const names = new Map();
  for (const feed of client.feeds.values())
    for (const member of feed.members)
      if (member.user !== client.me && !member.leftAt) names.set(member.user, member.name);
  return (
    names.size > 0 &&
    el(
      'fieldset',
      {},
      el('legend', {}, 'People who are urgent for me'),
      ...[...names].map(([user, name]) =>
        el(
          'label',
          { class: 'choice' },
          el('input', {
            type: 'checkbox',
            name: 'contact',
            value: user,
            checked: chosen.includes(user),
          }),
          name,
        ),
      ),
    )
  );
}

/** @param {string} name @param {string} label @param {any} span */
const hours = (name, label, span) =>
  el(
    'fieldset',
    { class: 'hours' },
    el('legend', {}, label),
    days(name, span?.days ?? []),
    el(
      'div',
      { class: 'times' },
      el('input', {
        type: 'time',
        name: `${name}-start`,
        value: clock(span?.start),
        'aria-label': 'From',
      }),
      'to',
      el('input', {
        type: 'time',
        name: `${name}-end`,
        value: clock(span?.end),
        'aria-label': 'To',
      }),
    ),
  );

/**
 * What is not offered is not named, and stays as it was.
 * @param {HTMLFormElement} node @param {{reminders: boolean, digest: boolean}} offers
 */
function read(node, offers) {
  const data = new FormData(node);
  const minutes = (/** @type {string} */ name) => {
    const [hour, minute] = String(data.get(name) || '')
      .split(':')
      .map(Number);
    return hour * 60 + minute;
  };
  const span = (/** @type {string} */ name) => {
    const days = data.getAll(`${name}-day`).map(Number);
    const [start, end] = [minutes(`${name}-start`), minutes(`${name}-end`)];
    return days.length && Number.isFinite(start) && Number.isFinite(end)
      ? [{ days, start, end }]
      : [];
  };
  return {
    isOn: data.has('isOn'),
    ...(node.elements.namedItem('allowsRemoteModels')
      ? { allowsRemoteModels: data.has('allowsRemoteModels') }
      : {}),
    urgentKeywords: String(data.get('keywords'))
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
    urgentContacts: data.getAll('contact'),
    focusHours: span('focus'),
    workingHours: span('working'),
    reminders: offers.reminders
      ? {
          isOn: data.has('reminders-isOn'),
          minutesBefore: Number(data.get('reminders-minutesBefore')),
          daysBefore: Number(data.get('reminders-daysBefore')),
          time: minutes('reminders-time'),
        }
      : undefined,
    digest: offers.digest
      ? {
          days: data.getAll('digest-day').map(Number),
          time: minutes('digest-time'),
          inApp: data.has('digest-inApp'),
          byMail: data.has('digest-byMail'),
        }
      : undefined,
    tone: data.get('tone'),
    language: data.get('language') || undefined,
  };
}

/** What code calls `summarizeUnread` reads as "Summarize unread". @param {string} name */
const worded = (name) => {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * What a call cost, in millionths of a dollar; unknown when nobody told the server the price.
 * @param {{cost?: number}} entry
 */
export const cost = (entry) =>
  entry.cost === undefined || entry.cost === null
    ? ' · cost unknown'
    : entry.cost
      ? ` · $${(entry.cost / 1e6).toFixed(entry.cost < 10000 ? 6 : 2)}`
      : '';

/** @param {Client} client */
async function ledgerDialog(client) {
  const list = el('ul', { class: 'plain-list' }, el('li', { class: 'muted' }, 'Loading…'));
  const { notice, load } = reloading(client, list, async () => {
    const { entries } = await client.intelligence.ledger();
    return entries.length
      ? entries.map((entry) =>
          el(
            'li',
            {},
            el('strong', {}, worded(entry.feature)),
            el(
              'small',
              {},
              `${dayName(entry.at)} ${clockTime(entry.at)} · ${entry.model} on ${entry.place} · ${entry.messagesSent ? `${entry.messagesSent} messages sent` : 'nothing sent'}${entry.isCached ? ' · from an earlier answer' : ''}${cost(entry)}`,
            ),
          ),
        )
      : [el('li', { class: 'muted' }, 'Nothing yet.')];
  });
  openDialog(
    'Log of AI requests',
    el('p', { class: 'muted' }, 'Every request of yours, and what text was sent to whom.'),
    notice,
    list,
  );
  await load();
}

/** @param {Client} client */
async function memoryDialog(client) {
  const list = el('ul', { class: 'plain-list' });
  const { notice, load } = reloading(client, list, async () => {
    const { entries } = await client.intelligence.memory();
    return entries.length
      ? entries.map((entry) =>
          el(
            'li',
            { class: 'person' },
            el('span', { dir: 'auto' }, entry.text),
            el(
              'button',
              {
                type: 'button',
                onclick: async () => {
                  await client.intelligence
                    .eraseMemory(entry.id)
                    .catch((/** @type {Error} */ error) => toast(error.message));
                  await load();
                },
              },
              'Forget',
            ),
          ),
        )
      : [el('li', { class: 'muted' }, 'Nothing. Tell it “remember that …” to change that.')];
  });
  openDialog('What the assistant keeps', notice, list);
  await load();
}
