// @ts-check
/** Where the AI over all conversations is, and which of its tabs was looked at last. */

/** Where the address bar has it. */
export const HUB = 'intelligence';
/** Who looks at a source and comes back finds the same tab. */
const TAB = 'messageai-hub';

/** The next look at it begins there. @param {string} key */
export const chooseTab = (key) => sessionStorage.setItem(TAB, key);

export const chosenTab = () => sessionStorage.getItem(TAB);

/** Who signs out leaves nothing of where they were. */
export const forgetTab = () => sessionStorage.removeItem(TAB);
