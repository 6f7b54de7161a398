import { setTimeout as sleep } from 'node:timers/promises';
import nodeDataChannel, { type PeerConnection } from 'node-datachannel';

const WAIT_MS = 30_000;

nodeDataChannel.initLogger('Error', () => undefined);

/** A log for an engine that nobody reads. */
export const noLog = { warn: () => undefined, info: () => undefined };

/** Resolves when a condition holds. Throws when it does not within 30 s. */
export async function untilTrue(what: string, condition: () => boolean): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(20);
  }
}

/** A WebRTC connection of a peer that is no browser. */
export function openPeer(name: string): PeerConnection {
  return new nodeDataChannel.PeerConnection(name, {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
}

/**
 * Runs a load for the process that forked this one: once for its first message, whose result it is sent. The process leaves by
 * `process.exit`, because the end of node-datachannel was seen to crash.
 */
export function runLoad<Load, Result>(run: (load: Load) => Promise<Result>, stop: () => Promise<void>): void {
  process.once('message', (load: Load) => {
    void run(load)
      .then(
        (result) => process.send?.({ result }),
        (error: Error) => process.send?.({ error: error.message }),
      )
      .then(stop)
      .then(() => setTimeout(() => process.exit(), 100));
  });
}
