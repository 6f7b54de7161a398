import { accessBinder, ownUserId } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid } from '../../errors.ts';
import {
  type App,
  callerOf,
  createCallLimit,
  emptySuccess,
  idempotent,
  idempotentWithoutData,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { countFitting } from '../../storage/long-lists.ts';
import { declineMeet, ringMember } from './calls.ts';
import { cancelMeet, endMeetByHost, updateMeet } from './change.ts';
import { guestRoutes } from './guest-routes.ts';
import { findInvitations } from './invitation-queries.ts';
import { meetCall } from './meet-call.ts';
import { peopleRoutes } from './people-routes.ts';
import { isoTime, presentMeet, presentNamedMeet } from './present.ts';
import { findDeclined, findMeets, findMeetsOfUser } from './queries.ts';
import { replyToMeet } from './reply.ts';
import * as schema from './schema.ts';
import { getMeet, readMeet, scheduleMeet, startMeetNow } from './service.ts';
import { readTime, readTimes } from './times.ts';

/** Per caller. */
const MAX_RINGS_PER_HOUR = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 30;

export function meetsFeature(app: App, env: Environment): void {
  planRoutes(app, env);
  listRoutes(app, env);
  guestRoutes(app, env);
  peopleRoutes(app, env);
}

function planRoutes(app: App, env: Environment): void {
  app.post('/meets/schedule', { schema: schema.scheduleMeet }, async (request, reply) => {
    const {
      binder_id: binderId,
      name,
      agenda = '',
      auto_recording = false,
      email_off = false,
      repeat = null,
    } = request.body;
    const { startsAt, endsAt } = readTimes(request.body);
    if (startsAt === undefined) throw invalid('starts', because('required'));
    if (endsAt === undefined) throw invalid('ends', because('required'));
    const actor = callerOf(request);
    const settings = { autoRecording: auto_recording, sendsMail: !email_off, repeat };
    const input = { name, agenda, startsAt, endsAt, ...settings };
    const data = await idempotent(request, reply, env, async (db) =>
      presentNamedMeet(env, await scheduleMeet({ env, db, actor }, binderId, input)),
    );
    return success(data);
  });

  app.post('/:binder_id/meets', { schema: schema.startMeetNow }, async (request, reply) => {
    const { name, agenda = '', auto_recording = false, email_off = false } = request.body;
    const actor = callerOf(request);
    const input = { name, agenda, autoRecording: auto_recording, sendsMail: !email_off };
    const data = await idempotent(request, reply, env, async (db) =>
      presentNamedMeet(env, await startMeetNow({ env, db, actor }, request.params.binder_id, input)),
    );
    return success(data);
  });

  app.get('/meets/:session_key', { schema: schema.getMeet }, async (request) =>
    success(presentNamedMeet(env, await getMeet(env, callerOf(request), request.params.session_key))),
  );

  app.post('/meets/:session_key', { schema: schema.updateMeet }, async (request, reply) => {
    const { name, agenda, auto_recording: autoRecording, email_off: mailOff, repeat } = request.body;
    const sendsMail = mailOff === undefined ? undefined : !mailOff;
    const input = { name, agenda, autoRecording, sendsMail, repeat, ...readTimes(request.body) };
    const data = await idempotent(request, reply, env, async (db) =>
      presentNamedMeet(env, await updateMeet(meetCall(env, request, db), input)),
    );
    return success(data);
  });

  app.delete('/meets/:session_key', { schema: schema.cancelMeet }, async (request) => {
    await cancelMeet(meetCall(env, request));
    return emptySuccess;
  });

  app.post('/meets/:session_key/end', { schema: schema.endMeet }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) =>
      endMeetByHost(meetCall(env, request, db), request.query.unattended ? 'abandon' : 'end'),
    ),
  );

  app.post('/meets/:session_key/decline', { schema: schema.declineMeet }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) => declineMeet(meetCall(env, request, db))),
  );

  const rings = createCallLimit('calls into meets', MAX_RINGS_PER_HOUR, env.redis, { windowSeconds: 3_600 });
  app.post('/meets/:session_key/ring', { schema: schema.ringMember }, (request, reply) =>
    idempotentWithoutData(request, reply, env, async (db) => {
      await rings.take(callerOf(request).userId, reply);
      await ringMember(meetCall(env, request, db), request.body.user_id);
    }),
  );

  app.post('/meets/:session_key/reply', { schema: schema.replyToMeet }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) =>
      replyToMeet(meetCall(env, request, db), request.body.reply),
    ),
  );

  app.get('/meets/:session_key/invitations', { schema: schema.listMeetInvitations }, async (request) => {
    const meet = await getMeet(env, callerOf(request), request.params.session_key);
    const rows = await findInvitations(env.db, meet);
    return success({
      invitations: rows.map(({ user, reply, replied_at }) => ({
        user,
        ...(reply !== null && { reply }),
        ...(replied_at !== null && { replied_time: isoTime(replied_at) }),
      })),
    });
  });

  app.get('/meets/status/:session_key', { schema: schema.getMeetStatus }, async (request) => {
    const meet = await readMeet(env.db, request.params.session_key);
    await accessBinder(env.db, callerOf(request), meet.binder_id, 'read');
    const { session_key, state: status, host_id: id, host_name: name } = meet;
    return success({
      session_key,
      status,
      host: { id, name },
      declined: await findDeclined(env.db, session_key),
    });
  });
}

function listRoutes(app: App, env: Environment): void {
  app.get('/:binder_id/meets', { schema: schema.listMeets }, async (request) => {
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    const [below] = readCursor(cursor, ['number'], [Number.MAX_SAFE_INTEGER]);
    const meets = await findMeets(env.db, binderId, below, limit + 1);
    const { rows, ...next } = slicePage(meets, countFitting(meets, limit), ({ id }) => [id]);
    return success({ meets: rows.map((row) => presentMeet(env, row)), ...next });
  });

  app.get('/:user_id(^(?:me|U[0-9A-Za-z]+)$)/meets', { schema: schema.listMeetsOfUser }, async (request) => {
    const userId = ownUserId(callerOf(request), request.params.user_id);
    const { starts, days = MAX_DAYS, limit = MAX_LIST_LIMIT, cursor } = request.query;
    const from = starts === undefined ? env.clock.now() : readTime('starts', starts);
    const [startsAt, sessionKey] = readCursor(cursor, ['number', 'string'], [-1, '']);
    const span = { from, to: from + days * DAY_MS };
    const meets = await findMeetsOfUser(env.db, userId, span, { startsAt, sessionKey }, limit + 1);
    const page = slicePage(meets, countFitting(meets, limit), (row) => [row.starts_at, row.session_key]);
    const { rows, ...next } = page;
    return success({ meets: rows.map((row) => presentNamedMeet(env, row)), ...next });
  });
}
