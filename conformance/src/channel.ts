import assert from 'node:assert/strict';
import type { ServerFrame } from '@ringbinder/protocol';
import { checkFrame } from './contract.ts';
import { Failure, formatValue } from './failure.ts';

/** Validated against the released AsyncAPI document. */
export type Frame<T extends ServerFrame['type'] = ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

export interface Closing {
  code: number;
  reason: string;
}

export interface Channel {
  frames: readonly Frame[];
  send(frame: object): void;
  sendRaw(data: string | ArrayBuffer): void;
  /** Waits for a matching frame that earlier calls have not returned. Throws a Failure on timeout. */
  next<T extends Frame['type']>(
    type: T,
    fits?: (frame: Frame<T>) => boolean,
    seconds?: number,
  ): Promise<Frame<T>>;
  /** Sends a `ping`. The response proves that all earlier frames have arrived. */
  settled(): Promise<void>;
  /** Throws a Failure if the channel is still open after `seconds`. */
  closing(seconds?: number): Promise<Closing>;
  close(): void;
}

const FRAME_SECONDS = 10;

export function channelAddress(base: string): string {
  return `${base.replace(/^http/, 'ws')}realtime`;
}

export async function openChannel(address: string): Promise<Channel> {
  const socket = new WebSocket(address);
  const frames: Frame[] = [];
  const untaken: Frame[] = [];
  const watching = new Set<() => void>();
  let end: Closing | undefined;
  let problem: string | undefined;
  const notify = () => {
    for (const look of [...watching]) look();
  };
  socket.onmessage = ({ data }) => {
    try {
      const frame = checkFrame(JSON.parse(data)) as Frame;
      frames.push(frame);
      untaken.push(frame);
    } catch (error) {
      problem ??= `${formatValue(data)}: ${(error as Error).message}`;
    }
    notify();
  };
  socket.onclose = ({ code, reason }) => {
    end = { code, reason };
    notify();
  };

  function waitFor<T>(look: () => T | undefined, seconds: number, missing: () => Failure): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        watching.delete(attempt);
      };
      const fail = () => {
        stop();
        reject(missing());
      };
      const attempt = () => {
        const result = look();
        if (result !== undefined) {
          stop();
          resolve(result);
        } else if (end || problem) fail();
      };
      const timer = setTimeout(fail, seconds * 1000);
      watching.add(attempt);
      attempt();
    });
  }

  const came = () =>
    problem ??
    (end ? `the close ${formatValue(end)}` : `only ${formatValue(frames.map(({ type }) => type))}`);
  const channel: Channel = {
    frames,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendRaw: (data) => socket.send(data),
    next<T extends Frame['type']>(type: T, fits = (_: Frame<T>) => true, seconds = FRAME_SECONDS) {
      const take = () => {
        const at = untaken.findIndex((frame) => frame.type === type && fits(frame as Frame<T>));
        return at < 0 ? undefined : (untaken.splice(at, 1)[0] as Frame<T>);
      };
      return waitFor(take, seconds, () => new Failure(`a frame ${type}`, came()));
    },
    async settled() {
      channel.send({ type: 'ping' });
      await channel.next('pong');
    },
    closing: (seconds = FRAME_SECONDS) =>
      waitFor(
        () => end,
        seconds,
        () => new Failure('the connection to be closed', came()),
      ),
    close: () => socket.close(),
  };
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Failure('a WebSocket that opens', 'one that does not'));
  });
  return channel;
}

export async function closedWith(channel: Channel, code: number, seconds?: number): Promise<string> {
  const closing = await channel.closing(seconds);
  assert.equal(closing.code, code);
  return closing.reason;
}
