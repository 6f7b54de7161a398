import assert from 'node:assert/strict';
import { type Answer, type Cast, type CreatedUser, fileForm } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { createWorkflow, stepFor } from '../transactions/testing/workflow.ts';
import { countBinders, countBytes } from './index.ts';

let cast: Cast;
let partnerAdmin: CreatedUser;
beforeAll(async () => {
  cast = await service.make.cast();
  partnerAdmin = await service.make.user({ partner: cast.partner, client: cast.client });
  await query(`UPDATE users SET role = 'admin', is_partner_admin = true WHERE id = $1`, partnerAdmin.id);
});

const query = (text: string, ...values: unknown[]) => service.env.db.query(text, values);
const post = (path: string, json: object = {}, { token } = cast.owner): Promise<Answer> =>
  service.call('POST', path, { token, json });
const create = async (path: string, json: object = {}) => {
  const { status, body } = await post(path, json);
  assert.equal(status, 200, body.message);
  return body.data;
};
const upload = (content: string, binderId: string) =>
  service.call('POST', `/${binderId}/files`, { token: cast.owner.token, body: fileForm(content, 'a.bin') });
const setLimits = (limits: object) => post(`/orgs/${cast.owner.orgId}`, limits, partnerAdmin);

async function assertLast(call: () => Promise<Answer>, message: RegExp): Promise<void> {
  const last = await call();
  assert.equal(last.status, 200, last.body.message);
  const beyond = await call();
  assert.equal(beyond.status, 412);
  assert.match(beyond.body.message, message);
}

test('[QUOTA-2] an org may keep exactly its bytes, without those of deleted files and binders', async () => {
  const { db } = service.env;
  const { orgId } = cast.owner;
  const [one, other] = [await service.make.binder(cast.owner), await service.make.binder(cast.owner)];
  const used = await countBytes(db, orgId);
  await setLimits({ max_bytes: used + 300 });
  assert.equal((await upload('a'.repeat(301), one)).status, 413);
  const exact = await upload('a'.repeat(300), one);
  assert.equal(exact.status, 200);
  assert.equal((await upload('b', one)).status, 413);
  const { file_id: fileId } = exact.body.data;
  await service.call('DELETE', `/${one}/files/${fileId}`, { token: cast.owner.token });
  assert.equal(await countBytes(db, orgId), used);
  assert.equal((await upload('c'.repeat(300), other)).status, 200);
  assert.equal(await countBytes(db, orgId), used + 300);
  assert.equal((await upload('c'.repeat(300), one)).status, 200);
  await service.call('DELETE', `/${other}`, { token: cast.owner.token });
  assert.equal(await countBytes(db, orgId), used + 300);
  await service.call('DELETE', `/${one}`, { token: cast.owner.token });
  assert.equal(await countBytes(db, orgId), used);
  await setLimits({ max_bytes: null });
});

test('[QUOTA-3] an org may have exactly its number of binders, without the deleted ones', async () => {
  const { db } = service.env;
  const before = await countBinders(db, cast.owner.orgId);
  await setLimits({ max_binders: before + 1 });
  await assertLast(() => post('/me/binders', { name: 'One more' }), /^the org has the \d+ binders/);
  const id = await service.make.binder(cast.otherPartner);
  assert.equal(await countBinders(db, cast.owner.orgId), before + 1, 'another org has its own');
  assert.ok(id);
  await setLimits({ max_binders: null });
});

test('[TX-38] a step has twenty good links, without used and expired ones and those of other steps', async () => {
  const workflow = createWorkflow(service, cast);
  const { id, steps } = await workflow.create([stepFor(cast.owner), stepFor(cast.owner)]);
  const [step = 0, otherStep = 0] = steps;
  const now = service.clock.now();
  const insert = (of: number, count: number, more: { usedAt?: number; expiresAt?: number }) =>
    query(
      `INSERT INTO step_links (binder_id, id, transaction_id, step_id, user_id, client_id, created_by, created_at, expires_at, used_at, is_mailed)
       SELECT $1, 'l' || $2::bigint || '-' || $6::bigint || '-' || coalesce($7::bigint, 0) || '-' || n, $3, $2, $4, $5, $4, 1, $6, $7, false
       FROM generate_series(1, $8::int) n`,
      ...[cast.binderId, of, id, cast.owner.id, cast.client.id],
      ...[more.expiresAt ?? now + 1_000_000, more.usedAt ?? null, count],
    );
  await insert(step, 19, {});
  await insert(step, 5, { usedAt: now });
  await insert(step, 5, { expiresAt: now - 1_000 });
  await insert(step, 5, { expiresAt: now - 2_000, usedAt: now - 3_000 });
  await insert(otherStep, 20, { expiresAt: now + 2_000_000 });
  await assertLast(
    () => post(`/${cast.binderId}/transactions/${id}/steps/${step}/link`),
    /^the step would have 21 links; the limit is 20$/,
  );
});

