const POLL_INTERVAL_MS = 1_000;

export function exitWithParent(orphaned: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    orphaned();
  }, POLL_INTERVAL_MS);
  looking.unref();
}
