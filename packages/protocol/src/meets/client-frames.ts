import Type, { type Static } from 'typebox';
import { Emoji, Text } from '../scalars.ts';
import { MediaSource, VideoLayer } from './participant.ts';
import { ControlAbility, PresentedSurface, RemoteInput, StageView } from './stage.ts';

const RequestId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const ConnectionId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });
/** A session description (RFC 8866). Three layers of a camera take some 6 kB. */
const Sdp = Type.String({ minLength: 1, maxLength: 65_536 });
const ParticipantId = Type.String({ minLength: 1, maxLength: 64 });

/**
 * The first frame: who one is, by an access token or by the token of a guest. With `resume` one comes back as who one was,
 * after a reload or a lost connection.
 */
export const MeetHello = Type.Object(
  {
    type: Type.Literal('hello'),
    version: Type.Literal(1),
    token: Type.String({ minLength: 1, maxLength: 512 }),
    resume: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    plugin_version: Type.Optional(
      Type.Enum(['2.9.5', 'latest'], {
        description: 'With `latest` there is remote control. 2.9.5 when it is left out.',
      }),
    ),
  },
  { title: 'MeetHello' },
);

/** Another access token of the same person and client, before or after the first has ended. */
export const MeetToken = Type.Object(
  { type: Type.Literal('token'), token: Type.String({ minLength: 1, maxLength: 512 }) },
  { title: 'MeetToken' },
);

/**
 * Offers to send a source. Answered by `answer` or `refused`. Each source has a connection of its own; another one of the
 * same source takes the place of the one before, as after a change of network.
 */
export const MeetOffer = Type.Object(
  {
    type: Type.Literal('offer'),
    id: RequestId,
    connection_id: ConnectionId,
    source: MediaSource,
    sdp: Sdp,
  },
  { title: 'MeetOffer' },
);

/** Answers an `offer` of the server, by which one receives. */
export const MeetAnswer = Type.Object(
  { type: Type.Literal('answer'), connection_id: ConnectionId, revision: RequestId, sdp: Sdp },
  { title: 'MeetAnswer' },
);

/**
 * A way to reach one (RFC 8840). An empty candidate says that there are no more. The embedded engine heeds none: it learns
 * of an address by a connectivity check from there with the right password, and sends to none that was only named.
 */
export const MeetCandidate = Type.Object(
  {
    type: Type.Literal('candidate'),
    connection_id: ConnectionId,
    candidate: Type.String({ maxLength: 1_024 }),
    mid: Type.String({ maxLength: 64 }),
  },
  { title: 'MeetCandidate' },
);

/** No longer sends a source. */
export const MeetUnpublish = Type.Object(
  { type: Type.Literal('unpublish'), connection_id: ConnectionId },
  { title: 'MeetUnpublish' },
);

/** Asks for receiving anew: after a change of network, or when a picture does not come; with LiveKit for another token. */
export const MeetRestart = Type.Object({ type: Type.Literal('restart') }, { title: 'MeetRestart' });

/** What one sends to LiveKit has changed: the service asks there, and tells the others. */
export const MeetMediaChanged = Type.Object({ type: Type.Literal('changed') }, { title: 'MeetMediaChanged' });

/** Sends nothing of a source for now, or sends again. */
export const MeetMute = Type.Object(
  { type: Type.Literal('mute'), source: MediaSource, is_muted: Type.Boolean() },
  { title: 'MeetMute' },
);

/** How large each picture is shown. What is not named is not sent. */
export const MeetView = Type.Object(
  {
    type: Type.Literal('view'),
    pictures: Type.Array(
      Type.Object({
        participant_id: ParticipantId,
        source: Type.Enum(['camera', 'screen']),
        layer: VideoLayer,
      }),
      { maxItems: 200 },
    ),
  },
  { title: 'MeetView' },
);

export const MeetHand = Type.Object(
  { type: Type.Literal('hand'), is_raised: Type.Boolean() },
  { title: 'MeetHand' },
);

export const MeetReaction = Type.Object(
  { type: Type.Literal('reaction'), emoji: Emoji },
  { title: 'MeetReaction' },
);

