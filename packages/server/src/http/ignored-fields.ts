import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { requireStorableTexts } from './storable-text.ts';
import type { App } from './types.ts';

const HEADER = 'ringbinder-ignored';
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 100;

/** By the body or query they were removed from: a validator does not see the request. */
const removed = new WeakMap<object, readonly string[]>();

/** What the answer to a request names already. */
const reported = new WeakMap<FastifyRequest, readonly string[]>();

/** Remembers, for the answer, which fields a validator has removed from a body or a query. */
export function rememberIgnored(value: unknown, paths: readonly string[]): void {
  if (paths.length > 0 && typeof value === 'object' && value !== null) removed.set(value, paths);
}

/** The paths that were removed from a value by its validator. */
export function ignoredOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? (removed.get(value) ?? []) : [];
}

/**
 * The last check before the handlers: no text that cannot be stored comes through, wherever it stands; what no schema
 * knows has been removed, and the answer names it. With `Prefer: handling=strict` (RFC 7240) it is a 400.
 */
export function guardInput(app: App): void {
  app.addHook('preValidation', async (request) => {
    const { schema, config } = request.routeOptions;
    // What needs no token reads forms and queries by itself, and by its own rules (RFC 6749).
    if (!isOperation(request) || config.auth === 'none') return;
    // Without a schema there is nothing to clean them by: the operation knows none of it.
    if (schema?.body === undefined) dropBody(request);
    if (schema?.querystring === undefined) dropQuery(request);
  });
  app.addHook('preHandler', async (request, reply) => {
    // What is left of them reaches a handler; bodies were checked when they were parsed. Pages judge theirs by
    // themselves.
    if (request.url.includes('%00') && isOperation(request)) {
      requireStorableTexts(request.params);
      requireStorableTexts(request.query);
    }
    const query = ignoredOf(request.query).filter((name) => name !== 'access_token');
    reportIgnored(request, reply, [...ignoredOf(request.body), ...query.map((name) => `?${name}`)]);
  });
}

/** Whether a route is one of the documented API, and no page. */
function isOperation({ routeOptions: { schema } }: FastifyRequest): boolean {
  return schema !== undefined && 'operationId' in schema;
}

function dropBody(request: FastifyRequest): void {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
  request.body = {};
  rememberIgnored(request.body, Object.keys(body));
}

function dropQuery(request: FastifyRequest): void {
  const names = Object.keys(request.query as object);
  if (names.length === 0) return;
  request.query = {};
  rememberIgnored(request.query, names);
}

/**
 * Names ignored fields in the answer; for a caller who prefers strict handling throws a 400 that names them. Called by
 * itself for bodies that a schema of their route checks.
 */
export function reportIgnored(request: FastifyRequest, reply: FastifyReply, paths: readonly string[]): void {
  const isStrict = prefersStrict(request.headers.prefer);
  if (isStrict) reply.header('preference-applied', 'handling=strict');
  if (paths.length === 0) return;
  // Of a body that its handler reads, the query has been told of before.
  const all = [...(reported.get(request) ?? []), ...paths];
  reported.set(request, all);
  reply.header(HEADER, headerOf(all));
  if (!isStrict) return;
  const errors = paths
    .slice(0, MAX_NAMES)
    .map((path) => ({ path: shortened(path), message: 'is not known' }));
  const message = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  throw new ApiError('RESPONSE_ERROR_INVALID_REQUEST', message, { errors });
}

function prefersStrict(prefer: string | string[] | undefined): boolean {
  return /(^|,)\s*handling\s*=\s*"?strict"?\s*($|[,;])/i.test([prefer ?? ''].flat().join(','));
}

/** The paths with what a header cannot carry percent-encoded, `...` for those that are too many. */
function headerOf(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_NAMES).map(encoded);
  return [...names, ...(paths.length > MAX_NAMES ? ['...'] : [])].join(', ');
}

function shortened(path: string): string {
  return path.length > MAX_NAME_LENGTH ? `${path.slice(0, MAX_NAME_LENGTH - 3)}...` : path;
}

function encoded(path: string): string {
  const all = encodeURIComponent(shortened(path).toWellFormed()).replaceAll(
    /%(5B|5D|3F)/g,
    decodeURIComponent,
  );
  return all.length > MAX_NAME_LENGTH ? `${all.slice(0, MAX_NAME_LENGTH - 3).replace(/%.?$/, '')}...` : all;
}
