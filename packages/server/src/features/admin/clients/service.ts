import { orNotFound, requirePartnerAdmin } from '../../../access/index.ts';
import { allowsPrivateNetworks } from '../../../config/config.ts';
import type { Environment } from '../../../environment/environment.ts';
import { because, invalid, notFound, preconditionFailed, referenceNotFound } from '../../../errors.ts';
import { type SealedSecret, sealForAnswer } from '../../../secrets/sealed-secret.ts';
import type { AdminChange } from '../../audit/index.ts';
import { replaceEventsSecret, setEventLog } from '../../event-logs/index.ts';
import { revokeTokens } from '../../oauth/index.ts';
import { checkEndpoint, replaceReceiverSecret, setReceiver } from '../../push/index.ts';
import { graceEnd, newClientSecret, newWebhookSecret } from '../secret.ts';
import { checkEach, originProblem, redirectUriProblem } from './addresses.ts';
import { checkTexts } from './client-texts.ts';
import * as queries from './queries.ts';

export interface ClientChange extends queries.ClientChange {
  notification_url?: string;
  event_log?: boolean;
  events_url?: string;
}

export interface ClientInput extends Omit<ClientChange, 'name' | 'disabled'> {
  name: string;
  org_id?: string;
  public?: boolean;
}

function checkFields(
  { config }: Pick<Environment, 'config'>,
  { redirect_uris, origins, texts, notification_url: url, event_log, events_url: eventsUrl }: ClientChange,
): void {
  checkEach('redirect_uris', redirect_uris, redirectUriProblem);
  checkEach('origins', origins, originProblem);
  checkTexts(texts);
  if (url) checkEndpoint('notification_url', url, config.pushPrivateNetwork);
  if (eventsUrl) checkEndpoint('events_url', eventsUrl, allowsPrivateNetworks(config));
  if (eventsUrl && event_log === false) throw invalid('event_log', 'must not be false with events_url');
}

const auditDetails = <T extends Pick<ClientChange, 'texts'>>({ texts, ...others }: T) => ({
  ...others,
  ...(texts && { renamed_texts: Object.keys(texts) }),
});

/** The implicit grant is missing, because PKCE does not protect it. */
const PUBLIC_GRANTS = ['authorization_code', 'refresh_token'];

function checkGrants(isPublic: boolean, grants: readonly string[] = []): void {
  const index = grants.findIndex((grant) => !PUBLIC_GRANTS.includes(grant));
  if (isPublic && index !== -1)
    throw invalid(`grants[${index}]`, `must be one of ${PUBLIC_GRANTS.join(', ')} for a public client`);
}

async function changeReceiver(
  env: Environment,
  { tx, at }: AdminChange,
  clientId: string,
  { notification_url: url }: ClientChange,
): Promise<SealedSecret | null> {
  if (url === undefined) return null;
  const secret = await setReceiver(env, tx, { clientId, url, at }, newWebhookSecret);
  return secret === undefined ? null : sealForAnswer(env.secrets, secret);
}

async function changeEventLog(
  env: Environment,
  { tx, at }: AdminChange,
  client: Pick<queries.ClientRow, 'id' | 'is_public'>,
  { event_log: isOn, events_url: url }: ClientChange,
): Promise<SealedSecret | null> {
  if (isOn === undefined && url === undefined) return null;
  if (client.is_public && (isOn || url))
    throw invalid(
      isOn ? 'event_log' : 'events_url',
      'is not available to a public client, which has no secret',
    );
  const secret = await setEventLog(env, tx, { clientId: client.id, isOn, url, at }, newWebhookSecret);
  return secret === undefined ? null : sealForAnswer(env.secrets, secret);
}

export async function createClient(
  env: Environment,
  change: AdminChange,
  partnerId: string,
  input: ClientInput,
): Promise<{
  client: queries.ClientRow;
  secret: SealedSecret | null;
  notificationSecret: SealedSecret | null;
  eventsSecret: SealedSecret | null;
}> {
  const { ids, secrets } = env;
  const { tx, at, actor, record } = change;
  requirePartnerAdmin(actor, partnerId);
  checkFields(env, input);
  const isPublic = input.public ?? false;
  checkGrants(isPublic, input.grants);
  const id = ids.next('client');
  const secret = isPublic ? null : newClientSecret();
  const createdClient = await queries.insertClient(tx, {
    id,
    partnerId,
    orgId: input.org_id ?? null,
    kind: 'app',
    name: input.name,
    secretSealed: secret === null ? null : secrets.seal(secret),
    redirectUris: input.redirect_uris ?? [],
    origins: input.origins ?? [],
    grants: input.grants ?? [],
    scope: input.scope ?? 'read write',
    trusted: input.trusted ?? false,
    ...(input.texts && { texts: input.texts }),
    at,
  });
  if (!createdClient) throw referenceNotFound('org_id', because('unknown_org'));
  const notificationSecret = await changeReceiver(env, change, id, input);
  const eventsSecret = await changeEventLog(env, change, { id, is_public: isPublic }, input);
  await record({
    partnerId,
    orgId: input.org_id,
    action: 'client.create',
    target: id,
    details: auditDetails(input),
  });
  const client = orNotFound(await queries.findClient(tx, partnerId, id), 'client', id);
  return {
    client,
    secret: secret === null ? null : sealForAnswer(secrets, secret),
    notificationSecret,
    eventsSecret,
  };
}

