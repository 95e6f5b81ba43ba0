// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { followMoves } from '../src/views/moves.js';
import { usePage } from './page.js';

usePage();
const { lostText } = await import('../src/views/dialogs.js');

const message = /** @type {any} */ ({ operation: { type: 'send' } });
const request = /** @type {any} */ ({ operation: { type: 'request', request: {} } });

test('what would be lost by signing out is said: messages, or whatever else waits', () => {
  assert.deepEqual([[message], [message, message], [request], [request, message]].map(lostText), [
    'One message has not been sent yet and will be lost.',
    '2 messages have not been sent yet and will be lost.',
    'One thing has not been sent yet and will be lost.',
    '2 things have not been sent yet and will be lost.',
  ]);
});

for (const [name, open, draft] of /** @type {[string, string, string][]} */ ([
  ['is looked at', 'own', 'half a sentence'],
  ['is not looked at', 'other', 'half a sentence'],
]))
  test(`a conversation that has got another id and ${name} takes what was being written along`, () => {
    const client = /** @type {any} */ (
      Object.assign(new EventTarget(), {
        drafts: new Map([['own', draft]]),
        saveDraft: (/** @type {string} */ id, /** @type {string} */ text) =>
          text ? client.drafts.set(id, text) : client.drafts.delete(id),
      })
    );
    /** @type {string[]} */
    const opened = [];
    Object.assign(globalThis, {
      location: { hash: `#${open}`, pathname: '/' },
      history: { replaceState: () => undefined },
    });
    followMoves(client, (id) => opened.push(id), new AbortController().signal);
    client.dispatchEvent(new CustomEvent('moved', { detail: { from: 'own', to: 'real' } }));
    assert.deepEqual([...client.drafts], [['real', draft]]);
    assert.deepEqual(opened, open === 'own' ? ['real'] : []);
  });
