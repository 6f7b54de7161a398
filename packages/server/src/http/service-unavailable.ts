import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardRest } from './discard.ts';
import { newRequestId } from './logging.ts';

const RETRY_SECONDS = '1';
/** A browser loads a page again by itself. */
const REFRESH_SECONDS = '3';
/** A body up to this size has come with its head, or comes at once; Node reads and forgets it after the answer. */
const SMALL_BODY_BYTES = 65_536;

const MESSAGE = 'the server has too much to do, try again';

/** What goes over the wire of a page. */
export interface RenderedPage {
  headers: Record<string, string>;
  text: string;
}

/** 503, without the application: in the contract's form, and as a page where a browser is to show it in a window. */
export function answerServiceUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
): void {
  if (response.destroyed) return;
  const id = newRequestId();
  const isForPerson = request.headers['sec-fetch-dest'] === 'document';
  const { headers, text } = isForPerson ? page : describe(request, id);
  response.writeHead(503, {
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    'retry-after': RETRY_SECONDS,
    ...(isForPerson && request.method === 'GET' && { refresh: REFRESH_SECONDS }),
    'x-request-id': id,
  });
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) <= SMALL_BODY_BYTES) response.end(text);
  else void discardRest(request).then(() => response.end(text));
}

function describe({ url }: IncomingMessage, id: string): RenderedPage {
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Request-Id, Retry-After',
    },
    text: JSON.stringify({
      code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE',
      message: MESSAGE,
      request_id: id,
      // The form of a token error has this too (RFC 6749, section 5.2).
      ...(url?.includes('/oauth/') ? { error: 'temporarily_unavailable' } : {}),
    }),
  };
}
