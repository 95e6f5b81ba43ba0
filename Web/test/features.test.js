import assert from 'node:assert/strict';
import { test } from 'node:test';
import { has, offered, reach } from '../src/features.js';

const client = (/** @type {string[] | undefined} */ disabledFeatures) => ({
  profile: { disabledFeatures },
});

test('a feature reaches everybody who is not told otherwise', () => {
  assert.equal(has(client(undefined), 'ai'), true);
  assert.equal(has(client(['assistant']), 'ai'), true);
  assert.equal(has(client(['assistant']), 'assistant'), false);
  assert.equal(has({ profile: null }, 'ai'), true);
});

test('only what reaches me is offered; what names no feature needs the AI', () => {
  const choices = /** @type {[string, string][]} */ ([
    ['missed', 'Missed'],
    ['actions', 'To do'],
  ]);
  const keys = (/** @type {string[]} */ disabled) =>
    offered(client(disabled), { missed: 'summaries' }, choices).map(([key]) => key);
  assert.deepEqual(keys([]), ['missed', 'actions']);
  assert.deepEqual(keys(['summaries']), ['actions']);
  assert.deepEqual(keys(['ai', 'summaries']), []);
});

test('an admin reads whom a feature reaches', () => {
  const state = (/** @type {any} */ rollout, enabled = 12, disabled = 48) =>
    reach(
      /** @type {any} */ ({
        rollout: { percentage: 20, people: [], isStopped: false, ...rollout },
        enabled,
        disabled,
      }),
    );
  assert.equal(state({}), '12 of 60 people have it.');
  assert.equal(state({ people: ['one', 'two'] }), '12 of 60 people have it, with 2 by name.');
  assert.equal(state({ percentage: 100 }, 60, 0), 'Everybody has it.');
  assert.equal(state({}, 0, 1), '0 of 1 person has it.');
  assert.equal(state({ isStopped: true }), 'Stopped: nobody has it.');
});
