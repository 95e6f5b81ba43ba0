// @ts-check
/** For admins of the workspace: whom features reach. */
import { reach } from '../features.js';
import { avatar, el, openDialog, toast } from './dom.js';
import { dayInSentence } from './format.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types.js').FeatureState} FeatureState */
/** @typedef {import('../generated/types.js').FeatureReach} Reach */

const NAMES = /** @type {Record<string, string>} */ ({
  ai: 'AI',
  pipeline: 'Reading new messages',
  summaries: 'Summaries',
  answers: 'Answers',
  search: 'Search by meaning',
  extraction: 'Looking again',
  scheduling: 'Meeting times',
  priorities: 'Priority',
  assistant: 'Assistant',
  model: 'Connected model',
  modelPass: 'Model reads new messages',
});

const nameOf = (/** @type {FeatureState} */ { name }) => NAMES[name] ?? name;

/** Steps that a feature usually goes by. */
const STEPS = [0, 5, 20, 50, 100];

/** @param {Client} client */
export function featuresDialog(client) {
  const list = el('ul', { class: 'plain-list features', 'aria-label': 'Features' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  openDialog(
    'Features',
    el(
      'p',
      { class: 'muted' },
      'Give a feature to some people first. Who has it stays so when the share grows.',
    ),
    problem,
    list,
  );
  client.session
    .call('GET', '/v1/features')
    .then(({ features }) =>
      list.replaceChildren(
        ...features.map((/** @type {FeatureState} */ state) => row(client, state)),
      ),
    )
    .catch((error) => {
      problem.textContent = error.message;
    });
}

/** @param {Client} client @param {FeatureState} first */
function row(client, first) {
  let state = first;
  const name = nameOf(first);
  const said = el('small', { role: 'status' }, reach(state));
  const save = async (/** @type {Partial<FeatureState['rollout']>} */ change) => {
    try {
      state = await client.session.call('PUT', `/v1/features/${state.name}`, {
        ...state.rollout,
        ...change,
      });
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
    show();
  };
  const share = el('select', {
    'aria-label': `${name}: share of people`,
    onchange: () => save({ percentage: Number(share.value) }),
  });
  const stop = el('input', {
    type: 'checkbox',
    'aria-label': `${name}: stop it for everybody`,
    onchange: () => save({ isStopped: stop.checked }),
  });
  const show = () => {
    const { percentage, isStopped } = state.rollout;
    const steps = [...new Set([...STEPS, percentage])].sort((a, b) => a - b);
    share.replaceChildren(
      ...steps.map((step) =>
        el('option', { value: step, selected: step === percentage }, `${step} %`),
      ),
    );
    stop.checked = isStopped;
    said.textContent = reach(state);
  };
  show();
  return el(
    'li',
    { class: 'person' },
    el('span', {}, el('strong', {}, name), el('small', {}, first.description), said),
    el(
      'div',
      { class: 'feature-controls' },
      share,
      el('label', { class: 'choice' }, stop, 'Stop'),
      el(
        'button',
        {
          type: 'button',
          'aria-label': `${name}: people`,
          onclick: () => reachDialog(client, state, (people) => save({ people })),
        },
        'People…',
      ),
    ),
  );
}

/**
 * Who has the feature, and who is named to have it.
 * @param {Client} client @param {FeatureState} state @param {(people: string[]) => void} save
 */
function reachDialog(client, state, save) {
  const named = new Set(state.rollout.people);
  const list = el('ul', { class: 'plain-list people', 'aria-label': 'People' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const load = async (/** @type {string} */ after) => {
    try {
      const query = after ? `?after=${after}` : '';
      const page = await client.session.call('GET', `/v1/features/${state.name}/people${query}`);
      list.append(...page.people.map((/** @type {Reach} */ reach) => personRow(reach, named)));
      if (page.next) list.append(more(page.next));
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  const more = (/** @type {string} */ next) => {
    const button = el(
      'button',
      {
        type: 'button',
        onclick: () => {
          item.remove();
          load(next);
        },
      },
      'More people',
    );
    const item = el('li', {}, button);
    return item;
  };
  const dialog = openDialog(
    `Who has: ${nameOf(state)}`,
    el('p', { class: 'muted' }, 'Who is ticked has it whatever the share is.'),
    problem,
    list,
    el(
      'footer',
      {},
      el(
        'button',
        {
          type: 'button',
          class: 'primary',
          onclick: () => {
            save([...named]);
            dialog.close();
          },
        },
        'Save',
      ),
    ),
  );
  load('');
}

/** @param {Reach} reach @param {Set<string>} named */
function personRow({ user, isEnabled, exposedAt }, named) {
  const tick = el('input', {
    type: 'checkbox',
    'aria-label': user.name,
    checked: named.has(user.id),
    onchange: () => (tick.checked ? named.add(user.id) : named.delete(user.id)),
  });
  const about = [
    isEnabled ? 'Has it' : 'Does not have it',
    exposedAt && `first used or asked for it ${dayInSentence(exposedAt)}`,
  ];
  return el(
    'li',
    { class: 'person' },
    el('label', { class: 'choice' }, tick),
    avatar(user.name, user.id, { photo: user.photo }),
    el(
      'span',
      {},
      el('strong', { dir: 'auto' }, user.name),
      el('small', {}, about.filter(Boolean).join(' · ')),
    ),
  );
}
