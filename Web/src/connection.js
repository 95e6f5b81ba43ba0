// @ts-check
/** The connected language model, in words. */

/** @typedef {import('./generated/types.js').ModelConnectionState} State */
/** @typedef {import('./generated/types.js').ModelTrial} Trial */
/** @typedef {import('./generated/types.js').ModelServer} Server */

/** @type {[string, string][]} */
export const KINDS = [
  ['ollama', 'Ollama'],
  ['compatible', 'llama.cpp or another that speaks as OpenAI does'],
  ['openai', 'OpenAI'],
  ['anthropic', 'Anthropic'],
];

/** Which model is asked, and who says so. @param {State} state @returns {string} */
export function asked(state) {
  if (state.source === 'none') return 'No model is connected. The server answers by itself.';
  if (state.source === 'options')
    return `${state.model} at ${state.place}, by the settings that the server was started with. They go before what is set here.`;
  if (!state.model)
    return 'The key cannot be read any more: enter it again. Until then the server answers by itself.';
  return `${state.model} at ${state.place}`;
}

/** Whom it reaches. @param {State} state @returns {string} */
export function reaching({ source, percentage, isStopped }) {
  if (source === 'none') return '';
  if (isStopped) return 'Stopped in Features: nobody gets it.';
  return percentage === 100 ? 'Everybody gets it.' : `${percentage} % of people get it.`;
}

/** @typedef {Pick<Trial, 'milliseconds' | 'inputTokens' | 'outputTokens' | 'cost'>} Effort */

/** @param {number} value @param {number} digits */
const number = (value, digits) => value.toLocaleString('en', { maximumFractionDigits: digits });

/** How long it took. @param {Effort} effort */
const time = ({ milliseconds }) =>
  milliseconds < 100 ? `${milliseconds} ms` : `${number(milliseconds / 1_000, 1)} s`;

/** What it read and wrote, and at what price. @param {Effort} effort */
const spent = ({ inputTokens, outputTokens, cost }) =>
  `${inputTokens} tokens read, ${outputTokens} written and ${
    cost === undefined ? 'no known price' : `a price of ${number(cost / 1_000_000, 6)}`
  }`;

/** What a comparison took. @param {Effort} comparison @returns {string} */
export const took = (comparison) => `${time(comparison)}, for ${spent(comparison)}`;

/** What came of a trial. @param {Trial} trial @returns {string} */
export const tried = (trial) =>
  trial.answer === undefined
    ? (trial.problem ?? 'It gave no answer.')
    : `It answered “${trial.answer}” after ${time(trial)}, for ${spent(trial)}.`;

/**
 * What can be chosen of the servers that were found.
 * @param {readonly Server[]} servers
 * @returns {{label: string, server: Server, model: string}[]}
 */
export const choices = (servers) =>
  servers.flatMap((server) =>
    server.models.map((model) => ({ label: `${model} at ${server.address}`, server, model })),
  );
