import type { Writable } from 'node:stream';
import { closeCodes } from '@ringbinder/protocol';
import type { WebSocket } from 'ws';

/** If more bytes are buffered, the server closes the socket. */
const MAX_BUFFERED_BYTES = 4 * 1024 ** 2;
/** In bytes. Above this limit, the server drops ephemeral frames. */
const MAX_BUFFERED_FOR_EPHEMERAL = 256 * 1024;
const CLOSE_TIMEOUT_MS = 5_000;
/** A close frame has at most 125 bytes, including two for its code. */
const MAX_REASON_BYTES = 123;

const TEXT = { binary: false } as const;
const PART = { binary: false, fin: false } as const;

export interface SocketWriter {
  send(frame: Buffer): void;
  sendBytes(message: Buffer): void;
  sendParts(head: Buffer, rest: Buffer): void;
  sendEphemeral(message: Buffer): void;
  close(code: number, reason: string): void;
}

/**
 * @param stream the TCP stream below `ws`. Frames written to it stay in order, because without compression
 * `ws` passes on each frame immediately.
 */
export function createSocketWriter(ws: WebSocket, stream: Writable): SocketWriter {
  /** Buffered bytes of large frames, which do not mean that the client has stalled. */
  let allowance = 0;

  function close(code: number, reason: string): void {
    if (ws.readyState !== ws.OPEN) return;
    const text = Buffer.byteLength(reason) > MAX_REASON_BYTES ? cut(reason) : reason;
    ws.close(code, text);
    setTimeout(() => ws.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  function hasRoom(bytes: number): boolean {
    if (ws.readyState !== ws.OPEN) return false;
    const buffered = ws.bufferedAmount;
    if (buffered <= MAX_BUFFERED_BYTES) allowance = 0;
    if (buffered > MAX_BUFFERED_BYTES + allowance) {
      close(closeCodes.slowReader, 'too much is waiting to be read: resume from the last position');
      return false;
    }
    if (bytes > MAX_BUFFERED_BYTES / 4) allowance += bytes;
    return true;
  }

  return {
    send(frame) {
      if (hasRoom(frame.length)) ws.send(frame, TEXT);
    },
    sendBytes(message) {
      if (hasRoom(message.length)) stream.write(message);
    },
    sendParts(head, rest) {
      if (!hasRoom(head.length + rest.length)) return;
      ws.send(head, PART);
      ws.send(rest, TEXT);
    },
    sendEphemeral(message) {
      if (ws.readyState === ws.OPEN && ws.bufferedAmount <= MAX_BUFFERED_FOR_EPHEMERAL) stream.write(message);
    },
    close,
  };
}

function cut(text: string): string {
  let end = MAX_REASON_BYTES;
  while (Buffer.byteLength(text.slice(0, end)) > MAX_REASON_BYTES) end--;
  return text.slice(0, end).toWellFormed().replace('\ufffd', '');
}
