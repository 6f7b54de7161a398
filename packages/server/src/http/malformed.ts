import type { Socket } from 'node:net';
import { type ErrorCode, responseCodes } from '@ringbinder/protocol';
import { newRequestId } from './logging.ts';

/** Answers what is not HTTP at all (or too large in its head) in the contract's form, and hangs up. */
export function answerMalformedHttp(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy(error);
    return;
  }
  const [status, code, message] = explain(error.code);
  const body = JSON.stringify({ code, message, request_id: newRequestId() });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function explain(code: string | undefined): [string, ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return statusLine('RESPONSE_ERROR_EXCEED_LIMIT', 'the headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return statusLine('RESPONSE_ERROR_INVALID_REQUEST', 'the request took too long to arrive');
  return statusLine('RESPONSE_ERROR_INVALID_REQUEST', 'the request is not well-formed HTTP/1.1');
}

function statusLine(code: ErrorCode, message: string): [string, ErrorCode, string] {
  const { status } = responseCodes[code];
  return [status === 413 ? '413 Payload Too Large' : '400 Bad Request', code, message];
}
