import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, responseCodes } from '@ringbinder/protocol';
import type { ApiError } from '../errors.ts';
import { newRequestId } from './logging.ts';
import type { App } from './types.ts';

export function answerMalformedHttp(this: App, error: Error & { code?: string }, socket: Socket): void {
  // The client would take this error for part of a response in flight.
  const { _httpMessage: inFlight } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || error.code === 'ECONNRESET' || inFlight?.headersSent) {
    socket.destroy();
    return;
  }
  const [code, message] = explain(error.code);
  answerSocket(this, socket, { code, message });
}

/** For a call that does not become a Fastify request. Closes the connection. */
export function answerSocket(
  app: App,
  socket: Socket,
  { code, message, retryAfter }: Pick<ApiError, 'code' | 'message'> & { retryAfter?: number | undefined },
): void {
  const { status } = responseCodes[code];
  const id = newRequestId();
  app.log.info({ reqId: id, status }, message);
  // `error` is for token calls (RFC 6749, section 5.2); the path is unknown here.
  const body = JSON.stringify({ error: 'invalid_request', code, message, request_id: id });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Access-Control-Allow-Origin: *',
    'Connection: close',
    ...(retryAfter === undefined ? [] : [`Retry-After: ${Math.max(1, Math.ceil(retryAfter))}`]),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function explain(code: string | undefined): [ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['RESPONSE_ERROR_EXCEED_LIMIT', 'the headers are too large'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['RESPONSE_ERROR_INVALID_REQUEST', 'the request took too long to arrive'];
  return ['RESPONSE_ERROR_INVALID_REQUEST', 'the request is not well-formed HTTP/1.1'];
}
