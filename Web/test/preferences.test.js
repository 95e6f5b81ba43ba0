// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cost, languages } from '../src/views/ai/preferences.js';

test('a cost that nobody knows is told as unknown, never as nothing', () => {
  assert.equal(cost({}), ' · cost unknown');
  assert.equal(cost({ cost: 0 }), '');
  assert.equal(cost({ cost: 13 }), ' · $0.000013');
  assert.equal(cost({ cost: 30_000 }), ' · $0.03');
});

test('languages have names, and the chosen one is offered though it is none of the usual', () => {
  const offered = languages('sv');
  assert.deepEqual(offered[0], ['', 'That of my profile']);
  assert.ok(offered.some(([code, name]) => code === 'sv' && name === 'Swedish'));
  assert.equal(
    languages(undefined).some(([code]) => code === 'sv'),
    false,
  );
});
