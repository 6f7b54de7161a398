import { connect, type Socket } from 'node:net';
import type { OpenLoopJob, OpenLoopResult } from './job.ts';

/** How often calls are sent: as many at once as are due by then. */
const TICK_MS = 2;
/** How long answers are waited for once nothing more is sent. */
const LAST_ANSWERS_MS = 3_000;

/** How often a call is sent on a new connection. */
const NEW_CONNECTION_MS = 50;

/**
 * Sends calls at a rate, whatever becomes of them, as strangers do: each on a kept-alive connection that is free, in turn,
 * and when none is, not at all (`unsent`). A connection that breaks is opened again. Beside them some calls come on
 * connections of their own, as those of newcomers do.
 */
export async function runOpenLoop(job: OpenLoopJob): Promise<OpenLoopResult> {
  const requests = job.requests.map((text) => Buffer.from(text));
  const latencies: number[] = [];
  /** How much later than it was due each call was sent, and the accepted ones were answered. */
  const lateness: number[] = [];
  const latenciesFromDue: number[] = [];
  const newcomers: number[] = [];
  const count = { accepted: 0, refused: 0, withoutRetryAfter: 0, failed: 0, unsent: 0 };
  const maxInFlight = job.inFlight ?? job.connections;
  const free: Connection[] = [];
  let busy = 0;
  let sent = 0;
  let newcomersWaiting = 0;
  const onEnd = (connection: Connection, { status, head, ms }: CallEnd, lateMs: number) => {
    busy--;
    // A page that was signed in to leads on.
    if (status >= 200 && status < 400) {
      count.accepted++;
      latencies.push(ms);
      latenciesFromDue.push(ms + lateMs);
    } else if (status === 503 || status === 429) {
      count.refused++;
      if (!/\r\nretry-after: [1-9]/i.test(head)) count.withoutRetryAfter++;
    } else count.failed++;
    free.push(connection);
  };
  const connections = await openConnections(job.port, job.connections);
  free.push(...connections);

  const cpu = process.cpuUsage();
  const begun = performance.now();
  function send(dueMs: number): boolean {
    const connection = busy < maxInFlight ? free.shift() : undefined;
    const request = requests[sent % requests.length];
    if (!connection || !request) return false;
    const lateMs = performance.now() - begun - dueMs;
    lateness.push(lateMs);
    connection.onEnd = (end) => onEnd(connection, end, lateMs);
    busy++;
    sent++;
    connection.send(request);
    return true;
  }
  function sendDue(passed: number): void {
    if (job.rate === null) {
      while (passed < job.milliseconds && send(passed));
      return;
    }
    const due = Math.floor((Math.min(passed, job.milliseconds) / 1000) * job.rate);
    while (sent + count.unsent < due)
      if (!send(((sent + count.unsent + 1) / job.rate) * 1_000)) count.unsent++;
  }
  const newConnections = setInterval(() => {
    const request = requests[newcomers.length % requests.length];
    if (request && performance.now() - begun < job.milliseconds) {
      newcomersWaiting++;
      void callOnce(job.port, request).then((ms) => {
        newcomersWaiting--;
        newcomers.push(ms);
      });
    }
  }, NEW_CONNECTION_MS);
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = performance.now() - begun;
      sendDue(passed);
      const isOver = passed > job.milliseconds + LAST_ANSWERS_MS;
      if (passed >= job.milliseconds && (busy + newcomersWaiting === 0 || isOver)) {
        clearInterval(timer);
        resolve();
      }
    }, TICK_MS);
  });
  clearInterval(newConnections);
  const { user, system } = process.cpuUsage(cpu);
  count.failed += busy;
  // They have waited at least so long.
  for (; newcomersWaiting > 0; newcomersWaiting--) newcomers.push(performance.now() - begun);
  for (const connection of connections) connection.settle();
  return {
    completed: count.accepted,
    seconds: job.milliseconds / 1000,
    cpuSeconds: (user + system) / 1e6,
    ...count,
    p99Ms: p99(latencies),
    p99FromDueMs: p99(latenciesFromDue),
    lateP99Ms: p99(lateness),
    newConnectionP99Ms: p99(newcomers),
  };
}

