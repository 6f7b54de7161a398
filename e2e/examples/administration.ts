import { readFileSync } from 'node:fs';
import { storeReports } from '@ringbinder/server/features/admin/index.ts';
import { prepareSetupLink } from '@ringbinder/server/features/setup/index.ts';
import { newVisitor, type TestService } from '@ringbinder/testkit';
import { makeSigningKey } from '../../packages/server/src/features/saml/testing/certificate.ts';
import type { Recorder } from './recorder.ts';

export interface Admin {
  token: string;
  partner_id: string;
  org_id: string;
  user_id: string;
  client: { client_id: string; client_secret: string };
  ben: Member;
  cleo: Member;
}

export interface Member {
  id: string;
  token: string;
}

const CERTIFICATE = new URL(
  '../../packages/server/src/features/receipts/testing/example.p12',
  import.meta.url,
);
const PASSWORD = 'correct horse battery';

export async function administer(service: TestService, { call }: Recorder): Promise<Admin> {
  const link = new URL((await prepareSetupLink(service.env)) ?? '');
  const setup = await call('claimSetup', {
    json: {
      token: link.searchParams.get('token'),
      partner_name: 'Example Bank',
      org_name: 'Head office',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      password: PASSWORD,
    },
  });
  const { partner_id, org_id, user_id, access_token: token } = setup;
  const partner = { token, path: { partner_id } };
  const org = { token, path: { org_id } };
  await call('getPartner', partner);
  await call('updatePartner', { ...partner, json: { name: 'Example Bank plc' } });
  const branch = await call('createOrg', { ...partner, json: { name: 'Branch' } });
  await call('listOrgs', partner);
  await call('getOrg', org);
  await call('updateOrg', {
    token,
    path: { org_id: branch.id },
    json: { name: 'City branch', max_bytes: 50_000_000_000 },
  });

  const client = await call('createClient', {
    ...partner,
    json: {
      name: 'Portal',
      redirect_uris: ['https://portal.example.com/callback'],
      grants: ['authorization_code', 'refresh_token', 'http://www.service.com/auth_uniqueid'],
    },
  });
  const ofClient = { token, path: { partner_id, client_id: client.client_id } };
  await call('listClients', { ...partner, query: { q: 'Portal' } });
  await call('updateClient', { ...ofClient, json: { name: 'Customer portal' } });
  await call('listOrgClients', { ...org, query: { q: 'Customer' } });
  await call('trustOrgClient', {
    token,
    path: { org_id, client_id: client.client_id },
    json: { trusted: true },
  });
  await call('updateClient', {
    ...ofClient,
    json: { notification_url: 'https://bank.example.com/notifications' },
  });
  await call('rotateClientNotifications', { ...ofClient, json: {} });
  await call('listClientNotifications', ofClient);
  const { client_secret } = await call('rotateClient', { ...ofClient, json: { grace_seconds: 0 } });
  const credentials = { client_id: client.client_id, client_secret };

  const tokenOf = async (uniqueid: string): Promise<string> => {
    const form = { grant_type: 'http://www.service.com/auth_uniqueid', ...credentials, uniqueid };
    return (await call('getToken', { form: { ...form, timestamp: String(service.clock.now()) } }))
      .access_token;
  };
  const member = async (unique_id: string, first_name: string, last_name: string): Promise<Member> => {
    const json = { email: `${first_name.toLowerCase()}@example.com`, unique_id, first_name, last_name };
    const { id } = await call('createOrgUser', { ...org, json: { ...json, password: PASSWORD } });
    return { id, token: await tokenOf(unique_id) };
  };
  const ben = await member('customer-4711', 'Ben', 'Okafor');
  const cleo = await member('customer-4712', 'Cleo', 'Marsh');
  await call('listOrgUsers', { ...org, query: { q: 'Ben' } });
  const ofBen = { token, path: { org_id, user_id: ben.id } };
  await call('getOrgUser', ofBen);
  await call('updateOrgUser', { ...ofBen, json: { last_name: 'Okafor-Reed' } });
  const members = [{ user_id: ben.id }, { user_id: cleo.id }];
  const { id: group_id } = await call('createGroup', { ...org, json: { name: 'Credit officers', members } });
  const ofGroup = { token, path: { org_id, group_id } };
  await call('listGroups', org);
  await call('getGroup', ofGroup);
  await call('updateGroup', { ...ofGroup, json: { name: 'Senior credit officers' } });
  await call('deleteGroup', ofGroup);
  const pkcs12 = readFileSync(CERTIFICATE).toString('base64');
  await call('uploadReceiptCertificate', { ...org, json: { pkcs12, password: 'secret' } });
  await call('getReceiptCertificate', org);
  await call('deleteReceiptCertificate', org);

  await signedIn(service, { call }, { token, org_id });
  await call('resetOrgUserPassword', { token, path: { org_id, user_id: cleo.id } });
  const { tokens } = await call('listOrgTokens', { ...org, query: { user_id: cleo.id } });
  await call('revokeOrgToken', { token, path: { org_id, token_id: tokens[0].id } });
  await call('revokeToken', { form: { token: await tokenOf('customer-4712'), ...credentials } });
  await singleSignOn({ call }, { token, org_id, partner_id });
  await call('getOrgUsage', { ...org, query: { days: 1 } });
  await call('getPartnerUsage', { ...partner, query: { days: 1 } });
  await call('listOrgAudit', { ...org, query: { limit: 1 } });
  await call('listPartnerAudit', { ...partner, query: { limit: 1 } });
  await call('exportOrgAudit', { ...org, query: { action: 'idp.delete' } });
  await call('exportPartnerAudit', { ...partner, query: { action: 'idp.delete' } });
  await backgroundWork(service, { call }, { token, partner_id });
  await call('getProfile', { token: ben.token });
  await call('updateProfile', { token: ben.token, json: { timezone: 'Europe/London', language: 'en' } });
  await call('getPerson', { token, path: { user_id: ben.id } });
  await call('listContacts', { token: ben.token, path: { user_id: 'me' } });
  await call('exportPersonalData', { token: ben.token });
  const { id: left } = await call('createOrgUser', { ...org, json: { unique_id: 'customer-4713' } });
  const ofLeft = { token, path: { org_id, user_id: left } };
  await call('updateOrgUser', { ...ofLeft, json: { disabled: true } });
  await call('eraseUser', { ...ofLeft, json: { content: true } });
  await call('getErasure', ofLeft);
  return {
    token,
    partner_id,
    org_id,
    user_id,
    client: credentials,
    ben,
    cleo: { id: cleo.id, token: await tokenOf('customer-4712') },
  };
}

