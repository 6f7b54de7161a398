const POLL_INTERVAL_MS = 1_000;

/**
 * Calls `orphaned` once when the process that started this one has ended. The shell in which npm runs a script passes no
 * signals on: whoever asks `npm start` to stop ends npm and that shell, and would leave the server behind, with its port
 * and its data directory.
 */
export function watchParent(orphaned: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    orphaned();
  }, POLL_INTERVAL_MS);
  looking.unref();
}
