// @ts-check
/** Files that are dropped anywhere on a view; while they are held over it, it says so. */
import { el, icon } from './dom.js';

/** @param {HTMLElement} node @param {(files: File[]) => void} add */
export function dropTarget(node, add) {
  const target = el(
    'div',
    { class: 'drop-target', hidden: true, 'aria-hidden': 'true' },
    el('p', {}, icon('attach'), 'Drop files to add them'),
  );
  node.append(target);
  /** Elements inside are entered before the former ones are left. */
  let depth = 0;
  const hasFiles = (/** @type {DragEvent} */ event) =>
    Boolean(event.dataTransfer?.types.includes('Files'));
  /** @param {string} name @param {(event: DragEvent) => void} action */
  const on = (name, action) =>
    node.addEventListener(name, (event) => {
      const drag = /** @type {DragEvent} */ (event);
      if (!hasFiles(drag)) return;
      drag.preventDefault();
      action(drag);
    });
  on('dragenter', () => {
    depth += 1;
    target.hidden = false;
  });
  on('dragover', (event) => {
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  });
  on('dragleave', () => {
    depth -= 1;
    target.hidden = depth <= 0;
  });
  on('drop', (event) => {
    depth = 0;
    target.hidden = true;
    add([...(event.dataTransfer?.files ?? [])]);
  });
}
