import Type, { type Static } from 'typebox';
import { MediaSource, MeetEngineKind, MeetRole, Participant } from './participant.ts';
import {
  MeetControlDenied,
  MeetControlRequested,
  MeetControls,
  MeetRemoted,
  MeetStaged,
  MeetStageViewed,
} from './presentation-frames.ts';
import { MeetControl, MeetStage } from './stage.ts';

const ConnectionId = Type.String();
const RequestId = Type.Integer();

/** STUN and TURN, as a browser takes it (`RTCIceServer`). Credentials are short-lived. */
const IceServer = Type.Object({
  urls: Type.Array(Type.String()),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
});

/** A guest before the host lets him in. `welcome` or `ended` follows. */
export const MeetLobby = Type.Object(
  { type: Type.Literal('lobby'), topic: Type.String(), name: Type.String() },
  { title: 'MeetLobby' },
);

/** One is in the meet. It comes again when the media process was replaced: all that is sent is to be offered anew. */
export const MeetWelcome = Type.Object(
  {
    type: Type.Literal('welcome'),
    participant_id: Type.String(),
    resume: Type.String({ description: 'With it one comes back as who one is. A secret.' }),
    role: MeetRole,
    topic: Type.String(),
    binder_id: Type.String(),
    is_locked: Type.Boolean(),
    is_recording: Type.Boolean(),
    has_captions: Type.Boolean({ description: 'What is said is written into the log of the binder.' }),
    started_time: Type.Integer(),
    engine: MeetEngineKind,
    ice_servers: Type.Array(IceServer),
    participants: Type.Array(Participant, { description: 'All who are in it, oneself too.' }),
    stage: Type.Union([MeetStage, Type.Null()]),
    controls: Type.Array(MeetControl),
    heartbeat_ms: Type.Integer(),
  },
  { title: 'MeetWelcome' },
);

/** Answers an `offer` of the client. */
export const MeetAnswered = Type.Object(
  { type: Type.Literal('answer'), id: RequestId, connection_id: ConnectionId, sdp: Type.String() },
  { title: 'MeetAnswered' },
);

/**
 * Offers what the others send, over one connection for all of it. Each media section (`mid`) is one source of one
 * participant. To be answered by `answer` with the same revision.
 */
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

/** A connection by which one receives carries other sources from now on: sections of it are used again. */
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

/**
 * Where the LiveKit server of the meet is, and a token to come in with, which is good for a minute. It follows `welcome` where
 * `engine` is `livekit`, and `restart` asks for another one. Nothing else of the meet is there: who is in it, who may do what
 * and what is written go by this channel with any engine.
 */
export const MeetLivekit = Type.Object(
  {
    type: Type.Literal('livekit'),
    url: Type.String(),
    room: Type.String({ description: 'Another one than before: one leaves that.' }),
    token: Type.String(),
  },
  { title: 'MeetLivekit' },
);

/** What was asked for with an id is done. */
export const MeetDone = Type.Object({ type: Type.Literal('done'), id: RequestId }, { title: 'MeetDone' });

export const MeetServerCandidate = Type.Object(
  {
    type: Type.Literal('candidate'),
    connection_id: ConnectionId,
    candidate: Type.String(),
    mid: Type.String(),
    is_relayed: Type.Boolean({
      description:
        'It is for a connection that has none but TURN relays over TCP or TLS. Such a connection heeds no other candidate, and other connections do not heed this one.',
    }),
  },
  { title: 'MeetServerCandidate' },
);

/** A request that was not granted. With the id 0 it is the hello, and the connection is closed. */
export const MeetRefused = Type.Object(
  {
    type: Type.Literal('refused'),
    id: RequestId,
    code: Type.String({ description: 'A response code of the contract.' }),
    message: Type.String(),
  },
  { title: 'MeetRefused' },
);

/** A frame without an id that its sender may not send now. `refused` answers one with an id. */
export const MeetRejected = Type.Object(
  {
    type: Type.Literal('rejected'),
    frame: Type.String({ description: 'The type of the frame.' }),
    code: Type.String({ description: 'A response code of the contract.' }),
    message: Type.String(),
  },
  { title: 'MeetRejected' },
);

/** Somebody came, or is another now (muted, a hand, a role). */
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

/** Guests who wait to be let in: for hosts, all of them each time. */
export const MeetWaiting = Type.Object(
  {
    type: Type.Literal('waiting'),
    guests: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  },
  { title: 'MeetWaiting' },
);

/** How loud those are who are heard, loudest first; who is the active speaker. */
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

/** A host asked one to send nothing of a source any more. The server forwards nothing of it until one sends again. */
export const MeetMuted = Type.Object(
  {
    type: Type.Literal('muted'),
    source: MediaSource,
    by: Type.String({ description: 'The name of the host.' }),
  },
  { title: 'MeetMuted' },
);

/** What has become of the meet as a whole. */
export const MeetChanged = Type.Object(
  {
    type: Type.Literal('meet'),
    is_locked: Type.Boolean(),
    is_recording: Type.Boolean(),
    has_captions: Type.Boolean(),
  },
  { title: 'MeetChanged' },
);

/** What somebody has said, as his device has understood it. */
export const MeetCaptioned = Type.Object(
  {
    type: Type.Literal('captioned'),
    participant_id: Type.String(),
    text: Type.String(),
    language: Type.String(),
  },
  { title: 'MeetCaptioned' },
);

/** The media process ended: all connections are gone, and `welcome` follows as soon as there is another one. */
export const MeetInterrupted = Type.Object(
  { type: Type.Literal('interrupted') },
  { title: 'MeetInterrupted' },
);

/** One is no longer in it. The connection is closed then. */
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

/** What a server may send of a meet, by name. */
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
  stage: MeetStaged,
  stage_view: MeetStageViewed,
  control_requested: MeetControlRequested,
  control_denied: MeetControlDenied,
  controls: MeetControls,
  remote: MeetRemoted,
  captioned: MeetCaptioned,
  interrupted: MeetInterrupted,
  ended: MeetEnded,
  invalid_token: MeetTokenEnded,
  pong: MeetPong,
};

/** All that a server sends of a meet. */
export const MeetServerFrame = Type.Union(Object.values(meetServerFrames), { title: 'MeetServerFrame' });
export type MeetServerFrame = {
  [K in keyof typeof meetServerFrames]: Static<(typeof meetServerFrames)[K]>;
}[keyof typeof meetServerFrames];
