import type { Actor } from '../../../access/index.ts';
import { requireOrgAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { because, invalid, notFound, preconditionFailed } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/index.ts';
import { type AdminChange, recordAudit } from '../../audit/index.ts';
import { createWebhookSender, toCallResult } from '../delivery/push.ts';
import { buildLifecycleEvent, writeEvent, writeMessage } from '../events/index.ts';
import * as queries from './queries.ts';

export interface Receiver extends queries.ReceiverTarget {
  /** Undefined for a client of several orgs. */
  orgId: string | undefined;
  partnerId: string;
  clientId: string;
  noun: 'bot' | 'client';
}

export async function administerBot(
  env: Environment,
  actor: Actor,
  orgId: string,
  clientId: string,
): Promise<Receiver & { orgId: string }> {
  const { partnerId } = await requireOrgAdmin(env.db, actor, orgId);
  const target = await queries.findOrgBotTarget(env.db, orgId, clientId, env.clock.now());
  if (target) return { ...target, orgId, partnerId, clientId, noun: 'bot' };
  if (await queries.isBotOfPartner(env.db, partnerId, clientId))
    throw preconditionFailed(DISABLED_REASONS.bot);
  throw notFound('bot', clientId);
}

const DISABLED_REASONS = { bot: because('bot_not_enabled'), client: because('client_disabled') } as const;
const WITHOUT_ADDRESS = {
  bot: because('bot_no_webhook'),
  client: because('no_events_url'),
} as const;

export interface ReplayInput {
  from?: number;
  sequences?: number[];
  dead?: true;
}

export async function replay(
  env: Environment,
  change: AdminChange,
  receiver: Receiver,
  input: ReplayInput,
): Promise<number> {
  const choice = choose(input);
  requireEnabled(receiver);
  const { tx } = change;
  const { user_id: userId, orgId, partnerId, clientId, noun } = receiver;
  if ('sequences' in choice) {
    for (const sequence of choice.sequences)
      if (!(await queries.findDelivery(tx, userId, sequence))) throw notFound('event', sequence);
  }
  const replayed = await queries.replayEvents(tx, userId, choice);
  const { from, sequences, dead } = input;
  const details = { from, sequences, dead, replayed: replayed.length };
  await change.record({ orgId, partnerId, action: `${noun}.replay`, target: clientId, details });
  tx.afterCommit(() => env.bus.wake(userId));
  return replayed.length;
}

function choose({ from, sequences, dead }: ReplayInput): queries.ReplayChoice {
  const choices = [
    ...(from === undefined ? [] : [{ from }]),
    ...(sequences === undefined ? [] : [{ sequences }]),
    ...(dead === undefined ? [] : [{ dead }]),
  ];
  const [choice] = choices;
  if (choice === undefined || choices.length > 1)
    throw invalid('from', 'or sequences or dead must be given, and only one of them');
  return choice;
}

function requireEnabled({ is_enabled, noun }: Receiver): void {
  if (!is_enabled) throw preconditionFailed(DISABLED_REASONS[noun]);
}

type TestMessage = (messageId: string, at: number) => string | Promise<string>;

export async function sendTest(
  env: Environment,
  outbound: Outbound,
  receiver: Receiver,
  { actor, address, write }: { actor: Actor; address: string; write: TestMessage },
): Promise<queries.AttemptRow> {
  requireEnabled(receiver);
  const { orgId, partnerId, clientId, noun } = receiver;
  if (receiver.webhook_url === '') throw preconditionFailed(WITHOUT_ADDRESS[noun]);
  const at = env.clock.now();
  await env.db.transaction((tx) =>
    recordAudit(tx, {
      at,
      orgId,
      partnerId,
      actorId: actor.userId,
      address,
      action: `${noun}.test`,
      target: clientId,
      details: {},
    }),
  );
  const messageId = env.ids.next('event');
  const body = await write(messageId, at);
  const post = createWebhookSender(env, outbound, receiver);
  return { at, ...toCallResult(await post({ messageId, body }, at, { 'ringbinder-test': 'true' })) };
}

export const botTestMessage =
  ({ clientId, orgId, user_id: userId, name }: Receiver & { orgId: string }): TestMessage =>
  (messageId, at) => {
    const draft = buildLifecycleEvent('bot_enabled', { userId, name }, { id: orgId, object_type: 'org' });
    const causer = { id: userId, name, image_url: '', email: '', unique_id: null, is_bot: true };
    const head = { messageId, kind: draft.kind, binderId: '', to: { clientId, orgId } };
    return writeMessage(head, writeEvent(draft, causer, at));
  };
