import type { Writable } from 'node:stream';
import { closeCodes } from '@ringbinder/protocol';
import type { WebSocket } from 'ws';

/** What may wait for a socket that does not read. Whoever has more is closed, and resumes. */
const MAX_BUFFERED_BYTES = 4 * 1024 ** 2;
/** Beyond it what may be lost is not sent. */
const MAX_BUFFERED_FOR_EPHEMERAL = 256 * 1024;
/** How long a socket that was closed has to take the rest and say so. */
const CLOSE_TIMEOUT_MS = 5_000;
/** What a close frame holds beside its code. */
const MAX_REASON_BYTES = 123;

const TEXT = { binary: false } as const;
const PART = { binary: false, fin: false } as const;

/** What is sent by one socket. */
export interface SocketWriter {
  send(frame: Buffer): void;
  /** Sends what `messageBytes` gave: the same bytes to all. */
  sendBytes(message: Buffer): void;
  /** Sends a frame in two parts, of which the second is shared with others: it is not copied. */
  sendParts(head: Buffer, rest: Buffer): void;
  /** Sends what may be lost, given by `messageBytes`, unless the socket is behind. */
  sendEphemeral(message: Buffer): void;
  close(code: number, reason: string): void;
}

/**
 * Sends by a socket as much as it reads.
 * @param stream what the socket writes to. Without compression nothing of the socket's own waits in front of it, and its
 *   parts of a message follow each other at once, so whole messages may be written beside
 */
export function createSocketWriter(ws: WebSocket, stream: Writable): SocketWriter {
  /** Of a large answer, which is no sign of a socket that does not read. */
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

/** The beginning of a text, at the end of a character. */
function cut(text: string): string {
  let end = MAX_REASON_BYTES;
  while (Buffer.byteLength(text.slice(0, end)) > MAX_REASON_BYTES) end--;
  return text.slice(0, end).toWellFormed().replace('\ufffd', '');
}
