import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A server that answers every GET with the same JSON, in a process of its own: what a read is held against. */
export async function startStaticServer(body: string): Promise<{ port: number; stop(): void }> {
  const child = fork(new URL('./static-server.ts', import.meta.url), { execArgv: [] });
  child.send(body);
  const [port] = (await once(child, 'message')) as [number];
  return { port, stop: () => child.disconnect() };
}
