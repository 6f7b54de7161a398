import { type ChildProcess, fork } from 'node:child_process';

/** Sockets that say the same to begin with. */
export interface SocketPlan {
  port: number;
  path: string;
  frames: readonly object[];
  count: number;
  /** How many frames answer those that are sent; then a socket is ready. */
  answers: number;
}

/** What came: by the machine's monotonic clock, in milliseconds. */
export interface Receipts {
  times: number[];
  /** When what came was sent, by its own word. */
  sentTimes: number[];
  /** The length of a frame. */
  bytes: number;
}

/** What the process of the sockets is asked. */
export type CrowdRequest =
  | { kind: 'open'; plans: readonly SocketPlan[] }
  | { kind: 'expect'; receipts: number }
  | { kind: 'give_up' }
  | { kind: 'close' };

/** Many sockets in a process of their own. */
export interface SocketClients {
  open(plans: readonly SocketPlan[]): Promise<void>;
  /** From now on so many receipts are awaited; gives what waits for them. Throws when they do not come in time. */
  expect(receipts: number, timeoutMs?: number): Promise<{ received: Promise<Receipts> }>;
  closeAll(): Promise<void>;
  end(): void;
}

const TIMEOUT_MS = 30_000;

/** Starts the process. */
export function startSocketClients(): SocketClients {
  const child = fork(new URL('./clients-process.ts', import.meta.url), {
    execArgv: [],
    stdio: 'inherit',
    serialization: 'advanced',
  });
  return {
    async open(plans) {
      await ask(child, { kind: 'open', plans });
    },
    async expect(count, timeoutMs = TIMEOUT_MS) {
      await ask(child, { kind: 'expect', receipts: count });
      return { received: awaitReceipts(child, count, timeoutMs) };
    },
    async closeAll() {
      await ask(child, { kind: 'close' });
    },
    end: () => void (child.connected && child.disconnect()),
  };
}

async function awaitReceipts(child: ChildProcess, count: number, timeoutMs: number): Promise<Receipts> {
  const timer = setTimeout(() => child.send({ kind: 'give_up' }), timeoutMs);
  const receipts = (await nextMessage(child)) as Receipts;
  clearTimeout(timer);
  if (receipts.times.length < count)
    throw new Error(`${receipts.times.length} of ${count} messages came within ${timeoutMs} ms`);
  return receipts;
}

async function ask(child: ChildProcess, request: CrowdRequest): Promise<object> {
  const answered = nextMessage(child);
  child.send(request);
  const answer = await answered;
  if ('error' in answer) throw new Error(`the sockets: ${String(answer.error)}`);
  return answer;
}

function nextMessage(child: ChildProcess): Promise<object> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the process of the sockets has ended'));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as object);
    });
  });
}
