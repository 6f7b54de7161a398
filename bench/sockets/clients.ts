import { startChild } from '../child.ts';

export interface SocketPlan {
  port: number;
  path: string;
  frames: readonly object[];
  count: number;
  answers: number;
}

/** `times` are milliseconds of the monotonic clock. */
export interface Receipts {
  times: number[];
  bytes: number;
}

export type ClientsRequest =
  | { kind: 'open'; plans: readonly SocketPlan[] }
  | { kind: 'expect'; receipts: number }
  | { kind: 'wait'; timeoutMs: number }
  | { kind: 'close' };

export type SocketClients = ReturnType<typeof startSocketClients>;

const TIMEOUT_MS = 30_000;

export function startSocketClients() {
  const child = startChild(new URL('./clients-process.ts', import.meta.url));
  const ask = <Answer>(request: ClientsRequest) => child.ask<Answer>(request);
  return {
    open: (plans: readonly SocketPlan[]) => ask({ kind: 'open', plans }),
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
