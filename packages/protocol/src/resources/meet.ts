import Type, { type Static } from 'typebox';
import { BinderId, Milliseconds, SessionKey } from '../scalars.ts';
import { UserReference } from './people.ts';

/** `SESSION_DELETED` means that the meet is cancelled. Lists omit cancelled meets. */
export const meetStates = [
  'SESSION_SCHEDULED',
  'SESSION_STARTED',
  'SESSION_ENDED',
  'SESSION_DELETED',
] as const;
export const MeetState = Type.Enum([...meetStates], { title: 'MeetState' });
export type MeetState = (typeof meetStates)[number];

const IsoTime = (description: string) => Type.String({ description: `${description} ISO 8601, UTC.` });

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
    started_time: Type.Optional(IsoTime('The actual start.')),
    ended_time: Type.Optional(IsoTime('The actual end.')),
    startmeet_url: Type.String({ description: 'The page of the meet, for members of its binder.' }),
    revision: Type.Integer({ description: 'The sequence in the binder’s log of its last change.' }),
    created_time: IsoTime('When it was created.'),
    updated_time: IsoTime('When it last changed.'),
  },
  { title: 'Meet' },
);
export type Meet = Static<typeof Meet>;
