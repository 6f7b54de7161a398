import { setImmediate } from 'node:timers/promises';
import type { TransactionRun, TransactionRunItem } from '@ringbinder/protocol';
import { type Actor, lockOrg, type OrgAccess, orNotFound, requireOrgMember } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import type { PeriodicJob } from '../../../environment/periodic-jobs.ts';
import {
  ApiError,
  because,
  forbidden,
  invalid,
  notFound,
  preconditionFailed,
  withDetails,
} from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import { DatabaseUnavailable } from '../../../storage/unavailable.ts';
import { expandTemplate, renamingPrefix } from './expand.ts';
import { findTemplate } from './queries.ts';
import * as queries from './run-queries.ts';
import type { RunInput } from './run-schema.ts';
import { createFromTemplate } from './service.ts';

const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
/** For the shared roles and variables as JSON, multiplied by the number of binders. */
const MAX_INPUT = 16 * 1024 ** 2;
/** After this many binders, the process can handle other requests. */
const AT_ONCE = 10;
const MAX_OPEN_RUNS = { org: 20, person: 5 };
/** The attempts take about two hours. */
const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 60 * 60_000;

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
      throw invalid('variables', because('runs_input_long', { limit: MAX_INPUT }));
    const items: queries.NewItem[] = [];
    for (const [index, { binder_id: binderId, ...own }] of binders.entries()) {
      if (index % AT_ONCE === 0) await setImmediate();
      if (seen.has(binderId)) throw invalid(`binders[${index}].binder_id`, because('same_as_earlier'));
      seen.add(binderId);
      const input = { roles: { ...roles, ...own.roles }, variables: { ...variables, ...own.variables } };
      renamingPrefix(`binders[${index}].`, () =>
        expandTemplate(template.body, { template_id: templateId, ...input }, at),
      );
      items.push({ binderId, input });
    }
    await lockOrg(tx, orgId);
    const open = await queries.countOpenRuns(tx, orgId, actor.userId);
    if (open.own >= MAX_OPEN_RUNS.person)
      throw preconditionFailed(because('runs_own_full', { count: open.own }));
    if (open.all >= MAX_OPEN_RUNS.org)
      throw preconditionFailed(because('runs_org_full', { count: open.all }));
    const run = { templateId, version: template.version, creatorId: actor.userId, at };
    const id = await queries.insertRun(tx, run, items);
    return presentRun(orNotFound(await queries.findRun(tx, orgId, templateId, id), 'run', id));
  });
}

export async function readRun(
  db: Database,
  { userId }: Actor,
  { orgId, isAdmin }: OrgAccess,
  { templateId, id }: { templateId: string; id: number },
): Promise<TransactionRun> {
  const row = await queries.findRun(db, orgId, templateId, id);
  if (!row) throw notFound('run', id);
  if (row.creator_id !== userId && !isAdmin)
    throw forbidden(
      withDetails(
        because('not_allowed'),
        'only the person who started a run and admins of the org may see it',
      ),
    );
  return presentRun(row);
}

export function presentRun(row: queries.RunRow): TransactionRun {
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
  const { of_binder: binder_id, transaction_id, failure, attempts, retry_at } = row;
  if (transaction_id !== null) return { binder_id, state: 'created', transaction_id };
  if (failure !== null) return { binder_id, state: 'failed', error: failure };
  const retry = attempts === null || retry_at === null ? {} : { attempts, retry_time: retry_at };
  return { binder_id, state: 'waiting', ...retry };
}

/** Alternates between orgs, so that a large run of one org does not delay other orgs. */
export const templateRuns: PeriodicJob = {
  name: 'transaction_runs',
  everyMs: 2_000,
  async work(env, onItemFailure = () => {}) {
    for (let round = 0; !env.closing.aborted; round++) {
      const orgs = await queries.findDueRuns(env.db, env.clock.now());
      let isIdle = true;
      for (const { run_ids: runs } of orgs) {
        const start = round % runs.length;
        for (const runId of [...runs.slice(start), ...runs.slice(0, start)]) {
          if (env.closing.aborted) return;
          if (!(await handleItem(env, runId, onItemFailure))) continue;
          isIdle = false;
          break;
        }
      }
      if (isIdle) return;
    }
  },
};

/** If the database is unavailable, the attempt does not count. */
async function handleItem(
  env: Environment,
  runId: number,
  onItemFailure: (error: unknown) => void,
): Promise<boolean> {
  const at = env.clock.now();
  let claimed: queries.ClaimedItem | undefined;
  try {
    await env.db.transaction(async (tx) => {
      claimed = await queries.claimItem(tx, runId, at);
      if (!claimed) return;
      const { creator_id: userId, of_binder: binderId, template_id, template_version, input } = claimed;
      if (claimed.is_disabled)
        throw forbidden(withDetails(because('not_allowed'), 'the person who started the run is disabled'));
      const call = { env, db: tx, actor: { userId }, binderId };
      const { id } = await createFromTemplate(call, { template_id, template_version, ...input });
      await queries.markCreated(tx, claimed, id, at);
    });
  } catch (error) {
    if (!claimed || error instanceof DatabaseUnavailable) throw error;
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
      const { code, message, errors } = error;
      await queries.markFailed(env.db, claimed, { code, message, ...(errors && { errors }) }, at);
    } else {
      onItemFailure(error);
      await retryLater(env, claimed, at);
    }
  }
  return claimed !== undefined;
}

async function retryLater(env: Environment, item: queries.ClaimedItem, at: number): Promise<void> {
  const attempts = (item.attempts ?? 0) + 1;
  if (attempts === MAX_ATTEMPTS) {
    const code = 'RESPONSE_ERROR_FAILED';
    const message = `the server failed ${MAX_ATTEMPTS} times: start a run for this binder again, and report it if it fails again`;
    return queries.markFailed(env.db, item, { code, message }, at);
  }
  const delay = Math.min(FIRST_DELAY_MS * 4 ** (attempts - 1), MAX_DELAY_MS);
  return queries.postponeItem(env.db, item, { attempts, retryAt: at + delay });
}

export function deleteOldRuns(db: Database, now: number): Promise<void> {
  return queries.deleteRuns(db, now - RETENTION_MS);
}
