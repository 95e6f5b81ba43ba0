// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { meantView } from '../src/views/dialogs.js';
import { usePage } from './page.js';

usePage();

const client = /** @type {any} */ ({ feeds: new Map(), me: 'me' });
const hit = { citation: { conversation: 'c', message: 'm', seq: 1, sender: 'ben', excerpt: 'hello', createdAt: 0 }, snippet: 'hello \u0002you\u0003', matchedBy: ['meaning'] };

test('what went otherwise with a search is told, whether it found more or not', () => {
  const none = meantView(client, [], 'By words only.', () => undefined);
  assert.equal(none?.textContent, 'By words only.');
  const some = meantView(client, [hit], 'By words only.', () => undefined);
  assert.match(some?.textContent ?? '', /By meaning.*By words only\..*hello you/);
  assert.equal(meantView(client, [], undefined, () => undefined), undefined);
});
