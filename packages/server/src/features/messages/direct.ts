import { type Actor, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid, referenceNotFound, withDetails } from '../../errors.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { addMembers, createBinder } from '../binders/index.ts';
import { findIdentified, type IdentifiedUser, type Identity } from '../users/index.ts';
import * as queries from './direct-queries.ts';
import type { PostedMessage } from './message-input.ts';
import type { PostMessage } from './post.ts';

const MAX_NAME_LENGTH = 255;

export function postDirectMessageTo(
  env: Environment,
  db: Database,
  actor: Actor,
  input: { userId: string; text: string; post: PostMessage },
): Promise<PostedMessage & { binderId: string }> {
  const { userId, text, post } = input;
  if (userId === actor.userId) throw invalid('user.user_id', 'must not be the calling user');
  return db.transaction(async (tx) => {
    const people = await findIdentified(tx, [{ id: actor.userId }, { id: userId }], actor);
    const caller = orNotFound(
      people.find(({ id }) => id === actor.userId),
      'user',
      actor.userId,
    );
    const other = people.find(({ id }) => id === userId);
    if (!other)
      throw referenceNotFound(
        'user.user_id',
        withDetails(because('unknown_user'), `names no user: ${userId}`),
      );
    const binderId = await enterConversation(env, tx, actor, [caller, other]);
    return { binderId, ...(await post(tx, actor, binderId, { text })) };
  });
}

/** The org of `identity` defaults to the caller's org. */
export function openConversation(env: Environment, actor: Actor, identity: Identity): Promise<string> {
  return env.db.transaction(async (tx) => {
    const named = identity.id === undefined ? { org_id: actor.orgId, ...identity } : identity;
    const [caller] = await findIdentified(tx, [{ id: actor.userId }], actor);
    const [other] = await findIdentified(tx, [named], actor);
    if (!other || !caller) throw referenceNotFound('user', because('unknown_user'));
    if (other.id === caller.id) throw invalid('user', 'must not be the calling user');
    return enterConversation(env, tx, actor, [caller, other]);
  });
}

/** Reuses the pair's binder unless other people have joined it, because they could read private messages. */
async function enterConversation(
  env: Environment,
  tx: Transaction,
  actor: Actor,
  [caller, other]: readonly [IdentifiedUser, IdentifiedUser],
): Promise<string> {
  const pair = queries.pairOf(caller.id, other.id);
  const conversation = await queries.lockConversation(tx, pair);
  if (conversation !== null && (await queries.isStillBetween(tx, conversation, pair))) return conversation;
  const name = Array.from(`${caller.name}, ${other.name}`).slice(0, MAX_NAME_LENGTH).join('');
  const { id } = await createBinder(env, tx, actor, { name, description: '', conversation: true });
  const change = { env, db: tx, actor, binderId: id };
  await addMembers(change, [{ user: { id: other.id } }], { ownOrgOnly: false });
  await queries.setConversation(tx, pair, id);
  return id;
}
