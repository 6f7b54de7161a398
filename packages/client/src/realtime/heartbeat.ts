/** Whose heartbeat it is. */
export interface HeartbeatOptions {
  now: () => number;
  /** Asks the other side to say something. */
  ping(): void;
  onSilent(): void;
}

/**
 * Notices a connection that is dead and does not say so: after one interval of silence it asks, after two it gives up. A
 * frame costs it one assignment, and no timer.
 */
export function createHeartbeat({ now, ping, onSilent }: HeartbeatOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;

  function stop(): void {
    clearTimeout(timer);
  }
  return {
    start(intervalMs: number): void {
      stop();
      heardAt = now();
      const look = (): void => {
        const silentMs = now() - heardAt;
        if (silentMs >= 2 * intervalMs) {
          onSilent();
          return;
        }
        if (silentMs >= intervalMs) ping();
        timer = setTimeout(look, intervalMs);
      };
      timer = setTimeout(look, intervalMs);
    },
    heard(): void {
      heardAt = now();
    },
    stop,
  };
}
