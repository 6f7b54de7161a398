import { type Actor, lockBinderFor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid, notFound } from '../../errors.ts';
import { allocateIds, append, type LogContext, type NewLogEntry } from '../../log/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { checkBytes } from '../orgs/index.ts';
import { checkPageLimit } from './page-limit.ts';
import { markPagesDeleted } from './queries.ts';
import * as queries from './transfer-queries.ts';

export interface TransferInput {
  sourceId: string;
  targetId: string;
  pageIds: number[] | null;
}

/** Does not copy comments. */
export function copyPages(env: Environment, db: Database, actor: Actor, input: TransferInput): Promise<void> {
  return transfer(env, db, actor, input, async (tx, context, pages, mapping) => {
    await queries.insertTransferred(tx, mapping, true);
    await append(tx, context, createdEntries(pages, mapping));
  });
}

export function movePages(
  env: Environment,
  db: Database,
  actor: Actor,
  input: TransferInput & { pageIds: number[] },
): Promise<void> {
  if (input.sourceId === input.targetId) throw invalid('source_id', 'must differ from the target binder');
  return transfer(env, db, actor, input, async (tx, context, pages, mapping) => {
    const { sourceId, targetId, at } = mapping;
    await queries.insertTransferred(tx, mapping, false);
    const comments = pages.reduce((sum, page) => sum + page.comments, 0);
    if (comments > 0) {
      const firstId = await allocateIds(tx, targetId, comments);
      await queries.insertTransferredComments(tx, mapping, { firstId, count: comments });
    }
    await markPagesDeleted(tx, sourceId, input.pageIds, at);
    await append(tx, context, createdEntries(pages, mapping));
    const removals: NewLogEntry[] = pages.map(({ id }) => ({
      kind: 'page_moved',
      body: { id, to_binder_id: targetId },
    }));
    await append(tx, { ...context, binderId: sourceId }, removals);
  });
}

function createdEntries(pages: queries.TransferredPage[], mapping: queries.Transfer): NewLogEntry[] {
  return pages.map(({ type, file_id }, index) => ({
    kind: 'page_created',
    body: { id: mapping.pages[index]?.to ?? 0, type, file_id: file_id ?? '' },
  }));
}

async function transfer(
  env: Environment,
  db: Database,
  actor: Actor,
  { sourceId, targetId, pageIds }: TransferInput,
  work: (
    tx: Transaction,
    context: LogContext,
    pages: queries.TransferredPage[],
    mapping: queries.Transfer,
  ) => Promise<void>,
): Promise<void> {
  checkNoneTwice(pageIds ?? []);
  const at = env.clock.now();
  await db.transaction(async (tx) => {
    // Locks in sorted order, so that opposite transfers cannot deadlock.
    const orgs = new Map<string, string>();
    for (const binderId of [...new Set([sourceId, targetId])].sort())
      orgs.set(binderId, (await lockBinderFor(tx, actor, binderId, 'write')).orgId);
    const pages = await queries.findTransferred(tx, sourceId, pageIds);
    const missing = pageIds?.find((id) => !pages.some((page) => page.id === id));
    if (missing !== undefined) throw notFound('page', missing);
    if (pages.length === 0) return;
    await checkPageLimit(tx, targetId, pages.length);
    const firstId = await allocateIds(tx, targetId, pages.length);
    const mapped = pages.map(({ id }, index) => ({ from: id, to: firstId + index }));
    const context = { binderId: targetId, actorId: actor.userId, at, bus: env.bus };
    await work(tx, context, pages, { sourceId, targetId, pages: mapped, at });
    const orgId = orgs.get(targetId);
    if (orgId !== undefined && orgId !== orgs.get(sourceId)) await checkBytes(tx, orgId);
  });
}

function checkNoneTwice(ids: number[]): void {
  const index = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (index !== -1) throw invalid(`pages[${index}].id`, 'is given twice');
}
