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

/** What a host may do. */
export type HostAction = (typeof hostActions)[number];

/** How good a connection is, as people are told of it. */
export type QualityLevel = 'good' | 'poor' | 'bad';

/** Somebody who is in the meet, with what he sends. */
export type MeetParticipant = Participant & {
  readonly streams: {
    readonly camera?: MediaStream;
    readonly screen?: MediaStream;
    readonly audio?: MediaStream;
    readonly screenAudio?: MediaStream;
  };
  /** How loud, from 0 to 1. */
  readonly level: number;
  readonly isSpeaking: boolean;
  /** Since the last call of `stats`. */
  readonly quality?: QualityLevel;
};

/** Why a meet is over for oneself. The last two are told by the client itself: nobody may come in, and one left. */
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

/** A meet as one sees it. Never changed: at each change there is another one. */
export interface MeetState {
  readonly phase: 'connecting' | 'lobby' | 'joined' | 'reconnecting' | 'ended';
  readonly ended?: { readonly reason: MeetEndReason; readonly message: string };
  readonly self?: MeetParticipant;
  readonly topic: string;
  readonly binderId: string;
  readonly role: MeetRole;
  readonly isLocked: boolean;
  readonly isRecording: boolean;
  /** A host wishes that what is said is written into the log of the binder, by the devices of those who offer it. */
  readonly hasCaptions: boolean;
  /** Milliseconds since 1970; 0 before one is in it. */
  readonly startedTime: number;
  /** All who are in it, oneself too, in the order in which they came. */
  readonly participants: readonly MeetParticipant[];
  readonly activeSpeakerId: string | null;
  /** Guests who wait to be let in. Told to hosts. */
  readonly waiting: readonly { readonly id: string; readonly name: string }[];
  /** The page of the binder that all see in front. */
  readonly stage: MeetStage | null;
  /** Who controls what others present. */
  readonly controls: readonly MeetControl[];
  /** Who asks for control of what one presents oneself, by participant. */
  readonly controlRequests: readonly string[];
}

/** What happens in a meet and is no state. */
export type MeetEvent =
  | { type: 'joined'; participant: Participant }
  | { type: 'left'; participant: Participant; reason: 'left' | 'lost' | 'removed' }
  | { type: 'reaction'; participantId: string; emoji: string }
  /** What somebody has said, as his device has understood it. */
  | { type: 'caption'; participantId: string; text: string; language: string }
  /** The presenter does not give control. */
  | { type: 'control_denied'; presenterId: string }
  /** What somebody does who controls what another one, or oneself, presents. */
  | {
      type: 'remote';
      participantId: string;
      presenterId: string;
      surface: PresentedSurface;
      input: RemoteInput;
    }
  /** A host asked one to send no more of a source; `by` is his name. The source is muted already. */
  | { type: 'muted'; source: MediaSource; by: string };

/** A picture that is shown, and how large. */
export interface ViewedPicture {
  readonly participantId: string;
  readonly source: 'camera' | 'screen';
  readonly layer: VideoLayer;
}

/** What goes over the network for one source. */
export interface StreamQuality {
  readonly source: MediaSource;
  readonly bitsPerSecond: number;
  /** Share of packets that were lost, from 0 to 1. */
  readonly loss: number;
  readonly framesPerSecond?: number;
  readonly width?: number;
  readonly height?: number;
}

/** How the network is, by getStats, since the call before. */
export interface MeetQuality {
  readonly level: QualityLevel;
  readonly roundTripMs: number | null;
  /** How media goes: directly by UDP, or by a relay that is reached by UDP, TCP or TLS. */
  readonly path: 'udp' | 'tcp' | 'relay_udp' | 'relay_tcp' | 'relay_tls' | null;
  readonly sent: readonly StreamQuality[];
  readonly received: readonly (StreamQuality & { participantId: string; level: QualityLevel })[];
}

/** What one takes part in a meet with. */
export interface MeetConnection {
  readonly state: MeetState;
  /** Hears of each new state. Gives the function that ends it. */
  onState(listener: (state: MeetState) => void): () => void;
  onEvent(listener: (event: MeetEvent) => void): () => void;
  /** Sends a track; in place of the one before, where one is sent already. */
  publish(source: MediaSource, track: MediaStreamTrack): Promise<void>;
  unpublish(source: MediaSource): void;
  /** Sends nothing of a source for now. The track stays. */
  setMuted(source: MediaSource, isMuted: boolean): void;
  /** Says what is shown and how large. What is not named is not sent. Without a call: all, in the middle layer. */
  setView(pictures: readonly ViewedPicture[]): void;
  raiseHand(isRaised: boolean): void;
  react(emoji: string): void;
  /** Does what only a host may. Rejects with RingbinderError when it is refused. */
  host(action: HostAction, participantId?: string): Promise<void>;
  /** Puts a page on the stage; null takes what is there off it. Rejects with RingbinderError when it is refused. */
  setStage(pageId: number | null): Promise<void>;
  /** Tells what one has in sight of the page on the stage. It is heeded of the presenter, and of who controls. */
  setStageView(view: StageView): void;
  /**
   * Asks for control of what somebody presents (`request`, `stop` name the presenter), or answers who asked (`allow`, `deny`).
   * Rejects with RingbinderError when it is refused.
   */
  control(
    action: 'request' | 'allow' | 'deny' | 'stop',
    participantId: string,
    abilities?: readonly ControlAbility[],
  ): Promise<void>;
  /** Points, draws, scrolls or zooms what somebody presents. What is refused is refused silently: control has ended. */
  remote(presenterId: string, surface: PresentedSurface, input: RemoteInput): void;
  /** Gives away a phrase that one has said. Rejects with RingbinderError unless a host wishes captions. */
  caption(phrase: { text: string; language: string; durationMs: number }): Promise<void>;
  stats(): Promise<MeetQuality>;
  /** Leaves for good. */
  leave(): void;
  /** Lets go of the connection, as when a page is closed: one may come back as who one was for a while. */
  close(): void;
}

/** How one joins. */
export interface JoinOptions {
  /** The key of the meet. */
  sessionKey: string;
  /** With `latest` there is remote control; 2.9.5 when it is left out. */
  pluginVersion?: '2.9.5' | 'latest';
  /** The token of a guest, instead of the client's access token. */
  guestToken?: string;
  /** What `state` gave before a reload; see `onResume`. */
  resume?: string;
  /** Is told the secret by which one comes back as who one was, each time there is another one. */
  onResume?(resume: string): void;
}
