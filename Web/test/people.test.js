// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { usePage } from './page.js';

usePage();
const { known, matching, peoplePicker } = await import('../src/views/people.js');

const team = [
  'Ada Lindqvist',
  'Ben Okoro',
  'Cleo Marchetti',
  'Jürgen Weiß',
  'María-José Peña',
  'Kenji Tanaka',
].map((name, index) => ({
  id: String(index),
  name,
  email: `${name[0].toLowerCase()}${index}@example.org`,
}));
const names = (/** @type {string} */ query, lastAt = new Map()) =>
  matching(team, query, lastAt).map(({ name }) => name.split(' ')[0]);

test('without a word everybody is listed, those one has written with last first', () => {
  assert.deepEqual(names(''), ['Ada', 'Ben', 'Cleo', 'Jürgen', 'Kenji', 'María-José']);
  assert.deepEqual(
    names(
      '',
      new Map([
        ['5', 10],
        ['1', 20],
      ]),
    ),
    ['Ben', 'Kenji', 'Ada', 'Cleo', 'Jürgen', 'María-José'],
  );
});

test('names are found by their beginnings, without case and accents, in any order of words', () => {
  assert.deepEqual(names('jurgen'), ['Jürgen']);
  assert.deepEqual(names('PENA maria'), ['María-José']);
  assert.deepEqual(names('jose'), ['María-José']);
  assert.deepEqual(names('k5@exa'), ['Kenji']);
});

test('what is inside a name is found after what begins so', () => {
  assert.deepEqual(names('oro'), ['Ben']);
  assert.deepEqual(names('chet'), ['Cleo']);
  assert.deepEqual(names('a'), ['Ada', 'Ben', 'Cleo', 'Jürgen', 'Kenji', 'María-José']);
  assert.deepEqual(names('l'), ['Ada', 'Ben', 'Cleo', 'Jürgen', 'Kenji', 'María-José']);
  assert.deepEqual(names('tan'), ['Kenji']);
});

test('a slip of the finger is forgiven where nothing else is found, a stranger is not', () => {
  assert.deepEqual(names('kejni'), ['Kenji']);
  assert.deepEqual(names('lindqist'), ['Ada']);
  assert.deepEqual(names('marcetti'), ['Cleo']);
  assert.deepEqual(names('okro'), ['Ben']);
  assert.deepEqual(names('zoe'), []);
  assert.deepEqual(names('margaret'), []);
});

const me = 'me';
const feed = (
  /** @type {string} */ kind,
  /** @type {string[]} */ users,
  /** @type {[string, number][]} */ messages,
) => ({
  conversation: { kind },
  members: [me, ...users].map((user) => ({ user, name: `Name of ${user}` })),
  messages: messages.map(([sender, createdAt]) => ({ sender, createdAt })),
});

/** @param {() => Promise<any>} call */
const clientWith = (call) =>
  /** @type {any} */ ({
    me,
    session: { call },
    feeds: new Map(
      Object.entries({
        d: feed('direct', ['a'], [[me, 5]]),
        g: feed(
          'group',
          ['a', 'b', 'c'],
          [
            ['b', 9],
            [me, 10],
          ],
        ),
      }),
    ),
  });
const settled = () => new Promise((resolve) => setImmediate(resolve));
const listed = (/** @type {any} */ picker) =>
  picker.node.below
    .filter((/** @type {any} */ node) => node.tag === 'li')
    .map((/** @type {any} */ node) => node.textContent);

test('this device knows those of its conversations, and when they last wrote or were written to', () => {
  const { people, lastAt } = known(clientWith(async () => undefined));
  assert.deepEqual(
    people.map(({ id }) => id),
    ['a', 'b', 'c'],
  );
  assert.deepEqual([lastAt.get('a'), lastAt.get('b'), lastAt.get('c')], [5, 9, undefined]);
});

test('the picker lists everybody at once, without a word typed, and never oneself or the chosen', async () => {
  const users = [
    { id: me, name: 'Me', email: 'me@example.org' },
    { id: 'a', name: 'Ada', email: 'a@example.org' },
    { id: 'z', name: 'Zoe', email: 'z@example.org' },
  ];
  /** @type {string[]} */
  const asked = [];
  const picker = peoplePicker(
    clientWith(async (...call) => {
      asked.push(String(Object.values(call)[1]));
      return { users };
    }),
    () => undefined,
    () => new Set(['c']),
  );
  await settled();
  assert.deepEqual(listed(picker), ['NBName of b', 'AAdaa@example.org', 'ZZoez@example.org']);
  assert.deepEqual(asked, ['/v1/users?query=&limit=100']);
});

test('without network the picker has those of the conversations, and says what failed', async () => {
  const picker = peoplePicker(
    clientWith(async () => {
      throw new Error('The server cannot be reached.');
    }),
    () => undefined,
    () => new Set(),
  );
  await settled();
  assert.deepEqual(listed(picker), [
    'NBName of b',
    'NAName of a',
    'NCName of c',
    'The server cannot be reached.',
  ]);
});
