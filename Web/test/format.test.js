// @ts-check
import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { emptyFeed } from '../src/law.js';
import {
  announcement,
  clockTime,
  dayName,
  fieldTime,
  isZone,
  linksIn,
  localTime,
  longDay,
  nameOf,
  setPlace,
  shortTime,
  startOfDay,
  timeOfField,
  timeZones,
  titleOf,
  typingText,
  windowTitle,
  withClocks,
  zoneProblem,
} from '../src/views/format.js';

/** The spaces that locales put into times, as one kind. @param {string} text */
const plain = (text) => text.replace(/\s/gu, ' ');

afterEach(() => setPlace(null));

const now = new Date(2026, 4, 20, 15, 30).getTime();
const at = (/** @type {number} */ days, hour = 9) => new Date(2026, 4, 20 - days, hour).getTime();

test('days are named by how far they are', () => {
  assert.equal(dayName(at(0, 0), now), 'Today');
  assert.equal(dayName(at(1, 23), now), 'Yesterday');
  assert.equal(dayName(at(3), now), new Date(at(3)).toLocaleDateString([], { weekday: 'long' }));
  assert.doesNotMatch(dayName(at(30), now), /2026/);
  assert.match(dayName(at(400), now), /2025/);
});

test('days to come are named by how far they are too', () => {
  assert.equal(dayName(at(-1), now), 'Tomorrow');
  assert.equal(dayName(at(-6), now), new Date(at(-6)).toLocaleDateString([], { weekday: 'long' }));
  assert.match(dayName(at(-7), now), /27/);
  assert.match(dayName(at(-400), now), /2027/);
});

test('the list has a time for today, a weekday for this week, a date before', () => {
  assert.equal(shortTime(at(0), now), clockTime(at(0)));
  assert.equal(shortTime(at(2), now), new Date(at(2)).toLocaleDateString([], { weekday: 'short' }));
  assert.match(shortTime(at(40), now), /\d/);
});

test('a day begins at midnight', () =>
  assert.equal(startOfDay(now), new Date(2026, 4, 20).getTime()));

test('typing is told for one, two, and more', () => {
  assert.equal(typingText([]), '');
  assert.equal(typingText(['Ada']), 'Ada is typing…');
  assert.equal(typingText(['Ada', 'Ben']), 'Ada and Ben are typing…');
  assert.equal(typingText(['Ada', 'Ben', 'Cleo']), 'Several people are typing…');
});

test('a conversation is called by its name, or by the other one', () => {
  const members = [
    { user: 'me', name: 'Ada' },
    { user: 'other', name: 'Ben' },
  ];
  assert.equal(
    titleOf({ ...emptyFeed('x'), conversation: { kind: 'group', name: 'Crew' }, members }, 'me'),
    'Crew',
  );
  assert.equal(
    titleOf({ ...emptyFeed('x'), conversation: { kind: 'direct' }, members }, 'me'),
    'Ben',
  );
  assert.equal(nameOf({ ...emptyFeed('x'), members }, 'other'), 'Ben');
  assert.equal(nameOf(emptyFeed('x'), 'other'), 'Someone');
});

const noon = Date.UTC(2026, 6, 29, 12, 0);

test('times are those of the profile: its zone, its locale', () => {
  assert.equal(setPlace({ timeZone: 'Asia/Tokyo', locale: 'de-DE' }), true);
  assert.equal(setPlace({ timeZone: 'Asia/Tokyo', locale: 'de-DE' }), false);
  assert.equal(clockTime(noon), '21:00');
  assert.equal(longDay(noon), 'Mittwoch, 29. Juli');
  assert.equal(dayName(noon + 4 * 3_600_000, noon), 'Tomorrow');
  assert.equal(shortTime(noon - 86_400_000, noon), 'Di');
  setPlace({ timeZone: 'America/New_York', locale: 'en-US' });
  assert.equal(plain(clockTime(noon)), '8:00 AM');
  assert.equal(plain(clockTime(noon, 'Asia/Tokyo')), '9:00 PM');
  assert.equal(plain(localTime(noon, 'Asia/Tokyo')), 'Wed 9:00 PM');
  assert.equal(dayName(noon + 13 * 3_600_000, noon), 'Today');
  assert.equal(
    plain(withClocks('08:30 for Ana, 17:30 for Kenji; 30 minutes')),
    '8:30 AM for Ana, 5:30 PM for Kenji; 30 minutes',
  );
});

test("what a profile says and the browser does not know is the browser's own", () => {
  const own = clockTime(noon);
  assert.equal(setPlace({ timeZone: 'Mars/Phobos', locale: '!' }), false);
  assert.equal(clockTime(noon), own);
  assert.deepEqual(
    [isZone('Mars/Phobos'), isZone(undefined), isZone('Europe/Berlin')],
    [false, false, true],
  );
  setPlace({ locale: 'en_GB', timeZone: 'UTC' });
  assert.equal(clockTime(noon), '12:00');
});

