import {
  BinderId,
  MAX_TIME,
  Meet,
  MeetRepeat,
  MeetReply,
  MeetState,
  NameText,
  SessionKey,
  Text,
  UserId,
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
  description:
    'The same time in milliseconds since 1970-01-01 UTC, instead of `starts` or `ends`. If you send both, they must be equal.',
});

const times = {
  starts: Type.Optional(IsoTime('The start, in ISO 8601 with a time zone.')),
  ends: Type.Optional(
    IsoTime('The end, in ISO 8601 with a time zone. It must be at most 7 days after the start.'),
  ),
  start_time: Type.Optional(Time),
  end_time: Type.Optional(Time),
};
const MailOff = Type.Optional(
  Type.Boolean({ description: 'If true, the server sends no emails about the meet.' }),
);

const NamedMeet = Type.Object({ ...Meet.properties, binder_name: Type.String() });

export const scheduleMeet = operation(tag, 'scheduleMeet', {
  summary: 'Schedule a meet',
  description:
    'Needs write access to the binder. Send `starts` or `start_time`, and `ends` or `end_time`. Without `binder_id`, the call creates a binder with the name of the meet. If you send `repeat`, the server schedules the next meet when this one has ended or is cancelled. 412: the end is in the past, or the binder already has 500 scheduled meets.',
  body: Type.Object({
    name: Name,
    agenda: Type.Optional(Agenda),
    ...times,
    repeat: Type.Optional(MeetRepeat),
    auto_recording: Type.Optional(Type.Boolean()),
    binder_id: Type.Optional(BinderId),
    email_off: MailOff,
  }),
  data: NamedMeet,
});

export const startMeetNow = operation(tag, 'startMeet', {
  summary: 'Start a meet in a binder',
  description:
    'Allowed for the owner and editors of the binder. 412: 20 meets of the binder are already running.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    name: Type.Optional(
      NameText({ minLength: 1, maxLength: 255, description: 'Default: the name of the binder.' }),
    ),
    agenda: Type.Optional(Agenda),
    auto_recording: Type.Optional(Type.Boolean()),
    email_off: MailOff,
  }),
  data: NamedMeet,
});

export const listMeets = operation(tag, 'listMeets', {
  summary: 'List the meets of a binder, the newest first',
  description: 'Allowed for readers of the binder.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ meets: Type.Array(Meet), next_cursor: NextCursor }),
});

export const listMeetsOfUser = operation(tag, 'listMeetsOfUser', {
  summary: 'List the calling user’s meets of some days, the earliest first',
  description:
    'Covers all binders of which the user is a member. Returns the meets in the period of `days` days from `starts`, and running meets.',
  params: Type.Object({ user_id: UserIdOrMe }),
  querystring: Type.Object({
    starts: Type.Optional(
      IsoTime('The beginning of the period, in ISO 8601 with a time zone. Default: now.'),
    ),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 30,
        description: 'The length of the period in days. Default: 30.',
      }),
    ),
    limit: Limit,
    cursor: Cursor,
  }),
  data: Type.Object({ meets: Type.Array(NamedMeet), next_cursor: NextCursor }),
});

export const getMeet = operation(tag, 'getMeet', {
  summary: 'Get a meet',
  description: 'Allowed for readers of the binder. 404: the meet does not exist or is cancelled.',
  params: MeetParams,
  data: NamedMeet,
});

export const updateMeet = operation(tag, 'updateMeet', {
  summary: 'Change a meet',
  description:
    'Allowed for the host of the meet and the owner of its binder. Send at least one field; omitted fields do not change. If you change the start but not the end, the meet keeps its length. If the meet repeats, the changes also apply to the following meets. 412: the meet is over, you change the times of a running meet, or the new end is in the past.',
  params: MeetParams,
  body: Type.Object({
    name: Type.Optional(Name),
    agenda: Type.Optional(Agenda),
    ...times,
    repeat: Type.Optional(
      Type.Union([MeetRepeat, Type.Null()], { description: 'If null, the meet does not repeat any more.' }),
    ),
    auto_recording: Type.Optional(Type.Boolean()),
    email_off: MailOff,
  }),
  data: NamedMeet,
});

export const cancelMeet = operation(tag, 'cancelMeet', {
  summary: 'Cancel a scheduled meet',
  description:
    'Allowed for the host of the meet and the owner of its binder. If the meet repeats, the server schedules the next one. To end the series, change the meet first and send `repeat: null`. 412: the meet is running or over.',
  params: MeetParams,
});

export const endMeet = operation(tag, 'endMeet', {
  summary: 'End a running meet for everybody',
  description:
    'Allowed for the host of the meet and the owner of its binder. 412: the meet is not running, or `unattended` is true and its conditions are not met.',
  params: MeetParams,
  querystring: Type.Object({
    unattended: Type.Optional(
      Type.Boolean({
        description:
          'If true, the call ends the meet only if the meet was not scheduled and no member has joined it.',
      }),
    ),
  }),
});

export const declineMeet = operation(tag, 'declineMeet', {
  summary: 'Decline a call',
  description:
    'Allowed for members of the binder while a meet is running that was not scheduled. The caller gets no notification `meet_missed`, and can still join. If the caller has already joined or declined, the call changes nothing. 412: the meet is over or was scheduled, or the caller started it.',
  params: MeetParams,
});

export const ringMember = operation(tag, 'ringMeetMember', {
  summary: 'Call a member into a running meet',
  description:
    'Needs write access to the binder. For 45 seconds, the app of the member shows a call. The call changes nothing if the member is in the meet, or if somebody called them less than 45 seconds ago. 404: the user is not a member of the binder, or is the caller. 412: the meet is not running. 429: the caller has called 200 members in an hour.',
  params: MeetParams,
  body: Type.Object({ user_id: UserId }),
});

export const replyToMeet = operation(tag, 'replyToMeet', {
  summary: 'Answer the invitation to a meet',
  description:
    'Allowed for members of the binder until the meet is over, also if they were not invited. A later answer replaces the earlier one. Each meet of a series is answered separately.',
  params: MeetParams,
  body: Type.Object({ reply: MeetReply }),
});

export const listMeetInvitations = operation(tag, 'listMeetInvitations', {
  summary: 'List the invited members of a meet and their answers',
  description: 'Allowed for readers of the binder.',
  params: MeetParams,
  data: Type.Object({
    invitations: Type.Array(
      Type.Object({
        user: UserReference,
        reply: Type.Optional(MeetReply),
        replied_time: Type.Optional(Type.String({ description: 'ISO 8601, UTC.' })),
      }),
    ),
  }),
});

export const getMeetStatus = operation(tag, 'getMeetStatus', {
  summary: 'Get the status of a meet',
  description: 'Allowed for readers of the binder. Also returns the status of a cancelled meet.',
  params: MeetParams,
  data: Type.Object({
    session_key: SessionKey,
    status: MeetState,
    host: UserReference,
    declined: Type.Array(UserReference, {
      description:
        'The members who declined the call and have not joined since. Empty if the binder is not a conversation.',
    }),
  }),
});
