import { setTimeout as sleep } from 'node:timers/promises';

/** Tells whether the server behind some connections still answers. */
export interface Liveness {
  /** Whether the server was found silent and has not answered since. */
  isSilent(): boolean;
  /** Resolves when the server has answered just now, or does when asked, once for all. Rejects when it does not. */
  ask(): Promise<void>;
  /** To be called whenever the server has answered anything. */
  recordAnswer(): void;
  /**
   * Watches something that waits for the server, and calls `onSilent` once when the server is found not to answer.
   * @returns a function that ends the watch
   */
  watch(onSilent: (error: Error) => void): () => void;
  close(): void;
}

/** What waits for longer is reason to ask whether the server still answers. */
const SUSPECT_AFTER_MS = 1_000;
/** Together with the suspicion some 3.5 s: a caller is to have its 503 within 5. */
export const PING_TIMEOUT_MS = 2_500;
const PING_AGAIN_MS = 500;
/** An answer as young as this tells as much as a ping, which takes several turns of an event loop that is busy. */
const RECENT_MS = 500;
/** A ping that is given up this much too late was not waited for: the process had no time to read its answer. */
const LATE_MS = 500;
const MAX_PINGS = 3;
/** Longer than a statement may take: the server answers, and this connection no longer leads to it. */
const CONNECTION_TIMEOUT_MS = 35_000;

/**
 * Watches for a server that is connected and does not answer (stopped, frozen, unreachable without a word). A statement
 * may well take half a minute, so its own time tells nothing: what waits for a second has the server asked on a
 * connection of its own, and when that has no answer either, everything that waits is told, and nothing new is tried
 * until the server answers again.
 * @param ping asks the server; rejects when it has no answer within PING_TIMEOUT_MS
 */
export function probeLiveness(ping: () => Promise<void>): Liveness {
  const closed = new AbortController();
  let isSilent = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  /** One question at a time, for all who wait. */
  function ask(): Promise<void> {
    if (!isSilent && performance.now() - heardAt < RECENT_MS) return Promise.resolve();
    asking ??= isAnswering()
      .then((answers) => {
        if (!answers && !isSilent) void askUntilAnswered();
        isSilent = !answers;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  async function isAnswering(): Promise<boolean> {
    for (let pings = 1; ; pings++) {
      const begun = performance.now();
      try {
        await ping();
        return true;
      } catch {
        if (heardAt >= begun) return true;
        // Timers come before sockets in a turn of the event loop: after a long one the answer may lie there unread.
        const isLate = performance.now() - begun >= PING_TIMEOUT_MS + LATE_MS;
        if (!isLate || pings === MAX_PINGS || closed.signal.aborted) return false;
      }
    }
  }

  async function askUntilAnswered(): Promise<void> {
    do {
      await sleep(PING_AGAIN_MS, undefined, { ref: false, signal: closed.signal }).catch(() => undefined);
      if (closed.signal.aborted) return;
      await ask();
    } while (isSilent);
  }

  return {
    isSilent: () => isSilent,
    async ask() {
      if (!isSilent) await ask();
      if (isSilent) throw new ServerSilent();
    },
    recordAnswer() {
      heardAt = performance.now();
    },
    watch(onSilent) {
      const begun = performance.now();
      let timer = setTimeout(suspect, SUSPECT_AFTER_MS);
      let isOver = false;
      function suspect(): void {
        if (performance.now() - begun >= CONNECTION_TIMEOUT_MS) {
          onSilent(new Error('Query read timeout'));
          return;
        }
        void ask().then(() => {
          if (isOver) return;
          if (isSilent) onSilent(new ServerSilent());
          else timer = setTimeout(suspect, SUSPECT_AFTER_MS);
        });
      }
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
    close: () => closed.abort(),
  };
}

/** The server is connected and does not answer. */
export class ServerSilent extends Error {
  constructor() {
    super('the database server does not answer');
    this.name = 'ServerSilent';
  }
}
