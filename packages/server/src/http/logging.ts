import { randomFillSync } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { App } from './types.ts';

/** Other values may be secret. */
const PUBLIC_PARAMETERS = new Set(['limit', 'cursor', 'before', 'after', 'wait', 'filter', 'file_id', 'raw']);

const ID_BYTES = 12;
const randomness = Buffer.alloc(256 * ID_BYTES);
let used = randomness.length;

/** Callers could forge log entries with ids of their own. */
export function newRequestId(): string {
  if (used === randomness.length) {
    randomFillSync(randomness);
    used = 0;
  }
  used += ID_BYTES;
  return `req_${randomness.toString('hex', used - ID_BYTES, used)}`;
}

/** A token without `name=` is parsed as a name. */
const NAME = /^[a-z_]{1,30}$/;
/** In `?limit=5?access_token=…`, a value contains the token. */
const VALUE = /^[\w,.-]*$/;
/** In `/v1/me&access_token=…`, the path contains the token. */
const AFTER_PATH = /[^\w./~-].*$/s;
/** The end of a profile picture's path is a secret. */
const PICTURE_KEY = /^(\/+pictures\/\w+\/\w+\/).+$/s;

export function redactedUrl(url: string): string {
  const [path = '', ...rest] = url.split('?');
  const visible = path.replace(AFTER_PATH, '[redacted]').replace(PICTURE_KEY, '$1[redacted]');
  if (rest.length === 0) return visible;
  const parameters = [...new URLSearchParams(rest.join('?'))].map(([name, value]) => {
    if (!NAME.test(name)) return '[redacted]';
    return `${name}=${PUBLIC_PARAMETERS.has(name) && VALUE.test(value) ? value : '[redacted]'}`;
  });
  return `${visible}?${parameters.join('&')}`;
}

export function logRequests(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        url: redactedUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...callerFields(request),
      },
      'request',
    );
    done();
  });
}

function callerFields(request: FastifyRequest): { user?: string; client?: string } {
  const { caller } = request;
  return caller ? { user: caller.userId, client: caller.clientId } : {};
}
