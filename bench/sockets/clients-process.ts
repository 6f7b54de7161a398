/** Opens sockets in its own process, which exits with its parent. */
import type { ClientsRequest, Receipts, SocketPlan } from './clients.ts';
import { openRawSocket, type RawFrame, type RawSocket } from './raw-socket.ts';

const AT_ONCE = 64;

const sockets: RawSocket[] = [];
let receipts: Receipts = { times: [], bytes: 0 };
let expected = 0;
let onAll = () => {};

function receive({ head, payload, at }: RawFrame): void {
  if (!head.startsWith('{"type":"entries"')) return;
  receipts.bytes = payload.length;
  // A frame may contain several messages, and each text twice: in the entry and in the change.
  for (const _ of new Set(payload.toString('latin1').match(/sent at [\d.]+/g))) receipts.times.push(at);
  if (receipts.times.length >= expected) onAll();
}

function open({ port, path, frames, answers }: SocketPlan): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = answers;
    const onFrame = (frame: RawFrame) => {
      if (left === 0) return receive(frame);
      // The second frame of a snapshot has no type.
      if (!frame.head.startsWith('{"type":"')) return;
      if (!/^\{"type":"(ephemeral|binder_changed)/.test(frame.head) && --left === 0) resolve();
    };
    openRawSocket({ port, path }, onFrame, () => reject(new Error('a socket was closed'))).then((socket) => {
      sockets.push(socket);
      for (const frame of frames) socket.send(frame);
    }, reject);
  });
}

async function openAll(plans: readonly SocketPlan[]): Promise<void> {
  const waiting = plans.flatMap((plan) => Array.from({ length: plan.count }, () => plan)).values();
  const worker = async () => {
    for (const plan of waiting) await open(plan);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function wait(timeoutMs: number): Promise<Receipts> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(receipts), timeoutMs);
    onAll = () => {
      clearTimeout(timer);
      onAll = () => {};
      resolve(receipts);
    };
    if (receipts.times.length >= expected) onAll();
  });
}

async function answer(request: ClientsRequest): Promise<object> {
  if (request.kind === 'open') await openAll(request.plans);
  else if (request.kind === 'wait') return wait(request.timeoutMs);
  else if (request.kind === 'close') for (const socket of sockets.splice(0)) socket.end();
  else {
    receipts = { times: [], bytes: 0 };
    expected = request.receipts;
  }
  return {};
}

process.on('message', (request: ClientsRequest) => {
  answer(request).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
