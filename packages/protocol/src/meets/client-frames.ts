import Type, { type Static } from 'typebox';
import { Emoji, Text } from '../scalars.ts';
import { MediaSource, VideoLayer } from './participant.ts';
import { ControlAbility, PresentedSurface, RemoteInput, StageView } from './stage.ts';

const RequestId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const ConnectionId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });
const Sdp = Type.String({ minLength: 1, maxLength: 65_536 });
const ParticipantId = Type.String({ minLength: 1, maxLength: 64 });

/** `resume` restores the participant after a reload or a lost connection. */
export const MeetHello = Type.Object(
  {
    type: Type.Literal('hello'),
    version: Type.Literal(1),
    token: Type.String({ minLength: 1, maxLength: 512 }),
    resume: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    plugin_version: Type.Optional(
      Type.Enum(['2.9.5', 'latest'], {
        description: 'With `latest`, the client supports remote control. Default: `2.9.5`.',
      }),
    ),
  },
  { title: 'MeetHello' },
);

export const MeetToken = Type.Object(
  { type: Type.Literal('token'), token: Type.String({ minLength: 1, maxLength: 512 }) },
  { title: 'MeetToken' },
);

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

export const MeetAnswer = Type.Object(
  { type: Type.Literal('answer'), connection_id: ConnectionId, revision: RequestId, sdp: Sdp },
  { title: 'MeetAnswer' },
);

/**
 * An empty candidate (RFC 8840) ends the list. The server ignores candidates, because its engine learns
 * addresses from ICE checks.
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

export const MeetUnpublish = Type.Object(
  { type: Type.Literal('unpublish'), connection_id: ConnectionId },
  { title: 'MeetUnpublish' },
);

/** Sent after a network change or if video is missing. */
export const MeetRestart = Type.Object({ type: Type.Literal('restart') }, { title: 'MeetRestart' });

export const MeetMediaChanged = Type.Object({ type: Type.Literal('changed') }, { title: 'MeetMediaChanged' });

export const MeetMute = Type.Object(
  { type: Type.Literal('mute'), source: MediaSource, is_muted: Type.Boolean() },
  { title: 'MeetMute' },
);

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

/** Requires write access. */
export const MeetStagePatch = Type.Object(
  {
    type: Type.Literal('stage'),
    id: RequestId,
    page_id: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'The page to show. Null clears the stage, which only the presenter and hosts can do.',
    }),
  },
  { title: 'MeetStagePatch' },
);

export const MeetStageView = Type.Object(
  { type: Type.Literal('stage_view'), view: StageView },
  { title: 'MeetStageView' },
);

export const MeetControlAction = Type.Object(
  {
    type: Type.Literal('control'),
    id: RequestId,
    action: Type.Enum(['request', 'allow', 'deny', 'stop'], {
      description:
        '`request`: the client asks the presenter for control. `allow` and `deny`: the presenter answers a request. `stop`: the presenter, the participant in control or a host ends the control. With `request` and `stop`, `participant_id` is the presenter. With `allow` and `deny`, it is the participant who asked.',
    }),
    participant_id: ParticipantId,
    abilities: Type.Optional(
      Type.Array(ControlAbility, {
        maxItems: 2,
        description:
          'With `allow`, the abilities that the browser of the presenter supports in addition to pointing and drawing.',
      }),
    ),
  },
  { title: 'MeetControlAction' },
);

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

export const MeetCaption = Type.Object(
  {
    type: Type.Literal('caption'),
    id: RequestId,
    text: Text({ minLength: 1, maxLength: 1_000 }),
    language: Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
      description: 'The language of the text, as a BCP 47 tag.',
    }),
    duration_ms: Type.Integer({
      minimum: 0,
      maximum: 120_000,
      description: 'The time that the speaker took, in milliseconds.',
    }),
  },
  { title: 'MeetCaption' },
);

export const MeetLeave = Type.Object({ type: Type.Literal('leave') }, { title: 'MeetLeave' });

export const MeetPing = Type.Object({ type: Type.Literal('ping') }, { title: 'MeetPing' });

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
  stage: MeetStagePatch,
  stage_view: MeetStageView,
  control: MeetControlAction,
  remote: MeetRemote,
  caption: MeetCaption,
  leave: MeetLeave,
  ping: MeetPing,
};

export const MeetClientFrame = Type.Union(Object.values(meetClientFrames), { title: 'MeetClientFrame' });
export type MeetClientFrame = {
  [K in keyof typeof meetClientFrames]: Static<(typeof meetClientFrames)[K]>;
}[keyof typeof meetClientFrames];
