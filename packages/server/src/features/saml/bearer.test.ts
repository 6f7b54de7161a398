import assert from 'node:assert/strict';
import type { Answer, CreatedClient, CreatedPartner } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type AssertionParts, signAssertion, validParts, writeAssertion } from './testing/assertion.ts';
import { makeSigningKey } from './testing/certificate.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:saml2-bearer';
const IDP = 'https://idp.test/entity';
const key = makeSigningKey();

let partner: CreatedPartner;
let client: CreatedClient;
beforeAll(async () => {
  partner = await service.make.partner();
  client = await service.make.client({ partnerId: partner.id });
  await register(partner.orgId);
  await register(null);
});

async function register(orgId: string | null, { linkByEmail = false, of = partner.id } = {}): Promise<void> {
  await service.env.db.query(
    `INSERT INTO saml_idps (owner_id, idp_id, partner_id, org_id, certificates, link_by_email, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 0)`,
    [orgId ?? of, IDP, of, orgId, [key.certificate], linkByEmail],
  );
}

let counter = 0;
function assertion(change: Partial<AssertionParts> = {}): string {
  const { baseUrl } = service.env;
  const ours = { audience: `${baseUrl()}saml/metadata`, recipient: `${baseUrl()}oauth/token` };
  const parts = { ...validParts(service.clock.now()), nameId: `person-${++counter}`, ...ours, ...change };
  return Buffer.from(signAssertion(writeAssertion(parts), key)).toString('base64');
}

function ask(fields: Record<string, string | undefined> = {}, as = client): Promise<Answer> {
  const all = {
    client_id: as.id,
    client_secret: as.secret,
    grant_type: GRANT,
    idpid: IDP,
    orgid: partner.orgId,
    assertion: fields.assertion ?? assertion(),
    ...fields,
  };
  const providedFields = Object.entries(all).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  return service.call('POST', '/oauth/token', { form: Object.fromEntries(providedFields) });
}

async function userOf(answer: Answer) {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (await service.call('GET', '/me', { token: answer.body.access_token })).body.data;
}

function assertRefusal(answer: Answer, word: string, error = 'invalid_grant'): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.error, error);
  assert.ok(answer.body.error_description.includes(word), answer.body.error_description);
}

test('[SAML-1] [SAML-4] an assertion gets a token and no refresh token', async () => {
  const { body } = await ask();
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'scope', 'token_type']);
  for (const name of ['client_id', 'client_secret', 'idpid', 'assertion'])
    assertRefusal(await ask({ [name]: '' }), name, 'invalid_request');
  assertRefusal(await ask({ assertion: 'no+base 64' }), 'base64');
  assertRefusal(await ask({ idpid: 'https://unknown.test' }), 'idpid');
  const url = Buffer.from(assertion(), 'base64').toString('base64url');
  assert.equal((await ask({ assertion: url })).status, 200);
});

test('[SAML-2] [SAML-3] orgid or partnerid is given, and is of the client', async () => {
  assertRefusal(await ask({ orgid: undefined }), 'orgid', 'invalid_request');
  assertRefusal(await ask({ partnerid: partner.id }), 'orgid', 'invalid_request');
  assert.equal((await ask({ orgid: undefined, partnerid: partner.id })).status, 200);
  const otherPartner = await service.make.partner();
  await register(otherPartner.orgId, { of: otherPartner.id });
  await register(null, { of: otherPartner.id });
  assertRefusal(await ask({ orgid: otherPartner.orgId }), 'orgid', 'invalid_request');
  assertRefusal(await ask({ orgid: undefined, partnerid: otherPartner.id }), 'partnerid', 'invalid_request');
  const bound = await service.make.client({
    partnerId: partner.id,
    orgId: await service.make.org(partner.id),
  });
  assertRefusal(await ask({}, bound), 'orgid', 'invalid_request');
});

