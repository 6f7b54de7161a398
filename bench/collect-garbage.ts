import { once } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * Has a Node process collect all its garbage, by its inspector, which SIGUSR1 opens. Without it memory tells mostly when V8
 * last found the time: on a busy machine not for minutes.
 * @param told what the process writes to standard error, where it says the inspector's address
 */
export async function collectGarbage(pid: number, told: Readable, known: () => string): Promise<void> {
  const addressOf = () => /Debugger listening on (ws:\S+)/.exec(known())?.[1];
  if (addressOf() === undefined) process.kill(pid, 'SIGUSR1');
  while (addressOf() === undefined) await once(told, 'data');
  const socket = new WebSocket(addressOf() ?? '');
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('the inspector of the server does not answer'));
  });
  // Twice: what has a finalizer is free the second time.
  for (const id of [1, 2]) {
    const answered = new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => void (JSON.parse(String(data)).id === id && resolve());
    });
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    await answered;
  }
  socket.close();
}
