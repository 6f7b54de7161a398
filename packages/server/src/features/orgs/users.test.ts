import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { expectRefusal, followCursor } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { checkPassword } from '../users/index.ts';
import { type Admins, createAdmins, notTheOrg } from './testing/admins.ts';

let admins: Admins;
let users: string;
let token: string;
beforeAll(async () => {
  admins = await createAdmins(service);
  users = `/orgs/${admins.orgId}/users`;
  token = admins.users.orgAdmin.token;
});

const get = (path: string, as?: string) => service.call('GET', path, as === undefined ? {} : { token: as });
const post = (path: string, json: unknown, as?: string, headers = {}) =>
  service.call('POST', path, { json, headers, ...(as === undefined ? {} : { token: as }) });
const create = async (json: object) => {
  const answer = await post(users, json, token);
  assert.equal(answer.status, 200, answer.body.message);
  return answer.body.data;
};

test('[ORG-4] [ORG-8] an admin makes a user, and nobody else', async () => {
  let count = 0;
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 403 }, (as) =>
    post(users, { unique_id: `made-${count++}` }, as),
  );
  const { id, created_time, updated_time, ...rest } = await create({
    email: 'Grace@Example.com',
    unique_id: 'grace',
    first_name: 'Grace',
    last_name: 'Hopper',
    password: 'a fine password',
    role: 'admin',
  });
  assert.match(id, /^U/);
  assert.equal(created_time, updated_time);
  assert.deepEqual(rest, {
    name: 'Grace Hopper',
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'Grace@Example.com',
    unique_id: 'grace',
    org_id: admins.orgId,
    picture_uri: '',
    is_bot: false,
    role: 'admin',
    is_partner_admin: false,
    disabled: false,
    has_password: true,
    language: 'en',
  });
  const [row] = await service.env.db.query<{ password_hash: string }>(
    'SELECT password_hash FROM users WHERE id = $1',
    [id],
  );
  assert.match(row?.password_hash ?? '', /^\$argon2id\$/);
  assert.ok(await checkPassword(row?.password_hash ?? '', 'a fine password'));
  assert.ok(!(await checkPassword(row?.password_hash ?? '', 'another password')));
});

test('[ORG-4] a wrong field of a new user is named', async () => {
  for (const [json, path] of [
    [{}, 'email'],
    [{ email: 'no address' }, 'email'],
    [{ email: 'a b@example.com' }, 'email'],
    [{ unique_id: '' }, 'unique_id'],
    [{ unique_id: 'x', password: 'short' }, 'password'],
    [{ unique_id: 'x', role: 'owner' }, 'role'],
    [{ unique_id: 'x', language: 'xx' }, 'language'],
    [{ unique_id: 7 }, 'unique_id'],
  ] as const) {
    expectRefusal(await post(users, json, token), 400, path, JSON.stringify(json));
  }
});

test('[ORG-4] email address and unique id are taken once in an org, and free in another', async () => {
  await create({ email: 'taken@example.com', unique_id: 'taken' });
  expectRefusal(await post(users, { email: 'TAKEN@example.com' }, token), 409, 'email');
  expectRefusal(await post(users, { unique_id: 'taken' }, token), 409, 'unique_id');
  const other = await create({ unique_id: 'other' });
  expectRefusal(await post(`${users}/${other.id}`, { email: 'taken@example.com' }, token), 409, 'email');
  const elsewhere = `/orgs/${admins.otherOrgId}/users`;
  const free = await post(elsewhere, { email: 'taken@example.com' }, admins.users.otherOrgAdmin.token);
  assert.equal(free.status, 200);
  const both = await Promise.all([1, 2].map(() => post(users, { unique_id: 'at-once' }, token)));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
});

test('[ORG-4] a retry with the same Idempotency-Key gets the same user', async () => {
  const headers = { 'idempotency-key': 'user-once' };
  const first = await post(users, { unique_id: 'once', password: 'a fine password' }, token, headers);
  const again = await post(users, { unique_id: 'once', password: 'a fine password' }, token, headers);
  assert.deepEqual(again.body, first.body);
});

test('[ORG-22] nobody can guess a new password from what an Idempotency-Key has left', async () => {
  const json = JSON.stringify({ unique_id: 'guessed', password: 'a fine password' });
  const answer = await service.call('POST', users, {
    body: json,
    token,
    headers: { 'idempotency-key': 'guess', 'content-type': 'application/json' },
  });
  assert.equal(answer.status, 200);
  const [row] = await service.env.db.query<{ fingerprint: Buffer; answer: object }>(
    `SELECT fingerprint, answer FROM idempotency_keys WHERE key = 'guess'`,
  );
  const guess = createHash('sha256').update(`POST /v1${users}\n${json}`).digest();
  assert.ok(row && !row.fingerprint.equals(guess));
  assert.ok(!JSON.stringify(row.answer).includes('password_hash'));
});

