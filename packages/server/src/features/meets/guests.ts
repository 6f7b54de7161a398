import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import { base62 } from '../../environment/ids.ts';
import { because, forbidden, invalidToken, preconditionFailed, referenceNotFound } from '../../errors.ts';
import { readSignedId } from '../../http/index.ts';
import { append } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';
import { canKnock, deleteKnock, findLinkedMeet, findRevokedGuestLinks, storeKnock } from './guest-queries.ts';
import type { MeetRow } from './queries.ts';
import { requireOpen } from './running.ts';
import { type NamedMeet, readMeet } from './service.ts';

const GUEST_MS = 12 * 60 * 60 * 1000;
const TOKEN = /^([0-9A-Za-z]{22})\.([0-9A-Za-z]{22})\.(\d{13,15})\.([\w-]{1,400})\.([\w-]{43})$/;

export interface GuestToken {
  token: string;
  guestId: string;
  expiresAt: number;
  meet: NamedMeet;
}

/** Stores nothing, so that repeated calls cannot fill the database. */
export async function welcomeGuest(env: Environment, link: string, name: string): Promise<GuestToken> {
  const key = keyInLink(link);
  const id = key ?? readSignedId(env, 'meet guest link', link);
  const now = env.clock.now();
  const sessionKey = key ? await findKeyedMeet(env.db, key) : id && (await findLinkedMeet(env.db, id, now));
  if (!id || !sessionKey) throw referenceNotFound('link', because('guest_link_dead'));
  const meet = await readMeet(env.db, sessionKey);
  requireOpen(meet);
  if (meet.is_locked) throw preconditionFailed(because('meet_locked'));
  const guestId = base62(randomBytes(16));
  const expiresAt = now + GUEST_MS;
  const content = `${id}.${guestId}.${expiresAt}.${Buffer.from(name).toString('base64url')}`;
  return { token: `${content}.${sign(env, content)}`, guestId, expiresAt, meet };
}

/** Accepts the token even for a locked meet, so that guests can return. */
export async function admitGuest(
  env: Environment,
  token: string,
): Promise<{ meet: MeetRow; linkId: string; guestId: string; name: string; expiresAt: number }> {
  const guest = readToken(env, token);
  const sessionKey =
    (await findLinkedMeet(env.db, guest.linkId, env.clock.now())) ??
    (await findKeyedMeet(env.db, guest.linkId));
  if (sessionKey === undefined) throw invalidToken(REVOKED);
  const meet = await readMeet(env.db, sessionKey);
  requireOpen(meet);
  return { meet, ...guest };
}

/** An expired link still lets the guest stay, but a revoked one does not. */
export async function proveGuest(env: Environment, token: string, sessionKey: string): Promise<void> {
  const { linkId } = readToken(env, token);
  const meet = await readMeet(env.db, sessionKey);
  requireOpen(meet);
  if ((await findRevokedGuestLinks(env.db, meet, [linkId])).length > 0) throw invalidToken(REVOKED);
}

const REVOKED = because('guest_link_revoked');

function readToken(
  env: Environment,
  token: string,
): { linkId: string; guestId: string; name: string; expiresAt: number } {
  const [, linkId = '', guestId = '', expires = '', name = '', signature = ''] = TOKEN.exec(token) ?? [];
  const expected = Buffer.from(sign(env, `${linkId}.${guestId}.${expires}.${name}`));
  const presented = Buffer.from(signature);
  const isOurs = presented.length === expected.length && timingSafeEqual(presented, expected);
  if (!isOurs || Number(expires) <= env.clock.now())
    throw invalidToken('the guest token is invalid or has expired');
  return {
    linkId,
    guestId,
    name: Buffer.from(name, 'base64url').toString(),
    expiresAt: Number(expires),
  };
}

function sign({ secrets, name }: Environment, content: string): string {
  return secrets.sign(`meet guest ${name} ${content}`);
}

const SESSION_KEY = /^M([0-9A-Za-z]{22})$/;

/** Session key without `M`. A guest's token contains it instead of a link's id. */
const keyInLink = (link: string): string | undefined => SESSION_KEY.exec(link)?.[1];

/** @param id a session key without `M`; the id of a link finds no meet */
async function findKeyedMeet(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ session_key: string; guests_by_session_key: boolean }>(
    `SELECT m.session_key, o.guests_by_session_key FROM meets m
     JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     JOIN orgs o ON o.id = b.org_id AND o.disabled_at IS NULL
     WHERE m.session_key = $1`,
    [`M${id}`],
  );
  if (row && !row.guests_by_session_key) throw forbidden(because('guests_by_link_only'));
  return row?.session_key;
}

export async function logKnock(env: Environment, meet: MeetRow): Promise<void> {
  const { binder_id: binderId, host_id: actorId, id, session_key, name } = meet;
  const at = env.clock.now();
  // Repeated knocks must not delay the binder's writers.
  if (!(await canKnock(env.db, meet, at))) return;
  await env.db.transaction(async (tx) => {
    await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
    if (!(await storeKnock(tx, meet, at))) return;
    const body = { id, session_key, name };
    await append(tx, { binderId, actorId, at, bus: env.bus }, [{ kind: 'meet_knocked', body }]);
  });
}

export async function clearKnock(env: Environment, meet: MeetRow): Promise<void> {
  if (await deleteKnock(env.db, meet)) env.bus.wake(meet.binder_id);
}