export async function updateClient(
  env: Environment,
  adminChange: AdminChange,
  { partnerId, clientId }: { partnerId: string; clientId: string },
  change: ClientChange,
): Promise<{
  client: queries.ClientRow;
  notificationSecret: SealedSecret | null;
  eventsSecret: SealedSecret | null;
}> {
  const { tx, at, actor, record, revokes } = adminChange;
  requirePartnerAdmin(actor, partnerId);
  if (Object.values(change).every((value) => value === undefined))
    throw invalid('', because('nothing_to_change'));
  checkFields(env, change);
  const changed = await queries.changeClient(tx, { partnerId, clientId, kind: 'app' }, change, at);
  if (!changed) throw notFound('client', clientId);
  const notificationSecret = await changeReceiver(env, adminChange, clientId, change);
  const { disabled } = change;
  if (disabled) await revokeTokens(tx, { clientId }, at);
  const changedClient = orNotFound(await queries.findClient(tx, partnerId, clientId), 'client', clientId);
  const eventsSecret = await changeEventLog(env, adminChange, changedClient, change);
  const client = orNotFound(await queries.findClient(tx, partnerId, clientId), 'client', clientId);
  checkGrants(client.is_public, change.grants);
  const action = disabled === undefined ? 'client.update' : disabled ? 'client.disable' : 'client.enable';
  const orgId = client.org_id ?? undefined;
  await record({ partnerId, orgId, action, target: clientId, details: auditDetails(change) });
  if (disabled || change.scope !== undefined || change.grants !== undefined) await revokes();
  return { client, notificationSecret, eventsSecret };
}

export interface RotatedSecret {
  secret: SealedSecret;
  /** Milliseconds since 1970. Null if the old secret has already expired. */
  oldUntil: number | null;
}

export async function rotateClientSecret(
  { secrets }: Environment,
  { tx, at, actor, record, revokes }: AdminChange,
  of: { partnerId: string; clientId: string; kind: 'app' | 'bot' },
  graceSeconds: number,
): Promise<RotatedSecret> {
  const { partnerId, clientId, kind } = of;
  requirePartnerAdmin(actor, partnerId);
  const secret = newClientSecret();
  const oldUntil = graceEnd(at, graceSeconds);
  const noun = kind === 'app' ? 'client' : 'bot';
  if (!(await queries.replaceSecret(tx, of, secrets.seal(secret), oldUntil, at))) {
    if ((await queries.findClient(tx, partnerId, clientId))?.is_public)
      throw invalid('client_id', 'names a public client, which has no secret');
    throw notFound(noun, clientId);
  }
  const details = { ...(kind === 'bot' ? { secret: 'client' } : {}), grace_seconds: graceSeconds };
  await record({ partnerId, action: `${noun}.rotate`, target: clientId, details });
  await revokes();
  return { secret: sealForAnswer(secrets, secret), oldUntil };
}

const PUSH_SECRETS = {
  notification: { replace: replaceReceiverSecret, missing: because('no_notification_url') },
  events: { replace: replaceEventsSecret, missing: because('no_events_url') },
} as const;

export async function rotatePushSecret(
  env: Environment,
  { tx, at, actor, record }: AdminChange,
  { partnerId, clientId, of }: { partnerId: string; clientId: string; of: keyof typeof PUSH_SECRETS },
  graceSeconds: number,
): Promise<RotatedSecret> {
  requirePartnerAdmin(actor, partnerId);
  orNotFound(await queries.findClient(tx, partnerId, clientId), 'client', clientId);
  const secret = newWebhookSecret();
  const oldUntil = graceEnd(at, graceSeconds);
  const { replace, missing } = PUSH_SECRETS[of];
  if (!(await replace(env, tx, clientId, secret, oldUntil))) throw preconditionFailed(missing);
  const details = { secret: of, grace_seconds: graceSeconds };
  await record({ partnerId, action: 'client.rotate', target: clientId, details });
  return { secret: sealForAnswer(env.secrets, secret), oldUntil };
}
