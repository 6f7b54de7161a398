import Type, { type Static } from 'typebox';

/** What is sent to a meet: each over a peer connection of its own. */
export const mediaSources = ['microphone', 'camera', 'screen', 'screen_audio'] as const;
export const MediaSource = Type.Enum([...mediaSources], { title: 'MediaSource' });
export type MediaSource = (typeof mediaSources)[number];

/** How large a picture is wanted: the layers of simulcast, smallest first, and none of it. */
export const videoLayers = ['none', 'low', 'medium', 'high'] as const;
export const VideoLayer = Type.Enum([...videoLayers], { title: 'VideoLayer' });
export type VideoLayer = (typeof videoLayers)[number];

/** What carries the media of a meet: the service’s own process, agreed on by frames of the channel, or a LiveKit server. */
export const meetEngineKinds = ['embedded', 'livekit'] as const;
export const MeetEngineKind = Type.Enum([...meetEngineKinds], { title: 'MeetEngineKind' });
export type MeetEngineKind = (typeof meetEngineKinds)[number];

/** Who leads a meet, who takes part, and who came by a link without an account. */
export const MeetRole = Type.Enum(['host', 'member', 'guest'], { title: 'MeetRole' });
export type MeetRole = Static<typeof MeetRole>;

/** Somebody who is in a meet with one device. */
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
