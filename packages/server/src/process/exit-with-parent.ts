const POLL_INTERVAL_MS = 1_000;

/**
 * Calls `orphaned` once when the parent process has ended. npm's shell forwards no signals. Without this, stopping `npm
 * start` would leave the server running with its port and data directory.
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
