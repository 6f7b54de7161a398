import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { responseCodes } from '@ringbinder/protocol';
import { type ApiError, because, exceedsLimit, invalid, withDetails } from '../errors.ts';
import { newRequestId } from './logging.ts';
import type { App } from './types.ts';

export function answerMalformedHttp(this: App, error: Error & { code?: string }, socket: Socket): void {
  const { _httpMessage: inFlight } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || error.code === 'ECONNRESET' || inFlight?.headersSent) {
    socket.destroy();
    return;
  }
  answerSocket(this, socket, apiErrorOf(error.code));
}

export function answerSocket(
  app: App,
  socket: Socket,
  { code, message, reason, params, retryAfter }: ApiError,
): void {
  const { status } = responseCodes[code];
  const id = newRequestId();
  app.log.info({ reqId: id, status }, message);
  // The field `error` is for token calls (RFC 6749, section 5.2).
  const body = JSON.stringify({ error: 'invalid_request', code, message, request_id: id, reason, params });
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

function apiErrorOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return exceedsLimit('', withDetails(because('too_large'), 'the headers are too large'));
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalid('', because('request_slow'));
  return invalid('', 'the request is not well-formed HTTP/1.1');
}