test('[SAML-7] [SAML-8] audience and recipient are ours, and the metadata tells them', async () => {
  assertRefusal(
    await ask({ assertion: assertion({ audience: `${service.env.baseUrl()}oauth/token` }) }),
    'Audience',
  );
  assertRefusal(
    await ask({ assertion: assertion({ recipient: `${service.env.baseUrl()}saml/acs` }) }),
    'Recipient',
  );
  const answer = await fetch(`${service.env.baseUrl()}saml/metadata`);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  assert.ok(text.includes(`entityID="${service.env.baseUrl()}saml/metadata"`), text);
  assert.ok(text.includes(`Location="${service.env.baseUrl()}oauth/token"`), text);
});

test('[SAML-14] an assertion is accepted once, of many at once too', async () => {
  const one = assertion();
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ assertion: one })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assertRefusal(await ask({ assertion: one }), 'used before');
  assertRefusal(await ask({ assertion: one, orgid: undefined, partnerid: partner.id }), 'used before');
});

test('[SAML-11] a document of 1 MB is refused before it is parsed', async () => {
  const { status } = await ask({ assertion: Buffer.alloc(1_000_000, 'a').toString('base64') });
  assert.ok(status === 400 || status === 413, String(status));
});

test('a NameID is the same user each time, made at first with names and address', async () => {
  const attributes = { givenName: 'Ada', sn: 'Lovelace', mail: 'ada@saml.example' };
  const turned = { nameId: 'turned', attributes: { givenName: 'Ada\u202e', sn: '\u200b' } };
  assert.equal((await userOf(await ask({ assertion: assertion(turned) }))).name, 'Ada', 'what can be shown');
  const first = await userOf(await ask({ assertion: assertion({ nameId: 'ada', attributes }) }));
  assert.deepEqual([first.first_name, first.last_name, first.email], ['Ada', 'Lovelace', 'ada@saml.example']);
  assert.equal((await userOf(await ask({ assertion: assertion({ nameId: 'ada' }) }))).id, first.id);
  assert.notEqual((await userOf(await ask())).id, first.id);
  const both = await Promise.all([1, 2].map(() => ask({ assertion: assertion({ nameId: 'twice' }) })));
  const [one, two] = await Promise.all(both.map(userOf));
  assert.equal(one.id, two.id);
});

test('an address links to a user only through the org’s provider, and only with its flag', async () => {
  const orgId = await service.make.org(partner.id);
  const existingUser = await service.make.user({ partner, orgId });
  const attributes = { mail: existingUser.email.toUpperCase() };
  await register(orgId);
  const fresh = await userOf(await ask({ orgid: orgId, assertion: assertion({ attributes }) }));
  assert.notEqual(fresh.id, existingUser.id);
  await service.env.db.query('UPDATE saml_idps SET link_by_email = true WHERE owner_id = $1', [orgId]);
  assert.equal(
    (await userOf(await ask({ orgid: orgId, assertion: assertion({ attributes }) }))).id,
    existingUser.id,
  );
  await service.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [
    existingUser.id,
    'iris@mail.example',
  ]);
  for (const mail of ['İris@mail.example', 'iris@maİl.example']) {
    const other = await ask({ orgid: orgId, assertion: assertion({ nameId: mail, attributes: { mail } }) });
    assert.notEqual((await userOf(other)).id, existingUser.id, 'it is another mailbox');
  }
  const bot = await service.make.user({ partner, orgId, isBot: true });
  const asBot = await ask({ orgid: orgId, assertion: assertion({ attributes: { mail: bot.email } }) });
  assert.notEqual((await userOf(asBot)).id, bot.id);
});

test('a disabled user or org gets no token, and the assertion is not used up', async () => {
  const user = await userOf(await ask({ assertion: assertion({ nameId: 'gone' }) }));
  const again = assertion({ nameId: 'gone' });
  const set = (at: number | null) =>
    service.env.db.query('UPDATE users SET disabled_at = $2 WHERE id = $1', [user.id, at]);
  await set(1);
  assertRefusal(await ask({ assertion: again }), 'disabled');
  await set(null);
  assert.equal((await ask({ assertion: again })).status, 200);
});
