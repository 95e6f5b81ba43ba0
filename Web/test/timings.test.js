// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText, lineOf, sections } from '../src/timings.js';

const summary = /** @type {any} */ ({
  day: 86_400_000,
  kind: 'messageSent',
  platform: 'ios',
  version: '1.2',
  count: 1_200,
  waited: 0,
  median: 45,
  p95: 1_250,
});

test('times read as people say them', () => {
  assert.equal(durationText(0), '0 ms');
  assert.equal(durationText(999), '999 ms');
  assert.equal(durationText(1_250), '1.3 s');
  assert.equal(durationText(300_000), '5 min');
  assert.equal(durationText(3_600_000), 'an hour or more');
});

test('a line says where, how often, and how many had to wait', () => {
  assert.deepEqual(lineOf(summary), {
    day: 86_400_000,
    where: 'iOS 1.2',
    count: '1,200',
    half: '45 ms',
    most: '1.3 s',
  });
  assert.equal(lineOf({ ...summary, waited: 3 }).count, '1,200, 3 waited');
});

test('kinds stand in a fixed order, without those of which nothing is known', () => {
  const found = sections([{ ...summary, kind: 'appLaunch' }, summary, { ...summary, day: 0 }]);
  assert.deepEqual(
    found.map(({ title, lines }) => [title, lines.length]),
    [
      ['Sending', 2],
      ['Start', 1],
    ],
  );
  assert.equal(found[0].lines[0].day, 86_400_000);
});
