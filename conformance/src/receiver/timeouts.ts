/** Short beside any limit that is worth setting. */
const TURN_MS = 10;

/**
 * Calls something when so many milliseconds have passed, counted in turns of the event loop: time in which this program
 * was held up is not held against the receiver. Gives what calls it off.
 */
export function setBusyTimeout(ms: number, callback: () => void): () => void {
  let turns = Math.ceil(ms / TURN_MS);
  const timer = setInterval(() => {
    turns--;
    if (turns > 0) return;
    clearInterval(timer);
    callback();
  }, TURN_MS);
  return () => clearInterval(timer);
}
