import {
  type Actor,
  accessBinderAt,
  type BinderRole,
  binderPosition,
  found,
  requireRole,
} from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { createBatcher } from '../../storage/batcher.ts';
import { readOnReplica } from '../../storage/replica.ts';
import { findMessages, type MessageRange, type MessageRow } from './queries.ts';

export type StoredMessage = MessageRow & { id: number };

/** Messages; those after the first `fitting` ones only tell that there are more. */
export interface MessageList {
  rows: StoredMessage[];
  fitting: number;
  /** The answer in bytes, once somebody has written it: whoever was given this very list can send it. */
  answer?: Buffer;
}

/** A part of a binder's messages: `limit`, or fewer when they are long. Needs read access. */
export type ListMessages = (actor: Actor, range: MessageRange) => Promise<MessageList>;

/** As many callers share a list. */
const MAX_WAITING = 2_000;

/** What one caller of several is given. */
interface Listed {
  role: BinderRole | null;
  list: MessageList;
}

/**
 * Makes the function that lists. Callers who want the same part of the same binder while it is being read wait, and are
 * then given one list, which is read after all of them have come: when a message is posted, all who look at the binder
 * ask for the same. Each has an access check of its own.
 */
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
    return listed?.list ?? { rows: [], fitting: 0 };
  };
}

interface ListInput {
  userId: string;
  range: MessageRange;
}

/** Reads a part once, for callers who may see it and for others; for none of them when there is no such binder. */
async function readList(
  env: Environment,
  range: MessageRange,
  userIds: readonly string[],
): Promise<(Listed | undefined)[]> {
  const found = await readOnReplica(env, binderPosition(range.binderId), (db) =>
    findMessages(db, { ...range, limit: range.limit + 1 }, userIds),
  );
  const roles = found[0]?.roles;
  if (!roles) return [];
  const list = listOf(range, found);
  return roles.map((role) => ({ role, list }));
}

/** A part of a binder's messages as they were at `asOf`, for one caller. Needs read access. */
export async function listMessagesAt(
  env: Environment,
  actor: Actor,
  range: MessageRange,
  asOf: string,
): Promise<MessageList> {
  const db = await accessBinderAt(env, actor, range.binderId, asOf, ['messages']);
  const found = await findMessages(db, { ...range, limit: range.limit + 1 }, [actor.userId]);
  return listOf(range, found);
}

function listOf(range: MessageRange, found: readonly MessageRow[]): MessageList {
  const rows = found.filter((row): row is StoredMessage => row.id !== null);
  return { rows, fitting: Math.min(range.limit, rows.filter(({ fits }) => fits).length) };
}

/** One message. Needs read access. Throws not found. */
export async function getMessage(
  list: ListMessages,
  actor: Actor,
  binderId: string,
  messageId: number,
): Promise<StoredMessage> {
  const { rows } = await list(actor, { binderId, direction: 'before', from: messageId + 1, limit: 1 });
  return found(
    rows.find(({ id }) => id === messageId),
    'message',
    messageId,
  );
}
