import { createHmac, randomBytes } from 'node:crypto';
import { data } from './expect.ts';
import { NotApplicable } from './failure.ts';
import { type Caller, callerWith, type Person } from './people.ts';

import type { Trial } from './trial.ts';

type Org = { id: string; name: string; partner_id: string };
export type OrgUser = { id: string; name: string; role?: 'admin' | 'member'; disabled?: boolean };
export type NewBot = {
  client_id: string;
  client_secret: string;
  webhook_secret: string;
  name: string;
  webhook_url: string;
};
export type NewClient = { client_id: string; client_secret: string; name: string };
export type OrgBot = {
  client_id: string;
  name: string;
  enabled: boolean;
  user: { id: string; name: string } | null;
};

export interface Operator {
  admin: Person;
  partnerId: string;
  orgId: string;
}

/**
 * Creates an org, which is disabled after the check. Throws NotApplicable unless the first user is a partner
 * admin.
 */
export async function operatorOf(t: Trial): Promise<Operator> {
  const [first] = t.credentials.users;
  if (!first) throw new NotApplicable('the credentials name no user');
  const admin = await t.people.reuse(first.unique_id);
  const own = data<Org>(await admin.get(`/orgs/${admin.orgId}`));
  const org = await admin.post(`/partners/${own.partner_id}/orgs`, {
    name: `conformance-${randomBytes(6).toString('hex')}`,
  });
  if (org.status === 403) throw new NotApplicable('the first user of the credentials is not a partner admin');
  const orgId = data<Org>(org).id;
  t.after(() => admin.post(`/orgs/${orgId}`, { disabled: true }));
  return { admin, partnerId: own.partner_id, orgId };
}

export interface Bot extends Caller {
  id: string;
  name: string;
  clientId: string;
  clientSecret: string;
  orgId: string;
  admin: Person;
  events(after: number, count: number): Promise<PulledEvent[]>;
}

export interface PulledEvent {
  sequence: number;
  message: Record<string, unknown> & { message_type: string; event: Record<string, unknown> };
}

type Pulled = { events: PulledEvent[]; next: number };

export function tokenQuery(
  bot: { clientId: string; clientSecret: string; orgId: string },
  fields: { timestamp?: string; orgId?: string; secret?: string } = {},
  write: (signature: Buffer) => string = (signature) => signature.toString('base64url'),
): string {
  const { timestamp = String(Date.now()), orgId = bot.orgId, secret = bot.clientSecret } = fields;
  const signature = createHmac('sha256', secret)
    .update(bot.clientId + orgId + timestamp)
    .digest();
  const query = { client_id: bot.clientId, org_id: orgId, timestamp, signature: write(signature) };
  return `/apps/token?${new URLSearchParams(query)}`;
}

/** Creates a bot, enabled in the org of the check's users until the end of the check. */
export async function botOf(t: Trial, options: { events?: string[] } = {}): Promise<Bot> {
  const { admin, partnerId } = await operatorOf(t);
  const orgId = t.owner.orgId;
  const name = `conformance-${randomBytes(6).toString('hex')}`;
  const app = data<NewBot>(
    await admin.post(`/partners/${partnerId}/bots`, { name, webhook_url: '', ...options }),
  );
  const path = `/orgs/${orgId}/bots/${app.client_id}`;
  const enabled = data<OrgBot>(await admin.post(path, { enabled: true }));
  const clientCredentials = { clientId: app.client_id, clientSecret: app.client_secret, orgId };
  const answer = await t.nobody.get(tokenQuery(clientCredentials));
  const token = (answer.json as { access_token?: string } | undefined)?.access_token;
  if (typeof token !== 'string' || !enabled.user) throw new NotApplicable('the bot got no token');
  const caller = callerWith(t.connection, token);
  t.after(async () => {
    await admin.post(path, { enabled: false });
    await admin.post(`/partners/${partnerId}/bots/${app.client_id}`, { disabled: true });
  });
  return {
    ...caller,
    ...clientCredentials,
    id: enabled.user.id,
    name,
    admin,
    async events(after, count) {
      const all: PulledEvent[] = [];
      for (let round = 0; all.length < count && round < count + 2; round++) {
        const last = all.at(-1)?.sequence ?? after;
        all.push(...data<Pulled>(await caller.get(`/apps/events?after=${last}&wait=5`)).events);
      }
      return all;
    },
  };
}
