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

interface AddressedUser {
  id: string;
  /** Path of the field with the id, for errors. */
  path: string;
}

/** Several users form a group conversation with the caller. */
export function postDirectMessageTo(
  env: Environment,
  db: Database,
  actor: Actor,
  input: { users: readonly AddressedUser[]; text: string; post: PostMessage },
): Promise<PostedMessage & { binderId: string }> {
  const { users, text, post } = input;
  const own = users.find(({ id }) => id === actor.userId);
  if (own) throw invalid(own.path, 'must not be the calling user');
  return db.transaction(async (tx) => {
    const ids = [...new Set([actor.userId, ...users.map(({ id }) => id)])];
    const people = await findIdentified(
      tx,
      ids.map((id) => ({ id })),
      actor,
    );
    const found = new Set(people.map(({ id }) => id));
    const unknown = users.find(({ id }) => !found.has(id));
    if (unknown)
      throw referenceNotFound(
        unknown.path,
        withDetails(because('unknown_user'), `names no user: ${unknown.id}`),
      );
    orNotFound(found.has(actor.userId) || undefined, 'user', actor.userId);
    const binderId = await enterConversation(env, tx, actor, people);
    return { binderId, ...(await post(tx, actor, binderId, { text })) };
  });
}

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

/** If the members of the binder have changed, other people could read private messages there. */
async function enterConversation(
  env: Environment,
  tx: Transaction,
  actor: Actor,
  people: readonly IdentifiedUser[],
): Promise<string> {
  const participants = people.map(({ id }) => id).sort();
  const conversation = await queries.lockConversation(tx, participants);
  if (conversation !== null && (await queries.hasExactlyMembers(tx, conversation, participants)))
    return conversation;
  const names = people.map(({ name }) => name);
  // `Müller, Anna` is one person, not two.
  const joined = names.join(names.some((name) => name.includes(', ')) ? '; ' : ', ');
  const name = Array.from(joined).slice(0, MAX_NAME_LENGTH).join('');
  const { id } = await createBinder(env, tx, actor, { name, description: '', conversation: true });
  const change = { env, db: tx, actor, binderId: id };
  const others = people.filter((person) => person.id !== actor.userId);
  await addMembers(
    change,
    others.map((other) => ({ user: { id: other.id } })),
    { ownOrgOnly: false },
  );
  await queries.setConversation(tx, participants, id);
  return id;
}
