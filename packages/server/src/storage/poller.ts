export interface Poller {
  /** The first poll runs after one interval. */
  start(): void;
  stop(): void;
}

/** Polls do not overlap. Ignores errors, and does not keep the process alive. */
export function createPoller(poll: () => Promise<unknown>, intervalMs: number): Poller {
  let timer: NodeJS.Timeout | undefined;
  // A poll in progress at `stop` must not start a second loop.
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
