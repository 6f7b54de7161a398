import type { EventUser } from '@ringbinder/protocol';
import { lockOrg, orNotFound } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { AdminChange } from '../../audit/index.ts';
import { abandonPending } from '../delivery/queries.ts';
import { buildLifecycleEvent, isSubscribedTo, writeEvent, writeMessage } from '../events/index.ts';
import { appendBotEvents } from '../log/append.ts';
import { type BotMove, leaveBinders, returnToOwnBinders } from './binders.ts';
import * as queries from './queries.ts';

export interface BotOfOrg {
  orgId: string;
  partnerId: string;
  clientId: string;
}

export async function setEnabled(
  env: Environment,
  change: AdminChange,
  of: BotOfOrg,
  enabled: boolean,
): Promise<queries.OrgBotRow> {
  const { tx, at, actor } = change;
  const { orgId, partnerId, clientId } = of;
  await lockOrg(tx, orgId);
  const bot = orNotFound(await queries.findOrgBot(tx, orgId, clientId), 'bot', clientId);
  if (bot.is_enabled === enabled) return bot;
  const userId = bot.user?.id ?? env.ids.next('user');
  const move = { userId, name: bot.bot_name, actorId: actor.userId, at };
  if (!enabled) await disable(env, tx, move);
  else if (bot.user) await enableAgain(env, tx, move);
  else await queries.insertBotUser(tx, { orgId, clientId, userId, at });
  const kind = enabled ? 'bot_enabled' : 'bot_disabled';
  if (isSubscribedTo(bot, kind)) await appendOrgLifecycleEvent(env, tx, of, move, kind);
  const action = enabled ? 'bot.enable' : 'bot.disable';
  await change.record({ partnerId, orgId, action, target: clientId, details: { enabled, user_id: userId } });
  const changed = orNotFound(await queries.findOrgBot(tx, orgId, clientId), 'bot', clientId);
  if (!enabled) await change.revokes();
  return changed;
}

async function disable(env: Environment, tx: Transaction, move: BotMove): Promise<void> {
  await queries.disableBotUser(tx, move.userId, move.at);
  await abandonPending(tx, move.userId);
  await leaveBinders(env, tx, move);
}

async function enableAgain(env: Environment, tx: Transaction, move: BotMove): Promise<void> {
  await queries.enableBotUser(tx, move.userId, move.at);
  await returnToOwnBinders(env, tx, move);
}

async function appendOrgLifecycleEvent(
  env: Environment,
  tx: Transaction,
  { orgId, clientId }: BotOfOrg,
  { userId, name, actorId, at }: BotMove,
  kind: 'bot_enabled' | 'bot_disabled',
): Promise<void> {
  const built = buildLifecycleEvent(kind, { userId, name }, { id: orgId, object_type: 'org' });
  const event = writeEvent(built, await findCauser(tx, actorId), at);
  const messageId = env.ids.next('event');
  const body = writeMessage({ messageId, kind, binderId: '', to: { clientId, orgId } }, event);
  await appendBotEvents(env, tx, [{ userId, messageId, binderId: '', kind, body }]);
}

async function findCauser(tx: Transaction, userId: string): Promise<EventUser> {
  const [row] = await tx.query<EventUser>(
    `SELECT id, name, picture_url AS image_url, coalesce(email, '') AS email, unique_id, is_bot FROM users WHERE id = $1`,
    [userId],
  );
  return orNotFound(row, 'user', userId);
}
