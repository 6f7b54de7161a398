/** Whose heartbeat it is. */
export interface HeartbeatOptions {
  now: () => number;
  /** Asks the other side to say something. */
  ping(): void;
  onSilent(): void;
}

/** While something is sent, the other side answers a ping within this time. */
const ANSWER_MS = 3_500;
/** Between two pings, however much is sent. */
const PAUSE_MS = 1_000;
/** A timer that fires so much too late says that this side slept, and nothing of the other. */
const ASLEEP_MS = 1_000;

/**
 * Notices a connection that is dead and does not report it: after one interval of silence it asks, after two it gives up.
 * `expect` asks at once, for when somebody waits. A frame costs it one assignment, and no timer.
 */
export function createHeartbeat({ now, ping, onSilent }: HeartbeatOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let answer: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let heardAt = 0;
  let hasHeard = false;

  function stop(): void {
    isRunning = false;
    clearTimeout(timer);
    clearTimeout(answer);
    clearTimeout(later);
    answer = later = undefined;
  }

  function ask(isAgain: boolean): void {
    clearTimeout(answer);
    askedAt = now();
    hasHeard = false;
    answer = setTimeout(() => {
      answer = undefined;
      if (hasHeard) return;
      if (!isAgain && now() - askedAt > ANSWER_MS + ASLEEP_MS) ask(true);
      else onSilent();
    }, ANSWER_MS);
    ping();
  }

  function expect(): void {
    const isOpen = answer !== undefined && !hasHeard;
    if (!isRunning || isOpen || later !== undefined) return;
    const wait = Math.min(PAUSE_MS, askedAt + PAUSE_MS - now());
    if (wait <= 0) {
      ask(false);
      return;
    }
    later = setTimeout(() => {
      later = undefined;
      ask(false);
    }, wait);
  }

  return {
    start(intervalMs: number): void {
      stop();
      isRunning = true;
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
    expect,
    heard(): void {
      heardAt = now();
      hasHeard = true;
    },
    stop,
  };
}
