import { setTimeout as sleep } from 'node:timers/promises';
import nodeDataChannel, { type PeerConnection } from 'node-datachannel';

const WAIT_MS = 30_000;

nodeDataChannel.initLogger('Error', () => undefined);

export const noLog = { warn: () => undefined, info: () => undefined };

export async function untilTrue(what: string, condition: () => boolean): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(20);
  }
}

export function openPeer(name: string): PeerConnection {
  return new nodeDataChannel.PeerConnection(name, {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
}

/**
 * Runs the load that the parent process sends. Ends with `process.exit`, because node-datachannel can crash
 * during a regular exit.
 */
export function runLoad<Load>(run: (load: Load) => Promise<object>, stop: () => Promise<void>): void {
  process.once('message', (load: Load) => {
    void run(load)
      .then(
        (result) => process.send?.(result),
        (error: Error) => process.send?.({ error: error.message }),
      )
      .then(stop)
      .then(() => setTimeout(() => process.exit(), 100));
  });
}
