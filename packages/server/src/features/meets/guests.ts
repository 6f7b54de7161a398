import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import { base62 } from '../../environment/ids.ts';
import { forbidden, invalidToken, namesNothing, preconditionFailed } from '../../errors.ts';
import { readSignedId } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { findLinkedMeet, findRevokedGuestLinks } from './guest-queries.ts';
import type { MeetRow } from './queries.ts';
import { requireOpen } from './running.ts';
import { type NamedMeet, readMeet } from './service.ts';

/** A guest who waits in the lobby or sits in the meet comes back with it after a reload. */
const GUEST_MS = 12 * 60 * 60 * 1000;
/** The link, the guest, when it ends, the name, and our signature of them. */
const TOKEN = /^([0-9A-Za-z]{22})\.([0-9A-Za-z]{22})\.(\d{13,15})\.([\w-]{1,400})\.([\w-]{43})$/;

/** What a guest comes with to the channel of a meet. */
export interface GuestToken {
  token: string;
  guestId: string;
  expiresAt: number;
  meet: NamedMeet;
}

/**
 * Gives somebody without an account a token for the channel of one meet, and for nothing else. Nothing is stored: whoever
 * asks ten thousand times fills no table. A session key is as good as a link where the org of the meet allows it. Throws not found
 * for a link that opens nothing, forbidden for such a key, precondition failed for a meet that is over or locked.
 */
export async function welcomeGuest(env: Environment, link: string, name: string): Promise<GuestToken> {
  const key = keyInLink(link);
  const id = key ?? readSignedId(env, 'meet guest link', link);
  const now = env.clock.now();
  const sessionKey = key ? await findKeyedMeet(env.db, key) : id && (await findLinkedMeet(env.db, id, now));
  if (!id || !sessionKey) throw namesNothing('link', 'opens nothing: it has expired, or was revoked');
  const meet = await readMeet(env.db, sessionKey);
  requireOpen(meet);
  if (meet.is_locked) throw preconditionFailed('the meet is locked: nobody else comes in');
  const guestId = base62(randomBytes(16));
  const expiresAt = now + GUEST_MS;
  const content = `${id}.${guestId}.${expiresAt}.${Buffer.from(name).toString('base64url')}`;
  return { token: `${content}.${sign(env, content)}`, guestId, expiresAt, meet };
}

/**
 * Who comes into a meet with a guest's token: the meet, and the guest as whom the token was given. Throws invalid token for one that we have
 * not made, that has expired, or whose link was revoked; not found or precondition failed as `welcomeGuest`, but for the
 * lock: who is in may come back.
 */
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

/**
 * Makes sure that a guest who is in a meet may still be there. A link that only expired puts nobody out. Throws invalid token
 * for a token that has expired, or whose link was revoked; precondition failed for a meet that is over.
 */
export async function proveGuest(env: Environment, token: string, sessionKey: string): Promise<void> {
  const { linkId } = readToken(env, token);
  const meet = await readMeet(env.db, sessionKey);
  requireOpen(meet);
  if ((await findRevokedGuestLinks(env.db, meet, [linkId])).length > 0) throw invalidToken(REVOKED);
}

const REVOKED = 'the link by which the guest came was revoked';

/** What a token says. Throws invalid token for one that we have not made, or that has expired. */
function readToken(
  env: Environment,
  token: string,
): { linkId: string; guestId: string; name: string; expiresAt: number } {
  const [, linkId = '', guestId = '', expires = '', name = '', signature = ''] = TOKEN.exec(token) ?? [];
  const expected = Buffer.from(sign(env, `${linkId}.${guestId}.${expires}.${name}`));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isOurs || Number(expires) <= env.clock.now())
    throw invalidToken('the token is not one of a guest, or has ended');
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

/** What stands for the link in the token of a guest who came by the key of a meet; undefined for another text. */
const keyInLink = (link: string): string | undefined => SESSION_KEY.exec(link)?.[1];

/**
 * The session key of a meet that guests ask to be let into by that key; undefined where there is none. Throws forbidden where its org
 * lets guests in by links alone.
 * @param id what `keyInLink` gives
 */
async function findKeyedMeet(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ session_key: string; guests_by_session_key: boolean }>(
    `SELECT m.session_key, o.guests_by_session_key FROM meets m
     JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     JOIN orgs o ON o.id = b.org_id AND o.disabled_at IS NULL
     WHERE m.session_key = $1`,
    [`M${id}`],
  );
  if (row && !row.guests_by_session_key)
    throw forbidden('guests come into the meets of this org by a guest link alone: ask the host for one');
  return row?.session_key;
}
