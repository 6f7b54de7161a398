import { openRawSocket, type RawSocket } from '../sockets/raw-socket.ts';
import type { OpenLoopResult, OpenSocketsJob } from './job.ts';

const TICK_MS = 5;
/** How long answers are waited for once no more sockets are opened. */
const LAST_ANSWERS_MS = 3_000;

type Opening = 'accepted' | 'refused' | 'withoutRetryAfter' | 'failed';

/**
 * Opens WebSockets at a rate, whatever becomes of them. One that is answered to all that it says, is accepted, and closed; one
 * that is told 429 or 503 instead of a WebSocket, or a close code for "too many" or "later", is refused.
 */
export async function runOpenSockets(job: OpenSocketsJob): Promise<OpenLoopResult> {
  const count = { accepted: 0, refused: 0, withoutRetryAfter: 0, failed: 0, unsent: 0 };
  const latencies: number[] = [];
  let busy = 0;
  let sent = 0;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const send = () => {
    const frames = job.hellos[sent++ % job.hellos.length] ?? [];
    const openedAt = performance.now();
    busy++;
    void open(job, frames).then((opening) => {
      busy--;
      count[opening === 'withoutRetryAfter' ? 'refused' : opening]++;
      if (opening === 'withoutRetryAfter') count.withoutRetryAfter++;
      if (opening === 'accepted') latencies.push(performance.now() - openedAt);
    });
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = performance.now() - begun;
      if (job.rate === null) while (passed < job.milliseconds && busy < job.inFlight) send();
      else {
        const due = Math.floor((Math.min(passed, job.milliseconds) / 1_000) * job.rate);
        while (sent + count.unsent < due)
          if (busy < job.inFlight) send();
          else count.unsent++;
      }
      const isOver = passed > job.milliseconds + LAST_ANSWERS_MS;
      if (passed < job.milliseconds || (busy > 0 && !isOver)) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const { user, system } = process.cpuUsage(cpu);
  count.failed += busy;
  latencies.sort((one, other) => one - other);
  return {
    completed: count.accepted,
    seconds: job.milliseconds / 1_000,
    cpuSeconds: (user + system) / 1e6,
    ...count,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
    p99FromDueMs: Number.NaN,
    lateP99Ms: Number.NaN,
    newConnectionP99Ms: Number.NaN,
  };
}

function open({ port, path }: OpenSocketsJob, frames: object[]): Promise<Opening> {
  return new Promise((resolve) => {
    let left = frames.length;
    let socket: RawSocket | undefined;
    const end = (opening: Opening) => {
      socket?.end();
      resolve(opening);
    };
    openRawSocket(
      { port, path },
      ({ head }) => {
        if (head.startsWith('{"type":"refused"')) end('refused');
        else if (/^\{"type":"(welcome|subscribed|snapshot|entries)/.test(head) && --left === 0)
          end('accepted');
      },
      () => end('failed'),
    ).then(
      (opened) => {
        socket = opened;
        for (const frame of frames) opened.send(frame);
      },
      ({ message }: Error) => {
        if (!/HTTP\/1\.1 (429|503)/.test(message)) resolve('failed');
        else resolve(/retry-after: [1-9]/i.test(message) ? 'refused' : 'withoutRetryAfter');
      },
    );
  });
}
