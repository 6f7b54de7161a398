/** Work that is repeated at an interval while it is needed. */
export interface Poller {
  /** Begins, after one interval. Does nothing while it goes on. */
  start(): void;
  /** Ends. A poll under way goes on to its end, and no other follows. */
  stop(): void;
}

/**
 * Makes a poller: the interval begins when the poll before has ended, so two never overlap. It does not keep the process
 * alive. A poll that rejects is dropped, and the next one comes all the same.
 */
export function createPoller(poll: () => Promise<unknown>, intervalMs: number): Poller {
  let timer: NodeJS.Timeout | undefined;
  // Each start has a run of its own, so that a poll that was under way at a stop begins no second loop.
  let run = 0;

  function schedule(of: number): void {
    timer = setTimeout(async () => {
      await poll().catch(() => undefined);
      if (of === run && timer) schedule(of);
    }, intervalMs);
    timer.unref();
  }

  return {
    start() {
      if (!timer) schedule(++run);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
