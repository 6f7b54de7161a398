import {
  type Actor,
  accessBinderAsOf,
  type BinderRole,
  binderPosition,
  orNotFound,
  requireRole,
} from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { createBatcher } from '../../storage/batcher.ts';
import { readOnReplica } from '../../storage/replica.ts';
import { findMessages, type MessageRange, type MessageRow } from './queries.ts';

export type StoredMessage = MessageRow & { id: number };

/** The response contains the first `fittingCount` of `rows`. If `rows` has more, further messages follow. */
export interface MessageList {
  rows: StoredMessage[];
  fittingCount: number;
  answer?: Buffer;
}

/** Returns fewer messages than requested if they are long. */
export type ListMessages = (actor: Actor, range: MessageRange) => Promise<MessageList>;

const MAX_WAITING = 2_000;

interface Listed {
  role: BinderRole | null;
  list: MessageList;
}

/** Requests that arrive during a read share the next read, which checks the access of each caller. */
export function createListing(env: Environment): ListMessages {
  const readTogether = createBatcher<ListInput, Listed | undefined>(
    async (_key, inputs) => {
      const [first] = inputs;
      return first
        ? readList(
            env,
            first.range,
            inputs.map(({ userId }) => userId),
          )
        : [];
    },
    { maxWaiting: MAX_WAITING },
  );
  return async ({ userId }, range) => {
    const { binderId, direction, from, limit } = range;
    const listed = await readTogether(`${binderId} ${direction} ${from} ${limit}`, { userId, range });
    requireRole(listed && { member_role: listed.role }, binderId, 'read');
    return listed?.list ?? { rows: [], fittingCount: 0 };
  };
}

interface ListInput {
  userId: string;
  range: MessageRange;
}

async function readList(
  env: Environment,
  range: MessageRange,
  userIds: readonly string[],
): Promise<(Listed | undefined)[]> {
  const results = await readOnReplica(env, binderPosition(range.binderId), (db) =>
    findMessages(db, { ...range, limit: range.limit + 1 }, userIds),
  );
  const roles = results[0]?.roles;
  if (!roles) return [];
  const list = listOf(range, results);
  return roles.map((role) => ({ role, list }));
}

export async function listMessagesAsOf(
  env: Environment,
  actor: Actor,
  range: MessageRange,
  asOf: string,
): Promise<MessageList> {
  const db = await accessBinderAsOf(env, actor, range.binderId, asOf, ['messages']);
  const results = await findMessages(db, { ...range, limit: range.limit + 1 }, [actor.userId]);
  return listOf(range, results);
}

export function listOf({ limit }: { limit: number }, results: readonly MessageRow[]): MessageList {
  const rows = results.filter((row): row is StoredMessage => row.id !== null);
  return { rows, fittingCount: Math.min(limit, rows.filter(({ fits }) => fits).length) };
}

export async function getMessage(
  list: ListMessages,
  actor: Actor,
  binderId: string,
  messageId: number,
): Promise<StoredMessage> {
  const { rows } = await list(actor, { binderId, direction: 'before', from: messageId + 1, limit: 1 });
  return orNotFound(
    rows.find(({ id }) => id === messageId),
    'message',
    messageId,
  );
}
