// @ts-check
/** For admins of the workspace: which language model the server asks. */
import { KINDS, asked, choices, reaching, tried } from '../connection.js';
import { comparisonForm } from './comparison.js';
import { el, openDialog, toast } from './dom.js';
import { dayInSentence } from './format.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('../generated/types.js').ModelConnectionState} State */

const NEEDS_KEY = ['openai', 'anthropic'];

/** @param {Client} client */
export function connectionDialog(client) {
  const place = el('div', {});
  const problem = el('p', { class: 'problem', role: 'alert' });
  openDialog('Language model', problem, place);
  const load = async () => {
    try {
      /** @type {State} */
      const state = await client.session.call('GET', '/v1/model');
      place.replaceChildren(
        stateView(client, state, load),
        state.model ? comparisonForm(client) : '',
        state.source === 'options' ? '' : connectForm(client, state, load),
      );
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  load();
}

/** @param {Client} client @param {State} state @param {() => void} reload */
function stateView(client, state, reload) {
  const said = el('p', { role: 'status' });
  const test = el(
    'button',
    { type: 'button', onclick: () => attempt(test, said, () => trial(client, {})) },
    'Test it',
  );
  const end = el(
    'button',
    {
      type: 'button',
      class: 'danger',
      onclick: async () => {
        try {
          await client.session.call('DELETE', '/v1/model');
          toast('Disconnected. The key is forgotten.');
        } catch (error) {
          toast(/** @type {Error} */ (error).message);
        }
        reload();
      },
    },
    'Disconnect',
  );
  const { connection } = state;
  return el(
    'section',
    {},
    el('h3', {}, 'Asked now'),
    el('p', { dir: 'auto' }, el('strong', {}, asked(state))),
    el('p', { class: 'muted' }, reaching(state)),
    connection &&
      el(
        'p',
        { class: 'muted' },
        [
          `Set ${dayInSentence(connection.setAt)}`,
          connection.keyEnding && `the key ends in ${connection.keyEnding}`,
          connection.inputPrice !== undefined &&
            `a million tokens cost ${connection.inputPrice} read and ${connection.outputPrice} written`,
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    said,
    el('footer', { class: 'start' }, state.model && test, connection && end),
  );
}

/**
 * Waits with a button that cannot be pressed meanwhile, and says what came of it.
 * @param {any} button @param {HTMLElement} said @param {() => Promise<string>} act
 */
async function attempt(button, said, act) {
  button.disabled = true;
  said.textContent = 'Asking…';
  try {
    said.textContent = await act();
  } catch (error) {
    said.textContent = /** @type {Error} */ (error).message;
  }
  button.disabled = false;
}

/** @param {Client} client @param {object} body @returns {Promise<string>} */
const trial = async (client, body) =>
  tried(await client.session.call('POST', '/v1/model/trial', body));

/** @param {string} label @param {any} input @param {string} [hint] */
const field = (label, input, hint) =>
  el('label', {}, el('span', {}, label), input, hint && el('small', { class: 'muted' }, hint));

/** @param {Client} client @param {State} state @param {() => void} reload */
function connectForm(client, state, reload) {
  const kept = state.connection;
  const said = el('p', { role: 'status' });
  const kind = el(
    'select',
    { name: 'kind', required: true, onchange: () => show() },
    ...KINDS.map(([value, text]) =>
      el('option', { value, selected: value === (kept?.kind ?? 'ollama') }, text),
    ),
  );
  const address = el('input', {
    name: 'address',
    type: 'url',
    value: kept?.address ?? '',
    placeholder: 'The usual one',
  });
  const model = el('input', { name: 'model', required: true, value: kept?.model ?? '' });
  const key = el('input', {
    name: 'key',
    type: 'password',
    autocomplete: 'off',
    placeholder: kept?.key === 'kept' ? 'The one that is kept' : '',
  });
  const price = (/** @type {string} */ name, /** @type {number | undefined} */ value) =>
    el('input', { name, type: 'number', min: 0, step: 'any', value: value ?? '' });
  const keyField = field('Key', key);
  const show = () => {
    // What is not shown is not sent.
    keyField.hidden = key.disabled = kind.value === 'ollama';
    key.required = NEEDS_KEY.includes(kind.value) && kept?.kind !== kind.value;
    address.required = kind.value === 'compatible';
  };
  show();
  const wanted = () => {
    const values = Object.fromEntries(
      [...new FormData(form)]
        .filter(([, value]) => value !== '')
        .map(([name, value]) => [name, value]),
    );
    for (const name of ['inputPrice', 'outputPrice', 'percentage'])
      if (values[name] !== undefined) values[name] = /** @type {any} */ (Number(values[name]));
    return values;
  };
  const test = el(
    'button',
    {
      type: 'button',
      onclick: () => {
        if (form.reportValidity())
          attempt(test, said, () => trial(client, { connection: wanted() }));
      },
    },
    'Test',
  );
  const form = el(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          await client.session.call('PUT', '/v1/model', wanted());
          toast('Connected.');
          reload();
        } catch (error) {
          said.textContent = /** @type {Error} */ (error).message;
        }
      },
    },
    found(client, (choice) => {
      kind.value = choice.server.kind;
      address.value = choice.server.address;
      model.value = choice.model;
      show();
    }),
    field('Kind', kind),
    field('Address', address, 'Up to the version, such as http://127.0.0.1:8081/v1.'),
    field('Model', model),
    keyField,
    el(
      'details',
      {},
      el('summary', {}, 'Prices and people'),
      field('Price of a million tokens read', price('inputPrice', kept?.inputPrice)),
      field(
        'Price of a million tokens written',
        price('outputPrice', kept?.outputPrice),
        'Without both, known prices are filled in.',
      ),
      field(
        'Share of people who get it, in percent',
        el('input', {
          name: 'percentage',
          type: 'number',
          min: 0,
          max: 100,
          step: 1,
          value: state.percentage,
        }),
      ),
    ),
    said,
    el(
      'footer',
      { class: 'start' },
      test,
      el('button', { type: 'submit', class: 'primary' }, 'Connect'),
    ),
  );
  return el(
    'section',
    {},
    el('h3', {}, kept ? 'Connect another one' : 'Connect one'),
    el(
      'p',
      { class: 'muted' },
      'Messages go to the model only where everybody in their conversation allows it. The key is kept sealed and never shown again.',
    ),
    form,
  );
}

/**
 * Models that run on the server's own machine.
 * @param {Client} client
 * @param {(choice: ReturnType<typeof choices>[number]) => void} choose
 */
function found(client, choose) {
  const list = el('ul', { class: 'plain-list', 'aria-label': 'Found on the server' });
  const said = el('p', { class: 'muted', role: 'status' });
  const look = el(
    'button',
    {
      type: 'button',
      onclick: () =>
        attempt(look, said, async () => {
          const { servers } = await client.session.call('GET', '/v1/model/servers');
          const offered = choices(servers);
          list.replaceChildren(
            ...offered.map((choice) =>
              el(
                'li',
                {},
                el('button', { type: 'button', onclick: () => choose(choice) }, choice.label),
              ),
            ),
          );
          if (offered.length > 0) return 'Choose one to fill in the form.';
          return servers.length > 0
            ? 'A server was found. It still loads its model.'
            : 'None was found on the server’s machine.';
        }),
    },
    'Look for models on the server',
  );
  return el('div', {}, look, said, list);
}
