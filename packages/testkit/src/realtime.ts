import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import { WebSocket } from 'ws';
import type { TestService } from './service.ts';

export interface Closed {
  code: number;
  reason: string;
}

type FrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

export interface RealtimeClient {
  ws: WebSocket;
  frames: ServerFrame[];
  send(frame: ClientFrame): void;
  sendRaw(data: string | Buffer): void;
  /** Skips frames that `take` has returned before. Rejects after 20 seconds, or when the connection ends. */
  take<T extends ServerFrame['type']>(type: T, fits?: (frame: FrameOf<T>) => boolean): Promise<FrameOf<T>>;
  closed: Promise<Closed>;
  cut(): void;
  close(): Promise<Closed>;
}

const TIMEOUT_MS = 20_000;

export async function openSocket(service: TestService, path = '/realtime'): Promise<RealtimeClient> {
  const ws = new WebSocket(`${service.base.replace('http', 'ws')}${path}`, { perMessageDeflate: false });
  const frames: ServerFrame[] = [];
  const untaken: ServerFrame[] = [];
  const waiting = new Set<() => void>();
  let end: Closed | undefined;
  const look = () => {
    for (const each of waiting) each();
  };
  ws.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame;
    frames.push(frame);
    untaken.push(frame);
    look();
  });
  ws.on('error', () => undefined);
  const closed = new Promise<Closed>((resolve) =>
    ws.once('close', (code, reason) => {
      end = { code, reason: String(reason) };
      look();
      resolve(end);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  return {
    ws,
    frames,
    closed,
    send: (frame) => ws.send(JSON.stringify(frame)),
    sendRaw: (data) => ws.send(data),
    take: <T extends ServerFrame['type']>(type: T, fits: (frame: FrameOf<T>) => boolean = () => true) =>
      new Promise<FrameOf<T>>((resolve, reject) => {
        const give = (work: () => void) => {
          clearTimeout(timer);
          waiting.delete(attempt);
          work();
        };
        const attempt = () => {
          const at = untaken.findIndex((frame) => frame.type === type && fits(frame as FrameOf<T>));
          if (at !== -1) {
            const [frame] = untaken.splice(at, 1);
            give(() => resolve(frame as FrameOf<T>));
          } else if (end) {
            const { code, reason } = end;
            give(() => reject(new Error(`closed with ${code} ${reason} before a frame ${type}`)));
          }
        };
        const timer = setTimeout(
          () =>
            give(() => reject(new Error(`no frame ${type} came: ${JSON.stringify(untaken).slice(0, 500)}`))),
          TIMEOUT_MS,
        );
        waiting.add(attempt);
        attempt();
      }),
    cut: () => ws.terminate(),
    close() {
      ws.close();
      return closed;
    },
  };
}

export async function openRealtime(service: TestService, token: string): Promise<RealtimeClient> {
  const client = await openSocket(service);
  client.send({ type: 'hello', token, version: 1 });
  await client.take('welcome');
  return client;
}
