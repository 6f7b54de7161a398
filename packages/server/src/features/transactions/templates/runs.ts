import { setImmediate } from 'node:timers/promises';
import type { TransactionRun, TransactionRunItem } from '@ringbinder/protocol';
import { type Actor, type OrgAccess, orNotFound, requireOrgMember } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import type { PeriodicJob } from '../../../environment/periodic-jobs.ts';
import { ApiError, forbidden, invalid, notFound } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import { expandTemplate, renamingPrefix } from './expand.ts';
import { findTemplate } from './queries.ts';
import * as queries from './run-queries.ts';
import type { RunInput } from './run-schema.ts';
import { createFromTemplate } from './service.ts';

const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
/** Characters of the roles and variables of all binders. */
const MAX_INPUT = 16 * 1024 ** 2;
/** Binders that are checked before other calls continue. */
const AT_ONCE = 10;

/**
 * Starts a run. Throws not found for the template or version, and a 400 for a repeated binder, and for roles and variables
 * that do not fit the template, naming the field.
 */
export function startRun(
  env: Environment,
  db: Database,
  actor: Actor,
  { orgId, templateId }: { orgId: string; templateId: string },
  { template_version: version, roles, variables, binders }: RunInput,
): Promise<TransactionRun> {
  return db.transaction(async (tx) => {
    await requireOrgMember(tx, actor, orgId);
    const template = orNotFound(await findTemplate(tx, orgId, templateId, version), 'template', templateId);
    const at = env.clock.now();
    const seen = new Set<string>();
    const shared = JSON.stringify({ roles, variables }).length;
    if (shared * binders.length > MAX_INPUT)
      throw invalid('variables', `and roles have more than ${MAX_INPUT} characters for all binders together`);
    const items: queries.NewItem[] = [];
    for (const [index, { binder_id: binderId, ...own }] of binders.entries()) {
      if (index % AT_ONCE === 0) await setImmediate();
      if (seen.has(binderId)) throw invalid(`binders[${index}].binder_id`, 'is the same as an earlier one');
      seen.add(binderId);
      const input = { roles: { ...roles, ...own.roles }, variables: { ...variables, ...own.variables } };
      renamingPrefix(`binders[${index}].`, () =>
        expandTemplate(template.body, { template_id: templateId, ...input }, at),
      );
      items.push({ binderId, input });
    }
    const run = { templateId, version: template.version, creatorId: actor.userId, at };
    const id = await queries.insertRun(tx, run, items);
    return presentRun(orNotFound(await queries.findRun(tx, orgId, templateId, id), 'run', id));
  });
}

/** Throws not found, and forbidden for anyone but the person who started the run and admins. */
export async function readRun(
  db: Database,
  { userId }: Actor,
  { orgId, isAdmin }: OrgAccess,
  { templateId, id }: { templateId: string; id: number },
): Promise<TransactionRun> {
  const row = await queries.findRun(db, orgId, templateId, id);
  if (!row) throw notFound('run', id);
  if (row.creator_id !== userId && !isAdmin)
    throw forbidden('only the person who started a run and admins of the org may see it');
  return presentRun(row);
}

function presentRun(row: queries.RunRow): TransactionRun {
  return {
    id: row.id,
    template: { id: row.template_id, version: row.template_version },
    creator: { id: row.creator_id, name: row.creator_name },
    state: row.ended_at === null ? 'running' : 'ended',
    total_count: row.total,
    created_count: row.created,
    failed_count: row.failed,
    created_time: row.created_at,
    ...(row.ended_at === null ? {} : { ended_time: row.ended_at }),
  };
}

export function presentItem(row: queries.RunItemRow): TransactionRunItem {
  const { of_binder: binder_id, transaction_id, failure } = row;
  if (transaction_id !== null) return { binder_id, state: 'created', transaction_id };
  return failure === null ? { binder_id, state: 'waiting' } : { binder_id, state: 'failed', error: failure };
}

/** Creates the transactions of runs. */
export const templateRuns: PeriodicJob = {
  name: 'transaction_runs',
  everyMs: 2_000,
  async work(env, onItemFailure = () => {}) {
    let after = { runId: 0, place: 0 };
    while (!env.closing.aborted) {
      const item = await handleItem(env, after, onItemFailure);
      if (!item) return;
      after = { runId: item.run_id, place: item.place };
    }
  },
};

/**
 * Creates one transaction and marks its item in the same database transaction, so that a crash at any time leaves both
 * or neither. Returns undefined if no item is left.
 */
async function handleItem(
  env: Environment,
  after: { runId: number; place: number },
  onItemFailure: (error: unknown) => void,
): Promise<queries.ClaimedItem | undefined> {
  const at = env.clock.now();
  let claimed: queries.ClaimedItem | undefined;
  try {
    await env.db.transaction(async (tx) => {
      claimed = await queries.claimItem(tx, after);
      if (!claimed) return;
      const { creator_id: userId, of_binder: binderId, template_id, template_version, input } = claimed;
      if (claimed.is_disabled) throw forbidden('the person who started the run is disabled');
      const call = { env, db: tx, actor: { userId }, binderId };
      const { id } = await createFromTemplate(call, { template_id, template_version, ...input });
      await queries.markCreated(tx, claimed, id, at);
    });
  } catch (error) {
    if (!claimed) throw error;
    if (error instanceof ApiError && error.status < 500) {
      const { code, message, errors } = error;
      await queries.markFailed(env.db, claimed, { code, message, ...(errors && { errors }) }, at);
    } else {
      onItemFailure(error);
    }
  }
  return claimed;
}

export function deleteOldRuns(db: Database, now: number): Promise<void> {
  return queries.deleteRuns(db, now - RETENTION_MS);
}
