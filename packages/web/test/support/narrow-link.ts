import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

export interface LinkProperties {
  loss: number;
  delayMs: number;
  /** In bits per second. Datagrams that exceed the queue are lost. */
  rate: number;
}

/** Maximum wait in the queue. At 300 kbit/s, the queue holds 37 kB, less than in home routers. */
const QUEUE_MS = 1_000;
const OVERHEAD_BYTES = 42;

export interface NarrowLink {
  readonly port: number;
  set(properties: LinkProperties): void;
  readonly passed: number;
  readonly lost: number;
  close(): void;
}

export async function openNarrowLink(to: number, first: LinkProperties): Promise<NarrowLink> {
  let properties = first;
  const outer = createSocket('udp4').bind(0, '127.0.0.1');
  await once(outer, 'listening');
  const ways = new Map<string, { inner: Socket; up: (bytes: Buffer) => void }>();
  const counts = { passed: 0, lost: 0 };
  const timers = new Set<NodeJS.Timeout>();

  function direction(deliver: (bytes: Buffer) => void) {
    let freeAt = 0;
    return (bytes: Buffer) => {
      const { loss, delayMs, rate } = properties;
      const now = performance.now();
      freeAt = Math.max(now, freeAt) + ((bytes.length + OVERHEAD_BYTES) * 8_000) / rate;
      const waits = freeAt - now;
      if (Math.random() < loss || waits > QUEUE_MS) {
        if (waits > QUEUE_MS) freeAt -= ((bytes.length + OVERHEAD_BYTES) * 8_000) / rate;
        counts.lost++;
        return;
      }
      counts.passed++;
      const timer = setTimeout(() => {
        timers.delete(timer);
        deliver(bytes);
      }, delayMs + waits);
      timers.add(timer);
    };
  }
  /** All connections share `down`, but each has its own `up`. */
  const down = direction((bytes) => {
    const text = bytes.subarray(0, 6);
    outer.send(bytes.subarray(6), text.readUInt16BE(4), [...text.subarray(0, 4)].join('.'));
  });

  function open({ address, port }: RemoteInfo) {
    const inner = createSocket('udp4').bind(0, '127.0.0.1');
    const head = Buffer.alloc(6);
    head.set(address.split('.').map(Number));
    head.writeUInt16BE(port, 4);
    inner.on('message', (bytes) => down(Buffer.concat([head, bytes])));
    const up = direction((bytes) => inner.send(bytes, to, '127.0.0.1'));
    return { inner, up };
  }

  outer.on('message', (bytes, from) => {
    const key = `${from.address} ${from.port}`;
    const way = ways.get(key) ?? open(from);
    ways.set(key, way);
    way.up(bytes);
  });
  return {
    port: outer.address().port,
    set(next) {
      properties = next;
    },
    get passed() {
      return counts.passed;
    },
    get lost() {
      return counts.lost;
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      outer.close();
      for (const { inner } of ways.values()) inner.close();
    },
  };
}
