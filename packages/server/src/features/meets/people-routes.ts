import { SessionKey, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  byteAnswers,
  callerOf,
  createCallLimit,
  idempotentWithoutData,
  operation,
  sendBytes,
} from '../../http/index.ts';
import { InvitedUsers } from '../binders/index.ts';
import { writeCalendar } from './calendar.ts';
import { inviteToMeet } from './invite.ts';
import { findNewestOfSeries } from './queries.ts';
import { MeetParams, tag } from './schema.ts';
import { readMeet } from './service.ts';

/** Per caller. Each invitation may send an email. */
const MAX_INVITATIONS_PER_HOUR = 500;
const HOUR_SECONDS = 60 * 60;

const inviteUsers = operation(tag, 'inviteToMeet', {
  summary: 'Invite people to a meet',
  description:
    'Needs write access to the binder of the meet. A user who is not a member is added to the binder, by default as `BOARD_READ_WRITE`. An unknown email address is invited to the binder. If the server sends mail, each invited member gets an email with the meet for their calendar, and another one if the meet moves, is cancelled, begins or stops to repeat, or repeats otherwise. The call invites all users or none. 412: a user is a disabled member, the meet is over, or the meet would have more than 500 invited members. 429: the caller has sent 500 invitations in an hour.',
  body: Type.Object({
    session_key: SessionKey,
    users: InvitedUsers,
    message: Type.Optional(Text({ maxLength: 1000 })),
    email_off: Type.Optional(
      Type.Boolean({
        description:
          'If true, members get no email. Unknown people still get the email that invites them to the binder.',
      }),
    ),
  }),
});

const getCalendar = operation(tag, 'getMeetCalendar', {
  summary: 'Get a meet as a calendar (iCalendar)',
  description:
    'Allowed for readers of the binder. A cancelled meet has the status `CANCELLED`, so that calendars update their entry. The meets of a series are one entry with a recurrence rule and one UID.',
  params: MeetParams,
  response: byteAnswers,
});

export function peopleRoutes(app: App, env: Environment): void {
  const limit = createCallLimit('invitations to meets', MAX_INVITATIONS_PER_HOUR, env.redis, {
    windowSeconds: HOUR_SECONDS,
  });

  app.post('/meets/inviteuser', { schema: inviteUsers }, (request, reply) =>
    idempotentWithoutData(request, reply, env, (db) => {
      const { session_key: sessionKey, users, message = '', email_off = false } = request.body;
      const actor = callerOf(request);
      return inviteToMeet({ env, db, actor, sessionKey }, users, {
        message,
        sendsMail: !email_off,
        async take(count) {
          for (let acceptedCount = 0; acceptedCount < count; acceptedCount++)
            await limit.take(actor.userId, reply);
        },
      });
    }),
  );

  app.get('/meets/:session_key/ics', { schema: getCalendar }, async (request, reply) => {
    const meet = await readMeet(env.db, request.params.session_key);
    await accessBinder(env.db, callerOf(request), meet.binder_id, 'read');
    const newest = (await findNewestOfSeries(env.db, meet)) ?? meet;
    const calendar = Buffer.from(await writeCalendar(env, env.db, newest));
    return sendBytes(request, reply, calendar, { mimeType: 'text/calendar', name: 'meet.ics' });
  });
}
