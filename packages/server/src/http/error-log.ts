import { MediaBusy } from '@ringbinder/page-renderer';
import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../errors.ts';
import { DatabaseBusy, DatabaseUnavailable } from '../storage/unavailable.ts';

/** Where PostgreSQL quotes rows and parameters, and so what people wrote. */
const QUOTING = ['detail', 'where', 'internalQuery'];

/**
 * Logs an error that is ours to mend, with its cause, under the request's id. Refusals are no errors of ours, a 503 without a
 * cause among them: somebody is to come again. While the
 * database is away or has too much to do, which is told once, what is refused is only counted.
 */
export function logFailure(error: ApiError, request: FastifyRequest): void {
  if (error.status < 500) return;
  const cause: unknown = error.cause ?? error;
  if (isOverload(cause)) {
    request.server.countRefusal(cause.message);
    return;
  }
  if (error.status === 503 && error.cause === undefined) {
    request.log.info({ why: error.message }, 'refused for now');
    return;
  }
  const outage = cause instanceof DatabaseUnavailable ? cause.outage : undefined;
  if (outage !== undefined && outage.endedAt === undefined) {
    outage.refused++;
    return;
  }
  for (let each: unknown = cause; each instanceof Error; each = each.cause) dropQuotes(each);
  request.log.error({ err: cause }, error.message);
}

/** Whether there is more to do than can be done. A media worker that was killed or does not start is a fault: it has a cause. */
function isOverload(cause: unknown): cause is Error {
  return cause instanceof DatabaseBusy || (cause instanceof MediaBusy && cause.cause === undefined);
}

function dropQuotes(error: Error): void {
  for (const name of QUOTING) if (name in error) Object.assign(error, { [name]: undefined });
}
