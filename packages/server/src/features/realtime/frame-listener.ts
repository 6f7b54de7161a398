import { closeCodes } from '@ringbinder/protocol';
import type { WebSocket } from 'ws';
import { ApiError, invalid } from '../../errors.ts';
import { runAs } from '../../limits/call-class.ts';
import { closeFor } from './close-for.ts';
import type { SocketWriter } from './socket-writer.ts';

export interface FrameListenerOptions<Frame> {
  writer: SocketWriter;
  read(text: string): Frame;
  takeRate(frame: Frame): boolean;
  /** If `handle` throws, the listener closes the connection. */
  handle(frame: Frame): void;
  failed(error: unknown): void;
  closed(code: number): void;
}

export interface FrameListener {
  alone(work: () => Promise<void>): void;
  refuse(error: unknown): void;
  /** Ends the connection if nothing has arrived since the last two pings. */
  beat(): void;
}

export function listenToFrames<Frame extends { type: string }>(
  ws: WebSocket,
  { writer, read, takeRate, handle, failed, closed }: FrameListenerOptions<Frame>,
): FrameListener {
  let isBusy = false;
  const waiting: Frame[] = [];
  let missed = 0;

  function refuse(error: unknown): void {
    if (!(error instanceof ApiError)) failed(error);
    const { code, reason } = closeFor(error);
    writer.close(code, reason);
  }

  function receive(text: string): void {
    try {
      const frame = read(text);
      if (!takeRate(frame)) writer.close(closeCodes.tooMany, `too many ${frame.type} frames at once`);
      else if (isBusy) waiting.push(frame);
      else handle(frame);
    } catch (error) {
      refuse(error);
    }
  }

  ws.on('message', (data, isBinary) => {
    missed = 0;
    if (ws.readyState !== ws.OPEN) return;
    if (isBinary) refuse(invalid('', 'a frame must be text'));
    // Without `runAs`, the handler would inherit the call context of the handshake.
    else runAs('sockets', () => receive(String(data)));
  });
  ws.on('pong', () => {
    missed = 0;
  });
  // The `ws` library answers the error, and then emits `close`.
  ws.on('error', () => undefined);
  ws.on('close', closed);

  return {
    alone(work) {
      isBusy = true;
      void work()
        .catch(refuse)
        .finally(() => {
          isBusy = false;
          try {
            while (!isBusy && ws.readyState === ws.OPEN && waiting.length > 0)
              handle(waiting.shift() as Frame);
          } catch (error) {
            refuse(error);
          }
        });
    },
    refuse,
    beat() {
      if (missed >= 2) ws.terminate();
      else if (ws.readyState === ws.OPEN) ws.ping();
      missed++;
    },
  };
}
