import { type Actor, found, passDoor } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { findMessages, type MessageRow } from './queries.ts';

/** A stored message, its author's name included. */
export type StoredMessage = MessageRow & { id: number };

/** Messages; those after the first `fitting` ones only tell that there are more. */
export interface MessageList {
  rows: StoredMessage[];
  fitting: number;
}

/** The newest messages before an id, newest first: `limit`, or fewer when they are long. Needs read access. */
export async function listMessages(
  env: Environment,
  actor: Actor,
  range: { binderId: string; before: number; limit: number },
): Promise<MessageList> {
  const { binderId, before, limit } = range;
  const listed = await findMessages(env.db, { binderId, userId: actor.userId, before, limit: limit + 1 });
  passDoor(listed[0], binderId, 'read');
  const rows = listed.filter((row): row is StoredMessage => row.id !== null);
  return { rows, fitting: Math.min(limit, rows.filter(({ fits }) => fits).length) };
}

/** One message. Needs read access. Throws not found. */
export async function getMessage(
  env: Environment,
  actor: Actor,
  binderId: string,
  messageId: number,
): Promise<StoredMessage> {
  const { rows } = await listMessages(env, actor, { binderId, before: messageId + 1, limit: 1 });
  return found(
    rows.find(({ id }) => id === messageId),
    'message',
    messageId,
  );
}
