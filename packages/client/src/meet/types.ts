import type {
  ControlAbility,
  hostActions,
  MediaSource,
  MeetControl,
  MeetRole,
  MeetStage,
  Participant,
  PresentedSurface,
  RemoteInput,
  StageView,
  VideoLayer,
} from '@ringbinder/protocol';
import type { Because } from '../errors.ts';

export type { ControlAbility, MeetControl, MeetStage, PresentedSurface, RemoteInput, StageView };

export type HostAction = (typeof hostActions)[number];

export type QualityLevel = 'good' | 'poor' | 'bad';

export type MeetParticipant = Participant & {
  readonly streams: {
    readonly camera?: MediaStream;
    readonly screen?: MediaStream;
    readonly audio?: MediaStream;
    readonly screenAudio?: MediaStream;
  };
  /** 0 to 1. */
  readonly level: number;
  readonly isSpeaking: boolean;
  /** Measured by the last call of `stats`. */
  readonly quality?: QualityLevel;
};

/** The client reports `refused` (cannot join) and `left`; the server reports all other reasons. */
export type MeetEndReason =
  | 'ended'
  | 'removed'
  | 'denied'
  | 'link_revoked'
  | 'joined_elsewhere'
  | 'locked'
  | 'full'
  | 'refused'
  | 'left';

export interface MeetState {
  readonly phase: 'connecting' | 'lobby' | 'joined' | 'reconnecting' | 'ended';
  readonly ended?: {
    readonly reason: MeetEndReason;
    readonly message: string;
    /** A reason from docs/errors.md, and the values in its message. */
    readonly because?: Because;
  };
  readonly self?: MeetParticipant;
  readonly topic: string;
  readonly binderId: string;
  readonly role: MeetRole;
  readonly isLocked: boolean;
  readonly isRecording: boolean;
  /** If true, the devices of participants who consent transcribe their speech into the binder's log. */
  readonly hasCaptions: boolean;
  /** Milliseconds since 1970; 0 before joining. */
  readonly startedTime: number;
  /** All participants including `self`, in order of arrival. */
  readonly participants: readonly MeetParticipant[];
  readonly activeSpeakerId: string | null;
  /** Empty unless you are a host. */
  readonly waiting: readonly { readonly id: string; readonly name: string }[];
  readonly stage: MeetStage | null;
  readonly controls: readonly MeetControl[];
  readonly controlRequests: readonly string[];
}

export type MeetEvent =
  | { type: 'joined'; participant: Participant }
  | { type: 'left'; participant: Participant; reason: 'left' | 'lost' | 'removed' }
  | { type: 'reaction'; participantId: string; emoji: string }
  | { type: 'caption'; participantId: string; text: string; language: string }
  | { type: 'control_denied'; presenterId: string }
  | {
      type: 'remote';
      participantId: string;
      presenterId: string;
      surface: PresentedSurface;
      input: RemoteInput;
    }
  /** `by` is the host's name. */
  | { type: 'muted'; source: MediaSource; by: string };

export interface ViewedPicture {
  readonly participantId: string;
  readonly source: 'camera' | 'screen';
  readonly layer: VideoLayer;
}

export interface StreamQuality {
  readonly source: MediaSource;
  readonly bitsPerSecond: number;
  /** 0 to 1. */
  readonly loss: number;
  readonly framesPerSecond?: number;
  readonly width?: number;
  readonly height?: number;
}

/** Covers the time since the previous call of `stats`. */
export interface MeetQuality {
  readonly level: QualityLevel;
  readonly roundTripMs: number | null;
  /** Null if unknown. */
  readonly path: 'udp' | 'tcp' | 'relay_udp' | 'relay_tcp' | 'relay_tls' | null;
  readonly sent: readonly StreamQuality[];
  readonly received: readonly (StreamQuality & { participantId: string; level: QualityLevel })[];
}

export interface MeetConnection {
  readonly state: MeetState;
  onState(listener: (state: MeetState) => void): () => void;
  onEvent(listener: (event: MeetEvent) => void): () => void;
  publish(source: MediaSource, track: MediaStreamTrack): Promise<void>;
  unpublish(source: MediaSource): void;
  /** The track stays published. */
  setMuted(source: MediaSource, isMuted: boolean): void;
  /** Before the first call, the server sends all videos in medium resolution. */
  setView(pictures: readonly ViewedPicture[]): void;
  raiseHand(isRaised: boolean): void;
  react(emoji: string): void;
  /** Rejects with RingbinderError. */
  host(action: HostAction, participantId?: string): Promise<void>;
  /** Null clears the stage. Rejects with RingbinderError. */
  setStage(pageId: number | null): Promise<void>;
  /** Only the presenter and the participant in control may call this method. */
  setStageView(view: StageView): void;
  /**
   * `request` requests control of a presentation, and `stop` ends it; the id is the presenter's. `allow` and
   * `deny` respond to a participant's request. Rejects with RingbinderError.
   */
  control(
    action: 'request' | 'allow' | 'deny' | 'stop',
    participantId: string,
    abilities?: readonly ControlAbility[],
  ): Promise<void>;
  /** Has no effect after control has ended. */
  remote(presenterId: string, surface: PresentedSurface, input: RemoteInput): void;
  /** Rejects with RingbinderError unless a host enabled captions. */
  caption(phrase: { text: string; language: string; durationMs: number }): Promise<void>;
  stats(): Promise<MeetQuality>;
  /** Leaves the meet permanently. */
  leave(): void;
  /** Disconnects as if the page had closed. For a while, the client can rejoin with the `resume` secret. */
  close(): void;
}

export interface JoinOptions {
  sessionKey: string;
  /** Protocol version. `latest` supports remote control. Default: 2.9.5. */
  pluginVersion?: '2.9.5' | 'latest';
  /** Replaces the client's access token. */
  guestToken?: string;
  /** The last secret from `onResume`, to rejoin after a reload. */
  resume?: string;
  onResume?(resume: string): void;
}
