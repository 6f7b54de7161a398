import Type, { type Static } from 'typebox';

export const mediaSources = ['microphone', 'camera', 'screen', 'screen_audio'] as const;
export const MediaSource = Type.Enum([...mediaSources], { title: 'MediaSource' });
export type MediaSource = (typeof mediaSources)[number];

/** Smallest first. */
export const videoLayers = ['none', 'low', 'medium', 'high'] as const;
export const VideoLayer = Type.Enum([...videoLayers], { title: 'VideoLayer' });
export type VideoLayer = (typeof videoLayers)[number];

export const meetEngineKinds = ['embedded', 'livekit'] as const;
export const MeetEngineKind = Type.Enum([...meetEngineKinds], { title: 'MeetEngineKind' });
export type MeetEngineKind = (typeof meetEngineKinds)[number];

/** A `guest` joined by a link, without an account. */
export const MeetRole = Type.Enum(['host', 'member', 'guest'], { title: 'MeetRole' });
export type MeetRole = Static<typeof MeetRole>;

export const Participant = Type.Object(
  {
    id: Type.String({
      description: 'Of this device in this meet. It stays the same when the device comes back.',
    }),
    user_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for a guest.' }),
    name: Type.String(),
    role: MeetRole,
    sources: Type.Array(
      Type.Object({
        source: MediaSource,
        is_muted: Type.Boolean({ description: 'Nothing is sent at this moment.' }),
      }),
    ),
    has_hand_raised: Type.Boolean(),
    has_remote_control: Type.Boolean({
      description: 'Their Meet is of plugin_version `latest`, which knows remote control.',
    }),
    joined_time: Type.Integer({ description: 'Milliseconds since 1970.' }),
  },
  { title: 'Participant' },
);
export type Participant = Static<typeof Participant>;
