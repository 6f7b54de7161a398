import type { Environment } from '@ringbinder/server/environment/environment.ts';
import { createBinder } from '@ringbinder/server/features/binders/index.ts';
import { setEnabled } from '@ringbinder/server/features/bots/index.ts';
import { clientGrants, startFamily } from '@ringbinder/server/features/oauth/index.ts';

export interface CreatedPartner {
  id: string;
  orgId: string;
}

export interface CreatedClient {
  id: string;
  secret: string;
}

export interface CreatedUser {
  id: string;
  name: string;
  orgId: string;
  partnerId: string;
  uniqueId: string;
  email: string;
  token: string;
  readToken: string;
  refreshToken: string;
}

export interface CreatedBot {
  clientId: string;
  clientSecret: string;
  name: string;
  orgId: string;
  userId: string;
  token: string;
}

export interface Cast {
  binderId: string;
  owner: CreatedUser;
  editor: CreatedUser;
  viewer: CreatedUser;
  sameOrg: CreatedUser;
  otherOrg: CreatedUser;
  otherPartner: CreatedUser;
  client: CreatedClient;
  partner: CreatedPartner;
}

export interface Factory {
  partner(): Promise<CreatedPartner>;
  org(partnerId: string): Promise<string>;
  client(options: {
    partnerId: string;
    orgId?: string;
    grants?: string[];
    scope?: string;
  }): Promise<CreatedClient>;
  user(options?: {
    orgId?: string;
    partner?: CreatedPartner;
    client?: CreatedClient;
    isBot?: boolean;
    name?: string;
  }): Promise<CreatedUser>;
  bot(options?: {
    orgId?: string;
    partner?: CreatedPartner;
    enabledBy?: CreatedUser;
    events?: string[];
  }): Promise<CreatedBot>;
  botApp(partnerId: string, events?: string[]): Promise<CreatedClient & { name: string }>;
  binder(owner: CreatedUser, members?: { user: CreatedUser; role: 'editor' | 'viewer' }[]): Promise<string>;
  cast(): Promise<Cast>;
}

const ORG_ADMIN = { isBot: false, isOrgAdmin: true, isPartnerAdmin: false, mayWrite: true };

let counter = 0;

export function createFactory(env: Environment): Factory {
  const { db, ids, secrets, clock } = env;
  const insertOrg = async (partnerId: string) => {
    const id = ids.next('org');
    await db.query('INSERT INTO orgs (id, partner_id, name, created_at) VALUES ($1, $2, $3, $4)', [
      id,
      partnerId,
      'Org',
      clock.now(),
    ]);
    return id;
  };

  const make: Factory = {
    async partner() {
      const id = ids.next('partner');
      await db.query('INSERT INTO partners (id, name, created_at) VALUES ($1, $2, $3)', [
        id,
        'Partner',
        clock.now(),
      ]);
      const orgId = await insertOrg(id);
      await db.query('UPDATE partners SET default_org_id = $2 WHERE id = $1', [id, orgId]);
      return { id, orgId };
    },
    org: insertOrg,
    async client({ partnerId, orgId, grants = [...clientGrants], scope = 'read write' }) {
      const id = ids.next('client');
      const secret = `secret-${id}`;
      await db.query(
        `INSERT INTO clients (id, partner_id, org_id, kind, name, secret_sealed, grants, scope, created_at)
         VALUES ($1, $2, $3, 'app', 'Test client', $4, $5, $6, $7)`,
        [id, partnerId, orgId ?? null, secrets.seal(secret), grants, scope, clock.now()],
      );
      return { id, secret };
    },
    async user({ partner: givenPartner, orgId: givenOrg, client: givenClient, isBot = false, name } = {}) {
      const partner = givenPartner ?? (await make.partner());
      const orgId = givenOrg ?? partner.orgId;
      const client = givenClient ?? (await make.client({ partnerId: partner.id }));
      const number = ++counter;
      const id = ids.next('user');
      const user = {
        id,
        name: name ?? `User ${number}`,
        orgId,
        partnerId: partner.id,
        uniqueId: `u-${number}`,
        email: `u${number}@test.example`,
      };
      await db.query(
        `INSERT INTO users (id, partner_id, org_id, unique_id, email, first_name, last_name, name, is_bot, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, 'User', $6, $7, $8, $9, $9)`,
        [id, partner.id, orgId, user.uniqueId, user.email, String(number), user.name, isBot, clock.now()],
      );
      const all = await startFamily(env, { clientId: client.id, userId: id, scope: 'read write' });
      const read = await startFamily(env, { clientId: client.id, userId: id, scope: 'read' });
      return {
        ...user,
        token: all.access_token,
        readToken: read.access_token,
        refreshToken: all.refresh_token ?? '',
      };
    },
    async botApp(partnerId, events) {
      const id = ids.next('client');
      const secret = `secret-${id}`;
      const name = `Bot ${++counter}`;
      await db.query(
        `WITH client AS (
           INSERT INTO clients (id, partner_id, kind, name, secret_sealed, created_at)
           VALUES ($1, $2, 'bot', $3, $4, $5) RETURNING id
         )
         INSERT INTO bots (client_id, webhook_secret_sealed, events) SELECT id, $6, $7 FROM client`,
        [id, partnerId, name, secrets.seal(secret), clock.now(), secrets.seal(`whsec_${id}`), events ?? null],
      );
      return { id, secret, name };
    },
    async bot({ partner: givenPartner, orgId: givenOrg, enabledBy, events } = {}) {
      const partner = givenPartner ?? (await make.partner());
      const orgId = givenOrg ?? partner.orgId;
      const app = await make.botApp(partner.id, events);
      const admin = enabledBy ?? (await make.user({ partner, orgId, name: 'Admin' }));
      const actor = { userId: admin.id, orgId, partnerId: partner.id, clientId: '', ...ORG_ADMIN };
      const of = { orgId, partnerId: partner.id, clientId: app.id };
      const { user } = await db.transaction((tx) => {
        const revokes = () => env.revocations.announce(tx, 'any');
        return setEnabled(env, { tx, actor, at: clock.now(), record: async () => {}, revokes }, of, true);
      });
      const userId = user?.id ?? '';
      const { access_token } = await startFamily(env, { clientId: app.id, userId, scope: 'read write' });
      return {
        clientId: app.id,
        clientSecret: app.secret,
        name: app.name,
        orgId,
        userId,
        token: access_token,
      };
    },
    async binder(owner, members = []) {
      const actor = { userId: owner.id, orgId: owner.orgId, partnerId: owner.partnerId };
      const { id } = await createBinder(env, db, actor, {
        name: 'Test binder',
        description: '',
        conversation: false,
      });
      for (const { user, role } of members) {
        await db.query(
          'INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)',
          [id, user.id, role, clock.now()],
        );
      }
      return id;
    },
    async cast() {
      const partner = await make.partner();
      const client = await make.client({ partnerId: partner.id });
      const owner = await make.user({ partner, client });
      const editor = await make.user({ partner, client });
      const viewer = await make.user({ partner, client });
      const sameOrg = await make.user({ partner, client });
      const otherOrg = await make.user({ partner, client, orgId: await make.org(partner.id) });
      const otherPartner = await make.user();
      const binderId = await make.binder(owner, [
        { user: editor, role: 'editor' },
        { user: viewer, role: 'viewer' },
      ]);
      return { binderId, owner, editor, viewer, sameOrg, otherOrg, otherPartner, client, partner };
    },
  };
  return make;
}
