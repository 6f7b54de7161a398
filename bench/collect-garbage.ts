import { once } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * Has a Node process collect all its garbage, by its inspector, which SIGUSR1 opens. Without it memory tells mostly when V8
 * last found the time: on a busy machine not for minutes.
 * @param told what the process writes to standard error, where it says the inspector's address
 * @returns the bytes that what is left holds outside of V8's heap: mostly buffers. The allocator does not blur them, as it does
 * resident memory
 */
export async function collectGarbage(pid: number, told: Readable, known: () => string): Promise<number> {
  const addressOf = () => /Debugger listening on (ws:\S+)/.exec(known())?.[1];
  if (addressOf() === undefined) process.kill(pid, 'SIGUSR1');
  while (addressOf() === undefined) await once(told, 'data');
  const socket = new WebSocket(addressOf() ?? '');
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('the inspector of the server does not answer'));
  });
  let calls = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<{ result?: { value?: unknown } }>((resolve) => {
      const id = ++calls;
      socket.onmessage = ({ data }) => {
        const answer = JSON.parse(String(data));
        if (answer.id === id) resolve(answer.result);
      };
      socket.send(JSON.stringify({ id, method, params }));
    });
  // Twice: what has a finalizer is free the second time.
  await call('HeapProfiler.collectGarbage');
  await call('HeapProfiler.collectGarbage');
  const { result } = await call('Runtime.evaluate', { expression: 'process.memoryUsage().external' });
  socket.close();
  return Number(result?.value);
}
