export interface HeartbeatOptions {
  now: () => number;
  ping(): void;
  onSilent(): void;
}

const ANSWER_MS = 3_500;
const PAUSE_MS = 1_000;
/** If a timer fires this late, the machine was suspended. */
const ASLEEP_MS = 1_000;

/** Sends a ping after one interval without a frame, and calls `onSilent` after two. */
export function createHeartbeat({ now, ping, onSilent }: HeartbeatOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let answer: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let pingedAt = Number.NEGATIVE_INFINITY;
  let receivedAt = 0;
  let hasReceived = false;

  function stop(): void {
    isRunning = false;
    clearTimeout(timer);
    clearTimeout(answer);
    clearTimeout(later);
    answer = later = undefined;
  }

  function sendPing(isAgain: boolean): void {
    clearTimeout(answer);
    pingedAt = now();
    hasReceived = false;
    answer = setTimeout(() => {
      answer = undefined;
      if (hasReceived) return;
      if (!isAgain && now() - pingedAt > ANSWER_MS + ASLEEP_MS) sendPing(true);
      else onSilent();
    }, ANSWER_MS);
    ping();
  }

  function expect(): void {
    const isOpen = answer !== undefined && !hasReceived;
    if (!isRunning || isOpen || later !== undefined) return;
    const wait = Math.min(PAUSE_MS, pingedAt + PAUSE_MS - now());
    if (wait <= 0) {
      sendPing(false);
      return;
    }
    later = setTimeout(() => {
      later = undefined;
      sendPing(false);
    }, wait);
  }

  return {
    start(intervalMs: number): void {
      stop();
      isRunning = true;
      receivedAt = now();
      const look = (): void => {
        const silentMs = now() - receivedAt;
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
    received(): void {
      receivedAt = now();
      hasReceived = true;
    },
    stop,
  };
}
