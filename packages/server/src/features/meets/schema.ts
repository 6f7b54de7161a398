import {
  BinderId,
  MAX_TIME,
  Meet,
  MeetState,
  NameText,
  SessionKey,
  Text,
  UserIdOrMe,
  UserReference,
} from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

export const tag = 'Meets';
export const MeetParams = Type.Object({ session_key: SessionKey });
const Name = NameText({ minLength: 1, maxLength: 255 });
const Agenda = Text({ maxLength: 65_536 });
const IsoTime = (description: string) => Text({ minLength: 1, maxLength: 40, description });
const Time = Type.Integer({
  minimum: 0,
  maximum: MAX_TIME,
  description: 'The same in milliseconds.',
});

const times = {
  starts: Type.Optional(IsoTime('ISO 8601 with time zone.')),
  ends: Type.Optional(IsoTime('ISO 8601 with time zone, at most 7 days after `starts`.')),
  start_time: Type.Optional(Time),
  end_time: Type.Optional(Time),
};
const MailOff = Type.Optional(Type.Boolean({ description: 'Nobody gets mails about the meet.' }));

const NamedMeet = Type.Object({ ...Meet.properties, binder_name: Type.String() });

export const scheduleMeet = operation(tag, 'scheduleMeet', {
  summary: 'Schedule a meet',
  description:
    'Needs write access in the binder. Without `binder_id` a new binder gets the name of the meet.',
  body: Type.Object({
    name: Name,
    agenda: Type.Optional(Agenda),
    ...times,
    auto_recording: Type.Optional(Type.Boolean()),
    binder_id: Type.Optional(BinderId),
    email_off: MailOff,
  }),
  data: NamedMeet,
});

export const startMeetNow = operation(tag, 'startMeet', {
  summary: 'Start a meet in a binder',
  description: 'For the owner and editors.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    name: Type.Optional(
      NameText({ minLength: 1, maxLength: 255, description: 'The name of the binder when left out.' }),
    ),
    agenda: Type.Optional(Agenda),
    auto_recording: Type.Optional(Type.Boolean()),
    email_off: MailOff,
  }),
  data: NamedMeet,
});

export const listMeets = operation(tag, 'listMeets', {
  summary: 'List the meets of a binder, the newest first',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ meets: Type.Array(Meet), next_cursor: NextCursor }),
});

export const listMeetsOfUser = operation(tag, 'listMeetsOfUser', {
  summary: 'List the calling user’s meets of some days, the earliest first',
  description: 'From all binders of the user: the meets of these days, and running ones.',
  params: Type.Object({ user_id: UserIdOrMe }),
  querystring: Type.Object({
    starts: Type.Optional(IsoTime('ISO 8601 with time zone. Default: now.')),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: '30 when left out.' })),
    limit: Limit,
    cursor: Cursor,
  }),
  data: Type.Object({ meets: Type.Array(NamedMeet), next_cursor: NextCursor }),
});

export const getMeet = operation(tag, 'getMeet', {
  summary: 'Get a meet',
  params: MeetParams,
  data: NamedMeet,
});

export const updateMeet = operation(tag, 'updateMeet', {
  summary: 'Change a meet',
  description:
    'For its host and the owner of its binder. Omitted fields stay unchanged. A new start without a new end keeps the length. You cannot change the times of a running meet, nor a meet that is over.',
  params: MeetParams,
  body: Type.Object({
    name: Type.Optional(Name),
    agenda: Type.Optional(Agenda),
    ...times,
    auto_recording: Type.Optional(Type.Boolean()),
    email_off: MailOff,
  }),
  data: NamedMeet,
});

export const cancelMeet = operation(tag, 'cancelMeet', {
  summary: 'Cancel a scheduled meet',
  description: 'For its host and the owner of its binder.',
  params: MeetParams,
});

export const endMeet = operation(tag, 'endMeet', {
  summary: 'End a running meet for everybody',
  description: 'For its host and the owner of its binder.',
  params: MeetParams,
  querystring: Type.Object({
    unattended: Type.Optional(
      Type.Boolean({
        description: 'Ends only a meet that started without a plan and that no member has joined.',
      }),
    ),
  }),
});

export const declineMeet = operation(tag, 'declineMeet', {
  summary: 'Decline a call',
  description:
    'For members of the binder, while a meet runs that started without a plan. The caller is not reported to have missed it, and may still join. Declining again changes nothing.',
  params: MeetParams,
});

export const getMeetStatus = operation(tag, 'getMeetStatus', {
  summary: 'Get the status of a meet',
  description: 'Also for a cancelled meet.',
  params: MeetParams,
  data: Type.Object({
    session_key: SessionKey,
    status: MeetState,
    host: UserReference,
    declined: Type.Array(UserReference, {
      description: 'In a conversation: members who declined the call and have not joined since.',
    }),
  }),
});