const opened: Connection[] = [];
/** How many connect at once: more than the queue of those not accepted yet has places for would be reset. */
const CONNECTING = 200;
const FIRST_CALL = Buffer.from('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');

/**
 * Connections to the server, each of which it has accepted and answered once. They are kept for the next job: accepting some
 * thousand of them costs a server as much as answering as many calls, and would be measured with what is to be measured.
 */
async function openConnections(port: number, count: number): Promise<Connection[]> {
  if (opened.some((connection) => connection.port !== port)) for (const old of opened.splice(0)) old.close();
  while (opened.length < count) {
    const added = Array.from(
      { length: Math.min(CONNECTING, count - opened.length) },
      () => new Connection(port),
    );
    await Promise.all(added.map((connection) => connection.callFirst(FIRST_CALL)));
    opened.push(...added);
  }
  return opened.slice(0, count);
}

/** Connects and calls once. @returns milliseconds until the answer or the end of the connection */
async function callOnce(port: number, request: Buffer): Promise<number> {
  const begun = performance.now();
  const connection = new Connection(port);
  const { promise, resolve } = Promise.withResolvers<void>();
  connection.onEnd = () => resolve();
  await connection.open();
  connection.send(request);
  await promise;
  connection.close();
  return performance.now() - begun;
}

function p99(values: number[]): number {
  values.sort((one, other) => one - other);
  return values[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

/** How a call ended: its status, 0 when there was no answer, the head of the answer, and the milliseconds since it was sent. */
interface CallEnd {
  status: number;
  head: string;
  ms: number;
}

/** One connection, which is opened again when it breaks. Reads of an answer its status and its length. */
class Connection {
  readonly port: number;
  /** Told of each call that ended. */
  onEnd: (end: CallEnd) => void = () => undefined;
  #socket: Socket | undefined;
  #sentAt = Number.NaN;
  #received = '';
  #headEnd = -1;
  #length = Number.NaN;
  #isClosed = false;

  constructor(port: number) {
    this.port = port;
  }

  /** Connects, calls once and waits for the answer. */
  async callFirst(request: Buffer): Promise<void> {
    await this.open();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onEnd = () => resolve();
    this.send(request);
    await promise;
  }

  open(): Promise<void> {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    socket.setEncoding('latin1').on('data', (text: string) => this.#socket === socket && this.#read(text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#isClosed || this.#socket !== socket) return;
      this.#socket = undefined;
      this.#end(0, '');
    });
    return new Promise((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
  }

  /** Sends a request; `onEnd` is told of its answer. */
  send(request: Buffer): void {
    this.#sentAt = performance.now();
    if (!this.#socket) void this.open();
    this.#socket?.write(request);
  }

  /** Ends a job: an answer that is still to come is none of the next one's. */
  settle(): void {
    this.onEnd = () => undefined;
    if (Number.isNaN(this.#sentAt)) return;
    this.#sentAt = Number.NaN;
    this.#forget();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.destroy();
  }

  #forget(): void {
    this.#received = '';
    this.#headEnd = -1;
    this.#length = Number.NaN;
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.destroy();
  }

  #read(text: string): void {
    this.#received += text;
    // The head is looked for until it is there, and no more: an export is long.
    if (this.#headEnd === -1) {
      this.#headEnd = this.#received.indexOf('\r\n\r\n');
      if (this.#headEnd === -1) return;
      this.#length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, this.#headEnd))?.[1]);
    }
    if (this.#received.length < this.#headEnd + 4 + this.#length) return;
    this.#end(Number(this.#received.slice(9, 12)), this.#received.slice(0, this.#headEnd));
  }

  #end(status: number, head: string): void {
    this.#forget();
    if (Number.isNaN(this.#sentAt)) return;
    const ms = performance.now() - this.#sentAt;
    this.#sentAt = Number.NaN;
    this.onEnd({ status, head, ms });
  }
}
