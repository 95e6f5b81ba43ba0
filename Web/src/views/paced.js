// @ts-check
/**
 * Calls `run` soon after it is asked for, however often that is: at once when it has rested for
 * `interval` milliseconds, otherwise when it has. "At once" is after the code that asked, so that
 * one change that is announced several times is one call.
 * @param {() => void} run @param {number} interval @returns {() => void} asks for a call
 */
export function paced(run, interval) {
  let [isAsked, rested] = [false, 0];
  const call = () => {
    isAsked = false;
    try {
      run();
    } finally {
      rested = Date.now() + interval;
    }
  };
  return () => {
    if (isAsked) return;
    isAsked = true;
    const wait = rested - Date.now();
    // A clock that was set back must not make anybody wait.
    if (wait > 0 && wait <= interval) setTimeout(call, wait);
    else queueMicrotask(call);
  };
}
