import type { IncomingMessage, ServerResponse } from 'node:http';
import { drainRequest } from './drain-request.ts';
import { newRequestId } from './logging.ts';

const RETRY_SECONDS = '1';
const REFRESH_SECONDS = '3';
/** Node itself discards the rest of a body up to this size. */
const SMALL_BODY_BYTES = 65_536;

const MESSAGE = 'the server is overloaded, try again';

export interface RenderedPage {
  headers: Record<string, string>;
  text: string;
}

export async function answerServiceUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  pageFor: (acceptLanguage: string | undefined) => Promise<RenderedPage>,
): Promise<void> {
  if (response.destroyed) return;
  const id = newRequestId();
  const isForPerson = request.headers['sec-fetch-dest'] === 'document';
  const page = isForPerson && (await pageFor(request.headers['accept-language']).catch(() => undefined));
  if (response.destroyed) return;
  const { headers, text } = page || describe(request, id);
  response.writeHead(503, {
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    'retry-after': RETRY_SECONDS,
    ...(isForPerson && request.method === 'GET' && { refresh: REFRESH_SECONDS }),
    'x-request-id': id,
  });
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) <= SMALL_BODY_BYTES) response.end(text);
  else void drainRequest(request).then(() => response.end(text));
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
      ...(url?.includes('/oauth/') ? { error: 'temporarily_unavailable' } : {}),
    }),
  };
}
