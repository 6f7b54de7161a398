import assert from 'node:assert/strict';
import { type CreatedUser, resolveReferences, startService, type TestService } from '@ringbinder/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { type FuzzRequest, operationsOf, requests } from './requests.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
const TOTAL = Number(process.env.FUZZ_REQUESTS ?? 20_000) / 8;
const AT_ONCE = 8;
const REQUESTS_A_ROUND = 250;
const NAMES = ['partnerAdmin', 'partnerAdmin', 'partnerAdmin', 'orgAdmin', 'member', 'otherPartner'];

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function createFixture() {
  const { make, env } = service;
  const partner = await make.partner();
  const client = await make.client({ partnerId: partner.id });
  const orgId = await make.org(partner.id);
  const [partnerAdmin, orgAdmin, member] = [
    await make.user({ partner, client }),
    await make.user({ partner, client, orgId }),
    await make.user({ partner, client, orgId }),
  ];
  await env.db.query(`UPDATE users SET is_partner_admin = id = $1, role = 'admin' WHERE id = ANY($2)`, [
    partnerAdmin.id,
    [partnerAdmin.id, orgAdmin.id],
  ]);
  const post = async (path: string, json: unknown) =>
    (await service.call('POST', path, { token: partnerAdmin.token, json })).body.data;
  const app = await post(`/partners/${partner.id}/clients`, { name: 'App' });
  const bot = await post(`/partners/${partner.id}/bots`, { name: 'Bot' });
  const otherPartner = await make.user();
  const actors: Record<string, CreatedUser> = { partnerAdmin, orgAdmin, member, otherPartner };
  const sampleValues = {
    partner_id: [partner.id, partner.id, partner.id, otherPartner.partnerId],
    org_id: [orgId, orgId, partner.orgId, otherPartner.orgId],
    user_id: [member.id, member.id, orgAdmin.id, partnerAdmin.id, otherPartner.id],
    client_id: [app.client_id, bot.client_id],
    redirect_uris: [[], ['https://a.example/cb'], ['http://a.example/cb'], ['x']],
    origins: [[], ['https://a.example'], ['*']],
    webhook_url: ['', 'https://bot.example/', 'x'],
    email: ['a@example.com', 'b@example.com'],
    unique_id: ['a', 'b', 'c'],
    action: ['user', 'client.rotate'],
    cursor: ['WzFd', 'WyJhIiwiYiJd', 'WzEsImIiXQ', '!'],
    q: ['user', '%', '&'],
  };
  return { actors, sampleValues };
}

test('[ERR-17] [ORG-8] generated requests of admins get no 5xx, and the last admin stays', async (t) => {
  const document = resolveReferences(await (await fetch(`${service.origin}/openapi.json`)).json());
  const operations = operationsOf(document).filter(({ path }) => /^\/(orgs|partners)\//.test(path));
  const statuses = new Map<number, number>();
  for (let round = 0; round * REQUESTS_A_ROUND < TOTAL; round++) {
    // The requests soon make the admins disable each other, so each round creates new ones.
    const { actors, sampleValues } = await createFixture();
    const seed = SEED + round;
    const all = fc.sample(requests(operations, sampleValues, NAMES), { seed, numRuns: REQUESTS_A_ROUND });
    const send = async ({ method, path, actor, contentType, body }: FuzzRequest) => {
      const answer = await fetch(service.base + path, {
        method,
        headers: {
          authorization: `Bearer ${actors[actor]?.token}`,
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(20_000),
      });
      const report = `seed ${seed}: ${actor} ${method} ${path} ${body} → ${answer.status} ${await answer.text()}`;
      assert.ok(answer.status < 500, report.slice(0, 2_000));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    };
    for (let from = 0; from < all.length; from += AT_ONCE)
      await Promise.all(all.slice(from, from + AT_ONCE).map(send));
    assert.ok(await hasAdmin(actors.partnerAdmin?.partnerId), `seed ${seed}`);
  }
  const counts = [...statuses].map(([status, times]) => `${status}: ${times}`);
  t.annotate(`${operations.length} operations; ${counts.join(', ')}`);
  assert.ok((statuses.get(200) ?? 0) > TOTAL / 20, 'some requests were taken');
});

async function hasAdmin(partnerId: string | undefined): Promise<boolean> {
  const rows = await service.env.db.query(
    `SELECT u.id FROM users u JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     WHERE u.partner_id = $1 AND u.is_partner_admin AND u.disabled_at IS NULL`,
    [partnerId],
  );
  return rows.length > 0;
}
