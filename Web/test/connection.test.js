import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, choices, reaching, tried } from '../src/connection.js';

const state = (/** @type {any} */ values) => ({
  source: 'stored',
  model: 'small',
  place: '127.0.0.1:11434',
  percentage: 100,
  isStopped: false,
  ...values,
});

test('which model is asked, and who says so', () => {
  assert.equal(asked(state({})), 'small at 127.0.0.1:11434');
  assert.match(asked(state({ source: 'none' })), /^No model is connected/);
  assert.match(asked(state({ source: 'options' })), /by the settings that the server was started/);
  assert.match(asked(state({ model: undefined })), /enter it again/);
});

test('whom it reaches', () => {
  assert.equal(reaching(state({})), 'Everybody gets it.');
  assert.equal(reaching(state({ percentage: 10 })), '10 % of people get it.');
  assert.match(reaching(state({ isStopped: true })), /nobody gets it/);
  assert.equal(reaching(state({ source: 'none' })), '');
});

test('what came of a trial: the answer with time, tokens and price, or what is wrong', () => {
  const answer = { answer: 'Blue', milliseconds: 1234, inputTokens: 20, outputTokens: 2, cost: 11 };
  assert.equal(
    tried(/** @type {any} */ (answer)),
    'It answered “Blue” after 1.2 s, for 20 tokens read, 2 written and a price of 0.000011.',
  );
  assert.match(tried(/** @type {any} */ ({ ...answer, cost: undefined })), /no known price/);
  assert.match(tried(/** @type {any} */ ({ ...answer, milliseconds: 7 })), /after 7 ms/);
  assert.equal(tried(/** @type {any} */ ({ problem: 'Nobody is there.' })), 'Nobody is there.');
});

test('each model of each server that was found can be chosen', () => {
  const servers = /** @type {any} */ ([
    { kind: 'ollama', address: 'http://127.0.0.1:11434/v1', isReady: true, models: ['a', 'b'] },
    { kind: 'compatible', address: 'http://127.0.0.1:8081/v1', isReady: false, models: [] },
  ]);
  assert.deepEqual(
    choices(servers).map(({ label }) => label),
    ['a at http://127.0.0.1:11434/v1', 'b at http://127.0.0.1:11434/v1'],
  );
});
