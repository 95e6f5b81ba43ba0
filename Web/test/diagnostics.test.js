import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesOf, reportOf } from '../src/diagnostics.js';

const ORIGIN = 'https://chat.example.org';

test('a stack is read as each browser writes it, without the host', () => {
  const chromium = [
    "TypeError: Cannot read properties of 'Lunch at noon'",
    `    at send (${ORIGIN}/src/outbox.js:12:3)`,
    `    at async Shell.update (${ORIGIN}/src/main.js:4:1)`,
    `    at ${ORIGIN}/src/main.js:9:2`,
    '    at chrome-extension://abc/secret.js:1:1',
  ].join('\n');
  assert.deepEqual(framesOf(chromium, ORIGIN), [
    'send /src/outbox.js:12:3',
    'Shell.update /src/main.js:4:1',
    '/src/main.js:9:2',
    'elsewhere',
  ]);
  const firefox = `send@${ORIGIN}/src/outbox.js:12:3\n@${ORIGIN}/src/main.js:9:2`;
  assert.deepEqual(framesOf(firefox, ORIGIN), ['send /src/outbox.js:12:3', '/src/main.js:9:2']);
});

test('a report has the type of an error, never what it says', () => {
  const error = new RangeError('Lunch at noon');
  error.stack = `RangeError: Lunch at noon\n    at send (${ORIGIN}/src/outbox.js:12:3)`;
  const report = reportOf('error', error, ORIGIN);
  assert.deepEqual(report, {
    platform: 'web',
    kind: 'error',
    name: 'RangeError',
    frames: ['send /src/outbox.js:12:3'],
  });
  assert.equal(
    JSON.stringify(reportOf('rejection', 'Lunch at noon', ORIGIN)).includes('Lunch'),
    false,
  );
});

test('a stack of any size makes a report that the server takes', () => {
  const line = `    at ${'x'.repeat(500)} (${ORIGIN}/src/a.js:1:1)`;
  const frames = framesOf(Array(100).fill(line).join('\n'), ORIGIN);
  assert.equal(frames.length, 40);
  assert.ok(frames.every((frame) => frame.length <= 200));
});