/** What only a host may do. `participant_id` names whom, where it is about one. */
export const hostActions = [
  'admit',
  'deny',
  'mute',
  'stop_camera',
  'stop_screen',
  'remove',
  'make_host',
  'lock',
  'unlock',
  'start_recording',
  'stop_recording',
  'captions_on',
  'captions_off',
  'end',
] as const;
export const MeetHostAction = Type.Object(
  {
    type: Type.Literal('host'),
    id: RequestId,
    action: Type.Enum([...hostActions]),
    participant_id: Type.Optional(ParticipantId),
  },
  { title: 'MeetHostAction' },
);

/** Puts a page of the binder on the stage, or takes what is there off it. For those who may write in the binder. */
export const MeetPutStage = Type.Object(
  {
    type: Type.Literal('stage'),
    id: RequestId,
    page_id: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'Null takes the page off, for the presenter and hosts.',
    }),
  },
  { title: 'MeetPutStage' },
);

/** What the presenter has in sight of the page on the stage. */
export const MeetStageView = Type.Object(
  { type: Type.Literal('stage_view'), view: StageView },
  { title: 'MeetStageView' },
);

/** Asks for control of what somebody presents, answers who asked, or ends it. */
export const MeetControlAction = Type.Object(
  {
    type: Type.Literal('control'),
    id: RequestId,
    action: Type.Enum(['request', 'allow', 'deny', 'stop'], {
      description:
        '`request` and `stop` name the presenter; `allow` and `deny` are his, and name who asked. `stop` is for both of them and for hosts.',
    }),
    participant_id: ParticipantId,
    abilities: Type.Optional(
      Type.Array(ControlAbility, { maxItems: 2, description: 'Of `allow`: what the browser can beside.' }),
    ),
  },
  { title: 'MeetControlAction' },
);

/** What one does who controls. Refused without the presenter's consent. */
export const MeetRemote = Type.Object(
  {
    type: Type.Literal('remote'),
    id: RequestId,
    presenter_id: ParticipantId,
    surface: PresentedSurface,
    input: RemoteInput,
  },
  { title: 'MeetRemote' },
);

/**
 * What one has said, as one's own device has understood it: final, and a phrase at a time. It is written into the log of the
 * binder and shown to all; refused unless a host wishes captions.
 */
export const MeetCaption = Type.Object(
  {
    type: Type.Literal('caption'),
    id: RequestId,
    text: Text({ minLength: 1, maxLength: 1_000 }),
    language: Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
      description: 'BCP 47.',
    }),
    duration_ms: Type.Integer({ minimum: 0, maximum: 120_000, description: 'How long it took to say.' }),
  },
  { title: 'MeetCaption' },
);

/** Leaves for good: one does not come back as who one was. */
export const MeetLeave = Type.Object({ type: Type.Literal('leave') }, { title: 'MeetLeave' });

export const MeetPing = Type.Object({ type: Type.Literal('ping') }, { title: 'MeetPing' });

/** What a client may send to a meet, by type. */
export const meetClientFrames = {
  hello: MeetHello,
  token: MeetToken,
  offer: MeetOffer,
  answer: MeetAnswer,
  candidate: MeetCandidate,
  unpublish: MeetUnpublish,
  restart: MeetRestart,
  changed: MeetMediaChanged,
  mute: MeetMute,
  view: MeetView,
  hand: MeetHand,
  reaction: MeetReaction,
  host: MeetHostAction,
  stage: MeetPutStage,
  stage_view: MeetStageView,
  control: MeetControlAction,
  remote: MeetRemote,
  caption: MeetCaption,
  leave: MeetLeave,
  ping: MeetPing,
};

/** All that a client may send to a meet. */
export const MeetClientFrame = Type.Union(Object.values(meetClientFrames), { title: 'MeetClientFrame' });
export type MeetClientFrame = {
  [K in keyof typeof meetClientFrames]: Static<(typeof meetClientFrames)[K]>;
}[keyof typeof meetClientFrames];
