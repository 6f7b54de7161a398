import assert from 'node:assert/strict';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

/** Does not use the client that checks responses, because it would mistake `/{user_id}` for `/{binder_id}`. */
async function getUser(userId: string, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${service.base}/${userId}`, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at its shape.
  return { status: answer.status, body: (await answer.json()) as any };
}

test('[USER-1] the caller’s own profile has the fields of a user and those of the caller alone', async () => {
  const { owner } = cast;
  const { body } = await service.call('GET', '/me', { token: owner.token });
  const { created_time: created, updated_time: updated, ...rest } = body.data;
  assert.deepEqual(rest, {
    id: owner.id,
    name: owner.name,
    first_name: 'User',
    last_name: owner.uniqueId.slice(2),
    email: owner.email,
    unique_id: owner.uniqueId,
    org_id: owner.orgId,
    picture_uri: '',
    is_bot: false,
    type: 'USER_TYPE_NORMAL',
    title: '',
    timezone: '',
    language: 'en',
    role: 'member',
  });
  assert.ok(Number.isSafeInteger(created) && Number.isSafeInteger(updated) && created <= updated);
  assert.deepEqual((await getUser(owner.id, owner.token)).body, body);
});

test('[USER-1] an org’s admin and a bot see that they are', async () => {
  const bot = await service.make.user({ partner: cast.partner, client: cast.client, isBot: true });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [cast.editor.id]);
  assert.equal((await service.call('GET', '/me', { token: bot.token })).body.data.is_bot, true);
  assert.equal((await service.call('GET', '/me', { token: cast.editor.token })).body.data.role, 'admin');
});

test('[USER-1] [USER-2] who may read a profile', async () => {
  const expired = await service.make.user({ partner: cast.partner, client: cast.client });
  await service.env.db.query('UPDATE access_tokens SET expires_at = 1 WHERE user_id = $1', [expired.id]);
  for (const [actor, token, status] of [
    ['the user', cast.owner.token, 200],
    ['the user, reading only', cast.owner.readToken, 200],
    ['a member of the same binder', cast.viewer.token, 403],
    ['another org', cast.otherOrg.token, 403],
    ['another partner', cast.otherPartner.token, 403],
    ['no token', undefined, 401],
    ['an expired token', expired.token, 401],
  ] as const) {
    assert.equal((await getUser(cast.owner.id, token)).status, status, actor);
  }
  assert.equal((await getUser('Ushort', cast.owner.token)).status, 400);
});

test('[ORG-1] a user belongs to an org and the org to a partner; neither can be without', async () => {
  const { db } = service.env;
  const profile = (await service.call('GET', '/me', { token: cast.owner.token })).body.data;
  const [org] = await db.query('SELECT partner_id FROM orgs WHERE id = $1', [profile.org_id]);
  assert.equal(org?.partner_id, cast.partner.id);
  for (const statement of [
    `UPDATE users SET org_id = NULL WHERE id = '${cast.owner.id}'`,
    `UPDATE users SET org_id = 'O0000000000000000000000' WHERE id = '${cast.owner.id}'`,
    `UPDATE orgs SET partner_id = NULL WHERE id = '${profile.org_id}'`,
    `UPDATE orgs SET partner_id = 'P0000000000000000000000' WHERE id = '${profile.org_id}'`,
  ]) {
    await assert.rejects(db.query(statement), /null value|foreign key/);
  }
});

test('[USER-3] bad profile fields are refused by name; others’ profiles and read-only tokens change nothing', async () => {
  const { owner, editor } = cast;
  const cases: [unknown, string][] = [
    [{}, ''],
    [{ first_name: 1 }, 'first_name'],
    [{ first_name: null }, 'first_name'],
    [{ last_name: 'x'.repeat(101) }, 'last_name'],
    [{ last_name: 'a\u0000' }, 'last_name'],
    [{ timezone: 'Mars/Base' }, 'timezone'],
    [{ timezone: '+01:00' }, 'timezone'],
    [{ language: 'xx' }, 'language'],
    [{ picture_uri: 'javascript:alert(1)' }, 'picture_uri'],
  ];
  const before = (await service.call('GET', '/me', { token: owner.token })).body;
  for (const [json, field] of cases) {
    const answer = await service.call('POST', '/me', { token: owner.token, json });
    assert.equal(answer.status, 400, JSON.stringify(json));
    assert.equal(answer.body.errors[0].path, field, JSON.stringify(json));
  }
  const json = { first_name: 'Mallory' };
  const raw = (id: string, token: string) =>
    fetch(`${service.base}/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
  assert.equal((await raw(owner.id, editor.token)).status, 403);
  assert.equal((await raw('Ux', editor.token)).status, 400);
  assert.equal((await service.call('POST', '/me', { token: owner.readToken, json })).status, 403);
  assert.equal((await service.call('POST', '/me', { json })).status, 401);
  assert.deepEqual((await service.call('GET', '/me', { token: owner.token })).body, before);
  assert.equal((await raw(owner.id, owner.token)).status, 200);
});
