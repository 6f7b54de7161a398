export interface Poller {
  /** The first poll follows after one interval. Does nothing while it is running. */
  start(): void;
  /** A poll in progress completes. */
  stop(): void;
}

/**
 * Creates a poller. The interval starts after the previous poll ended, so polls do not overlap. Does not keep the
 * process alive. Errors are ignored.
 */
export function createPoller(poll: () => Promise<unknown>, intervalMs: number): Poller {
  let timer: NodeJS.Timeout | undefined;
  // Identifies a start, so that a poll in progress at `stop` does not start a second loop.
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
