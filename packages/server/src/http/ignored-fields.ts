import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidFields } from '../errors.ts';
import { requireStorableTexts } from './reject-nul-bytes.ts';
import type { App } from './types.ts';

const HEADER = 'ringbinder-ignored';
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 100;

/** Validators get no request, so the keys are body and query objects. */
const ignoredPaths = new WeakMap<object, readonly string[]>();

const reportedPaths = new WeakMap<FastifyRequest, readonly string[]>();

export function recordIgnored(value: unknown, paths: readonly string[]): void {
  if (paths.length > 0 && typeof value === 'object' && value !== null) ignoredPaths.set(value, paths);
}

export function ignoredOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? (ignoredPaths.get(value) ?? []) : [];
}

/** With `Prefer: handling=strict` (RFC 7240), unknown fields are rejected instead of reported. */
export function guardInput(app: App): void {
  app.addHook('preValidation', async (request) => {
    const { schema, config } = request.routeOptions;
    // Routes without a token have their own rules (RFC 6749).
    if (!isOperation(request) || config.auth === 'none') return;
    if (schema?.body === undefined) dropBody(request);
    if (schema?.querystring === undefined) dropQuery(request);
  });
  app.addHook('preHandler', async (request, reply) => {
    if (request.url.includes('%00') && isOperation(request)) {
      requireStorableTexts(request.params);
      requireStorableTexts(request.query);
    }
    const query = ignoredOf(request.query).filter((name) => name !== 'access_token');
    reportIgnored(request, reply, [...ignoredOf(request.body), ...query.map((name) => `?${name}`)]);
  });
}

function isOperation({ routeOptions: { schema } }: FastifyRequest): boolean {
  return schema !== undefined && 'operationId' in schema;
}

function dropBody(request: FastifyRequest): void {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
  request.body = {};
  recordIgnored(request.body, Object.keys(body));
}

function dropQuery(request: FastifyRequest): void {
  const names = Object.keys(request.query as object);
  if (names.length === 0) return;
  request.query = {};
  recordIgnored(request.query, names);
}

export function reportIgnored(request: FastifyRequest, reply: FastifyReply, paths: readonly string[]): void {
  const isStrict = prefersStrict(request.headers.prefer);
  if (isStrict) reply.header('preference-applied', 'handling=strict');
  if (paths.length === 0) return;
  const all = [...(reportedPaths.get(request) ?? []), ...paths];
  reportedPaths.set(request, all);
  reply.header(HEADER, headerOf(all));
  if (!isStrict) return;
  const errors = paths.slice(0, MAX_NAMES).map((path) => ({ path: truncate(path), message: 'is not known' }));
  throw invalidFields(errors);
}

function prefersStrict(prefer: string | string[] | undefined): boolean {
  return /(^|,)\s*handling\s*=\s*"?strict"?\s*($|[,;])/i.test([prefer ?? ''].flat().join(','));
}

function headerOf(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_NAMES).map(encodePath);
  return [...names, ...(paths.length > MAX_NAMES ? ['...'] : [])].join(', ');
}

function truncate(path: string): string {
  return path.length > MAX_NAME_LENGTH ? `${path.slice(0, MAX_NAME_LENGTH - 3)}...` : path;
}

function encodePath(path: string): string {
  const all = encodeURIComponent(truncate(path).toWellFormed()).replaceAll(
    /%(5B|5D|3F)/g,
    decodeURIComponent,
  );
  return all.length > MAX_NAME_LENGTH ? `${all.slice(0, MAX_NAME_LENGTH - 3).replace(/%.?$/, '')}...` : all;
}
