import { setTimeout as sleep } from 'node:timers/promises';

export interface Liveness {
  isSilent(): boolean;
  probe(): Promise<void>;
  recordResponse(): void;
  watch(onSilent: (error: Error) => void): () => void;
  close(): void;
}

const SUSPECT_AFTER_MS = 1_000;
/** This timeout and SUSPECT_AFTER_MS add up to 3.5 s, because callers must get a 503 within 5 s. */
export const PING_TIMEOUT_MS = 2_500;
const PING_INTERVAL_MS = 500;
/** A ping takes several turns of a busy event loop, so a recent response replaces it. */
const RECENT_MS = 500;
/** If a ping times out with this delay, the process was too busy to read the response. */
const LATE_MS = 500;
const MAX_PINGS = 3;
/** Longer than any statement may take. */
const CONNECTION_TIMEOUT_MS = 35_000;

/**
 * Statements may take half a minute, so an operation that waits for a second triggers a ping. Without a
 * response, all operations fail until the server responds again.
 */
export function probeLiveness(ping: () => Promise<void>): Liveness {
  const closed = new AbortController();
  let isSilent = false;
  let lastResponseAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;

  function probeOnce(): Promise<void> {
    if (!isSilent && performance.now() - lastResponseAt < RECENT_MS) return Promise.resolve();
    probing ??= isResponsive()
      .then((answers) => {
        if (!answers && !isSilent) void probeUntilResponsive();
        isSilent = !answers;
      })
      .finally(() => {
        probing = undefined;
      });
    return probing;
  }

  async function isResponsive(): Promise<boolean> {
    for (let pings = 1; ; pings++) {
      const begun = performance.now();
      try {
        await ping();
        return true;
      } catch {
        if (lastResponseAt >= begun) return true;
        const isLate = performance.now() - begun >= PING_TIMEOUT_MS + LATE_MS;
        if (!isLate || pings === MAX_PINGS || closed.signal.aborted) return false;
      }
    }
  }

  async function probeUntilResponsive(): Promise<void> {
    do {
      await sleep(PING_INTERVAL_MS, undefined, { ref: false, signal: closed.signal }).catch(() => undefined);
      if (closed.signal.aborted) return;
      await probeOnce();
    } while (isSilent);
  }

  return {
    isSilent: () => isSilent,
    async probe() {
      if (!isSilent) await probeOnce();
      if (isSilent) throw new ServerSilent();
    },
    recordResponse() {
      lastResponseAt = performance.now();
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
        void probeOnce().then(() => {
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

export class ServerSilent extends Error {
  constructor() {
    super('the database server does not respond');
    this.name = 'ServerSilent';
  }
}
