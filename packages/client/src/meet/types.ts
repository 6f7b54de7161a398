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

export type { ControlAbility, MeetControl, MeetStage, PresentedSurface, RemoteInput, StageView };

/** Actions of hosts. */
export type HostAction = (typeof hostActions)[number];

/** Connection quality for display. */
export type QualityLevel = 'good' | 'poor' | 'bad';

/** A participant with their media. */
export type MeetParticipant = Participant & {
  readonly streams: {
    readonly camera?: MediaStream;
    readonly screen?: MediaStream;
    readonly audio?: MediaStream;
    readonly screenAudio?: MediaStream;
  };
  /** Audio level, 0 to 1. */
  readonly level: number;
  readonly isSpeaking: boolean;
  /** Since the last call of `stats`. */
  readonly quality?: QualityLevel;
};

/**
 * Why the meet ended for this participant. The client itself reports the last two: joining is impossible, or the
 * participant left.
 */
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

/** The immutable state of a meet: each change creates a new object. */
export interface MeetState {
  readonly phase: 'connecting' | 'lobby' | 'joined' | 'reconnecting' | 'ended';
  readonly ended?: { readonly reason: MeetEndReason; readonly message: string };
  readonly self?: MeetParticipant;
  readonly topic: string;
  readonly binderId: string;
  readonly role: MeetRole;
  readonly isLocked: boolean;
  readonly isRecording: boolean;
  /** A host enabled captions: devices that agree write speech to the binder's log. */
  readonly hasCaptions: boolean;
  /** Milliseconds since 1970; 0 before joining. */
  readonly startedTime: number;
  /** All participants including oneself, in order of arrival. */
  readonly participants: readonly MeetParticipant[];
  readonly activeSpeakerId: string | null;
  /** Guests in the lobby. Sent to hosts only. */
  readonly waiting: readonly { readonly id: string; readonly name: string }[];
  /** The binder page on the stage. */
  readonly stage: MeetStage | null;
  /** Current remote controls. */
  readonly controls: readonly MeetControl[];
  /** Participant ids that request control of one's own presentation. */
  readonly controlRequests: readonly string[];
}

/** Events of a meet besides state changes. */
export type MeetEvent =
  | { type: 'joined'; participant: Participant }
  | { type: 'left'; participant: Participant; reason: 'left' | 'lost' | 'removed' }
  | { type: 'reaction'; participantId: string; emoji: string }
  /** A transcribed phrase. */
  | { type: 'caption'; participantId: string; text: string; language: string }
  /** The presenter denied control. */
  | { type: 'control_denied'; presenterId: string }
  /** Input of a controller. */
  | {
      type: 'remote';
      participantId: string;
      presenterId: string;
      surface: PresentedSurface;
      input: RemoteInput;
    }
  /** A host muted a source, which is already muted; `by` is the host's name. */
  | { type: 'muted'; source: MediaSource; by: string };

/** A visible picture and its size. */
export interface ViewedPicture {
  readonly participantId: string;
  readonly source: 'camera' | 'screen';
  readonly layer: VideoLayer;
}

/** Network statistics of one source. */
export interface StreamQuality {
  readonly source: MediaSource;
  readonly bitsPerSecond: number;
  /** Fraction of lost packets, 0 to 1. */
  readonly loss: number;
  readonly framesPerSecond?: number;
  readonly width?: number;
  readonly height?: number;
}

/** Network quality from getStats, since the previous call. */
export interface MeetQuality {
  readonly level: QualityLevel;
  readonly roundTripMs: number | null;
  /** Media path: direct UDP or TCP, or a relay by UDP, TCP or TLS. */
  readonly path: 'udp' | 'tcp' | 'relay_udp' | 'relay_tcp' | 'relay_tls' | null;
  readonly sent: readonly StreamQuality[];
  readonly received: readonly (StreamQuality & { participantId: string; level: QualityLevel })[];
}

/** A participant's connection to a meet. */
export interface MeetConnection {
  readonly state: MeetState;
  /** Adds a listener for new states; returns the function that removes it. */
  onState(listener: (state: MeetState) => void): () => void;
  onEvent(listener: (event: MeetEvent) => void): () => void;
  /** Sends a track, replacing the source's previous one. */
  publish(source: MediaSource, track: MediaStreamTrack): Promise<void>;
  unpublish(source: MediaSource): void;
  /** Mutes or unmutes a source. The track remains. */
  setMuted(source: MediaSource, isMuted: boolean): void;
  /** Sets the visible pictures and their sizes; others are not sent. Without a call: all in the middle layer. */
  setView(pictures: readonly ViewedPicture[]): void;
  raiseHand(isRaised: boolean): void;
  react(emoji: string): void;
  /** Performs a host's action. Rejects with RingbinderError if denied. */
  host(action: HostAction, participantId?: string): Promise<void>;
  /** Puts a page on the stage; null removes it. Rejects with RingbinderError if denied. */
  setStage(pageId: number | null): Promise<void>;
  /** Shares one's view of the staged page. Effective for the presenter and the controller. */
  setStageView(view: StageView): void;
  /**
   * Requests or ends control of a presentation (`request`, `stop`, with the presenter's id), or answers a request
   * (`allow`, `deny`). Rejects with RingbinderError if denied.
   */
  control(
    action: 'request' | 'allow' | 'deny' | 'stop',
    participantId: string,
    abilities?: readonly ControlAbility[],
  ): Promise<void>;
  /**
   * Sends remote input: pointing, drawing, scrolling or zooming. Denied input is dropped silently, since control has
   * ended.
   */
  remote(presenterId: string, surface: PresentedSurface, input: RemoteInput): void;
  /** Publishes a phrase spoken by oneself. Rejects with RingbinderError unless a host enabled captions. */
  caption(phrase: { text: string; language: string; durationMs: number }): Promise<void>;
  stats(): Promise<MeetQuality>;
  /** Leaves permanently. */
  leave(): void;
  /** Closes the connection, as on page unload. Rejoining as the same participant remains possible for a while. */
  close(): void;
}

export interface JoinOptions {
  /** The key of the meet. */
  sessionKey: string;
  /** `latest` has remote control. Default: 2.9.5. */
  pluginVersion?: '2.9.5' | 'latest';
  /** A guest's token, instead of the client's access token. */
  guestToken?: string;
  /** The secret from `onResume`, to rejoin after a reload. */
  resume?: string;
  /** Receives each new secret for rejoining as the same participant. */
  onResume?(resume: string): void;
}
