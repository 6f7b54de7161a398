import { signal } from '@preact/signals';
import { type RingbinderClient, unwrap } from '@ringbinder/client';
import type { Person, UserStatus } from '@ringbinder/protocol';

const MAX_AGE_MS = 60_000;

/** People and their statuses as last read, by user id. They are newer than those in replicas until these change. */
const read = signal<ReadonlyMap<string, { person: Promise<Person>; readAt: number }>>(new Map());
const statuses = signal<ReadonlyMap<string, UserStatus | undefined>>(new Map());

/** Reads a person, at most once a minute. */
export function readPerson(client: RingbinderClient, userId: string): Promise<Person> {
  const cached = read.peek().get(userId);
  if (cached && Date.now() - cached.readAt < MAX_AGE_MS) return cached.person;
  const params = { path: { user_id: userId } };
  const person = unwrap(client.api.GET('/users/{user_id}', { params }));
  read.value = new Map(read.peek()).set(userId, { person, readAt: Date.now() });
  // A response that arrives after that of a later read is older.
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

/** The next read of the person asks the server. */
export function forgetPerson(userId: string): void {
  const rest = new Map(read.peek());
  rest.delete(userId);
  read.value = rest;
}

/** The replica has a newer status. */
export function forgetStatus(userId: string): void {
  const rest = new Map(statuses.peek());
  if (rest.delete(userId)) statuses.value = rest;
}

/** The status of a person now; undefined after its end. @param inReplica of the member in a binder */
export function statusOf(
  userId: string,
  inReplica: UserStatus | undefined,
  now: number,
): UserStatus | undefined {
  const known = statuses.value;
  const status = known.has(userId) ? known.get(userId) : inReplica;
  return status && (status.until_time ?? Number.POSITIVE_INFINITY) > now ? status : undefined;
}
