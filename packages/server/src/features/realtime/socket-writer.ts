import type { Writable } from 'node:stream';
import { closeCodes } from '@ringbinder/protocol';
import type { WebSocket } from 'ws';

/** Above this amount, the socket is closed, and the client resumes on a new one. */
const MAX_BUFFERED_BYTES = 4 * 1024 ** 2;
/** Above this amount, ephemeral frames are dropped. */
const MAX_BUFFERED_FOR_EPHEMERAL = 256 * 1024;
const CLOSE_TIMEOUT_MS = 5_000;
/** Maximum length of the reason in a close frame. */
const MAX_REASON_BYTES = 123;

const TEXT = { binary: false } as const;
const PART = { binary: false, fin: false } as const;

export interface SocketWriter {
  send(frame: Buffer): void;
  /** Writes a message from `messageBytes`, whose bytes several sockets can share. */
  sendBytes(message: Buffer): void;
  /** Sends one message in two parts. Several sockets can share the bytes of the second part. */
  sendParts(head: Buffer, rest: Buffer): void;
  /** Drops the message if the socket has more than MAX_BUFFERED_FOR_EPHEMERAL unsent. */
  sendEphemeral(message: Buffer): void;
  close(code: number, reason: string): void;
}

/**
 * Creates a writer that closes the socket when too much is unsent.
 *
 * @param stream the socket's stream. Without compression `ws` buffers nothing, so whole messages can be written to the
 * stream directly
 */
export function createSocketWriter(ws: WebSocket, stream: Writable): SocketWriter {
  /** Unsent bytes of large frames, which do not indicate that the client has stalled. */
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

/** Shortens the text to MAX_REASON_BYTES, at a character boundary. */
function cut(text: string): string {
  let end = MAX_REASON_BYTES;
  while (Buffer.byteLength(text.slice(0, end)) > MAX_REASON_BYTES) end--;
  return text.slice(0, end).toWellFormed().replace('\ufffd', '');
}