test('[ORG-2] [ORG-8] users of an org see each other, admins see more', async () => {
  const everyone = { partnerAdmin: 200, orgAdmin: 200, member: 200, bot: 200, reader: 200 };
  await admins.check({ ...everyone, otherOrgAdmin: 403, otherPartnerAdmin: 403, nobody: 401 }, (as) =>
    get(users, as),
  );
  const hidden = await create({ unique_id: 'hidden', first_name: 'Hidden' });
  await post(`${users}/${hidden.id}`, { disabled: true }, token);
  const seen = async (as: string) => (await get(`${users}?q=hidden`, as)).body.data.users;
  assert.equal((await seen(token))[0].disabled, true);
  assert.deepEqual(await seen(admins.users.member.token), []);
  const all = `${users}?disabled=true&limit=1000`;
  assert.ok(
    (await get(all, admins.users.member.token)).body.data.users.every(
      (user: object) => !('disabled' in user) && !('role' in user),
    ),
  );
  assert.deepEqual((await get(`${users}?disabled=true`, token)).body.data.users[0].id, hidden.id);
});

test('[ORG-11] [TODO-11] users are found by name, email address and unique id, and given in pages', async () => {
  for (const [first_name, email, unique_id] of [
    ['Searchable Zoe', 'zoe@example.com', 'n1'],
    ['searchable Adam', 'adam@example.com', 'n2'],
    ['Searchable 100%', 'percent@example.com', 'n_3'],
    ['Ame\u0301lie Straßer ＷＩＤＥ', 'a@example.com', 'n4'],
    ['Łukasz Müller-Søby', 'l@example.com', 'n5'],
    ['Андрей 각', 'r@example.com', 'n6'],
    ['Ana O’Brien‑Li', 'o@example.com', 'n7'],
  ])
    await create({ first_name, email, unique_id });
  const names = async (query: string) =>
    (await get(`${users}?${query}`, token)).body.data.users.map((user: { name: string }) => user.name);
  assert.deepEqual(await names('q=SEARCHABLE'), ['Searchable 100%', 'searchable Adam', 'Searchable Zoe']);
  assert.deepEqual(await names('q=ZOE@ex'), ['Searchable Zoe']);
  assert.deepEqual(await names('q=n_3'), ['Searchable 100%'], '_ is no wildcard');
  assert.deepEqual(await names('q=0%25'), ['Searchable 100%'], '% is no wildcard');
  for (const [name, ...found] of [
    ['Ame\u0301lie Straßer ＷＩＤＥ', 'am\u00e9lie', 'AMELIE', 'STRASSER', 'wide'],
    ['Łukasz Müller-Søby', 'lukasz mu', 'MUELLER', 'müll', 'soby', 'SOEBY'],
    ['Андрей 각', 'АНДРЕЙ', '각'],
    ['Ana O’Brien‑Li', "o'brien-li", 'O‘BRIEN—LI'],
  ])
    for (const q of found) assert.deepEqual(await names(`q=${encodeURIComponent(q)}`), [name], q);
  for (const q of ['андреи', '가', 'muler'])
    assert.deepEqual(await names(`q=${encodeURIComponent(q)}`), [], q);
  const pages = [];
  for await (const page of followCursor((cursor) => get(`${users}?q=searchable&limit=2${cursor}`, token)))
    pages.push(page.users.length);
  assert.deepEqual(pages, [2, 1]);
  assert.ok((await get(`${users}?role=admin`, token)).body.data.users.length >= 1);
  assert.deepEqual(await names('is_bot=true'), [admins.users.bot.name]);
  expectRefusal(await get(`${users}?q=`, token), 400, 'q');
});

test('[ORG-15] [ORG-8] a user is changed by an admin; what is not given stays', async () => {
  const { id } = await create({ unique_id: 'changing', first_name: 'Old', last_name: 'Name' });
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 403 }, (as) =>
    post(`${users}/${id}`, { first_name: 'New' }, as),
  );
  const { name, unique_id, role } = (await get(`${users}/${id}`, token)).body.data;
  assert.deepEqual({ name, unique_id, role }, { name: 'New Name', unique_id: 'changing', role: 'member' });
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 200 }, (as) =>
    get(`${users}/${id}`, as),
  );
  assert.equal((await post(`${users}/${id}`, {}, token)).status, 400);
});

test('[ORG-15] a bot is not changed as a person is', async () => {
  const answer = await post(`${users}/${admins.users.bot.id}`, { role: 'admin' }, token);
  expectRefusal(answer, 400, 'user_id');
});

test('[ORG-16] only an admin of the partner changes who is one, or anything of one', async () => {
  const { users: people, partner } = admins;
  const { id } = await create({ unique_id: 'rising' });
  for (const is_partner_admin of [true, false])
    assert.equal((await post(`${users}/${id}`, { is_partner_admin }, token)).status, 403);
  assert.equal((await post(users, { unique_id: 'boss', is_partner_admin: true }, token)).status, 403);
  const promoted = await post(`${users}/${id}`, { is_partner_admin: true }, people.partnerAdmin.token);
  assert.equal(promoted.body.data.is_partner_admin, true);
  for (const change of [{ email: 'mine@example.com' }, { disabled: true }, { role: 'admin' }])
    assert.equal((await post(`${users}/${id}`, change, token)).status, 403, JSON.stringify(change));
  const demoted = await post(`${users}/${id}`, { is_partner_admin: false }, people.partnerAdmin.token);
  assert.equal(demoted.body.data.is_partner_admin, false);
  assert.equal(partner.id, people.partnerAdmin.partnerId);
});
