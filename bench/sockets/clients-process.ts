/** Thousands of WebSockets in a process of their own, which say when messages came. Ends with its parent. */
import type { CrowdRequest, Receipts, SocketPlan } from './clients.ts';
import { openRawSocket, type RawFrame, type RawSocket } from './raw-socket.ts';

/** Handshakes under way at once. */
const AT_ONCE = 64;

const sockets: RawSocket[] = [];
let receipts: Receipts = { times: [], sentTimes: [], bytes: 0 };
let expected = Number.POSITIVE_INFINITY;
let ended = 0;

function take({ head, payload, at }: RawFrame): void {
  if (!head.startsWith('{"type":"entries"')) return;
  receipts.bytes = payload.length;
  // Each text stands in the entry and in what it changed.
  const sent = new Set(payload.toString('latin1').match(/sent at [\d.]+/g));
  for (const text of sent) {
    receipts.times.push(at);
    receipts.sentTimes.push(Number(text.slice('sent at '.length)));
  }
  if (receipts.times.length >= expected) answer();
}

function answer(): void {
  expected = Number.POSITIVE_INFINITY;
  process.send?.(receipts);
}

async function open({ port, path, frames, count, answers }: SocketPlan): Promise<void> {
  for (let opened = 0; opened < count; opened++) {
    await new Promise<void>((resolve, reject) => {
      let left = answers;
      let isReady = false;
      const onFrame = (frame: RawFrame) => {
        if (isReady) return take(frame);
        // Of a snapshot the beginning is a frame, and the rest another one, which has no type.
        if (!frame.head.startsWith('{"type":"')) return;
        if (/^\{"type":"(ephemeral|binder_changed)/.test(frame.head) || --left > 0) return;
        isReady = true;
        resolve();
      };
      const onEnd = () => {
        ended++;
        reject(new Error('a socket was closed'));
      };
      openRawSocket({ port, path }, onFrame, onEnd).then((socket) => {
        sockets.push(socket);
        for (const frame of frames) socket.send(frame);
      }, reject);
    });
  }
}

async function openAll(plans: readonly SocketPlan[]): Promise<void> {
  const waiting = [...plans];
  const worker = async () => {
    for (let plan = waiting.shift(); plan; plan = waiting.shift()) await open(plan);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

process.on('message', (request: CrowdRequest) => {
  if (request.kind === 'open')
    openAll(request.plans).then(
      () => process.send?.({ opened: sockets.length }),
      (error: Error) => process.send?.({ error: error.message }),
    );
  else if (request.kind === 'expect') {
    receipts = { times: [], sentTimes: [], bytes: 0 };
    expected = request.receipts;
    process.send?.({ ready: true });
  } else if (request.kind === 'give_up') answer();
  else {
    for (const socket of sockets.splice(0)) socket.end();
    process.send?.({ closed: true, ended });
  }
});
process.on('disconnect', () => process.exit());
