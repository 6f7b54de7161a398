import { once } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * Runs a garbage collection through the inspector, which SIGUSR1 opens.
 *
 * @param output the process's standard error, which contains the inspector's address
 * @returns bytes outside V8's heap, mostly buffers, without the allocator's overhead
 */
export async function collectGarbage(pid: number, output: Readable, known: () => string): Promise<number> {
  const addressOf = () => /Debugger listening on (ws:\S+)/.exec(known())?.[1];
  if (addressOf() === undefined) process.kill(pid, 'SIGUSR1');
  while (addressOf() === undefined) await once(output, 'data');
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
  // Collect twice: finalizers release memory that only the next collection frees.
  await call('HeapProfiler.collectGarbage');
  await call('HeapProfiler.collectGarbage');
  const { result } = await call('Runtime.evaluate', { expression: 'process.memoryUsage().external' });
  socket.close();
  return Number(result?.value);
}
