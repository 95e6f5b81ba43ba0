// @ts-check
/** Seeded chance and short ids for tests. */

/** @param {number} seed @returns {(bound: number) => number} an integer below the bound */
export function chance(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** @param {number} number @returns {string} */
export const idOf = (number) => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
