import assert from 'node:assert/strict';
import { startFamily } from '@ringbinder/server/features/oauth/index.ts';
import type { Answer, Caller } from './caller.ts';
import type { CreatedUser } from './factory.ts';
import type { TestService } from './service.ts';

/** Callers with a place in the binder, or without one. */
type Person = 'owner' | 'editor' | 'viewer' | 'bot' | 'colleague' | 'neighbour' | 'stranger';
/** Callers whose token is the point: the owner with scope `read`, and those whose token does not count. */
type Bearer = 'reader' | 'nobody' | 'unknown' | 'expired' | 'revoked';
/** Every kind of caller that an operation can meet. The bot is an editor of the binder. */
export type ActorName = Person | Bearer;

/** The status that each kind of caller gets. */
export type ActorTable = Record<ActorName, number>;

/** What anyone gets in a binder who is not in it, or has no token that counts. */
export const outsiders = {
  colleague: 403,
  neighbour: 403,
  stranger: 403,
  nobody: 401,
  unknown: 401,
  expired: 401,
  revoked: 401,
} satisfies Partial<ActorTable>;

/** A caller on stage. */
export interface Actor {
  name: ActorName;
  /** Calls the API with the actor's token. */
  call: Caller;
  /** The caller's user; the owner for those whose token is the point. */
  user: CreatedUser;
}

/** Callers of every kind, who can be set before one operation after another. */
export interface Actors {
  users: Record<Person, CreatedUser>;
  /** A new binder with its owner, editor, viewer and bot. */
  fixture(): Promise<string>;
  /**
   * Calls as every actor, and holds the answers to the table. A refused call must leave everything in the binder as it
   * was, and so must an accepted one unless it `changes` something. Each call that changes something has a binder of its
   * own; the others come first and share one.
   * @param prepare makes what the operation needs in the binder
   */
  check<P>(operation: {
    expected: ActorTable;
    changes: boolean;
    prepare?: (binderId: string) => Promise<P>;
    call: (actor: Actor, binderId: string, prepared: P) => Promise<Answer>;
  }): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

/** Makes the actors of a service: once for a test file. */
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
    colleague: await inOrg(),
    neighbour: await make.user({ partner, client, orgId: await make.org(partner.id) }),
    stranger: await make.user(),
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
        const told = `${actor.name}: ${answer.status} ${JSON.stringify(answer.body)}`;
        assert.equal(answer.status, expected[actor.name], told);
        const after = await stateOf(service, binderId);
        if (changes && answer.status < 400) assert.notDeepEqual(after, before, `${told} changed nothing`);
        else assert.deepEqual(after, before, `${told} changed something`);
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

const digests = new WeakMap<TestService['env'], string>();

/** The statement that makes a digest of each table's rows of a binder. Looking up the tables takes longer than the digests. */
async function digestsOf(env: TestService['env']): Promise<string> {
  const known = digests.get(env);
  if (known) return known;
  const tables = await env.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'binder_id' ORDER BY 1`,
  );
  const digest = (table: string, column: string) =>
    `SELECT '${table}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM ${table} t WHERE ${column} = $1`;
  const parts = [digest('binders', 'id'), ...tables.map(({ name }) => digest(name, 'binder_id'))];
  const statement = `${parts.join(' UNION ALL ')} UNION ALL SELECT 'number of binders', count(*)::text FROM binders`;
  digests.set(env, statement);
  return statement;
}

/**
 * A digest of all rows that belong to a binder by table, and the number of binders there are: equal before and after
 * what changed nothing.
 */
export async function stateOf({ env }: TestService, binderId: string): Promise<Record<string, string>> {
  const rows = await env.db.query<{ name: string; digest: string }>(await digestsOf(env), [binderId]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