test('days begin at midnight there, also when clocks are changed', () => {
  setPlace({ timeZone: 'Europe/Berlin', locale: 'en-GB' });
  for (const [day, offset] of /** @type {[number, number][]} */ ([
    [Date.UTC(2026, 2, 29), 1],
    [Date.UTC(2026, 2, 30), 2],
    [Date.UTC(2026, 9, 25), 2],
    [Date.UTC(2026, 9, 26), 1],
  ])) {
    const midnight = day - offset * 3_600_000;
    for (const hours of [0, 1, 2, 3, 12, 22])
      assert.equal(startOfDay(midnight + hours * 3_600_000), midnight);
  }
  setPlace({ timeZone: 'Asia/Kathmandu' });
  assert.equal(startOfDay(noon), Date.UTC(2026, 6, 28, 18, 15));
});

test('a field for a time shows and takes the clock of the profile', () => {
  setPlace({ timeZone: 'Asia/Tokyo' });
  assert.equal(fieldTime(noon), '2026-07-29T21:00');
  assert.equal(timeOfField('2026-07-29T21:00'), noon);
  setPlace({ timeZone: 'America/New_York' });
  for (let hour = 0; hour < 9_000; hour += 7)
    assert.equal(timeOfField(fieldTime(noon + hour * 3_600_000)), noon + hour * 3_600_000);
});

test('what is read aloud names the conversation, and nothing that is muted or put away', () => {
  const members = [
    { user: 'me', name: 'Ada' },
    { user: 'other', name: 'Ben' },
  ];
  const group = { ...emptyFeed('g'), conversation: { kind: 'group', name: 'Crew' }, members };
  const direct = { ...emptyFeed('d'), conversation: { kind: 'direct' }, members };
  const row = { sender: 'other', text: 'Hello' };
  assert.equal(announcement(group, row, 'me', undefined, now), 'Ben in Crew: Hello');
  assert.equal(announcement(direct, row, 'me', {}, now), 'Ben: Hello');
  assert.equal(announcement(group, row, 'me', { muted: true }, now), '');
  assert.equal(
    announcement(group, row, 'me', { muted: true, mutedUntil: now - 1 }, now),
    'Ben in Crew: Hello',
  );
  assert.equal(announcement(direct, row, 'me', { archived: true }, now), '');
});

test('the window is called after what it shows and what is unread', () => {
  assert.equal(windowTitle('', 0), 'MessageAI');
  assert.equal(windowTitle('Crew', 0), 'Crew · MessageAI');
  assert.equal(windowTitle('Crew', 3), '(3) Crew · MessageAI');
});

/** @type {[string, string, string[]][]} */
const addresses = [
  ['plain text', 'nothing here: http: //x, www. or a@b', []],
  [
    'the end of a sentence',
    'See https://example.org/a, or http://example.org.',
    ['https://example.org/a', 'http://example.org'],
  ],
  [
    'brackets around it',
    '(https://example.org/a) [https://example.org/b]',
    ['https://example.org/a', 'https://example.org/b'],
  ],
  [
    'brackets of its own',
    'https://en.wikipedia.org/wiki/Knot_(unit) and (https://en.wikipedia.org/wiki/Knot_(unit)).',
    ['https://en.wikipedia.org/wiki/Knot_(unit)', 'https://en.wikipedia.org/wiki/Knot_(unit)'],
  ],
  ['an array in a query', 'https://example.org/?a[]=1&b[0]', ['https://example.org/?a[]=1&b[0]']],
  ['www', 'go to www.example.org/x. Not wwww.example.org', ['https://www.example.org/x']],
  [
    'mail',
    'write to ada.l+harbour@mail.example.org, soon',
    ['mailto:ada.l+harbour@mail.example.org'],
  ],
  ['no script', 'javascript:alert(1) data:text/html,x https://', []],
  [
    'an address in an address',
    'https://example.org/@ada@example.org',
    ['https://example.org/@ada@example.org'],
  ],
  ['letters of the world', 'https://bücher.example/straße', ['https://bücher.example/straße']],
];
for (const [what, text, links] of addresses) {
  test(`links: ${what}`, () => {
    const parts = linksIn(text);
    assert.deepEqual(
      parts.flatMap((part) => part.href ?? []),
      links,
    );
    assert.equal(parts.map((part) => part.text).join(''), text);
  });
}

test('a long text without an end is looked through at once', () => {
  for (const text of [
    'a.'.repeat(4_000),
    `www.${'a'.repeat(7_990)}`,
    'a@'.repeat(4_000),
    `${'a'.repeat(7_999)}@`,
    `https://${')'.repeat(7_990)}`,
  ]) {
    const start = performance.now();
    linksIn(text);
    assert.ok(
      performance.now() - start < 250,
      `${performance.now() - start} ms for ${text.slice(0, 8)}`,
    );
  }
});

test('a zone is named as the server takes it, and what is none is said', () => {
  for (const name of ['', 'Asia/Seoul', 'Asia/Calcutta', 'Asia/Kolkata', 'UTC'])
    assert.equal(zoneProblem(name), '', name);
  for (const name of ['Seoul', 'Nowhere/Land', 'GMT+9', 'Asia/'])
    assert.equal(
      zoneProblem(name),
      `There is no time zone “${name}”. Use a name such as Asia/Seoul.`,
    );
  assert.ok(timeZones().includes('Europe/Berlin'));
  assert.equal(
    timeZones('Asia/Seoul', undefined).filter((zone) => zone === 'Asia/Seoul').length,
    1,
  );
});
