import assert from 'node:assert/strict';
import { startFamily } from '@ringbinder/server/features/oauth/index.ts';
import type { Answer, Caller } from './caller.ts';
import type { CreatedUser } from './factory.ts';
import type { TestService } from './service.ts';

type Person = 'owner' | 'editor' | 'viewer' | 'bot' | 'sameOrg' | 'otherOrg' | 'otherPartner';
/** `reader` is the owner with scope `read`. */
type Bearer = 'reader' | 'nobody' | 'unknown' | 'expired' | 'revoked';
export type ActorName = Person | Bearer;

export type ActorTable = Record<ActorName, number>;

export const outsiders = {
  sameOrg: 403,
  otherOrg: 403,
  otherPartner: 403,
  nobody: 401,
  unknown: 401,
  expired: 401,
  revoked: 401,
} satisfies Partial<ActorTable>;

export interface Actor {
  name: ActorName;
  call: Caller;
  user: CreatedUser;
}

export interface Actors {
  users: Record<Person, CreatedUser>;
  fixture(): Promise<string>;
  /** If `changes` is true, each successful call gets a new binder. */
  check<P>(operation: {
    expected: ActorTable;
    changes: boolean;
    prepare?: (binderId: string) => Promise<P>;
    call: (actor: Actor, binderId: string, prepared: P) => Promise<Answer>;
  }): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

export async function createActors(service: TestService): Promise<Actors> {
  const { make } = service;
  const partner = await make.partner();
  const client = await make.client({ partnerId: partner.id });
  const inOrg = () => make.user({ partner, client });
  const users: Record<Person, CreatedUser> = {
    owner: await inOrg(),
    editor: await inOrg(),
    viewer: await inOrg(),
    bot: await make.user({ partner, client, isBot: true }),
    sameOrg: await inOrg(),
    otherOrg: await make.user({ partner, client, orgId: await make.org(partner.id) }),
    otherPartner: await make.user(),
  };
  const actors = await withBearers(service, users, client.id);
  const fixture = () =>
    make.binder(users.owner, [
      { user: users.editor, role: 'editor' },
      { user: users.viewer, role: 'viewer' },
      { user: users.bot, role: 'editor' },
    ]);
  return {
    users,
    fixture,
    async check({ expected, changes, prepare, call }) {
      const stage = async () => {
        const binderId = await fixture();
        const prepared = (await prepare?.(binderId)) as never;
        return { binderId, prepared, before: await stateOf(service, binderId) };
      };
      const attempt = async (
        actor: Actor,
        { binderId, prepared, before }: Awaited<ReturnType<typeof stage>>,
      ) => {
        const answer = await call(actor, binderId, prepared);
        const report = `${actor.name}: ${answer.status} ${JSON.stringify(answer.body)}`;
        assert.equal(answer.status, expected[actor.name], report);
        const after = await stateOf(service, binderId);
        if (changes && answer.status < 400) assert.notDeepEqual(after, before, `${report} changed nothing`);
        else assert.deepEqual(after, before, `${report} changed something`);
      };
      const isChange = ({ name }: Actor) => changes && expected[name] < 400;
      const shared = await stage();
      for (const actor of actors) if (!isChange(actor)) await attempt(actor, shared);
      for (const actor of actors) if (isChange(actor)) await attempt(actor, await stage());
    },
  };
}

async function withBearers(
  service: TestService,
  users: Record<Person, CreatedUser>,
  clientId: string,
): Promise<Actor[]> {
  const { env } = service;
  const { owner } = users;
  const holder = { clientId, userId: owner.id, scope: 'read write' };
  const long = HOUR_MS + env.config.accessTokenSeconds * 1000;
  const expired = await startFamily({ ...env, clock: { now: () => env.clock.now() - long } }, holder);
  const revoked = await startFamily(env, holder);
  await service.call('POST', '/oauth/revoke', { form: { access_token: revoked.access_token } });
  const actor = (name: ActorName, user: CreatedUser, token?: string): Actor => ({
    name,
    user,
    call: (method, path, options) =>
      service.call(method, path, token === undefined ? options : { ...options, token }),
  });
  return [
    ...Object.entries(users).map(([name, user]) => actor(name as Person, user, user.token)),
    actor('reader', owner, owner.readToken),
    actor('nobody', owner),
    actor('unknown', owner, `${owner.token}x`),
    actor('expired', owner, expired.access_token),
    actor('revoked', owner, revoked.access_token),
  ];
}

const digestQueries = new WeakMap<TestService['env'], string>();

/** Cached, because finding the tables takes longer than the digests. */
async function digestQueryOf(env: TestService['env']): Promise<string> {
  const existingDigest = digestQueries.get(env);
  if (existingDigest) return existingDigest;
  const tables = await env.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'binder_id' ORDER BY 1`,
  );
  const digest = (table: string, column: string) =>
    `SELECT '${table}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM ${table} t WHERE ${column} = $1`;
  const parts = [digest('binders', 'id'), ...tables.map(({ name }) => digest(name, 'binder_id'))];
  const statement = `${parts.join(' UNION ALL ')} UNION ALL SELECT 'number of binders', count(*)::text FROM binders`;
  digestQueries.set(env, statement);
  return statement;
}

export async function stateOf({ env }: TestService, binderId: string): Promise<Record<string, string>> {
  const rows = await env.db.query<{ name: string; digest: string }>(await digestQueryOf(env), [binderId]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
