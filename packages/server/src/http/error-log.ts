import { MediaBusy } from '@ringbinder/page-renderer';
import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../errors.ts';
import { DatabaseBusy, DatabaseUnavailable } from '../storage/unavailable.ts';

/** These fields of PostgreSQL's errors can contain user data. */
const QUOTING = ['detail', 'where', 'internalQuery'];

/** An outage or overload is logged separately, so its rejections are only counted. */
export function logFailure(error: ApiError, request: FastifyRequest): void {
  if (error.status < 500) return;
  const cause: unknown = error.cause ?? error;
  if (isOverload(cause)) {
    request.server.countRefusal(cause.message);
    return;
  }
  if (error.status === 503 && error.cause === undefined) {
    request.log.info({ why: error.message }, 'request: rejected temporarily');
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

/** A MediaBusy with a cause is a fault: a media worker was killed or could not start. */
function isOverload(cause: unknown): cause is Error {
  return cause instanceof DatabaseBusy || (cause instanceof MediaBusy && cause.cause === undefined);
}

function dropQuotes(error: Error): void {
  for (const name of QUOTING) if (name in error) Object.assign(error, { [name]: undefined });
}