type Calls = Pick<Recorder, 'call'>;

async function signedIn(
  service: TestService,
  { call }: Calls,
  { token, org_id }: { token: string; org_id: string },
): Promise<void> {
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: 'ada@example.com', password: PASSWORD });
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  await call('getSessionToken', { headers: { cookie, origin: service.origin } });
  await call('getAppToken', { headers: { cookie, origin: service.origin } });
  const { sessions } = await call('listOrgSessions', { token, path: { org_id } });
  await call('endOrgSession', { token, path: { org_id, session_id: sessions[0].id } });
}

async function backgroundWork(
  { env, clock }: TestService,
  { call }: Calls,
  { token, partner_id }: { token: string; partner_id: string },
): Promise<void> {
  const time = clock.now();
  await storeReports(env.db, 'example', [
    {
      name: 'search_lexemes',
      kind: 'consumer',
      last_run_at: time,
      last_run_ms: null,
      next_run_at: null,
      is_failing: false,
      last_error: { time, message: 'canceling statement due to statement timeout', binder_id: null },
      looked_at: time,
      backlog_entries: 0,
      backlog_since: null,
      entries_per_minute: 24,
    },
  ]);
  await call('listBackgroundWork', { token, path: { partner_id } });
  await call('retryBackgroundWork', { token, path: { partner_id, name: 'search_lexemes' } });
}

async function singleSignOn(
  { call }: Calls,
  { token, org_id, partner_id }: { token: string; org_id: string; partner_id: string },
): Promise<void> {
  const { certificate } = makeSigningKey();
  const provider = (idp_id: string) => ({
    idp_id,
    name: 'Company sign-on',
    sso_url: `${idp_id}/sso`,
    certificates: [certificate],
  });
  const ofOrg = { token, path: { org_id } };
  await call('createOrgIdp', { ...ofOrg, json: provider('https://idp.example.com') });
  const { idps } = await call('listOrgIdps', ofOrg);
  const orgIdp = { token, path: { org_id, idp_id: idps[0].idp_id } };
  await call('updateOrgIdp', { ...orgIdp, json: { name: 'Our sign-on' } });
  await call('deleteOrgIdp', orgIdp);
  const ofPartner = { token, path: { partner_id } };
  await call('createPartnerIdp', { ...ofPartner, json: provider('https://sso.example.com') });
  const [shared] = (await call('listPartnerIdps', ofPartner)).idps;
  const partnerIdp = { token, path: { partner_id, idp_id: shared.idp_id } };
  await call('updatePartnerIdp', { ...partnerIdp, json: { name: 'Group sign-on' } });
  await call('deletePartnerIdp', partnerIdp);
}
