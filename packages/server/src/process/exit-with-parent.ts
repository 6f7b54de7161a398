const POLL_INTERVAL_MS = 1_000;

/**
 * Calls `orphaned` when the parent ends: npm's shell forwards no signals, so `npm start` would leave the
 * server running.
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
