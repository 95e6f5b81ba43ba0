import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  digestBy,
  emailBy,
  invitationLink,
  invitationState,
  invitedBy,
  isLetter,
  isWayIn,
  resetBy,
} from '../src/invitations.js';

const TOKEN = 'q'.repeat(43);

test('a link carries its token behind the #, and gives it back', () => {
  const link = invitationLink('https://chat.example.org', TOKEN);
  assert.equal(link, `https://chat.example.org/#/join/${TOKEN}`);
  assert.equal(invitedBy(new URL(link).hash), TOKEN);
});

test('a link for a new password is told from an invitation', () => {
  assert.equal(resetBy(`#/reset/${TOKEN}`), TOKEN);
  assert.equal(resetBy(`#/join/${TOKEN}`), undefined);
  assert.equal(invitedBy(`#/reset/${TOKEN}`), undefined);
  assert.equal(resetBy('#/reset/<b>'), undefined);
});

test('a link for an address is a letter of its own', () => {
  assert.equal(emailBy(`#/email/${TOKEN}`), TOKEN);
  assert.equal(emailBy(`#/reset/${TOKEN}`), undefined);
  assert.equal(resetBy(`#/email/${TOKEN}`), undefined);
  assert.equal(emailBy('#/email/<b>'), undefined);
  assert.ok(isLetter(`#/email/${TOKEN}`) && isLetter(`#/reset/${TOKEN}`));
  assert.ok(!isLetter(`#/join/${TOKEN}`) && isWayIn(`#/join/${TOKEN}`));
  assert.ok(isWayIn(`#/email/${TOKEN}`));
  assert.equal(digestBy(`#/no-digest/${TOKEN.repeat(3)}`), TOKEN.repeat(3));
  assert.equal(digestBy(`#/no-digest/${'q'.repeat(301)}`), undefined);
  assert.ok(isLetter(`#/no-digest/${TOKEN}`));
});

test('other addresses are no invitations', () => {
  for (const hash of [
    '',
    '#',
    '#/join/',
    '#join',
    '#/join/a b',
    `#/join/${TOKEN}/x`,
    '#/join/<b>',
    '#ai',
  ])
    assert.equal(invitedBy(hash), undefined, hash);
  assert.equal(invitedBy(`#/join/${'q'.repeat(101)}`), undefined);
});

test('an invitation ends by its uses, with its time, and when it is withdrawn', () => {
  const made = { uses: 0, maximumUses: 2, expiresAt: 1_000 };
  assert.equal(invitationState(made, 999), 'usable');
  assert.equal(invitationState(made, 1_000), 'expired');
  assert.equal(invitationState({ ...made, uses: 1 }, 0), 'usable');
  assert.equal(invitationState({ ...made, uses: 2 }, 0), 'used');
  assert.equal(invitationState({ ...made, uses: 2, endedAt: 5 }, 0), 'withdrawn');
});
