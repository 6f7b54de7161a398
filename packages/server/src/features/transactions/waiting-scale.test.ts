import assert from 'node:assert/strict';
import { type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createWorkflow, stepFor } from './testing/workflow.ts';
import { COUNT, findWaitingSteps, NO_DUE_TIME, WAITING_STEPS } from './waiting-queries.ts';

const PEOPLE = 500;
const STEPS = 20_000;
let service: TestService;
let owner: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService();
  ({ owner, binderId } = await service.make.cast());
  const { steps } = await createWorkflow(service, { binderId, owner }).create([stepFor(owner)]);
  const { db } = service.env;
  await db.query(
    `INSERT INTO users (id, org_id, partner_id, name, is_bot, created_at, updated_at)
     SELECT 'many' || n, org_id, partner_id, 'Person ' || n, false, 0, 0 FROM users, generate_series(1, ${PEOPLE}) n WHERE id = $1`,
    [owner.id],
  );
  await db.query(
    `INSERT INTO binder_members SELECT r.* FROM binder_members m, generate_series(1, ${PEOPLE}) n,
       jsonb_populate_record(m, jsonb_build_object('user_id', 'many' || n, 'role', 'editor')) r WHERE m.binder_id = $1 AND m.user_id = $2`,
    [binderId, owner.id],
  );
  await db.query(
    `INSERT INTO transactions (binder_id, id, title, content, creator_id, created_at, updated_at)
     SELECT $1, 1000000 + n, 'Budget', '', $2, 0, 0 FROM generate_series(1, ${STEPS}) n`,
    [binderId, owner.id],
  );
  await db.query(
    `INSERT INTO transaction_steps SELECT r.* FROM transaction_steps s, generate_series(1, ${STEPS}) n,
       jsonb_populate_record(s, jsonb_build_object('id', 1000000 + n, 'transaction_id', 1000000 + n,
         'assignee_id', 'many' || 1 + n % ${PEOPLE}) || CASE WHEN n % 2 = 0 THEN '{}' ELSE jsonb_build_object(
         'assignee_ids', jsonb_build_array('many' || 1 + n % ${PEOPLE}, 'many' || 1 + (n + 1) % ${PEOPLE}),
         'required', 1, 'presses', jsonb_build_object()) END) r
     WHERE s.binder_id = $1 AND s.id = $2`,
    [binderId, steps[0]],
  );
  await db.query('ANALYZE');
}, 120_000);
afterAll(() => service.close());

test(`[TX-58] reads the steps of one of ${PEOPLE} people with ${STEPS} open steps by index`, async () => {
  const { db } = service.env;
  const rows = await db.query<Record<string, string>>(`EXPLAIN ${WAITING_STEPS}`, ['many7', 1]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.doesNotMatch(plan, /Seq Scan on transaction/, plan);
  const start = { dueAt: 0, time: 0, binderId: '', id: 0 };
  const found = await findWaitingSteps(db, { userId: 'many7', now: 1 }, start, 1_000);
  assert.equal(found.length, (2 * STEPS) / PEOPLE);
  const after = { dueAt: NO_DUE_TIME, time: found[9]?.time ?? 0, binderId, id: found[9]?.id ?? 0 };
  assert.deepEqual(await findWaitingSteps(db, { userId: 'many7', now: 1 }, after, 1_000), found.slice(10));
});

test(`[TX-58] counts the first 1,000 of ${STEPS} open steps of one person without reading all`, async () => {
  const { db } = service.env;
  await db.query(
    `UPDATE transaction_steps SET assignee_id = 'many1' WHERE assignee_ids IS NULL AND completed_at IS NULL`,
  );
  await db.query('VACUUM ANALYZE transaction_steps');
  const [row] = await db.query<Record<string, string>>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${COUNT}`, [
    'many1',
    1,
  ]);
  const [explained] = [row?.['QUERY PLAN']].flat() as unknown as { Plan: Record<string, number> }[];
  const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = explained?.Plan ?? {};
  assert.ok(hit + read > 0 && hit + read < 20_000, `${hit + read} blocks`);
});
