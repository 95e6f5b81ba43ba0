// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptyFeed } from '../src/law.js';
import { clockTime, dayName, nameOf, shortTime, startOfDay, titleOf, typingText } from '../src/views/format.js';

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

test('a day begins at midnight', () => assert.equal(startOfDay(now), new Date(2026, 4, 20).getTime()));

test('typing is told for one, two, and more', () => {
  assert.equal(typingText([]), '');
  assert.equal(typingText(['Ada']), 'Ada is typing…');
  assert.equal(typingText(['Ada', 'Ben']), 'Ada and Ben are typing…');
  assert.equal(typingText(['Ada', 'Ben', 'Cleo']), 'Several people are typing…');
});

test('a conversation is called by its name, or by the other one', () => {
  const members = [{ user: 'me', name: 'Ada' }, { user: 'other', name: 'Ben' }];
  assert.equal(titleOf({ ...emptyFeed('x'), conversation: { kind: 'group', name: 'Crew' }, members }, 'me'), 'Crew');
  assert.equal(titleOf({ ...emptyFeed('x'), conversation: { kind: 'direct' }, members }, 'me'), 'Ben');
  assert.equal(nameOf({ ...emptyFeed('x'), members }, 'other'), 'Ben');
  assert.equal(nameOf(emptyFeed('x'), 'other'), 'Someone');
});
