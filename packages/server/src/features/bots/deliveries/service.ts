import type { Actor } from '../../../access/index.ts';
import { requireOrgAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { invalid, notFound, preconditionFailed } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/index.ts';
import { type AdminChange, recordAudit } from '../../audit/index.ts';
import { createWebhookSender, outcomeOf } from '../delivery/push.ts';
import { buildLifecycleEvent, writeEvent, writeMessage } from '../events/index.ts';
import * as queries from './queries.ts';

export interface AdministeredBot extends queries.OrgBotTarget {
  orgId: string;
  partnerId: string;
  clientId: string;
}

/**
 * Returns a bot to an admin of the org. Throws not found for a bot of another partner, and precondition failed for one
 * that was never enabled in the org.
 */
export async function administerBot(
  env: Environment,
  actor: Actor,
  orgId: string,
  clientId: string,
): Promise<AdministeredBot> {
  const { partnerId } = await requireOrgAdmin(env.db, actor, orgId);
  const target = await queries.findOrgBotTarget(env.db, orgId, clientId, env.clock.now());
  if (target) return { ...target, orgId, partnerId, clientId };
  if (await queries.isBotOfPartner(env.db, partnerId, clientId)) throw notEnabled();
  throw notFound('bot', clientId);
}

const notEnabled = () => preconditionFailed('the bot is not enabled in this org');

export interface ReplayInput {
  from?: number;
  sequences?: number[];
  dead?: true;
}

/**
 * Schedules events of a bot for delivery again and returns their number. Throws invalid unless exactly one field of
 * `input` is set, not found for an unknown or deleted sequence, and precondition failed for a disabled bot.
 */
export async function replay(
  env: Environment,
  change: AdminChange,
  bot: AdministeredBot,
  input: ReplayInput,
): Promise<number> {
  const choice = choose(input);
  requireEnabled(bot);
  const { tx } = change;
  if ('sequences' in choice) {
    for (const sequence of choice.sequences)
      if (!(await queries.findDelivery(tx, bot.user_id, sequence))) throw notFound('event', sequence);
  }
  const replayed = await queries.replayEvents(tx, bot.user_id, choice);
  const { orgId, partnerId, clientId } = bot;
  const { from, sequences, dead } = input;
  const details = { from, sequences, dead, replayed: replayed.length };
  await change.record({ orgId, partnerId, action: 'bot.replay', target: clientId, details });
  tx.afterCommit(() => env.bus.wake(bot.user_id));
  return replayed.length;
}

function choose({ from, sequences, dead }: ReplayInput): queries.ReplayChoice {
  const ranges = [
    ...(from === undefined ? [] : [{ from }]),
    ...(sequences === undefined ? [] : [{ sequences }]),
    ...(dead === undefined ? [] : [{ dead }]),
  ];
  const [choice] = ranges;
  if (choice === undefined || ranges.length > 1)
    throw invalid('from', 'or sequences or dead must be given, one of them');
  return choice;
}

function requireEnabled(bot: AdministeredBot): void {
  if (!bot.is_enabled) throw notEnabled();
}

/**
 * Posts a signed test message to a bot and returns the result. Throws precondition failed for a bot that is disabled or
 * has no URL.
 */
export async function sendTest(
  env: Environment,
  outbound: Outbound,
  bot: AdministeredBot,
  by: { actor: Actor; address: string },
): Promise<queries.AttemptRow> {
  requireEnabled(bot);
  if (bot.webhook_url === '') throw preconditionFailed('the bot has no webhook_url');
  const { orgId, partnerId, clientId, user_id: userId, name } = bot;
  const at = env.clock.now();
  await env.db.transaction((tx) =>
    recordAudit(tx, {
      at,
      orgId,
      partnerId,
      actorId: by.actor.userId,
      address: by.address,
      action: 'bot.test',
      target: clientId,
      details: {},
    }),
  );
  const messageId = env.ids.next('event');
  const built = buildLifecycleEvent('bot_enabled', { userId, name }, { id: orgId, object_type: 'org' });
  const causer = { id: userId, name, image_url: '', email: '', unique_id: null, is_bot: true };
  const head = { messageId, kind: built.kind, binderId: '', to: { clientId, orgId } };
  const body = writeMessage(head, writeEvent(built, causer, at));
  const push = createWebhookSender(env, outbound, bot);
  return { at, ...outcomeOf(await push({ messageId, body }, at, { 'ringbinder-test': 'true' })) };
}
