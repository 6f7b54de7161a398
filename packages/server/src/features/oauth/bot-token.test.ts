import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type Answer, type CreatedBot, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';

let service: TestService;
let bot: CreatedBot;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  bot = await service.make.bot();
});
afterAll(() => service.close());

interface Request {
  client_id: string;
  org_id: string;
  timestamp: string;
}
const request = (): Request => ({
  client_id: bot.clientId,
  org_id: bot.orgId,
  timestamp: String(service.clock.now()),
});
const hmac = (text: string, secret = bot.clientSecret) => createHmac('sha256', secret).update(text).digest();
const signatureOf = ({ client_id, org_id, timestamp }: Request, secret?: string) =>
  hmac(client_id + org_id + timestamp, secret);
const ask = (query: Record<string, string>) =>
  service.call('GET', `/apps/token?${new URLSearchParams(query)}`);
const signed = (of = request(), secret?: string) => ({
  ...of,
  signature: signatureOf(of, secret).toString('base64url'),
});

function refused(answer: Answer, status: number, error: string, expected = ''): void {
  assert.equal(answer.status, status, `${expected} ${JSON.stringify(answer.body)}`);
  assert.equal(answer.body.error, error);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.ok(!('access_token' in answer.body));
}

test('[BOTTOKEN-1] [BOTTOKEN-2] [BOTTOKEN-5] a signed request gets a token of the bot in that org', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const answer = await ask(signed());
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { access_token: token, ...rest } = answer.body;
  assert.deepEqual(rest, { token_type: 'bearer', expires_in: 43_200, scope: 'read write' });
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const me = (await service.call('GET', '/me', { token })).body.data;
  assert.deepEqual([me.id, me.org_id], [bot.userId, bot.orgId]);
  service.clock.advance(43_199_000);
  assert.equal((await service.call('GET', '/me', { token })).status, 200);
  service.clock.advance(1_000);
  assert.equal((await service.call('GET', '/me', { token })).status, 401);
});

test('[BOTTOKEN-3] with any one bit flipped, in each encoding, the signature fits no longer', async () => {
  const of = request();
  const bytes = signatureOf(of);
  for (let bit = 0; bit < 256; bit++) {
    const other = Buffer.from(bytes);
    other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const encoding = (['base64url', 'base64', 'hex'] as const)[bit % 3] ?? 'hex';
    refused(await ask({ ...of, signature: other.toString(encoding) }), 401, 'invalid_client', `bit ${bit}`);
  }
});

test('[BOTTOKEN-3] a text with bits to spare is not another way to write the same signature', async () => {
  const of = request();
  const text = signatureOf(of).toString('base64url');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(text.at(-1) ?? '');
  for (const spare of [1, 2, 3]) {
    const signature = text.slice(0, -1) + alphabet[last + spare];
    assert.deepEqual(Buffer.from(signature, 'base64url'), signatureOf(of));
    refused(await ask({ ...of, signature }), 401, 'invalid_client');
  }
});

const forged: [string, () => Record<string, string>][] = [
  [
    'the parts in another order',
    () => {
      const { client_id, org_id, timestamp } = request();
      return { ...request(), signature: hmac(org_id + client_id + timestamp).toString('hex') };
    },
  ],
  ['another time', () => ({ ...signed(), timestamp: String(service.clock.now() + 1) })],
  ['another secret', () => signed(request(), 'another')],
  ['an empty secret', () => signed(request(), '')],
  ['the webhook secret', () => signed(request(), `whsec_${bot.clientId}`)],
  [
    'SHA-1',
    () => ({
      ...request(),
      signature: createHmac('sha1', bot.clientSecret).update(Object.values(request()).join('')).digest('hex'),
    }),
  ],
  [
    'a delimiter between the parts',
    () => ({ ...request(), signature: hmac(Object.values(request()).join('.')).toString('hex') }),
  ],
  [
    'no more than its beginning',
    () => ({ ...request(), signature: signatureOf(request()).toString('hex').slice(0, 32) }),
  ],
  ['an unknown bot', () => signed({ ...request(), client_id: `C${'x'.repeat(22)}` })],
  ['an unknown org', () => signed({ ...request(), org_id: `O${'x'.repeat(22)}` })],
  [
    'the ids with the boundary moved',
    () => {
      const { client_id, org_id, timestamp } = signed();
      const moved = { client_id: client_id.slice(0, -1), org_id: client_id.slice(-1) + org_id, timestamp };
      return signed(moved);
    },
  ],
];
for (const [what, query] of forged) {
  test(`[BOTTOKEN-2] a request signed with ${what} is refused`, async () => {
    refused(await ask(query()), 401, 'invalid_client');
  });
}

test('[BOTTOKEN-2] an app that is no bot gets no token this way', async () => {
  const partner = await service.make.partner();
  const client = await service.make.client({ partnerId: partner.id });
  const of = { ...request(), client_id: client.id, org_id: partner.orgId };
  refused(await ask(signed(of, client.secret)), 401, 'invalid_client');
});

test('[BOTTOKEN-4] a request counts for 5 minutes before and after its time, and no longer', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const query = signed();
  service.clock.advance(290_000);
  assert.equal((await ask(query)).status, 200);
  service.clock.advance(10_001);
  refused(await ask(query), 400, 'invalid_request');
  const early = { ...request(), timestamp: String(service.clock.now() + 310_000) };
  refused(await ask(signed(early)), 400, 'invalid_request');
});

test('[BOTTOKEN-1] a parameter that is missing, empty or given twice is refused by its name', async () => {
  for (const name of ['client_id', 'org_id', 'timestamp', 'signature'] as const) {
    const { [name]: value, ...rest } = signed();
    const answers = [await ask(rest), await ask({ ...rest, [name]: '' })];
    const twice = new URLSearchParams(Object.entries({ ...rest, [name]: value }));
    twice.append(name, value);
    answers.push(await service.call('GET', `/apps/token?${twice}`));
    for (const answer of answers) {
      refused(answer, 400, 'invalid_request');
      assert.match(answer.body.message, new RegExp(`^${name} `));
    }
  }
});

test('[BOTTOKEN-6] a bot that is not enabled in the org gets no token, nor one whose user, org or app is disabled', async () => {
  const { db } = service.env;
  const changes: [string, string, string][] = [
    [
      'org_bots',
      `enabled_at = NULL WHERE user_id = '${bot.userId}'`,
      `enabled_at = 1 WHERE user_id = '${bot.userId}'`,
    ],
    ['users', `disabled_at = 1 WHERE id = '${bot.userId}'`, `disabled_at = NULL WHERE id = '${bot.userId}'`],
    ['orgs', `disabled_at = 1 WHERE id = '${bot.orgId}'`, `disabled_at = NULL WHERE id = '${bot.orgId}'`],
    [
      'clients',
      `disabled_at = 1 WHERE id = '${bot.clientId}'`,
      `disabled_at = NULL WHERE id = '${bot.clientId}'`,
    ],
  ];
  const words = new Set<string>();
  for (const [table, change, back] of changes) {
    await db.query(`UPDATE ${table} SET ${change}`);
    const answer = await ask(signed());
    refused(answer, 401, 'invalid_client', table);
    words.add(answer.body.message);
    await db.query(`UPDATE ${table} SET ${back}`);
    assert.equal((await ask(signed())).status, 200);
  }
  words.add((await ask(signed(request(), 'another'))).body.message);
  words.add((await ask(signed({ ...request(), client_id: `C${'x'.repeat(22)}` }))).body.message);
  assert.equal(words.size, 1, 'a refusal does not tell which of these it was');
});
