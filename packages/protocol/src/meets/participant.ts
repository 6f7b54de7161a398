import Type, { type Static } from 'typebox';

export const mediaSources = ['microphone', 'camera', 'screen', 'screen_audio'] as const;
export const MediaSource = Type.Enum([...mediaSources], { title: 'MediaSource' });
export type MediaSource = (typeof mediaSources)[number];

export const videoLayers = ['none', 'low', 'medium', 'high'] as const;
export const VideoLayer = Type.Enum([...videoLayers], { title: 'VideoLayer' });
export type VideoLayer = (typeof videoLayers)[number];

export const meetEngineKinds = ['embedded', 'livekit'] as const;
export const MeetEngineKind = Type.Enum([...meetEngineKinds], { title: 'MeetEngineKind' });
export type MeetEngineKind = (typeof meetEngineKinds)[number];

export const MeetRole = Type.Enum(['host', 'member', 'guest'], { title: 'MeetRole' });
export type MeetRole = Static<typeof MeetRole>;

export const Participant = Type.Object(
  {
    id: Type.String({
      description:
        'Identifies a device in this meet. If the device leaves and resumes, the id does not change.',
    }),
    user_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for a guest.' }),
    name: Type.String(),
    role: MeetRole,
    sources: Type.Array(
      Type.Object({
        source: MediaSource,
        is_muted: Type.Boolean({
          description: 'True if the participant sends nothing from this source at the moment.',
        }),
      }),
    ),
    has_hand_raised: Type.Boolean(),
    has_remote_control: Type.Boolean({
      description:
        'Whether the client of the participant supports remote control: its `plugin_version` is `latest`.',
    }),
    joined_time: Type.Integer({ description: 'Milliseconds since 1970-01-01 UTC.' }),
  },
  { title: 'Participant' },
);
export type Participant = Static<typeof Participant>;
