import { orNotFound, requirePartnerAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { because, invalid, notFound, withDetails } from '../../../errors.ts';
import { type SealedSecret, sealForAnswer } from '../../../secrets/sealed-secret.ts';
import type { AdminChange } from '../../audit/index.ts';
import { scheduleRetry } from '../../bots/index.ts';
import { requestDeparturesEverywhere } from '../../departures/index.ts';
import { revokeTokens } from '../../oauth/index.ts';
import { isWebAddress } from '../../users/index.ts';
import { changeClient, insertClient } from '../clients/queries.ts';
import type { RotatedSecret } from '../clients/service.ts';
import { graceEnd, newClientSecret, newWebhookSecret } from '../secret.ts';
import * as queries from './queries.ts';

/** Each delivery checks whether the connection is allowed. */
function checkBot(env: Environment, change: queries.BotChange): void {
  const { webhook_url, picture_url } = change;
  if (picture_url && !isWebAddress(picture_url)) throw invalid('picture_url', because('http_address'));
  if (!webhook_url) return;
  const url = URL.parse(webhook_url);
  if (!url || !isWebAddress(webhook_url)) throw invalid('webhook_url', because('https_address'));
  if (url.hash || webhook_url.includes('#')) throw invalid('webhook_url', because('fragment_not_allowed'));
  if (url.username || url.password) throw invalid('webhook_url', because('credentials_not_allowed'));
  if (url.protocol !== 'https:' && env.config.production)
    throw invalid('webhook_url', withDetails(because('https_address'), 'must be https'));
}

export async function createBotApp(
  env: Environment,
  { tx, at, actor, record }: AdminChange,
  partnerId: string,
  { name, ...bot }: queries.BotChange & { name: string },
): Promise<{ bot: queries.BotAppRow; client: SealedSecret; webhook: SealedSecret }> {
  requirePartnerAdmin(actor, partnerId);
  checkBot(env, bot);
  const { secrets } = env;
  const id = env.ids.next('client');
  const [clientSecret, webhookSecret] = [newClientSecret(), newWebhookSecret()];
  await insertClient(tx, {
    id,
    partnerId,
    orgId: null,
    kind: 'bot',
    name,
    secretSealed: secrets.seal(clientSecret),
    redirectUris: [],
    origins: [],
    grants: [],
    scope: 'read write',
    trusted: false,
    at,
  });
  await queries.insertBot(tx, id, secrets.seal(webhookSecret));
  await queries.changeBot(tx, id, bot);
  await record({ partnerId, action: 'bot.create', target: id, details: { name, ...bot } });
  return {
    bot: orNotFound(await queries.findBotApp(tx, partnerId, id), 'bot', id),
    client: sealForAnswer(secrets, clientSecret),
    webhook: sealForAnswer(secrets, webhookSecret),
  };
}

export async function updateBotApp(
  env: Environment,
  { tx, at, actor, record, revokes }: AdminChange,
  { partnerId, clientId }: { partnerId: string; clientId: string },
  change: queries.BotChange & { name?: string; disabled?: boolean },
): Promise<queries.BotAppRow> {
  requirePartnerAdmin(actor, partnerId);
  if (Object.values(change).every((value) => value === undefined))
    throw invalid('', because('nothing_to_change'));
  const { name, disabled, ...bot } = change;
  checkBot(env, bot);
  const clientChange = {
    ...(name === undefined ? {} : { name }),
    ...(disabled === undefined ? {} : { disabled }),
  };
  const before = orNotFound(await queries.findBotApp(tx, partnerId, clientId), 'bot', clientId);
  const changed = await changeClient(tx, { partnerId, clientId, kind: 'bot' }, clientChange, at);
  if (!changed) throw notFound('bot', clientId);
  await queries.changeBot(tx, clientId, bot);
  if (bot.webhook_url !== undefined || bot.allow_private_network !== undefined)
    await scheduleRetry(tx, clientId);
  await queries.renameBotUsers(tx, clientId, at);
  if (disabled) await revokeTokens(tx, { clientId }, at);
  if (disabled !== undefined && disabled !== (before.disabled_at !== null))
    await requestDeparturesEverywhere(tx, { clientId }, { actorId: actor.userId, at });
  const action = disabled === undefined ? 'bot.update' : disabled ? 'bot.withdraw' : 'bot.restore';
  await record({ partnerId, action, target: clientId, details: change });
  if (disabled) await revokes();
  return orNotFound(await queries.findBotApp(tx, partnerId, clientId), 'bot', clientId);
}

export async function rotateWebhookSecret(
  { secrets }: Environment,
  { tx, at, actor, record }: AdminChange,
  of: { partnerId: string; clientId: string },
  graceSeconds: number,
): Promise<RotatedSecret> {
  requirePartnerAdmin(actor, of.partnerId);
  const secret = newWebhookSecret();
  const oldUntil = graceEnd(at, graceSeconds);
  if (!(await queries.replaceWebhookSecret(tx, of, secrets.seal(secret), oldUntil)))
    throw notFound('bot', of.clientId);
  await scheduleRetry(tx, of.clientId);
  const details = { secret: 'webhook', grace_seconds: graceSeconds };
  await record({ partnerId: of.partnerId, action: 'bot.rotate', target: of.clientId, details });
  return { secret: sealForAnswer(secrets, secret), oldUntil };
}
