import assert from 'node:assert/strict';
import {
  type Answer,
  type CreatedClient,
  type CreatedPartner,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { UNIQUE_IDENTIFIER } from './index.ts';

let service: TestService;
let partner: CreatedPartner;
let client: CreatedClient;
beforeAll(async () => {
  service = await startService();
  partner = await service.make.partner();
  client = await service.make.client({ partnerId: partner.id });
});
afterAll(() => service.close());

let counter = 0;
const newId = () => `person-${++counter}`;

function ask(fields: Record<string, string | undefined> = {}, as = client): Promise<Answer> {
  const all = {
    client_id: as.id,
    client_secret: as.secret,
    grant_type: UNIQUE_IDENTIFIER,
    uniqueid: newId(),
    timestamp: String(service.clock.now()),
    ...fields,
  };
  const providedFields = Object.entries(all).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  return service.call('POST', '/oauth/token', { form: Object.fromEntries(providedFields) });
}

async function profileOf(answer: Answer) {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (await service.call('GET', '/me', { token: answer.body.access_token })).body.data;
}

function assertRefusal(answer: Answer, word: string, error = 'invalid_request'): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.error, error);
  assert.ok(answer.body.error_description.includes(word), answer.body.error_description);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
}

const countUsers = async () =>
  Number((await service.env.db.query<{ n: number }>('SELECT count(*) AS n FROM users'))[0]?.n);

test('[UID-3] a client that is not allowed the grant gets none', async () => {
  const other = await service.make.client({ partnerId: partner.id, grants: ['refresh_token'] });
  for (const fields of [{}, { grant_type: 'http://www.other.example/auth_uniqueid' }])
    assertRefusal(await ask(fields, other), 'grant_type', 'unauthorized_client');
});

test('[UID-4] a timestamp is within 5 minutes of the server’s time', async () => {
  const limit = 5 * 60 * 1000;
  const askAt = (away: number) => ask({ timestamp: String(service.clock.now() + away) });
  for (const away of [limit, -limit + 2_000]) assert.equal((await askAt(away)).status, 200, String(away));
  for (const away of [limit + 2_000, -limit - 1]) assertRefusal(await askAt(away), 'timestamp');
});

test('[UID-6] a blank, a zero and `me` name users too', async () => {
  for (const uniqueid of [' ', '0', 'me'])
    assert.equal((await profileOf(await ask({ uniqueid }))).unique_id, uniqueid);
});

test('[UID-4] the time that counts is the environment’s', async () => {
  const before = String(service.clock.now());
  service.clock.advance(6 * 60 * 1000);
  assertRefusal(await ask({ timestamp: before }), 'timestamp');
  assert.equal((await ask()).status, 200);
});

test('[UID-8] twenty first uses at once make one user', async () => {
  const before = await countUsers();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask({ uniqueid: 'crowd', firstname: `Name ${index}` })),
  );
  const ids = await Promise.all(answers.map(async (answer) => (await profileOf(answer)).id));
  assert.equal(new Set(ids).size, 1);
  assert.equal(await countUsers(), before + 1);
});

test('[HTTP-34] of a name that cannot be shown the rest is kept, and nobody is kept out', async () => {
  const uniqueid = newId();
  const turned = await profileOf(
    await ask({ uniqueid, firstname: 'Ann\u202e', lastname: '\u2066Berg\u2069' }),
  );
  assert.deepEqual([turned.name, turned.first_name, turned.last_name], ['Ann Berg', 'Ann', 'Berg']);
  const blank = await profileOf(await ask({ uniqueid, firstname: '\u200b', lastname: ' ' }));
  assert.equal(blank.name, 'Ann Berg', 'as when none is given');
  const fresh = newId();
  assert.equal((await profileOf(await ask({ uniqueid: fresh, firstname: '\u200b\u2060' }))).name, fresh);
});

test('[UID-16] plancode is kept with the org, org_unit with the user', async () => {
  const uniqueid = newId();
  await ask({ uniqueid, plancode: 'gold', org_unit: 'Sales,North,Team 1' });
  await ask({ uniqueid });
  const stored = await service.env.db.query(
    'SELECT o.plan_code, u.org_unit FROM users u JOIN orgs o ON o.id = u.org_id WHERE u.unique_id = $1',
    [uniqueid],
  );
  assert.deepEqual(stored, [{ plan_code: 'gold', org_unit: 'Sales,North,Team 1' }]);
});

test('[UID-17] [UID-18] the org is the one named, else the client’s own, else the partner’s default', async () => {
  const org = await service.make.org(partner.id);
  assert.equal((await profileOf(await ask({ orgid: org }))).org_id, org);
  assert.equal((await profileOf(await ask())).org_id, partner.orgId);
  const bound = await service.make.client({ partnerId: partner.id, orgId: org });
  assert.equal((await profileOf(await ask({}, bound))).org_id, org);
  assert.equal((await profileOf(await ask({ orgid: org }, bound))).org_id, org);
  const homeless = await service.make.partner();
  await service.env.db.query('UPDATE partners SET default_org_id = NULL WHERE id = $1', [homeless.id]);
  const lost = await service.make.client({ partnerId: homeless.id });
  assertRefusal(await ask({}, lost), 'orgid');
});

test('[UID-19] an orgid of another partner, of another org than the client’s, or unknown is refused', async () => {
  const otherPartner = await service.make.partner();
  const bound = await service.make.client({
    partnerId: partner.id,
    orgId: await service.make.org(partner.id),
  });
  const before = await countUsers();
  assertRefusal(await ask({ orgid: otherPartner.orgId }), 'orgid');
  assertRefusal(await ask({ orgid: 'O0000000000000000000000' }), 'orgid');
  assertRefusal(await ask({ orgid: 'nonsense' }), 'orgid');
  assertRefusal(await ask({ orgid: partner.orgId }, bound), 'orgid');
  assertRefusal(await ask({ orgid: otherPartner.orgId }, bound), 'orgid');
  assert.equal(await countUsers(), before);
});

test('[UID-21] a disabled user, and one of a disabled org, get no token, and nothing changes', async () => {
  const { db } = service.env;
  const orgid = await service.make.org(partner.id);
  const { id } = await profileOf(await ask({ uniqueid: 'leaver', orgid, plancode: 'silver' }));
  const late = { orgid, plancode: 'gold', firstname: 'Late' };
  await db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [id]);
  assertRefusal(await ask({ uniqueid: 'leaver', ...late }), 'disabled', 'invalid_grant');
  await db.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [id]);
  await db.query('UPDATE orgs SET disabled_at = 1 WHERE id = $1', [orgid]);
  const before = await countUsers();
  assertRefusal(await ask({ uniqueid: 'leaver', ...late }), 'disabled', 'invalid_grant');
  assertRefusal(await ask({ uniqueid: 'newcomer', ...late }), 'disabled', 'invalid_grant');
  const bound = await service.make.client({ partnerId: partner.id, orgId: orgid });
  assertRefusal(await ask({ uniqueid: 'newcomer' }, bound), 'disabled', 'invalid_grant');
  assert.equal(await countUsers(), before);
  const [org] = await db.query('SELECT plan_code FROM orgs WHERE id = $1', [orgid]);
  assert.equal(org?.plan_code, 'silver');
  await db.query('UPDATE orgs SET disabled_at = NULL WHERE id = $1', [orgid]);
  assert.equal((await profileOf(await ask({ uniqueid: 'leaver', orgid }))).first_name, '');
});
