import { listAll, type operations, type RingbinderClient, unwrap } from '@ringbinder/client';
import type { Member, User } from '@ringbinder/protocol';
import { hasBeginnings, hasParts } from '@ringbinder/protocol/search.ts';
import { explained } from '../binder/refusal.ts';

type Added = NonNullable<
  operations['inviteUsers']['requestBody']
>['content']['application/json']['users'][number]['user'];

export interface Candidate {
  key: string;
  name: string;
  about: string;
  picture: string;
  isBot: boolean;
  isInvited: boolean;
  user: Added;
}

/** Includes current members and the org's bots. Throws a Refusal. */
export async function readCandidates(
  { api }: RingbinderClient,
  orgId: string,
): Promise<readonly Candidate[]> {
  const withCursor = (cursor: string | undefined) => ({
    limit: 1_000,
    ...(cursor !== undefined && { cursor }),
  });
  const contacts = (cursor: string | undefined) =>
    unwrap(
      api.GET('/{user_id}/contacts', { params: { path: { user_id: 'me' }, query: withCursor(cursor) } }),
    );
  const bots = (cursor: string | undefined) =>
    unwrap(
      api.GET('/me/orgs/{org_id}/bots', { params: { path: { org_id: orgId }, query: withCursor(cursor) } }),
    );
  const [people, enabled] = await explained(
    Promise.all([readAll(listAll(contacts, 'contacts')), readAll(listAll(bots, 'bots'))]),
  );
  return [...people, ...enabled.flatMap(({ user, enabled }) => (user && enabled ? [user] : []))].map(
    toCandidate,
  );
}

async function readAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of list) all.push(each);
  return all;
}

function toCandidate({ id, name, email, unique_id, picture_uri, is_bot }: User): Candidate {
  return {
    key: id,
    name,
    about: email ?? unique_id ?? '',
    picture: picture_uri,
    isBot: is_bot,
    isInvited: false,
    user: { id },
  };
}

const MAX_MATCHES = 30;

export function matchingCandidates(
  candidates: readonly Candidate[],
  { query, members, orgId }: { query: string; members: readonly Member[]; orgId: string },
): readonly Candidate[] {
  const memberIds = new Set(members.map(({ user }) => user.id));
  const words = query.trim().split(/\s+/);
  const fitting = candidates.filter(({ key, name, about }) => {
    return !memberIds.has(key) && words.every((word) => hasParts(about, word) || hasBeginnings(name, word));
  });
  return [...fitting.slice(0, MAX_MATCHES), ...invitableCandidates(query.trim(), fitting, members, orgId)];
}

/** Accepts plausible addresses. The server decides. */
const EMAIL = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@<>()[\],;:"]+$/u;
const UNIQUE_ID = /^\S{2,255}$/u;

function invitableCandidates(
  typed: string,
  fitting: readonly Candidate[],
  members: readonly Member[],
  orgId: string,
): readonly Candidate[] {
  const isSame = (value: string | null | undefined) => value?.toLowerCase() === typed.toLowerCase();
  const isListed =
    fitting.some(({ about }) => isSame(about)) ||
    members.some(({ user }) => isSame(user.email) || isSame(user.unique_id));
  if (isListed) return [];
  const common = {
    key: typed.toLowerCase(),
    name: typed,
    about: '',
    picture: '',
    isBot: false,
    isInvited: true,
  };
  if (EMAIL.test(typed)) return [{ ...common, user: { email: typed } }];
  if (!UNIQUE_ID.test(typed) || typed.includes('@') || fitting.length > 0) return [];
  return [{ ...common, user: { unique_id: typed, org_id: orgId } }];
}
