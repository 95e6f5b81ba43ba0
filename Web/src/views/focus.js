// @ts-check
/** Where the keyboard goes on when another view is opened. */

/**
 * It goes on where the reader is: in what was opened, or at the row of what was closed.
 * @param {HTMLElement | undefined} pane holds what was opened
 * @param {boolean} isChat a chat puts the keyboard into its own field
 * @param {boolean} hadFocus whether it was in what was there before
 * @param {() => void} back to the row of what was closed
 */
export function placeFocus(pane, isChat, hadFocus, back) {
  if (document.querySelector('dialog[open]')) return;
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const isLost = active === document.body || !active.checkVisibility();
  if (pane) {
    const node = /** @type {HTMLElement} */ (pane.firstElementChild);
    if (!isLost && (isChat || node.contains(active))) return;
    node.tabIndex = -1;
    node.focus();
  } else if (hadFocus || isLost) {
    back();
  }
}
