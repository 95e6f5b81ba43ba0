// @ts-check
/** Features that admins give to some people first. */

/** @typedef {import('./generated/types.js').Profile} Profile */
/** @typedef {import('./generated/types.js').FeatureState} FeatureState */

/** @typedef {{readonly profile: Partial<Profile> | null}} Known */

/** Whether a feature reaches me. @param {Known} client @param {FeatureState['name']} feature */
export const has = (client, feature) => !client.profile?.disabledFeatures?.includes(feature);

/**
 * Those of the choices whose feature reaches me.
 * @template {string} Key
 * @param {Known} client @param {Record<string, FeatureState['name']>} needed by the choice's key
 * @param {[Key, string][]} choices @returns {[Key, string][]}
 */
export const offered = (client, needed, choices) =>
  choices.filter(([key]) => has(client, needed[key] ?? 'ai'));

/** Whom a feature reaches, in words. @param {FeatureState} state */
export function reach({ rollout: { percentage, people, isStopped }, enabled, disabled }) {
  if (isStopped) return 'Stopped: nobody has it.';
  const all = enabled + disabled;
  if (percentage === 100) return 'Everybody has it.';
  const named = people.length ? `, with ${people.length} by name` : '';
  return `${enabled} of ${all} ${all === 1 ? 'person has' : 'people have'} it${named}.`;
}
