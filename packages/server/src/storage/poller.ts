export interface Poller {
  start(): void;
  stop(): void;
}

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
