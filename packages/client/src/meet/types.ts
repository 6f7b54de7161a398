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
  /** From 0 to 1. */
  readonly level: number;
  readonly isSpeaking: boolean;
  /** Since the last `stats`. */
  readonly quality?: QualityLevel;
};

/** The client reports `refused` (cannot join) and `left`, the server all others. */
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
    /** A name of docs/errors.md with its values. */
    readonly because?: Because;
  };
  readonly self?: MeetParticipant;
  readonly topic: string;
  readonly binderId: string;
  readonly role: MeetRole;
  readonly isLocked: boolean;
  readonly isRecording: boolean;
  /** A host enabled captions: devices of consenting participants transcribe their speech into the log. */
  readonly hasCaptions: boolean;
  /** Milliseconds since 1970; 0 before joining. */
  readonly startedTime: number;
  /** Includes `self`, in order of arrival. */
  readonly participants: readonly MeetParticipant[];
  readonly activeSpeakerId: string | null;
  /** Guests in the lobby; empty unless you are a host. */
  readonly waiting: readonly { readonly id: string; readonly name: string }[];
  readonly stage: MeetStage | null;
  readonly controls: readonly MeetControl[];
  /** Ids of participants who request control of your presentation. */
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
  /** The client has already applied it. `by` is the host's name. */
  | { type: 'muted'; source: MediaSource; by: string };

export interface ViewedPicture {
  readonly participantId: string;
  readonly source: 'camera' | 'screen';
  readonly layer: VideoLayer;
}

export interface StreamQuality {
  readonly source: MediaSource;
  readonly bitsPerSecond: number;
  /** Fraction of lost packets, 0 to 1. */
  readonly loss: number;
  readonly framesPerSecond?: number;
  readonly width?: number;
  readonly height?: number;
}

/** Since the previous `stats`. */
export interface MeetQuality {
  readonly level: QualityLevel;
  readonly roundTripMs: number | null;
  /** Direct UDP or TCP, or a relay over UDP, TCP or TLS. */
  readonly path: 'udp' | 'tcp' | 'relay_udp' | 'relay_tcp' | 'relay_tls' | null;
  readonly sent: readonly StreamQuality[];
  readonly received: readonly (StreamQuality & { participantId: string; level: QualityLevel })[];
}

export interface MeetConnection {
  readonly state: MeetState;
  /** Returns an unsubscribe function. */
  onState(listener: (state: MeetState) => void): () => void;
  onEvent(listener: (event: MeetEvent) => void): () => void;
  publish(source: MediaSource, track: MediaStreamTrack): Promise<void>;
  unpublish(source: MediaSource): void;
  /** The track remains. */
  setMuted(source: MediaSource, isMuted: boolean): void;
  /** The server sends only these pictures. Without a call, it sends all in the middle layer. */
  setView(pictures: readonly ViewedPicture[]): void;
  raiseHand(isRaised: boolean): void;
  react(emoji: string): void;
  /** Rejects with RingbinderError. */
  host(action: HostAction, participantId?: string): Promise<void>;
  /** Null clears the stage. Rejects with RingbinderError. */
  setStage(pageId: number | null): Promise<void>;
  /** For the presenter and the controller only. */
  setStageView(view: StageView): void;
  /**
   * Requests or ends control (`request`, `stop`, with the presenter's id), or answers a request (`allow`,
   * `deny`). Rejects with RingbinderError.
   */
  control(
    action: 'request' | 'allow' | 'deny' | 'stop',
    participantId: string,
    abilities?: readonly ControlAbility[],
  ): Promise<void>;
  /** Points, draws, scrolls or zooms. Input after control has ended is dropped. */
  remote(presenterId: string, surface: PresentedSurface, input: RemoteInput): void;
  /** Rejects with RingbinderError unless a host enabled captions. */
  caption(phrase: { text: string; language: string; durationMs: number }): Promise<void>;
  stats(): Promise<MeetQuality>;
  /** Leaves the meet permanently. */
  leave(): void;
  /** As on page unload. `resume` can rejoin for a while. */
  close(): void;
}

export interface JoinOptions {
  sessionKey: string;
  /** `latest` supports remote control. Default: 2.9.5. */
  pluginVersion?: '2.9.5' | 'latest';
  /** Instead of the client's access token. */
  guestToken?: string;
  /** The secret from `onResume`, to rejoin after a reload. */
  resume?: string;
  /** Receives each new secret for `resume`. */
  onResume?(resume: string): void;
}
