import { languages } from '@ringbinder/locales';
import { visibleName } from '@ringbinder/protocol/visible-name.ts';
import type { Environment } from '../../../environment/environment.ts';
import { createBatcher, type Submit } from '../../../storage/batcher.ts';
import { type Clock, isNear } from '../../../time/clock.ts';
import { acceptInvitations } from '../../invitations/index.ts';
import { isTimeZone, isWebAddress, preferredName } from '../../users/index.ts';
import { wrongParameter } from '../parameters.ts';
import { grantedScope } from '../scope.ts';
import { TokenError } from '../token-error.ts';
import { keyOf } from '../tokens/directory.ts';
import { mintToken, type TokenAnswer, tokenAnswer } from '../tokens/issue.ts';
import type { Grant, GrantCall } from './grant.ts';
import {
  type GrantedUser,
  grantToExistingUsers,
  grantToUniqueId,
  orgBelongsToPartner,
  type ProfileInput,
  type UniqueIdGrant,
} from './unique-identifier-queries.ts';

export const UNIQUE_IDENTIFIER = 'http://www.service.com/auth_uniqueid';

const CLOCK_SKEW_MS = 5 * 60 * 1000;
const MAX_WAITING = 1_000;

/** Finds users only by unique id, never by email. */
export function createUniqueIdentifierGrant(env: Environment): Grant {
  const submit = createBatcher<UniqueIdGrant, GrantedUser | undefined>(
    (clientId, grants) => grantToUsers(env, clientId, grants),
    { maxWaiting: MAX_WAITING },
  );
  return (call) => grantUniqueId(call, submit);
}

async function grantToUsers(
  env: Environment,
  clientId: string,
  grants: UniqueIdGrant[],
): Promise<(GrantedUser | undefined)[]> {
  const existingUsers = await grantToExistingUsers(env.db, clientId, grants);
  return grants.map(({ tokenHash }) => existingUsers.get(keyOf(tokenHash)));
}

async function grantUniqueId(
  { env, client, parameters, address }: GrantCall,
  submit: Submit<UniqueIdGrant, GrantedUser | undefined>,
): Promise<TokenAnswer> {
  const call = { env, client, parameters, address };
  const uniqueId = parameters.required('uniqueid', 255);
  checkTimestamp(parameters.required('timestamp'), env.clock);
  const profile = readProfile(call);
  const scope = grantedScope(client.scope, parameters.optional('scope'));
  const orgId = await findOrg(call);

  const access = mintToken();
  const seconds = env.config.accessTokenSeconds;
  const now = env.clock.now();
  const grant: UniqueIdGrant = {
    newUserId: env.ids.next('user'),
    partnerId: client.partnerId,
    clientId: client.id,
    orgId,
    uniqueId,
    profile,
    defaultName: preferredName(profile.firstName, profile.lastName, uniqueId),
    tokenHash: access.hash,
    scope,
    now,
    expiresAt: now + seconds * 1000,
  };
  const granted = (await submit(client.id, grant)) ?? (await grantToUniqueId(env.db, grant));
  if (!granted) throw new TokenError('invalid_grant', 'the user or the org is disabled');
  if (granted.isInvited)
    await acceptInvitations(env, { userId: granted.userId, kind: 'unique_id', value: uniqueId });
  const [{ userId }, clientId] = [granted, client.id];
  env.signIns.record({ action: 'token.grant', method: 'unique-identifier', userId, clientId, address });
  return tokenAnswer(access, seconds, scope);
}

function checkTimestamp(text: string, clock: Clock): void {
  if (!/^\d{13}(\.\d{1,9})?$/.test(text))
    throw wrongParameter('timestamp', 'must be milliseconds since 1970-01-01 UTC, 13 digits');
  if (!isNear(clock, Number(text), CLOCK_SKEW_MS)) {
    throw wrongParameter('timestamp', 'is more than 5 minutes away from the server’s time');
  }
}

function readProfile({ parameters }: GrantCall): ProfileInput {
  const language = parameters.optional('language');
  if (language !== undefined && !languages.includes(language)) {
    throw wrongParameter('language', `must be one of ${languages.join(', ')}`);
  }
  const timezone = parameters.optional('timezone');
  if (timezone !== undefined && !isTimeZone(timezone)) {
    throw wrongParameter('timezone', 'must be a name of the tz database, like Europe/Berlin');
  }
  const pictureUrl = parameters.optional('pictureurl');
  if (pictureUrl !== undefined && !isWebAddress(pictureUrl)) {
    throw wrongParameter('pictureurl', 'must be an http or https address');
  }
  return {
    firstName: nameOrNone(parameters.optional('firstname', 100)),
    lastName: nameOrNone(parameters.optional('lastname', 100)),
    pictureUrl,
    timezone,
    language,
    planCode: parameters.optional('plancode', 100),
    orgUnit: parameters.optional('org_unit', 1000),
  };
}

async function findOrg({ env, client, parameters }: GrantCall): Promise<string> {
  const requestedOrg = parameters.optional('orgid');
  if (requestedOrg === undefined) {
    const own = client.orgId ?? client.defaultOrgId;
    if (own === null)
      throw wrongParameter('orgid', 'is required: the client’s partner has no org of its own');
    return own;
  }
  const belongs =
    client.orgId === null
      ? await orgBelongsToPartner(env.db, requestedOrg, client.partnerId)
      : requestedOrg === client.orgId;
  if (!belongs) throw wrongParameter('orgid', 'is not an org of this client');
  return requestedOrg;
}

const nameOrNone = (name: string | undefined) => visibleName(name ?? '') || undefined;
