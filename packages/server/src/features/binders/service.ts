import type { Page } from '@ringbinder/protocol';
import { type Actor, accessBinder, type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { append } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { findInvitations, type InvitationRow } from '../invitations/index.ts';
import { checkBinders } from '../orgs/index.ts';
import { firstPages } from '../pages/index.ts';
import { admitOwnBot } from './bot-installs.ts';
import * as queries from './queries.ts';

const MAX_OPENED_PAGES = 100;

export interface CreatedBinder {
  id: string;
  seq: number;
  at: number;
}

export function createBinder(
  env: Environment,
  db: Database,
  actor: Pick<Actor, 'userId' | 'orgId' | 'partnerId'>,
  input: { id?: string; name: string; description: string; conversation: boolean },
): Promise<CreatedBinder> {
  const { id = env.ids.next('binder') } = input;
  const at = env.clock.now();
  return db.transaction(async (tx) => {
    const owner = { partnerId: actor.partnerId, orgId: actor.orgId, ownerId: actor.userId };
    await queries.insertBinder(tx, { ...input, id, at, ...owner });
    await checkBinders(tx, actor.orgId);
    await admitOwnBot(env, tx, id, actor.userId);
    const context = { binderId: id, actorId: actor.userId, at, bus: env.bus };
    const seq = await append(tx, context, [{ kind: 'binder_created', body: { name: input.name } }]);
    return { id, seq, at };
  });
}

export interface OpenedBinder {
  binder: queries.BinderRow;
  members: queries.MemberRow[];
  invitations: InvitationRow[];
  pages: Page[];
}

export async function getBinder(env: Environment, actor: Actor, binderId: string): Promise<OpenedBinder> {
  await accessBinder(env.db, actor, binderId, 'read');
  // Four concurrent queries per request would fill the pool's queue.
  const binder = orNotFound(await queries.findBinderOf(env.db, actor.userId, binderId), 'binder', binderId);
  const now = env.clock.now();
  const members = await queries.findMembers(env.db, binderId, now);
  const invitations = await findInvitations(env.db, binderId, now);
  const pages = await firstPages(env, binderId, MAX_OPENED_PAGES);
  return { binder, members, invitations, pages };
}

export function updateBinder(
  call: BinderCall,
  change: { name: string | undefined; description: string | undefined },
): Promise<void> {
  const { name, description } = change;
  if (name === undefined && description === undefined)
    throw invalid('name', 'is required when there is no description');
  return changeBinder(call, 'write', async ({ tx, log }) => {
    await queries.updateBinderText(tx, call.binderId, change);
    const body = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    };
    await log([{ kind: 'binder_updated', body }]);
  });
}

export function deleteBinder(call: BinderCall): Promise<void> {
  return changeBinder(call, 'own', async ({ tx, at, log }) => {
    await queries.markBinderDeleted(tx, call.binderId, at);
    await log([{ kind: 'binder_deleted', body: {} }]);
  });
}
