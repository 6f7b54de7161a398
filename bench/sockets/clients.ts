import { startChild } from '../child.ts';

/** Sockets that send the same first frames. */
export interface SocketPlan {
  port: number;
  path: string;
  frames: readonly object[];
  count: number;
  /** Number of answers after which a socket is ready. */
  answers: number;
}

/** Arrival times by the machine's monotonic clock, in milliseconds. */
export interface Receipts {
  times: number[];
  bytes: number;
}

/** A request to the process of the sockets. */
export type ClientsRequest =
  | { kind: 'open'; plans: readonly SocketPlan[] }
  | { kind: 'expect'; receipts: number }
  | { kind: 'wait'; timeoutMs: number }
  | { kind: 'close' };

export type SocketClients = ReturnType<typeof startSocketClients>;

const TIMEOUT_MS = 30_000;

/** Starts a process that opens many sockets. */
export function startSocketClients() {
  const child = startChild(new URL('./clients-process.ts', import.meta.url));
  const ask = <Answer>(request: ClientsRequest) => child.ask<Answer>(request);
  return {
    open: (plans: readonly SocketPlan[]) => ask({ kind: 'open', plans }),
    /** Starts counting, and returns a promise of this many receipts. The promise rejects on timeout. */
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