test('[MEMBER-13] a binder has 200 pending invitations, without expired ones and those of people who have left', async () => {
  const binderId = await service.make.binder(cast.owner, [{ user: cast.editor, role: 'editor' }]);
  const now = service.clock.now();
  const insert = (kind: string, count: number, by: CreatedUser, expiresAt: number) =>
    query(
      `INSERT INTO invitations (binder_id, org_id, kind, key, value, role, invited_by, message, created_at, updated_at, expires_at)
       SELECT $1, $2, 'email', $3 || n || '@x.example', $3 || n || '@x.example', 'editor', $4, '', 1, 1, $5 FROM generate_series(1, $6::int) n`,
      ...[binderId, cast.owner.orgId, kind, by.id, expiresAt, count],
    );
  await insert('good', 199, cast.owner, now + 1_000_000);
  await insert('expired', 5, cast.owner, now);
  await insert('left', 5, cast.editor, now + 1_000_000);
  await create(`/${binderId}/removeuser`, { id: cast.editor.id });
  let count = 0;
  await assertLast(
    () => post(`/${binderId}/inviteuser`, { users: [{ user: { email: `last${++count}@x.example` } }] }),
    /^the binder would have 201 pending invitations; the limit is 200$/,
  );
});

test('[BINDER-17] a binder has fifty good links, without expired ones', async () => {
  const now = service.clock.now();
  const insert = (name: string, count: number, expiresAt: number) =>
    query(
      `INSERT INTO view_links (binder_id, id, user_id, created_at, expires_at) SELECT $1, $2 || n, $3, 1, $4 FROM generate_series(1, $5::int) n`,
      ...[cast.binderId, name, cast.owner.id, expiresAt, count],
    );
  await insert('good', 49, now + 1_000_000);
  await insert('expired', 5, now);
  await assertLast(() => post(`/${cast.binderId}/viewonlylink`), /51 links; the limit is 50/);
});

test('[MEET-14] a meet has twenty good guest links, without expired ones', async () => {
  const { session_key: key } = await create(`/${cast.binderId}/meets`, { name: 'Full' });
  const [meet] = await query('SELECT id FROM meets WHERE session_key = $1', key);
  const now = service.clock.now();
  const insert = (name: string, count: number, expiresAt: number) =>
    query(
      `INSERT INTO meet_guest_links (binder_id, meet_id, id, created_by, created_at, expires_at)
       SELECT $1, $2, $3 || n, $4, 1, $5 FROM generate_series(1, $6::int) n`,
      ...[cast.binderId, meet?.id, name, cast.owner.id, expiresAt, count],
    );
  await insert('good', 19, now + 1_000_000);
  await insert('expired', 5, now);
  await assertLast(() => post(`/meets/${key}/links`), /21 links; the limit is 20/);
});

test('[MSG-43] a binder has a hundred pinned messages', async () => {
  const binderId = await service.make.binder(cast.owner);
  const ids: number[] = [];
  for (const text of ['First', 'Second', 'Third'])
    ids.push((await create(`/${binderId}/messages`, { message: { text } })).binder_comment_id);
  await query(
    `INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at, pinned_at, pinned_by)
     SELECT $1, 900000 + n, $2, '', 1, 1, 1, $2 FROM generate_series(1, 99) n`,
    ...[binderId, cast.owner.id],
  );
  await assertLast(() => post(`/${binderId}/messages/${ids.shift()}/pin`), /has 100 pinned messages/);
});

test('[PAGE-30] a binder has ten thousand pages, without deleted ones', async () => {
  const binderId = await service.make.binder(cast.owner);
  await query(
    `INSERT INTO pages (binder_id, id, type, page_index, page_number, width, height, created_at, updated_at, deleted_at)
     SELECT $1, 900000 + n, 'whiteboard', 0, n, 100, 100, 1, 1, CASE WHEN n > 9999 THEN 1 END FROM generate_series(1, 10050) n`,
    binderId,
  );
  await assertLast(
    () => post(`/${binderId}/pages`, { type: 'whiteboard' }),
    /^the binder would have 10001 pages; the limit is 10000$/,
  );
});

test('[BINDER-5] deleted to-dos and pages are not counted in the totals of a binder', async () => {
  const binderId = await service.make.binder(cast.owner);
  const totals = async () => {
    const { body } = await service.call('GET', `/${binderId}`, { token: cast.owner.token });
    return [body.data.total_todos, body.data.total_pages, body.data.total_members];
  };
  const before = await totals();
  const { todos } = await create(`/${binderId}/todos`, { name: 'Call' });
  const { page_id: page } = await create(`/${binderId}/pages`, { type: 'whiteboard' });
  assert.deepEqual(await totals(), [before[0] + 1, before[1] + 1, before[2]]);
  for (const path of [`todos/${todos[0].id}`, `pages/${page}`])
    assert.equal(
      (await service.call('DELETE', `/${binderId}/${path}`, { token: cast.owner.token })).status,
      200,
    );
  assert.deepEqual(await totals(), before);
});
