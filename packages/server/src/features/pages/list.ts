import type { Page } from '@ringbinder/protocol';
import { LRUCache } from 'lru-cache';
import {
  type Actor,
  type AsOfDatabase,
  binderMembership,
  type MembershipRow,
  openBinderAsOf,
  orNotFound,
  requireRole,
} from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { MAX_LIST_LIMIT, readCursor, slicePage, success } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { findFile } from '../files/index.ts';
import { countFittingPages, findAnnotations } from './annotations.ts';
import { linkExpiry, pageLinks } from './links.ts';
import { findLastSeqs } from './page-as-of.ts';
import { readIds } from './page-ids.ts';
import { presentPage } from './present.ts';
import { findPages } from './queries.ts';
import { unpooledBytes } from './unpooled-bytes.ts';

export interface ListInput {
  file_id?: string | undefined;
  filter?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
  as_of?: string | undefined;
}

const CACHE_BYTES = 32 * 1024 ** 2;
const MAX_CACHED_BYTES = 4 * 1024 ** 2;
const ENTRY_BYTES = 500;

interface CachedResponse {
  seq: number;
  body: Buffer;
}

const caches = new WeakMap<Environment, LRUCache<string, CachedResponse>>();

/**
 * Caches the JSON until the binder's log grows. `seq` is read before the pages, so that the response contains
 * all changes up to `seq`.
 */
export async function listPages(
  env: Environment,
  actor: Actor,
  binderId: string,
  input: ListInput,
): Promise<Buffer> {
  const [row] = await env.db.query<MembershipRow & { seq: number }>(
    `WITH ${binderMembership} SELECT role AS member_role, (SELECT seq FROM binders WHERE id = $1) AS seq FROM membership`,
    [binderId, actor.userId],
  );
  requireRole(row, binderId, 'read');
  if (input.as_of !== undefined) return listPagesAt(env, binderId, input, input.as_of);
  const seq = row?.seq ?? 0;
  const cache = cacheOf(env);
  const { file_id, filter, limit, cursor } = input;
  const key = JSON.stringify([binderId, file_id, filter, limit, cursor, linkExpiry(env)]);
  const cached = cache.get(key);
  if (cached?.seq === seq) return cached.body;
  const body = unpooledBytes(JSON.stringify(success(await readPages(env, env.db, binderId, input))));
  if (body.length <= MAX_CACHED_BYTES) cache.set(key, { seq, body });
  return body;
}

async function listPagesAt(
  env: Environment,
  binderId: string,
  input: ListInput,
  asOf: string,
): Promise<Buffer> {
  const db = await openBinderAsOf(env, binderId, asOf, ['pages', 'annotations', 'files']);
  return Buffer.from(JSON.stringify(success(await readPages(env, db, binderId, input))));
}

function cacheOf(env: Environment): LRUCache<string, CachedResponse> {
  const cache =
    caches.get(env) ??
    new LRUCache({
      maxSize: CACHE_BYTES,
      sizeCalculation: ({ body }, key) => body.length + key.length + ENTRY_BYTES,
    });
  caches.set(env, cache);
  return cache;
}

export async function firstPages(env: Environment, binderId: string, limit: number): Promise<Page[]> {
  return (await readPages(env, env.db, binderId, { limit })).pages;
}

export async function readPages(
  env: Environment,
  db: Database | AsOfDatabase,
  binderId: string,
  input: ListInput,
) {
  const { file_id, filter, limit = MAX_LIST_LIMIT, cursor } = input;
  const [pageNumber, id] = readCursor(cursor, ['decimal', 'number'], ['-1', 0]);
  if (file_id !== undefined && input.as_of === undefined)
    orNotFound(await findFile(db, binderId, file_id), 'file', file_id);
  const chosen = await findPages(db, binderId, {
    fileId: file_id ?? null,
    ids: filter === undefined ? null : readIds(filter),
    after: { pageNumber, id },
    limit: limit + 1,
  });
  const ids = chosen.map((row) => row.id);
  const fittingCount = Math.min(limit, await countFittingPages(db, binderId, ids));
  const { rows, ...next } = slicePage(chosen, fittingCount, (row) => [row.page_number, row.id]);
  const linksOf = pageLinks(env, binderId);
  const providedPages = ids.slice(0, rows.length);
  const annotationsByPage = await findAnnotations(db, binderId, providedPages);
  const seqs = 'seq' in db ? await findLastSeqs(db, binderId, providedPages, db.seq) : undefined;
  return {
    pages: rows.map((row) =>
      presentPage(row, linksOf(row.id, row.revision, seqs?.get(row.id)), annotationsByPage.get(row.id) ?? []),
    ),
    ...next,
  };
}
