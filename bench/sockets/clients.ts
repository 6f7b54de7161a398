import { startChild } from '../child.ts';

/** Sockets that begin with the same frames. */
export interface SocketPlan {
  port: number;
  path: string;
  frames: readonly object[];
  count: number;
  /** How many frames answer those that are sent; then a socket is ready. */
  answers: number;
}

/** What arrived: by the machine's monotonic clock, in milliseconds. */
export interface Receipts {
  times: number[];
  /** The length of a frame. */
  bytes: number;
}

/** What the process of the sockets is asked. */
export type ClientsRequest =
  | { kind: 'open'; plans: readonly SocketPlan[] }
  | { kind: 'expect'; receipts: number }
  | { kind: 'wait'; timeoutMs: number }
  | { kind: 'close' };

export type SocketClients = ReturnType<typeof startSocketClients>;

const TIMEOUT_MS = 30_000;

/** Starts many sockets in a process of their own. */
export function startSocketClients() {
  const child = startChild(new URL('./clients-process.ts', import.meta.url));
  const ask = <Answer>(request: ClientsRequest) => child.ask<Answer>(request);
  return {
    open: (plans: readonly SocketPlan[]) => ask({ kind: 'open', plans }),
    /** Begins to count, and returns what waits for so many receipts. Throws when they do not arrive in time. */
    async expect(count: number): Promise<{ received: Promise<Receipts> }> {
      await ask({ kind: 'expect', receipts: count });
      const received = ask<Receipts>({ kind: 'wait', timeoutMs: TIMEOUT_MS }).then((receipts) => {
        if (receipts.times.length >= count) return receipts;
        throw new Error(`${receipts.times.length} of ${count} messages arrived within ${TIMEOUT_MS} ms`);
      });
      return { received };
    },
    closeAll: () => ask({ kind: 'close' }),
    end: () => child.stop(),
  };
}
