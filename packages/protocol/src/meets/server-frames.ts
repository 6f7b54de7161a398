import Type, { type Static } from 'typebox';
import { FrameReason } from '../realtime/server-frames.ts';
import { MediaSource, MeetEngineKind, MeetRole, Participant } from './participant.ts';
import {
  MeetControlDenied,
  MeetControlRequested,
  MeetControls,
  MeetRemoteInput,
  MeetStageChanged,
  MeetStageViewChanged,
} from './presentation-frames.ts';
import { MeetControl, MeetStage } from './stage.ts';

const ConnectionId = Type.String();
const RequestId = Type.Integer();

/** Same shape as `RTCIceServer`. Credentials are short-lived. */
const IceServer = Type.Object({
  urls: Type.Array(Type.String()),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
});

export const MeetLobby = Type.Object(
  { type: Type.Literal('lobby'), topic: Type.String(), name: Type.String() },
  { title: 'MeetLobby' },
);

/** After each `welcome`, the client must offer all sources, except with LiveKit. */
export const MeetWelcome = Type.Object(
  {
    type: Type.Literal('welcome'),
    participant_id: Type.String(),
    resume: Type.String({
      description: 'A secret. If the client sends it in `hello`, it resumes as the same participant.',
    }),
    role: MeetRole,
    topic: Type.String(),
    binder_id: Type.String(),
    is_locked: Type.Boolean(),
    is_recording: Type.Boolean(),
    has_captions: Type.Boolean({
      description: 'True if the server stores captions of the spoken words in the log of the binder.',
    }),
    started_time: Type.Integer(),
    engine: MeetEngineKind,
    ice_servers: Type.Array(IceServer),
    participants: Type.Array(Participant, { description: 'All participants, including the caller.' }),
    stage: Type.Union([MeetStage, Type.Null()]),
    controls: Type.Array(MeetControl),
    heartbeat_ms: Type.Integer(),
  },
  { title: 'MeetWelcome' },
);

export const MeetAnswered = Type.Object(
  { type: Type.Literal('answer'), id: RequestId, connection_id: ConnectionId, sdp: Type.String() },
  { title: 'MeetAnswered' },
);

export const MeetOffered = Type.Object(
  {
    type: Type.Literal('offer'),
    connection_id: ConnectionId,
    revision: RequestId,
    sdp: Type.String(),
    tracks: Type.Array(
      Type.Object({ mid: Type.String(), participant_id: Type.String(), source: MediaSource }),
    ),
  },
  { title: 'MeetOffered' },
);

export const MeetTracks = Type.Object(
  {
    type: Type.Literal('tracks'),
    connection_id: ConnectionId,
    tracks: Type.Array(
      Type.Object({ mid: Type.String(), participant_id: Type.String(), source: MediaSource }),
    ),
  },
  { title: 'MeetTracks' },
);

/** Valid for a minute. A `restart` frame requests new access. */
export const MeetLivekit = Type.Object(
  {
    type: Type.Literal('livekit'),
    url: Type.String(),
    room: Type.String({
      description: 'If the room differs from the previous one, the client must leave the previous room.',
    }),
    token: Type.String(),
  },
  { title: 'MeetLivekit' },
);

export const MeetDone = Type.Object({ type: Type.Literal('done'), id: RequestId }, { title: 'MeetDone' });

export const MeetServerCandidate = Type.Object(
  {
    type: Type.Literal('candidate'),
    connection_id: ConnectionId,
    candidate: Type.String(),
    mid: Type.String(),
    is_relayed: Type.Boolean({
      description:
        'True if the candidate is for connections that use only TURN relays over TCP or TLS. Add it only to such a connection, and add no other candidates there.',
    }),
  },
  { title: 'MeetServerCandidate' },
);

/** If `id` is 0, the server rejected `hello` and closes the connection. */
export const MeetRefused = Type.Object(
  {
    type: Type.Literal('refused'),
    id: RequestId,
    code: Type.String({ description: 'A response code of the contract.' }),
    message: Type.String(),
    ...FrameReason,
  },
  { title: 'MeetRefused' },
);

