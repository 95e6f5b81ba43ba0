import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  featureName,
  groupText,
  ratingText,
  readingText,
  totalsText,
  useText,
} from '../src/usage.js';

test('an admin reads how much the workspace has', () => {
  const totals = {
    people: 12,
    disabled: 0,
    groups: 1,
    directConversations: 30,
    messages: 1_200_000,
  };
  const files = {
    fileBytes: 5 << 20,
    mostFileBytes: 100 * 2 ** 30,
    mostFileBytesEach: 5 * 2 ** 30,
  };
  assert.deepEqual(totalsText({ ...totals, ...files }), [
    '12 people',
    '1 group and 30 direct conversations',
    '1,200,000 messages',
    '5 MB of files, of 100 GB in all and 5 GB for each person',
  ]);
  assert.equal(
    totalsText({ ...totals, ...files, people: 1, disabled: 1 })[0],
    '1 person, and 1 disabled account',
  );
});

test('an admin reads how far the AI is with reading messages', () => {
  const read = (/** @type {number[][]} */ ...looks) =>
    readingText(looks.map(([at, waiting]) => ({ at, waiting })));
  assert.equal(read([0, 0]), 'The AI has read all messages.');
  const told = '1,200,000 messages are still to be read by the AI, the newest first';
  assert.equal(read([0, 1_200_000]), `${told}.`);
  assert.equal(read([0, 1_199_000], [2_000, 1_200_000]), `${told}.`);
  assert.equal(
    read([0, 1_200_800], [2_000, 1_200_400], [4_000, 1_200_000]),
    `${told}: 200 a second, done in about 100 minutes.`,
  );
  assert.equal(
    read([0, 1_200_100], [2_000, 1_200_000]),
    `${told}: 50 a second, done in about 7 hours.`,
  );
  assert.equal(
    read([0, 101], [10_000, 1]),
    '1 message is still to be read by the AI, the newest first: 10 a second, done in about 1 minute.',
  );
});

test('an admin reads what the AI did and what it cost', () => {
  const use = { feature: 'summarizeThread', model: 'm', place: 'p', requests: 1, cached: 0 };
  const none = { inputTokens: 0, outputTokens: 0 };
  assert.equal(useText({ ...use, ...none, cost: 0 }), '1 request · free');
  assert.equal(
    useText({
      ...use,
      requests: 2_000,
      cached: 7,
      inputTokens: 1_500,
      outputTokens: 20,
      cost: 12_345,
    }),
    '2,000 requests · 7 from the cache · 1,500 tokens read, 20 written · $0.0123',
  );
  assert.equal(useText({ ...use, ...none, cost: undefined }), '1 request · no price known');
  assert.equal(featureName('summarizeThread'), 'Summaries');
  assert.equal(featureName('somethingNew'), 'Something New');
  assert.equal(
    ratingText({ kind: 'summary', model: 'on-box 1', version: '', helpful: 3, unhelpful: 1 }),
    'Summaries by on-box 1: 3 of 4 found helpful',
  );
  assert.equal(
    ratingText({ kind: 'priority', model: 'm', version: '1.0.0', helpful: 0, unhelpful: 2 }),
    'Places in the inbox by m (version 1.0.0): 0 of 2 found helpful',
  );
});

test('an admin reads what there is of a group, not what is in it', () => {
  const group = {
    id: 'g',
    name: 'Team',
    members: 1,
    messages: 0,
    createdAt: 1,
    isIntelligenceOn: true,
  };
  assert.equal(
    groupText(group, () => ''),
    '1 member · 0 messages',
  );
  assert.equal(
    groupText(
      { ...group, members: 3, messages: 9, lastMessageAt: 5, isIntelligenceOn: false },
      () => 'today',
    ),
    '3 members · 9 messages · last today · AI off',
  );
});
