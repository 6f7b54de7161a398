import type { BackgroundWork } from '@ringbinder/protocol';
import { requirePartnerAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { notFound } from '../../../errors.ts';
import { type App, callerOf, emptySuccess, success } from '../../../http/index.ts';
import { retryTopic } from '../../../log/index.ts';
import type { Clock } from '../../../time/clock.ts';
import { changeAsAdmin } from '../../audit/index.ts';
import { findWork, hasWork, type WorkRow } from './queries.ts';
import { listBackgroundWork, retryBackgroundWork } from './schema.ts';

export function backgroundRoutes(app: App, env: Environment): void {
  app.get('/partners/:partner_id/background', { schema: listBackgroundWork }, async (request) => {
    requirePartnerAdmin(callerOf(request), request.params.partner_id);
    const rows = await findWork(env.db);
    return success({ work: rows.map((row) => present(row, env.clock)) });
  });

  app.post(
    '/partners/:partner_id/background/:name/retry',
    { schema: retryBackgroundWork },
    async (request, reply) => {
      const { partner_id: partnerId, name } = request.params;
      await changeAsAdmin(env, request, reply, async ({ tx, record }) => {
        if (!(await hasWork(tx, name))) throw notFound('background work', name);
        await record({ partnerId, action: 'background.retry', target: name, details: {} });
        tx.afterCommit(() => env.bus.wake(retryTopic(name)));
      });
      return emptySuccess;
    },
  );
}

function present(row: WorkRow, clock: Clock): BackgroundWork {
  // Log entries have times of the environment's clock, and job runs have times of the machine's clock.
  const now = clock.now();
  const machineNow = clock.machineNow?.() ?? now;
  const { name, kind, processes, backlog_entries, backlog_since } = row;
  return {
    name,
    kind,
    processes,
    failing: row.is_failing,
    last_run_time: row.last_run_at,
    last_run_duration: row.last_run_ms,
    next_run_time: row.next_run_at && Math.max(row.next_run_at, machineNow),
    last_error: row.last_error,
    backlog_entries,
    lag: backlog_entries === null ? null : Math.max(0, now - (backlog_since ?? now)),
    entries_per_minute: row.entries_per_minute,
  };
}