export const MeetRejected = Type.Object(
  {
    type: Type.Literal('rejected'),
    frame: Type.String({ description: 'The type of the rejected frame.' }),
    code: Type.String({ description: 'A response code of the contract.' }),
    message: Type.String(),
    ...FrameReason,
  },
  { title: 'MeetRejected' },
);

export const ParticipantChanged = Type.Object(
  { type: Type.Literal('participant'), participant: Participant },
  { title: 'ParticipantChanged' },
);

export const ParticipantLeft = Type.Object(
  {
    type: Type.Literal('left'),
    participant_id: Type.String(),
    reason: Type.Enum(['left', 'lost', 'removed']),
  },
  { title: 'ParticipantLeft' },
);

export const MeetWaiting = Type.Object(
  {
    type: Type.Literal('waiting'),
    guests: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  },
  { title: 'MeetWaiting' },
);

export const MeetSpeakers = Type.Object(
  {
    type: Type.Literal('speakers'),
    active_id: Type.Union([Type.String(), Type.Null()]),
    levels: Type.Array(
      Type.Object({
        participant_id: Type.String(),
        level: Type.Number({ minimum: 0, maximum: 1 }),
      }),
    ),
  },
  { title: 'MeetSpeakers' },
);

export const MeetReacted = Type.Object(
  { type: Type.Literal('reacted'), participant_id: Type.String(), emoji: Type.String() },
  { title: 'MeetReacted' },
);

export const MeetMuted = Type.Object(
  {
    type: Type.Literal('muted'),
    source: MediaSource,
    by: Type.String({ description: 'The name of the host.' }),
  },
  { title: 'MeetMuted' },
);

export const MeetChanged = Type.Object(
  {
    type: Type.Literal('meet'),
    is_locked: Type.Boolean(),
    is_recording: Type.Boolean(),
    has_captions: Type.Boolean(),
  },
  { title: 'MeetChanged' },
);

export const MeetCaptioned = Type.Object(
  {
    type: Type.Literal('captioned'),
    participant_id: Type.String(),
    text: Type.String(),
    language: Type.String(),
  },
  { title: 'MeetCaptioned' },
);

export const MeetInterrupted = Type.Object(
  { type: Type.Literal('interrupted') },
  { title: 'MeetInterrupted' },
);

export const MeetEnded = Type.Object(
  {
    type: Type.Literal('ended'),
    reason: Type.Enum(['ended', 'removed', 'denied', 'joined_elsewhere', 'locked', 'full', 'link_revoked']),
    message: Type.String(),
  },
  { title: 'MeetEnded' },
);

export const MeetTokenEnded = Type.Object(
  { type: Type.Literal('invalid_token'), deadline: Type.Integer() },
  { title: 'MeetTokenEnded' },
);

export const MeetPong = Type.Object({ type: Type.Literal('pong') }, { title: 'MeetPong' });

export const meetServerFrames = {
  lobby: MeetLobby,
  welcome: MeetWelcome,
  answer: MeetAnswered,
  offer: MeetOffered,
  tracks: MeetTracks,
  livekit: MeetLivekit,
  done: MeetDone,
  candidate: MeetServerCandidate,
  refused: MeetRefused,
  rejected: MeetRejected,
  participant: ParticipantChanged,
  left: ParticipantLeft,
  waiting: MeetWaiting,
  speakers: MeetSpeakers,
  reacted: MeetReacted,
  muted: MeetMuted,
  meet: MeetChanged,
  stage: MeetStageChanged,
  stage_view: MeetStageViewChanged,
  control_requested: MeetControlRequested,
  control_denied: MeetControlDenied,
  controls: MeetControls,
  remote: MeetRemoteInput,
  captioned: MeetCaptioned,
  interrupted: MeetInterrupted,
  ended: MeetEnded,
  invalid_token: MeetTokenEnded,
  pong: MeetPong,
};

export const MeetServerFrame = Type.Union(Object.values(meetServerFrames), { title: 'MeetServerFrame' });
export type MeetServerFrame = {
  [K in keyof typeof meetServerFrames]: Static<(typeof meetServerFrames)[K]>;
}[keyof typeof meetServerFrames];
