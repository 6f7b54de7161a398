import { connect, type Socket } from 'node:net';
import type { OpenLoopJob, OpenLoopResult } from './job.ts';

/** How often calls are sent: as many at once as are due by then. */
const TICK_MS = 2;
/** How long answers are waited for once nothing more is sent. */
const LAST_ANSWERS_MS = 3_000;

/**
 * Sends calls at a rate, whatever becomes of them, as strangers do: each on a kept-alive connection that is free, and
 * when none is, not at all (`unsent`). A connection that breaks is opened again.
 */
export async function runOpenLoop(job: OpenLoopJob): Promise<OpenLoopResult> {
  const requests = job.requests.map((text) => Buffer.from(text));
  const latencies: number[] = [];
  const count = { accepted: 0, refused: 0, failed: 0, unsent: 0 };
  const free: Connection[] = [];
  let busy = 0;
  const onEnd = (connection: Connection, status: number, ms: number) => {
    busy--;
    if (status === 200) {
      count.accepted++;
      latencies.push(ms);
    } else if (status === 503 || status === 429) count.refused++;
    else count.failed++;
    free.push(connection);
  };
  const connections = Array.from({ length: job.connections }, () => new Connection(job.port, onEnd));
  await Promise.all(connections.map((connection) => connection.open()));
  free.push(...connections);

  const cpu = process.cpuUsage();
  const begun = performance.now();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = performance.now() - begun;
      for (const due = (Math.min(passed, job.milliseconds) / 1000) * job.rate; sent < due; sent++) {
        const connection = free.pop();
        const request = requests[sent % requests.length];
        if (connection && request) {
          busy++;
          connection.send(request);
        } else count.unsent++;
      }
      if (passed >= job.milliseconds && (busy === 0 || passed > job.milliseconds + LAST_ANSWERS_MS)) {
        clearInterval(timer);
        resolve();
      }
    }, TICK_MS);
  });
  const { user, system } = process.cpuUsage(cpu);
  count.failed += busy;
  for (const connection of connections) connection.close();
  latencies.sort((one, other) => one - other);
  return {
    completed: count.accepted,
    seconds: job.milliseconds / 1000,
    cpuSeconds: (user + system) / 1e6,
    ...count,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  };
}

/** One connection, which is opened again when it breaks. Reads of an answer its status and its length. */
class Connection {
  readonly #port: number;
  readonly #onEnd: (connection: Connection, status: number, ms: number) => void;
  #socket: Socket | undefined;
  #sentAt = Number.NaN;
  #received = '';
  #isClosed = false;

  constructor(port: number, onEnd: (connection: Connection, status: number, ms: number) => void) {
    this.#port = port;
    this.#onEnd = onEnd;
  }

  open(): Promise<void> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    socket.setEncoding('latin1').on('data', (text: string) => this.#read(text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#isClosed) return;
      this.#socket = undefined;
      this.#end(0);
    });
    return new Promise((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
  }

  /** Sends a request; `onEnd` is told of its answer, with status 0 when there is none. */
  send(request: Buffer): void {
    this.#sentAt = performance.now();
    if (!this.#socket) void this.open();
    this.#socket?.write(request);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.destroy();
  }

  #read(text: string): void {
    this.#received += text;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1]);
    if (this.#received.length < headEnd + 4 + length) return;
    this.#end(Number(this.#received.slice(9, 12)));
  }

  #end(status: number): void {
    this.#received = '';
    if (Number.isNaN(this.#sentAt)) return;
    const ms = performance.now() - this.#sentAt;
    this.#sentAt = Number.NaN;
    this.#onEnd(this, status, ms);
  }
}
