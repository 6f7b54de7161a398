import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** What came since the last reset, and the seconds from the first of it to the last. */
export interface SinkCount {
  taken: number;
  seconds: number;
}

/** A receiver of deliveries in its own process. */
export interface Sink {
  /** Answers with 204. */
  url: string;
  /** Takes connections and never answers. */
  deadUrl: string;
  reset(): Promise<void>;
  read(): Promise<SinkCount>;
  close(): void;
}

/** Starts a receiver. */
export async function startSink(): Promise<Sink> {
  const child = fork(new URL('./sink-process.ts', import.meta.url), { execArgv: [], stdio: 'inherit' });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}/`,
    deadUrl: `http://127.0.0.1:${port}/dead`,
    async reset() {
      await ask(child, 'reset');
    },
    read: () => ask(child, 'read'),
    close: () => void (child.connected && child.disconnect()),
  };
}

async function ask(child: ChildProcess, request: 'reset' | 'read'): Promise<SinkCount> {
  child.send(request);
  const [count] = (await once(child, 'message')) as [SinkCount];
  return count;
}
