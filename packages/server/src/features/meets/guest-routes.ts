import { randomBytes } from 'node:crypto';
import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { base62 } from '../../environment/ids.ts';
import { pageOrigin } from '../../environment/page-origin.ts';
import { because, forbidden, invalid, preconditionFailed } from '../../errors.ts';
import {
  type App,
  addressKey,
  callerOf,
  createCallLimit,
  emptySuccess,
  idempotent,
  signedId,
  success,
} from '../../http/index.ts';
import { deleteGuestLink, findGuestLinks, insertGuestLink } from './guest-queries.ts';
import * as schema from './guest-schema.ts';
import { welcomeGuest } from './guests.ts';
import { meetCall } from './meet-call.ts';
import { requireOpen } from './running.ts';
import { changeMeet, getMeet, isHost } from './service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_LINKS = 20;
/** Per IP address. Requests with wrong links count too. */
const MAX_GUESTS_PER_MINUTE = 30;

export function guestRoutes(app: App, env: Environment): void {
  const limit = createCallLimit('guests of meets', MAX_GUESTS_PER_MINUTE, env.redis);

  app.post('/meets/:session_key/links', { schema: schema.createGuestLink }, async (request, reply) => {
    const { expires_in: seconds } = request.body;
    const { userId } = callerOf(request);
    // A former host could otherwise get the link from a stored response.
    await requireHostOf(env, callerOf(request), request.params.session_key);
    // The URL is derived from the id, so only the id is stored for retries.
    const { id, at, expiresAt } = await idempotent(request, reply, env, (db) =>
      changeMeet(meetCall(env, request, db), async (meet, { tx, at, log }) => {
        requireOpen(meet);
        const usual = Math.max((meet.ends_at ?? at) + DAY_MS, at + 7 * DAY_MS);
        const expiresAt = seconds === undefined ? usual : at + seconds * 1000;
        const link = { id: base62(randomBytes(16)), at, expiresAt };
        const good = await insertGuestLink(tx, meet, { userId, ...link });
        if (good > MAX_LINKS)
          throw preconditionFailed(because('meet_links_full', { count: good, limit: MAX_LINKS }));
        const body = { id: link.id, meet_id: meet.id, expires_time: expiresAt };
        await log([{ kind: 'meet_link_created', body }]);
        return link;
      }),
    );
    const url = `${pageOrigin(env)}/meet#${signedId(env, 'meet guest link', id)}`;
    return success({ id, url, created_time: at, expires_time: expiresAt });
  });

  app.get('/meets/:session_key/links', { schema: schema.listGuestLinks }, async (request) => {
    const meet = await requireHostOf(env, callerOf(request), request.params.session_key);
    const links = (await findGuestLinks(env.db, meet, env.clock.now())).map((row) => ({
      id: row.id,
      user: { id: row.user_id, name: row.user_name },
      created_time: row.created_at,
      expires_time: row.expires_at,
    }));
    return success({ links });
  });

  app.delete('/meets/:session_key/links/:link_id', { schema: schema.revokeGuestLink }, async (request) => {
    const { link_id: id } = request.params;
    await changeMeet(meetCall(env, request), async (meet, { tx, at, log }) => {
      orNotFound((await deleteGuestLink(tx, meet, id, at)) || undefined, 'link', id);
      await log([{ kind: 'meet_link_revoked', body: { id, meet_id: meet.id } }]);
    });
    return emptySuccess;
  });

  const open = { schema: schema.welcomeGuest, config: { auth: 'none' } } as const;
  app.post('/meets/guests', open, async (request, reply) => {
    await limit.take(addressKey(request.ip), reply);
    const name = request.body.name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
    if (name === '') throw invalid('name', because('guest_name_invisible'));
    const { token, guestId, expiresAt, meet } = await welcomeGuest(env, request.body.link, name);
    return success({
      token,
      guest_id: guestId,
      session_key: meet.session_key,
      binder_id: meet.binder_id,
      topic: meet.name,
      expires_time: expiresAt,
    });
  });
}

async function requireHostOf(env: Environment, actor: ReturnType<typeof callerOf>, sessionKey: string) {
  const meet = await getMeet(env, actor, sessionKey);
  const access = await accessBinder(env.db, actor, meet.binder_id, 'read');
  if (!isHost(meet, access, actor)) throw forbidden(because('meet_hosts_only'));
  return meet;
}
