import { closeCodes } from '@ringbinder/protocol';
import type { WebSocket } from 'ws';
import { ApiError, invalid } from '../../errors.ts';
import { runAs } from '../../limits/call-class.ts';
import { closeFor } from './close-for.ts';
import type { SocketWriter } from './socket-writer.ts';

export interface FrameListenerOptions<Frame> {
  writer: SocketWriter;
  /** Throws a refusal for what is no frame. */
  read(text: string): Frame;
  /** Whether such a frame may come now, or too many came at once. */
  takeRate(frame: Frame): boolean;
  /** Throws what the connection is refused with. */
  handle(frame: Frame): void;
  /** Is told of what is no refusal, for the log. */
  failed(error: unknown): void;
  closed(code: number): void;
}

/** Hears what comes by a socket. */
export interface FrameListener {
  /** Does something, a look-up of a token; frames that come meanwhile wait. */
  alone(work: () => Promise<void>): void;
  /** Closes the socket with what an error means. */
  refuse(error: unknown): void;
  /** Asks whether the other side is there; ends a connection that has not answered twice. */
  beat(): void;
}

/** Hands the frames of a socket on, one after the other, until it closes. */
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
    // What comes on a connection comes in the context of nothing.
    else runAs('sockets', () => receive(String(data)));
  });
  ws.on('pong', () => {
    missed = 0;
  });
  // What breaks the protocol, and what is too long, has been answered by the library; the close follows.
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
            while (!isBusy && waiting.length > 0) handle(waiting.shift() as Frame);
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
