const POLL_INTERVAL_MS = 1_000;

/**
 * Calls `orphaned` once when the parent process has ended. The shell of npm forwards no signals, so without this,
 * stopping `npm start` would leave the server running.
 */
export function exitWithParent(orphaned: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    orphaned();
  }, POLL_INTERVAL_MS);
  looking.unref();
}
