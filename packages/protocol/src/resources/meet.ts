import Type, { type Static } from 'typebox';
import { BinderId, Milliseconds, SessionKey } from '../scalars.ts';
import { UserReference } from './people.ts';

/** `SESSION_DELETED` is a cancelled meet. Lists omit it. */
export const meetStates = [
  'SESSION_SCHEDULED',
  'SESSION_STARTED',
  'SESSION_ENDED',
  'SESSION_DELETED',
] as const;
export const MeetState = Type.Enum([...meetStates], { title: 'MeetState' });
export type MeetState = (typeof meetStates)[number];

export const meetFrequencies = ['daily', 'weekly', 'two_weekly', 'monthly'] as const;

export const MeetRepeat = Type.Object(
  {
    frequency: Type.Enum([...meetFrequencies], {
      description:
        'If `monthly`, the meets start on the same day of each month, or on the last day of a shorter month.',
    }),
    timezone: Type.String({
      maxLength: 64,
      description:
        'A name of the tz database, such as `Europe/Berlin`. In this time zone, all the meets start at the same time of day.',
    }),
    until: Type.Optional(
      Type.String({
        maxLength: 10,
        description: 'The last day on which a meet may start, such as `2027-12-31`. Default: no last day.',
      }),
    ),
  },
  { title: 'MeetRepeat' },
);
export type MeetRepeat = Static<typeof MeetRepeat>;

export const meetReplies = ['accepted', 'maybe', 'declined'] as const;
export const MeetReply = Type.Enum([...meetReplies], { title: 'MeetReply' });
export type MeetReply = (typeof meetReplies)[number];

export const MeetReplies = Type.Object(
  {
    accepted: Type.Integer(),
    maybe: Type.Integer(),
    declined: Type.Integer(),
    waiting: Type.Integer({ description: 'Invited members who have not answered.' }),
  },
  { title: 'MeetReplies' },
);
export type MeetReplies = Static<typeof MeetReplies>;

const IsoTime = (description: string) => Type.String({ description: `${description} ISO 8601, UTC.` });

export const MeetParticipants = Type.Array(UserReference, {
  description:
    'The members who are in the meet, in the order in which they joined. Absent before and after the meet.',
});

export const Meet = Type.Object(
  {
    id: Type.Integer(),
    session_key: SessionKey,
    schedule_binder_id: BinderId,
    name: Type.String(),
    agenda: Type.String(),
    status: MeetState,
    host: UserReference,
    auto_recording: Type.Boolean({ description: 'Recorded from its beginning.' }),
    starts: IsoTime('The scheduled start; the actual one of an instant meet.'),
    start_time: Milliseconds,
    ends: Type.Optional(IsoTime('The scheduled end.')),
    end_time: Type.Optional(Milliseconds),
    repeat: Type.Optional(MeetRepeat),
    started_time: Type.Optional(IsoTime('The actual start.')),
    ended_time: Type.Optional(IsoTime('The actual end.')),
    participants: Type.Optional(MeetParticipants),
    replies: Type.Optional(MeetReplies),
    startmeet_url: Type.String({ description: 'The page of the meet, for members of its binder.' }),
    revision: Type.Integer({ description: 'The sequence in the binder’s log of its last change.' }),
    created_time: IsoTime('When it was created.'),
    updated_time: IsoTime('When it last changed.'),
  },
  { title: 'Meet' },
);
export type Meet = Static<typeof Meet>;
