import type { Environment } from '../../environment/environment.ts';
import { append, archiveRowVersions, type NewLogEntry } from '../../log/index.ts';
import { hasRow, type Transaction } from '../../storage/database.ts';
import { feedTexts, writeFeedMessage } from '../message-rows/index.ts';
import { endedEntries } from './invite.ts';
import { type InvitationRow, inviterMayInvite } from './queries.ts';

/** The next sign-in accepts the remaining invitations. */
const MAX_JOINED_AT_ONCE = 100;

export interface ProvenIdentity {
  userId: string;
  kind: InvitationRow['kind'];
  /** No invitation is accepted unless this is the user's email address or unique id. */
  value: string;
}

interface AcceptedInvitation extends InvitationRow {
  invited_by: string;
}

interface JoiningUser extends Record<string, unknown> {
  id: string;
  name: string;
}

/**
 * Failures are only logged, so that the sign-in succeeds. The next sign-in tries again.
 *
 * @returns the binders that the user joined, the latest invitation first
 */
export async function acceptInvitations(env: Environment, identity: ProvenIdentity): Promise<string[]> {
  const joined: string[] = [];
  try {
    const invited = await env.db.query<{ binder_id: string }>(
      `SELECT i.binder_id FROM ${invitationsOf} GROUP BY i.binder_id ORDER BY max(i.updated_at) DESC, i.binder_id LIMIT ${MAX_JOINED_AT_ONCE}`,
      [identity.userId, identity.kind, identity.value, env.clock.now()],
    );
    for (const { binder_id } of invited) if (await join(env, identity, binder_id)) joined.push(binder_id);
  } catch (error) {
    env.log.warn({ err: error }, 'invitations: accepting failed, retrying at the next sign-in');
  }
  return joined;
}

/**
 * Parameters: the user, the kind and the value of the identity, and the time. In lower case alone, `İ` equals `i`, but
 * may be another mailbox.
 */
const invitationsOf = `users u
  JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
  JOIN invitations i ON i.org_id = u.org_id AND i.kind = $2 AND i.expires_at > $4
    AND CASE $2 WHEN 'email' THEN i.key = lower($3) AND upper(i.value) = upper($3) ELSE i.key = $3 END
  WHERE u.id = $1 AND u.disabled_at IS NULL AND NOT u.is_bot
    AND CASE $2 WHEN 'email' THEN lower(u.email) = lower($3) AND upper(u.email) = upper($3) ELSE u.unique_id = $3 END`;

async function join(env: Environment, identity: ProvenIdentity, binderId: string): Promise<boolean> {
  const at = env.clock.now();
  return env.db.transaction(async (tx) => {
    // With this lock, a concurrent withdrawal runs entirely before or after.
    const [binder] = await tx.query(
      'SELECT id FROM binders WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
      [binderId],
    );
    if (!binder) return false;
    const [user] = await tx.query<JoiningUser>(
      'SELECT id, name FROM users WHERE id = $1 AND disabled_at IS NULL FOR SHARE',
      [identity.userId],
    );
    if (!user) return false;
    const accepted = await tx.query<AcceptedInvitation>(
      `DELETE FROM invitations WHERE binder_id = $5 AND (org_id, kind, key) IN (
         SELECT i.org_id, i.kind, i.key FROM ${invitationsOf} AND i.binder_id = $5 AND ${inviterMayInvite})
       RETURNING kind, value, org_id, role, created_at, updated_at, invited_by`,
      [identity.userId, identity.kind, identity.value, at, binderId],
    );
    const [invitation] = accepted;
    if (!invitation) return false;
    const entries = endedEntries(accepted);
    const isNew = await insertMember(tx, binderId, user.id, invitation.role, at);
    if (isNew) {
      entries.push(addedEntry(user, invitation));
      const text = feedTexts.joined(user.name);
      entries.push(await writeFeedMessage(tx, { binderId, userId: user.id, at, text }));
    }
    await append(tx, { binderId, actorId: user.id, at, bus: env.bus }, entries);
    return isNew;
  });
}

function insertMember(
  tx: Transaction,
  binderId: string,
  userId: string,
  role: string,
  at: number,
): Promise<boolean> {
  return hasRow(
    tx,
    `WITH kept AS (${archiveRowVersions('binder_members', 'ARRAY[$2::text]')})
     INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at, read_id)
     SELECT $1, $2, $3, $4, $4, next_id - 1 FROM binders WHERE id = $1
     ON CONFLICT DO NOTHING RETURNING user_id`,
    [binderId, userId, role, at],
  );
}

function addedEntry({ id, name }: JoiningUser, { role, invited_by }: AcceptedInvitation): NewLogEntry {
  const type = role === 'viewer' ? 'BOARD_READ_ONLY' : 'BOARD_READ_WRITE';
  return { kind: 'member_added', body: { user_id: id, name, type, invited_by } };
}
