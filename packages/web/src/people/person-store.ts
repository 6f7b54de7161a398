import { signal } from '@preact/signals';
import { type RingbinderClient, unwrap } from '@ringbinder/client';
import type { Member, Person, UserStatus } from '@ringbinder/protocol';
import { learnPictures } from '../design/avatar.tsx';

const MAX_AGE_MS = 60_000;

const read = signal<ReadonlyMap<string, { person: Promise<Person>; readAt: number }>>(new Map());
/** Statuses that are newer than those in the binders' replicas. */
const statuses = signal<ReadonlyMap<string, UserStatus | undefined>>(new Map());

export function readPerson(client: RingbinderClient, userId: string): Promise<Person> {
  const cached = read.peek().get(userId);
  if (cached && Date.now() - cached.readAt < MAX_AGE_MS) return cached.person;
  const params = { path: { user_id: userId } };
  const person = unwrap(client.api.GET('/users/{user_id}', { params }));
  read.value = new Map(read.peek()).set(userId, { person, readAt: Date.now() });
  const isLatest = () => read.peek().get(userId)?.person === person;
  person.then(
    ({ status }) => {
      if (isLatest()) statuses.value = new Map(statuses.peek()).set(userId, status);
    },
    () => {
      if (isLatest()) forgetPerson(userId);
    },
  );
  return person;
}

const MAX_MEMBERS = 200;
const refreshedAt = new Map<string, number>();

/** A replica learns statuses and pictures only with its next snapshot. Ignores failures. */
export async function refreshPeople(
  { api }: RingbinderClient,
  binder_id: string,
  readMembers: () => readonly Member[],
): Promise<void> {
  const members = readMembers();
  const last = refreshedAt.get(binder_id) ?? 0;
  if (members.length > MAX_MEMBERS || Date.now() - last < MAX_AGE_MS) return;
  refreshedAt.set(binder_id, Date.now());
  const inReplica = textsOf(members);
  const known = statuses.peek();
  const reading = unwrap(api.GET('/{binder_id}/users', { params: { path: { binder_id } } }));
  const { users } = await reading.catch(() => ({ users: [] }));
  learnPictures(users.map(({ user }) => user));
  const current = textsOf(readMembers());
  // Skip statuses that changed during the request.
  const newer = users.filter(
    ({ user: { id, status } }) =>
      JSON.stringify(status) !== inReplica.get(id) &&
      current.get(id) === inReplica.get(id) &&
      statuses.peek().get(id) === known.get(id),
  );
  if (newer.length === 0) return;
  statuses.value = new Map([...statuses.peek(), ...newer.map(({ user }) => [user.id, user.status] as const)]);
}

const textsOf = (members: readonly Member[]) =>
  new Map(members.map(({ user }) => [user.id, JSON.stringify(user.status)]));

export function forgetPerson(userId: string): void {
  const rest = new Map(read.peek());
  rest.delete(userId);
  read.value = rest;
}

export function forgetStatus(userId: string): void {
  const rest = new Map(statuses.peek());
  if (rest.delete(userId)) statuses.value = rest;
}

/** @param inReplica the member's status according to a binder's replica */
export function statusOf(
  userId: string,
  inReplica: UserStatus | undefined,
  now: number,
): UserStatus | undefined {
  const known = statuses.value;
  const status = known.has(userId) ? known.get(userId) : inReplica;
  return status?.until_time && status.until_time <= now ? undefined : status;
}
